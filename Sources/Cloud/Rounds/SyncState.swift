import SetteePropertyLists

/// What a device remembers of one mirror, account and domain between two rounds.
///
/// It is saved whole at each step, so a crash leaves one of the states that this file describes.
/// What has changed here is never written down: it is the difference between ``base`` and the file.
struct SyncState: Sendable {
  /// The mirror's id, or one of its ids; another one is another mirror.
  var mirror: String
  var account: String
  /// The name under which this device writes to this mirror.
  var device: CloudDevice
  /// The last write that is known to have been taken.
  var written: CloudWrite? {
    didSet {
      guard let oldValue, oldValue != written else { return }
      writes = writes.suffix(Self.remembered - 1) + [oldValue]
    }
  }
  /// Writes before it: a mirror that shows one was put back, one that shows another has met a twin.
  var writes: [CloudWrite] = []
  private static let remembered = 64
  /// Whether this device was found to be a clone or restored: unsent edits may be old ones.
  var isClone = false
  /// Names shared with a twin: what was pushed under one may be unknown to what seems to cover it.
  var shared: Set<CloudDevice> = []
  /// Writes that were begun since; any of them may have landed.
  var attempts: [SyncAttempt] = []
  /// What both sides last agreed on.
  var base: [CloudKey: CloudRecord] = [:]
  /// When each unsent edit was made or first seen, as long as its value stands.
  var stamps: [CloudKey: SyncEdit] = [:]
  /// Records about to enter the file: saved before that commit, folded into ``base`` after it.
  var taking: [CloudKey: CloudRecord] = [:]
  /// Keys about to leave the file because the mirror has removed them, treated like ``taking``.
  var dropping: Set<CloudKey> = []
  /// The deletes of the log that were sent or overruled: they do not explain a later absence.
  var spent: [CloudKey: CloudStamp] = [:]
  /// Values that came back from the last good copy: not sent while they stand.
  var held: [CloudKey: Fingerprint] = [:]
  /// How far each device's pushes have been looked through for conflicts.
  var seen: [CloudDevice: Int64] = [:]
  var clock = CloudClock()
  /// Conflicts that were decided, and that nobody has been told yet.
  var conflicts: [SyncDifference] = []
  /// The conflicts of the last round that had any, for whoever asks later.
  var lastConflicts: [SyncDifference] = []
  /// When the last round ended, in milliseconds since 1970.
  var lastSync: Int64?
  /// When the device returned after it had not synced for long, as long as that was recently.
  var returned: Int64?
  /// The epoch in which this device has written last; nil in clear.
  var epoch: String?

  /// Whether nothing was ever agreed with this mirror.
  var isNew: Bool { base.isEmpty && written == nil && attempts.isEmpty }

  /// The number of the next write.
  func nextSequence(after document: CloudDocument) -> Int64 {
    let known = [
      written?.sequence, attempts.last?.write.sequence, document.devices[device]?.written.sequence,
    ]
    return (known.compactMap { $0 }.max() ?? 0) + 1
  }
}

/// A push that was begun: if it landed, its records are agreed, whatever came after them.
struct SyncAttempt: Sendable {
  var write: CloudWrite
  /// The records that it was to bring.
  var records: [CloudKey: CloudRecord]
  /// The keys whose deletes every device has seen once it landed.
  var forgotten: Set<CloudKey> = []
}

/// One edit of one key: which value it left, and when.
struct SyncEdit: Sendable, Equatable {
  /// The value that it left; of "no value" for a delete.
  var value: Fingerprint
  var stamp: CloudStamp
  /// Of a delete: the value that it took away; of a value that was set after one: "no value".
  var over: Fingerprint?

  /// Whether the edit took the key away.
  var isDelete: Bool { value == Fingerprint(of: nil) }

  /// Whether a key may be absent by a decision: it was deleted last, or a value was set after that
  /// and, because edits are noted before they are written, may have never come to the disk.
  var mayBeDelete: Bool { isDelete || over == Fingerprint(of: nil) }
}

extension SyncState {
  /// What was kept here counts as an edit made after the cloud's, which this way of syncing left there.
  mutating func keep(_ key: CloudKey, _ draft: SyncPlan.PendingRecord, over record: CloudRecord?) {
    base[key] = record
    stamps[key] = SyncEdit(value: Fingerprint(of: draft.value), stamp: draft.stamp)
    // Also where it once came back with a copy: it is a decision now.
    held[key] = nil
  }

  /// What is here shall give way to the cloud's: it counts as agreed before all that stands there.
  mutating func yield(_ key: CloudKey, to record: CloudRecord?, _ here: LocalState) {
    let push = record?.push ?? base[key]?.push ?? CloudPush(device: device, sequence: 0)
    let oldest = CloudStamp(time: 0, count: 0, device: device)
    agree(key, here.values[key].map { CloudRecord(value: $0, stamp: oldest, push: push) }, here)
  }
}

/// What a round finds on this device.
struct LocalState: Sendable {
  /// The user's own values of the keys that are mirrored.
  var values: [CloudKey: PropertyList]
  /// Whether a key is mirrored at all; others are neither sent nor taken.
  var isMirrored: @Sendable (CloudKey) -> Bool = { _ in true }
  /// Whether the file is missing, empty or was put back from a copy.
  var isLost = false
  /// The last edit of each key that Settee itself committed.
  var edits: [CloudKey: SyncEdit] = [:]
  /// Values that came back from a good copy, and when.
  var restored: [CloudKey: SyncEdit] = [:]
  /// Whether a key may have a value: a mirror may hold anything.
  var accepts: @Sendable (CloudKey, PropertyList) -> Bool = { _, _ in true }
}
