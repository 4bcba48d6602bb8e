public import SetteePropertyLists

/// What a round did, or would do.
public struct SyncResult: Sendable {
  /// Keys that went to the cloud, deletes included.
  public internal(set) var sent: [String] = []
  /// Keys whose values came from the cloud, deletes included.
  public internal(set) var taken: [String] = []
  /// Keys that both sides changed, with what became of each.
  public internal(set) var conflicts: [SyncDifference] = []
  /// Keys that are gone here without anybody having deleted them.
  public internal(set) var missing: [String] = []
  /// Keys that hold a value from the last good copy, which is not sent while it stands.
  public internal(set) var held: [String] = []
  /// Keys whose value in the cloud is none that they may have here, and was not taken.
  public internal(set) var refused: [String] = []
  /// Problems of the mirror, and clocks that are wrong: a sentence each.
  package internal(set) var warnings: [String] = []
  /// Where the documents stood at the end.
  var address: CloudAddress?
  /// Whether the round stopped because somebody has to choose; nothing was sent or taken.
  public internal(set) var isStopped = false
  /// The mirror's word for its state at the end; compared, never read.
  public internal(set) var revision: String
  /// Why values came from the cloud.
  public internal(set) var reason = CloudReason.serverChange
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

/// A key on which the two sides differ: both values, and which one is kept.
public struct SyncDifference: Sendable {
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

  package let name: CloudKey
  /// What is the matter with the key.
  public let state: State
  /// This device's value; nil when there is none.
  public let here: PropertyList?
  /// The cloud's value; nil when there is none.
  public let cloud: PropertyList?
  /// Which side is or would be kept; nil while somebody has to choose.
  public let kept: CloudSide?
  /// Whether nobody may be shown the values.
  package var isSecret = false
  /// Who gave the cloud its value, and when; nil where the cloud has none, or where nobody asked.
  package var author: Author?

  /// A device as its user calls it, and the milliseconds since 1970 of its edit.
  package struct Author: Sendable {
    package let name: String?
    package let time: Int64
  }

  /// The key.
  public var key: String { name.text }

  func hasSameValues(as other: SyncDifference) -> Bool {
    here.isSame(as: other.here) && cloud.isSame(as: other.cloud)
  }
}

/// Where a domain and its mirror stand.
public struct CloudStatus: Sendable {
  /// The mirror in words.
  public let mirror: String
  /// Whose settings.
  public let account: String
  /// Why the mirror did not answer: one sentence; nil when it did.
  public internal(set) var trouble: String?
  /// The mirror's word for its state; nil when it did not answer.
  public internal(set) var revision: String?
  /// The keys on which both sides differ; what waits to be sent, when the mirror did not answer.
  public internal(set) var rows: [SyncDifference] = []
  /// The conflicts of the last round that had any.
  public internal(set) var recentConflicts: [SyncDifference] = []
  /// When the last round ended, in milliseconds since 1970; nil before the first.
  public internal(set) var last: Int64?
  /// Whether nobody without its key can read what the mirror holds.
  public internal(set) var isSealed = false
  /// Problems of the mirror, and clocks that are wrong: a sentence each.
  package internal(set) var warnings: [String] = []
}

extension SyncRound.RoundContext {
  /// What the round would do to each key.
  var rows: [SyncDifference] {
    plan.keys.compactMap { key in
      var (cloud, kept) = (pulled.records[key]?.value, decision.side(of: key))
      let state: SyncDifference.State
      switch plan.verdicts[key] {
      case .agreed: return nil
      case .take?: state = .incoming
      case .send: state = .pending
      // The mirror was put back, and gets again what was agreed.
      case nil: (state, kept) = (.pending, .here)
      case .conflict: state = .conflict
      case .missing(let record): (state, cloud) = (.missing, record.value)
      case .held: state = .held
      }
      var row = SyncDifference(
        name: key, state: state, here: here.values[key], cloud: cloud, kept: kept)
      row.author = pulled.records[key].map {
        SyncDifference.Author(name: pulled.devices[$0.stamp.device]?.name, time: $0.stamp.time)
      }
      return row
    }
  }
}
