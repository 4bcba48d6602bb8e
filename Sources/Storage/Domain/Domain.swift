import Synchronization
package import SetteeFiles
public import SetteePropertyLists

/// A domain, which contains the values of several layers and can change them.
///
/// Values are read from memory, but they include changes by other processes. A change is merged
/// value by value with the changes that others have made in the meantime.
public final class Domain: Sendable {
  /// The name of the domain.
  public let name: DomainName
  /// The directories of the domain's files, or `nil` for a domain in a custom store.
  package let locations: SettingsDirectories?
  let options: DomainOptions
  let door: FileSystem
  let record: History?
  /// The application's configuration file that backs this domain, or `nil` for a property list.
  package let text: TextFile?
  /// The state of the domain.
  ///
  /// To access the state, use ``withState(_:)``.
  let state: Mutex<DomainState>
  private let counter: ChangeCounter
  let commitObservers = Mutex<[(id: UInt64, observer: CommitObserver)]>([])
  let watches = Mutex<[DomainWatch]>([])
  /// A Boolean value that indicates whether changes by other processes are watched.
  let isWatching: Atomic<Bool>
  let openCommits = Mutex<[CommitInProgress]>([])
  let refreshing = ThreadLock()
  let saving = ThreadLock()
  /// The reasons why the next read must refresh, as ``StaleFlags``.
  let staleFlags = Atomic<UInt8>(0)
  /// The process that opened the domain.
  ///
  /// See ``ProcessState``.
  let process = CurrentProcess.id
  let lastPoll = Atomic<Int64>(0)

  /// Opens a domain in its files, with an observer for every commit.
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

  /// Opens a domain whose user layer is in a custom store, without any other files.
  package convenience init(
    _ name: DomainName, storage: any LayerStore, options: DomainOptions = DomainOptions(),
    observers: [CommitObserver] = []
  ) throws(DomainError) {
    let user = LayerSource(.user, storage, writable: .user)
    try self.init(
      name, nil, options, .live, observers: observers.map { (0, $0) }, below: [user])
  }

  /// The directories in which cloud sync stores its state for the domain, or `nil` if neither the
  /// domain nor its store specifies any.
  package var syncLocations: SettingsDirectories? {
    locations ?? withState { $0[.user]?.source.storage?.locations }
  }

  /// Opens an application's configuration file, together with the files that it includes.
  package convenience init(
    _ file: TextFile, layer: WritableLayer = .user, below sites: [TextFile] = [],
    folders: IncludeFolders = IncludeFolders(home: nil), locations: SettingsDirectories,
    options: DomainOptions
  ) throws(DomainError) {
    let own = LayerSource(layer.origin, file, writable: layer)
    let includes = [true, false].map { isAbove in
      file.included(isAbove: isAbove, folders).map { LayerSource(.include, $0) }
    }
    let merged = file.mergedKeys.map { [LayerSource(.merge, $0)] } ?? []
    try self.init(
      DomainName(file: file.file), locations, options, file.door, text: file,
      below: includes[0] + [own] + merged + includes[1] + sites.map { LayerSource(.site, $0) })
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
    if text == nil { loadSecrets() }
    // Watching starts before the first read, so that no change is missed.
    if isWatching.load(ordering: .relaxed) { startWatching() }
    try refresh(isUnderWay: false, mustRead: true)
    if text == nil { storeSecrets() }
  }

  // MARK: Reading

  /// Returns the effective value of a literal key, and the layer that provides this value.
  public func value(for key: String) -> EffectiveValue? {
    refreshIfStale()
    return withState { $0.effective(key) }
  }

  /// Returns the effective value at a path.
  ///
  /// Nested dictionaries in several layers are merged value by value.
  public func value(at path: SettingPath) -> EffectiveValue? {
    path.isNested ? everyLayer(at: path).first : value(for: path.key)
  }

  /// Returns the effective value as a string if it comes from a file without types.
  package func text(at path: SettingPath) -> String? {
    refreshIfStale()
    let holder = withState { state in
      state.layers.first { $0.values.value(at: path) != nil }?.source.storage
    }
    return holder?.text(of: path.key)
  }

  /// Returns the value at a path in every layer that has one, in order of precedence.
  package func everyLayer(at path: SettingPath) -> [EffectiveValue] {
    layers.compactMap { layer in
      layer.values.value(at: path).map { EffectiveValue($0, layer.origin) }
    }
  }

  /// The keys that have a value in any layer, sorted by their code units.
  ///
  /// Reserved keys, such as the record of migrations, are omitted.
  public var keys: [String] {
    var seen = PropertyListDictionary()
    for layer in layers {
      for key in layer.values.keys where !ReservedKey.contains(key) { seen[key] = .boolean(true) }
    }
    return seen.keys.sorted { $0.precedes($1) }
  }

  /// All layers with their values, in order of precedence.
  package var layers: [Layer] {
    refreshIfStale()
    let loaded = withState { $0.layers }
    return loaded.map { Layer($0.source.origin, path: $0.source.path, values: $0.values) }
  }

  /// Returns the layer that overrides the value at a path in a writable layer.
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

  /// A counter that increases with every visible change.
  ///
  /// You can use this counter to validate caches.
  package var generation: UInt64 {
    trapIfForked()
    refreshIfStale()
    return counter.now
  }

  /// The recent problems and repairs that occurred since the domain was opened.
  public var issues: [DomainIssue] { withState { $0.issues } }

  /// Returns the file to which a layer is written, or `nil` for a store without files.
  package func path(of layer: WritableLayer) -> String? {
    withState { $0[layer]?.source.path }
  }

  func missing(_ layer: WritableLayer) -> DomainError {
    if name.isFile, layer == .user {
      return DomainError(
        .denied,
        "\(name) is a system-wide file. Add --layer site, or give its path instead of its name."
      )
    }
    if name.isFile {
      return DomainError(.denied, "\(name) has no \(layer.rawValue) layer. Omit --layer.")
    }
    return DomainError(.denied, "The domain \(name) has no \(layer.rawValue) layer.")
  }
}

/// Options for opening a domain, such as additional layers and the time at which changes are saved.
public struct DomainOptions: Sendable {
  /// The time at which a change is written to disk.
  public enum Saving: Sendable, Equatable {
    /// A change is written before the call returns.
    case immediate
    /// Changes are written after this delay, or earlier if the process returns from `main` or calls
    /// `exit()`.
    case coalesced(Duration)
    /// Changes are written when ``Domain/flush()`` is called.
    case manual
  }

  package var saving: Saving
  /// The user's other domains from which the program reads values, in order of precedence.
  package var suites: [DomainName]
  package var arguments: PropertyListDictionary
  package var environment: PropertyListDictionary
  /// The default values of the program or bundle.
  package var registered: PropertyListDictionary
  /// The paths of secrets, whose values are neither shown nor recorded.
  package var secrets: Set<SettingPath>
  /// A Boolean value that indicates whether changes by other processes are detected automatically.
  package var watches: Bool
  /// A Boolean value that indicates whether watching starts later, when ``Domain/watchFromNow()``
  /// is called.
  package var watchesLater = false

  /// Creates options for opening a domain.
  ///
  /// By default, changes are written immediately, and no layers are added.
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
