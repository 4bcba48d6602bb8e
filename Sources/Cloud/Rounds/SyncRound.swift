import SetteeValues

/// A complete sync that pulls, merges, writes local changes, and pushes.
///
/// If another device pushes first, the sync starts over.
struct SyncRound {
  let environment: any SyncEnvironment
  let account: String
  let order: SyncOptions
  /// A Boolean value that indicates whether the sync replaces all local values.
  ///
  /// The sync replaces the local values if they belong to another account.
  var replaces = false
  /// The maximum number of times that a sync starts over because another device pushed first.
  ///
  /// The sync usually times out long before it reaches this number.
  private static let tries = 200

  func run() throws -> SyncResult {
    var report: SyncResult?
    for _ in 0..<Self.tries {
      let context = try begin(after: report)
      if order.isDryRun || isUnresolved(context) {
        if !order.isDryRun { try environment.save(context.state, isSolid: false) }
        return try end(context, report)
      }
      if try exchange(context, &report) {
        return report ?? SyncResult(revision: context.snapshot.revision)
      }
    }
    throw CloudError(
      .unreachable,
      "\(environment.place) kept changing during every attempt. Nothing was sent; try again.")
  }

  /// Pulls from the mirror and decides what to sync.
  ///
  /// If the mirror is unreachable, the error also states whether any settings were sent or
  /// received.
  private func begin(after report: SyncResult?) throws -> RoundContext {
    do {
      return try prepare()
    } catch let error as CloudError {
      let isDone = report.map { !$0.received.isEmpty || !$0.sent.isEmpty } ?? false
      guard error.code == .unreachable, !isDone, !error.message.contains("othing was sent") else {
        throw error
      }
      throw CloudError(error.code, error.message + " Nothing was sent or received.")
    }
  }

  /// Returns whether the user must resolve conflicts before the sync can continue.
  ///
  /// If values have changed since the user resolved the conflicts, the user must decide again.
  func isUnresolved(_ context: RoundContext) -> Bool {
    if context.decision.isUnresolved || order.seen.isEmpty { return context.decision.isUnresolved }
    return context.rows.contains { row in
      order.seen[row.name].map { !row.hasSameValues(as: $0) } ?? false
    }
  }

  /// The data that a sync has read, and the decisions based on it.
  struct RoundContext {
    var state: SyncState
    var here: LocalState
    var snapshot: CloudSnapshot
    var pulled: CloudDocument
    var plan: SyncPlan
    var decision: SyncDecision
    var composition: SyncComposition
    var contested: [Key: [CloudRecord]]
    var isInitial: Bool
    var isSealed: Bool
    /// A Boolean value that indicates whether the mirror is older than it was at the last sync.
    var isRolledBack: Bool
    /// The warnings about the mirror, with one sentence per warning.
    var warnings: [String]
  }

  /// Pulls from the mirror, reads the local values, and decides what to sync.
  ///
  /// This method advances the clock on disk so that later edits get newer stamps. The next step of
  /// the sync saves the stamps of new edits.
  func prepare() throws -> RoundContext {
    var snapshot = try environment.pull()
    var state = try savedState(for: snapshot)
    let isInitial = state.isNew
    let here = try environment.read()
    let now = environment.now
    let saved = state.clock
    let isFirst = isInitial && saved == CloudClock()
    let isRolledBack = checkRollback(snapshot, state, now: now)
    state.noteAbsence(from: snapshot.document, now: now)
    // If the clock of this device was set forward, recent replicas look old.
    if state.returned != nil { snapshot.keepForgotten() }
    state.prepare(
      snapshot.document, olderWrites: snapshot.olderWrites[state.device] ?? [], now: now,
      random: environment.random)
    if replaces { state.resetForAccountChange() }
    state.reconcile(
      here, isFirst: isFirst, hasMirror: snapshot.mirror != nil, now: now, saved: saved)
    if replaces { state.quarantined = [:] }
    let pulled = snapshot.document ?? CloudDocument(mirror: snapshot.mirror ?? state.mirror)
    let clocks = ClockCheck(of: pulled, device: state.device, now: now)
    let fresh = unseen(snapshot, winners: pulled, state)
    let plan = SyncPlan(
      state: state, here: here, document: pulled, contested: fresh, replaces: replaces,
      trusts: order.conflictPolicy == .keepingRemote, isIdle: order.forgets != nil, now: now)
    let decision = SyncDecision(plan, order: order, state: &state, document: pulled, now: now)
    let composition = SyncComposition(
      decision, on: pulled, state: state,
      hasNews: !fresh.isEmpty || snapshot.misplaced.contains(state.device)
        || state.epoch != environment.epoch || isRolledBack || clocks.isSetRight,
      files: snapshot.files, forgets: order.forgets, name: environment.name,
      expires: clocks.isPlausible && state.returned == nil, now: now, random: environment.random)
    if !order.isDryRun { try environment.advance(to: state.clock) }
    return RoundContext(
      state: state, here: here, snapshot: snapshot, pulled: pulled, plan: plan, decision: decision,
      composition: composition, contested: fresh, isInitial: isInitial,
      isSealed: environment.epoch != nil, isRolledBack: isRolledBack,
      warnings: clocks.warnings(environment.place) + snapshot.warnings
        // A warning about an undecryptable file already explains why the mirror is older.
        + (isRolledBack && snapshot.warnings.isEmpty ? [rollbackWarning] : []))
  }

