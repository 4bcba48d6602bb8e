import SetteePropertyLists

/// A plan with every question answered: what will be written on which side.
struct SyncDecision: Sendable {
  /// What to write here; nil removes the key and forgets it.
  private(set) var takes: [CloudKey: CloudRecord?] = [:]
  /// What to send as new records.
  private(set) var sends: [CloudKey: SyncPlan.PendingRecord] = [:]
  /// What to send as it was agreed.
  private(set) var resends: [CloudKey: CloudRecord] = [:]
  /// What both sides hold already; nil forgets the key.
  private(set) var agreed: [CloudKey: CloudRecord?] = [:]
  private(set) var conflicts: [SyncDifference] = []
  private(set) var missing: [CloudKey] = []
  private(set) var held: [CloudKey] = []
  private(set) var refused: [CloudKey] = []

  /// Whether somebody has to choose first.
  var isOpen: Bool { conflicts.contains { $0.kept == nil } }

  /// Which side of a key is kept; nil while nobody has chosen.
  func side(of key: CloudKey) -> CloudSide? {
    if sends[key] != nil { return .here }
    return takes[key] != nil ? .cloud : nil
  }

  /// The keys that are sent, whether as new records or again.
  var sent: [CloudKey] {
    Array(sends.keys) + resends.keys.filter { takes.index(forKey: $0) == nil }
  }

  private let order: SyncOptions
  private let state: SyncState
  private let document: CloudDocument
  private let plan: SyncPlan
  private let now: Int64
  private var clock: CloudClock

  /// Answers the plan's questions, stamping what is decided now with the state's clock.
  init(
    _ plan: SyncPlan, order: SyncOptions, state: inout SyncState, document: CloudDocument,
    now: Int64
  ) {
    (self.order, self.document, self.plan) = (order, document, plan)
    (self.state, self.now, clock) = (state, now, state.clock)
    for key in plan.keys {
      if choose(key) { continue }
      if let verdict = plan.verdicts[key] { decide(key, verdict) }
      if sends[key] == nil { resends[key] = plan.resends[key] }
    }
    for (key, contests) in plan.contests.sorted(by: { $0.key < $1.key }) {
      for contest in contests { decide(key, contest) }
    }
    state.clock = clock
  }

  /// Does what the user chose for a key that is no question, and whether that settles it.
  private mutating func choose(_ key: CloudKey) -> Bool {
    switch (order.choices[key], plan.verdicts[key]) {
    case (.cloud?, .send?), (.cloud?, nil): takes[key] = .some(document.records[key])
    case (.here?, .take?):
      let value = plan.here.values[key].map(SyncPlan.whole)
      send(key, SyncPlan.PendingRecord(value: value, stamp: tick()))
    default: return false
    }
    return true
  }

  private mutating func tick() -> CloudStamp { clock.tick(now: now, device: state.device) }

  private mutating func decide(_ key: CloudKey, _ verdict: SyncPlan.Decision) {
    switch verdict {
    case .agreed(let record): agreed[key] = .some(record)
    case .take(let record): take(key, record)
    case .send(let draft): send(key, draft)
    case .conflict(let draft, let cloud): decideConflict(over: key, here: draft, cloud: cloud)
    case .missing(let record): decideMissing(key, record)
    case .held: held.append(key)
    }
  }

  private mutating func decideConflict(
    over key: CloudKey, here draft: SyncPlan.PendingRecord, cloud: CloudRecord?
  ) {
    let kept = side(of: key, here: draft, cloud: cloud)
    // Nobody is asked about a value that cannot be taken.
    if kept != .here, let value = cloud?.value, !plan.here.accepts(key, value) {
      return refused.append(key)
    }
    report(key, here: draft.value, cloud: cloud?.value, kept: kept)
    switch kept {
    case .here?: send(key, draft)
    case .cloud?: takes[key] = .some(cloud)
    case nil: break
    }
  }

  private mutating func report(
    _ key: CloudKey, here: PropertyList?, cloud: PropertyList?, kept: CloudSide?
  ) {
    conflicts.append(
      SyncDifference(name: key, state: .conflict, here: here, cloud: cloud, kept: kept))
  }

