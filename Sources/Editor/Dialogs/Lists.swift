import Settee
import SetteeTerminal

// The shared code of all list dialogs, and the dialog with a filter, which shows choices, menus, and
// names.

/// A dialog that shows a list with a focused entry.
protocol ListDialog: Dialog {
  var place: ListSelection { get set }
  func count(_ state: EditorState) -> Int
  /// Returns the rows of the dialog's content that show list entries.
  func entryRows(_ state: EditorState) -> Range<Int>
  func pick(in state: inout EditorState) -> [Effect]
}

extension ListDialog {
  func perform(_ command: Command, in state: inout EditorState) -> [Effect] {
    performInList(command, in: &state)
  }

  /// Performs a command that works the same way in every list dialog.
  func performInList(_ command: Command, in state: inout EditorState) -> [Effect] {
    if let moved = move(command, in: &state) { return moved }
    switch command {
    case .keep, .open: return pick(in: &state)
    case .cancel: return dismiss(&state)
    case .quit: return state.quit()
    default: return []
    }
  }

  /// Moves the focus of the list, or returns `nil` if the command doesn't move the focus.
  func move(_ command: Command, in state: inout EditorState) -> [Effect]? {
    var dialog = self
    let page = max(entryRows(state).count - 1, 1)
    guard dialog.place.move(command, count: count(state), page: page) else { return nil }
    return dialog.keepOpen(in: &state)
  }

  mutating func focus(on index: Int) { place.focus = index }

  mutating func scroll(in state: EditorState) {
    place.settle(count: count(state), rows: entryRows(state).count)
  }

  func press(_ position: Position, in state: inout EditorState) -> [Effect] {
    pressEntry(position, in: &state)
  }

  /// Focuses the list entry that the user pressed, or chooses the entry if it already has the
  /// focus.
  func pressEntry(_ position: Position, in state: inout EditorState) -> [Effect] {
    let rows = entryRows(state)
    let index = place.top + position.row - rows.lowerBound
    guard rows.contains(position.row), index < count(state) else { return [] }
    if index == place.focus { return pick(in: &state) }
    return keepOpen(in: &state) { $0.place.focus = index }
  }

  func answer(_ line: String, in lines: PlainMode) { lines.pick(line, among: count(lines.state)) }
}

/// A dialog with a list that the user can filter by typing, such as the possible values of a setting,
/// the commands for the focused row, or the names of keys.
struct MenuDialog: ListDialog {
  struct MenuItem: Sendable {
    /// An identifier for the entry, whose meaning depends on the creator of the list.
    let id: Int
    let title: String
    var detail = ""
  }

  let title: String
  let entries: [MenuItem]
  var place = ListSelection()
  private var filter = LineText()
  /// The indices of the entries that match the filter text, starting with the best match.
  private(set) var shown: [Int]
  /// The initial filter text if the list suggests names, or `nil` for any other list.
  ///
  /// The user can also choose a name that isn't in the list, which then becomes the first entry.
  private let start: String?
  /// The setting whose possible values the dialog lists, or `nil` for any other list.
  var target: EditTarget?
  /// A Boolean value that indicates whether the entries are radio buttons.
  var isChoice = false
  /// The identifier of the radio button that is selected, or `nil` if none is.
  var current: Int?
  /// Returns the theme that the screen previews while an entry has the focus.
  var preview: (@Sendable (MenuItem, EditorState) -> Theme?)?
  /// A closure that performs the action of the entry that the user chose.
  ///
  /// The dialog closes before the editor calls this closure, unless it lists the values of a setting
  /// or suggests names. These lists stay open until the value is saved or the name is accepted.
  let act: @Sendable (MenuItem, inout EditorState) -> [Effect]

  init(
    _ title: String, _ entries: [MenuItem], focus: Int? = nil, start: String? = nil,
    act: @escaping @Sendable (MenuItem, inout EditorState) -> [Effect]
  ) {
    (self.title, self.entries, self.start, self.act) = (title, entries, start, act)
    filter = LineText(start ?? "")
    shown = Array(entries.indices)
    place.focus = focus ?? 0
  }

