/// Why a value is not taken: one sentence that names what is allowed.
public struct Refusal: Error, Sendable, Equatable {
  /// The sentence.
  public let message: String

  /// Makes a refusal.
  public init(_ message: String) { self.message = message }
}
