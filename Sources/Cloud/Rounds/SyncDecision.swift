import SetteeValues

/// The changes that a sync makes on this device and in the mirror after resolving conflicts.
struct SyncDecision: Sendable {
  /// The records that the sync writes to the settings on this device.
  ///
  /// A record of `nil` removes the key from the settings.
  private(set) var takes: [Key: CloudRecord?] = [:]
  /// The new records that the sync sends to the mirror.
  private(set) var sends: [Key: SyncPlan.PendingRecord] = [:]
  /// The records of the last sync that are sent again, because the mirror has lost them.
  private(set) var resends: [Key: CloudRecord] = [:]
  /// The records that are already the same on this device and in the mirror.
  ///
  /// A record of `nil` removes the key from the base, which contains the records of the last sync.
  private(set) var synced: [Key: CloudRecord?] = [:]
  private(set) var conflicts: [SyncDifference] = []
  private(set) var missing: [Key] = []
  private(set) var quarantined: [Key] = []
  private(set) var refused: [Key] = []

  /// A Boolean value that indicates whether the user must resolve a conflict.
  var isUnresolved: Bool { conflicts.contains { $0.kept == nil } }

  /// Returns the side whose value the sync keeps for a key, or `nil` if it hasn't been decided yet.
  func side(of key: Key) -> CloudSide? {
    if sends[key] != nil { return .local }
    return takes[key] != nil ? .remote : nil
  }

  /// All keys whose records the sync sends to the mirror, including records that are sent again.
  var sent: [Key] {
    Array(sends.keys) + resends.keys.filter { takes.index(forKey: $0) == nil }
  }

  private let order: SyncOptions
  private let state: SyncState
  private let document: CloudDocument
  private let plan: SyncPlan
  private let now: Int64
  private var clock: CloudClock

  /// Creates a decision by resolving the conflicts of a sync plan.
  ///
  /// Stamps for new edits come from the clock of the sync state.
  init(
    _ plan: SyncPlan, order: SyncOptions, state: inout SyncState, document: CloudDocument,
    now: Int64
  ) {
    (self.order, self.document, self.plan) = (order, document, plan)
    (self.state, self.now, clock) = (state, now, state.clock)
    for key in plan.keys {
      if choose(key) { continue }
      if let decision = plan.decisions[key] { decide(key, decision) }
      if sends[key] == nil { resends[key] = plan.resends[key] }
    }
    for (key, hiddenConflicts) in plan.hiddenConflicts.sorted(by: { $0.key < $1.key }) {
      for conflict in hiddenConflicts { decide(key, conflict) }
    }
    state.clock = clock
  }

  /// Applies the user's choice for a key without a conflict, or returns `false` if the user made no
  /// choice.
  private mutating func choose(_ key: Key) -> Bool {
    switch (order.choices[key], plan.decisions[key]) {
    case (.remote?, .send?), (.remote?, nil): takes[key] = .some(document.records[key])
    case (.local?, .take?):
      let value = plan.here.values[key].map(SyncPlan.whole)
      send(key, SyncPlan.PendingRecord(value: value, stamp: tick()))
    default: return false
    }
    return true
  }

  private mutating func tick() -> CloudStamp { clock.tick(now: now, device: state.device) }

  private mutating func decide(_ key: Key, _ decision: SyncPlan.Decision) {
    switch decision {
    case .synced(let record): synced[key] = .some(record)
    case .take(let record): schedule(key, record)
    case .send(let draft): send(key, draft, isChoice: false)
    case .conflict(let draft, let cloud): decideConflict(over: key, here: draft, cloud: cloud)
    case .missing(let record): decideMissing(key, record)
    case .quarantined: quarantined.append(key)
    }
  }

  private mutating func decideConflict(
    over key: Key, here draft: SyncPlan.PendingRecord, cloud: CloudRecord?
  ) {
    let kept = side(of: key, here: draft, cloud: cloud)
    // Don't ask the user about a value in the mirror that isn't valid on this device.
    if kept != .local, let value = cloud?.value, !plan.here.accepts(key, value) {
      return refused.append(key)
    }
    report(key, here: draft.value, cloud: cloud?.value, kept: kept)
    switch kept {
    case .local?:
      let isChoice = order.choices[key] != nil || order.conflictPolicy == .keepingLocal
      send(key, draft, isChoice: isChoice)
    case .remote?: takes[key] = .some(cloud)
    case nil: break
    }
  }

  private mutating func report(
    _ key: Key, here: PropertyList?, cloud: PropertyList?, kept: CloudSide?
  ) {
    conflicts.append(
      SyncDifference(
        name: key, state: .conflict, localValue: here, remoteValue: cloud,
        kept: kept))
  }

  /// Schedules a record to be written on this device if its value is valid.
  private mutating func schedule(_ key: Key, _ record: CloudRecord?) {
    if let value = record?.value, !plan.here.accepts(key, value) { return refused.append(key) }
    takes[key] = .some(record)
  }

