/// The way in which a sync resolves conflicts and missing values.
public enum CloudPolicy: String, Sendable, CaseIterable {
  /// The sync stops and lets the user choose. Nothing is sent or received.
  case ask
  /// The newest edit is kept.
  case newest
  /// The value of this device is kept.
  case keepingLocal = "here"
  /// The value of the mirror is kept.
  case keepingRemote = "cloud"
}

/// One of the two sides of a sync.
public enum CloudSide: String, Sendable, Equatable {
  /// This device.
  case local = "here"
  /// The mirror.
  case remote = "cloud"
}

/// The direction, the conflict policy, and the scope of one sync.
public struct SyncOptions: Sendable {
  package var pulls: Bool
  package var pushes: Bool
  package var conflictPolicy: CloudPolicy
  package var ignoresMissingKeys: Bool
  package var choices: [CloudKey: CloudSide]
  /// The differences on which the user based the choices.
  ///
  /// If the values have changed since, the sync stops.
  package var seen: [CloudKey: SyncDifference] = [:]
  package var isDryRun: Bool
  /// The device that the sync retires, or `nil` if it retires none.
  ///
  /// If a device is retired, nothing else is sent.
  var forgets: CloudDevice?

  /// Creates options for a sync that receives changes (`pulls`), pushes changes (`pushes`), or
  /// both.
  ///
  /// The user's `choices` take precedence over the policy. If `ignoresMissingKeys` is `true`, keys
  /// that are missing on this device stay missing, regardless of the policy. A dry run changes
  /// nothing.
  public init(
    pulls: Bool = true, pushes: Bool = true, conflictPolicy: CloudPolicy = .ask,
    ignoresMissingKeys: Bool = false, choices: [String: CloudSide] = [:], isDryRun: Bool = false
  ) {
    (self.pulls, self.pushes, self.conflictPolicy) = (pulls, pushes, conflictPolicy)
    (self.ignoresMissingKeys, self.isDryRun) = (ignoresMissingKeys, isDryRun)
    self.choices = Dictionary(
      choices.map { (CloudKey($0), $1) }, uniquingKeysWith: { _, last in last })
  }

  /// The options of automatic sync.
  ///
  /// Automatic sync works in both directions, keeps the newest edit, and ignores missing keys.
  public static var automatic: SyncOptions {
    SyncOptions(conflictPolicy: .newest, ignoresMissingKeys: true)
  }
}
