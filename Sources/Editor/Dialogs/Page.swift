import Settee
import SetteeVerbs
import SetteeTerminal

/// A dialog that shows a scrollable page of text, such as the help, with a search field.
struct PageDialog: Dialog {
  enum Topic: Sendable, Equatable {
    case help
    case info(SettingName?)
    case history(SettingName)
    case differences
  }

  let kind: Topic
  let title: String
  var lines: [PageLine]
  var top = 0
  var find: LineText?
  /// A Boolean value that indicates whether the text that the user types is entered in the search
  /// field.
  var isFinding = false

  var context: KeyContext { isFinding ? .list : .page }
  func title(_ words: Strings) -> String? { title }

  func perform(_ command: Command, in state: inout EditorState) -> [Effect] {
    if isFinding { return keepOpen(in: &state) { $0.performFinding(command) } }
    var place = ListSelection(focus: top)
    let page = max(state.contentSize(of: self).rows - 1, 1)
    if place.move(command, count: drawnLines(state).count, page: page) {
      return keepOpen(in: &state) { $0.top = place.focus }
    }
    switch command {
    case .search:
      return keepOpen(in: &state) { ($0.find, $0.isFinding) = (find ?? LineText(), true) }
    case .copy: return state.copy(plainText)
    case .cancel: return dismiss(&state)
    default: return []
    }
  }

  private mutating func performFinding(_ command: Command) {
    switch command {
    case .keep: isFinding = false
    case .cancel: (find, isFinding) = (nil, false)
    default:
      find?.perform(command)
      top = 0
    }
  }

  func type(_ text: String, in state: inout EditorState) -> [Effect] {
    guard isFinding else { return [] }
    return keepOpen(in: &state) {
      $0.find?.insert(LineText.oneLine(text))
      $0.top = 0
    }
  }

  private var plainText: String {
    lines.map { $0.label.isEmpty ? $0.text : "\($0.label)\t\($0.text)" }.joined(separator: "\n")
  }

  mutating func scroll(in state: EditorState) {
    top = min(max(top, 0), max(drawnLines(state).count - rows(state).count, 0))
  }

  func shape(_ state: EditorState) -> BoxShape? {
    let isWide = kind == .help && state.size.columns >= 132
    return BoxShape(title: title, columns: isWide ? 124 : BoxShape.wide, rows: .max / 2)
  }

  /// Returns the rows of the dialog that show lines of the page, below the search field if it is
  /// open.
  private func rows(_ state: EditorState) -> Range<Int> {
    let rows = state.contentSize(of: self).rows
    return min(find == nil ? 0 : 1, rows)..<rows
  }

  func draw(on canvas: inout Canvas, _ state: EditorState) {
    let rows = rows(state)
    if let find {
      let indent = canvas.columns < 30 ? 1 : Canvas.boxIndent
      canvas.draw(Line([Span("/ ", .key), Span(find.text, .field)], indent: indent), row: 0)
      canvas.moveCursor(row: 0, column: indent + 2 + state.look.columns(of: find.text))
    }
    if !isFinding { canvas.moveCursor(row: rows.lowerBound, column: 0) }
    let lines = drawnLines(state)
    for (row, line) in zip(rows, lines.dropFirst(top)) { canvas.draw(line, row: row) }
    canvas.drawThumb(rows: rows, top: top, count: lines.count)
  }

  private func drawnLines(_ state: EditorState) -> [Line] {
    let pattern = (find?.text ?? "").folded(limit: 100)
    let shown = lines.filter { line in
      // Require a substring match, because scattered characters would match nearly every sentence.
      pattern.isEmpty
        || (line.label + " " + line.text).folded().score(of: pattern) ?? 0 > 500
    }
    let columns = state.contentSize(of: self).columns
    // Only the names of keys are emphasized. Any other label is quieter than its value.
    let style: Style = kind == .help ? .key : .quiet
    if kind == .help, pattern.isEmpty, columns >= 110 {
      return inTwoColumns(shown, state.look, columns: columns / 2)
    }
    return shown.flatMap { $0.drawn(state.look, columns: columns, label: style) }
  }

