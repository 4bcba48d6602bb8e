import Settee
import SetteeTerminal

// The base of all list dialogs, and the dialogs that can be filtered: choices and menus.

/// A dialog that shows a list with a focused entry.
protocol ListDialog: Dialog {
  var place: ListPlace { get set }
  func count(_ state: EditorState) -> Int
  /// Returns the rows of the content in which entries are shown.
  func entryRows(_ state: EditorState) -> Range<Int>
  func pick(in state: inout EditorState) -> [Effect]
}

extension ListDialog {
  func perform(_ command: Command, in state: inout EditorState) -> [Effect] {
    performInList(command, in: &state)
  }

  /// Performs a command that has the same meaning in every list.
  func performInList(_ command: Command, in state: inout EditorState) -> [Effect] {
    if let moved = move(command, in: &state) { return moved }
    switch command {
    case .keep, .open: return pick(in: &state)
    case .cancel: return leave(&state)
    case .quit: return state.quit()
    default: return []
    }
  }

  /// Moves the focus, or returns `nil` for commands that don't move it.
  func move(_ command: Command, in state: inout EditorState) -> [Effect]? {
    var mode = self
    let page = max(entryRows(state).count - 1, 1)
    guard mode.place.move(command, count: count(state), page: page) else { return nil }
    return mode.stay(in: &state)
  }

  mutating func focus(on index: Int) { place.focus = index }

  mutating func scroll(in state: EditorState) {
    place.settle(count: count(state), rows: entryRows(state).count)
  }

  func press(_ position: Position, in state: inout EditorState) -> [Effect] {
    pressEntry(position, in: &state)
  }

  /// Focuses the pressed entry, or chooses it if it already has the focus.
  func pressEntry(_ position: Position, in state: inout EditorState) -> [Effect] {
    let rows = entryRows(state)
    let index = place.top + position.row - rows.lowerBound
    guard rows.contains(position.row), index < count(state) else { return [] }
    if index == place.focus { return pick(in: &state) }
    return stay(in: &state) { $0.place.focus = index }
  }

  func answer(_ line: String, in lines: PlainMode) { lines.pick(line, among: count(lines.state)) }
}

/// A list that can be filtered, with a focused entry.
struct PickList: Sendable {
  struct Entry: Sendable {
    /// An identifier that the creator of the list defines.
    let id: Int
    let title: String
    var detail = ""
  }

  let entries: [Entry]
  private var filter = LineText()
  /// The indexes of the entries that match the filter, starting with the best match.
  private(set) var shown: [Int]
  var place = ListPlace()
  /// The initial filter if its text can be chosen too, as the first entry.
  private var start: String?

  init(_ entries: [Entry], focus: Int? = nil, start: String? = nil) {
    self.entries = entries
    self.start = start
    filter = LineText(start ?? "")
    shown = Array(entries.indices)
    place.focus = focus ?? 0
  }

  var focused: Entry? {
    shown.indices.contains(place.focus) ? entry(shown[place.focus]) : nil
  }

  /// Returns an entry by its index, or the typed text for -1.
  func entry(_ index: Int) -> Entry {
    index < 0 ? Entry(id: -1, title: filter.text) : entries[index]
  }

  fileprivate mutating func edit(_ change: (inout LineText) -> Void) {
    let old = filter.text
    change(&filter)
    guard filter.text != old else { return }
    let pattern = Folding.fold(filter.text, limit: 100)
    let scored = entries.indices.compactMap { index in
      let title = Folding.fold(entries[index].title, limit: 400)
      return Fuzzy.score(pattern, in: title).map { (index: index, score: $0) }
    }
    shown = scored.sorted { ($1.score, $0.index) < ($0.score, $1.index) }.map(\.index)
    place.focus = 0
    guard let start, !filter.isEmpty, filter.text != start else { return }
    let same = shown.firstIndex { entries[$0].title == filter.text }
    if let same { place.focus = same } else { shown.insert(-1, at: 0) }
  }

  func draw(on canvas: inout Canvas, _ words: Strings, line: (Entry) -> Line) {
    let look = canvas.look
    let count = canvas.surface == .sheet ? "" : "\(shown.count)/\(entries.count)"
    let room = canvas.columns - 12
    let typed =
      filter.isEmpty
      ? [Span(look.clip(words(start == nil ? .typeToFilter : .typeName), to: room), .quiet)]
      : [Span(start == nil ? "/ " : "", .key), Span(look.clip(filter.text, to: room), .field)]
    canvas.draw(Line(typed, right: [Span(count, .quiet)], indent: Canvas.boxIndent), row: 0)
    let column = start == nil || filter.isEmpty ? 0 : Canvas.boxIndent + look.columns(of: typed)
    canvas.moveCursor(row: 0, column: min(column, max(canvas.columns - 1, 0)))
    if shown.isEmpty, start == nil {
      let nothing = look.clip(words(.nothingFound), to: canvas.columns - 4)
      canvas.draw(Line(nothing, .quiet, indent: Canvas.boxIndent), row: 1)
    }
    canvas.drawList(place, count: shown.count, rows: 1..<max(canvas.rows, 1)) {
      line(entry(shown[$0]))
    }
  }

  func count(_ words: Strings) -> String {
    words(.countHits, String(shown.count), String(entries.count))
  }

  /// Returns the width that the entries need, including their margins.
  func columns(_ look: Appearance, limit: Int = 60) -> Int {
    let widths = entries.prefix(1000).map {
      look.columns(of: $0.title, limit: limit) + look.columns(of: $0.detail, limit: limit)
    }
    let least = look.columns(of: look.words(.typeToFilter)) + 8
    return min(max((widths.max() ?? 0) + 12, least), limit)
  }
}

/// A list dialog that has a filter.
protocol PickDialog: ListDialog {
  var list: PickList { get set }
}

