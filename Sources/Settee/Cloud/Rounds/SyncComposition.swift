/// The document that a push would put into the mirror, and what it makes of the base.
struct SyncComposition: Sendable {
  /// The document.
  private(set) var document: CloudDocument
  /// The write's name.
  let write: CloudWrite
  /// What becomes agreed when the push is taken; nil forgets the key.
  private(set) var agreed: [CloudKey: CloudRecord?] = [:]
  /// Whether the mirror needs to be told anything.
  private(set) var isNeeded: Bool

  /// After so long without a word, a device is not waited for any more: 180 days.
  static let retirement: Int64 = 180 * 86_400_000
  /// A device that only reads says so once in 30 days, lest it be retired.
  private static let heartbeat: Int64 = 30 * 86_400_000
  /// A delete that waits only for this device's word gets it after a day.
  private static let patience: Int64 = 86_400_000

  init(
    _ decision: SyncDecision, on pulled: CloudDocument, state: SyncState, hasNews: Bool, now: Int64,
    random: () -> UInt64
  ) {
    document = pulled
    write = CloudWrite(sequence: state.nextSequence(after: pulled), nonce: random())
    isNeeded = hasNews || !decision.sends.isEmpty || !decision.resends.isEmpty
    put(decision, state)
    acknowledge(state, decision, now)
    enter(state.device, now)
    retireTheSilent(except: state.device, now)
    collectTombstones()
  }

  private mutating func put(_ decision: SyncDecision, _ state: SyncState) {
    let device = state.device
    let push = CloudPush(device: device, sequence: write.sequence)
    for (key, draft) in decision.sends {
      let record = CloudRecord(
        value: draft.value, stamp: draft.stamp, push: push, seen: draft.value == nil ? [device] : []
      )
      document.records[key] = record
      agreed[key] = .some(record)
    }
    for (key, record) in decision.resends {
      document.records[key] = record
      // What was about to be sent once, and is sent again, is agreed only now.
      if state.base[key]?.stamp != record.stamp { agreed[key] = .some(record) }
    }
  }

  private mutating func acknowledge(_ state: SyncState, _ decision: SyncDecision, _ now: Int64) {
    for (key, record) in document.records where record.isTombstone {
      guard !record.seen.contains(state.device) else { continue }
      let known = state.base[key] ?? decision.agreed[key].flatMap { $0 }
      guard let known, known.isTombstone, known.stamp == record.stamp else { continue }
      document.records[key]?.seen.insert(state.device)
      if now - record.stamp.time > Self.patience { isNeeded = true }
    }
  }

  private mutating func enter(_ device: CloudDevice, _ now: Int64) {
    if let entry = document.devices[device], now - entry.time > Self.heartbeat { isNeeded = true }
    document.devices[device] = CloudDeviceEntry(written: write, time: now)
  }

  private mutating func retireTheSilent(except device: CloudDevice, _ now: Int64) {
    for (other, entry) in document.devices where other != device && !entry.isRetired {
      if now - entry.time > Self.retirement { document.devices[other]?.isRetired = true }
    }
  }

  /// A tombstone goes when every device that is waited for has taken the delete over.
  private mutating func collectTombstones() {
    let waitedFor = document.devices.filter { !$0.value.isRetired }.keys
    for (key, record) in document.records where record.isTombstone {
      guard waitedFor.allSatisfy(record.seen.contains) else { continue }
      document.records[key] = nil
      agreed[key] = .some(nil)
    }
  }
}
