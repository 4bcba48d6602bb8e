public import SetteePropertyLists

/// The result of a sync, or the planned result of a dry run.
public struct SyncResult: Sendable {
  /// The keys that were sent, including deleted keys.
  public internal(set) var sent: [String] = []
  /// The keys that were received, including deleted keys.
  public internal(set) var received: [String] = []
  /// The keys that both sides changed, and the resolution of each conflict.
  public internal(set) var conflicts: [SyncDifference] = []
  /// The keys that are missing on this device without having been deleted.
  public internal(set) var missing: [String] = []
  /// The keys whose values were restored from the backup of the last valid file.
  ///
  /// These values aren't sent until they change.
  public internal(set) var withheld: [String] = []
  /// The keys whose values in the mirror are invalid on this device and weren't received.
  public internal(set) var refused: [String] = []
  /// Warnings about the mirror and about wrong clocks, one sentence each.
  package internal(set) var warnings: [String] = []
  /// The address of the documents at the end of the sync.
  var address: CloudAddress?
  /// A Boolean value that indicates whether the user has to resolve a conflict first, so that
  /// nothing was sent or received.
  public internal(set) var needsResolution = false
  /// An opaque token for the state of the mirror at the end of the sync.
  ///
  /// Tokens can be compared only for equality.
  public internal(set) var revision: String
  /// The reason why values changed.
  public internal(set) var reason = CloudChangeReason.serverChange
}

/// The reason why values changed, similar to the change reasons of NSUbiquitousKeyValueStore.
public enum CloudChangeReason: String, Sendable, Equatable {
  /// Another device changed a value.
  case serverChange
  /// This device synced with the mirror for the first time.
  case initialSync
  /// The settings exceed a limit, so nothing was sent.
  case quotaViolation
  /// The mirror is now used with a different account.
  case accountChange
}

/// A key whose value on this device differs from its value in the mirror.
public struct SyncDifference: Sendable {
  /// The way in which a key differs.
  public enum State: String, Sendable {
    /// The key was changed only on this device.
    case pending
    /// The key was changed only in the mirror.
    case incoming
    /// The key was changed on both sides.
    case conflict
    /// The key is missing on this device without having been deleted.
    case missing
    /// The value was restored from a backup, and isn't sent until it changes.
    case held
  }

  package let name: CloudKey
  /// The way in which the key differs.
  public let state: State
  /// The value on this device, or `nil` if there is none.
  public let localValue: PropertyList?
  /// The value in the mirror, or `nil` if there is none.
  public let remoteValue: PropertyList?
  /// The side that is or would be kept, or `nil` while the user has to choose.
  public let kept: CloudSide?
  /// A Boolean value that indicates whether the values must not be shown.
  package var isSecret = false
  /// The author of the mirror's value, or `nil` if there is no value or the mirror wasn't read.
  package var author: Author?

  /// The name of a device, and the time of its edit in milliseconds since 1970.
  package struct Author: Sendable {
    package let name: String?
    package let time: Int64
  }

  /// The key.
  public var key: String { name.text }

  func hasSameValues(as other: SyncDifference) -> Bool {
    localValue.isSame(as: other.localValue) && remoteValue.isSame(as: other.remoteValue)
  }
}

/// The differences between a domain and its mirror.
public struct CloudStatus: Sendable {
  /// A description of the mirror's address, without credentials.
  public let mirror: String
  /// The account to which the settings belong.
  public let account: String
  /// A sentence that explains why the mirror couldn't be reached, or `nil` if it could be reached.
  public internal(set) var connectionFailure: String?
  /// An opaque token for the state of the mirror, or `nil` if the mirror couldn't be reached.
  public internal(set) var revision: String?
  /// The keys that differ.
  ///
  /// If the mirror couldn't be reached, this array contains only unsent changes.
  public internal(set) var rows: [SyncDifference] = []
  /// The conflicts of the most recent sync that had any conflicts.
  public internal(set) var recentConflicts: [SyncDifference] = []
  /// The time at which the last sync finished, in milliseconds since 1970, or `nil` before the
  /// first sync.
  public internal(set) var last: Int64?
  /// A Boolean value that indicates whether the mirror is encrypted.
  public internal(set) var isSealed = false
  /// Warnings about the mirror and about wrong clocks, one sentence each.
  package internal(set) var warnings: [String] = []
}

extension SyncRound.RoundContext {
  /// The planned change to each key.
  var rows: [SyncDifference] {
    plan.keys.compactMap { key in
      var (cloud, kept) = (pulled.records[key]?.value, decision.side(of: key))
      let state: SyncDifference.State
      switch plan.decisions[key] {
      case .synced: return nil
      case .take?: state = .incoming
      case .send: state = .pending
      // The mirror was rolled back, and the base is sent again.
      case nil: (state, kept) = (.pending, .local)
      case .conflict: state = .conflict
      case .missing(let record): (state, cloud) = (.missing, record.value)
      case .quarantined: state = .held
      }
      var row = SyncDifference(
        name: key, state: state, localValue: here.values[key], remoteValue: cloud, kept: kept)
      row.author = pulled.records[key].map {
        SyncDifference.Author(name: pulled.devices[$0.stamp.device]?.name, time: $0.stamp.time)
      }
      return row
    }
  }
}
