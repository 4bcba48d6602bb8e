import SetteeValues

extension Store {
  /// An object that syncs the settings of the store with the default cloud mirror.
  ///
  /// The default mirror is a directory that the user can sync between devices with any program.
  public var cloud: CloudSync {
    get throws { try cloud(through: nil) }
  }

  /// Returns an object that syncs the settings of the store with a cloud mirror.
  ///
  /// By default, all settings that are declared with the trait `.synced` are synced.
  ///
  /// ```swift
  /// let cloud = try store.cloud(through: .folder(at: path))
  /// try cloud.push()                 // saves to disk, then sends all changes since the last sync
  /// let follower = cloud.follow()    // or syncs automatically
  /// ```
  ///
  /// The keys of the synced settings are recorded in the domain's state folder. The `settee`
  /// command and the editor therefore sync the same keys.
  ///
  /// For the cloud mirror, a store in memory looks like another device of the user. It needs an
  /// explicit mirror, usually `CloudMirror.memory()`.
  ///
  /// - Parameters:
  ///   - mirror: The mirror; `nil` for the default folder.
  ///   - account: The name of the account.
  ///   - keys: The keys to sync instead of those with the trait. Secrets are never synced this way.
  /// - Returns: The cloud sync of the store.
  /// - Throws: A `CloudError` if the account name is invalid, or if the state folder can't be used.
  public func cloud(
    through mirror: CloudMirror?, account: String = "default", keys: [String]? = nil
  ) throws -> CloudSync {
    let locations = try CloudSync.locations(of: domain)
    if mirror == nil, locations.memory != nil {
      throw CloudError(
        .usage, "A store in memory has no default mirror. Pass a mirror such as .memory().")
    }
    let rules = SyncRules(controls: panes.controls, only: keys)
    try rules.save(for: domain.name, locations: locations)
    let controls = self.controls.filter { $0.path?.isNested == false }
      .reduce(into: [Key: BoundControl]()) { $0[Key($1.path?.key ?? "")] = $1 }
    return try CloudSync(
      domain, mirror: (mirror ?? .folder(at: locations.data + "/mirror")).backend,
      account: account, marks: rules, locations: locations
    ) { key, value in
      do { try controls[Key(key)]?.check(value) } catch { return false }
      return true
    }
  }
}

extension SyncRules {
  /// Creates rules that determine which settings of the specified controls are synced.
  package init(controls: some Sequence<Control>, only keys: [String]? = nil) {
    self.init()
    for control in controls {
      guard let key = control.key else { continue }
      if keys == nil { add(Self.rule(of: control), for: key) }
      if keys != nil, control.isSecure { add(.never, for: key) }
    }
    for key in keys ?? [] { add(.user, for: key) }
  }

  private static func rule(of control: Control) -> SyncRule {
    if control.isSecure { return control.sync == .user ? .secret : .never }
    switch control.sync {
    case .machine: return .never
    case .user: return .user
    case nil: return .control
    }
  }
}
