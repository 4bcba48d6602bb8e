/// What became of a state when its last attempt was taken: written beside the state, not over it.
///
/// The state of a store of a megabyte then goes to the disk once for each push, before it. When this
/// note is lost, as in a power failure, the attempt counts as one that may have landed, which the
/// next meeting with the mirror tells; so the note need not wait for the disk.
struct SyncLanding: Sendable {
  /// The attempt that was taken: the note says nothing about a state whose last one is another.
  var write: CloudWrite
  /// What the mirror called its state after the attempt.
  var revision: CloudRevision?
  var clock: CloudClock
  var spent: [CloudKey: CloudStamp]
  var seen: [CloudDevice: Int64]
  var lastConflicts: [CloudConflict]
  var lastSync: Int64?
}

extension SyncState {
  /// Notes the last attempt as taken; `state` is what came of this one since it was saved with it.
  func landing(as state: SyncState) -> SyncLanding? {
    attempts.last.map {
      SyncLanding(
        write: $0.write, revision: state.revision, clock: state.clock, spent: state.spent,
        seen: state.seen, lastConflicts: state.lastConflicts, lastSync: state.lastSync)
    }
  }

  /// The state after the attempt was taken; as it is when the note belongs to another one.
  func landed(_ landing: SyncLanding?) -> SyncState {
    guard let landing, let attempt = attempts.last, attempt.write == landing.write else {
      return self
    }
    var state = self
    state.settle(attempt)
    state.revision = landing.revision
    (state.clock, state.spent, state.seen) = (landing.clock, landing.spent, landing.seen)
    (state.lastConflicts, state.lastSync) = (landing.lastConflicts, landing.lastSync)
    (state.conflicts, state.isTwin) = ([], false)
    return state
  }

  mutating func settle(_ attempt: SyncAttempt) {
    (written, revision) = (attempt.write, nil)
    attempts = []
    for (key, record) in attempt.records {
      (base[key], stamps[key], held[key]) = (record, nil, nil)
    }
    for key in attempt.forgotten { (base[key], stamps[key]) = (nil, nil) }
  }
}
