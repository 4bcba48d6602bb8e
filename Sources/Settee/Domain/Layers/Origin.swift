/// Where an effective value comes from; the raw values are the words of the command line's JSON.
public enum Origin: String, Sendable, Hashable, CaseIterable {
  /// An administrator decided; users cannot change it.
  case managed
  /// The command line of the program, `-key value`.
  case argument
  /// An environment variable of the program, `PREFIX_KEY`.
  case environment
  /// The user's file of the domain.
  case user
  /// The user's file of another domain that the program shares.
  case suite
  /// What the user set for every program.
  case global
  /// What an administrator suggests; users may set something else.
  case site
  /// The program's or the bundle's own default.
  case registered
  /// Nobody has a value.
  case none
}

/// A layer that a change can be written to.
public enum WritableLayer: String, Sendable, Hashable, CaseIterable {
  /// The user's file.
  case user
  /// The administrator's suggestions.
  case site
  /// The administrator's decisions.
  case managed

  /// The origin that values of this layer carry.
  public var origin: Origin {
    switch self {
    case .user: .user
    case .site: .site
    case .managed: .managed
    }
  }
}