  var context: KeyContext { .list }
  func title(_ words: Strings) -> String? { title }
  var edited: EditTarget? { target }
  var suggestsNames: Bool { start != nil }

  var focused: MenuItem? {
    shown.indices.contains(place.focus) ? entry(shown[place.focus]) : nil
  }

  /// Returns the list entry at an index, where the index -1 refers to the text that the user typed.
  private func entry(_ index: Int) -> MenuItem {
    index < 0 ? MenuItem(id: -1, title: filter.text) : entries[index]
  }

  func count(_ state: EditorState) -> Int { shown.count }

  func entryRows(_ state: EditorState) -> Range<Int> {
    1..<max(state.contentSize(of: self).rows, 1)
  }

  func perform(_ command: Command, in state: inout EditorState) -> [Effect] {
    switch command {
    case .eraseBackward, .cutWord, .cutToStart:
      keepOpen(in: &state) { $0.edit { $0.perform(command) } }
    default: performInList(command, in: &state)
    }
  }

  func type(_ text: String, in state: inout EditorState) -> [Effect] {
    keepOpen(in: &state) { $0.edit { $0.insert(LineText.oneLine(text)) } }
  }

  private mutating func edit(_ change: (inout LineText) -> Void) {
    let old = filter.text
    change(&filter)
    guard filter.text != old else { return }
    let pattern = filter.text.folded(limit: 100)
    let scored = entries.indices.compactMap { index in
      let title = entries[index].title.folded(limit: 400)
      return title.score(of: pattern).map { (index: index, score: $0) }
    }
    shown = scored.sorted { ($1.score, $0.index) < ($0.score, $1.index) }.map(\.index)
    place.focus = 0
    guard let start, !filter.isEmpty, filter.text != start else { return }
    let same = shown.firstIndex { entries[$0].title == filter.text }
    if let same { place.focus = same } else { shown.insert(-1, at: 0) }
  }

  func pick(in state: inout EditorState) -> [Effect] {
    guard let entry = focused else { return [] }
    if target == nil, !suggestsNames { _ = dismiss(&state) }
    return act(entry, &state)
  }

  // MARK: Drawing

  func shape(_ state: EditorState) -> BoxShape? {
    let note = state.words(.countHits, String(shown.count), String(entries.count))
    if suggestsNames {
      let rows = min(entries.count, 10) + 3
      return BoxShape(title: title, note: note, columns: BoxShape.wide, rows: rows)
    }
    let columns = columns(state.look, limit: isChoice ? 60 : BoxShape.wide)
    return BoxShape(
      title: title, note: note, columns: max(columns, state.hintColumns(of: self)),
      rows: entries.count + 1, place: target == nil ? .centered : .atRow)
  }

  /// Returns the width of the list in columns, including the margins of its entries.
  private func columns(_ look: Appearance, limit: Int) -> Int {
    let widths = entries.prefix(1000).map {
      look.columns(of: $0.title, limit: limit) + look.columns(of: $0.detail, limit: limit)
    }
    let least = look.columns(of: look.words(.typeToFilter)) + 8
    return min(max((widths.max() ?? 0) + 12, least), limit)
  }

