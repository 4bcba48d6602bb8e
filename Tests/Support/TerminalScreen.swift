import Foundation

/// A program in a separate terminal, its screen, and its keyboard input; it stops together with its
/// owner.
package final class TerminalScreen {
  /// The tmux server that provides the terminal.
  package let server: TmuxServer

  /// Opens a terminal that runs a program with only these environment variables.
  package init(
    _ words: [String], environment: [String: String], columns: Int, rows: Int
  ) throws {
    let variables = environment.map { "\($0.key)='\($0.value)'" }.sorted()
    let quoted = words.map { "'\($0)'" }
    server = try TmuxServer(
      columns: columns, rows: rows,
      command: "exec env -i TERM=tmux-256color "
        + (variables + quoted).joined(separator: " "))
  }

  /// Returns the text on the screen, with wrapped lines joined.
  package func text() throws -> String { try server.run(["capture-pane", "-p", "-J"]) }

  /// Presses keys by their tmux names.
  package func press(_ keys: String...) throws { try server.run(["send-keys"] + keys) }

  /// Types text unchanged.
  package func type(_ text: String) throws { try server.run(["send-keys", "-l", text]) }

  /// Replaces the text of the field under the cursor.
  package func enter(_ text: String) throws {
    try press("Enter", "C-u")
    try type(text)
    try press("Enter")
  }

  /// Returns the value of a tmux format, such as `#{pane_pid}`.
  package func ask(_ format: String) throws -> String {
    try server.run(["display-message", "-p", format]).trimmingCharacters(in: .newlines)
  }

  /// Waits until the screen shows a string, or no longer shows it, and returns the screen.
  @discardableResult
  package func wait(for text: String, gone: Bool = false) throws -> String {
    var last = ""
    try waitUntil("“\(text)” \(gone ? "is no longer on" : "is on") the screen:\n\(last)") {
      last = try self.text()
      return last.contains(text) != gone
    }
    return last
  }

  /// Waits until the program has left the terminal.
  package func waitForEnd() throws {
    try waitUntil("the program leaves the terminal") {
      try server.run(["list-panes", "-F", "#{pane_pid}"]).isEmpty
    }
  }
}
