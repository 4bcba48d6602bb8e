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
public struct CloudOrder: Sendable {
  /// Whether changes of the cloud are written here.
  public var takes: Bool
  /// Whether changes of this device are sent.
  public var sends: Bool
  /// What to do about conflicts.
  public var policy: CloudPolicy
  /// Whether a key that is missing here stays so, whatever the policy says.
  public var leavesMissing: Bool
  /// The user's own choices, which go before the policy.
  public var choices: [CloudKey: CloudSide]
  /// What the choices were made from: where a key holds other values by now, the round stops.
  package var seen: [CloudKey: CloudRow] = [:]
  /// Whether only to say what would be done.
  public var isDryRun: Bool
  /// A device that nobody shall wait for any more: that is all that is sent then.
  var forgets: CloudDevice?

  /// Makes an order.
  public init(
    takes: Bool = true, sends: Bool = true, policy: CloudPolicy = .ask,
    leavesMissing: Bool = false, choices: [CloudKey: CloudSide] = [:], isDryRun: Bool = false
  ) {
    self.takes = takes
    self.sends = sends
    self.policy = policy
    self.leavesMissing = leavesMissing
    self.choices = choices
    self.isDryRun = isDryRun
  }

  /// What automatic mode does: both ways, the newest edit wins, and nothing is decided by absence.
  public static var automatic: CloudOrder { CloudOrder(policy: .newest, leavesMissing: true) }
}
