import Foundation

/// A program in a terminal of its own, what it shows, and keys for it; it ends with its owner.
package final class TerminalScreen {
  /// The tmux server that draws the terminal.
  package let server: TmuxServer

  /// Opens a terminal in which a program runs, with these variables alone.
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

  /// What stands on the screen, wrapped lines joined.
  package func text() throws -> String { try server.run(["capture-pane", "-p", "-J"]) }

  /// Presses keys by tmux's names.
  package func press(_ keys: String...) throws { try server.run(["send-keys"] + keys) }

  /// Types text as it is.
  package func type(_ text: String) throws { try server.run(["send-keys", "-l", text]) }

  /// Replaces the text of the field under the cursor.
  package func enter(_ text: String) throws {
    try press("Enter", "C-u")
    try type(text)
    try press("Enter")
  }

  /// What tmux knows of the terminal, such as `#{pane_pid}`.
  package func ask(_ format: String) throws -> String {
    try server.run(["display-message", "-p", format]).trimmingCharacters(in: .newlines)
  }

  /// Waits until the screen holds a text, or no longer does, and returns it.
  @discardableResult
  package func wait(for text: String, gone: Bool = false) throws -> String {
    var last = ""
    try waitUntil("“\(text)” \(gone ? "has left" : "stands on") the screen:\n\(last)") {
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