  func draw(on canvas: inout Canvas, _ state: EditorState) {
    let (look, words) = (canvas.look, state.words)
    let count = canvas.surface == .sheet ? "" : "\(shown.count)/\(entries.count)"
    let room = canvas.columns - 12
    let typed =
      filter.isEmpty
      ? [Span(look.clip(words(suggestsNames ? .typeName : .typeToFilter), to: room), .quiet)]
      : [Span(suggestsNames ? "" : "/ ", .key), Span(look.clip(filter.text, to: room), .field)]
    canvas.draw(Line(typed, right: [Span(count, .quiet)], indent: Canvas.boxIndent), row: 0)
    let column =
      suggestsNames && !filter.isEmpty ? Canvas.boxIndent + look.columns(of: typed) : 0
    canvas.moveCursor(row: 0, column: min(column, max(canvas.columns - 1, 0)))
    if shown.isEmpty, !suggestsNames {
      let nothing = look.clip(words(.nothingFound), to: canvas.columns - 4)
      canvas.draw(Line(nothing, .quiet, indent: Canvas.boxIndent), row: 1)
    }
    let columns = canvas.columns
    canvas.drawList(place, count: shown.count, rows: 1..<max(canvas.rows, 1)) {
      line(of: entry(shown[$0]), columns, state)
    }
  }

  private func line(of entry: MenuItem, _ columns: Int, _ state: EditorState) -> Line {
    let look = state.look
    if suggestsNames {
      let title = look.clip(entry.title, to: columns - 4)
      let room = max(columns - 7 - look.columns(of: title), 0)
      let detail = entry.id == -1 ? state.words(.newName) : entry.detail
      let right = room < 4 ? [] : [Span(look.clip(detail, to: room), .quiet)]
      return Line([Span(title)], right: right, indent: Canvas.boxIndent)
    }
    if isChoice {
      let isCurrent = entry.id == current
      let room = columns - 8 - look.columns(of: entry.detail)
      return Line(
        [
          Span(look.radio(isCurrent) + " ", isCurrent ? Style(.accent) : .quiet),
          Span(look.clip(entry.title, to: room)),
        ],
        right: [Span(entry.detail, .quiet)], indent: Canvas.boxIndent)
    }
    // On a very small screen, show the title of the setting without its key.
    let detail = state.frame.layout == .single ? "" : entry.detail
    let room = columns - (detail.isEmpty ? 4 : 6) - look.columns(of: detail)
    return Line(
      [Span(look.clip(entry.title, to: room))], right: [Span(detail, .key)],
      indent: Canvas.boxIndent)
  }

  // MARK: Plain mode

  // In plain mode, the user replies with either a name or the number of a suggested name.
  var takesAnyLine: Bool { suggestsNames }

  func describe(in lines: PlainMode) {
    guard suggestsNames else {
      return lines.describe(
        title,
        shown.map { index in
          let entry = entries[index]
          let isChosen = target != nil && entry.id == current
          return isChosen ? "\(entry.title), \(lines.words(.lineChosen))" : entry.title
        })
    }
    let start = start ?? ""
    lines.console.write(start.isEmpty ? title : lines.words(.labeled, title, start))
    for (index, entry) in entries.prefix(50).enumerated() {
      let detail = entry.detail.isEmpty ? "" : ", \(entry.detail)"
      lines.console.write("\(index + 1). \(entry.title)\(detail)")
    }
    lines.show(.lineAskName)
  }

  func answer(_ line: String, in lines: PlainMode) {
    guard suggestsNames else { return lines.pick(line, among: shown.count) }
    let line = line.trimmed
    guard !line.isEmpty, line != "0" else { return lines.cancel() }
    if let number = LineAnswer.number(line), (1...max(entries.count, 1)).contains(number) {
      lines.focus(on: number - 1)
    } else {
      // The text that the name starts with needn't be repeated.
      let start = start ?? ""
      let isWhole = line.hasPrefix(start) || entries.contains { $0.title == line }
      lines.loop.act(.command(.cutToStart))
      lines.loop.act(.paste(isWhole ? line : start + line))
    }
    lines.keepAddition()
  }
}

// MARK: Choices

