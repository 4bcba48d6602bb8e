/// Where a store's files are.
public struct StoreLocation: Sendable {
  enum Place: Sendable {
    case user
    case service([String: String])
    case storage(@Sendable () -> any DomainStorage)
    case given(Locations)
  }

  let place: Place

  /// The user's own folders, by the environment: `$XDG_CONFIG_HOME`, else `~/.config`.
  public static let user = StoreLocation(place: .user)

  /// The folders that systemd gives to a unit.
  ///
  /// `$CONFIGURATION_DIRECTORY` holds the property list, `$STATE_DIRECTORY` what Settee remembers.
  /// With one of them only, that one holds both.
  public static let service = StoreLocation.service(environment: Locations.processEnvironment)

  /// The folders that systemd gives to a unit whose environment this is.
  public static func service(environment: [String: String]) -> StoreLocation {
    StoreLocation(place: .service(environment))
  }

  /// No file at all: what is set is gone with the store, as a test wants it.
  public static let inMemory = StoreLocation.inMemory([:])

  /// No file at all, with values that are stored already.
  public static func inMemory(_ values: PropertyListDictionary) -> StoreLocation {
    StoreLocation(place: .storage { MemoryStorage(values) })
  }

  /// A storage of one's own, which other domains may share.
  public static func storage(_ storage: any DomainStorage) -> StoreLocation {
    StoreLocation(place: .storage { storage })
  }

  /// Folders of one's own.
  public static func at(_ locations: Locations) -> StoreLocation {
    StoreLocation(place: .given(locations))
  }

  /// Opens a domain there.
  func domain(_ name: String, options: DomainOptions) throws(DomainError) -> Domain {
    let name = try DomainName(name)
    switch place {
    case .user: return try Domain(name, locations: Locations(), options: options)
    case .service(let environment):
      return try Domain(name, locations: Self.folders(of: environment), options: options)
    case .storage(let make): return try Domain(name, storage: make(), options: options)
    case .given(let locations): return try Domain(name, locations: locations, options: options)
    }
  }

  /// The unit's folders; of several, separated by colons, the first.
  private static func folders(of environment: [String: String]) throws(DomainError) -> Locations {
    func first(_ name: String) -> String? {
      environment[name]?.split(separator: ":").first.map(String.init)
    }
    let (configuration, state) = (first("CONFIGURATION_DIRECTORY"), first("STATE_DIRECTORY"))
    guard let files = configuration ?? state, let remembered = state ?? configuration else {
      throw DomainError(
        .usage,
        "Neither CONFIGURATION_DIRECTORY nor STATE_DIRECTORY is set; write ConfigurationDirectory= "
          + "and StateDirectory= into the unit.")
    }
    var folders = ["XDG_CONFIG_HOME": files, "XDG_STATE_HOME": remembered]
    folders["XDG_DATA_HOME"] = remembered
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
  case sealed(key: String)
}
