public import SetteeValues

/// The result of a sync, or the planned result of a dry run.
public struct SyncResult: Sendable {
  /// The keys of the settings that the sync sent to the mirror, including deleted keys.
  public internal(set) var sent: [String] = []
  /// The keys of the settings that the sync received from the mirror, including deleted keys.
  public internal(set) var received: [String] = []
  /// The keys that changed both on this device and in the mirror, and the resolution of each
  /// conflict.
  public internal(set) var conflicts: [SyncDifference] = []
  /// The keys that are missing on this device but weren't deleted.
  public internal(set) var missing: [String] = []
  /// The keys whose values on this device were restored from a backup.
  ///
  /// Restored values aren't sent to the mirror until they change.
  public internal(set) var withheld: [String] = []
  /// The keys that the sync didn't receive because their values are invalid on this device.
  public internal(set) var refused: [String] = []
  /// Warnings about the mirror and about incorrect clocks, with one sentence per warning.
  package internal(set) var warnings: [String] = []
  /// The address of the documents in the mirror at the end of the sync.
  var address: CloudAddress?
  /// A Boolean value that indicates whether the sync stopped because the user must resolve a
  /// conflict.
  public internal(set) var needsResolution = false
  /// An opaque token for the state of the mirror at the end of the sync.
  ///
  /// Tokens for the state of the mirror can be compared only for equality.
  public internal(set) var revision: String
  /// The reason why the sync changed values on this device.
  public internal(set) var reason = CloudChangeReason.serverChange
}

/// The reason why a sync changed values, similar to the change reasons of
/// `NSUbiquitousKeyValueStore`.
public enum CloudChangeReason: String, Sendable, Equatable {
  /// Another device changed the value of a setting.
  case serverChange
  /// This device synced with the mirror for the first time.
  case initialSync
  /// The settings exceed a limit of the mirror, so nothing was sent.
  case quotaViolation
  /// The mirror is now used with a different account.
  case accountChange
}

/// A key whose local value differs from its value in the mirror.
public struct SyncDifference: Sendable {
  /// The type of difference between the local value and the mirror's value.
  public enum SyncStatus: String, Sendable {
    /// The value of the key changed only on this device.
    case pending
    /// The value of the key changed only in the mirror.
    case incoming
    /// The value of the key changed both on this device and in the mirror.
    case conflict
    /// The key is missing on this device but wasn't deleted.
    case missing
    /// The value was restored from a backup and isn't sent to the mirror until it changes.
    case held
  }

  package let name: Key
  /// The type of difference between the local value and the mirror's value.
  public let state: SyncStatus
  /// The value of the key on this device, or `nil` if the key isn't set.
  public let localValue: PropertyList?
  /// The value of the key in the mirror, or `nil` if the mirror doesn't contain the key.
  public let remoteValue: PropertyList?
  /// The side whose value the sync keeps or would keep, or `nil` if the user has to choose.
  public let kept: CloudSide?
  /// A Boolean value that indicates whether the values are secret and must be hidden.
  package var isSecret = false
  /// The name of the device that set the mirror's value, and the time of its edit in milliseconds
  /// since 1970, or `nil` if they are unknown.
  package var author: (name: String?, time: Int64)?

  /// The key of the setting whose values differ.
  public var key: String { name.text }

  func hasSameValues(as other: SyncDifference) -> Bool {
    localValue.isSame(as: other.localValue) && remoteValue.isSame(as: other.remoteValue)
  }
}

/// The differences between the settings on this device and in a mirror.
public struct CloudStatus: Sendable {
  /// A description of the mirror's address, without credentials.
  public let mirror: String
  /// The account that the settings in the mirror belong to.
  public let account: String
  /// The reason why the mirror couldn't be reached, or `nil` if it was reached.
  public internal(set) var connectionFailure: String?
  /// An opaque token for the state of the mirror, or `nil` if the mirror couldn't be reached.
  public internal(set) var revision: String?
  /// The keys whose values on this device and in the mirror differ.
  ///
  /// If the mirror couldn't be reached, this array contains only unsent changes.
  public internal(set) var rows: [SyncDifference] = []
  /// The conflicts of the most recent sync that had conflicts.
  public internal(set) var recentConflicts: [SyncDifference] = []
  /// The time when the last sync finished, in milliseconds since 1970.
  ///
  /// Before the first sync, this time is `nil`.
  public internal(set) var last: Int64?
  /// A Boolean value that indicates whether the mirror is encrypted.
  public internal(set) var isSealed = false
  /// Warnings about the mirror and about incorrect clocks, with one sentence per warning.
  package internal(set) var warnings: [String] = []
}

extension SyncRound.RoundContext {
  /// The change that the sync plans for each key.
  var rows: [SyncDifference] {
    plan.keys.compactMap { key in
      var (cloud, kept) = (pulled.records[key]?.value, decision.side(of: key))
      let state: SyncDifference.SyncStatus
      switch plan.decisions[key] {
      case .synced: return nil
      case .take?: state = .incoming
      case .send: state = .pending
      // Without a decision, the key is sent again because the mirror was rolled back.
      case nil: (state, kept) = (.pending, .local)
      case .conflict: state = .conflict
      case .missing(let record): (state, cloud) = (.missing, record.value)
      case .quarantined: state = .held
      }
      var row = SyncDifference(
        name: key, state: state, localValue: here.values[key], remoteValue: cloud, kept: kept)
      row.author = pulled.records[key].map {
        (pulled.devices[$0.stamp.device]?.name, $0.stamp.time)
      }
      return row
    }
  }
}
