import Foundation

/// A running program that is ended when the object is released.
package final class RunningProcess {
  private let process = Process()
  private let output: FileHandle
  private let errors: FileHandle

  /// Starts a program.
  ///
  /// The defaults are the environment and the folder of the test.
  package init(
    _ words: [String], environment: [String: String]? = nil, folder: String? = nil,
    input: String = ""
  ) throws {
    // Redirect to files, so that a full pipe can't block the program and no thread has to read from
    // one.
    func scratch(_ content: String) throws -> (program: FileHandle, test: FileHandle) {
      let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try Data(content.utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      return (try FileHandle(forUpdating: file), try FileHandle(forReadingFrom: file))
    }
    let (out, err) = (try scratch(""), try scratch(""))
    (output, errors) = (out.test, err.test)
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    if let environment { process.environment = environment }
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    process.standardInput = try scratch(input).test
    process.standardOutput = out.program
    process.standardError = err.program
    try process.start()
  }

  deinit { if process.isRunning { kill(id, SIGKILL) } }

  /// The process ID.
  package var id: Int32 { process.processIdentifier }

  /// The standard output so far.
  package var said: String { text(output) }

  /// The standard error so far.
  package var complained: String { text(errors) }

  /// Sends a signal to the program.
  package func send(_ signal: Int32) { kill(id, signal) }

  /// Waits for the program to exit.
  ///
  /// The exit code is 128 plus the signal if a signal ended the program.
  @discardableResult
  package func end() -> Machine.Outcome {
    process.waitUntilExit()
    let status = process.terminationStatus
    return Machine.Outcome(
      code: process.terminationReason == .exit ? status : 128 + status, out: said, err: complained)
  }

  private func text(_ handle: FileHandle) -> String {
    try? handle.seek(toOffset: 0)
    return String(decoding: (try? handle.readToEnd()) ?? Data(), as: UTF8.self)
  }
}
