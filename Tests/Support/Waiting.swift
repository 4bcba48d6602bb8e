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
