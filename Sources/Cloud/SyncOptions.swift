/// How a sync resolves conflicts and missing values.
public enum CloudPolicy: String, Sendable, CaseIterable {
  /// Stop and let the user choose. Nothing is sent or received.
  case ask
  /// Keep the newest edit.
  case newest
  /// Keep this device's value.
  case here
  /// Keep the mirror's value.
  case cloud
}

/// One of the two sides of a sync.
public enum CloudSide: String, Sendable, Equatable {
  /// This device.
  case here
  /// The mirror.
  case cloud
}

/// The direction, conflict policy, and scope of one sync.
public struct SyncOptions: Sendable {
  package var takes: Bool
  package var sends: Bool
  package var policy: CloudPolicy
  package var leavesMissing: Bool
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

  /// Creates options for a sync that receives changes (`takes`), sends changes (`sends`), or both.
  ///
  /// The user's `choices` take precedence over the policy. If `leavesMissing` is true, keys that
  /// are missing on this device stay missing, whatever the policy. A dry run changes nothing.
  public init(
    takes: Bool = true, sends: Bool = true, policy: CloudPolicy = .ask,
    leavesMissing: Bool = false, choices: [String: CloudSide] = [:], isDryRun: Bool = false
  ) {
    (self.takes, self.sends, self.policy) = (takes, sends, policy)
    (self.leavesMissing, self.isDryRun) = (leavesMissing, isDryRun)
    self.choices = Dictionary(
      choices.map { (CloudKey($0), $1) }, uniquingKeysWith: { _, last in last })
  }

  /// The options of automatic sync.
  ///
  /// It syncs both ways, keeps the newest edit, and leaves missing keys alone.
  public static var automatic: SyncOptions { SyncOptions(policy: .newest, leavesMissing: true) }
}