extension PickDialog {
  var context: KeyContext { .list }
  var place: ListPlace {
    get { list.place }
    set { list.place = newValue }
  }

  func count(_ state: EditorState) -> Int { list.shown.count }

  func entryRows(_ state: EditorState) -> Range<Int> { 1..<max(state.room(of: self).rows, 1) }

  func perform(_ command: Command, in state: inout EditorState) -> [Effect] {
    switch command {
    case .eraseBackward, .cutWord, .cutToStart:
      stay(in: &state) { $0.list.edit { $0.perform(command) } }
    default: performInList(command, in: &state)
    }
  }

  func type(_ text: String, in state: inout EditorState) -> [Effect] {
    stay(in: &state) { $0.list.edit { $0.insert(LineText.oneLine(text)) } }
  }
}

// MARK: Choices

/// A list of the choices for a value.
struct ChoiceDialog: PickDialog {
  var target: EditTarget
  /// The choices, identified by their index.
  ///
  /// The index -1 represents a saved value that isn't a valid choice.
  var list: PickList
  /// The index of the current choice, which is the default if no value is set.
  var current: Int?

  func title(_ words: Strings) -> String? { target.title }
  var edited: EditTarget? { target }

  func pick(in state: inout EditorState) -> [Effect] {
    guard let entry = list.focused else { return [] }
    guard target.control.choices.indices.contains(entry.id) else { return leave(&state) }
    if let theme = state.theme(choosing: entry.id, of: target) { state.look.theme = theme }
    return state.write(target, target.control.choices[entry.id].value)
  }

  func shape(_ state: EditorState) -> BoxShape? {
    BoxShape(
      title: target.title, note: list.count(state.words),
      columns: max(list.columns(state.look), state.hintColumns(of: self)),
      rows: list.entries.count + 1, place: .atRow)
  }

  func draw(on canvas: inout Canvas, _ state: EditorState) {
    let (look, columns) = (state.look, canvas.columns)
    list.draw(on: &canvas, state.words) { entry in
      let isCurrent = entry.id == current
      let room = columns - 8 - look.columns(of: entry.detail)
      return Line(
        [
          Span(look.radio(isCurrent) + " ", isCurrent ? Style(.accent) : .quiet),
          Span(look.clip(entry.title, to: room)),
        ],
        right: [Span(entry.detail, .quiet)], indent: Canvas.boxIndent)
    }
  }
}

extension EditorState {
  mutating func chooseFor(_ target: EditTarget) {
    let control = target.control
    let value = value(of: target)
    let current = control.choiceIndex(of: value) ?? (value == nil ? nil : -1)
    let cloud = target.steps.isEmpty ? about(target.name)?.cloud : nil
    var entries = control.choices.enumerated().map { index, choice in
      PickList.Entry(
        id: index, title: choice.title, detail: note(onChoice: index, of: control, cloud))
    }
    if current == -1, let value {
      entries.insert(.init(id: -1, title: words(.notInList, value.literal())), at: 0)
    }
    let list = PickList(entries, focus: entries.firstIndex { $0.id == current })
    modes.append(ChoiceDialog(target: target, list: list, current: current))
  }

  /// Returns the labels for the default choice and for the mirror's choice.
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

/// A menu of the commands for the focused row, or of the available languages.
struct MenuDialog: PickDialog {
  let title: String
  var list: PickList
  /// Performs the action of the chosen entry.
  ///
  /// The menu is closed before this call.
  let act: @Sendable (_ entry: Int, inout EditorState) -> [Effect]

  func title(_ words: Strings) -> String? { title }

  func pick(in state: inout EditorState) -> [Effect] {
    guard let entry = list.focused else { return [] }
    _ = leave(&state)
    return act(entry.id, &state)
  }

  func shape(_ state: EditorState) -> BoxShape? {
    BoxShape(
      title: title, note: list.count(state.words),
      columns: max(list.columns(state.look, limit: BoxShape.wide), state.hintColumns(of: self)),
      rows: list.entries.count + 1)
  }

  func draw(on canvas: inout Canvas, _ state: EditorState) {
    let (look, columns) = (state.look, canvas.columns)
    list.draw(on: &canvas, state.words) { entry in
      // If there isn't enough room, the title takes precedence over the key.
      let detail = state.frame.layout == .single ? "" : entry.detail
      let room = columns - (detail.isEmpty ? 4 : 6) - look.columns(of: detail)
      return Line(
        [Span(look.clip(entry.title, to: room))], right: [Span(detail, .key)],
        indent: Canvas.boxIndent)
    }
  }
}

extension EditorState {
  mutating func openActions() {
    let lines = keys.lines(of: .rows).filter {
      !$0.command.moves && ![.toggle, .actions].contains($0.command) && applies($0.command)
    }
    let entries = lines.enumerated().map { index, line in
      PickList.Entry(
        id: index, title: words.translation(of: line.help),
        detail: line.keys.joined(separator: " "))
    }
    openMenu(.actionsTitle, PickList(entries)) { $1.perform(lines[$0].command) }
  }

  mutating func openLanguages() -> [Effect] {
    let tags = document.bundle.languages
    guard tags.count > 1 else { return say(.noLanguages) }
    let focus = tags.firstIndex { $0 == document.bundle.language }
    let list = PickList(tags.indices.map { .init(id: $0, title: tags[$0]) }, focus: focus)
    openMenu(.languageTitle, list) { entry, _ in [.speak(tags[entry])] }
    return []
  }

  mutating func openMenu(
    _ title: Phrase, _ list: PickList,
    act: @escaping @Sendable (_ entry: Int, inout EditorState) -> [Effect]
  ) {
    modes.append(MenuDialog(title: words(title), list: list, act: act))
  }
}
