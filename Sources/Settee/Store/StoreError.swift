/// An error of a store, with a message for the user.
public struct StoreError: Error, Sendable, CustomStringConvertible {
  /// The type of a store error.
  ///
  /// Future versions might add more types.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Kind: Sendable, Equatable {
    /// A declaration in the set is invalid because of a programming error.
    case declaration
    /// The value breaks a rule or can't be stored.
    case invalidValue
    /// An administrator manages the key.
    case managed
    /// The file couldn't be read or written.
    case storage
    /// The set is read-only, for example because it is a snapshot.
    case notWritable
  }

  /// The type of the error.
  public let kind: Kind
  /// The key of the setting, or `nil` if the error doesn't concern a single setting.
  public let key: String?
  /// A message for the user that explains the failure and suggests a solution.
  public let message: String
  package let cause: DomainError?

  package init(_ kind: Kind, key: String? = nil, _ message: String, cause: DomainError? = nil) {
    self.kind = kind
    self.key = key
    self.message = message
    self.cause = cause
  }

  /// Converts a domain error to a store error.
  init(_ error: DomainError, key: String? = nil) {
    self.init(
      error.kind == .denied ? .managed : .storage, key: key, error.message, cause: error)
  }

  /// Creates the error for a managed key.
  init(managed slot: SettingLocation) {
    self.init(
      .managed, key: slot.key, "'\(slot.key)' is managed by your administrator and can't be changed"
    )
  }

  /// The message.
  public var description: String { message }
}

/// A problem that couldn't be thrown to a caller.
///
/// All issues are listed in ``Store/issues``.
public struct SettingIssue: Sendable, CustomStringConvertible {
  /// The type of an issue.
  ///
  /// Future versions might add more types.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Kind: Sendable, Equatable {
    /// An assigned value breaks a rule, so the setting keeps its previous value.
    case invalidAssignment
    /// A stored value has the wrong type or breaks a rule, so the value of the next layer is used.
    case invalidStoredValue
    /// An assigned value couldn't be saved.
    case notWritten
    /// A value was assigned to a snapshot, or to the copy of an update that has ended.
    case assignmentToSnapshot
    /// An optional setting has a default other than `nil`, so assigning `nil` restores the default.
    case nilReadsAsDefault
    /// A key in the settings bundle has no corresponding property in code.
    case onlyInBundle
    /// A property in code has no control in the settings bundle.
    case onlyInCode
    /// The bundle and the code have different types, defaults, or ranges for a key.
    case disagreement
    /// The domain's file was restored from a backup, or another program removed keys from it.
    case storage
  }

  /// The type of the issue.
  public let kind: Kind
  /// The key of the setting, or `nil` if the problem doesn't concern a single setting.
  public let key: String?
  /// A message that explains the problem and suggests a solution.
  public let message: String

  init(_ kind: Kind, key: String? = nil, _ message: String) {
    self.kind = kind
    self.key = key
    self.message = message
  }

  /// The message.
  public var description: String { message }
}
