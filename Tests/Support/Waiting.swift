import Foundation

/// What a test waited for in vain.
package struct NeverHappened: Error, CustomStringConvertible {
  package let description: String
}

/// Waits until something is so; throws when it is not after many times what that takes.
package func waitUntil(
  _ what: @autoclosure () -> String, within seconds: Double = 30, _ isSo: () throws -> Bool
) throws {
  let end = Date(timeIntervalSinceNow: seconds)
  while try !isSo() {
    guard Date() < end else { throw NeverHappened(description: "Never so: \(what())") }
    Thread.sleep(forTimeInterval: 0.025)
  }
}

/// The first process that another one has started, once there is one.
package func childProcess(of process: String) throws -> Int32 {
  var child: Int32?
  try waitUntil("the process \(process) has a child", within: 5) {
    let file = "/proc/\(process)/task/\(process)/children"
    let children = try? String(contentsOfFile: file, encoding: .utf8)
    child = children?.split(separator: " ").first.flatMap { Int32($0) }
    return child != nil
  }
  return child ?? 0
}
