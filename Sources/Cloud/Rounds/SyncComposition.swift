/// The document that a push would put into the mirror, and what it makes of the base.
struct SyncComposition: Sendable {
  private(set) var document: CloudDocument
  let write: CloudWrite
  /// What becomes agreed when the push is taken; nil forgets the key.
  private(set) var agreed: [CloudKey: CloudRecord?] = [:]
  /// Whether the mirror needs to be told anything.
  private(set) var isNeeded: Bool

  /// After so long without a word, a device is not waited for any more: 180 days.
  static let retirementAge: Int64 = 180 * 86_400_000
  /// After so long nobody speaks of it any more, once its file is gone as well.
  static let peerExpiry: Int64 = 270 * 86_400_000
  /// A device that only reads says so once in 30 days, lest it be retired.
  private static let heartbeat: Int64 = 30 * 86_400_000
  /// So long a delete is remembered: clones, backups and newcomers are not in the list of devices that
  /// have taken it over, and would bring the value back.
  static let tombstoneLifetime: Int64 = 30 * 86_400_000
  /// A delete that waits only for this device's word gets it after a day.
  private static let patience: Int64 = 86_400_000

  init(
    _ decision: SyncDecision, on pulled: CloudDocument, state: SyncState, hasNews: Bool,
    files: Set<CloudDevice>, forgets: CloudDevice? = nil, name: String? = nil,
    expires: Bool = true, now: Int64, random: () -> UInt64
  ) {
    document = pulled
    // Every view lists every write: a word of 32 bits keeps twins apart in half the space.
    write = CloudWrite(
      sequence: state.nextSequence(after: pulled), nonce: random() & 0xFFFF_FFFF)
    isNeeded = hasNews || !decision.sends.isEmpty || !decision.resends.isEmpty
    putRecords(of: decision, state)
    acknowledgeDeletes(of: decision, state, now: now)
    enter(state.device, named: name, now: now)
    if expires { retireSilentDevices(keeping: files, now: now) }
    if let forgets, document.devices[forgets]?.isRetired == false {
      document.devices[forgets]?.isRetired = true
      isNeeded = true
    }
    vouch(for: state.shared, as: state.device)
    if expires { collectTombstones(now) }
  }

  private mutating func putRecords(of decision: SyncDecision, _ state: SyncState) {
    let device = state.device
    let push = CloudPush(device: device, sequence: write.sequence)
    for (key, draft) in decision.sends {
      let seen: Set = draft.value == nil ? [device] : []
      let record = CloudRecord(value: draft.value, stamp: draft.stamp, push: push, seen: seen)
      document.records[key] = record
      agreed[key] = .some(record)
    }
    for (key, record) in decision.resends {
      document.records[key] = record
      // What is sent a second time is agreed only now; what was chosen there, when it is taken.
      if state.base[key]?.stamp != record.stamp, decision.takes.index(forKey: key) == nil {
        agreed[key] = .some(record)
      }
    }
  }

  private mutating func acknowledgeDeletes(
    of decision: SyncDecision, _ state: SyncState, now: Int64
  ) {
    for (key, record) in document.records where record.isTombstone {
      guard !record.seen.contains(state.device) else { continue }
      let known = state.base[key] ?? decision.agreed[key].flatMap { $0 }
      guard let known, known.isTombstone, known.stamp == record.stamp else { continue }
      document.records[key]?.seen.insert(state.device)
      if now - record.stamp.time > Self.patience { isNeeded = true }
    }
  }

  private mutating func enter(_ device: CloudDevice, named name: String?, now: Int64) {
    if let entry = document.devices[device], now - entry.time > Self.heartbeat { isNeeded = true }
    let others = document.devices.filter { $0.key != device }
    document.devices[device] = CloudDeviceEntry(written: write, time: max(0, now), name: name)
    document.devices[device]?.knownTime = others.values.lazy.map(\.time).max()
  }

  /// A device with a file of its own stays in the list, however long it was silent.
  private mutating func retireSilentDevices(keeping files: Set<CloudDevice>, now: Int64) {
    for (device, entry) in document.devices {
      let silence = now - entry.latestTime(by: now)
      guard silence > Self.retirementAge else { continue }
      document.devices[device]?.isRetired = true
      let isForgotten = silence > Self.peerExpiry && !files.contains(device)
      if isForgotten { document.devices[device] = nil }
    }
  }

  /// A document lists the device of each of its records: who leaves one out vouches for what is left.
  ///
  /// So does a twin with a name of its own for what came under the shared one: whoever knows as many
  /// pushes of the other twin would seem to know these, and overtake them without a word.
  private mutating func vouch(for shared: Set<CloudDevice>, as device: CloudDevice) {
    let push = CloudPush(device: device, sequence: write.sequence)
    for (key, record) in document.records {
      let isShared = shared.contains(record.push.device)
      guard isShared || document.devices[record.push.device] == nil else { continue }
      if isShared { isNeeded = true }
      document.records[key] = CloudRecord(
        value: record.value, stamp: record.stamp, push: push, seen: record.seen)
    }
  }

  /// A tombstone goes when it is old, and every device that is waited for has taken the delete over.
  private mutating func collectTombstones(_ now: Int64) {
    let waitedFor = document.devices.filter { !$0.value.isRetired }.keys
    for (key, record) in document.records
    where record.isTombstone && now - record.stamp.time > Self.tombstoneLifetime {
      guard waitedFor.allSatisfy(record.seen.contains) else { continue }
      document.records[key] = nil
      agreed[key] = .some(nil)
    }
  }
}
