import Foundation
import SetteeTestSupport
import Synchronization
import Testing

/// A run of the `DomainTool` program as a separate process.
final class DomainToolRun: @unchecked Sendable {
  // Sharing is safe because only one test uses each process and its pipes.
  let process = Foundation.Process()
  private let output = Pipe.forOneProgram()
  private let errors = Pipe.forOneProgram()
  private let input = Pipe.forOneProgram()

  init(_ place: DomainPlace, _ arguments: [String], under wrapper: [String] = []) throws {
    let isOracle = arguments[0].hasPrefix("foundation")
    let tool = isOracle ? ProgramUnderTest.oracle : ProgramUnderTest.product("DomainTool")
    let command = wrapper + [tool] + arguments
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.environment = place.environment.merging(["PATH": "/usr/bin:/bin"]) { own, _ in own }
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = input
    try process.start()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    // SIGKILL also ends a stopped process, and Foundation reaps it.
  }

  /// Returns the next line of output, or nil at the end.
  func line() -> String? {
    var bytes: [UInt8] = []
    while true {
      let data = output.fileHandleForReading.readData(ofLength: 1)
      guard let byte = data.first else { break }
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  func send(_ text: String) { input.fileHandleForWriting.write(Data(text.utf8)) }

  func closeInput() { try? input.fileHandleForWriting.close() }

  /// Waits for the process to exit, and returns its exit code or negated signal.
  @discardableResult
  func wait() -> Int32 {
    process.waitUntilExit()
    let status = process.terminationStatus
    return process.terminationReason == .uncaughtSignal ? -status : status
  }

  var rest: String {
    String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  var complaint: String {
    String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  /// Runs the program, expects it to succeed, and returns its output.
  @discardableResult
  static func run(_ place: DomainPlace, _ arguments: String...) throws -> String {
    let run = try DomainToolRun(place, arguments)
    run.closeInput()
    let output = run.rest
    let complaint = run.complaint
    #expect(run.wait() == 0, "\(arguments): \(complaint)")
    return output
  }
}
