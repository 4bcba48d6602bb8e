import Synchronization

/// A defaults domain: what is set in every layer, and the one way to change it.
///
/// Reading is a memory read that still sees other processes' writes. ``apply(_:to:source:)`` merges
/// the change, leaf by leaf, with whatever others have written in the meantime.
public final class Domain: Sendable {
  /// The name.
  public let name: DomainName
  /// Where the files are; nil for a domain in memory.
  public let locations: Locations?
  private let storage: any DomainStorage
  private let state: Mutex<State>

  private struct State {
    var user = PropertyListDictionary()
    var registered = PropertyListDictionary()
    var generation: UInt64 = 0
  }

  /// Opens a domain in its files.
  public init(
    _ name: DomainName, locations: Locations, options: DomainOptions = DomainOptions()
  ) throws(DomainError) {
    self.name = name
    self.locations = locations
    storage = MemoryStorage()
    state = Mutex(State(registered: options.registered))
  }

  /// Opens a domain whose user layer is in a store of one's own, with no other files.
  public init(
    _ name: DomainName, storage: any DomainStorage, options: DomainOptions = DomainOptions()
  ) throws(DomainError) {
    self.name = name
    locations = nil
    self.storage = storage
    let user = try storage.read()
    state = Mutex(State(user: user, registered: options.registered))
  }

  /// Opens a domain by its name, where this process's environment says.
  public convenience init(
    _ name: String, options: DomainOptions = DomainOptions()
  ) throws(DomainError) {
    try self.init(try DomainName(name), locations: try Locations(), options: options)
  }

  // MARK: Reading

  /// The effective value of a literal key and the layer that it comes from.
  public func value(for key: String) -> Effective? {
    state.withLock { state in
      if let value = state.user[key] { return Effective(value, .user) }
      return state.registered[key].map { Effective($0, .registered) }
    }
  }

  /// The effective value at a place; nested dictionaries fall to lower layers leaf by leaf.
  public func value(at path: LeafPath) -> Effective? {
    everyLayer(at: path).first
  }

  /// The value in every layer that has one, the one that holds first.
  public func everyLayer(for key: String) -> [Effective] { everyLayer(at: LeafPath(key)) }

  /// The value at a place in every layer that has one, the one that holds first.
  public func everyLayer(at path: LeafPath) -> [Effective] {
    layers.compactMap { layer in
      var value = layer.values[path.key]
      for part in path.parts.dropFirst() {
        guard case .dictionary(let inner) = value else { return nil }
        value = inner[part]
      }
      return value.map { Effective($0, layer.origin) }
    }
  }

  /// Every key that some layer has, sorted by code units.
  public var keys: [String] {
    var seen = PropertyListDictionary()
    for layer in layers { for key in layer.values.keys { seen[key] = .boolean(true) } }
    return seen.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Every layer that holds something, the one that wins first.
  public var layers: [Layer] {
    state.withLock { state in
      [Layer(.user, values: state.user), Layer(.registered, values: state.registered)]
    }
  }

  /// What one layer holds.
  public func values(in layer: WritableLayer) throws(DomainError) -> PropertyListDictionary {
    state.withLock { $0.user }
  }

  /// A number that grows with every change that a read could see; a cache compares it.
  public var generation: UInt64 { state.withLock { $0.generation } }

  /// What went wrong or was mended since the domain was opened.
  public var issues: [DomainIssue] { [] }

  // MARK: Changing

  /// Makes a change and tells what became of each place; empty when nothing changed.
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
    try commit(change, dry: false)
  }

  /// What ``apply(_:to:source:)`` would change now; writes nothing.
  public func preview(
    _ change: ChangeSet, to layer: WritableLayer = .user
  ) throws(DomainError) -> [KeyChange] {
    try commit(change, dry: true)
  }

  private func commit(_ change: ChangeSet, dry: Bool) throws(DomainError) -> [KeyChange] {
    var values = try storage.read()
    var changes: [KeyChange] = []
    for entry in change.entries {
      let old = values[entry.path.key]
      values[entry.path.key] = entry.value
      changes.append(KeyChange(entry.path, old: old, new: entry.value))
    }
    if !dry {
      let new = values
      try storage.update { values throws(DomainError) in values = new }
      state.withLock { state in
        state.user = new
        state.generation += 1
      }
    }
    return changes
  }

  /// Reads and changes several keys as one step across processes, all or nothing.
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
    var transaction = DomainTransaction(values: try values(in: layer))
    try body(&transaction)
    return try apply(transaction.change, to: layer, source: source)
  }

  /// Replaces the registered defaults.
  public func register(_ defaults: PropertyListDictionary) {
    state.withLock { state in
      state.registered = defaults
      state.generation += 1
    }
  }

  /// Brings all that is in memory to the disk.
  public func flush() throws(DomainError) {}

  /// Whether something is in memory that is not yet on disk.
  public var hasUnsavedChanges: Bool { false }

  /// Forgets what is in memory and unsaved.
  public func discardUnsaved() {}

  /// Reads all files again, now.
  public func reload() throws(DomainError) {}

  // MARK: Following

  /// The changes from now on, as they happen, with who made them.
  public var changes: AsyncStream<DomainEvent> { AsyncStream { _ in } }

  /// Calls `handler` after every change, from the thread that made or saw it, until the result is
  /// dropped.
  public func observe(_ handler: @escaping @Sendable (DomainEvent) -> Void) -> DomainWatch {
    DomainWatch {}
  }

  /// Makes `observer` take part in every commit, until the result is dropped.
  public func observeCommits(_ observer: CommitObserver) -> DomainWatch { DomainWatch {} }

  // MARK: History

  /// The last changes made through Settee, the newest last.
  public func history() throws(DomainError) -> [HistoryEntry] { [] }

  /// Takes the last change back, or the last one of a place.
  ///
  /// - Parameter path: The place; nil takes back the last commit, whatever it changed.
  /// - Returns: The places that changed.
  /// - Throws: Kind `conflict` when the value has changed since, `missing` when there is nothing to
  ///   take back or the value was a secret of another session.
  @discardableResult
  public func undo(_ path: LeafPath? = nil) throws(DomainError) -> [KeyChange] {
    throw DomainError(.missing, "There is no change of \(name) to take back.")
  }
}

/// What a transaction sees and sets: the values of one layer under its lock.
public struct DomainTransaction {
  /// What the layer held when the transaction began.
  public let values: PropertyListDictionary
  /// What has been set so far.
  public private(set) var change = ChangeSet()

  init(values: PropertyListDictionary) { self.values = values }

  /// The value at a place as this transaction leaves it; setting nil unsets.
  public subscript(_ path: LeafPath) -> PropertyList? {
    get { change[path] ?? values[path.key] }
    set { change[path] = newValue }
  }
}
