import Synchronization
import SetteeFiles
package import SetteePropertyLists

/// The properties of a commit, such as its source, but not its values.
struct CommitInfo {
  var layer: WritableLayer
  var source: ChangeSource
  /// A Boolean value that indicates whether the commit saves changes that are already visible in
  /// memory.
  ///
  /// For such a commit, observers have already been notified of the changes.
  var isFlush = false
  /// The ID of the earlier commit that this commit undoes, if any.
  ///
  /// The paths of the settings to undo, as they were recorded in the earlier commit.
  var undoes: UInt64?
  var undone: [SettingPath] = []
  /// The changes that the undone commit made to the bytes of a text file.
  var reverted: [ByteEdit] = []
}

/// A closure that changes the values of a transaction and returns the resulting changes.
typealias CommitStep = (Transaction) throws -> [KeyChange]

extension Domain {
  /// Changes a layer while holding the lock of its file, and writes the layer to disk.
  ///
  /// During another commit on this thread, the change becomes part of the other commit.
  func commit(_ commit: CommitInfo, _ change: CommitStep) throws -> [KeyChange] {
    if let outer = openCommit(in: commit.layer) { return try join(outer, commit, change) }
    let open = CommitInProgress(commit.layer)
    openCommits.withLock { $0.append(open) }
    return try self.commit(commit, as: open, change)
  }

  /// A Boolean value that indicates whether the user's values come from the backup of the settings
  /// file.
  ///
  /// The backup provides the values while the settings file is corrupt.
  package var standsOnGoodCopy: Bool {
    refreshIfStale()
    return withState { $0[.user]?.stored.isFromBackup ?? false }
  }

  /// Restores the user's settings file from the backup if the file is corrupt.
  ///
  /// Every commit repairs a corrupt file, so this method makes a commit that changes nothing else.
  package func repair() throws {
    guard standsOnGoodCopy else { return }
    _ = try commit(CommitInfo(layer: .user, source: .local)) { _ in [] }
  }

  /// Returns the commit of a layer that is in progress on this thread, if there is one.
  func openCommit(in layer: WritableLayer) -> CommitInProgress? {
    let thread = CurrentProcess.thread
    return openCommits.withLock { $0.first { $0.thread == thread && $0.layer == layer } }
  }

  private func join(
    _ outer: CommitInProgress, _ commit: CommitInfo, _ change: CommitStep
  ) throws -> [KeyChange] {
    var changes: [KeyChange] = []
    try storage(of: commit.layer).update(
      { working in
        changes = try self.attempt(working, outer) {
          try outer.run(change, commit, working)
        }
      }, { report($0) })
    return changes
  }

