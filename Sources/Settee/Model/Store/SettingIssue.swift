/// Something that went wrong where no caller could be told: see ``Store/issues``.
public struct SettingIssue: Sendable, CustomStringConvertible {
  /// What kind of thing went wrong.
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

  /// Makes an issue.
  public init(_ kind: Kind, key: String? = nil, _ message: String) {
    self.kind = kind
    self.key = key
    self.message = message
  }

  /// The sentence.
  public var description: String { message }
}
