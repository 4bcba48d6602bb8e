/// One exchange with a mirror: pull, merge, take, push, and again when somebody was faster.
struct SyncRound {
  let world: any SyncEnvironment
  let account: String
  let order: SyncOptions
  /// Whether the values here belong to another account and give way to this one's.
  var replaces = false
  /// Refuses to go on for ever where others push all the time; the deadline ends it long before.
  private static let tries = 200

  func run() throws(CloudError) -> SyncResult {
    var report: SyncResult?
    for _ in 0..<Self.tries {
      let meeting = try begin(after: report)
      if order.isDryRun || isOpen(meeting) {
        if !order.isDryRun { try world.save(meeting.state, isSolid: false) }
        return try end(meeting, report)
      }
      if try exchange(meeting, &report) {
        return report ?? SyncResult(revision: meeting.snapshot.revision.text)
      }
    }
    throw CloudError(
      .unreachable,
      "\(world.place) was changed by others at every try: nothing was sent, try again.")
  }

  /// Pulls and decides; if the mirror can't be reached, the error says what was done before.
  private func begin(after report: SyncResult?) throws(CloudError) -> RoundContext {
    do {
      return try meet()
    } catch {
      let isDone = report.map { !$0.taken.isEmpty || !$0.sent.isEmpty } ?? false
      guard error.kind == .unreachable, !isDone, !error.message.contains("othing was sent") else {
        throw error
      }
      throw CloudError(error.kind, error.message + " Nothing was sent or taken.")
    }
  }

  /// Whether somebody has to choose first, or chose from values that are others by now.
  func isOpen(_ meeting: RoundContext) -> Bool {
    if meeting.decision.isOpen || order.seen.isEmpty { return meeting.decision.isOpen }
    return meeting.rows.contains { row in
      order.seen[row.name].map { !row.hasSameValues(as: $0) } ?? false
    }
  }

  /// Everything there is to know, and nothing done yet.
  struct RoundContext {
    var state: SyncState
    var here: LocalState
    var snapshot: CloudSnapshot
    var pulled: CloudDocument
    var plan: SyncPlan
    var decision: SyncDecision
    var composition: SyncComposition
    var contested: [CloudKey: [CloudRecord]]
    var isInitial: Bool
    var isSealed: Bool
    /// Whether the mirror stands at an older state than this device has seen.
    var wentBack: Bool
    /// What there is to say of the mirror: a sentence each.
    var warnings: [String]
  }

  /// Pulls, reads and decides; remembers what later edits have to count as newer than, but leaves
  /// it to what the round does next to save the stamps of new edits.
  func meet() throws(CloudError) -> RoundContext {
    let snapshot = try world.pull()
    var state = try remembered(for: snapshot)
    let isInitial = state.isNew
    let here = try world.read()
    let now = world.now
    let saved = state.clock
    let isFirst = isInitial && saved == CloudClock()
    let wentBack = hasGoneBack(snapshot, state, now: now)
    state.noteAbsence(now: now)
    state.meet(
      snapshot.document, olderWrites: snapshot.olderWrites[state.device] ?? [], now: now,
      random: world.random)
    if replaces { state.begin() }
    state.settle(here, isFirst: isFirst, now: now, saved: saved)
    if replaces { state.held = [:] }
    let pulled = snapshot.document ?? CloudDocument(mirror: snapshot.mirror ?? state.mirror)
    let clocks = ClockCheck(of: pulled, device: state.device, now: now)
    let fresh = unseen(snapshot.contested, winners: pulled, state)
    let plan = SyncPlan(
      state: state, here: here, document: pulled, contested: fresh, replaces: replaces,
      trusts: order.policy == .cloud, isIdle: order.forgets != nil, now: now)
    let decision = SyncDecision(plan, order: order, state: &state, document: pulled, now: now)
    let composition = SyncComposition(
      decision, on: pulled, state: state,
      hasNews: !fresh.isEmpty || snapshot.misplaced.contains(state.device)
        || state.epoch != world.epoch || wentBack || clocks.isSetRight,
      files: snapshot.files, forgets: order.forgets, name: world.name,
      expires: clocks.isPlausible && state.returned == nil, now: now, random: world.random)
    if !order.isDryRun { try world.advance(to: state.clock) }
    return RoundContext(
      state: state, here: here, snapshot: snapshot, pulled: pulled, plan: plan, decision: decision,
      composition: composition, contested: fresh, isInitial: isInitial,
      isSealed: world.epoch != nil, wentBack: wentBack,
      warnings: clocks.warnings(world.place) + snapshot.warnings
        // A file that can't be decrypted explains the older state.
        + (wentBack && snapshot.warnings.isEmpty ? [older] : []))
  }

