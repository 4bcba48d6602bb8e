import Synchronization
import SetteeFiles
package import SetteeValues

/// The properties of a commit, such as its source, but not its values.
struct CommitInfo {
  var layer: WritableLayer
  var source: ChangeSource
  /// A Boolean value that indicates whether the commit saves changes that are already visible in
  /// memory.
  ///
  /// For such a commit, observers have already been notified of the changes.
  var isFlush = false
  /// A Boolean value that indicates whether the changes restore what another program has
  /// overwritten.
  var isRestoring = false
  /// The ID of the earlier commit that this commit undoes, if any.
  var undoes: UInt64?
  /// The paths of the settings to undo, as they were recorded in the earlier commit.
  var undone: [SettingPath] = []
  /// The changes that the undone commit made to the bytes of a text file.
  var reverted: [ByteEdit] = []
}

/// Changes that a commit writes.
///
/// A commit has two parts if it also restores changes that another program has overwritten.
typealias CommitPart = (changes: [KeyChange], commit: CommitInfo)

/// A closure that changes the values of a transaction and returns the resulting changes.
typealias CommitStep = (Transaction) throws -> [KeyChange]

extension Domain {
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

  /// A Boolean value that indicates whether a commit of this domain is in progress on this thread.
  var isCommitting: Bool { committing.withLock { $0.contains(CurrentProcess.thread) } }

  /// Throws an error if a commit of this domain is in progress on this thread.
  ///
  /// The commit can't contain another one, because it has already read the values that it changes.
  func throwIfCommitting() throws {
    if isCommitting { throw DomainError(nestedWriteTo: name.text) }
  }

  /// Changes a layer while holding the lock of its file, and writes the layer to disk.
  func commit(_ commit: CommitInfo, _ change: CommitStep) throws -> [KeyChange] {
    try throwIfCommitting()
    let thread = CurrentProcess.thread
    committing.withLock { _ = $0.insert(thread) }
    let observers = commitObservers.withLock { $0.map(\.observer) }
    var begun: [CommitObserver] = []
    var parts: [CommitPart] = []
    var isWritten = false
    var isCounted = false
    var unnoted: [DomainIssue] = []
    defer {
      // End the commit before notifying observers, because changes made by the observers must start
      // a new commit.
      committing.withLock { _ = $0.remove(thread) }
      endCommitting(isCounted: isCounted)
      for observer in begun.reversed() { observer.end(isWritten) }
      if isWritten {
        storeSecrets(isWriting: true)
        unnoted.forEach(report)
        reportRestored(parts)
      }
      deliver()
    }
    for observer in observers {
      try observer.begin()
      begun.append(observer)
    }
    var changes: [KeyChange] = []
    try storage(of: commit.layer).update(
      { working in
        // The store runs this closure again if another program changed the file before Settee
        // replaced it.
        working.reverted = commit.reverted
        if let restored = working.restored, commit.layer == .user {
          for observer in observers { try observer.restored(restored) }
        }
        let restored = restoreOverwritten(in: working, commit.layer)
        changes = try change(working)
        parts = [restored, (changes, commit)]
          .filter { !$0.changes.isEmpty }
        if !parts.isEmpty {
          working.source = commit.source
          if !isCounted { isCounted = beginCommitting() }
        }
        for part in parts {
          for observer in observers {
            try observer.commit(part.changes, part.commit.source).map { unnoted.append($0) }
          }
        }
        working.whenWritten { working, revision in
          isWritten = !parts.isEmpty
          self.committed(parts, of: commit, working, revision)
        }
        // Write a repaired file even if no value changes. Repairs are reported separately.
        if !working.isChanged, working.restored == nil {
          working.finish(revision: working.base.revision)
        }
      }, { report($0) })
    return changes
  }

  /// Records in the state of the domain that a commit has started.
  ///
  /// Until the commit ends, any content that this process reads from the file is either outdated or
  /// its own.
  private func beginCommitting() -> Bool {
    withState { $0.commits += 1 }
    return true
  }

  private func endCommitting(isCounted: Bool) {
    let mustRead = withState { state in
      if isCounted { state.commits -= 1 }
      defer { state.mustReadAgain = false }
      return state.mustReadAgain
    }
    if mustRead { wake(isUnderWay: false) }
  }

  func storage(of layer: WritableLayer) throws -> any LayerStore {
    guard let storage = withState({ $0[layer]?.storage }) else { throw missing(layer) }
    return storage
  }

  /// Updates the in-memory state of the domain after a commit has written the file.
  ///
  /// Changes by other processes are applied to the state first, followed by the changes of this
  /// commit.
  private func committed(
    _ parts: [CommitPart], of commit: CommitInfo, _ working: Transaction, _ revision: UInt64
  ) {
    let layer = commit.layer
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
      if commit.isFlush { state.saving = ChangeSet() }
      state.put(Snapshot(working.values, revision: revision), in: index)
      for part in parts {
        state.keepRecent(part.changes, part.commit)
        if part.commit.isFlush { continue }
        let event = DomainEvent(part.changes, source: part.commit.source, origin: layer.origin)
        state.observers.enqueue(.event(event))
      }
    }
    // Undoing a commit that records a migration would also remove the record, so such a commit
    // can't be undone.
    for part in parts
    where !part.changes.contains(where: { ReservedKey.contains($0.path.key) }) {
      let declared = withState { $0.secrets }.filter { !isMarkedAsShown($0) }
      let secrets = declared.union(secretNames(in: part.changes))
      let edits = parts.count == 1 ? working.edits : []
      let issue = record?.append(
        part.changes, part.commit, secrets, edits,
        withoutSecrets: withoutSecrets(edits, of: part.changes, working), working.marks,
        text?.formatName, revision: revision)
      if let issue { report(issue) }
    }
  }
}

extension DomainState {
  /// Keeps recent changes in memory for as long as another program might overwrite them.
  fileprivate mutating func keepRecent(_ changes: [KeyChange], _ commit: CommitInfo) {
    guard commit.layer == .user else { return }
    if commit.isRestoring {
      // Each change is restored only once.
      recent = []
      return
    }
    let now = Monotonic.now
    recent.removeFirst(recent.prefix { now - $0.time > DomainState.overwriteWindow }.count)
    recent += changes.map { ($0, now) }
  }

  /// The time during which Settee assumes that a write by another program is based on older
  /// content.
  static let overwriteWindow: Int64 = .milliseconds(2000)
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
