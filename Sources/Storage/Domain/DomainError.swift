import SetteeFormats
import SetteeFiles

/// An error of a domain, with a code for programs and a message for users.
public struct DomainError: Error, Sendable, Equatable {
  /// A code for a domain error, which determines how a caller can respond.
  public enum Code: String, Sendable, CaseIterable {
    /// The name, the path, or the environment variables don't identify a domain.
    case usage
    /// Settee couldn't read or write a file, whose old content is unchanged.
    case io
    /// Another thread or process holds the lock of the file, and waiting for it timed out.
    case busy
    /// The file can't contain the value.
    case invalid
    /// The key is managed, or the caller isn't allowed to change the layer.
    case denied
    /// Settee didn't make the change, because another program had changed the value in the
    /// meantime.
    case conflict
    /// The setting, file, or other target of the operation doesn't exist.
    case missing
  }

  /// A code that programs can check.
  public let code: Code
  /// A message for the user that explains the failure and suggests a solution.
  public let message: String
  /// A Boolean value that indicates whether the system denied access, so that another user may be
  /// allowed to make the change.
  package private(set) var isForRoot = false

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The exit code that the commands return for this error code.
  package var exitCode: Int32 {
    switch code {
    case .missing: 1
    case .usage: 2
    case .invalid: 3
    case .denied: 4
    case .io, .busy: 5
    case .conflict: 6
    }
  }
}

extension DomainError: CustomStringConvertible {
  /// The error message that Settee shows to the user.
  public var description: String { message }
}

extension DomainError {
  /// Creates a domain error from an error that occurred while editing a settings file.
  init(_ error: EditError, in file: String) {
    self.init(
      error.isInvalidValue ? .invalid : error.isUnproved ? .io : .denied,
      error.sentence(about: file))
  }

  /// Converts a file error to a domain error.
  ///
  /// If `tellsDenied` is `true`, a missing file permission results in an error of kind `denied`.
  package init(_ error: any Error, tellsDenied: Bool = false) {
    switch error {
    case let error as DomainError: self = error
    case let fault as SystemError:
      self.init(tellsDenied && fault.isDenied ? .denied : .io, fault.message)
      isForRoot = tellsDenied && fault.needsPermission
    default: self.init(.io, "\(error)")
    }
  }
}

/// A problem or repair that Settee couldn't report to a caller as an error.
public struct DomainIssue: Sendable, Equatable {
  /// The kind of an issue, such as a corrupt file.
  public enum IssueKind: String, Sendable {
    /// A settings file is corrupt. Settee leaves it as it is until a setting is changed.
    case damaged
    /// A settings file was corrupt, and Settee saved its contents under another name.
    case setAside
    /// Settee restored a corrupt settings file from its backup.
    case restored
    /// Settee restored keys that another program had overwritten.
    case putBack
    /// Settee couldn't write changes to disk in the background.
    ///
    /// The changed values stay in memory, and Settee tries to write them again.
    case unsaved
    /// Settee made a change but couldn't record it in the history.
    case unnoted
    /// Settee couldn't read the file of a layer, so it ignored the layer.
    case passedOver
  }

  /// The kind of the issue, which programs can check.
  public let kind: IssueKind
  /// A message for the user that explains the problem and suggests a solution.
  public let message: String
  /// The keys that the issue affects, or an empty array if it affects all keys.
  public let keys: [String]

  package init(_ kind: IssueKind, _ message: String, keys: [String] = []) {
    self.kind = kind
    self.message = message
    self.keys = keys
  }
}
