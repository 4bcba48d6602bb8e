extension Domain {
  /// Whether something is in memory that is not yet on disk.
  public var hasUnsavedChanges: Bool { state.withLock { $0.hasUnsaved } }

  /// Brings all that is in memory to the disk.
  public func flush() throws(DomainError) {
    try refuseInherited()
    freshen()
    guard saving.take(until: Monotonic.now + 2 * FileLock.patience) != .late else {
      throw DomainError(.busy, "Cannot save \(name): another thread of this program is at it.")
    }
    defer { saving.release() }
    let batch = state.withLock { state in
      state.saving.merge(state.pending)
      state.pending = ChangeSet()
      return state.saving
    }
    guard !batch.isEmpty else { return }
    let commit = Commit(layer: .user, source: .local, isFlush: true)
    _ = try self.commit(commit) { (_, values) throws(DomainError) in values.apply(batch) }
  }

  /// Forgets what is in memory and unsaved; reads see what is stored.
  public func discardUnsaved() {
    state.withLock { state in
      guard let index = state.user, !state.pending.isEmpty else { return }
      state.pending = ChangeSet()
      let changes = state.install(state.layers[index].stored, in: index)
      if changes.isEmpty { return }
      state.followers.enqueue(.event(DomainEvent(changes, source: .local)))
    }
    deliver()
  }

  /// Sets in memory; the disk follows when the options say.
  func remember(_ change: ChangeSet) -> [KeyChange] {
    freshen()
    let (changes, isFirst, isFollowed) = state.withLock { state in state.remember(change) }
    if isFirst, case .coalesced(let delay) = options.saving { Saver.save(self, after: delay) }
    if isFollowed { deliver() }
    return changes
  }
}

extension DomainState {
  fileprivate mutating func remember(
    _ change: ChangeSet
  ) -> (changes: [KeyChange], isFirst: Bool, isFollowed: Bool) {
    guard let index = user else { return ([], false, false) }
    let changes = layers[index].values.apply(change)
    if changes.isEmpty { return ([], false, false) }
    let isFirst = pending.isEmpty
    for change in changes { pending[change.path] = change.new }
    counter.grow()
    if !followers.isEmpty {
      followers.enqueue(.event(DomainEvent(changes, source: .local)))
    }
    return (changes, isFirst, !followers.isEmpty)
  }
}
