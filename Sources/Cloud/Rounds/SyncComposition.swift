import SetteeValues

/// The document that a sync pushes, and the changes to the base that result from the push.
struct SyncComposition: Sendable {
  private(set) var document: CloudDocument
  let write: CloudWrite
  /// The changes to the base of the next three-way merge after a successful push.
  ///
  /// A value of `nil` removes the key from the base, which contains the records of the last sync.
  private(set) var synced: [Key: CloudRecord?] = [:]
  /// A Boolean value that indicates whether the sync has anything to push.
  private(set) var isNeeded: Bool

  /// The period of inactivity after which a device is retired, which is 180 days.
  ///
  /// Retired devices no longer delay the removal of tombstones.
  static let retirementAge: Int64 = 180 * 86_400_000
  /// The period of inactivity after which a device is removed from the document, which is 270 days.
  ///
  /// A device that still has a file in the mirror isn't removed.
  static let peerExpiry: Int64 = 270 * 86_400_000
  /// The interval at which a device that makes no changes pushes anyway, so that it isn't retired.
  private static let heartbeat: Int64 = 30 * 86_400_000
  /// The minimum time that the tombstone of a deleted key is kept, which is 30 days.
  ///
  /// A tombstone doesn't wait for cloned, restored, or new devices to apply the deletion. If it
  /// were removed too early, such a device could restore the deleted value.
  static let tombstoneLifetime: Int64 = 30 * 86_400_000
  /// The delay of one day before a push that only acknowledges the deletion of a key.
  private static let acknowledgmentDelay: Int64 = 86_400_000

  init(
    _ decision: SyncDecision, on pulled: CloudDocument, state: SyncState, hasNews: Bool,
    files: Set<CloudDevice>, forgets: CloudDevice? = nil, name: String? = nil,
    expires: Bool = true, now: Int64, random: () -> UInt64
  ) {
    document = pulled
    // Use a 32-bit nonce, because every replica lists every write. It takes half the space and
    // still identifies clones.
    write = CloudWrite(
      sequence: state.nextSequence(after: pulled), nonce: random() & 0xFFFF_FFFF)
    isNeeded = hasNews || !decision.sends.isEmpty || !decision.resends.isEmpty
    putRecords(of: decision, state)
    acknowledgeDeletes(of: decision, state, now: now)
    updateEntry(of: state.device, named: name, now: now)
    if expires { retireInactiveDevices(keeping: files, now: now) }
    if let forgets, document.devices[forgets]?.isRetired == false {
      document.devices[forgets]?.isRetired = true
      isNeeded = true
    }
    reattributeRecords(of: state.sharedNames, to: state.device)
    if expires { collectTombstones(now) }
  }

  private mutating func putRecords(of decision: SyncDecision, _ state: SyncState) {
    let device = state.device
    let push = CloudPush(device: device, sequence: write.sequence)
    for (key, draft) in decision.sends {
      let seen: Set = draft.value == nil ? [device] : []
      let record = CloudRecord(value: draft.value, stamp: draft.stamp, push: push, seen: seen)
      document.records[key] = record
      synced[key] = .some(record)
    }
    for (key, record) in decision.resends {
      document.records[key] = record
      // After the push, the sent record becomes the base for the next merge. A record that replaces
      // a local value enters the base when it is written on this device.
      if state.base[key]?.stamp != record.stamp, decision.takes.index(forKey: key) == nil {
        synced[key] = .some(record)
      }
    }
  }

  private mutating func acknowledgeDeletes(
    of decision: SyncDecision, _ state: SyncState, now: Int64
  ) {
    for (key, record) in document.records where record.isTombstone {
      guard !record.seen.contains(state.device) else { continue }
      let known = state.base[key] ?? decision.synced[key].flatMap { $0 }
      guard let known, known.isTombstone, known.stamp == record.stamp else { continue }
      document.records[key]?.seen.insert(state.device)
      if now - record.stamp.time > Self.acknowledgmentDelay { isNeeded = true }
    }
  }

  private mutating func updateEntry(of device: CloudDevice, named name: String?, now: Int64) {
    if let entry = document.devices[device], now - entry.time > Self.heartbeat { isNeeded = true }
    let others = document.devices.filter { $0.key != device }
    document.devices[device] = CloudDeviceEntry(written: write, time: max(0, now), name: name)
    document.devices[device]?.knownTime = others.values.lazy.map(\.time).max()
  }

  /// Retires inactive devices, and after a longer time removes those that have no file.
  private mutating func retireInactiveDevices(keeping files: Set<CloudDevice>, now: Int64) {
    for (device, entry) in document.devices {
      let silence = now - entry.latestTime(by: now)
      guard silence > Self.retirementAge else { continue }
      document.devices[device]?.isRetired = true
      let isForgotten = silence > Self.peerExpiry && !files.contains(device)
      if isForgotten { document.devices[device] = nil }
    }
  }

  /// Attributes records to this device if their own device isn't listed in the document.
  ///
  /// Every record must come from a listed device. Records that were pushed under an ID shared with
  /// a clone are also attributed to this device. Otherwise, a replica that includes the clone's
  /// pushes would seem to include these records and could override them without a conflict.
  private mutating func reattributeRecords(of sharedNames: Set<CloudDevice>, to device: CloudDevice)
  {
    let push = CloudPush(device: device, sequence: write.sequence)
    for (key, record) in document.records {
      let isShared = sharedNames.contains(record.push.device)
      guard isShared || document.devices[record.push.device] == nil else { continue }
      if isShared { isNeeded = true }
      document.records[key] = CloudRecord(
        value: record.value, stamp: record.stamp, push: push, seen: record.seen)
    }
  }

  /// Removes expired tombstones that all active devices have seen.
  private mutating func collectTombstones(_ now: Int64) {
    let waitedFor = document.devices.filter { !$0.value.isRetired }.keys
    for (key, record) in document.records
    where record.isTombstone && now - record.stamp.time > Self.tombstoneLifetime {
      guard waitedFor.allSatisfy(record.seen.contains) else { continue }
      document.records[key] = nil
      synced[key] = .some(nil)
    }
  }
}
