import Foundation

/// A program that runs beside the test; it ends with its owner.
package final class RunningProcess {
  private let process = Process()
  private let output: URL
  private let errors: URL

  init(_ words: [String], environment: [String: String], folder: String, input: String) throws {
    let mark = UUID().uuidString
    func scratch(_ name: String, _ content: String) throws -> URL {
      let url = URL(fileURLWithPath: "\(folder)/.\(name)-\(mark)")
      try Data(content.utf8).write(to: url)
      return url
    }
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.environment = environment
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    // Files, so that no full pipe can hold the program and no thread is needed to empty one.
    output = try scratch("out", "")
    errors = try scratch("err", "")
    process.standardInput = try FileHandle(forReadingFrom: try scratch("in", input))
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.start()
  }

  deinit { if process.isRunning { kill(id, SIGKILL) } }

  /// The number of the process.
  package var id: Int32 { process.processIdentifier }

  /// What it has printed so far, on standard output.
  package var said: String { text(output) }

  /// What it has said so far, on standard error.
  package var complained: String { text(errors) }

  /// Sends a signal.
  package func send(_ signal: Int32) { kill(id, signal) }

  /// Waits for its end: the exit code, 128 and the signal where one ended it.
  @discardableResult
  package func end() -> Machine.Outcome {
    process.waitUntilExit()
    let status = process.terminationStatus
    return Machine.Outcome(
      code: process.terminationReason == .exit ? status : 128 + status, out: said, err: complained)
  }

  private func text(_ url: URL) -> String {
    String(decoding: (try? Data(contentsOf: url)) ?? Data(), as: UTF8.self)
  }
}
