import SetteeValues

extension SyncRound {
  /// Applies the decisions of a sync on this device and pushes the document to the mirror.
  ///
  /// - Returns: `false` if another device pushed first and the sync must be repeated.
  func exchange(_ context: RoundContext, _ report: inout SyncResult?) throws -> Bool {
    var state = context.state
    let composition = context.composition
    if order.pushes, !context.decision.sends.isEmpty { try check(context) }
    var done = makeResult(context, after: report)
    var skipped: [CloudRecord] = []
    for (key, record) in context.decision.synced { state.setBase(key, record, context.here) }
    state.conflicts = done.conflicts
    if order.pulls {
      let taken = try writeIncoming(context, &state)
      done.received = Self.merged(done.received, taken)
      let unreported = context.decision.missing.filter { context.plan.hiddenConflicts[$0] == nil }
      let keys = Set(context.decision.takes.keys).subtracting(taken).union(unreported)
      for (key, record) in context.pulled.records where keys.contains(key) {
        if state.base[key]?.isSameEdit(as: record) != true { skipped.append(record) }
      }
    }
    saveChoices(context, &state)
    if order.pushes, composition.isNeeded {
      guard let revision = try send(context, &state) else {
        report = done
        return false
      }
      done.revision = revision
      done.sent = Self.merged(done.sent, context.decision.sent)
    }
    if order.pulls { state.markChecked(composition.document, except: skipped) }
    if order.pushes, order.forgets == nil { (state.isClone, state.sharedNames) = (false, []) }
    if !done.conflicts.isEmpty { state.lastConflicts = done.conflicts }
    state.lastSync = environment.now
    try environment.save(state, isSolid: false)
    report = done
    return true
  }

  /// Saves the user's choices for a direction that this sync skips, so that a later sync can apply
  /// them.
  private func saveChoices(_ context: RoundContext, _ state: inout SyncState) {
    for (key, decision) in context.plan.decisions {
      let record: CloudRecord?
      switch decision {
      case .conflict(_, let cloud): record = cloud
      case .missing(let cloud): record = cloud
      default: continue
      }
      if !order.pushes, let draft = context.decision.sends[key] {
        state.keep(key, draft, over: record)
      } else if !order.pulls, context.decision.takes.index(forKey: key) != nil {
        state.yield(key, to: record, context.here)
      }
    }
  }

  /// Checks that the document to push is within the limits of the mirror.
  ///
  /// If the document exceeds a limit, this method saves the state so that later syncs recognize
  /// newer edits.
  private func check(_ context: RoundContext) throws {
    do {
      try context.composition.document.checkLimits()
    } catch {
      try environment.save(context.state, isSolid: false)
      throw error
    }
  }

  /// Writes the incoming records to the settings file and marks them as synced.
  private func writeIncoming(_ context: RoundContext, _ state: inout SyncState) throws
    -> [Key]
  {
    let takes = context.decision.takes
    guard !takes.isEmpty else { return [] }
    state.incoming = takes.compactMapValues { $0 }
    state.removing = Set(takes.filter { $0.value == nil }.keys)
    try environment.save(state, isSolid: true)
    let taken = try environment.commit(takes, over: context.here)
    for key in taken { if let record = takes[key] { state.setBase(key, record, context.here) } }
    (state.incoming, state.removing) = ([:], [])
    try environment.save(state, isSolid: false)
    return Array(taken)
  }

  /// Pushes the document after saving the attempt in the sync state.
  ///
  /// If the process crashes during the push, the next sync can determine whether the push
  /// succeeded.
  private func send(
    _ context: RoundContext, _ state: inout SyncState
  ) throws -> String? {
    let composition = context.composition
    let sent = composition.synced.compactMapValues { $0 }
    let forgotten = Set(composition.synced.filter { $0.value == nil }.keys)
    state.attempts.append(
      SyncAttempt(write: composition.write, records: sent, forgotten: forgotten))
    try environment.save(state, isSolid: false)
    let revision = try environment.push(
      composition.document, from: state.device, expecting: context.snapshot.revision)
    guard let revision else {
      state.attempts.removeLast()
      try environment.save(state, isSolid: false)
      return nil
    }
    (state.written, state.attempts) = (composition.write, [])
    if environment.epoch == nil, state.epoch != nil {
      // An unencrypted mirror doesn't contain secrets, so remove them from the records of the last
      // sync.
      state.base = state.base.filter { context.here.isMirrored($0.key) }
    }
    state.epoch = environment.epoch
    if context.isRolledBack { state.lowerSeen(to: composition.document) }
    for (key, record) in composition.synced { state.setBase(key, record, context.here) }
    return revision
  }

