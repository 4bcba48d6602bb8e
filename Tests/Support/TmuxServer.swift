import Foundation

/// A tmux server with one terminal, which exits when the object is released.
package final class TmuxServer {
  private let socket = "settee-test-\(UUID().uuidString)"

  /// Starts a server whose terminal runs a shell command.
  package init(columns: Int, rows: Int, command: String) throws {
    let words = [
      "-u", "-f", "/dev/null", "new-session", "-d", "-x", String(columns), "-y", String(rows),
      command,
    ]
    // Close all inherited descriptors: Process would wait for them, and the readers of other tests'
    // pipes would never see the end of the file.
    let alone = """
      for file in /proc/self/fd/*; do number=${file##*/}
      [ "$number" -gt 2 ] && eval "exec $number>&-"; done; exec "$@"
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["bash", "-c", alone, "bash", "tmux", "-L", socket] + words
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.start()
    process.waitUntilExit()
    try run(["set", "-g", "escape-time", "0"])
  }

  deinit { _ = try? run(["kill-server"]) }

  /// Runs a tmux command and returns its output.
  @discardableResult
  package func run(_ words: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["tmux", "-L", socket] + words
    process.standardError = FileHandle.nullDevice
    let output = Pipe.forOneProgram()
    process.standardOutput = output
    try process.start()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }
}
