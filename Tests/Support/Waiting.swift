import Foundation

/// An error that is thrown when a condition doesn't become true in time.
package struct NeverHappened: Error, CustomStringConvertible {
  package let description: String
}

/// Waits until a condition is true, and throws an error after a limit far longer than the expected
/// time.
package func waitUntil(
  _ what: @autoclosure () -> String, within seconds: Double = 30, _ isSo: () throws -> Bool
) throws {
  let end = Date(timeIntervalSinceNow: seconds)
  while try !isSo() {
    guard Date() < end else { throw NeverHappened(description: "Never so: \(what())") }
    Thread.sleep(forTimeInterval: 0.025)
  }
}

/// Returns the ID of the first child process as soon as there is one.
package func childProcess(of process: String) throws -> Int32 {
  var child: Int32?
  try waitUntil("process \(process) has a child", within: 5) {
    let file = "/proc/\(process)/task/\(process)/children"
    let children = try? String(contentsOfFile: file, encoding: .utf8)
    child = children?.split(separator: " ").first.flatMap { Int32($0) }
    return child != nil
  }
  return child ?? 0
}
