import SetteeFiles

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

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// The exit code of the command line for this kind.
  package var exitCode: Int32 {
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

extension DomainError {
  /// What a fault of a file is for whoever uses the domain; with `tellsDenied` a refusal by the system
  /// is a matter of rights.
  init(_ error: any Error, tellsDenied: Bool = false) {
    switch error {
    case let error as DomainError: self = error
    case let fault as any FileProblem:
      self.init(tellsDenied && fault.isDenied ? .denied : .io, fault.message)
    default: self.init(.io, "\(error)")
    }
  }
}

/// Something that went wrong or was mended without a caller to throw to.
public struct DomainIssue: Sendable, Equatable {
  /// What kind of matter it is.
  public enum Kind: String, Sendable {
    /// A file cannot be read as a property list, and was left as it is until the next change.
    case damaged
    /// A file could not be read as a property list and was set aside.
    case setAside
    /// The last good copy was brought back.
    case restored
    /// Keys that another program's write had dropped were put back.
    case putBack
    /// A write in the background failed; the values stay in memory and are tried again.
    case unsaved
    /// A change was made, but what Settee notes about changes could not be written.
    case unnoted
    /// A layer could not be read and was passed over.
    case passedOver
  }

  /// What kind of matter it is.
  public let kind: Kind
  /// One sentence: what, where, what to do.
  public let message: String
  /// The keys that it concerns; empty when it concerns all.
  public let keys: [String]

  package init(_ kind: Kind, _ message: String, keys: [String] = []) {
    self.kind = kind
    self.message = message
    self.keys = keys
  }
}
