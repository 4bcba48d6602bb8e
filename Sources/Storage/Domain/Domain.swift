public import SetteeValues
import Synchronization
package import SetteeFiles

/// A domain, which provides the settings of a program from several layers and can change them.
///
/// Values are read from memory, but they include changes by other processes. A change is merged
/// value by value with the changes that other processes have made in the meantime.
public final class Domain: Sendable {
  /// The name of the domain, such as `org.example.mail`.
  public let name: DomainName
  /// The directories that contain the domain's files, or `nil` for a domain in a custom store.
  package let locations: SettingsDirectories?
  let options: DomainOptions
  let fileSystem: FileSystem
  let record: History?
  /// The application's configuration file that backs this domain, or `nil` for a property list.
  package let text: TextFile?
  /// The in-memory state of the domain, which a lock protects.
  ///
  /// To access the state of the domain, use ``withState(_:)``.
  let state: Mutex<DomainState>
  /// A copy of the counter in the state, which can be read without locking the state.
  ///
  /// A thread that sees an increased number also sees the change after it acquires the lock of the
  /// state.
  let latestGeneration = Atomic<UInt64>(1)
  let commitObservers = Mutex<[(id: UInt64, observer: CommitObserver)]>([])
  let watches = Mutex<[DomainWatch]>([])
  /// A Boolean value that indicates whether the domain watches its files for changes by other
  /// processes.
  let isWatching: Atomic<Bool>
  /// The threads on which a commit of this domain is in progress.
  let committing = Mutex<Set<UInt>>([])
  let refreshing = ThreadLock()
  let saving = ThreadLock()
  /// The reasons why the next read must refresh the domain, as defined by ``StaleFlags``.
  let staleFlags = Atomic<UInt8>(0)
  /// The ID of the process that opened the domain.
  ///
  /// A child process that was forked afterward can't use the domain. See ``ProcessState``.
  let process = CurrentProcess.id
  let lastPoll = Atomic<Int64>(0)

  /// Opens a domain that is stored in files, with observers for its commits.
  package convenience init(
    _ name: DomainName, locations: SettingsDirectories, options: DomainOptions,
    fileSystem: FileSystem,
    observer: CommitObserver
  ) throws {
    try self.init(
      name, locations, options, fileSystem, observers: [(0, observer)],
      above: locations.managedLayers(of: name, fileSystem),
      below: locations.otherLayers(of: name, suites: options.suites, fileSystem))
  }

  /// Opens a domain whose user layer is in a custom store, without any other files.
  package convenience init(
    _ name: DomainName, storage: any LayerStore, options: DomainOptions = DomainOptions(),
    observers: [CommitObserver] = []
  ) throws {
    let user = Layer(.user, storage, writable: .user)
    try self.init(
      name, nil, options, .live, observers: observers.map { (0, $0) }, below: [user])
  }

  /// The directories where cloud sync stores its state for the domain.
  ///
  /// The directories are `nil` if neither the domain nor its store specifies any.
  package var syncLocations: SettingsDirectories? {
    locations ?? withState { $0[.user]?.storage?.locations }
  }

  /// Opens an application's configuration file, including the files that it includes.
  ///
  /// The `home` argument is the home directory, to which `~` refers in the paths of included files,
  /// and in whose `.ssh` directory `ssh` looks for included files with a relative path.
  package convenience init(
    _ file: TextFile, layer: WritableLayer = .user, below sites: [TextFile] = [],
    home: String? = nil, locations: SettingsDirectories,
    options: DomainOptions
  ) throws {
    let own = Layer(layer.origin, file, writable: layer)
    let includes = [true, false].map { isAbove in
      file.included(isAbove: isAbove, home: home).map { Layer(.include, $0) }
    }
    let merged = file.mergedKeys.map { [Layer(.merge, $0)] } ?? []
    try self.init(
      DomainName(file: file.place), locations, options, file.file.fileSystem, text: file,
      below: includes[0] + [own] + merged + includes[1] + sites.map { Layer(.site, $0) })
  }

  private init(
    _ name: DomainName, _ locations: SettingsDirectories?, _ options: DomainOptions,
    _ fileSystem: FileSystem,
    text: TextFile? = nil, observers: [(id: UInt64, observer: CommitObserver)] = [],
    above: [Layer] = [], below: [Layer]
  ) throws {
    (self.name, self.locations, self.options) = (name, locations, options)
    (self.fileSystem, self.text) = (fileSystem, text)
    isWatching = Atomic(options.watches && !options.watchesLater)
    record = locations.map { History(folder: $0.stateFolder(name), fileSystem: fileSystem) }
    state = Mutex(DomainState(above: above, options: options, below: below))
    commitObservers.withLock { $0 = observers }
    if text == nil { loadSecrets() } else { loadMarks() }
    // Watching starts before the first read, so that no change is missed.
    if isWatching.load(ordering: .relaxed) { startWatching() }
    try refresh(isUnderWay: false, mustRead: true)
    if text == nil { storeSecrets() }
  }

