import Settee

/// What the player remembers.
public struct PlayerPrefs: PreferenceSet {
  /// From silent to loud.
  @Setting(.range(0...1)) public var volume = 0.5

  /// A set that holds the defaults.
  public init() {}

  private static let opened = Store.orExit {
    try Store(PlayerPrefs.self, domain: "org.example.player")
  }
  /// The app's settings, or those that a test has put in their place.
  public static var store: Store<PlayerPrefs> { Store<PlayerPrefs>.replacement ?? opened }
}

/// Something of the app that reaches its settings by itself.
public struct Player {
  /// Makes a player.
  public init() {}

  /// Turns the volume up.
  public func louder() { PlayerPrefs.store.prefs.volume += 0.1 }
}
