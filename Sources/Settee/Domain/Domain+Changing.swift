extension Domain {
  /// Makes a change and tells what became of each place; empty when nothing changed.
  ///
  /// A user's key that the managed layer holds is refused with kind `denied`.
  ///
  /// - Parameters:
  ///   - change: Places and their new values.
  ///   - layer: The layer to write.
  ///   - source: Who causes the change; told to observers.
  /// - Returns: The places that changed.
  /// - Throws: Why nothing was changed.
  @discardableResult
  public func apply(
    _ change: ChangeSet, to layer: WritableLayer = .user, source: ChangeSource = .local
  ) throws(DomainError) -> [KeyChange] {
    try refuseInherited()
    try refuseManaged(change, layer, source)
    // Within a commit of this thread it is kept or dropped with that one.
    if layer == .user, source == .local, options.saving != .immediate, !isCommitting(layer) {
      return remember(change)
    }
    let commit = Commit(layer: layer, source: source)
    return try self.commit(commit) { (_, values) throws(DomainError) in values.apply(change) }
  }

  /// Sets or unsets one literal key: what ``apply(_:to:source:)`` does, by the shortest way.
  public func set(_ value: PropertyList?, for key: String) throws(DomainError) {
    try apply(ChangeSet(LeafPath(key), value))
  }

  /// What ``apply(_:to:source:)`` would change now; writes nothing.
  public func preview(
    _ change: ChangeSet, to layer: WritableLayer = .user
  ) throws(DomainError) -> [KeyChange] {
    try reload()
    try refuseManaged(change, layer, .local)
    var values = try values(in: layer)
    return values.apply(change)
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
    try refuseInherited()
    if layer == .user { try flush() }
    var failure: (any Error)?
    do {
      return try commit(Commit(layer: layer, source: source)) {
        (working, values) throws(DomainError) in
        var transaction = DomainTransaction(values: values)
        do {
          try body(&transaction)
        } catch {
          failure = error
          throw DomainError(.conflict, "The transaction was abandoned.")
        }
        try self.refuseManaged(transaction.change, layer, source)
        // What the body changed through the domain itself stands there already.
        values = working.values
        return values.apply(transaction.change)
      }
    } catch {
      throw failure ?? error
    }
  }

  /// Replaces the registered defaults.
  public func register(_ defaults: PropertyListDictionary) {
    state.withLock { state in
      let index = state.layers.count - 1
      let revision = state.layers[index].stored.revision &+ 1
      let changes = state.install(StoredValues(defaults, revision: revision), in: index)
      if changes.isEmpty { return }
      state.followers.enqueue(.event(DomainEvent(changes, source: .local, origin: .registered)))
    }
    deliver()
  }

  /// A user cannot change what an administrator has decided.
  ///
  /// What the cloud sends is stored below the managed value, and shows when that goes.
  private func refuseManaged(
    _ change: ChangeSet, _ layer: WritableLayer, _ source: ChangeSource
  ) throws(DomainError) {
    guard layer == .user, source != .cloud else { return }
    freshen()
    let managed = state.withLock { $0.layers.filter { $0.source.origin == .managed } }
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
  fileprivate func decides(_ path: LeafPath) -> Bool {
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
  /// What has been set so far.
  public private(set) var change = ChangeSet()

  init(values: PropertyListDictionary) { self.values = values }

  /// The value at a place as this transaction leaves it; setting nil unsets.
  public subscript(_ path: LeafPath) -> PropertyList? {
    get { values.value(at: path) }
    set {
      values.put(newValue, at: path)
      change[path] = newValue
    }
  }
}