  /// Takes what the key may have.
  private mutating func take(_ key: CloudKey, _ record: CloudRecord?) {
    if let value = record?.value, !plan.here.accepts(key, value) { return refused.append(key) }
    takes[key] = .some(record)
  }

  private func side(
    of key: CloudKey, here draft: SyncPlan.PendingRecord, cloud: CloudRecord?
  ) -> CloudSide? {
    if let choice = order.choices[key] { return choice }
    switch order.policy {
    case .ask: return nil
    case .here: return .here
    case .cloud: return .cloud
    case .newest:
      // A tombstone that is gone was seen by everybody: an edit that outlived it stands.
      guard let cloud else { return .here }
      let mine = CloudRecord(value: draft.value, stamp: draft.stamp, push: cloud.push)
      return cloud.isOlder(than: mine) ? .here : .cloud
    }
  }

  /// The newer one stands, as between any two views of other devices, unless the policy names the
  /// other side or confirms this one; but not without a word.
  private mutating func decide(_ key: CloudKey, _ contest: SyncPlan.HiddenConflict) {
    let isChosen = order.choices[key] != nil
    // Between these two the user has chosen.
    if isChosen, document.records[key]?.isSameEdit(as: contest.cloud) ?? false { return }
    let decided = isChosen ? nil : side(of: key, contest)
    let kept = decided ?? (sends[key] == nil ? contest.kept : .here)
    let here = sends[key].map(\.value) ?? resends[key].map(\.value) ?? contest.agreed.value
    report(key, here: here, cloud: contest.cloud.value, kept: kept)
    if let decided { stand(by: decided, key, contest) }
  }

  /// Which side the policy says; nil where it says none, or neither side could be kept.
  private func side(of key: CloudKey, _ contest: SyncPlan.HiddenConflict) -> CloudSide? {
    switch order.policy {
    case .here:
      let isUnchanged = plan.here.values[key].isSame(as: contest.agreed.value)
      return sends[key] == nil && isUnchanged ? .here : nil
    case .cloud where contest.kept == .here:
      if case .missing? = plan.verdicts[key] { return nil }
      return contest.cloud.value.map { plan.here.accepts(key, $0) } ?? true ? .cloud : nil
    default: return nil
    }
  }

  /// A decision is an edit of its own, which stands over both until somebody decides otherwise.
  private mutating func stand(
    by side: CloudSide, _ key: CloudKey, _ contest: SyncPlan.HiddenConflict
  ) {
    for record in [document.records[key], contest.agreed, contest.cloud] {
      if let record { clock.observe(record.stamp) }
    }
    let value = side == .here ? contest.agreed.value : contest.cloud.value
    let record = CloudRecord(
      value: value, stamp: tick(),
      push: CloudPush(device: state.device, sequence: state.nextSequence(after: document)),
      seen: value == nil ? [state.device] : [])
    resends[key] = record
    if side == .here {
      (takes[key], agreed[key]) = (nil, .some(record))
    } else {
      (sends[key], takes[key]) = (nil, .some(record))
    }
  }

  /// A chosen key may be deleted everywhere; a policy may not make deletes of a lost file.
  private mutating func decideMissing(_ key: CloudKey, _ record: CloudRecord) {
    let byPolicy: CloudSide? =
      switch order.policy {
      case .ask: nil
      case .here: plan.isWholesale ? nil : .here
      case .newest, .cloud: .cloud
      }
    switch order.choices[key] ?? (order.leavesMissing ? nil : byPolicy) {
    case .here?:
      if order.choices[key] == nil || state.base[key].map({ !$0.isSameEdit(as: record) }) == true {
        // The policy decided it, or what is deleted is what somebody made of the key since.
        report(key, here: nil, cloud: record.value, kept: .here)
      }
      send(key, SyncPlan.PendingRecord(value: nil, stamp: tick()))
    case .cloud?: take(key, record)
    case nil: missing.append(key)
    }
  }

  /// A record has to be above what it replaces, or other devices would never take it over.
  private mutating func send(_ key: CloudKey, _ draft: SyncPlan.PendingRecord) {
    var draft = draft
    let replaced = [document.records[key]?.stamp, state.base[key]?.stamp].compactMap { $0 }.max()
    if let replaced, draft.stamp <= replaced {
      clock.observe(replaced)
      draft.stamp = tick()
    }
    sends[key] = draft
  }
}
