package import SetteeValues

/// The policy for resolving conflicts and missing values during a sync.
public enum CloudPolicy: String, Sendable, CaseIterable {
  /// The sync stops so that the user can choose, and no settings are sent or received.
  case ask
  /// The sync keeps the newest edit of a setting.
  case newest
  /// The sync keeps the value on this device.
  case keepingLocal = "here"
  /// The sync keeps the value in the mirror.
  case keepingRemote = "cloud"
}

/// One of the two sides of a sync, which are this device and the mirror.
public enum CloudSide: String, Sendable, Equatable {
  /// This device.
  case local = "here"
  /// The mirror.
  case remote = "cloud"
}

/// Options that specify the direction, the conflict policy, and the scope of a sync.
public struct SyncOptions: Sendable {
  package var pulls: Bool
  package var pushes: Bool
  package var conflictPolicy: CloudPolicy
  package var ignoresMissingKeys: Bool
  package var choices: [Key: CloudSide]
  /// The differences that the user was shown when making the choices.
  ///
  /// If the values have changed since then, the sync stops.
  package var seen: [Key: SyncDifference] = [:]
  package var isDryRun: Bool
  /// The device that the sync retires, or `nil` to retire no device.
  ///
  /// If the sync retires a device, it sends nothing else.
  var forgets: CloudDevice?

  /// Creates options for a sync that pulls, pushes, or both.
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
      choices.map { (Key($0), $1) }, uniquingKeysWith: { _, last in last })
  }

  /// The options that automatic sync uses for each sync.
  ///
  /// Automatic sync works in both directions, keeps the newest edit, and ignores missing keys.
  public static var automatic: SyncOptions {
    SyncOptions(conflictPolicy: .newest, ignoresMissingKeys: true)
  }
}