  /// What opened of a sealed mirror is what somebody with its key has written, but it may be old.
  private func hasGoneBack(_ snapshot: CloudSnapshot, _ state: SyncState, now: Int64) -> Bool {
    guard let epoch = world.epoch else { return false }
    return world.wentBack
      || state.epoch == epoch && state.isAhead(of: snapshot.document, now: now)
  }

  private var older: String {
    "\(world.place) is in an older state than this device has seen: this device keeps its newer values,"
      + " and its next push restores them there."
  }

  private func remembered(for snapshot: CloudSnapshot) throws(CloudError) -> SyncState {
    let found = try world.load(snapshot.mirrors)
    guard let found, found.account == account else {
      return fresh(mirror: snapshot.mirror, device: found?.device)
    }
    if snapshot.mirror != nil || found.isNew { return found }
    if world.keepsMark {
      // A first push that failed, or was cut off, has left no mark.
      if found.written == nil, found.base.isEmpty { return found }
      throw CloudError(
        .refused,
        "\(world.place) is no longer a Settee mirror: mount it again, or, if it was emptied on purpose, "
          + "name it by another path, which counts as a new mirror.")
    }
    // A sealed mirror that is empty has gone back, or was just sealed: what was agreed is sent again.
    return world.epoch != nil ? found : fresh(mirror: nil, device: found.device)
  }

  private func fresh(mirror: String?, device: CloudDevice?) -> SyncState {
    SyncState(
      mirror: mirror ?? CloudDevice(random: world.random()).id, account: account,
      device: device ?? CloudDevice(random: world.random()))
  }

  /// The lost records that no earlier round of this device has looked at.
  private func unseen(
    _ contested: [CloudKey: [CloudRecord]], winners: CloudDocument, _ state: SyncState
  ) -> [CloudKey: [CloudRecord]] {
    func isSeen(_ record: CloudRecord) -> Bool {
      (state.seen[record.push.device] ?? 0) >= record.push.sequence
    }
    var fresh: [CloudKey: [CloudRecord]] = [:]
    for (key, losers) in contested {
      let isWinnerSeen = winners.records[key].map(isSeen) ?? true
      let left = losers.filter { !(isWinnerSeen && isSeen($0)) }
      if !left.isEmpty { fresh[key] = left }
    }
    return fresh
  }
}

/// Everything that a round touches outside itself; the simulator's one crashes between any two steps.
protocol SyncEnvironment {
  /// In milliseconds since 1970.
  var now: Int64 { get }
  func random() -> UInt64
  /// Whether a mirror without an id may have been here before: a folder that is not mounted.
  var keepsMark: Bool { get }
  var place: String { get }
  var name: String? { get }
  /// What is remembered of the mirror with these ids, or, without one, of the last one at this place.
  func load(_ mirrors: [String]) throws(CloudError) -> SyncState?
  /// Remembers; solidly where a power failure must not bring the state before it back.
  func save(_ state: SyncState, isSolid: Bool) throws(CloudError)
  /// Lets no edit that is made from now on fall behind this clock.
  func advance(to clock: CloudClock) throws(CloudError)
  func read() throws(CloudError) -> LocalState
  /// Writes values here in one commit, but no key whose value is another one than `read` found;
  /// returns the keys that were written.
  ///
  /// The log of edits gets the values, so that no earlier delete in it explains a later loss.
  func commit(
    _ takes: [CloudKey: CloudRecord?], over here: LocalState
  ) throws(CloudError) -> Set<CloudKey>
  func pull() throws(CloudError) -> CloudSnapshot
  /// Puts a document into the mirror; nil when it holds another revision by now.
  func push(
    _ document: CloudDocument, from device: CloudDevice, expecting revision: CloudRevision
  ) throws(CloudError) -> CloudRevision?
  /// The epoch of what was pulled; nil in clear.
  var epoch: String? { get }
  /// Whether the mirror has lost its seal, or shows an older one.
  var wentBack: Bool { get }
}
