import Foundation
import SetteeTestSupport
import Testing

@testable import SetteeEditor

/// A terminal of its own for the real program: a tmux server that ends with its owner.
final class RealTerminal {
  static let program = ProgramUnderTest.path

  let folder: Folder
  private let server: TmuxServer

  /// Opens a terminal with a shell in it.
  init(columns: Int = 80, rows: Int = 24, variables: [String: String] = [:]) throws {
    folder = try Folder()
    var all = [
      "HOME": folder.path, "SETTEE_ROOT": folder.path + "/root", "PATH": "/usr/bin:/bin",
      "LC_ALL": "C.UTF-8", "PS1": "ready$ ", "HISTFILE": "/dev/null",
    ]
    // What the program reaches counts too where coverage is measured.
    all["LLVM_PROFILE_FILE"] = ProcessInfo.processInfo.environment["LLVM_PROFILE_FILE"]
    all.merge(variables) { $1 }
    let words = all.map { "\($0.key)='\($0.value)'" }.sorted().joined(separator: " ")
    server = try TmuxServer(
      columns: columns, rows: rows,
      // Said aloud, as not every shell does it: else there is one more process in between.
      command: "exec env -i TERM=tmux-256color \(words) sh -i")
    try wait(for: "ready$")
  }

  /// The program and the sample panes, as a shell takes them.
  static let command = "\(program) '\(bundle)'"
  /// The sample panes.
  static let bundle = Samples.root.appendingPathComponent("Panes/Mail.bundle").path

  /// Starts the program with the sample panes and waits until it shows them.
  func open(_ arguments: String = "", shows text: String = "Signature") throws {
    try type("\(Self.command) \(arguments)")
    try press("Enter")
    try wait(until: "#{pane_current_command}", is: "settee")
    try wait(for: text)
  }

  /// Waits until the shell has the terminal again.
  func waitForShell() throws {
    try wait(until: "#{alternate_on} #{pane_current_command}", is: "0 sh")
    try wait(for: "ready$")
  }

  /// Waits until tmux knows something of the terminal.
  func wait(until format: String, is value: String) throws {
    var last = ""
    for _ in 0..<400 {
      last = try ask(format)
      if last == value { return }
      Thread.sleep(forTimeInterval: 0.025)
    }
    Issue.record("\(format) is \(last) and never was \(value) on\n\(try screen())")
  }

  /// Presses keys by tmux's names.
  func press(_ keys: String...) throws { try tmux(["send-keys"] + keys) }

  /// Types text as it is.
  func type(_ text: String) throws { try tmux("send-keys", "-l", text) }

  /// Gives the terminal another size.
  func resize(columns: Int, rows: Int) throws {
    try tmux("resize-window", "-x", String(columns), "-y", String(rows))
  }

  /// What stands on the screen, wrapped lines joined.
  func screen() throws -> String { try tmux("capture-pane", "-p", "-J") }

  /// What stands on the screen, with the sequences of its colours.
  func colours() throws -> String { try tmux("capture-pane", "-p", "-e") }

  /// What the user's file of the sample app holds for a key; empty where it holds nothing.
  func stored(_ key: String) throws -> String {
    let file = folder.path + "/.config/org.settee.mail.plist"
    guard let data = FileManager.default.contents(atPath: file) else { return "" }
    let values = try PropertyListSerialization.propertyList(from: data, format: nil)
    return ((values as? [String: Any])?[key] as? Bool).map(String.init) ?? ""
  }

  /// What tmux knows of the terminal, such as `#{cursor_x}`.
  func ask(_ format: String) throws -> String {
    try tmux("display-message", "-p", format).trimmingCharacters(in: .newlines)
  }

  /// Waits until the screen holds a text, and returns it.
  @discardableResult
  func wait(for text: String, gone: Bool = false) throws -> String {
    var last = ""
    for _ in 0..<400 {
      last = try screen()
      if last.contains(text) != gone { return last }
      Thread.sleep(forTimeInterval: 0.025)
    }
    Issue.record("never saw\(gone ? " the end of" : "") “\(text)” on\n\(last)")
    return last
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

  /// Moves tmux's own cursor over what is on the screen.
  func copyMode(_ command: String) throws {
    if try ask("#{pane_in_mode}") == "0" { try tmux("copy-mode") }
    try tmux("send-keys", "-X", command)
  }

  /// Runs the program beside the terminal, for the same user, and waits for its end.
  func tool(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.program)
    process.arguments = arguments
    process.environment = ["HOME": folder.path, "SETTEE_ROOT": folder.path + "/root"]
    process.standardOutput = FileHandle.nullDevice
    try process.start()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(arguments)")
  }

  /// The process of the program, once it runs.
  func processOfProgram() throws -> Int32 {
    let shell = try ask("#{pane_pid}")
    for _ in 0..<200 {
      let children = try String(
        contentsOfFile: "/proc/\(shell)/task/\(shell)/children", encoding: .utf8)
      if let child = children.split(separator: " ").first.flatMap({ Int32($0) }) { return child }
      Thread.sleep(forTimeInterval: 0.025)
    }
    throw CocoaError(.featureUnsupported)
  }

  @discardableResult
  private func tmux(_ words: String...) throws -> String { try server.run(words) }

  @discardableResult
  private func tmux(_ words: [String]) throws -> String { try server.run(words) }
}
