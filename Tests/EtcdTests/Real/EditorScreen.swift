import Foundation
import SetteeTestSupport
import Testing

/// The real editor in a terminal of its own: a tmux server that ends with its owner.
final class EditorScreen {
  static let program = ["/usr/bin/tmux", "/usr/local/bin/tmux"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  private let socket = "settee-mirror-\(UUID().uuidString)"

  /// Opens the editor of a machine.
  init(_ machine: RealMachine, _ bundle: String, shows text: String) throws {
    let words = machine.environment.map { "\($0.key)='\($0.value)'" }.sorted()
    let command =
      "exec env -i TERM=tmux-256color \(words.joined(separator: " ")) \(RealMachine.program) '\(bundle)'"
    try tmux(["-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "24", command])
    try tmux(["set", "-g", "escape-time", "0"])
    try wait(for: text)
  }

  deinit {
    // NB: kill-server sends SIGTERM, which the server holds back: it took the mask of the test's
    // thread over. With its server the terminal goes, and the editor hangs up.
    let server = try? tmux(["display-message", "-p", "#{pid}"])
    if let id = server.flatMap({ Int32($0.trimmingCharacters(in: .whitespacesAndNewlines)) }) {
      kill(id, SIGKILL)
    }
  }

  /// Presses keys by tmux's names.
  func press(_ keys: String...) throws { try tmux(["send-keys"] + keys) }

  /// Replaces the text of the field under the cursor.
  func enter(_ text: String) throws {
    try press("Enter")
    try press("C-u")
    try tmux(["send-keys", "-l", text])
    try press("Enter")
  }

  /// What stands on the screen, wrapped lines joined.
  func screen() throws -> String { try tmux(["capture-pane", "-p", "-J"]) }

  /// Waits until the screen holds a text, and returns it.
  @discardableResult
  func wait(for text: String, gone: Bool = false) throws -> String {
    var last = ""
    for _ in 0..<2400 {
      last = try screen()
      if last.contains(text) != gone { return last }
      Thread.sleep(forTimeInterval: 0.025)
    }
    Issue.record("never saw\(gone ? " the end of" : "") “\(text)” on\n\(last)")
    return last
  }

  /// The arguments and variables of the editor's process and of its children, as /proc shows them.
  func processList() throws -> String {
    let pane = try tmux(["display-message", "-p", "#{pane_pid}"])
      .trimmingCharacters(in: .whitespacesAndNewlines)
    var all = [pane]
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

  @discardableResult
  private func tmux(_ words: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    // NB: the server that the first call starts would hold what Process waits for, for good.
    process.arguments =
      [
        "-c",
        "for f in /proc/$$/fd/*; do n=${f##*/}; [ $n -le 2 ] || eval \"exec $n>&-\"; done; "
          + "exec tmux -L \"$0\" \"$@\"", socket,
      ] + words
    process.standardError = FileHandle.nullDevice
    let isServer = words.contains("new-session")
    let output = Pipe.forOneProgram()
    process.standardOutput = isServer ? FileHandle.nullDevice : output
    try process.start()
    let bytes = isServer ? Data() : output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }
}
