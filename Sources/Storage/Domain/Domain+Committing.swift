import Synchronization
import SetteeFiles
package import SetteePropertyLists

/// The properties of a commit, apart from its values.
struct CommitInfo {
  var layer: WritableLayer
  var source: ChangeSource
  /// A Boolean value that indicates whether the changes are already visible in memory, and
  /// observers have been notified of them.
  var isFlush = false
  /// The commit to undo, and the paths in that commit that are undone, as they were recorded.
  var undoes: UInt64?
  var undone: [SettingPath] = []
  /// The changes that the undone commit made to the bytes of a text file.
  var reverted: [ByteEdit] = []
}

/// A closure that changes the values of a transaction and returns the resulting changes.
typealias CommitStep = (Transaction) throws(DomainError) -> [KeyChange]

extension Domain {
  /// Changes a layer while its lock is held, and writes the layer to disk.
  ///
  /// During another commit on this thread, the change becomes part of that commit.
  func commit(_ commit: CommitInfo, _ change: CommitStep) throws(DomainError) -> [KeyChange] {
    if let outer = openCommit(in: commit.layer) { return try join(outer, commit, change) }
    let open = CommitInProgress(commit.layer)
    openCommits.withLock { $0.append(open) }
    return try self.commit(commit, as: open, change)
  }

  /// A Boolean value that indicates whether the user's values come from the backup, because the
  /// file is corrupt and hasn't been changed since.
  package var standsOnGoodCopy: Bool {
    refreshIfStale()
    return withState { $0[.user]?.stored.isFromBackup ?? false }
  }

  /// Restores the user's file from the backup if the file is corrupt.
  ///
  /// Every commit does this. The commit of this method changes nothing else.
  package func mend() throws(DomainError) {
    guard standsOnGoodCopy else { return }
    _ = try commit(CommitInfo(layer: .user, source: .local)) { (_) throws(DomainError) in [] }
  }

  /// Returns the commit that is in progress on this thread for a layer.
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
      // The commit ends before observers are notified, because changes that they make must start a
      // new commit.
      openCommits.withLock { $0.removeAll { $0 === open } }
      if isCommitting { endCommitting() }
      for observer in begun.reversed() { observer.end(isWritten) }
      if isWritten {
        storeSecrets(isWriting: true)
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
        // The store repeats the update if another program changed the file before it could be
        // replaced.
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
        // Repairs are written even if nothing changes, and they are reported separately.
        if !working.isChanged, working.restored == nil {
          working.finish(revision: working.base.revision)
        }
      }, { report($0) })
    return changes
  }

  /// Runs one step.
  ///
  /// If the step throws an error during another commit, its changes are rolled back.
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

  /// Marks the start of a commit.
  ///
  /// Until the end of the commit, the file contents that this process reads are either outdated or
  /// its own.
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

  /// Updates the state after a write, first with the changes that others made, and then with those
  /// of this commit.
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
        if !others.isEmpty { state.observers.enqueue(.event(event)) }
      }
      if parts.contains(where: \.commit.isFlush) { state.saving = ChangeSet() }
      state.put(Snapshot(working.values, revision: revision), in: index)
      for part in parts where !part.changes.isEmpty {
        state.keepRecent(part.changes, part.commit)
        if part.commit.isFlush { continue }
        let event = DomainEvent(part.changes, source: part.commit.source, origin: layer.origin)
        state.observers.enqueue(.event(event))
      }
    }
    // A commit that records a migration can't be undone, because undoing it would also remove the
    // record.
    for part in parts
    where !part.changes.isEmpty
      && !part.changes.contains(where: { ReservedKey.contains($0.path.key) })
    {
      let secrets = withState { $0.secrets }.union(secretNames(in: part.changes))
      let edits = parts.count == 1 ? working.edits : []
      let issue = record?.append(
        part.changes, part.commit, secrets, edits,
        withoutSecrets: withoutSecrets(edits, of: part.changes, working), working.marks,
        text?.formatName)
      if let issue { report(issue) }
    }
  }
}

extension DomainState {
  /// Stores recent changes for as long as another program could overwrite them.
  fileprivate mutating func keepRecent(_ changes: [KeyChange], _ commit: CommitInfo) {
    guard commit.layer == .user else { return }
    let now = Monotonic.now
    recent.removeFirst(recent.prefix { now - $0.time > DomainState.overwriteWindow }.count)
    recent += changes.map { RecentWrite(change: $0, time: now) }
  }

  /// The time after a commit during which a write by another program is assumed to be based on
  /// older content.
  static let overwriteWindow: Int64 = .milliseconds(2000)
}

/// A commit that is in progress on the current thread.
///
/// Nested commits join this commit. They succeed or fail together, and notify observers together.
/// The class is `Sendable` because only the thread that created an instance uses it.
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

  /// Runs a step and records its changes.
  ///
  /// Consecutive plain changes from the same source are merged.
  func run(
    _ step: CommitStep, _ commit: CommitInfo, _ working: Transaction
  ) throws(DomainError) -> [KeyChange] {
    let changes = try step(working)
    // Even an empty flush is recorded, because it completes a save.
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
  /// Returns these changes followed by other changes.
  ///
  /// Changes to the same path are merged.
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

/// Hooks that run during every commit to a layer.
///
/// Cloud sync uses these hooks to record edits.
///
/// The `begin` hook runs before the file is locked. The `restored` and `commit` hooks run while the
/// file is locked, before it is replaced. If one of them throws an error, the commit is abandoned.
/// The `end` hook runs after the lock is released.
package struct CommitObserver: Sendable {
  /// A hook that runs before the file is locked, so that it can acquire another lock.
  package var begin: @Sendable () throws(DomainError) -> Void
  /// A hook that runs with the changes to be written while the lock is held.
  ///
  /// It returns an issue if the changes couldn't be recorded.
  package var commit:
    @Sendable (_ changes: [KeyChange], _ source: ChangeSource) throws(DomainError) -> DomainIssue?
  /// A hook that runs before `commit`, while the lock is held, if the commit restores the user's
  /// corrupt file from the backup.
  ///
  /// The parameter `values` contains all values of the backup. None of these values is an edit.
  package var restored: @Sendable (_ values: PropertyListDictionary) throws(DomainError) -> Void = {
    (_) throws(DomainError) in
  }
  /// A hook that runs after the lock is released, whether or not the changes were written.
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