  /// Returns the lines of the help side by side, with about half of its sections on each side.
  private func inTwoColumns(_ lines: [PageLine], _ look: Appearance, columns: Int) -> [Line] {
    var sections: [[Line]] = []
    for line in lines {
      if line.isHeading || sections.isEmpty { sections.append([]) }
      sections[sections.count - 1] += line.drawn(look, columns: columns, label: .key)
    }
    let half = sections.reduce(0) { $0 + $1.count } / 2
    var (left, right) = ([Line](), [Line]())
    for section in sections {
      let fits = right.isEmpty && left.count + section.count / 2 <= half
      if fits { left += section } else { right += section }
    }
    return (0..<max(left.count, right.count)).map { row in
      var line = row < left.count ? left[row] : Line()
      guard row < right.count else { return line }
      let used = line.indent + look.columns(of: line.left)
      let gap = max(columns + right[row].indent - used, 1)
      line.left += [Span(String(repeating: " ", count: gap))] + right[row].left
      return line
    }
  }
}

/// A line of a text page, with an optional label in a left column.
struct PageLine: Sendable {
  /// The label in the left column, such as the names of keys on the help page.
  ///
  /// The label is empty for a line that consists of text only.
  var label: String
  var text: String
  var isHeading = false

  init(_ label: String, _ text: String) { (self.label, self.text) = (label, text) }

  init(_ text: String, isHeading: Bool = false) {
    self.init("", text)
    self.isHeading = isHeading
  }

  fileprivate func drawn(_ look: Appearance, columns: Int, label style: Style) -> [Line] {
    let margin = columns < 30 ? 1 : Canvas.boxIndent
    if isHeading {
      return [Line(look.clip(text, to: columns - 2 * margin), .heading, indent: margin)]
    }
    let isWide = columns >= 52
    let indent = label.isEmpty ? margin : isWide ? 24 : margin + 2
    let wrapped = look.wrap(text, to: columns - indent - margin, lines: 400)
    let texts = wrapped.map { Line(String($0), indent: indent) }
    guard !label.isEmpty else { return texts }
    if !isWide { return [Line(look.clip(label, to: columns - 2), style, indent: margin)] + texts }
    let label = look.clip(label, to: 22 - margin)
    let gap = String(repeating: " ", count: indent - margin - look.columns(of: label))
    let first = Span(wrapped.first.map(String.init) ?? "")
    return [Line([Span(label, style), Span(gap), first], indent: margin)] + texts.dropFirst()
  }
}

// The pages that the editor can show, which are help, details, history, and differences.

/// An entry in the history of a setting, with all parts formatted for display.
struct HistoryLine: Sendable {
  var time: String
  var author: String
  var old: String
  var new: String
}

extension EditorState {
  /// Opens the help page.
  ///
  /// The help page starts with the keys for the current context, followed by the markers and all
  /// other keys.
  mutating func openHelp() -> [Effect] {
    if let page = dialog as? PageDialog, page.kind == .help { return [] }
    let (first, glyphs) = (context, look.glyphs)
    let marks = [
      PageLine(words(.marksHeading), isHeading: true),
      PageLine(glyphs.changed, words(.marksChanged)),
      PageLine(glyphs.unpushed, words(.marksUnpushed)),
      PageLine(glyphs.managed, words(.marksManaged)),
      PageLine(glyphs.staged, words(.marksUnsaved)), PageLine(""),
    ]
    let others = KeyContext.allCases.filter { $0 != first }
    open(.help, words(.helpTitle), keyLines(first) + marks + others.flatMap(keyLines))
    return []
  }

