import Foundation
import SetteeTestSupport

/// The real editor of a machine, in a terminal of its own.
typealias EditorScreen = TerminalScreen

extension TerminalScreen {
  static let program = ["/usr/bin/tmux", "/usr/local/bin/tmux"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Opens the editor of a machine.
  convenience init(_ machine: Machine, _ bundle: String, shows text: String) throws {
    try self.init(
      [ProgramUnderTest.path, bundle], environment: machine.environment, columns: 100, rows: 24)
    try wait(for: text)
  }

  /// What stands on the screen, wrapped lines joined.
  func screen() throws -> String { try text() }

  /// The arguments and variables of the editor's process and of its children, as /proc shows them.
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
