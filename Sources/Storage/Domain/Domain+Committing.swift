import Synchronization
import SetteeFiles
package import SetteePropertyLists

/// What a commit is about, apart from its values.
struct CommitInfo {
  var layer: WritableLayer
  var source: ChangeSource
  /// Whether memory has shown the changes already, and followers were told.
  var isFlush = false
  /// The commit that this one takes back, and what of it, by the places that were recorded.
  var undoes: UInt64?
  var undone: [SettingPath] = []
  /// What that one did to the bytes of a text file.
  var reverted: [ByteEdit] = []
}

/// Changes what is stored now, and tells what it changed.
typealias CommitStep = (Transaction) throws(DomainError) -> [KeyChange]

extension Domain {
  /// Makes a change under the lock of a layer, and brings it to the disk.
  ///
  /// Within another commit of this thread it becomes a part of that one.
  func commit(_ commit: CommitInfo, _ change: CommitStep) throws(DomainError) -> [KeyChange] {
    if let outer = openCommit(in: commit.layer) { return try join(outer, commit, change) }
    let open = CommitInProgress(commit.layer)
    openCommits.withLock { $0.append(open) }
    return try self.commit(commit, as: open, change)
  }

  /// Whether the user's values are those of the last good copy, because the file makes no sense and
  /// nobody has changed anything since.
  package var standsOnGoodCopy: Bool {
    refreshIfStale()
    return withState { $0[.user]?.stored.isFromGoodCopy ?? false }
  }

  /// Brings the last good copy back to the disk where the user's values stand on it.
  ///
  /// Every commit does so; this is one that changes nothing.
  package func mend() throws(DomainError) {
    guard standsOnGoodCopy else { return }
    _ = try commit(CommitInfo(layer: .user, source: .local)) { (_) throws(DomainError) in [] }
  }

  /// The commit of a layer that this thread is in the middle of.
  func openCommit(in layer: WritableLayer) -> CommitInProgress? {
    let thread = CurrentProcess.thread
    return openCommits.withLock { $0.first { $0.thread == thread && $0.layer == layer } }
  }

  private func join(
    _ outer: CommitInProgress, _ commit: CommitInfo, _ change: CommitStep
  ) throws(DomainError) -> [KeyChange] {
    var changes: [KeyChange] = []
    try storage(of: commit.layer).update(
      { (working) throws(DomainError) in
        changes = try self.attempt(working, outer) { () throws(DomainError) in
          try outer.run(change, commit, working)
        }
      }, { report($0) })
    return changes
  }

  private func commit(
    _ commit: CommitInfo, as open: CommitInProgress, _ change: CommitStep
  ) throws(DomainError) -> [KeyChange] {
    let observers = commitObservers.withLock { $0.map(\.observer) }
    var begun: [CommitObserver] = []
    var isWritten = false
    var changes: [KeyChange] = []
    var isCommitting = false
    var unnoted: [DomainIssue] = []
    defer {
      // Closed first: what an observer or a follower changes now is a commit of its own.
      openCommits.withLock { $0.removeAll { $0 === open } }
      if isCommitting { endCommitting() }
      for observer in begun.reversed() { observer.end(isWritten) }
      if isWritten {
        rememberSecrets(isWriting: true)
        unnoted.forEach(report)
      }
      deliver()
    }
    for observer in observers {
      try observer.begin()
      begun.append(observer)
    }
    try storage(of: commit.layer).update(
      { (working) throws(DomainError) in
        // A store may do this again, where the file has changed before it could be replaced.
        open.parts = []
        working.reverted = commit.reverted
        if let restored = working.restored, commit.layer == .user {
          for observer in observers { try observer.restored(restored) }
        }
        changes = try self.attempt(working, open) { () throws(DomainError) in
          let changes = try open.run(change, commit, working)
          if open.hasChanges {
            working.source = commit.source
            if !isCommitting { isCommitting = self.beginCommitting() }
          }
          for part in open.parts where !part.changes.isEmpty {
            for observer in observers {
              try observer.commit(part.changes, part.commit.source).map { unnoted.append($0) }
            }
          }
          return changes
        }
        let (parts, hasChanges) = (open.parts, open.hasChanges)
        working.whenWritten { working, revision in
          isWritten = hasChanges
          self.committed(parts, in: commit.layer, working, revision)
        }
        // What mends a file is written all the same, and says so itself.
        if !working.isChanged, working.restored == nil {
          working.finish(revision: working.base.revision)
        }
      }, { report($0) })
    return changes
  }

  /// Runs one step; where it fails within another one, that one goes on without it.
  private func attempt(
    _ working: Transaction, _ open: CommitInProgress,
    _ step: () throws(DomainError) -> [KeyChange]
  ) throws(DomainError) -> [KeyChange] {
    let (before, wasChanged, parts) = (working.values, working.isChanged, open.parts)
    do {
      return try step()
    } catch {
      open.parts = parts
      if wasChanged || working.isChanged { working.values = before }
      throw error
    }
  }

  /// From here until the end of a commit, what is read of the files is older than what we know, or
  /// an echo of ours.
  private func beginCommitting() -> Bool {
    withState { $0.commits += 1 }
    return true
  }

  private func endCommitting() {
    let hasSkipped = withState { state in
      state.commits -= 1
      defer { state.hasSkippedReading = false }
      return state.hasSkippedReading
    }
    if hasSkipped { wake(isUnderWay: false) }
  }

  func storage(of layer: WritableLayer) throws(DomainError) -> any LayerStore {
    guard let storage = withState({ $0[layer]?.source.storage }) else { throw missing(layer) }
    return storage
  }

