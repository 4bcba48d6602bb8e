import Synchronization
import SetteeFiles
import SetteeValues

/// Flags that indicate why the values in memory might be outdated.
///
/// Before returning a value, a read checks these flags and refreshes the domain if one of them is
/// set.
enum StaleFlags {
  /// Another program is changing a file of the domain, so the file might be incomplete.
  static let underWay: UInt8 = 1
  static let changed: UInt8 = 2
  /// The files can't be watched for changes, so reads poll them at most every 50 ms.
  static let polls: UInt8 = 4
}

extension Domain {
  /// Reads all files of the domain again immediately.
  public func reload() throws {
    try throwIfForked()
    try refresh(isUnderWay: false, mustRead: true)
  }

  /// Reads the changes that other processes have made to the files of the domain.
  ///
  /// If no file has changed, this method costs only one memory load.
  @inline(__always)
  func refreshIfStale() {
    if staleFlags.load(ordering: .relaxed) != 0 { refreshNow() }
  }

  func refreshNow() {
    var bits = staleFlags.bitwiseAnd(StaleFlags.polls, ordering: .acquiringAndReleasing).oldValue
    if bits & StaleFlags.polls != 0, shouldPoll() { bits |= StaleFlags.changed }
    guard bits & ~StaleFlags.polls != 0 else { return }
    try? refresh(isUnderWay: bits & StaleFlags.changed == 0, mustRead: false)
  }

  private func shouldPoll() -> Bool {
    let now = Monotonic.now
    let last = lastPoll.load(ordering: .relaxed)
    guard now - last >= .milliseconds(50) else { return false }
    return lastPoll.compareExchange(expected: last, desired: now, ordering: .relaxed).exchanged
  }

  /// Reads every layer from its file, installs new content, and notifies observers.
  ///
  /// If `isUnderWay` is `true`, a file might be incomplete, so unreadable content is read again
  /// later. If `mustRead` is `true`, an unreadable file of the user results in an error instead of
  /// an issue.
  func refresh(isUnderWay: Bool, mustRead: Bool) throws {
    guard try startRefreshing(isUnderWay, mustRead) else { return }
    do {
      defer { refreshing.release() }
      rescanManaged()
      for _ in 0..<4 {
        let (layers, ticket) = withState { ($0.layers, $0.installs) }
        let found = try layers.map { try read($0, isUnderWay, mustRead) }
        if isUnderWay, zip(layers, found).contains(where: { $0.storage != nil && $1 == nil }) {
          ProcessState.current.timer.scheduleRead(of: self)
        }
        if install(found, of: layers, ticket) { break }
      }
    }
    deliver()
    restoreOverwritten()
    if isWatching.load(ordering: .relaxed) { withState { $0.userFile }?.saveBackup() }
    // Other threads leave the work to the thread that is already refreshing the domain, so check
    // the flags again.
    if refreshesEagerly, staleFlags.load(ordering: .acquiring) & ~StaleFlags.polls != 0 {
      refreshNow()
    }
  }

  /// Returns whether this thread should read the files of the domain now.
  ///
  /// A read never waits for a read on another thread. The other thread might be waiting for a file
  /// lock that this thread holds during a transaction.
  private func startRefreshing(_ isUnderWay: Bool, _ mustRead: Bool) throws -> Bool {
    let patience = mustRead ? FileLock.patience : 0
    let depth = refreshing.acquire(until: Monotonic.now + patience)
    if depth == 1 { return true }
    if depth != nil { refreshing.release() }
    if depth == nil, mustRead {
      throw DomainError(.busy, "Can't read \(name): another thread in this program is using it.")
    }
    staleFlags.bitwiseOr(
      isUnderWay ? StaleFlags.underWay : StaleFlags.changed, ordering: .acquiringAndReleasing)
    // Try again, because the other thread might have checked the flag just before this thread set
    // it.
    guard let depth = refreshing.acquire(until: 0) else { return false }
    if depth > 1 { refreshing.release() }
    return depth == 1
  }

  private func read(
    _ layer: Layer, _ isUnderWay: Bool, _ mustRead: Bool
  ) throws -> Snapshot? {
    do {
      if isUnderWay { return try layer.storage?.readOnce() }
      return try layer.storage?.read { report($0) }
    } catch {
      if mustRead, layer.writable == .user { throw error }
      report(DomainIssue(.passedOver, DomainError(error).message))
      return nil
    }
  }

