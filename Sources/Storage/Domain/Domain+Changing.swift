import SetteeFiles
public import SetteeValues

extension Domain {
  /// Applies a change set to a layer and returns the resulting changes.
  ///
  /// If the change set has no effect, the result is empty. This method throws an error of kind
  /// `denied` if an administrator manages one of the keys.
  @discardableResult
  package func apply(
    _ change: ChangeSet, to layer: WritableLayer = .user, source: ChangeSource = .local
  ) throws -> [KeyChange] {
    try throwIfForked()
    try throwIfCommitting()
    try rejectManaged(change, layer, source)
    if layer == .user, source == .local, options.saving != .immediate { return remember(change) }
    let commit = CommitInfo(layer: layer, source: source)
    let storage = try storage(of: layer)
    return try self.commit(commit) { working in
      working.apply(change.asStored(in: storage))
    }
  }

  /// Sets a literal key in the user layer, or removes the key if the value is `nil`.
  public func set(_ value: PropertyList?, for key: String) throws {
    try apply(ChangeSet(SettingPath(key), value))
  }

  /// Returns the changes that ``apply(_:to:source:)`` would make, without writing them.
  package func preview(
    _ change: ChangeSet, to layer: WritableLayer = .user
  ) throws -> [KeyChange] {
    try reload()
    try rejectManaged(change, layer, .local)
    var values = try values(in: layer)
    return values.apply(
      change.asStored(in: try storage(of: layer)), in: text?.known, readsBack: false)
  }

  /// Reads and changes several keys in a single step that is atomic across processes.
  ///
  /// The closure `body` can read the domain but can't write it. A method that would write the
  /// domain throws an error of kind `busy`, and the transaction continues if the closure handles
  /// this error.
  ///
  /// - Parameters:
  ///   - layer: The layer to write.
  ///   - source: The source of the change, which is passed to observers.
  ///   - body: A closure that reads and sets the current values of the layer. If it throws, nothing
  ///     is changed in memory or on disk.
  /// - Returns: The resulting changes.
  /// - Throws: The error thrown by `body`, or the reason why nothing was changed.
  @discardableResult
  public func transaction(
    in layer: WritableLayer = .user, source: ChangeSource = .local,
    _ body: (inout MigrationValues) throws -> Void
  ) throws -> [KeyChange] {
    try throwIfForked()
    if layer == .user { try flush() }
    return try commit(CommitInfo(layer: layer, source: source)) { working in
      var transaction = MigrationValues(values: working.values)
      try body(&transaction)
      try rejectManaged(transaction.change, layer, source)
      return working.apply(transaction.change)
    }
  }

  /// Throws an error if a change by the user affects a key that an administrator manages.
  ///
  /// Settee stores a value from the cloud even if an administrator manages its key. The value takes
  /// effect when the key is no longer managed.
  func rejectManaged(
    _ change: ChangeSet, _ layer: WritableLayer, _ source: ChangeSource
  ) throws {
    guard layer == .user, source != .cloud else { return }
    refreshIfStale()
    let managed = withState { $0.layers.filter { $0.origin == .managed } }
    for layer in managed where !layer.values.isEmpty {
      for entry in change.entries where layer.values.decides(entry.path) {
        throw DomainError(
          .denied,
          "Can't change '\(entry.path)': an administrator manages it in"
            + " \(layer.path ?? "memory").")
      }
    }
  }
}

extension PropertyListDictionary {
  /// Returns whether the dictionary has a value at a path, at one of its ancestors, or inside the
  /// dictionary at the path.
  fileprivate func decides(_ path: SettingPath) -> Bool {
    var value = self[path.key]
    for part in path.parts.dropFirst() {
      guard case .dictionary(let inner)? = value else { break }
      value = inner[part]
    }
    return value != nil
  }
}

/// The values of one layer, which a transaction or a migration can change.
public struct MigrationValues {
  /// All values of the layer, including the changes that the transaction has made so far.
  public private(set) var values: PropertyListDictionary
  package private(set) var change = ChangeSet()

  init(values: PropertyListDictionary) { self.values = values }

  /// The value at a path, including the changes that the transaction has made so far.
  ///
  /// Setting the subscript to `nil` removes the value from the layer.
  public subscript(_ path: SettingPath) -> PropertyList? {
    get { values.value(at: path) }
    set {
      values.put(newValue, at: path)
      change[path] = newValue
    }
  }

  /// The value of a literal key, including the changes that the transaction has made so far.
  ///
  /// Setting the subscript to `nil` removes the key from the layer.
  public subscript(_ key: String) -> PropertyList? {
    get { self[SettingPath(key)] }
    set { self[SettingPath(key)] = newValue }
  }
}

extension Domain {
  package var hasUnsavedChanges: Bool { withState { $0.hasUnsaved } }

  /// Writes all unsaved changes of the domain to disk.
  public func flush() throws {
    try throwIfForked()
    try throwIfCommitting()
    refreshIfStale()
    guard saving.acquire(until: Monotonic.now + 2 * FileLock.patience) != nil else {
      throw DomainError(.busy, "Can't save \(name): another thread in this program is using it.")
    }
    defer { saving.release() }
    let batch = withState { state in
      state.saving.merge(state.pending)
      state.pending = ChangeSet()
      return state.saving
    }
    guard !batch.isEmpty else { return }
    let commit = CommitInfo(layer: .user, source: .local, isFlush: true)
    _ = try self.commit(commit) { working in working.apply(batch) }
  }

  /// Applies a change to the values in memory, without writing it to disk yet.
  ///
  /// The saving option of the domain determines when the change is written to disk.
  func remember(_ change: ChangeSet) -> [KeyChange] {
    refreshIfStale()
    let (changes, isFirst, isObserved) = withState { state in state.remember(change) }
    if isFirst, case .coalesced(let delay) = options.saving {
      ProcessState.current.timer.save(self, after: delay)
    }
    if isObserved { deliver() }
    return changes
  }
}

extension DomainState {
  fileprivate mutating func remember(
    _ change: ChangeSet
  ) -> (changes: [KeyChange], isFirst: Bool, isObserved: Bool) {
    guard let index = index(of: .user) else { return ([], false, false) }
    let changes = layers[index].values.apply(change)
    if changes.isEmpty { return ([], false, false) }
    let isFirst = pending.isEmpty
    for change in changes { pending[change.path] = change.new }
    generation &+= 1
    if !observers.isEmpty {
      observers.enqueue(.event(DomainEvent(changes, source: .local)))
    }
    return (changes, isFirst, !observers.isEmpty)
  }
}