  // MARK: Reading

  /// Returns the effective value of a literal key and the layer that provides it.
  public func value(for key: String) -> EffectiveValue? {
    refreshIfStale()
    return withState { $0.effective(key) }
  }

  /// Returns the effective value at a path and the layer that provides it.
  ///
  /// If several layers contain a dictionary at the path, the dictionaries are merged value by
  /// value.
  public func value(at path: SettingPath) -> EffectiveValue? {
    path.isNested ? everyLayer(at: path).first : value(for: path.key)
  }

  /// Returns the effective value as a string if it comes from a file without types, such as an INI
  /// file.
  package func text(at path: SettingPath) -> String? {
    refreshIfStale()
    let holder = withState { state in
      state.layers.first { $0.values.value(at: path) != nil }?.storage
    }
    return holder?.text(of: path.key)
  }

  /// Returns the values of a setting from all layers that set it, in order of precedence.
  package func everyLayer(at path: SettingPath) -> [EffectiveValue] {
    layers.compactMap { layer in
      layer.values.value(at: path).map { EffectiveValue($0, layer.origin) }
    }
  }

  /// The keys that have a value in any layer, sorted by their code units.
  ///
  /// Keys that Settee uses internally, such as the record of migrations, are omitted.
  public var keys: [String] {
    var seen = PropertyListDictionary()
    for layer in layers {
      for key in layer.values.keys where !ReservedKey.contains(key) { seen[key] = .boolean(true) }
    }
    return seen.keys.sorted { $0.precedes($1) }
  }

  /// All layers of the domain with their values, in order of precedence.
  package var layers: [Layer] {
    refreshIfStale()
    return withState { $0.layers }
  }

  /// Returns the layer that overrides the value at a path in a writable layer, if there is one.
  package func layer(hiding path: SettingPath, in layer: WritableLayer) -> Layer? {
    let file = self.path(of: layer)
    let holders = layers.filter { $0.values.value(at: path) != nil }
    let own = holders.firstIndex { $0.origin == layer.origin && $0.path == file }
    return own.flatMap { $0 > 0 ? holders.first : nil }
  }

  package func values(in layer: WritableLayer) throws -> PropertyListDictionary {
    try throwIfForked()
    refreshIfStale()
    guard let values = withState({ $0[layer]?.values }) else { throw missing(layer) }
    return values
  }

  /// A counter that increases with every visible change to the domain.
  ///
  /// Use this counter to determine whether a cache of values is still valid.
  package var generation: UInt64 {
    trapIfForked()
    refreshIfStale()
    return latestGeneration.load(ordering: .acquiring)
  }

  /// The most recent problems and repairs that have occurred since the domain was opened.
  public var issues: [DomainIssue] { withState { $0.issues } }

  /// Returns the path of the file that contains a layer, or `nil` for a store without files.
  package func path(of layer: WritableLayer) -> String? {
    withState { $0[layer]?.path }
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

/// Options for opening a domain, such as additional layers and the autosave behavior.
public struct DomainOptions: Sendable {
  /// An option that determines when the domain writes changes to disk.
  public enum Saving: Sendable, Equatable {
    /// The domain writes a change to disk before the call returns.
    case immediate
    /// The domain writes changes to disk after this delay, or earlier if the process exits
    /// normally.
    ///
    /// A process exits normally by returning from `main` or calling `exit()`.
    case coalesced(Duration)
    /// The domain writes changes to disk when the program calls ``Domain/flush()``.
    case manual
  }

  package var saving: Saving
  /// The user's other domains from which the program reads settings, in order of precedence.
  package var suites: [DomainName]
  package var arguments: PropertyListDictionary
  package var environment: PropertyListDictionary
  /// The default values that the program or its bundle provides.
  package var registered: PropertyListDictionary
  /// The paths of secrets, whose values Settee neither shows nor records in the history.
  package var secrets: Set<SettingPath>
  /// A Boolean value that indicates whether the domain automatically detects changes by other
  /// processes.
  package var watches: Bool
  /// A Boolean value that indicates whether the domain starts watching only when
  /// ``Domain/watchFromNow()`` is called.
  package var watchesLater = false

  /// Creates options for opening a domain, such as when changes are saved.
  ///
  /// By default, the domain writes changes immediately and has no additional layers.
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