  /// Returns whether an encrypted mirror is older than it was at the last sync.
  ///
  /// Encryption proves who wrote a document, but it can't prove that the document is the latest
  /// one.
  private func checkRollback(_ snapshot: CloudSnapshot, _ state: SyncState, now: Int64) -> Bool {
    guard let epoch = environment.epoch else { return false }
    return environment.isRolledBack
      || state.epoch == epoch && state.isAhead(of: snapshot.document, now: now)
  }

  private var rollbackWarning: String {
    "\(environment.place) was rolled back to an older state: this device keeps its newer values,"
      + " and its next push restores them there."
  }

  private func savedState(for snapshot: CloudSnapshot) throws -> SyncState {
    let found = try environment.load(snapshot.mirrors)
    guard let found, found.account == account else {
      return fresh(mirror: snapshot.mirror, device: found?.device)
    }
    if snapshot.mirror != nil || found.isNew { return found }
    if environment.keepsMarker {
      // The first push to the mirror might have failed before it created the marker.
      if found.written == nil, found.base.isEmpty { return found }
      throw CloudError(
        .refused,
        "\(environment.place) is no longer a Settee mirror: mount it again, or, if it was "
          + "emptied on purpose, use another path, which makes it a new mirror.")
    }
    // An empty encrypted mirror was either rolled back or just encrypted, so send the base again.
    return environment.epoch != nil ? found : fresh(mirror: nil, device: found.device)
  }

  private func fresh(mirror: String?, device: CloudDevice?) -> SyncState {
    SyncState(
      mirror: mirror ?? CloudDevice(random: environment.random()).id, account: account,
      device: device ?? CloudDevice(random: environment.random()))
  }

  /// Returns the records that lost a conflict and that no earlier sync has checked.
  private func unseen(
    _ snapshot: CloudSnapshot, winners: CloudDocument, _ state: SyncState
  ) -> [Key: [CloudRecord]] {
    func isSeen(_ record: CloudRecord) -> Bool {
      let device = record.push.device
      // If two clones have pushed under the same number, this device might have seen the other
      // clone's push.
      let isForked = snapshot.olderWrites[device]?.contains {
        $0.sequence == winners.devices[device]?.written.sequence
      }
      return isForked != true && state.seen[device] ?? 0 >= record.push.sequence
    }
    var fresh: [Key: [CloudRecord]] = [:]
    for (key, losers) in snapshot.contested {
      let isWinnerSeen = winners.records[key].map(isSeen) ?? true
      // A known winning record might have been missing when this device pushed the losing record.
      // If the two records had been compared since, the losing record would no longer be the base.
      let left = losers.filter { loser in
        !(isWinnerSeen && isSeen(loser)) || state.base[key]?.isSameEdit(as: loser) ?? false
      }
      if !left.isEmpty { fresh[key] = left }
    }
    return fresh
  }
}

/// The operations with which a sync reads and writes data.
///
/// In tests, a simulator implements these operations and can crash between any two of them.
protocol SyncEnvironment {
  /// The current time of the device, in milliseconds since 1970.
  var now: Int64 { get }
  func random() -> UInt64
  /// A Boolean value that indicates whether an existing mirror can temporarily seem to have no ID.
  ///
  /// For example, the mirror's folder might not be mounted.
  var keepsMarker: Bool { get }
  var place: String { get }
  var name: String? { get }
  /// Returns the saved sync state for one of several mirror IDs.
  ///
  /// If `mirrors` is empty, this method returns the state of the mirror last used at this address.
  func load(_ mirrors: [String]) throws -> SyncState?
  /// Saves the sync state, and flushes it to disk if `isSolid` is `true`.
  func save(_ state: SyncState, isSolid: Bool) throws
  /// Saves the clock so that all later edits get newer stamps.
  func advance(to clock: CloudClock) throws
  func read() throws -> LocalState
  /// Writes values from the mirror to the settings file in a single commit, skipping keys that have
  /// changed since `read`.
  ///
  /// The values are also logged, so that an earlier logged deletion doesn't explain a later loss.
  ///
  /// - Returns: The keys that were written.
  func commit(
    _ takes: [Key: CloudRecord?], over here: LocalState
  ) throws -> Set<Key>
  func pull() throws -> CloudSnapshot
  /// Pushes a document, or returns `nil` if the revision of the mirror has changed.
  func push(
    _ document: CloudDocument, from device: CloudDevice, expecting revision: String
  ) throws -> String?
  /// The encryption epoch of the pulled document, or `nil` if the document was unencrypted.
  var epoch: String? { get }
  /// A Boolean value that indicates whether the mirror's seal is missing or was rolled back.
  var isRolledBack: Bool { get }
}
