/// What a published suite throws when an implementation breaks a promise: one sentence.
public struct SuiteFailure: Error, CustomStringConvertible {
  /// The promise that was broken, and how.
  public let description: String

  init(_ description: String) { self.description = description }
}

/// Throws unless the promise holds.
func promise(_ holds: Bool, _ sentence: @autoclosure () -> String) throws {
  if !holds { throw SuiteFailure(sentence()) }
}
