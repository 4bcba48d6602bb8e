/// What to do where both sides changed a key, or a value is missing here.
public enum CloudPolicy: String, Sendable, CaseIterable {
  /// Stop and let the user choose: nothing is sent or taken.
  case ask
  /// Keep the newest edit.
  case newest
  /// Keep this device's side.
  case here
  /// Keep the cloud's side.
  case cloud
}

/// One of the two sides of a key.
public enum CloudSide: String, Sendable, Equatable {
  /// This device's.
  case here
  /// The cloud's.
  case cloud
}

/// What a round shall do.
public struct SyncOptions: Sendable {
  package var takes: Bool
  package var sends: Bool
  package var policy: CloudPolicy
  package var leavesMissing: Bool
  package var choices: [CloudKey: CloudSide]
  /// What the choices were made from: where a key holds other values by now, the round stops.
  package var seen: [CloudKey: SyncDifference] = [:]
  package var isDryRun: Bool
  /// A device that nobody shall wait for any more: that is all that is sent then.
  var forgets: CloudDevice?

  /// Makes an order, which `takes` the changes of the cloud and `sends` those of this device.
  ///
  /// The user's own choices go before the policy; with `leavesMissing` a key that is missing here
  /// stays so, whatever the policy says; a dry run only says what would be done.
  public init(
    takes: Bool = true, sends: Bool = true, policy: CloudPolicy = .ask,
    leavesMissing: Bool = false, choices: [String: CloudSide] = [:], isDryRun: Bool = false
  ) {
    (self.takes, self.sends, self.policy) = (takes, sends, policy)
    (self.leavesMissing, self.isDryRun) = (leavesMissing, isDryRun)
    self.choices = Dictionary(
      choices.map { (CloudKey($0), $1) }, uniquingKeysWith: { _, last in last })
  }

  /// What automatic mode does: both ways, the newest edit wins, and nothing is decided by absence.
  public static var automatic: SyncOptions { SyncOptions(policy: .newest, leavesMissing: true) }
}
