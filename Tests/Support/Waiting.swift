import Foundation

/// The error when a condition didn't become true in time.
package struct NeverHappened: Error, CustomStringConvertible {
  package let description: String
}

/// Waits until a condition is true; throws if it takes many times longer than expected.
package func waitUntil(
  _ what: @autoclosure () -> String, within seconds: Double = 30, _ isSo: () throws -> Bool
) throws {
  let end = Date(timeIntervalSinceNow: seconds)
  while try !isSo() {
    guard Date() < end else { throw NeverHappened(description: "Never so: \(what())") }
    Thread.sleep(forTimeInterval: 0.025)
  }
}

/// Returns the first child process of a process, once there is one.
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
