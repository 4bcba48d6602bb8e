import SetteeFiles
public import SetteePropertyLists

extension Domain {
  /// Makes a change and tells what became of each place; empty when nothing changed.
  ///
  /// A user's key that the managed layer holds is refused with kind `denied`.
  @discardableResult
  package func apply(
    _ change: ChangeSet, to layer: WritableLayer = .user, source: ChangeSource = .local
  ) throws(DomainError) -> [KeyChange] {
    try throwIfForked()
    try refuseManaged(change, layer, source)
    // Within a commit of this thread it is kept or dropped with that one.
    if layer == .user, source == .local, options.saving != .immediate, openCommit(in: layer) == nil
    {
      return remember(change)
    }
    let commit = CommitInfo(layer: layer, source: source)
    let storage = try storage(of: layer)
    return try self.commit(commit) { (working) throws(DomainError) in
      working.apply(change.asStored(in: storage))
    }
  }

  /// Sets one literal key of the user's layer; nil unsets it.
  public func set(_ value: PropertyList?, for key: String) throws(DomainError) {
    try apply(ChangeSet(SettingPath(key), value))
  }

  /// What ``apply(_:to:source:)`` would change now; writes nothing.
  package func preview(
    _ change: ChangeSet, to layer: WritableLayer = .user
  ) throws(DomainError) -> [KeyChange] {
    try reload()
    try refuseManaged(change, layer, .local)
    var values = try values(in: layer)
    return values.apply(change.asStored(in: try storage(of: layer)), in: text?.known)
  }

  /// Reads and changes several keys as one step across processes, all or nothing.
  ///
  /// A change that `body` makes through the domain joins the step: it is kept or dropped with it.
  ///
  /// - Parameters:
  ///   - layer: The layer to write.
  ///   - source: Who causes the change; told to observers.
  ///   - body: Gets the values of the layer as they are now, and sets them; a throw leaves nothing
  ///     changed, in memory or on disk.
  /// - Returns: What became of each place.
  /// - Throws: What `body` threw, or why nothing was changed.
  @discardableResult
  public func transaction(
    in layer: WritableLayer = .user, source: ChangeSource = .local,
    _ body: (inout DomainTransaction) throws -> Void
  ) throws -> [KeyChange] {
    try throwIfForked()
    if layer == .user { try flush() }
    var failure: (any Error)?
    do {
      return try commit(CommitInfo(layer: layer, source: source)) { (working) throws(DomainError) in
        var transaction = DomainTransaction(values: working.values)
        do {
          try body(&transaction)
        } catch {
          failure = error
          throw DomainError(.conflict, "The transaction was abandoned.")
        }
        try self.refuseManaged(transaction.change, layer, source)
        // What the body changed through the domain itself stands there already.
        return working.apply(transaction.change)
      }
    } catch {
      throw failure ?? error
    }
  }

  /// A user cannot change what an administrator has decided.
  ///
  /// What the cloud sends is stored below the managed value, and shows when that goes.
  func refuseManaged(
    _ change: ChangeSet, _ layer: WritableLayer, _ source: ChangeSource
  ) throws(DomainError) {
    guard layer == .user, source != .cloud else { return }
    refreshIfStale()
    let managed = withState { $0.layers.filter { $0.source.origin == .managed } }
    for layer in managed where !layer.values.isEmpty {
      for entry in change.entries where layer.values.decides(entry.path) {
        throw DomainError(
          .denied,
          "“\(entry.path)” is decided by an administrator in \(layer.source.path ?? "memory");"
            + " it cannot be changed here.")
      }
    }
  }
}

extension PropertyListDictionary {
  /// Whether a value here stands at the place, above it or, for a whole dictionary, within it.
  fileprivate func decides(_ path: SettingPath) -> Bool {
    var value = self[path.key]
    for part in path.parts.dropFirst() {
      guard case .dictionary(let inner)? = value else { break }
      value = inner[part]
    }
    return value != nil
  }
}

/// What a transaction sees and sets: the values of one layer under its lock.
public struct DomainTransaction {
  /// What the layer holds as this transaction leaves it.
  public private(set) var values: PropertyListDictionary
  package private(set) var change = ChangeSet()

  init(values: PropertyListDictionary) { self.values = values }

  /// The value at a place as this transaction leaves it; setting nil unsets.
  public subscript(_ path: SettingPath) -> PropertyList? {
    get { values.value(at: path) }
    set {
      values.put(newValue, at: path)
      change[path] = newValue
    }
  }

  /// The value of a literal key as this transaction leaves it; setting `nil` removes the key.
  public subscript(_ key: String) -> PropertyList? {
    get { self[SettingPath(key)] }
    set { self[SettingPath(key)] = newValue }
  }
}

extension Domain {
  package var hasUnsavedChanges: Bool { withState { $0.hasUnsaved } }

  /// Brings all that is in memory to the disk.
  public func flush() throws(DomainError) {
    try throwIfForked()
    refreshIfStale()
    guard saving.take(until: Monotonic.now + 2 * FileLock.patience) != .late else {
      throw DomainError(.busy, "Cannot save \(name): another thread of this program is at it.")
    }
    defer { saving.release() }
    let batch = withState { state in
      state.saving.merge(state.pending)
      state.pending = ChangeSet()
      return state.saving
    }
    guard !batch.isEmpty else { return }
    let commit = CommitInfo(layer: .user, source: .local, isFlush: true)
    _ = try self.commit(commit) { (working) throws(DomainError) in working.apply(batch) }
  }

  /// Sets in memory; the disk follows when the options say.
  func remember(_ change: ChangeSet) -> [KeyChange] {
    refreshIfStale()
    let (changes, isFirst, isFollowed) = withState { state in state.remember(change) }
    if isFirst, case .coalesced(let delay) = options.saving {
      ProcessState.current.timer.save(self, after: delay)
    }
    if isFollowed { deliver() }
    return changes
  }
}

extension DomainState {
  fileprivate mutating func remember(
    _ change: ChangeSet
  ) -> (changes: [KeyChange], isFirst: Bool, isFollowed: Bool) {
    guard let index = index(of: .user) else { return ([], false, false) }
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