extension EditorState {
  mutating func chooseFor(_ target: EditTarget) -> [Effect] {
    let control = target.control
    let value = value(of: target)
    let current = control.choiceIndex(of: value) ?? (value == nil ? nil : -1)
    let cloud = target.steps.isEmpty ? about(target.name)?.cloud : nil
    var entries = control.choices.enumerated().map { index, choice in
      MenuDialog.MenuItem(
        id: index, title: choice.title, detail: note(onChoice: index, of: control, cloud))
    }
    if current == -1, let value {
      entries.insert(.init(id: -1, title: words(.notInList, value.literal())), at: 0)
    }
    let focus = entries.firstIndex { $0.id == current }
    var menu = MenuDialog(target.title, entries, focus: focus) { entry, state in
      guard target.control.choices.indices.contains(entry.id) else {
        state.topDialog = nil
        return []
      }
      if let theme = state.theme(choosing: entry.id, of: target) { state.look.theme = theme }
      return state.write(target, target.control.choices[entry.id].value)
    }
    (menu.target, menu.isChoice, menu.current) = (target, true, current)
    menu.preview = { $1.theme(choosing: $0.id, of: target) }
    dialogs.append(menu)
    return []
  }

  /// Returns a note next to a choice if it is the default or the value on the cloud mirror.
  func note(onChoice index: Int, of control: Control, _ cloud: CloudValue?) -> String {
    var notes: [String] = []
    if index == control.choiceIndex(of: control.defaultValue) { notes.append(words(.defaultWord)) }
    if hasCloud, let cloud, index == control.choiceIndex(of: cloud.value ?? control.defaultValue) {
      notes.append(words(.hintCloud))
    }
    return notes.joined(separator: ", ")
  }
}

// MARK: Menus

extension EditorState {
  mutating func openActions() {
    let lines = keys.lines(of: .rows).filter {
      !$0.command.moves && ![.toggle, .actions].contains($0.command) && applies($0.command)
    }
    let entries = lines.enumerated().map { index, line in
      MenuDialog.MenuItem(
        id: index, title: words.translation(of: line.help),
        detail: line.keys.joined(separator: " "))
    }
    openMenu(.actionsTitle, entries) { $1.perform(lines[$0.id].command) }
  }

  mutating func openLanguages() -> [Effect] {
    let tags = document.bundle.languages
    guard tags.count > 1 else { return show(.noLanguages) }
    let focus = tags.firstIndex { $0 == document.bundle.language }
    let entries = tags.indices.map { MenuDialog.MenuItem(id: $0, title: tags[$0]) }
    openMenu(.languageTitle, entries, focus: focus) { entry, _ in [.speak(entry.title)] }
    return []
  }

  /// Lists the color themes, while the screen shows a preview of the focused theme.
  mutating func openThemes() {
    let own = look.ownThemes.keys.sorted()
    let themes: [(name: String, title: String)] =
      [
        ("terminal", words(.themeTerminal)), ("dark", words(.themeDark)),
        ("light", words(.themeLight)), ("contrast", words(.themeContrast)),
        ("mono", words(.themeMono)),
      ] + own.map { ($0, $0) }
    let theme = look.theme
    let name =
      theme.isStrong ? "contrast" : theme.hasColors ? theme.pageName ?? "terminal" : "mono"
    let current = themes.firstIndex { $0.name == name }
    let entries = themes.enumerated().map { MenuDialog.MenuItem(id: $0, title: $1.title) }
    var menu = MenuDialog(words(.themeTitle), entries, focus: current) { entry, state in
      state.look.theme = state.theme(named: themes[entry.id].name)
      return [.keepTheme(themes[entry.id].name)]
    }
    (menu.isChoice, menu.current) = (true, current)
    menu.preview = { $1.withAccent($1.theme(named: themes[$0.id].name)) }
    dialogs.append(menu)
  }

  private func theme(named name: String) -> Theme {
    Theme(named: name, accent: look.theme.accent, own: look.ownThemes)
  }

  mutating func openMenu(
    _ title: Phrase, _ entries: [MenuDialog.MenuItem], focus: Int? = nil,
    act: @escaping @Sendable (MenuDialog.MenuItem, inout EditorState) -> [Effect]
  ) {
    dialogs.append(MenuDialog(words(title), entries, focus: focus, act: act))
  }
}
