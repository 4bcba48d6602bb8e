/// What a round did, or would do.
public struct CloudReport: Sendable {
  /// Keys that went to the cloud, deletes included.
  public var sent: [CloudKey] = []
  /// Keys whose values came from the cloud, deletes included.
  public var taken: [CloudKey] = []
  /// Keys that both sides changed, with what became of each.
  public var conflicts: [CloudConflict] = []
  /// Keys that are gone here without anybody having deleted them.
  public var missing: [CloudKey] = []
  /// Keys that hold a value from the last good copy, which is not sent while it stands.
  public var held: [CloudKey] = []
  /// Keys whose value in the cloud is none that they may have here, and was not taken.
  public var refused: [CloudKey] = []
  /// Whether the round stopped because somebody has to choose; nothing was sent or taken.
  public var isStopped = false
  /// The mirror's state at the end.
  public var revision: CloudRevision
  /// Why values came from the cloud.
  public var reason: CloudReason

  /// Makes a report of nothing done.
  public init(revision: CloudRevision, reason: CloudReason = .serverChange) {
    self.revision = revision
    self.reason = reason
  }
}

/// A key that both sides changed.
public struct CloudConflict: Sendable {
  /// The key.
  public let key: CloudKey
  /// This device's value; nil when it was deleted here.
  public let here: PropertyList?
  /// The cloud's value; nil when it was deleted there.
  public let cloud: PropertyList?
  /// Which one was kept; nil while nobody has chosen.
  public let kept: CloudSide?

  /// Makes a conflict.
  public init(key: CloudKey, here: PropertyList?, cloud: PropertyList?, kept: CloudSide?) {
    self.key = key
    self.here = here
    self.cloud = cloud
    self.kept = kept
  }
}

/// Why the cloud speaks: the reasons of NSUbiquitousKeyValueStore.
public enum CloudReason: String, Sendable, Equatable {
  /// Another device changed something.
  case serverChange
  /// This device met the mirror for the first time.
  case initialSync
  /// The store is over a limit; nothing was sent.
  case quotaViolation
  /// The mirror is asked for another account now.
  case accountChange
}

/// One line of the push dialog: a key, both sides, and what would be kept.
public struct CloudRow: Sendable {
  /// What is the matter with the key.
  public enum State: String, Sendable {
    /// Changed here only: would be sent.
    case pending
    /// Changed in the cloud only: would be taken.
    case incoming
    /// Changed on both sides.
    case conflict
    /// Gone here, and nobody deleted it.
    case missing
    /// From the last good copy: not sent while it stands.
    case held
  }

  /// The key.
  public let key: CloudKey
  /// What is the matter with the key.
  public let state: State
  /// This device's value; nil when there is none.
  public let here: PropertyList?
  /// The cloud's value; nil when there is none.
  public let cloud: PropertyList?
  /// Which side would be kept; nil while somebody has to choose.
  public let kept: CloudSide?

  func hasSameValues(as other: CloudRow) -> Bool {
    here.isSame(as: other.here) && cloud.isSame(as: other.cloud)
  }
}
