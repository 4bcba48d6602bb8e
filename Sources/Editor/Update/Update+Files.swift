import Settee

extension EditorState {
  /// Asks for the path of a file to write or to read.
  mutating func askPath(_ purpose: PathAsking.Purpose) {
    let name = purpose == .export ? document.word + ".plist" : ""
    // A path as the word of an app is no name for a file beside it.
    let start = name.utf8.contains(UInt8(ascii: "/")) ? "" : name
    modes.append(.path(PathAsking(purpose: purpose, line: LineText(start))))
  }

  /// Asks for the domain of panes that name none; nothing else is open meanwhile.
  mutating func askDomain(_ proposal: String) {
    modes = [.path(PathAsking(purpose: .domain, line: LineText(proposal)))]
  }

  /// Does what a command means while a path is typed.
  mutating func perform(_ command: Command, _ asking: PathAsking) -> [Effect] {
    var asking = asking
    let path = asking.line.text
    switch command {
    case .keep where asking.purpose == .export: return [.export(to: path, replaces: false)]
    case .keep where asking.purpose == .domain: return [.openIn(domain: path)]
    case .keep: return [.readImport(path)]
    case .complete where asking.purpose == .domain: return [.beep]
    case .complete: return [.complete(path)]
    case .cancel where asking.purpose == .domain: return [.quit]
    case .cancel:
      modes.removeLast()
      return []
    default:
      asking.completions = []
      asking.line.perform(command)
    }
    top = .path(asking)
    return []
  }

  /// Types or pastes into a path.
  mutating func type(_ text: String, _ asking: PathAsking) -> [Effect] {
    var asking = asking
    asking.completions = []
    asking.line.insert(EditorState.oneLine(text))
    top = .path(asking)
    return []
  }

  /// Says that the values are in a file.
  mutating func exported(_ text: String) {
    closePath()
    message = Message(text: withWaiting(text))
  }

  /// A sentence on what was sent or written, with what waits and so was not.
  func withWaiting(_ text: String) -> String {
    guard let staged, !staged.isEmpty else { return text }
    return text + " " + words(.leftWaiting, String(staged.changes.count))
  }

  /// Asks before the values are written over a file that is there.
  mutating func askReplace(_ path: String) {
    ask(
      words(.askReplaceFile, path), [],
      [(words(.stay), .stay), (words(.replaceIt), .replaceFile(path))])
  }

  /// Shows what the values of a file would change, and asks whether to take them over.
  mutating func ask(toImport plan: Exchange.Plan) {
    closePath()
    guard !plan.changes.isEmpty else {
      message = Message(text: words(.importNothing, plan.file))
      return
    }
    let changes = plan.changes.map { change in
      ValueChange(name: known(change.name), old: change.old, new: change.new)
    }
    var details = zip(plan.changes, changes).map { found, change in
      document.control(named: change.name).map { difference($0, change) }
        ?? difference(change, isSecret: plan.secrets.contains(found.name))
    }
    if !plan.untold.isEmpty {
      details.append(words(.importUntold, plan.untold.joined(separator: ", ")))
    }
    let edit = Edit(changes: changes, title: words(.importTitle))
    ask(
      words(.askImport, String(changes.count), plan.file), details,
      [(words(.stay), .stay), (words(.yesImport), .import(edit))])
  }

  /// The name under which the panes know a value; some leave its domain to the app's own.
  private func known(_ name: SettingName) -> SettingName {
    let short = SettingName(domain: nil, key: name.key)
    let isShort = document.control(named: name) == nil && document.control(named: short) != nil
    return isShort ? short : name
  }

  /// A change of a value that no pane shows.
  private func difference(_ change: ValueChange, isSecret: Bool) -> String {
    func text(_ value: PropertyList?) -> String {
      guard let value else { return words(.nothing) }
      return isSecret
        ? String(repeating: look.glyphs.bullet, count: 8) : Literal.text(value, limit: 60)
    }
    return "\(change.name.key): \(text(change.old)) -> \(text(change.new))"
  }

  private mutating func closePath() {
    if case .path = mode { modes.removeLast() }
  }
}
