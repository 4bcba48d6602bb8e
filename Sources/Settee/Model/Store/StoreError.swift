/// Why a store cannot be opened or a value not be set: one sentence that says what to do.
public struct StoreError: Error, Sendable, CustomStringConvertible {
  /// What kind of failure it is.
  public enum Kind: Sendable, Equatable {
    /// The set is declared in a way that cannot work: found at start, mended in code.
    case declaration
    /// The value breaks a rule, or cannot be stored.
    case invalidValue
    /// A higher layer, such as an administrator's, holds the key.
    case managed
    /// Reading or writing failed.
    case storage
    /// The set is not bound to a store that can be written.
    case notWritable
  }

  /// What kind of failure it is.
  public let kind: Kind
  /// The key concerned, where there is one.
  public let key: String?
  /// The sentence.
  public let message: String
  /// The exit code of the command line for this failure.
  public let exitCode: Int32

  /// Makes an error.
  public init(_ kind: Kind, key: String? = nil, exitCode: Int32? = nil, _ message: String) {
    self.kind = kind
    self.key = key
    self.message = message
    self.exitCode = exitCode ?? kind.exitCode
  }

  /// The sentence.
  public var description: String { message }
}

extension StoreError.Kind {
  fileprivate var exitCode: Int32 {
    switch self {
    case .declaration: 2
    case .invalidValue: 3
    case .managed: 4
    case .storage, .notWritable: 5
    }
  }
}
