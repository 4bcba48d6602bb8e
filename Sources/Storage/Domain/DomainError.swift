public import SetteeValues
import SetteeFiles

/// An error of a domain, with a code for programs and a message for users.
public typealias DomainError = SetteeError

extension DomainError {
  /// Creates the error for a write during a transaction on the same thread that changes the same
  /// file.
  package init(nestedWriteTo place: String) {
    self.init(
      .busy,
      "Can't write \(place) during a transaction that changes it: change the values that are passed"
        + " to the transaction's closure, or write after the transaction.")
  }

  /// Creates a domain error from an error that occurred while editing a settings file.
  package init(_ error: EditError, in file: String) {
    self.init(
      error.isInvalidValue ? .invalid : error.isUnproved ? .io : .denied,
      error.sentence(about: file), underlying: error)
  }

  /// Converts a file error to a domain error.
  ///
  /// If `tellsDenied` is `true`, a missing file permission results in an error of kind `denied`.
  init(_ error: any Error, tellsDenied: Bool) {
    let isDenied = tellsDenied && (error as? SystemError)?.isDenied == true
    self.init(error, code: isDenied ? .denied : .io)
  }

  /// A Boolean value that indicates whether the system denied access, so that another user may be
  /// allowed to make the change.
  package var isForRoot: Bool {
    code == .denied && (underlying as? SystemError)?.needsPermission == true
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
