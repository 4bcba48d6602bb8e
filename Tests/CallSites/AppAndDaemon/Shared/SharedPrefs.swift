import Settee

/// The settings that the app and its daemon both read and write.
public struct SharedPrefs: PreferenceSet {
  /// The number of jobs that were started.
  @Setting public var jobs = 0
  /// Whether the daemon is paused.
  @Setting public var isPaused = false

  /// Creates a set of settings with the default values.
  public init() {}

  /// Opens the settings that both programs share.
  public static func store() throws -> Store<SharedPrefs> {
    try Store(SharedPrefs.self, domain: "org.example.shared")
  }
}
