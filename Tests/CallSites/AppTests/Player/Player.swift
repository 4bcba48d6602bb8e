import Settee

/// The settings of the player.
public struct PlayerPrefs: PreferenceSet {
  /// The volume, from 0 (silent) to 1 (loudest).
  @Setting(.range(0...1)) public var volume = 0.5

  /// Creates a set with the default values.
  public init() {}

  private static let opened = Store.orExit {
    try Store(PlayerPrefs.self, domain: "org.example.player")
  }
  /// The app's settings, or the settings that a test uses instead.
  public static var store: Store<PlayerPrefs> { Store<PlayerPrefs>.replacement ?? opened }
}

/// A part of the app that accesses its settings directly.
public struct Player {
  /// Creates a player.
  public init() {}

  /// Increases the volume.
  public func louder() { PlayerPrefs.store.prefs.volume += 0.1 }
}
