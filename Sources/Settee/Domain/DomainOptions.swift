/// How a domain is opened: the layers that a program asks for and when its writes reach the disk.
public struct DomainOptions: Sendable {
  /// When a write is on disk.
  public enum Saving: Sendable, Equatable {
    /// When the call returns.
    case immediate
    /// At the latest after this time, by return from `main`, or by `exit()`.
    case coalesced(Duration)
    /// When ``Domain/flush()`` is called.
    case manual
  }

  /// When a write is on disk.
  public var saving: Saving
  /// Other domains of the user whose values the program shares, the first one first.
  public var suites: [DomainName]
  /// The values of `-key value` arguments.
  public var arguments: PropertyListDictionary
  /// The values of environment variables.
  public var environment: PropertyListDictionary
  /// The defaults of the program or its bundle.
  public var registered: PropertyListDictionary
  /// The keys whose values are never shown, nor kept in the history.
  public var secrets: Set<LeafPath>
  /// Whether changes that other processes make are seen without asking.
  public var watches: Bool
  /// Whether it is only later, by ``Domain/watchFromNow()``, that such changes are seen.
  package var watchesLater = false

  /// Options: writes at once, no layers but the files.
  public init(
    saving: Saving = .immediate, suites: [DomainName] = [],
    arguments: PropertyListDictionary = [:], environment: PropertyListDictionary = [:],
    registered: PropertyListDictionary = [:], secrets: Set<LeafPath> = [], watches: Bool = true
  ) {
    self.saving = saving
    self.suites = suites
    self.arguments = arguments
    self.environment = environment
    self.registered = registered
    self.secrets = secrets
    self.watches = watches
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
    /// A stored value has a type that cannot be read as the declared one.
    case unreadableValue
  }

  /// What kind of matter it is.
  public let kind: Kind
  /// One sentence: what, where, what to do.
  public let message: String
  /// The keys that it concerns; empty when it concerns all.
  public let keys: [String]

  /// Makes an issue.
  public init(_ kind: Kind, _ message: String, keys: [String] = []) {
    self.kind = kind
    self.message = message
    self.keys = keys
  }
}
