import Foundation
import SetteeTestSupport
import Testing

@testable import SetteeEditor

/// A terminal for the real program, provided by a tmux server that exits when this object is
/// released.
final class RealTerminal {
  static let program = ProgramUnderTest.path

  let folder: Folder
  private let terminal: TerminalScreen
  private var server: TmuxServer { terminal.server }

  /// The width of the terminal when it was opened.
  let columns: Int

  /// Opens a terminal with a shell.
  init(columns: Int = 80, rows: Int = 24, variables: [String: String] = [:]) throws {
    self.columns = columns
    folder = try Folder()
    var all = [
      "HOME": folder.path, "SETTEE_ROOT": folder.path + "/root", "PATH": "/usr/bin:/bin",
      "LC_ALL": "C.UTF-8", "PS1": "ready$ ", "HISTFILE": "/dev/null",
    ]
    // Pass this on so that the program writes its coverage data when coverage is measured.
    all["LLVM_PROFILE_FILE"] = ProcessInfo.processInfo.environment["LLVM_PROFILE_FILE"]
    all.merge(variables) { $1 }
    terminal = try TerminalScreen(
      ["sh", "-i"], environment: all, columns: columns, rows: rows)
    try wait(for: "ready$")
  }

  /// The shell command that opens the sample panes.
  static let command = "\(program) '\(bundle)'"
  /// The path of the sample panes.
  static let bundle = ProjectFolder.mail

  /// Opens the sample panes and waits until they are shown.
  func open(_ arguments: String = "", shows text: String = "Signature") throws {
    try type("\(Self.command) \(arguments)")
    try press("Enter")
    try wait(until: "#{pane_current_command}", is: "settee")
    try wait(for: text)
  }

  /// Waits until the shell is the foreground process.
  func waitForShell() throws {
    try wait(until: "#{alternate_on} #{pane_current_command}", is: "0 sh")
    try wait(for: "ready$")
  }

  /// Waits until a tmux format has the given value.
  func wait(until format: String, is value: String) throws {
    var last = ""
    try waitUntil("\(format), which is \(last), is \(value)") {
      last = try ask(format)
      return last == value
    }
  }

  /// Presses keys, given by their tmux names.
  func press(_ keys: String...) throws { try server.run(["send-keys"] + keys) }

  /// Types text literally.
  func type(_ text: String) throws { try terminal.type(text) }

  /// Resizes the terminal.
  func resize(columns: Int, rows: Int) throws {
    try server.run(["resize-window", "-x", String(columns), "-y", String(rows)])
  }

  /// Returns the text on the screen, with wrapped lines joined.
  func screen() throws -> String { try terminal.text() }

  /// Returns the text on the screen with its color sequences.
  func colors() throws -> String { try server.run(["capture-pane", "-p", "-e"]) }

  /// Returns the stored value of a key of the sample app, or an empty string.
  func stored(_ key: String) throws -> String {
    (RawTerminal.stored(in: folder)[key] as? Bool).map(String.init) ?? ""
  }

  /// Returns the value of a tmux format, such as `#{cursor_x}`.
  func ask(_ format: String) throws -> String { try terminal.ask(format) }

  /// Waits until the screen shows a string, and returns the screen.
  @discardableResult
  func wait(for text: String, gone: Bool = false) throws -> String {
    try terminal.wait(for: text, gone: gone)
  }

  /// Runs a command in the shell and returns its output.
  func run(_ command: String) throws -> String {
    let mark = UUID().uuidString.prefix(8)
    try type("clear; \(command); echo 'end'-\(mark)")
    try press("Enter")
    let text = try wait(for: "end-\(mark)")
    return text.components(separatedBy: "end-\(mark)")[0].trimmingCharacters(
      in: .whitespacesAndNewlines)
  }

  /// Sends a command to tmux's copy mode, which moves its cursor.
  func copyMode(_ command: String) throws {
    if try ask("#{pane_in_mode}") == "0" { try server.run(["copy-mode"]) }
    try server.run(["send-keys", "-X", command])
  }

  /// Runs the program outside the terminal as the same user, and waits for it to exit.
  func tool(_ arguments: [String]) throws {
    let run = try RunningProcess(
      [Self.program] + arguments,
      environment: ["HOME": folder.path, "SETTEE_ROOT": folder.path + "/root"]
    ).end()
    #expect(run.code == 0, "\(arguments)")
  }

  /// Returns the process ID of the program as soon as it runs.
  func processOfProgram() throws -> Int32 { try childProcess(of: ask("#{pane_pid}")) }
}
