import Foundation

/// A program in its own terminal, which is closed when the object is released.
package final class TerminalScreen {
  /// The tmux server that provides the terminal.
  package let server: TmuxServer

  /// Opens a terminal that runs a program with exactly the given environment variables.
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

  /// Presses keys, given by their tmux names.
  package func press(_ keys: String...) throws { try server.run(["send-keys"] + keys) }

  /// Types text literally.
  package func type(_ text: String) throws { try server.run(["send-keys", "-l", text]) }

  /// Opens the focused row, replaces its text, and saves it.
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

  /// Waits until the program has exited.
  package func waitForEnd() throws {
    try waitUntil("the program leaves the terminal") {
      try server.run(["list-panes", "-F", "#{pane_pid}"]).isEmpty
    }
  }
}