  private func side(
    of key: Key, here draft: SyncPlan.PendingRecord, cloud: CloudRecord?
  ) -> CloudSide? {
    if let choice = order.choices[key] { return choice }
    switch order.conflictPolicy {
    case .ask: return nil
    case .keepingLocal: return .local
    case .keepingRemote: return .remote
    case .newest:
      // If the mirror has no record, all devices have seen the removed tombstone, so the local edit
      // is newer.
      guard let cloud else { return .local }
      // A local edit replaces the base, so it is newer than all records that the base is newer than.
      if let base = state.base[key], cloud.isOlder(than: base) { return .local }
      let mine = CloudRecord(value: draft.value, stamp: draft.stamp, push: cloud.push)
      return cloud.isOlder(than: mine) ? .local : .remote
    }
  }

  /// Reports a conflict between two records that a merge resolved automatically.
  ///
  /// The newer record is kept unless the conflict policy prefers the local or the remote side.
  private mutating func decide(_ key: Key, _ conflict: SyncPlan.HiddenConflict) {
    let isChosen = order.choices[key] != nil
    // Don't report the conflict if the user has already chosen between these two records.
    if isChosen, document.records[key]?.isSameEdit(as: conflict.cloud) ?? false { return }
    let decided = isChosen ? nil : side(of: key, conflict)
    let kept = decided ?? (sends[key] == nil ? conflict.kept : .local)
    let here = sends[key].map(\.value) ?? resends[key].map(\.value) ?? conflict.base.value
    report(key, here: here, cloud: conflict.cloud.value, kept: kept)
    if let decided { keep(decided, of: key, conflict) }
  }

  /// Returns the side that the conflict policy prefers for an automatically resolved conflict.
  ///
  /// The result is `nil` if the policy has no preference or its preferred side can't be kept.
  private func side(of key: Key, _ conflict: SyncPlan.HiddenConflict) -> CloudSide? {
    switch order.conflictPolicy {
    case .keepingLocal:
      let isUnchanged = plan.here.values[key].isSame(as: conflict.base.value)
      return sends[key] == nil && isUnchanged ? .local : nil
    case .keepingRemote where conflict.kept == .local:
      if case .missing? = plan.decisions[key] { return nil }
      return conflict.cloud.value.map { plan.here.accepts(key, $0) } ?? true ? .remote : nil
    default: return nil
    }
  }

  /// Creates a new edit with the value of the chosen side, which takes precedence over both
  /// records.
  private mutating func keep(
    _ side: CloudSide, of key: Key, _ conflict: SyncPlan.HiddenConflict
  ) {
    for record in [document.records[key], conflict.base, conflict.cloud] {
      if let record { clock.observe(record.stamp) }
    }
    let value = side == .local ? conflict.base.value : conflict.cloud.value
    let record = CloudRecord(
      value: value, stamp: tick(),
      push: CloudPush(device: state.device, sequence: state.nextSequence(after: document)),
      seen: value == nil ? [state.device] : [])
    resends[key] = record
    if side == .local {
      (takes[key], synced[key]) = (nil, .some(record))
    } else {
      (sends[key], takes[key]) = (nil, .some(record))
    }
  }

  /// Decides whether a key that is missing on this device is deleted everywhere or restored.
  ///
  /// The user can delete the key everywhere. A conflict policy can't do so if the settings file was
  /// lost.
  private mutating func decideMissing(_ key: Key, _ record: CloudRecord) {
    let byPolicy: CloudSide? =
      switch order.conflictPolicy {
      case .ask: nil
      case .keepingLocal: plan.isMassLoss ? nil : .local
      case .newest, .keepingRemote: .remote
      }
    switch order.choices[key] ?? (order.ignoresMissingKeys ? nil : byPolicy) {
    case .local?:
      if order.choices[key] == nil || state.base[key].map({ !$0.isSameEdit(as: record) }) == true {
        // Report deletions made by the policy, and deletions of values that other devices have
        // since changed.
        report(key, here: nil, cloud: record.value, kept: .local)
      }
      send(key, SyncPlan.PendingRecord(value: nil, stamp: tick()))
    case .remote?: schedule(key, record)
    case nil: missing.append(key)
    }
  }

  /// Schedules a record to be sent with a newer stamp than the record it replaces.
  ///
  /// Other devices ignore records with older stamps. An edit made during a push can have an older
  /// stamp than the pushed record. It gets the next stamp after that record, so that it doesn't
  /// override later edits on other devices. A user's choice is a new edit.
  private mutating func send(_ key: Key, _ draft: SyncPlan.PendingRecord, isChoice: Bool = true) {
    var draft = draft
    let replaced = [document.records[key]?.stamp, state.base[key]?.stamp].compactMap { $0 }.max()
    if let replaced, draft.stamp <= replaced {
      clock.observe(replaced)
      var earliest = CloudClock(time: replaced.time, count: replaced.count)
      draft.stamp = isChoice ? tick() : earliest.tick(now: 0, device: state.device)
      clock.observe(draft.stamp)
    }
    sends[key] = draft
  }
}
