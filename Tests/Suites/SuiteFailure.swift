/// The error that a published suite throws when an implementation breaks a guarantee.
public struct SuiteFailure: Error, CustomStringConvertible {
  /// The broken guarantee and the difference.
  public let description: String

  init(_ description: String) { self.description = description }
}

/// Throws an error with `sentence` if the condition is false.
func promise(_ holds: Bool, _ sentence: @autoclosure () -> String) throws {
  if !holds { throw SuiteFailure(sentence()) }
}
