import Settee

extension EditorState {
  /// Does what a command means on a page.
  mutating func perform(_ command: Command, _ page: Page) -> [Effect] {
    if page.isFinding { return performFinding(command, page) }
    var page = page
    let rows = max(listRows - 1, 1)
    switch command {
    case .up: page.top -= 1
    case .down: page.top += 1
    case .pageUp: page.top -= rows
    case .pageDown: page.top += rows
    case .first: page.top = 0
    case .last: page.top = lines(of: page).count
    case .search: (page.find, page.isFinding) = (page.find ?? LineText(), true)
    case .copy: return copy(page.plainText)
    case .cancel:
      modes.removeLast()
      return []
    default: break
    }
    top = .page(page)
    return []
  }

  private mutating func performFinding(_ command: Command, _ page: Page) -> [Effect] {
    var page = page
    switch command {
    case .keep: page.isFinding = false
    case .cancel: (page.find, page.isFinding) = (nil, false)
    default:
      page.find?.perform(command)
      page.top = 0
    }
    top = .page(page)
    return []
  }

  /// Types into what is looked for on a page.
  mutating func type(_ text: String, _ page: Page) -> [Effect] {
    guard page.isFinding else { return [] }
    var page = page
    page.find?.insert(EditorState.oneLine(text))
    page.top = 0
    top = .page(page)
    return []
  }

  /// Puts text on the clipboard, and says which.
  mutating func copy(_ text: String) -> [Effect] {
    guard !text.isEmpty else { return say(.nothingToCopy) }
    message = Message(text: words(.copied, look.clip(text, to: 200)))
    return [.copy(text)]
  }

  /// Lists everything that is changed, with its default.
  mutating func openDifferences() {
    let changes = modifiedValues(wholeApp: true)
    var lines = changes.map { control, change in
      PageLine(
        control.label,
        "\(namedText(control, control.defaultValue)) -> \(namedText(control, change.old))"
          + (staged?[change.name] == nil ? "" : ", \(words(.stagedWord))"))
    }
    if lines.isEmpty { lines = [PageLine("", words(.noDifferences))] }
    modes.append(
      .page(Page(kind: .differences, title: words(.differencesTitle), lines: lines)))
  }

  /// Asks what became of the focused value before.
  mutating func openHistory() -> [Effect] {
    guard let control = control(of: focused), let name = name(of: control) else {
      return say(.cannotReset)
    }
    modes.append(
      .page(
        Page(
          kind: .history(name), title: words(.historyTitle), lines: [PageLine("", words(.looking))])
      ))
    return [.history(name)]
  }

  /// Shows what became of a value before.
  mutating func take(_ history: [HistoryLine], of name: SettingName) {
    var lines = history.map { PageLine($0.time, "\($0.old) -> \($0.new)  \($0.author)") }
    if lines.isEmpty { lines = [PageLine("", words(.noHistory))] }
    for index in modes.indices {
      guard case .page(var page) = modes[index], page.kind == .history(name) else { continue }
      page.lines = lines
      modes[index] = .page(page)
    }
  }
}

extension Page {
  /// The page as text, for the clipboard.
  var plainText: String {
    lines.map { $0.label.isEmpty ? $0.text : "\($0.label)\t\($0.text)" }.joined(separator: "\n")
  }
}
