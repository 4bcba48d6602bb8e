import SetteeValues

/// The sync state that a device stores for one mirror, account, and domain.
///
/// Each step saves the entire state, so a crash leaves a valid state on disk. Pending changes
/// aren't stored, because they are the difference between ``base`` and the settings file.
struct SyncState: Sendable {
  /// The ID of the mirror, or one of its IDs if several devices created it at the same time.
  var mirror: String
  var account: String
  /// The ID that this device uses when it writes to this mirror.
  var device: CloudDevice
  /// The last write by this device that the mirror is known to have accepted.
  var written: CloudWrite? {
    didSet {
      guard let oldValue, oldValue != written else { return }
      writes = writes.suffix(Self.remembered - 1) + [oldValue]
    }
  }
  /// The most recent writes by this device before ``written``.
  ///
  /// If the mirror shows one of these writes, it was rolled back. If it shows an unknown write
  /// under this ID, another device uses the same ID.
  var writes: [CloudWrite] = []
  private static let remembered = 64
  /// A Boolean value that indicates whether this device is a clone or was restored from a backup.
  ///
  /// The unsent edits of such a device can be outdated.
  var isClone = false
  /// The device IDs that this device has shared with a clone.
  ///
  /// A document that covers a push under such an ID doesn't necessarily contain that push.
  var sharedNames: Set<CloudDevice> = []
  /// The pushes that this device has started after ``written``.
  ///
  /// Any of these pushes might have reached the mirror.
  var attempts: [SyncAttempt] = []
  /// The base of the three-way merge, which contains the records of the last sync.
  var base: [Key: CloudRecord] = [:]
  /// The edit of each key that this device hasn't sent to the mirror yet.
  var stamps: [Key: SyncEdit] = [:]
  /// The records from the mirror that are about to be written to the settings file.
  ///
  /// Incoming records are saved before the commit and merged into ``base`` after it.
  var incoming: [Key: CloudRecord] = [:]
  /// The keys that are about to be removed from the settings file because another device removed
  /// them.
  var removing: Set<Key> = []
  /// The logged deletions that were sent or overridden and therefore don't explain a missing key.
  var consumedDeletes: [Key: CloudStamp] = [:]
  /// The fingerprints of values on this device that were restored from a backup.
  ///
  /// Restored values aren't sent to the mirror until they change.
  var quarantined: [Key: Fingerprint] = [:]
  /// The last push of each device that this device has checked for conflicts.
  var seen: [CloudDevice: Int64] = [:]
  var clock = CloudClock()
  /// The resolved conflicts that no sync has reported to the user yet.
  var conflicts: [SyncDifference] = []
  /// The conflicts of the most recent sync that had conflicts.
  var lastConflicts: [SyncDifference] = []
  /// The time when the last sync finished, in milliseconds since 1970.
  var lastSync: Int64?
  /// The time when this device joined the mirror or returned after a long absence.
  ///
  /// The time is `nil` if the device has synced regularly since then.
  var returned: Int64?
  /// The encryption epoch of this device's last write, or `nil` if that write was unencrypted.
  var epoch: String?

  /// A Boolean value that indicates whether this device has never synced with this mirror.
  var isNew: Bool { base.isEmpty && written == nil && attempts.isEmpty }

  /// Returns the sequence number for the next write of this device to the mirror.
  func nextSequence(after document: CloudDocument) -> Int64 {
    let known = [
      written?.sequence, attempts.last?.write.sequence, document.devices[device]?.written.sequence,
    ]
    return (known.compactMap { $0 }.max() ?? 0) + 1
  }
}

/// A push that was started and might have reached the mirror.
///
/// If the push succeeded, its records become part of the base, even if other writes followed.
struct SyncAttempt: Sendable {
  var write: CloudWrite
  /// The records that the push sends to the mirror.
  var records: [Key: CloudRecord]
  /// The keys of deleted settings whose tombstones the push removes from the mirror.
  var forgotten: Set<Key> = []
}

/// An edit of a single key on this device.
struct SyncEdit: Sendable, Equatable {
  /// The fingerprint of the new value, or of `nil` if the edit deletes the key.
  var value: Fingerprint
  var stamp: CloudStamp
  /// The fingerprint of the value that the edit replaced.
  ///
  /// A deletion stores the fingerprint of the deleted value. An edit that sets a value after a
  /// deletion stores the fingerprint of `nil`.
  var over: Fingerprint?

  /// A Boolean value that indicates whether the edit deleted the key.
  var isDelete: Bool { value == Fingerprint(of: nil) }

  /// A Boolean value that indicates whether a deletion might explain why the key is missing.
  ///
  /// For example, an edit that set a value after a deletion can also explain this. Edits are logged
  /// before they are written, so the new value might never have reached the disk.
  var mayBeDelete: Bool { isDelete || over == Fingerprint(of: nil) }
}

extension SyncState {
  /// Records the user's decision to keep the local value instead of the mirror's record.
  ///
  /// A sync that only pulls calls this method, so that a later sync sends the local value.
  mutating func keep(_ key: Key, _ draft: SyncPlan.PendingRecord, over record: CloudRecord?) {
    base[key] = record
    stamps[key] = SyncEdit(value: Fingerprint(of: draft.value), stamp: draft.stamp)
    // After the user has decided, a value from a restored backup is no longer held back.
    quarantined[key] = nil
  }

  /// Records the user's decision to use the mirror's record instead of the local value.
  ///
  /// A sync that only pushes calls this method, so that a later sync receives the mirror's value.
  /// The local value becomes a base that is older than any record in the mirror.
  mutating func yield(_ key: Key, to record: CloudRecord?, _ here: LocalState) {
    let push = record?.push ?? base[key]?.push ?? CloudPush(device: device, sequence: 0)
    let oldest = CloudStamp(time: 0, count: 0, device: device)
    setBase(key, here.values[key].map { CloudRecord(value: $0, stamp: oldest, push: push) }, here)
  }
}

/// The settings on this device at the start of a sync.
struct LocalState: Sendable {
  /// The user's values of the keys that are synced.
  var values: [Key: PropertyList]
  /// Returns whether the rules allow a key to be synced.
  ///
  /// Other keys are neither sent nor received.
  var isMirrored: @Sendable (Key) -> Bool = { _ in true }
  /// A Boolean value that indicates whether the settings file is missing, empty, or restored from a
  /// backup.
  var isLost = false
  /// The last edit of each key that was committed through Settee.
  var edits: [Key: SyncEdit] = [:]
  /// The edits in which Settee restored values from a backup.
  var restored: [Key: SyncEdit] = [:]
  /// Returns whether a value from the mirror is valid for a key on this device.
  var accepts: @Sendable (Key, PropertyList) -> Bool = { _, _ in true }
}
