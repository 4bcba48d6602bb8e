import SetteeFiles
import SetteeValues

/// Options for opening a store, such as the location of its files, additional layers, and
/// migrations.
///
/// ```swift
/// let store = try Store(
///   AppPrefs.self, domain: "org.example.app",
///   configuration: StoreConfiguration(arguments: CommandLine.arguments, version: "2.0"))
/// ```
public struct StoreConfiguration: Sendable {
  /// An option that determines when changes to settings are saved to disk.
  public typealias Autosave = DomainOptions.Saving

  let location: StoreLocation
  let suites: [String]
  let prefix: String
  let layout: StoreLayout
  let autosave: Autosave
  let flushOnTermination: Bool
  var environmentPrefix: String?
  /// The environment variables that override stored values, if a prefix is specified.
  package var variables = SettingsDirectories.processEnvironment
  let arguments: [String]
  let settingsBundle: String?
  let translations: String?
  let version: String?
  let migrations: [Migration]

  /// Creates the options for opening a store.
  ///
  /// The default values of the parameters are suitable for most apps.
  ///
  /// - Parameters:
  ///   - location: The location of the files: the user's directories, those of a service, or
  ///     memory.
  ///   - suites: Other domains that provide values for keys without a value in this one, in order
  ///     of precedence.
  ///   - prefix: The prefix of every key, for several sets in one domain.
  ///   - layout: Whether each setting has its own key, or all settings share one.
  ///   - autosave: When changes are saved to disk.
  ///   - flushOnTermination: Whether SIGTERM saves all changes before it terminates the program.
  ///   - environmentPrefix: The prefix of environment variables that override stored values,
  ///     without the underscore. With `APP`, the variable of `soundLevel` is `APP_SOUND_LEVEL`.
  ///   - arguments: Command-line arguments whose `-key value` pairs override stored values; usually
  ///     `CommandLine.arguments`.
  ///   - settingsBundle: The path of the app's Settings.bundle. Its defaults are registered, and
  ///     ``Store/issues`` reports where it differs from the set.
  ///   - translations: The folder of `de.lproj/Root.strings` and so on, with translations of the
  ///     titles, help, and choices in the code. By default, it is the program's folder or
  ///     `../share/NAME`.
  ///   - version: The app's version, for ``Store/installedVersions`` and for `--version` of its
  ///     `config` command.
  ///   - migrations: Changes to the values that earlier versions stored.
  public init(
    location: StoreLocation = .user, suites: [String] = [], prefix: String = "",
    layout: StoreLayout = .keys, autosave: Autosave = .coalesced(.milliseconds(50)),
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
    self.environmentPrefix = environmentPrefix
    self.arguments = arguments
    self.settingsBundle = settingsBundle
    self.translations = translations
    self.version = version
    self.migrations = migrations
  }

  /// The prefix that the keys of all settings in the store have in common.
  var slotPrefix: KeyPrefix {
    switch layout {
    case .keys, .opaque: KeyPrefix(stem: prefix)
    case .single(let key): KeyPrefix(holder: SettingPath(key), stem: prefix)
    }
  }
}

/// The location of the files in which a store saves its settings.
public struct StoreLocation: Sendable {
  let open: @Sendable (DomainName, DomainOptions) throws -> Domain

  /// The directories of the current user, which are in `$XDG_CONFIG_HOME` or else in `~/.config`.
  public static let user = StoreLocation { try SettingsDirectories() }

  /// The directories that systemd creates for a service.
  ///
  /// The settings are stored in `$CONFIGURATION_DIRECTORY`, and other data of Settee in
  /// `$STATE_DIRECTORY`. If only one of these variables is set, its directory is used for both.
  public static let service = StoreLocation.service(
    environment: SettingsDirectories.processEnvironment)

  /// Returns the directories of a systemd service with a specific environment.
  package static func service(environment: [String: String]) -> StoreLocation {
    StoreLocation { try folders(of: environment) }
  }

  /// A location in memory, which is intended for tests.
  ///
  /// Nothing is written to disk, and all values are lost when the store is deallocated.
  ///
  /// For a cloud mirror, each store in memory looks like a separate device. A test can use
  /// `CloudMirror.memory()` to sync several "devices" without any files.
  public static let inMemory = StoreLocation.inMemory([:])

  /// Returns a location in memory that contains the specified values, for use in tests.
  public static func inMemory(_ values: PropertyListDictionary) -> StoreLocation {
    StoreLocation(storage: { MemoryStorage(values) })
  }

  /// Returns a location for which a custom object stores the values, possibly together with other
  /// domains.
  package static func storage(_ storage: any LayerStore) -> StoreLocation {
    StoreLocation(storage: { storage })
  }

  /// Returns a location in the specified directories.
  public static func directories(_ locations: SettingsDirectories) -> StoreLocation {
    StoreLocation { locations }
  }

  private init(_ locations: @escaping @Sendable () throws -> SettingsDirectories) {
    open = { name, options in
      try Domain(name, locations: locations(), options: options)
    }
  }

  private init(storage: @escaping @Sendable () -> any LayerStore) {
    open = { name, options in
      let storage = storage()
      return try Domain(
        name, storage: storage, options: options,
        observers: [storage.locations].compactMap(\.self).map { .noting(for: name, in: $0) })
    }
  }

  /// Returns the directories that the environment variables of a systemd service specify.
  ///
  /// If a variable contains several directories separated by colons, the first directory is used.
  private static func folders(of environment: [String: String]) throws
    -> SettingsDirectories
  {
    func first(_ name: String) -> String? {
      environment[name]?.split(separator: ":").first.map(String.init)
    }
    let (configuration, state) = (first("CONFIGURATION_DIRECTORY"), first("STATE_DIRECTORY"))
    guard let one = configuration ?? state else {
      throw DomainError(
        .usage,
        "Neither CONFIGURATION_DIRECTORY nor STATE_DIRECTORY is set. Add ConfigurationDirectory= "
          + "and StateDirectory= to the unit.")
    }
    var folders = ["XDG_CONFIG_HOME": configuration ?? one]
    folders["XDG_STATE_HOME"] = state ?? one
    folders["XDG_DATA_HOME"] = state ?? one
    folders["SETTEE_ROOT"] = environment["SETTEE_ROOT"]
    return try SettingsDirectories(environment: folders)
  }
}

/// An option that determines how the settings are stored in their domain.
public enum StoreLayout: Sendable {
  /// Each setting is stored under a separate key, so panes, the editor, and other programs can
  /// change it.
  case keys
  /// All settings are stored in a dictionary under a single key.
  ///
  /// Although the settings are in a dictionary, each setting is written and merged separately.
  case single(key: String)
  /// All settings are encoded as data under a single key, so other programs can't change them.
  case opaque(key: String)
}