  /// Takes over what is now on the disk: what others wrote before us, then what we wrote.
  private func committed(
    _ parts: [CommitInProgress.Part], in layer: WritableLayer, _ working: Transaction,
    _ revision: UInt64
  ) {
    let known = withState { $0[layer]?.stored.revision ?? 0 }
    let writer = path(of: layer).flatMap {
      ProcessState.current.writer(of: working.base.revision, over: known, at: $0)
    }
    withState { state in
      guard let index = state.index(of: layer) else { return }
      if state.layers[index].stored.revision != working.base.revision {
        let others = state.install(working.base, in: index)
        let event = DomainEvent(others, source: writer ?? .otherProcess, origin: layer.origin)
        if !others.isEmpty { state.followers.enqueue(.event(event)) }
      }
      if parts.contains(where: \.commit.isFlush) { state.saving = ChangeSet() }
      state.put(Snapshot(working.values, revision: revision), in: index)
      for part in parts where !part.changes.isEmpty {
        state.keepRecent(part.changes, part.commit)
        if part.commit.isFlush { continue }
        let event = DomainEvent(part.changes, source: part.commit.source, origin: layer.origin)
        state.followers.enqueue(.event(event))
      }
    }
    // A commit that notes a migration can't be undone: its mark would have to go with its values.
    for part in parts
    where !part.changes.isEmpty
      && !part.changes.contains(where: { ReservedKey.contains($0.path.key) })
    {
      let secrets = withState { $0.secrets }.union(secretNames(in: part.changes))
      let edits = parts.count == 1 ? working.edits : []
      let issue = record?.append(part.changes, part.commit, secrets, edits, working.marks)
      if let issue { report(issue) }
    }
  }
}

extension DomainState {
  /// Remembers our own changes for as long as a foreign write may drop them.
  fileprivate mutating func keepRecent(_ changes: [KeyChange], _ commit: CommitInfo) {
    guard commit.layer == .user else { return }
    let now = Monotonic.now
    recent.removeFirst(recent.prefix { now - $0.time > DomainState.droppable }.count)
    recent += changes.map { RecentWrite(change: $0, time: now) }
  }

  /// How long after our commit a foreign write is taken for one that did not know of it.
  static let droppable: Int64 = .milliseconds(2000)
}

/// A commit that a thread is in the middle of, with what belongs to it: one made within it, through
/// the domain, is kept or dropped with it, and is told of once.
// Safe to share: only the thread that made it reads and changes it.
final class CommitInProgress: @unchecked Sendable {
  struct Part {
    var changes: [KeyChange]
    let commit: CommitInfo
  }

  let thread = CurrentProcess.thread
  let layer: WritableLayer
  var parts: [Part] = []

  init(_ layer: WritableLayer) { self.layer = layer }

  var hasChanges: Bool { parts.contains { !$0.changes.isEmpty } }

  /// Does a step, and adds what it has changed; plain changes of one source become one part.
  func run(
    _ step: CommitStep, _ commit: CommitInfo, _ working: Transaction
  ) throws(DomainError) -> [KeyChange] {
    let changes = try step(working)
    // Of a flush even an empty one counts: what it was to save is saved.
    if changes.isEmpty, !commit.isFlush { return changes }
    if let last = parts.last, last.commit.isPlain, commit.isPlain,
      last.commit.source == commit.source
    {
      parts[parts.count - 1].changes = last.changes.followed(by: changes)
    } else {
      parts.append(Part(changes: changes, commit: commit))
    }
    return changes
  }
}

extension CommitInfo {
  fileprivate var isPlain: Bool { !isFlush && undoes == nil }
}

extension [KeyChange] {
  /// These changes and then others: of two at one place, from the first value to the last.
  fileprivate func followed(by later: [KeyChange]) -> [KeyChange] {
    var all = self
    var places = Dictionary(uniqueKeysWithValues: enumerated().map { ($1.path, $0) })
    for change in later {
      guard let index = places[change.path] else {
        places[change.path] = all.count
        all.append(change)
        continue
      }
      all[index] = KeyChange(change.path, old: all[index].old, new: change.new)
    }
    return all.filter { $0.old != $0.new }
  }
}

/// What takes part in every commit of a domain's layer, as the cloud's state does.
///
/// `begin` runs before the lock of the file is taken, `restored` and `commit` under it, before the file
/// is replaced (a throw abandons the commit), `end` after the lock is released.
package struct CommitObserver: Sendable {
  /// Runs before the lock is taken: the place to take a lock of one's own.
  package var begin: @Sendable () throws(DomainError) -> Void
  /// Runs under the lock, with what is about to be written; tells what could not be noted.
  package var commit:
    @Sendable (_ changes: [KeyChange], _ source: ChangeSource) throws(DomainError) -> DomainIssue?
  /// Runs under the lock before `commit` where the commit mends a damaged file of the user's layer,
  /// with all values that come back with the last good copy: none of them is anybody's edit.
  package var restored: @Sendable (_ values: PropertyListDictionary) throws(DomainError) -> Void = {
    (_) throws(DomainError) in
  }
  /// Runs after the lock is released, whatever happened; says whether the changes are on disk.
  package var end: @Sendable (_ written: Bool) -> Void

  package init(
    begin: @escaping @Sendable () throws(DomainError) -> Void = { () throws(DomainError) in },
    commit:
      @escaping @Sendable ([KeyChange], ChangeSource) throws(DomainError) -> DomainIssue? = {
        (_, _) throws(DomainError) in nil
      },
    end: @escaping @Sendable (Bool) -> Void = { _ in }
  ) {
    self.begin = begin
    self.commit = commit
    self.end = end
  }
}
