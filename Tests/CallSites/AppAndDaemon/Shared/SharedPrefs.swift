import Settee

/// The settings that both the app and its daemon read and write.
public struct SharedPrefs: PreferenceSet {
  /// The number of jobs started so far.
  @Setting public var jobs = 0
  /// Whether the daemon is paused.
  @Setting public var isPaused = false

  /// Creates a set with the default values.
  public init() {}

  /// Opens the settings that both programs share.
  public static func store() throws -> Store<SharedPrefs> {
    try Store(SharedPrefs.self, domain: "org.example.shared")
  }
}