  private func commit(
    _ commit: CommitInfo, as open: CommitInProgress, _ change: CommitStep
  ) throws -> [KeyChange] {
    let observers = commitObservers.withLock { $0.map(\.observer) }
    var begun: [CommitObserver] = []
    var isWritten = false
    var changes: [KeyChange] = []
    var isCommitting = false
    var unnoted: [DomainIssue] = []
    defer {
      // End the commit before notifying observers, because changes made by the observers must start
      // a new commit.
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
      { working in
        // The store runs this closure again if another program changed the file before Settee
        // replaced it.
        open.parts = []
        working.reverted = commit.reverted
        if let restored = working.restored, commit.layer == .user {
          for observer in observers { try observer.restored(restored) }
        }
        changes = try self.attempt(working, open) {
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
        // Write a repaired file even if no value changes. Repairs are reported separately.
        if !working.isChanged, working.restored == nil {
          working.finish(revision: working.base.revision)
        }
      }, { report($0) })
    return changes
  }

  /// Runs one step of a commit, which changes the values of the transaction.
  ///
  /// If a step of a nested commit throws an error, the changes of this step are rolled back.
  private func attempt(
    _ working: Transaction, _ open: CommitInProgress,
    _ step: () throws -> [KeyChange]
  ) throws -> [KeyChange] {
    let (before, wasChanged, parts) = (working.values, working.isChanged, open.parts)
    do {
      return try step()
    } catch {
      open.parts = parts
      if wasChanged || working.isChanged { working.values = before }
      throw error
    }
  }

  /// Records in the state of the domain that a commit has started.
  ///
  /// Until the commit ends, any content that this process reads from the file is either outdated or
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

  func storage(of layer: WritableLayer) throws -> any LayerStore {
    guard let storage = withState({ $0[layer]?.source.storage }) else { throw missing(layer) }
    return storage
  }

  /// Updates the in-memory state of the domain after a commit has written the file.
  ///
  /// Changes by other processes are applied to the state first, followed by the changes of this
  /// commit.
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
    // Undoing a commit that records a migration would also remove the record, so such a commit
    // can't be undone.
    for part in parts
    where !part.changes.isEmpty
      && !part.changes.contains(where: { ReservedKey.contains($0.path.key) })
    {
      let declared = withState { $0.secrets }.filter { !isMarkedAsShown($0) }
      let secrets = declared.union(secretNames(in: part.changes))
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
  /// Keeps recent changes in memory for as long as another program might overwrite them.
  fileprivate mutating func keepRecent(_ changes: [KeyChange], _ commit: CommitInfo) {
    guard commit.layer == .user else { return }
    let now = Monotonic.now
    recent.removeFirst(recent.prefix { now - $0.time > DomainState.overwriteWindow }.count)
    recent += changes.map { RecentWrite(change: $0, time: now) }
  }

  /// The time during which Settee assumes that a write by another program is based on older
  /// content.
  static let overwriteWindow: Int64 = .milliseconds(2000)
}

/// A commit that is in progress on the current thread.
///
/// A commit that starts during another commit on the same thread joins that commit. They succeed or
/// fail together and notify observers together. The class is `Sendable` because only the thread
/// that created an instance uses it.
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

  /// Runs a step of the commit and records the changes that it makes.
  ///
  /// Consecutive changes from the same source are merged, unless they flush or undo other changes.
  func run(
    _ step: CommitStep, _ commit: CommitInfo, _ working: Transaction
  ) throws -> [KeyChange] {
    let changes = try step(working)
    // Record a flush even if it changes nothing, because it completes the saving of earlier
    // changes.
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
  /// Returns these changes, followed by the changes of a later commit.
  ///
  /// Changes to the same path are merged into a single change.
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

/// Closures that Settee calls during every commit to a layer.
///
/// For example, cloud sync uses these closures to record the user's edits.
///
/// The `begin` closure runs before the file is locked. The `restored` and `commit` closures run
/// while the file is locked, before it is replaced. If one of them throws an error, the commit is
/// abandoned. The `end` closure runs after the lock is released.
package struct CommitObserver: Sendable {
  /// A closure that runs before the file is locked, so that it can acquire another lock first.
  package var begin: @Sendable () throws -> Void
  /// A closure that receives the changes before they are written, while the file is locked.
  ///
  /// The closure returns an issue if it couldn't record the changes.
  package var commit:
    @Sendable (_ changes: [KeyChange], _ source: ChangeSource) throws -> DomainIssue?
  /// A closure that runs before `commit` if the commit restores a corrupt file from the backup.
  ///
  /// The file is locked during the call. The `values` argument contains all values of the backup.
  /// None of these values is an edit by the user.
  package var restored: @Sendable (_ values: PropertyListDictionary) throws -> Void = {
    _ in
  }
  /// A closure that runs after the file is unlocked, whether or not the changes were written.
  package var end: @Sendable (_ written: Bool) -> Void

  package init(
    begin: @escaping @Sendable () throws -> Void = {},
    commit:
      @escaping @Sendable ([KeyChange], ChangeSource) throws -> DomainIssue? = {
        _, _ in nil
      },
    end: @escaping @Sendable (Bool) -> Void = { _ in }
  ) {
    self.begin = begin
    self.commit = commit
    self.end = end
  }
}
