import Synchronization
package import SetteeFiles
public import SetteePropertyLists

/// A defaults domain: what is set in every layer, and the one way to change it.
///
/// Reading is a memory read that still sees other processes' writes. A change is merged
/// leaf by leaf with whatever others have written in the meantime.
public final class Domain: Sendable {
  /// The name.
  public let name: DomainName
  /// Where the files are; nil for a domain in a store of its own.
  package let locations: SettingsDirectories?
  let options: DomainOptions
  let door: FileSystem
  let record: History?
  /// The file of another program that this domain is; nil for one of Settee's own.
  package let text: TextFile?
  /// Asked through ``withState(_:)``.
  let state: Mutex<DomainState>
  private let counter: ChangeCounter
  let commitObservers = Mutex<[(id: UInt64, observer: CommitObserver)]>([])
  let watches = Mutex<[DomainWatch]>([])
  /// Whether other processes' changes are seen.
  let isWatching: Atomic<Bool>
  let openCommits = Mutex<[CommitInProgress]>([])
  let refreshing = ThreadLock()
  let saving = ThreadLock()
  /// What a read has to look after first; see ``StaleFlags``.
  let attention = Atomic<UInt8>(0)
  /// The process that opened it; see ``ProcessState``.
  let process = CurrentProcess.id
  let lastAsked = Atomic<Int64>(0)

  /// Opens a domain in its files, with what takes part in every commit from the first one on.
  package convenience init(
    _ name: DomainName, locations: SettingsDirectories, options: DomainOptions, door: FileSystem,
    observer: CommitObserver
  ) throws(DomainError) {
    let sources = LayerSources(
      name: name, locations: locations, suites: options.suites, door: door)
    try self.init(
      name, locations, options, door, observers: [(0, observer)], above: sources.managed(),
      below: sources.others())
  }

  /// Opens a domain whose user layer is in a store of one's own, with no other files.
  package convenience init(
    _ name: DomainName, storage: any LayerStore, options: DomainOptions = DomainOptions(),
    observers: [CommitObserver] = []
  ) throws(DomainError) {
    let user = LayerSource(.user, storage, writable: .user)
    try self.init(
      name, nil, options, .live, observers: observers.map { (0, $0) }, below: [user])
  }

  /// The folders in which cloud sync keeps what it knows about the domain; `nil` if neither the domain
  /// nor its store names any.
  package var syncLocations: SettingsDirectories? {
    locations ?? withState { $0[.user]?.source.storage?.locations }
  }

  /// Opens a settings file of some program, with the files that it includes.
  package convenience init(
    _ file: TextFile, layer: WritableLayer = .user, below sites: [TextFile] = [],
    folders: IncludeFolders = IncludeFolders(home: nil), locations: SettingsDirectories,
    options: DomainOptions
  ) throws(DomainError) {
    let own = LayerSource(layer.origin, file, writable: layer)
    let includes = [true, false].map { isAbove in
      file.included(isAbove: isAbove, folders).map { LayerSource(.include, $0) }
    }
    try self.init(
      DomainName(file: file.file), locations, options, file.door, text: file,
      below: includes[0] + [own] + includes[1] + sites.map { LayerSource(.site, $0) })
  }

  private init(
    _ name: DomainName, _ locations: SettingsDirectories?, _ options: DomainOptions,
    _ door: FileSystem,
    text: TextFile? = nil, observers: [(id: UInt64, observer: CommitObserver)] = [],
    above: [LayerSource] = [], below: [LayerSource]
  ) throws(DomainError) {
    (self.name, self.locations, self.options) = (name, locations, options)
    (self.door, self.text) = (door, text)
    isWatching = Atomic(options.watches && !options.watchesLater)
    record = locations.map { History(folder: $0.stateFolder(name), door: door) }
    let first = DomainState(above: above, options: options, below: below)
    state = Mutex(first)
    counter = first.counter
    commitObservers.withLock { $0 = observers }
    if text == nil { learnSecrets() }
    // Watch first: what changes while we read is then seen.
    if isWatching.load(ordering: .relaxed) { startWatching() }
    try refresh(isUnderWay: false, mustRead: true)
    if text == nil { rememberSecrets() }
  }

  // MARK: Reading

  /// The effective value of a literal key and the layer that it comes from.
  public func value(for key: String) -> EffectiveValue? {
    refreshIfStale()
    return withState { $0.effective(key) }
  }

