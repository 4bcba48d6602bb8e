extension Store {
  /// The store at the embedded mirror: a folder that any sync program may carry.
  public var cloud: CloudSync {
    get throws(CloudError) { try cloud(through: nil) }
  }

  /// The store joined to a mirror: what is declared with `traits: .cloud` goes there.
  ///
  /// ```swift
  /// let cloud = try store.cloud(through: .folder(at: path))
  /// try cloud.push()                 // to disk, then what differs from the last synced state
  /// let follower = cloud.follow()    // or automatically
  /// ```
  ///
  /// The marks are written to the domain's state folder, so that the command and the editor send the
  /// same keys.
  ///
  /// A store in memory is a device of its own, and needs a mirror: usually ``CloudMirror/memory()``.
  ///
  /// - Parameters:
  ///   - mirror: The mirror; nil for the embedded folder.
  ///   - account: Whose settings.
  ///   - keys: The keys to send instead of those with the trait; a secret is never sent.
  /// - Returns: The store's side of the mirror.
  /// - Throws: When the account is no plain name, or there is no folder to remember in.
  public func cloud(
    through mirror: CloudMirror?, account: String = "default", keys: [String]? = nil
  ) throws(CloudError) -> CloudSync {
    let locations = try CloudSync.locations(of: domain)
    if mirror == nil, locations.memory != nil {
      throw CloudError(
        .usage, "A store in memory has no folder for a mirror; pass one, such as .memory().")
    }
    let marks = CloudMarks(controls: panes.controls, only: keys)
    try marks.save(for: domain.name, locations: locations)
    let controls = self.controls.filter { $0.path?.isNested == false }
      .reduce(into: [CloudKey: BoundControl]()) { $0[CloudKey($1.path?.key ?? "")] = $1 }
    return try CloudSync(
      domain, mirror: (mirror ?? .folder(at: locations.data + "/mirror")).backend,
      account: account, marks: marks, locations: locations
    ) { key, value in
      do { try controls[CloudKey(key)]?.check(value) } catch { return false }
      return true
    }
  }
}

extension CloudMarks {
  /// The marks of some controls, or for other keys, of which none may be a secret's.
  package init(controls: some Sequence<Control>, only keys: [String]? = nil) {
    self.init()
    for control in controls {
      guard let key = control.key else { continue }
      if keys == nil { add(Self.mark(of: control), for: key) }
      if keys != nil, control.isSecure { add(.never, for: key) }
    }
    for key in keys ?? [] { add(.user, for: key) }
  }

  private static func mark(of control: Control) -> Mark {
    if control.isSecure { return control.sync == .user ? .secret : .never }
    switch control.sync {
    case .machine: return .never
    case .user: return .user
    case nil: return .control
    }
  }
}
