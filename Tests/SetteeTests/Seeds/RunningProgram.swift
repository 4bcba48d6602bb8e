import Foundation
import SetteeTestSupport
import Synchronization

/// A program of the package that runs as a separate process in the test's home.
final class RunningProgram: Sendable {
  private let process: Mutex<Process>
  private let input = Pipe.forOneProgram()
  private let output = Mutex<[UInt8]>([])

  /// Starts a program of the test build.
  init(_ name: String, _ arguments: [String] = [], in place: DomainPlace) throws {
    let process = Process()
    let pipe = Pipe.forOneProgram()
    let path = name == "settee" ? ProgramUnderTest.path : ProgramUnderTest.product(name)
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.environment = place.environment.merging(["PATH": "/usr/bin:/bin"]) { own, _ in own }
    process.standardInput = input
    process.standardOutput = pipe
    process.standardError = pipe
    self.process = Mutex(process)
    pipe.fileHandleForReading.readabilityHandler = { [weak self] handle in
      let bytes = [UInt8](handle.availableData)
      if bytes.isEmpty { handle.readabilityHandler = nil }
      self?.output.withLock { $0 += bytes }
    }
    try process.start()
  }

  deinit { process.withLock { if $0.isRunning { $0.terminate() } } }

  /// The output of the program so far.
  var said: String { String(decoding: output.withLock { $0 }, as: UTF8.self) }

  /// Sends text to standard input.
  func type(_ text: String) { input.fileHandleForWriting.write(Data(text.utf8)) }

  /// Waits for the program to exit, and returns its output and exit code.
  func finish() async -> (said: String, code: Int32) {
    try? input.fileHandleForWriting.close()
    _ = await eventually { process.withLock { !$0.isRunning } }
    return (said, process.withLock { $0.isRunning ? -1 : $0.terminationStatus })
  }
}
