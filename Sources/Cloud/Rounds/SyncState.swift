import SetteePropertyLists

/// The state of one mirror, account, and domain that a device keeps between rounds.
///
/// The whole state is saved at each step, so after a crash the file contains one of the states of
/// this type. Pending changes aren't stored. They are the difference between ``base`` and the
/// settings file.
struct SyncState: Sendable {
  /// The mirror's ID, or one of its IDs.
  var mirror: String
  var account: String
  /// The ID under which this device writes to this mirror.
  var device: CloudDevice
  /// The last write that the mirror is known to have accepted.
  var written: CloudWrite? {
    didSet {
      guard let oldValue, oldValue != written else { return }
      writes = writes.suffix(Self.remembered - 1) + [oldValue]
    }
  }
  /// The writes before ``written``, up to a limit.
  ///
  /// If the mirror shows one of them, it was rolled back. If it shows a different write under this
  /// ID, another device uses the same ID.
  var writes: [CloudWrite] = []
  private static let remembered = 64
  /// A Boolean value that indicates whether this device was found to be a clone or to be restored
  /// from a backup, so that its unsent edits may be outdated.
  var isClone = false
  /// The device IDs that were shared with a clone.
  ///
  /// A document that covers a push under such an ID may still not contain that push.
  var sharedNames: Set<CloudDevice> = []
  /// Pushes that were started since ``written``.
  ///
  /// Any of them may have reached the mirror.
  var attempts: [SyncAttempt] = []
  /// The base: the records as last synced.
  var base: [CloudKey: CloudRecord] = [:]
  /// The edit of each key whose current value hasn't been sent.
  var stamps: [CloudKey: SyncEdit] = [:]
  /// Records about to be written to the settings file.
  ///
  /// They are saved before that commit and merged into ``base`` after it.
  var incoming: [CloudKey: CloudRecord] = [:]
  /// Keys about to be removed from the settings file because the mirror removed them.
  var removing: Set<CloudKey> = []
  /// Logged deletes that were sent or overridden, so they don't explain a later absence.
  var consumedDeletes: [CloudKey: CloudStamp] = [:]
  /// Values that were restored from the last good copy.
  ///
  /// They aren't sent until they change.
  var quarantined: [CloudKey: Fingerprint] = [:]
  /// The last push of each device that was checked for conflicts.
  var seen: [CloudDevice: Int64] = [:]
  var clock = CloudClock()
  /// Conflicts that were resolved but not yet reported.
  var conflicts: [SyncDifference] = []
  /// The conflicts of the most recent round that had any.
  var lastConflicts: [SyncDifference] = []
  /// When the last round finished, in milliseconds since 1970.
  var lastSync: Int64?
  /// When the device joined the mirror or came back after a long time without a sync, or `nil` if
  /// that wasn't recently.
  var returned: Int64?
  /// The encryption epoch of this device's last write, or `nil` if it was unencrypted.
  var epoch: String?

  /// A Boolean value that indicates whether this device has never synced with this mirror.
  var isNew: Bool { base.isEmpty && written == nil && attempts.isEmpty }

  /// Returns the sequence number of the next write.
  func nextSequence(after document: CloudDocument) -> Int64 {
    let known = [
      written?.sequence, attempts.last?.write.sequence, document.devices[device]?.written.sequence,
    ]
    return (known.compactMap { $0 }.max() ?? 0) + 1
  }
}

/// A push that was started.
///
/// If it reached the mirror, its records become part of the base, even if later writes follow.
struct SyncAttempt: Sendable {
  var write: CloudWrite
  /// The records of the push.
  var records: [CloudKey: CloudRecord]
  /// The keys whose tombstones the push removes.
  var forgotten: Set<CloudKey> = []
}

/// An edit of one key.
struct SyncEdit: Sendable, Equatable {
  /// The fingerprint of the new value, or of `nil` for a delete.
  var value: Fingerprint
  var stamp: CloudStamp
  /// For a delete, the fingerprint of the deleted value.
  ///
  /// For a value that was set after a delete, the fingerprint of `nil`.
  var over: Fingerprint?

  /// A Boolean value that indicates whether the edit deleted the key.
  var isDelete: Bool { value == Fingerprint(of: nil) }

  /// A Boolean value that indicates whether the key may be absent because of a delete.
  ///
  /// This includes a value that was set after a delete: edits are logged before they are written,
  /// so the value may never have reached the disk.
  var mayBeDelete: Bool { isDelete || over == Fingerprint(of: nil) }
}

extension SyncState {
  /// Records the decision to keep the local value over `record`, for a round that doesn't push.
  mutating func keep(_ key: CloudKey, _ draft: SyncPlan.PendingRecord, over record: CloudRecord?) {
    base[key] = record
    stamps[key] = SyncEdit(value: Fingerprint(of: draft.value), stamp: draft.stamp)
    // The decision also ends the quarantine of a restored value.
    quarantined[key] = nil
  }

  /// Records the decision to keep the mirror's record, for a round that doesn't pull.
  ///
  /// The local value becomes a base that is older than any record of the mirror.
  mutating func yield(_ key: CloudKey, to record: CloudRecord?, _ here: LocalState) {
    let push = record?.push ?? base[key]?.push ?? CloudPush(device: device, sequence: 0)
    let oldest = CloudStamp(time: 0, count: 0, device: device)
    setBase(key, here.values[key].map { CloudRecord(value: $0, stamp: oldest, push: push) }, here)
  }
}

/// The state of the settings on this device at the start of a round.
struct LocalState: Sendable {
  /// The user's values of the synced keys.
  var values: [CloudKey: PropertyList]
  /// A Boolean value that indicates whether a key is synced.
  ///
  /// All other keys are neither sent nor received.
  var isMirrored: @Sendable (CloudKey) -> Bool = { _ in true }
  /// A Boolean value that indicates whether the settings file is missing, empty, or restored from a
  /// backup.
  var isLost = false
  /// The last edit of each key that was committed through Settee.
  var edits: [CloudKey: SyncEdit] = [:]
  /// The edits that restored values from the last good copy.
  var restored: [CloudKey: SyncEdit] = [:]
  /// A Boolean value that indicates whether a value from the mirror is valid for a key.
  var accepts: @Sendable (CloudKey, PropertyList) -> Bool = { _, _ in true }
}
