import Synchronization

/// A defaults domain: what is set in every layer, and the one way to change it.
///
/// Reading is a memory read that still sees other processes' writes. ``apply(_:to:source:)`` merges
/// the change, leaf by leaf, with whatever others have written in the meantime.
public final class Domain: Sendable {
  /// The name.
  public let name: DomainName
  /// Where the files are; nil for a domain in a store of its own.
  public let locations: Locations?
  let options: DomainOptions
  let door: FileDoor
  let record: History?
  let state: Guarded<DomainState>
  private let counter: Generation
  let commitObservers = Guarded<[(id: UInt64, observer: CommitObserver)]>([])
  let watches = Guarded<[DomainWatch]>([])
  /// Whether other processes' changes are seen.
  let isWatching: Atomic<Bool>
  /// The commits that threads are in the middle of.
  let openCommits = Guarded<[OpenCommit]>([])
  let refreshing = ThreadLock()
  let saving = ThreadLock()
  /// What a read has to look after first; see ``Attention``.
  let attention = Atomic<UInt8>(0)
  /// How many forks had been when it was opened; see ``Fork``.
  let forks = Fork.count.load(ordering: .relaxed)
  let lastAsked = Atomic<Int64>(0)

  /// Opens a domain in its files.
  public convenience init(
    _ name: DomainName, locations: Locations, options: DomainOptions = DomainOptions()
  ) throws(DomainError) {
    try self.init(name, locations: locations, options: options, door: .live)
  }

  /// Opens a domain in its files, through a door of one's own.
  package init(
    _ name: DomainName, locations: Locations, options: DomainOptions, door: FileDoor
  ) throws(DomainError) {
    self.name = name
    self.locations = locations
    self.options = options
    isWatching = Atomic(options.watches && !options.watchesLater)
    self.door = door
    record = History(folder: locations.stateFolder(name), door: door)
    let sources = LayerSources(
      name: name, locations: locations, suites: options.suites, door: door)
    let above = sources.managed()
    let first = DomainState(above: above, options: options, below: sources.others())
    state = Guarded(first)
    counter = first.counter
    let observer = CloudCommits.observer(name, locations)
    commitObservers.withLock { $0 = [(0, observer)] }
    learnSecrets()
    try open()
    rememberSecrets()
  }

  /// Opens a domain whose user layer is in a store of one's own, with no other files.
  public init(
    _ name: DomainName, storage: any DomainStorage, options: DomainOptions = DomainOptions()
  ) throws(DomainError) {
    self.name = name
    locations = nil
    self.options = options
    isWatching = Atomic(options.watches && !options.watchesLater)
    door = .live
    record = nil
    let user = LayerSource(.user, storage, writable: .user)
    let first = DomainState(above: [], options: options, below: [user])
    state = Guarded(first)
    counter = first.counter
    try open()
  }

  /// Opens a domain by its name, where this process's environment says.
  public convenience init(
    _ name: String, options: DomainOptions = DomainOptions()
  ) throws(DomainError) {
    try self.init(try DomainName(name), locations: try Locations(), options: options)
  }

  private func open() throws(DomainError) {
    _ = Fork.isCounted
    // Watch first: what changes while we read is then seen.
    if isWatching.load(ordering: .relaxed) { startWatching() }
    try refresh(isUnderWay: false, mustRead: true)
  }

  // MARK: Reading

  /// The effective value of a literal key and the layer that it comes from.
  public func value(for key: String) -> Effective? {
    freshen()
    return state.withLock { $0.effective(key) }
  }

  /// The effective value at a place; nested dictionaries fall to lower layers leaf by leaf.
  public func value(at path: LeafPath) -> Effective? {
    path.isNested ? everyLayer(at: path).first : value(for: path.key)
  }

  /// The value in every layer that has one, the one that holds first.
  public func everyLayer(for key: String) -> [Effective] { everyLayer(at: LeafPath(key)) }

  /// The value at a place in every layer that has one, the one that holds first.
  public func everyLayer(at path: LeafPath) -> [Effective] {
    layers.compactMap { layer in
      layer.values.value(at: path).map { Effective($0, layer.origin) }
    }
  }

  /// Every key that some layer has, sorted by code units.
  public var keys: [String] {
    var seen = PropertyListDictionary()
    for layer in layers { for key in layer.values.keys { seen[key] = .boolean(true) } }
    return seen.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Every layer, the one that wins first, with what it holds.
  public var layers: [Layer] {
    freshen()
    let loaded = state.withLock { $0.layers }
    return loaded.map { Layer($0.source.origin, path: $0.source.path, values: $0.values) }
  }

  /// The layer whose value of a place counts instead of the one that a layer to write has.
  package func layer(hiding path: LeafPath, in layer: WritableLayer) -> Layer? {
    let file = self.path(of: layer)
    let holders = layers.filter { $0.values.value(at: path) != nil }
    let own = holders.firstIndex { $0.origin == layer.origin && $0.path == file }
    return own.flatMap { $0 > 0 ? holders.first : nil }
  }

  /// What one layer holds, with what is unsaved.
  public func values(in layer: WritableLayer) throws(DomainError) -> PropertyListDictionary {
    try refuseInherited()
    freshen()
    let loaded = state.withLock { state in
      state.layers.first { $0.source.writable == layer }?.values
    }
    guard let loaded else { throw missing(layer) }
    return loaded
  }

  /// A number that grows with every change that a read could see; a cache compares it.
  public var generation: UInt64 {
    // Here no lock is taken that would refuse.
    if isInherited { Fork.refuse() }
    freshen()
    return counter.now
  }

  /// The last things that went wrong or were mended since the domain was opened.
  public var issues: [DomainIssue] { state.withLock { $0.issues } }

  /// The file that a layer is written to; nil for a store without files.
  public func path(of layer: WritableLayer) -> String? {
    locations?.file(name, layer)
  }

  func missing(_ layer: WritableLayer) -> DomainError {
    DomainError(.denied, "The domain \(name) has no \(layer.rawValue) layer here.")
  }
}
