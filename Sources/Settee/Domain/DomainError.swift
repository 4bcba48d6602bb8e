/// Why a domain could not be read or written: a kind for programs and one sentence for people.
public struct DomainError: Error, Sendable, Equatable {
  /// What went wrong, as far as a caller may act on it.
  public enum Kind: String, Sendable, CaseIterable {
    /// The name, path or environment does not say where the domain is.
    case usage
    /// Reading or writing failed; the old content stands.
    case io
    /// Somebody else holds the lock and did not let go in time.
    case busy
    /// The managed layer holds the key, or the caller has no right to the layer.
    case denied
    /// The value has changed since, so the change was not made.
    case conflict
    /// There is nothing to act on.
    case missing
  }

  /// What went wrong.
  public let kind: Kind
  /// One sentence: what, where, what to do.
  public let message: String

  /// Makes an error.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// The exit code of the command line for this kind.
  public var exitCode: Int32 {
    switch kind {
    case .missing: 1
    case .usage: 2
    case .denied: 4
    case .io, .busy: 5
    case .conflict: 6
    }
  }
}

extension DomainError: CustomStringConvertible {
  /// The sentence.
  public var description: String { message }
}
