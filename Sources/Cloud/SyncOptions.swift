/// How a sync resolves conflicts and missing values.
public enum CloudPolicy: String, Sendable, CaseIterable {
  /// Stop and let the user choose. Nothing is sent or received.
  case ask
  /// Keep the newest edit.
  case newest
  /// Keep this device's value.
  case keepingLocal = "here"
  /// Keep the mirror's value.
  case keepingRemote = "cloud"
}

/// One of the two sides of a sync.
public enum CloudSide: String, Sendable, Equatable {
  /// This device.
  case local = "here"
  /// The mirror.
  case remote = "cloud"
}

/// The direction, conflict policy, and scope of one sync.
public struct SyncOptions: Sendable {
  package var pulls: Bool
  package var pushes: Bool
  package var conflictPolicy: CloudPolicy
  package var ignoresMissingKeys: Bool
  package var choices: [CloudKey: CloudSide]
  /// The differences that the user based the choices on.
  ///
  /// If the values have changed since, the sync stops.
  package var seen: [CloudKey: SyncDifference] = [:]
  package var isDryRun: Bool
  /// A device to retire.
  ///
  /// Nothing else is sent then.
  var forgets: CloudDevice?

  /// Creates options for a sync that receives changes (`pulls`), pushes changes (`pushes`), or both.
  ///
  /// The user's `choices` take precedence over the policy. If `ignoresMissingKeys` is true, keys that
  /// are missing on this device stay missing, whatever the policy. A dry run changes nothing.
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
  /// It syncs both ways, keeps the newest edit, and leaves missing keys alone.
  public static var automatic: SyncOptions {
    SyncOptions(conflictPolicy: .newest, ignoresMissingKeys: true)
  }
}