  /// Returns the result of a sync that ended without writing anything.
  func end(_ context: RoundContext, _ earlier: SyncResult?) throws -> SyncResult {
    var report = makeResult(context, after: earlier)
    report.needsResolution = isUnresolved(context)
    guard order.isDryRun, !report.needsResolution else { return report }
    if order.pulls {
      report.received = Self.merged(report.received, Array(context.decision.takes.keys))
    }
    if order.pushes { report.sent = Self.merged(report.sent, context.decision.sent) }
    return report
  }

  private func makeResult(_ context: RoundContext, after earlier: SyncResult?) -> SyncResult {
    let isInitial = context.isInitial || earlier?.reason == .initialSync
    var report = SyncResult(
      revision: context.snapshot.revision,
      reason: replaces ? .accountChange : isInitial ? .initialSync : .serverChange)
    report.warnings = context.warnings
    report.received = earlier?.received ?? []
    report.sent = earlier?.sent ?? []
    report.conflicts = context.decision.conflicts
    for conflict in conflictsElsewhere(context) + context.state.conflicts {
      // Report a conflict over the same key separately if its values are different.
      let isKnown = report.conflicts.contains {
        $0.name == conflict.name && $0.hasSameValues(as: conflict)
      }
      if !isKnown { report.conflicts.append(conflict) }
    }
    report.missing = context.decision.missing.map(\.text)
    report.withheld = context.decision.quarantined.map(\.text)
    report.refused = context.decision.refused.map(\.text)
    return report
  }

  /// Returns the conflicts between other devices that were resolved by merging their replicas.
  private func conflictsElsewhere(_ context: RoundContext) -> [SyncDifference] {
    context.contested.sorted { $0.key < $1.key }.flatMap { key, losers -> [SyncDifference] in
      guard let winner = context.pulled.records[key], !context.plan.isBaseKept(key) else {
        return []
      }
      // If a local edit replaces the losing record, the sync sends it and reports it separately.
      let own = context.decision.sends[key].flatMap { _ in context.state.base[key] }
      return losers.filter { !(own?.isSameEdit(as: $0) ?? false) }.map {
        SyncDifference(
          name: key, state: .conflict, localValue: $0.value, remoteValue: winner.value,
          kept: .remote)
      }
    }
  }

  private static func merged(_ old: [String], _ new: [Key]) -> [String] {
    Set(old.map { Key($0) }).union(new).sorted().map(\.text)
  }
}

extension SyncState {
  /// Saves a record as the last synced state of a key and clears the pending edits of the key.
  ///
  /// A record of `nil` removes the key from the base, which contains the records of the last sync.
  mutating func setBase(_ key: Key, _ record: CloudRecord?, _ here: LocalState) {
    base[key] = record
    // Remove the records of earlier push attempts, which are obsolete and can't be lost or sent
    // again.
    for index in attempts.indices { attempts[index].records[key] = nil }
    // Any later change is a new edit, even a change to a value that was restored from a backup.
    (stamps[key], quarantined[key]) = (nil, nil)
    if let edit = here.edits[key], edit.mayBeDelete { consumedDeletes[key] = edit.stamp }
  }

  /// Lowers ``seen`` to match a mirror that was rolled back, so that the rollback is reported only
  /// once.
  mutating func lowerSeen(to document: CloudDocument) {
    for (device, sequence) in seen {
      seen[device] = min(sequence, document.devices[device]?.written.sequence ?? sequence)
    }
  }

  /// Marks the pushes in a document as checked for conflicts.
  ///
  /// The pushes of `skipped` records stay unchecked, because their keys were edited during the sync
  /// or are missing on this device. A later sync compares these records with the edits.
  mutating func markChecked(_ document: CloudDocument, except skipped: [CloudRecord] = []) {
    for (device, entry) in document.devices {
      let pending = skipped.filter { $0.push.device == device }.map(\.push.sequence).min()
      let checked = pending.map { min($0 - 1, entry.written.sequence) } ?? entry.written.sequence
      seen[device] = max(seen[device] ?? 0, checked)
    }
  }
}