  /// Returns the keys of a context, where the many keys of the settings list are grouped by task.
  private func keyLines(_ context: KeyContext) -> [PageLine] {
    let known = keys.lines(of: context).filter { !$0.keys.isEmpty }
    func section(_ title: String, _ lines: [KeyBinding]) -> [PageLine] {
      let texts = lines.map {
        PageLine($0.keys.joined(separator: " "), words.translation(of: $0.help))
      }
      return [PageLine(words.translation(of: title), isHeading: true)] + texts + [PageLine("")]
    }
    guard context == .rows else { return section(context.rawValue, known) }
    return Command.tasks.flatMap { task in
      section(task.rawValue, known.filter { $0.command.task == task })
    }
  }

  mutating func openInfo() -> [Effect] {
    guard let row = focusedFacts else { return show(.cannotReset) }
    open(.info(row.name), words(.infoTitle), infoLines(row))
    return row.name.map { [.inspect($0)] } ?? []
  }

  private func infoLines(_ row: RowFacts) -> [PageLine] {
    let (control, name) = (row.control, row.name)
    var lines = [PageLine(control.label, isHeading: true)]
    func add(_ label: Phrase, _ text: String?) {
      if let text, !text.isEmpty { lines.append(PageLine(words(label), text)) }
    }
    add(.infoHelp, control.help)
    add(.infoHelp, obstacle(of: control))
    add(.inspectKey, control.key)
    if !document.isFile { add(.domainTitle, name?.domain) }
    let kind = document.isOpenedByPath ? control.kind.rawValue : nil
    let secret = control.isSecure ? words(.secretWord) : nil
    add(.infoKind, [kind, secret].compactMap(\.self).joined(separator: ", "))
    if document.isOpenedByPath {
      add(.infoType, control.type)
      add(.infoPlace, place(of: control))
    }
    add(.infoAllowed, control.key == nil ? nil : words.allowed(control))
    add(.inspectDefault, control.defaultValue.map { literal(control, $0) })
    if let name {
      if let change = staged?[name] {
        add(.infoUnsaved, change.new.map { literal(control, $0) } ?? words(.defaultWord))
      }
      let stored = readings.stored(name).map { literal(control, $0) }
      add(document.isFile ? .infoInFile : .infoStored, stored ?? words(.notSet))
      let value = row.value.map { literal(control, $0) } ?? words(.notSet)
      add(.inspectValue, row.source.isEmpty ? value : "\(value)  (\(row.source))")
    }
    add(.infoSync, control.sync?.rawValue)
    add(.infoCommand, command(for: control))
    for condition in control.visibleWhen + control.enabledWhen {
      let values = condition.values.map { $0.literal() }.joined(separator: ", ")
      add(.infoCondition, "\(condition.key) \(condition.isNegated ? "≠" : "=") \(values)")
    }
    if let excerpt = row.details?.excerpt {
      lines += [PageLine(""), PageLine(words(.infoFile), isHeading: true)]
      lines += excerpt.around(9).text(look).map { PageLine($0) } + [PageLine("")]
    }
    if !control.choices.isEmpty {
      let choices = control.choices.prefix(200).map { "\($0.title) = \($0.value.literal())" }
      add(.inspectChoices, choices.joined(separator: ", "))
    }
    return lines
  }

  private func place(of control: Control) -> String? {
    let file = pane.path.isEmpty ? pane.file : pane.path
    switch control.place {
    case .text(let line, let column)?: return "\(file):\(line):\(column)"
    case .offset(let offset)?: return "\(file) @\(offset)"
    case nil: return nil
    }
  }

  mutating func show(layers: [LayerValue], of name: SettingName) {
    let isSecret = document.control(named: name)?.isSecure ?? false
    var lines = [PageLine(""), PageLine(words(.infoLayers), isHeading: true)]
    lines += layers.map { layer in
      let value = isSecret ? look.hidden : layer.value.literal()
      let path = layer.path.map { "  \($0)" } ?? ""
      let isFile = layer.origin == .user && document.isFile
      return PageLine(words(isFile ? .infoFile : layer.origin.phrase), value + path)
    }
    if layers.isEmpty { lines.append(PageLine(words(.infoNoLayers))) }
    changePage(.info(name)) { $0.lines += lines }
  }