  /// Installs the content that was read from the files, unless a commit finished in the meantime.
  private func install(
    _ found: [Snapshot?], of layers: [Layer], _ ticket: UInt64
  ) -> Bool {
    // Look up the writers before acquiring the lock of the state, because no thread may hold two
    // locks at the same time.
    let known = withState { $0.layers.map(\.stored.revision) }
    let writers = zip(zip(layers, found), known).map { read, known in
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
        if state.commits > 0, state.layers[index].writable != nil {
          state.mustReadAgain = true
          continue
        }
        if known == 0 || state.observers.isEmpty {
          // Computing the changes takes longer than reading the files, so do it only if there are
          // observers.
          state.put(stored, in: index)
          continue
        }
        let changes = state.install(stored, in: index)
        guard !changes.isEmpty else { continue }
        let (source, origin) = (writers[index] ?? .otherProcess, state.layers[index].origin)
        state.observers.enqueue(.event(DomainEvent(changes, source: source, origin: origin)))
      }
      return true
    }
  }

  /// Updates the managed layer after files have been added to its directory or removed from it.
  private func rescanManaged() {
    guard !name.isFile, let locations else { return }
    let folder = locations.managedFolder(name)
    let listed: Int
    do {
      let names = try fileSystem.list(folder)
      if names == nil, try fileSystem.existing(folder) != nil {
        throw SystemError(operation: "list", path: folder, code: ENOTDIR)
      }
      listed = (names ?? []).count { $0.hasSuffix(".plist") }
    } catch {
      // If the directory can't be listed, the previous managed values stay in effect.
      return report(DomainIssue(.passedOver, DomainError(error).message))
    }
    let known = withState { $0.layers.filter { $0.origin == .managed }.count - 1 }
    if listed == 0, known == 0 { return }
    let new = locations.managedLayers(of: name, fileSystem)
    let old = withState { $0.replaceManaged(with: new) }
    withExtendedLifetime(old) {}
  }
}

extension Layer {
  /// Returns which process or layer wrote the new content of a file.
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
  /// Replaces the files of the managed layer, but keeps the content of the files that remain.
  fileprivate mutating func replaceManaged(with new: [Layer]) -> [Layer] {
    let old = layers.filter { $0.origin == .managed }
    let rest = layers.drop { $0.origin == .managed }
    guard !old.map(\.path).elementsEqual(new.map(\.path)) else { return [] }
    layers =
      new.map { layer in
        old.first { $0.path == layer.path }
          ?? Layer(layer.origin, layer.storage, writable: layer.writable, stored: .missing)
      } + rest
    installs &+= 1
    generation &+= 1
    return old
  }
}

extension Domain {
  /// Restores changes by this process that another program has just overwritten.
  ///
  /// Every commit restores such changes, so this method makes a commit that changes nothing else.
  func restoreOverwritten() {
    let dropped = withState { state in
      state[.user].map { state.overwritten(in: $0.stored.values) } ?? []
    }
    if dropped.isEmpty { return }
    // The commit in progress restores the changes, unless it is abandoned.
    if isCommitting { return withState { $0.mustReadAgain = true } }
    do {
      _ = try commit(CommitInfo(layer: .user, source: .local)) { _ in [] }
    } catch {
      report(DomainIssue(.unsaved, DomainError(error).message, keys: dropped.map(\.key)))
    }
    withState { $0.recent = [] }
  }

  /// Restores changes in the transaction of a commit that another program has just overwritten.
  ///
  /// Settee restores each change only once. A program that writes a file in place, based on content
  /// from before the commit, unintentionally reverts the commit. A value is treated as overwritten
  /// only if it is exactly the value before the commit. Any other value is intentional.
  func restoreOverwritten(in working: Transaction, _ layer: WritableLayer) -> CommitPart {
    let commit = CommitInfo(layer: layer, source: .local, isRestoring: true)
    guard layer == .user else { return ([], commit) }
    let (dropped, file) = withState { ($0.overwritten(in: working.base.values), $0.userFile) }
    // Check whether another program wrote the content while holding the lock. A file that was
    // replaced twice can have its old inode again and look as if it was written in place. However,
    // content committed by Settee is never foreign.
    if dropped.isEmpty || file?.isLastCommit != false { return ([], commit) }
    var change = ChangeSet()
    for key in dropped { change[key.path] = key.new }
    return (working.apply(change), commit)
  }

  /// Reports the changes that a commit has restored after another program had overwritten them.
  func reportRestored(_ parts: [CommitPart]) {
    for part in parts where part.commit.isRestoring {
      report(
        DomainIssue(
          .putBack,
          "Another program overwrote \(name) with an older version; \(part.changes.count) change(s)"
            + " were restored.", keys: part.changes.map(\.key)))
    }
  }
}

extension DomainState {
  /// The user's property-list file, or `nil` if the user's values have another store.
  fileprivate var userFile: PlistFile? { self[.user]?.storage as? PlistFile }

  /// Returns the changes by this process that another program has overwritten in the user's file.
  fileprivate mutating func overwritten(
    in values: PropertyListDictionary
  ) -> [KeyChange] {
    let now = Monotonic.now
    guard !recent.isEmpty, let userFile,
      now - userFile.lastWrittenInPlace < Self.overwriteWindow
    else { return [] }
    recent.removeAll { now - $0.time > Self.overwriteWindow }
    var newest: [SettingPath: PropertyList?] = [:]
    for recent in recent { newest[recent.change.path] = .some(recent.change.new) }
    return recent.map(\.change).filter { change in
      let latest = newest[change.path] ?? nil
      let current = values.value(at: change.path)
      return current == change.old && current != latest && change.new == latest
    }
  }
}
