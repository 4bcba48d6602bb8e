import Synchronization
import SetteeFiles
import SetteePropertyLists

/// What a read has to look after before it answers, as bits of one atomic.
enum StaleFlags {
  /// A file changes right now; it may be half written.
  static let underWay: UInt8 = 1
  static let changed: UInt8 = 2
  /// Nobody tells us of changes: look for ourselves, at most every 50 ms.
  static let polls: UInt8 = 4
}

extension Domain {
  /// Reads all files again, now.
  public func reload() throws(DomainError) {
    try throwIfForked()
    try refresh(isUnderWay: false, mustRead: true)
  }

  /// Catches up with other processes; costs a load from memory while nothing has changed.
  @inline(__always)
  func refreshIfStale() {
    if attention.load(ordering: .relaxed) != 0 { refreshNow() }
  }

  func refreshNow() {
    var bits = attention.bitwiseAnd(StaleFlags.polls, ordering: .acquiringAndReleasing).oldValue
    if bits & StaleFlags.polls != 0, isTimeToAsk() { bits |= StaleFlags.changed }
    guard bits & ~StaleFlags.polls != 0 else { return }
    try? refresh(isUnderWay: bits & StaleFlags.changed == 0, mustRead: false)
  }

  private func isTimeToAsk() -> Bool {
    let now = Monotonic.now
    let last = lastAsked.load(ordering: .relaxed)
    guard now - last >= .milliseconds(50) else { return false }
    return lastAsked.compareExchange(expected: last, desired: now, ordering: .relaxed).exchanged
  }

  /// Reads every layer, takes over what is new, and tells the followers.
  ///
  /// While a change `isUnderWay` a file may be half written, and what makes no sense is left for later.
  /// With `mustRead` a user's file that cannot be read is an error, else just an issue.
  func refresh(isUnderWay: Bool, mustRead: Bool) throws(DomainError) {
    guard try startRefreshing(isUnderWay, mustRead) else { return }
    do {
      defer { refreshing.release() }
      rescanManaged()
      for _ in 0..<4 {
        let (sources, ticket) = withState { ($0.layers.map(\.source), $0.installs) }
        let found = try sources.map { source throws(DomainError) in
          try read(source, isUnderWay, mustRead)
        }
        if isUnderWay, zip(sources, found).contains(where: { $0.storage != nil && $1 == nil }) {
          ProcessState.current.timer.lookAgain(at: self)
        }
        if take(found, of: sources, ticket) { break }
      }
    }
    deliver()
    restoreOverwritten()
    if isWatching.load(ordering: .relaxed) { userStorage?.keepGoodCopy() }
    // Whoever found us reading has left it to us to look again.
    if isAwaited, attention.load(ordering: .acquiring) & ~StaleFlags.polls != 0 { refreshNow() }
  }

  /// Whether this thread is the one to read now.
  ///
  /// NB: a read never waits for another thread's. That one may wait for the lock of a file that this
  /// thread holds, within a transaction.
  private func startRefreshing(_ isUnderWay: Bool, _ mustRead: Bool) throws(DomainError) -> Bool {
    let patience = mustRead ? FileLock.patience : 0
    let taken = refreshing.take(until: Monotonic.now + patience)
    if taken == .first { return true }
    if taken == .again { refreshing.release() }
    if taken == .late, mustRead {
      throw DomainError(.busy, "Cannot read \(name): another thread of this program is at it.")
    }
    attention.bitwiseOr(
      isUnderWay ? StaleFlags.underWay : StaleFlags.changed, ordering: .acquiringAndReleasing)
    // It may have finished, and looked for the last time, just before we said so.
    let again = refreshing.take(until: 0)
    if again == .again { refreshing.release() }
    return again == .first
  }

  private func read(
    _ source: LayerSource, _ isUnderWay: Bool, _ mustRead: Bool
  ) throws(DomainError) -> Snapshot? {
    do {
      if isUnderWay { return try source.storage?.readOnce() }
      return try source.storage?.read { report($0) }
    } catch {
      if mustRead, source.writable == .user { throw error }
      report(DomainIssue(.passedOver, error.message))
      return nil
    }
  }

  /// Takes over what was read, unless a commit came in between.
  private func take(
    _ found: [Snapshot?], of sources: [LayerSource], _ ticket: UInt64
  ) -> Bool {
    // Asked before the lock of the state is taken: no two are ever held at once.
    let known = withState { $0.layers.map(\.stored.revision) }
    let writers = zip(zip(sources, found), known).map { read, known in
      read.1.map { read.0.writer(of: $0, over: known) }
    }
    return withState { state in
      guard state.installs == ticket, state.layers.count == found.count,
        writers.count == found.count
      else { return false }
      for (index, stored) in found.enumerated() {
        guard let stored else { continue }
        let known = state.layers[index].stored.revision
        if known == stored.revision, known != 0 { continue }
        if state.commits > 0, state.layers[index].source.writable != nil {
          state.hasSkippedReading = true
          continue
        }
        if known == 0 || state.followers.isEmpty {
          // Telling what differs takes longer than reading it: only where somebody asks.
          state.put(stored, in: index)
          continue
        }
        let changes = state.install(stored, in: index)
        guard !changes.isEmpty else { continue }
        let layer = state.layers[index].source
        let source = writers[index] ?? .otherProcess
        state.followers.enqueue(.event(DomainEvent(changes, source: source, origin: layer.origin)))
      }
      return true
    }
  }

