import SetteeTerminal

/// The device of line mode: it shows nothing by itself and keeps what is to be copied.
final class LineDevice: TerminalDevice {
  /// Large, so that nothing is cut.
  let size = Size(rows: 1000, columns: 1000)
  let abilities: TerminalAbilities
  /// What was to be put on the clipboard, which line mode writes out.
  private(set) var copied: String?

  init(lettering: Lettering) { abilities = TerminalAbilities(lettering: lettering) }

  func paint(_ screen: Screen) {}

  func wait(for descriptors: [Int32], atMost milliseconds: Int?) -> [TerminalEvent] { [.closed] }

  func perform(_ request: TerminalRequest) {
    if case .copy(let text) = request { copied = text }
  }

  /// Takes what was to be copied.
  func takeCopied() -> String? {
    defer { copied = nil }
    return copied
  }
}
