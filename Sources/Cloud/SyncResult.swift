public import SetteePropertyLists

/// The result of a sync, or the planned result of a dry run.
public struct SyncResult: Sendable {
  /// The keys that were sent, including deletes.
  public internal(set) var sent: [String] = []
  /// The keys that were received, including deletes.
  public internal(set) var received: [String] = []
  /// The keys that both sides changed, and how each conflict was resolved.
  public internal(set) var conflicts: [SyncDifference] = []
  /// The keys that are missing on this device without having been deleted.
  public internal(set) var missing: [String] = []
  /// The keys with a value restored from the last good copy.
  ///
  /// They aren't sent until they change.
  public internal(set) var withheld: [String] = []
  /// The keys whose value in the mirror is invalid on this device and wasn't received.
  public internal(set) var refused: [String] = []
  /// Warnings about the mirror and about wrong clocks, one sentence each.
  package internal(set) var warnings: [String] = []
  /// The address of the documents at the end of the sync.
  var address: CloudAddress?
  /// A Boolean value that indicates whether the user has to resolve a conflict first, so that
  /// nothing was sent or received.
  public internal(set) var needsResolution = false
  /// An opaque token for the mirror's state at the end.
  ///
  /// Compare it for equality only.
  public internal(set) var revision: String
  /// The reason why values changed.
  public internal(set) var reason = CloudChangeReason.serverChange
}

/// Why values changed, like the change reasons of NSUbiquitousKeyValueStore.
public enum CloudChangeReason: String, Sendable, Equatable {
  /// Another device changed something.
  case serverChange
  /// This device synced with the mirror for the first time.
  case initialSync
  /// The settings exceed a limit, so nothing was sent.
  case quotaViolation
  /// The mirror is used with another account now.
  case accountChange
}

/// A key that differs between this device and the mirror.
public struct SyncDifference: Sendable {
  /// How a key differs.
  public enum State: String, Sendable {
    /// Changed on this device only.
    case pending
    /// Changed in the mirror only.
    case incoming
    /// Changed on both sides.
    case conflict
    /// Missing on this device without having been deleted.
    case missing
    /// Restored from the last good copy, and not sent until it changes.
    case held
  }

  package let name: CloudKey
  /// How the key differs.
  public let state: State
  /// This device's value, or `nil` if there is none.
  public let localValue: PropertyList?
  /// The mirror's value, or `nil` if there is none.
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
  /// The account that the settings belong to.
  public let account: String
  /// The reason why the mirror couldn't be reached, one sentence, or `nil` if it was.
  public internal(set) var connectionFailure: String?
  /// An opaque token for the mirror's state, or `nil` if the mirror couldn't be reached.
  public internal(set) var revision: String?
  /// The keys that differ.
  ///
  /// If the mirror couldn't be reached, only unsent changes.
  public internal(set) var rows: [SyncDifference] = []
  /// The conflicts of the most recent round that had any.
  public internal(set) var recentConflicts: [SyncDifference] = []
  /// When the last sync finished, in milliseconds since 1970, or `nil` before the first sync.
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
