import SetteeFormats
import SetteeFiles

/// An error with a type for programs and a message for users.
public struct DomainError: Error, Sendable, Equatable {
  /// The type of an error, which determines how a caller can respond to it.
  public enum Kind: String, Sendable, CaseIterable {
    /// The name, the path, or the environment doesn't identify a domain.
    case usage
    /// A file couldn't be read or written.
    ///
    /// The old content is unchanged.
    case io
    /// Another thread or process holds the lock, and waiting for it timed out.
    case busy
    /// The key is managed, or the caller isn't allowed to change the layer.
    case denied
    /// The change wasn't made, because the value was changed in the meantime.
    case conflict
    /// The target of the operation doesn't exist.
    case missing
  }

  /// The type of the error.
  public let kind: Kind
  /// A message for the user that explains the failure and suggests a solution.
  public let message: String

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// The exit code that the commands return for this kind of error.
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
  /// The message for the user.
  public var description: String { message }
}

extension DomainError {
  /// Creates a domain error from an error that occurred while editing a settings file.
  init(_ error: EditError, in file: String) {
    self.init(error.isUnproved ? .io : .denied, error.sentence(about: file))
  }

  /// Converts a file error to a domain error.
  ///
  /// If `tellsDenied` is `true`, denied access results in an error of kind `denied`.
  init(_ error: any Error, tellsDenied: Bool = false) {
    switch error {
    case let error as DomainError: self = error
    case let fault as any FileProblem:
      self.init(tellsDenied && fault.isDenied ? .denied : .io, fault.message)
    default: self.init(.io, "\(error)")
    }
  }
}

/// A problem or repair that couldn't be reported to a caller as an error.
public struct DomainIssue: Sendable, Equatable {
  /// The type of an issue.
  public enum Kind: String, Sendable {
    /// A file is corrupt and stays unchanged until the next change.
    case damaged
    /// A file was corrupt, and its contents were saved under another name.
    case setAside
    /// A corrupt file was restored from the backup.
    case restored
    /// Keys that another program had overwritten were restored.
    case putBack
    /// A background write failed.
    ///
    /// The values stay in memory, and Settee tries to write them again.
    case unsaved
    /// A change was made but couldn't be recorded in the history.
    case unnoted
    /// A layer couldn't be read, so it was ignored.
    case passedOver
  }

  /// The type of the issue.
  public let kind: Kind
  /// A message for the user that explains the failure and suggests a solution.
  public let message: String
  /// The affected keys, or an empty array if all keys are affected.
  public let keys: [String]

  package init(_ kind: Kind, _ message: String, keys: [String] = []) {
    self.kind = kind
    self.message = message
    self.keys = keys
  }
}
