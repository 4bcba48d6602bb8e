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
    let marks = cloudMarks(keys)
    try marks.save(for: domain.name, locations: locations)
    let controls = self.controls.filter { $0.path?.isNested == false }
      .reduce(into: [CloudKey: BoundControl]()) { $0[CloudKey($1.path?.key ?? "")] = $1 }
    return try CloudSync(
      domain, mirror: (mirror ?? .folder(at: locations.data + "/mirror")).backend,
      account: account, marks: marks, locations: locations
    ) { key, value in
      guard let control = controls[CloudKey(key)] else { return true }
      return (try? control.checked(value)) != nil
    }
  }

  private func cloudMarks(_ keys: [String]?) -> CloudMarks {
    let declared = CloudMarks(controls: panes.controls)
    guard let keys else { return declared }
    var marks = CloudMarks()
    for control in panes.controls where control.isSecure {
      if let key = control.key { marks.add(.never, for: key) }
    }
    for key in keys { marks.add(.user, for: key) }
    return marks
  }
}

extension CloudMarks {
  /// The marks of a program's controls.
  package init(controls: some Sequence<Control>) {
    self.init()
    for control in controls { add(control) }
  }

  /// The marks of a bundle's controls.
  package init(panes: [Pane]) {
    self.init()
    for pane in panes {
      for group in pane.groups { for control in group.controls { add(control) } }
    }
  }

  private mutating func add(_ control: Control) {
    if let key = control.key { add(Self.mark(of: control), for: key) }
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
