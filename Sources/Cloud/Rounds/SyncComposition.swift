/// The document to push, and the resulting changes to the base.
struct SyncComposition: Sendable {
  private(set) var document: CloudDocument
  let write: CloudWrite
  /// The base after a successful push.
  ///
  /// `nil` removes the key.
  private(set) var synced: [CloudKey: CloudRecord?] = [:]
  /// A Boolean value that indicates whether the push is needed at all.
  private(set) var isNeeded: Bool

  /// Devices inactive for this long (180 days) are retired and no longer delay the removal of
  /// tombstones.
  static let retirementAge: Int64 = 180 * 86_400_000
  /// Devices inactive for this long (270 days) are removed from the list, unless they still have a
  /// file.
  static let peerExpiry: Int64 = 270 * 86_400_000
  /// How often (30 days) a device that only reads pushes, so that it isn't retired.
  private static let heartbeat: Int64 = 30 * 86_400_000
  /// How long (30 days) a tombstone is kept at least.
  ///
  /// Clones, restored backups, and new devices aren't in the list of devices that have seen the
  /// delete, and would bring the value back.
  static let tombstoneLifetime: Int64 = 30 * 86_400_000
  /// How long (one day) to wait before pushing only to acknowledge a delete.
  private static let acknowledgmentDelay: Int64 = 86_400_000

  init(
    _ decision: SyncDecision, on pulled: CloudDocument, state: SyncState, hasNews: Bool,
    files: Set<CloudDevice>, forgets: CloudDevice? = nil, name: String? = nil,
    expires: Bool = true, now: Int64, random: () -> UInt64
  ) {
    document = pulled
    // Every replica lists every write, so a 32-bit nonce saves half the space and still
    // distinguishes clones.
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
      // A base record that wasn't in the base before is added after the push, and one that was
      // chosen over the local value when it is written here.
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

  /// Retires inactive devices and removes long inactive ones that have no file.
  private mutating func retireInactiveDevices(keeping files: Set<CloudDevice>, now: Int64) {
    for (device, entry) in document.devices {
      let silence = now - entry.latestTime(by: now)
      guard silence > Self.retirementAge else { continue }
      document.devices[device]?.isRetired = true
      let isForgotten = silence > Self.peerExpiry && !files.contains(device)
      if isForgotten { document.devices[device] = nil }
    }
  }

  /// Takes responsibility for records whose device isn't listed in the document.
  ///
  /// Every record must come from a listed device. Records under an ID that was shared with a clone
  /// are also re-attributed to this device. Otherwise, a replica that covers the clone's pushes
  /// would seem to cover them and could override them without a conflict.
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

  /// Removes tombstones that have expired and that all active devices have seen.
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
