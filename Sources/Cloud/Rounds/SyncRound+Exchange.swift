extension SyncRound {
  /// Writes and pushes the decisions.
  ///
  /// Returns `false` if another device pushed first, so that the round must start again.
  func exchange(_ meeting: RoundContext, _ report: inout SyncResult?) throws(CloudError) -> Bool {
    var state = meeting.state
    let composition = meeting.composition
    if order.sends, !meeting.decision.sends.isEmpty { try check(meeting) }
    var done = described(meeting, after: report)
    for (key, record) in meeting.decision.agreed { state.agree(key, record, meeting.here) }
    state.conflicts = done.conflicts
    if order.takes {
      let taken = try take(meeting, &state)
      done.taken = Self.merged(done.taken, taken)
    }
    remember(meeting, &state)
    if order.sends, composition.isNeeded {
      guard let revision = try send(meeting, &state) else {
        report = done
        return false
      }
      done.revision = revision.text
      done.sent = Self.merged(done.sent, meeting.decision.sent)
    }
    if order.takes { state.look(through: composition.document) }
    if order.sends, order.forgets == nil { (state.isClone, state.shared) = (false, []) }
    if !done.conflicts.isEmpty { state.lastConflicts = done.conflicts }
    state.lastSync = world.now
    try world.save(state, isSolid: false)
    report = done
    return true
  }

  /// Saves the choices for a direction that this round doesn't sync, so that a later round applies
  /// them.
  private func remember(_ meeting: RoundContext, _ state: inout SyncState) {
    for (key, verdict) in meeting.plan.verdicts {
      let record: CloudRecord?
      switch verdict {
      case .conflict(_, let cloud): record = cloud
      case .missing(let cloud): record = cloud
      default: continue
      }
      if !order.sends, let draft = meeting.decision.sends[key] {
        state.keep(key, draft, over: record)
      } else if !order.takes, meeting.decision.takes.index(forKey: key) != nil {
        state.yield(key, to: record, meeting.here)
      }
    }
  }

  /// Checks the limits.
  ///
  /// On failure, the state is saved first so that later rounds recognize newer edits.
  private func check(_ meeting: RoundContext) throws(CloudError) {
    do {
      try CloudLimits.check(meeting.composition.document)
    } catch {
      try world.save(meeting.state, isSolid: false)
      throw error
    }
  }

  /// Saves the incoming records, commits them, and merges the written ones into the base.
  private func take(_ meeting: RoundContext, _ state: inout SyncState) throws(CloudError)
    -> [CloudKey]
  {
    let takes = meeting.decision.takes
    guard !takes.isEmpty else { return [] }
    state.taking = takes.compactMapValues { $0 }
    state.dropping = Set(takes.filter { $0.value == nil }.keys)
    try world.save(state, isSolid: true)
    let taken = try world.commit(takes, over: meeting.here)
    for key in taken { if let record = takes[key] { state.agree(key, record, meeting.here) } }
    (state.taking, state.dropping) = ([:], [])
    try world.save(state, isSolid: false)
    return Array(taken)
  }

  /// Saves the write before pushing, because a crash in between may leave a push that reached the
  /// mirror.
  private func send(
    _ meeting: RoundContext, _ state: inout SyncState
  ) throws(CloudError) -> CloudRevision? {
    let composition = meeting.composition
    let sent = composition.agreed.compactMapValues { $0 }
    let forgotten = Set(composition.agreed.filter { $0.value == nil }.keys)
    state.attempts.append(
      SyncAttempt(write: composition.write, records: sent, forgotten: forgotten))
    try world.save(state, isSolid: false)
    let revision = try world.push(
      composition.document, from: state.device, expecting: meeting.snapshot.revision)
    guard let revision else {
      state.attempts.removeLast()
      try world.save(state, isSolid: false)
      return nil
    }
    (state.written, state.attempts) = (composition.write, [])
    if world.epoch == nil, state.epoch != nil {
      // Secrets aren't sent to a mirror that is no longer encrypted, so they leave the base.
      state.base = state.base.filter { meeting.here.isMirrored($0.key) }
    }
    state.epoch = world.epoch
    if meeting.wentBack { state.follow(composition.document) }
    for (key, record) in composition.agreed { state.agree(key, record, meeting.here) }
    return revision
  }

  /// Returns the result of a round that stopped before writing anything.
  func end(_ meeting: RoundContext, _ earlier: SyncResult?) throws(CloudError) -> SyncResult {
    var report = described(meeting, after: earlier)
    report.isStopped = isOpen(meeting)
    guard order.isDryRun, !report.isStopped else { return report }
    if order.takes { report.taken = Self.merged(report.taken, Array(meeting.decision.takes.keys)) }
    if order.sends { report.sent = Self.merged(report.sent, meeting.decision.sent) }
    return report
  }

  private func described(_ meeting: RoundContext, after earlier: SyncResult?) -> SyncResult {
    let isInitial = meeting.isInitial || earlier?.reason == .initialSync
    var report = SyncResult(
      revision: meeting.snapshot.revision.text,
      reason: replaces ? .accountChange : isInitial ? .initialSync : .serverChange)
    report.warnings = meeting.warnings
    report.taken = earlier?.taken ?? []
    report.sent = earlier?.sent ?? []
    report.conflicts = meeting.decision.conflicts
    for conflict in elsewhere(meeting) + meeting.state.conflicts {
      // A different conflict over the same key is reported separately.
      let isKnown = report.conflicts.contains {
        $0.name == conflict.name && $0.hasSameValues(as: conflict)
      }
      if !isKnown { report.conflicts.append(conflict) }
    }
    report.missing = meeting.decision.missing.map(\.text)
    report.held = meeting.decision.held.map(\.text)
    report.refused = meeting.decision.refused.map(\.text)
    return report
  }

  /// Returns the conflicts between other devices that were resolved when their replicas were
  /// merged.
  private func elsewhere(_ meeting: RoundContext) -> [SyncDifference] {
    meeting.contested.sorted { $0.key < $1.key }.flatMap { key, losers -> [SyncDifference] in
      guard let winner = meeting.pulled.records[key], !meeting.plan.standsHere(key) else {
        return []
      }
      // A local value that was set over the loser is being sent and is reported separately.
      let own = meeting.decision.sends[key].flatMap { _ in meeting.state.base[key] }
      return losers.filter { !(own?.isSameEdit(as: $0) ?? false) }.map {
        SyncDifference(
          name: key, state: .conflict, here: $0.value, cloud: winner.value, kept: .cloud)
      }
    }
  }

  private static func merged(_ old: [String], _ new: [CloudKey]) -> [String] {
    Set(old.map { CloudKey($0) }).union(new).sorted().map(\.text)
  }
}

extension SyncState {
  /// Sets the base of a key and clears its pending edits.
  ///
  /// `nil` removes the key.
  mutating func agree(_ key: CloudKey, _ record: CloudRecord?, _ here: LocalState) {
    base[key] = record
    // Earlier attempts no longer apply: their records are neither lost nor sent again.
    for index in attempts.indices { attempts[index].records[key] = nil }
    // A later change is a new edit, even of a value that was restored from a backup.
    (stamps[key], held[key]) = (nil, nil)
    if let edit = here.edits[key], edit.mayBeDelete { spent[key] = edit.stamp }
  }

  /// Lowers ``seen`` to a mirror that was rolled back, so that the rollback is reported only once.
  mutating func follow(_ document: CloudDocument) {
    for (device, sequence) in seen {
      seen[device] = min(sequence, document.devices[device]?.written.sequence ?? sequence)
    }
  }

  /// Marks the pushes of a document as checked for conflicts.
  mutating func look(through document: CloudDocument) {
    for (device, entry) in document.devices {
      seen[device] = max(seen[device] ?? 0, entry.written.sequence)
    }
  }
}
