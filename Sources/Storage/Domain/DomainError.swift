import SetteeFormats
import SetteeFiles

/// An error with a kind for programs and a message for users.
public struct DomainError: Error, Sendable, Equatable {
  /// The kind of an error, which determines how a caller can respond to it.
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
    /// The value was changed in the meantime, so the change wasn't made.
    case conflict
    /// The object of the operation doesn't exist.
    case missing
  }

  /// The kind of the error.
  public let kind: Kind
  /// A message for the user that explains what failed, where, why, and what to do.
  public let message: String
  /// A Boolean value that indicates whether the system denied access, so that another user may be
  /// allowed to make the change.
  package private(set) var isForRoot = false

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
  /// Creates the error of an edit of a settings file.
  init(_ error: EditError, in file: String) {
    self.init(error.isUnproved ? .io : .denied, error.sentence(about: file))
  }

  /// Converts a file error to an error of a domain.
  ///
  /// With `tellsDenied`, denied access results in an error of kind `denied`.
  init(_ error: any Error, tellsDenied: Bool = false) {
    switch error {
    case let error as DomainError: self = error
    case let fault as any FileProblem:
      self.init(tellsDenied && fault.isDenied ? .denied : .io, fault.message)
      isForRoot = tellsDenied && fault.needsPermission
    default: self.init(.io, "\(error)")
    }
  }
}

/// A problem or repair that occurred when there was no caller to which an error could be thrown.
public struct DomainIssue: Sendable, Equatable {
  /// The kind of an issue.
  public enum Kind: String, Sendable {
    /// A file is corrupt. It is left unchanged until the next change.
    case damaged
    /// A file was corrupt, and its contents were saved under another name.
    case setAside
    /// A corrupt file was restored from the backup.
    case restored
    /// Keys that a write by another program had overwritten were restored.
    case putBack
    /// A write in the background failed.
    ///
    /// The values stay in memory, and Settee tries to write them again.
    case unsaved
    /// A change was made, but it couldn't be recorded in the history.
    case unnoted
    /// A layer couldn't be read, so it was ignored.
    case passedOver
  }

  /// The kind of the issue.
  public let kind: Kind
  /// A message for the user that explains what failed, where, why, and what to do.
  public let message: String
  /// The affected keys, or an empty array if all keys are affected.
  public let keys: [String]

  package init(_ kind: Kind, _ message: String, keys: [String] = []) {
    self.kind = kind
    self.message = message
    self.keys = keys
  }
}
