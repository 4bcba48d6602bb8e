import Foundation
import SetteeTestSupport

/// The real editor on a device, in its own terminal.
typealias EditorScreen = TerminalScreen

extension TerminalScreen {
  static let program = ["/usr/bin/tmux", "/usr/local/bin/tmux"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Opens the editor on a device.
  convenience init(_ machine: Machine, _ bundle: String, shows text: String) throws {
    try self.init(
      [ProgramUnderTest.path, bundle], environment: machine.environment, columns: 100, rows: 24)
    try wait(for: text)
  }

  /// Returns the text on the screen, with wrapped lines joined.
  func screen() throws -> String { try text() }

  /// Returns the arguments and environment variables of the editor and its children, read from
  /// /proc.
  func processList() throws -> String {
    var all = [try ask("#{pane_pid}")]
    var text = ""
    while let id = all.popLast() {
      for file in ["cmdline", "environ"] {
        let bytes = FileManager.default.contents(atPath: "/proc/\(id)/\(file)") ?? Data()
        text += String(decoding: bytes, as: UTF8.self)
      }
      let children = FileManager.default.contents(atPath: "/proc/\(id)/task/\(id)/children")
      all += String(decoding: children ?? Data(), as: UTF8.self).split(separator: " ")
        .map(String.init)
    }
    return text
  }
}
