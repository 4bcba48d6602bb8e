public import SetteeValues

/// An error that a store throws, with a message for the user.
public typealias StoreError = SetteeError

extension SetteeError {
  /// Converts the error of a domain to an error with one of the codes that stores use.
  ///
  /// The original error determines the exit code. An error that isn't the error of a domain keeps
  /// its code.
  init(domainError error: any Error, key: String? = nil) {
    let error = SetteeError(error)
    switch error.code {
    case .denied: self.init(.managed, key: key, error.message, underlying: error)
    case .usage, .io, .busy, .invalid, .conflict, .missing:
      self.init(.storage, key: key, error.message, underlying: error)
    default: self = error
    }
  }

  /// Creates the error for an attempt to change a managed setting, whose value an administrator
  /// determines.
  init(managed slot: SettingLocation) {
    self.init(
      .managed, key: slot.key, "'\(slot.key)' is managed by your administrator and can't be changed"
    )
  }
}

/// A problem that couldn't be thrown as an error, for example because it occurred in an assignment.
///
/// All problems that have occurred are listed in ``Store/issues``.
public struct SettingIssue: Sendable, CustomStringConvertible {
  /// The type of an issue.
  ///
  /// Future versions of Settee might add more types of problems.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum IssueKind: Sendable, Equatable {
    /// The app assigned a value that breaks a rule, so the setting keeps its previous value.
    case invalidAssignment
    /// A stored value is invalid, so the value of the layer with the next lower precedence is used.
    case invalidStoredValue
    /// A value that the app assigned couldn't be saved.
    case notWritten
    /// The app assigned a value to a snapshot, or to the copy that an update provides after the
    /// update has ended.
    case assignmentToSnapshot
    /// Assigning `nil` to an optional setting restores its default, because the default isn't
    /// `nil`.
    case nilReadsAsDefault
    /// The settings bundle contains a key for which the code doesn't declare a property.
    case onlyInBundle
    /// The code declares a property for which the settings bundle doesn't contain a control.
    case onlyInCode
    /// The settings bundle and the code declare different types, defaults, or ranges for the same
    /// key.
    case disagreement
    /// A settings file was restored from a backup, or another program removed keys from it.
    case storage
  }

  /// The type of the issue.
  public let kind: IssueKind
  /// The key of the setting that the problem concerns, or `nil` if it doesn't concern a single
  /// setting.
  public let key: String?
  /// A message for the user that explains the problem and suggests a solution.
  public let message: String

  init(_ kind: IssueKind, key: String? = nil, _ message: String) {
    self.kind = kind
    self.key = key
    self.message = message
  }

  /// The message.
  public var description: String { message }
}
