/// Why a store cannot be opened or a value not be set: one sentence that says what to do.
public struct StoreError: Error, Sendable, CustomStringConvertible {
  /// What kind of failure it is; there may be more kinds one day.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
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
  package let cause: DomainError?

  package init(_ kind: Kind, key: String? = nil, _ message: String, cause: DomainError? = nil) {
    self.kind = kind
    self.key = key
    self.message = message
    self.cause = cause
  }

  /// The same failure, as a store tells it.
  init(_ error: DomainError, key: String? = nil) {
    self.init(
      error.kind == .denied ? .managed : .storage, key: key, error.message, cause: error)
  }

  /// An administrator holds the key.
  init(managed slot: SettingSlot) {
    self.init(
      .managed, key: slot.key, "'\(slot.key)' is set by your administrator and cannot be changed")
  }

  /// The sentence.
  public var description: String { message }
}

/// Something that went wrong where no caller could be told: see ``Store/issues``.
public struct SettingIssue: Sendable, CustomStringConvertible {
  /// What kind of thing went wrong; there may be more kinds one day.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Kind: Sendable, Equatable {
    /// A plain assignment broke a rule; the old value stays.
    case invalidAssignment
    /// A stored value is of another type or breaks a rule; the next layer's counts.
    case invalidStoredValue
    /// A plain assignment could not be written.
    case notWritten
    /// Something was assigned to a snapshot, or to the value of an update that is over.
    case strayAssignment
    /// An optional setting has a default, so nil reads as that default.
    case nilReadsAsDefault
    /// The key is in the settings bundle and no property has it.
    case onlyInBundle
    /// The property's key is in no pane of the settings bundle.
    case onlyInCode
    /// Bundle and code disagree about a type, a default or a range.
    case disagreement
    /// The domain's file was damaged and put back, or another program dropped keys.
    case storage
  }

  /// What kind of thing went wrong.
  public let kind: Kind
  /// The key concerned, where there is one.
  public let key: String?
  /// One sentence: what, where, and what to do.
  public let message: String

  init(_ kind: Kind, key: String? = nil, _ message: String) {
    self.kind = kind
    self.key = key
    self.message = message
  }

  /// The sentence.
  public var description: String { message }
}