  /// Copies the shell command that sets the focused row's value, or the row's text if it has no
  /// value.
  mutating func copyRow() -> [Effect] {
    guard let control = control(of: focused) else { return show(.nothingToCopy) }
    return copy(
      command(for: control) ?? control.url ?? shownText(control, value(of: control)))
  }

  /// Returns a shell command that sets a control to its current value or, if no value is set,
  /// resets it.
  ///
  /// The shell command doesn't include the values of secrets. The command specifies the app by its
  /// main domain, because the panes of the app contain the rows of all domains.
  func command(for control: Control) -> String? {
    guard place.element == nil, let name = name(of: control), control.kind.isEditable else {
      return nil
    }
    let (shell, app) = (document.shell, document.word)
    guard let value = stored(name) else { return shell.reset(name.key, of: app) }
    guard !control.isSecure else { return shell.set(nil, name.key, of: app) }
    let text = ValueFormatter.printed(value)
    let isRead =
      value.array != nil || (try? control.parse(text).get()).map { $0.matches(value) } ?? false
    if document.hasBundle, isRead { return shell.set(text, name.key, of: app) }
    var type = ValueType(of: value)
    if document.hasBundle || type == .plist { type = .json }
    return shell.set(
      type == .json ? JSON(value).text() : text, type: type, name.key, of: app)
  }

  // MARK: Differences and history

  mutating func openDifferences() -> [Effect] {
    if document.isFile {
      open(.differences, words(.differencesTitle), [PageLine(words(.loading))])
      return [.lineDifferences(staged ?? [])]
    }
    var lines = modifiedValues(wholeApp: true).map { control, change in
      PageLine(
        control.label,
        "\(namedText(control, control.defaultValue)) \(look.glyphs.send) \(namedText(control, change.old))"
          + (staged?[change.name] == nil ? "" : ", \(words(.unsaved))"))
    }
    if lines.isEmpty { lines = [PageLine(words(.noDifferences))] }
    open(.differences, words(.differencesTitle), lines)
    return []
  }

  mutating func show(differences lines: [String]) {
    let texts = lines.isEmpty ? [words(.noLineDifferences)] : lines
    changePage(.differences) { $0.lines = texts.map { PageLine($0) } }
  }

  mutating func openHistory() -> [Effect] {
    guard let control = control(of: focused), let name = name(of: control) else {
      return show(.cannotReset)
    }
    let title = "\(words(.historyTitle)): \(control.label)"
    open(.history(name), title, [PageLine(words(.loading))])
    return [.history(name)]
  }

  mutating func show(history: [HistoryLine], of name: SettingName) {
    var lines = history.map {
      PageLine($0.time, "\($0.old) \(look.glyphs.send) \($0.new)  \($0.author)")
    }
    if lines.isEmpty { lines = [PageLine(words(.noHistory))] }
    changePage(.history(name)) { $0.lines = lines }
  }

  private mutating func open(_ kind: PageDialog.Topic, _ title: String, _ lines: [PageLine]) {
    dialogs.append(PageDialog(kind: kind, title: title, lines: lines))
  }

  /// Updates an open page once its data has been loaded, even if another dialog is on top of it.
  private mutating func changePage(_ kind: PageDialog.Topic, _ body: (inout PageDialog) -> Void) {
    change(PageDialog.self) { if $0.kind == kind { body(&$0) } }
  }

  mutating func copy(_ text: String) -> [Effect] {
    guard !text.isEmpty else { return show(.nothingToCopy) }
    message = Message(text: words(.copied, look.clip(text, to: 200)))
    return [.copy(text)]
  }
}