  /// The managed folder may have got or lost files.
  private func rescanManaged() {
    guard !name.isFile, let locations else { return }
    let folder = locations.managedFolder(name)
    let listed: Int
    do throws(FileFault) {
      let names = try door.list(folder)
      if names == nil, try door.existing(folder) != nil {
        throw FileFault(operation: "list", path: folder, code: ENOTDIR)
      }
      listed = (names ?? []).count { $0.hasSuffix(".plist") }
    } catch {
      // What was read of it before counts on.
      return report(DomainIssue(.passedOver, error.message))
    }
    let known = withState { $0.layers.filter { $0.source.origin == .managed }.count - 1 }
    if listed == 0, known == 0 { return }
    let sources = LayerSources(name: name, locations: locations, suites: [], door: door).managed()
    let old = withState { $0.replaceManaged(with: sources) }
    withExtendedLifetime(old) {}
  }
}

extension LayerSource {
  /// Who wrote what a layer now holds.
  fileprivate func writer(of stored: Snapshot, over known: UInt64) -> ChangeSource {
    guard let path else { return .local }
    if let own = ProcessState.current.writer(of: stored.revision, over: known, at: path) {
      return own
    }
    if known != 0, stored.revision != known { ProcessState.current.forgetWritten(at: path) }
    return origin == .managed || origin == .site ? .policy : .otherProcess
  }
}

extension DomainState {
  /// Puts other files into the managed layer; those that stay keep what was read.
  fileprivate mutating func replaceManaged(with sources: [LayerSource]) -> [LayerState] {
    let old = layers.filter { $0.source.origin == .managed }
    let rest = layers.drop { $0.source.origin == .managed }
    guard !old.map(\.source.path).elementsEqual(sources.map(\.path)) else { return [] }
    layers =
      sources.map { source in
        old.first { $0.source.path == source.path } ?? LayerState(source, .missing)
      } + rest
    installs &+= 1
    counter.grow()
    return old
  }
}

extension Domain {
  /// Puts back, once, those of our own changes that a foreign write has just dropped.
  ///
  /// Programs that write the whole file in place from what they read before our commit undo it
  /// without meaning to. Only a value that is again exactly what it was before our change counts as
  /// dropped; anything else is the other program's wish.
  func restoreOverwritten() {
    let dropped = withState { $0.takeDropped() }
    if dropped.isEmpty { return }
    var change = ChangeSet()
    for key in dropped { change[key.path] = key.new }
    let file = userStorage
    do {
      let commit = CommitInfo(layer: .user, source: .local)
      var isForeign = true
      _ = try self.commit(commit) { (working) throws(DomainError) in
        // NB: asked under the lock. A file that was replaced twice may have its old inode again, and
        // then looks as if it had been written in place; what a Settee wrote is never foreign.
        isForeign = file?.holdsLastGood == false
        return isForeign ? working.apply(change) : []
      }
      guard isForeign else { return }
      withState { $0.recent = [] }
      report(
        DomainIssue(
          .putBack,
          "Another program wrote \(name) from an older copy and dropped \(dropped.count) change(s);"
            + " they were put back.", keys: dropped.map(\.key)))
    } catch {
      report(DomainIssue(.unsaved, error.message, keys: dropped.map(\.key)))
    }
  }
}

extension Domain {
  private var userStorage: (any LayerStore)? { withState { $0[.user]?.source.storage } }
}

extension DomainState {
  /// The changes that a foreign write has dropped; each is taken once.
  fileprivate mutating func takeDropped() -> [KeyChange] {
    guard !recent.isEmpty else { return [] }
    let now = Monotonic.now
    recent.removeAll { now - $0.time > Self.droppable }
    guard let layer = self[.user], let file = layer.source.storage,
      now - file.lastWrittenInPlace < Self.droppable
    else { return [] }
    let values = layer.stored.values
    var newest: [SettingPath: PropertyList?] = [:]
    for recent in recent { newest[recent.change.path] = .some(recent.change.new) }
    let dropped = recent.map(\.change).filter { change in
      let latest = newest[change.path] ?? nil
      let current = values.value(at: change.path)
      return current == change.old && current != latest && change.new == latest
    }
    if !dropped.isEmpty { recent = [] }
    return dropped
  }
}
