import Settee

/// What the app and its daemon both read and write.
public struct SharedPrefs: PreferenceSet {
  /// How many jobs were begun.
  @Setting public var jobs = 0
  /// Whether the daemon shall wait.
  @Setting public var isPaused = false

  /// A set that holds the defaults.
  public init() {}

  /// The settings that both programs open.
  public static func store() throws -> Store<SharedPrefs> {
    try Store(SharedPrefs.self, domain: "org.example.shared")
  }
}
