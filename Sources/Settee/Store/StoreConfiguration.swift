import SetteeFiles

/// How a store is opened: where its files are, what lies over and under them, and what runs once.
///
/// ```swift
/// let store = try Store(
///   AppPrefs.self, domain: "org.example.app",
///   configuration: StoreConfiguration(arguments: CommandLine.arguments, version: "2.0"))
/// ```
public struct StoreConfiguration: Sendable {
  let location: StoreLocation
  let suites: [String]
  let prefix: String
  let layout: StoreLayout
  let autosave: DomainOptions.Saving
  let flushOnTermination: Bool
  package var environment: EnvironmentLayer?
  let arguments: [String]
  let settingsBundle: String?
  let translations: String?
  let version: String?
  let migrations: [Migration]

  /// Makes a configuration; what is left out is as most apps want it.
  ///
  /// - Parameters:
  ///   - location: Where the files are: the user's folders, a service's, or memory.
  ///   - suites: Other domains whose values count where this one has none, the first one first.
  ///   - prefix: What every key begins with, for several sets in one domain.
  ///   - layout: A key for each setting, or one for all.
  ///   - autosave: When what is set is on disk.
  ///   - flushOnTermination: Whether SIGTERM brings everything to disk before it ends the program.
  ///   - environmentPrefix: What the names of the environment variables begin with that override
  ///     what is stored, without the underscore: with `APP`, `soundLevel` is `APP_SOUND_LEVEL`.
  ///   - arguments: Command-line arguments whose `-key value` pairs override what is stored; usually
  ///     `CommandLine.arguments`.
  ///   - settingsBundle: The path of the app's Settings.bundle: its defaults are registered, and
  ///     where it and the set disagree ``Store/issues`` says so.
  ///   - translations: The folder that holds `de.lproj/Root.strings` and so on, with what the code's
  ///     titles, help and choices are in other languages; without it the ones that are installed
  ///     beside the program, or in `../share/NAME`.
  ///   - version: The app's version, for ``Store/installed`` and for `--version` of its `config`
  ///     command.
  ///   - migrations: What has to be done once to what earlier versions stored.
  public init(
    location: StoreLocation = .user, suites: [String] = [], prefix: String = "",
    layout: StoreLayout = .keys, autosave: DomainOptions.Saving = .coalesced(.milliseconds(50)),
    flushOnTermination: Bool = false, environmentPrefix: String? = nil, arguments: [String] = [],
    settingsBundle: String? = nil, translations: String? = nil, version: String? = nil,
    migrations: [Migration] = []
  ) {
    self.location = location
    self.suites = suites
    self.prefix = prefix
    self.layout = layout
    self.autosave = autosave
    self.flushOnTermination = flushOnTermination
    environment = environmentPrefix.map { EnvironmentLayer(prefix: $0) }
    self.arguments = arguments
    self.settingsBundle = settingsBundle
    self.translations = translations
    self.version = version
    self.migrations = migrations
  }

  /// What the set's keys begin with.
  var slotPrefix: SlotPrefix {
    switch layout {
    case .keys, .opaque: SlotPrefix(stem: prefix)
    case .single(let key): SlotPrefix(holder: LeafPath(key), stem: prefix)
    }
  }
}

/// Where a store's files are.
public struct StoreLocation: Sendable {
  let open: @Sendable (DomainName, DomainOptions) throws(DomainError) -> Domain

  /// The user's own folders, by the environment: `$XDG_CONFIG_HOME`, else `~/.config`.
  public static let user = StoreLocation { () throws(DomainError) in try Locations() }

  /// The folders that systemd gives to a unit.
  ///
  /// `$CONFIGURATION_DIRECTORY` holds the property list, `$STATE_DIRECTORY` what Settee remembers.
  /// With one of them only, that one holds both.
  public static let service = StoreLocation.service(environment: Locations.processEnvironment)

  /// The folders that systemd gives to a unit whose environment this is.
  package static func service(environment: [String: String]) -> StoreLocation {
    StoreLocation { () throws(DomainError) in try folders(of: environment) }
  }

  /// Memory only, for tests: nothing touches the disk, and the values end with the store.
  ///
  /// For cloud sync, each store in memory is a device of its own. Together with
  /// ``CloudMirror/memory()``, a test can sync several "devices" without any files.
  public static let inMemory = StoreLocation.inMemory([:])

  /// Memory only, with values that are already stored.
  public static func inMemory(_ values: PropertyListDictionary) -> StoreLocation {
    StoreLocation(storage: { MemoryStorage(values) })
  }

  /// A storage of one's own, which other domains may share.
  package static func storage(_ storage: any DomainStorage) -> StoreLocation {
    StoreLocation(storage: { storage })
  }

  /// Folders of one's own.
  public static func at(_ locations: Locations) -> StoreLocation { StoreLocation { locations } }

  private init(_ locations: @escaping @Sendable () throws(DomainError) -> Locations) {
    open = { (name, options) throws(DomainError) in
      try Domain(name, locations: locations(), options: options)
    }
  }

  private init(storage: @escaping @Sendable () -> any DomainStorage) {
    open = { (name, options) throws(DomainError) in
      let storage = storage()
      return try Domain(
        name, storage: storage, options: options,
        observers: [storage.locations].compactMap(\.self).map { .noting(for: name, in: $0) })
    }
  }

  /// The unit's folders; of several, separated by colons, the first.
  private static func folders(of environment: [String: String]) throws(DomainError) -> Locations {
    func first(_ name: String) -> String? {
      environment[name]?.split(separator: ":").first.map(String.init)
    }
    let (configuration, state) = (first("CONFIGURATION_DIRECTORY"), first("STATE_DIRECTORY"))
    guard let one = configuration ?? state else {
      throw DomainError(
        .usage,
        "Neither CONFIGURATION_DIRECTORY nor STATE_DIRECTORY is set; write ConfigurationDirectory= "
          + "and StateDirectory= into the unit.")
    }
    var folders = ["XDG_CONFIG_HOME": configuration ?? one]
    folders["XDG_STATE_HOME"] = state ?? one
    folders["XDG_DATA_HOME"] = state ?? one
    folders["SETTEE_ROOT"] = environment["SETTEE_ROOT"]
    return try Locations(environment: folders)
  }
}

/// How a set is kept in its domain.
public enum StoreLayout: Sendable {
  /// A key for each setting, so that panes, the editor and other programs can work with them.
  case keys
  /// One dictionary under one key, written and merged setting by setting.
  case single(key: String)
  /// One value of bytes under one key, which no editor and no other program can change.
  case opaque(key: String)

  /// The former name of ``opaque(key:)``, which has nothing to do with sealed mirrors.
  @available(*, deprecated, renamed: "opaque(key:)")
  public static func sealed(key: String) -> StoreLayout { .opaque(key: key) }
}