  /// The effective value at a place; nested dictionaries fall to lower layers leaf by leaf.
  public func value(at path: SettingPath) -> EffectiveValue? {
    path.isNested ? everyLayer(at: path).first : value(for: path.key)
  }

  /// The text of the effective value, where it stands in a file without types.
  package func text(at path: SettingPath) -> String? {
    refreshIfStale()
    let holder = withState { state in
      state.layers.first { $0.values.value(at: path) != nil }?.source.storage
    }
    return holder?.text(of: path.key)
  }

  /// The value at a place in every layer that has one, the one that holds first.
  package func everyLayer(at path: SettingPath) -> [EffectiveValue] {
    layers.compactMap { layer in
      layer.values.value(at: path).map { EffectiveValue($0, layer.origin) }
    }
  }

  /// The keys that have a value in any layer, sorted by code units.
  ///
  /// Settee's own keys, such as the record of migrations, are left out.
  public var keys: [String] {
    var seen = PropertyListDictionary()
    for layer in layers {
      for key in layer.values.keys where !ReservedKey.contains(key) { seen[key] = .boolean(true) }
    }
    return seen.keys.sorted { $0.precedes($1) }
  }

  /// Every layer, the one that wins first, with what it holds.
  package var layers: [Layer] {
    refreshIfStale()
    let loaded = withState { $0.layers }
    return loaded.map { Layer($0.source.origin, path: $0.source.path, values: $0.values) }
  }

  /// The layer whose value of a place counts instead of the one that a layer to write has.
  package func layer(hiding path: SettingPath, in layer: WritableLayer) -> Layer? {
    let file = self.path(of: layer)
    let holders = layers.filter { $0.values.value(at: path) != nil }
    let own = holders.firstIndex { $0.origin == layer.origin && $0.path == file }
    return own.flatMap { $0 > 0 ? holders.first : nil }
  }

  package func values(in layer: WritableLayer) throws(DomainError) -> PropertyListDictionary {
    try throwIfForked()
    refreshIfStale()
    guard let values = withState({ $0[layer]?.values }) else { throw missing(layer) }
    return values
  }

  /// A number that grows with every change that a read could see; a cache compares it.
  package var generation: UInt64 {
    trapIfForked()
    refreshIfStale()
    return counter.now
  }

  /// The last things that went wrong or were mended since the domain was opened.
  public var issues: [DomainIssue] { withState { $0.issues } }

  /// The file that a layer is written to; nil for a store without files.
  package func path(of layer: WritableLayer) -> String? {
    withState { $0[layer]?.source.path }
  }

  func missing(_ layer: WritableLayer) -> DomainError {
    if name.isFile, layer == .user {
      return DomainError(
        .denied,
        "\(name) is everybody's file on this machine; add --layer site, or give its path in place of the name."
      )
    }
    if name.isFile {
      return DomainError(.denied, "\(name) has no \(layer.rawValue) layer; leave --layer out.")
    }
    return DomainError(.denied, "The domain \(name) has no \(layer.rawValue) layer here.")
  }
}

/// How a domain is opened: the layers that a program asks for and when its writes reach the disk.
public struct DomainOptions: Sendable {
  /// When a write is on disk.
  public enum Saving: Sendable, Equatable {
    /// When the call returns.
    case immediate
    /// At the latest after this time, by return from `main`, or by `exit()`.
    case coalesced(Duration)
    /// When ``Domain/flush()`` is called.
    case manual
  }

  package var saving: Saving
  /// Other domains of the user whose values the program shares, the first one first.
  package var suites: [DomainName]
  package var arguments: PropertyListDictionary
  package var environment: PropertyListDictionary
  /// The defaults of the program or its bundle.
  package var registered: PropertyListDictionary
  /// The keys whose values are never shown, nor kept in the history.
  package var secrets: Set<SettingPath>
  /// Whether changes that other processes make are seen without asking.
  package var watches: Bool
  /// Whether it is only later, by ``Domain/watchFromNow()``, that such changes are seen.
  package var watchesLater = false

  /// Options: writes at once, no layers but the files.
  public init(
    saving: Saving = .immediate, suites: [DomainName] = [],
    arguments: PropertyListDictionary = [:], environment: PropertyListDictionary = [:],
    registered: PropertyListDictionary = [:], secrets: Set<SettingPath> = [], watches: Bool = true
  ) {
    self.saving = saving
    self.suites = suites
    self.arguments = arguments
    self.environment = environment
    self.registered = registered
    self.secrets = secrets
    self.watches = watches
  }
}
