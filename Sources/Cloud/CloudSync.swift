import SetteeFiles
package import SetteeValues
public import SetteeStorage

/// Syncs the settings of a domain with a cloud mirror.
///
/// Every call that contacts the mirror blocks, but no longer than its timeout. To sync in the
/// background, use ``follow(_:)``.
public final class CloudSync: Sendable {
  package let domain: Domain
  package let mirror: any MirrorBackend
  /// The address of the domain's unencrypted documents in the mirror.
  let address: CloudAddress
  package let sealing: SealedAccount
  package let marks: SyncRules
  let folder: CloudStateFolder
  let name: String?
  let accepts: @Sendable (String, PropertyList) -> Bool

  /// Creates a sync of a domain with a mirror without contacting the mirror.
  ///
  /// The sync state is saved in `locations`, and other devices see the `name` of this device. The
  /// sync doesn't receive values that `accepts` rejects.
  package init(
    _ domain: Domain, mirror: any MirrorBackend, account: String, marks: SyncRules,
    locations: SettingsDirectories, name: String? = nil,
    accepts: @escaping @Sendable (String, PropertyList) -> Bool = { _, _ in true }
  ) throws {
    (self.domain, self.mirror, self.marks) = (domain, mirror, marks)
    (self.name, self.accepts) = (name, accepts)
    address = try CloudAddress(account: account, domain: domain.name.text)
    sealing = SealedAccount(mirror, account: account, locations)
    folder = CloudStateFolder(domain.name, locations)
  }

  /// Creates a sync of a domain with a mirror for a program that doesn't use a `Store`.
  ///
  /// All of the specified keys are synced, except for secrets. The initializer doesn't contact the
  /// mirror.
  public convenience init(
    _ domain: Domain, mirror: CloudMirror, account: String = "default", keys: [String]
  ) throws {
    var marks = SyncRules()
    for key in keys { marks.add(domain.isSecret(SettingPath(key)) ? .never : .user, for: key) }
    try self.init(
      domain, mirror: mirror.backend, account: account, marks: marks,
      locations: Self.locations(of: domain))
  }

  /// Returns the directories of the domain's user, even if the domain itself is stored elsewhere.
  package static func locations(of domain: Domain) throws -> SettingsDirectories {
    if let locations = domain.syncLocations { return locations }
    return try CloudError.rethrowing(as: .local) { try SettingsDirectories() }
  }

  // MARK: Syncing

  /// Writes pending changes to disk and sends all changes since the last sync to the mirror.
  @discardableResult
  public func push(
    resolvingConflictsBy policy: CloudPolicy = .newest, timeout: Duration = .seconds(10)
  ) throws -> SyncResult {
    let options = SyncOptions(pulls: false, conflictPolicy: policy, ignoresMissingKeys: true)
    return try sync(options, timeout: timeout)
  }

  /// Receives the changes of other devices from the mirror.
  @discardableResult
  public func pull(
    resolvingConflictsBy policy: CloudPolicy = .newest, timeout: Duration = .seconds(10)
  ) throws -> SyncResult {
    let options = SyncOptions(pushes: false, conflictPolicy: policy, ignoresMissingKeys: true)
    return try sync(options, timeout: timeout)
  }

  /// Syncs with the mirror once and returns the result.
  public func sync(
    _ options: SyncOptions, timeout: Duration = .seconds(10)
  ) throws -> SyncResult {
    let result = try syncUnacknowledged(options, by: CloudDeadline(timeout))
    if !options.isDryRun { acknowledge(result.conflicts) }
    return result
  }

  /// Syncs with the mirror once, without acknowledging the conflicts that the sync reports.
  ///
  /// Every sync reports these conflicts again until they are passed to ``acknowledge(_:)``.
  package func syncUnacknowledged(
    _ order: SyncOptions, by deadline: CloudDeadline = .seconds(10)
  ) throws -> SyncResult {
    try flush(repairs: !order.isDryRun)
    let createsFiles = !order.isDryRun || folder.isCallers
    let environment = LiveSyncEnvironment(self, by: deadline, createsFiles: createsFiles)
    var report = try folder.locked(by: deadline, createsFiles: createsFiles) {
      let replaces = try checkAccount(order)
      let round = SyncRound(
        environment: environment, account: address.account, order: order, replaces: replaces)
      guard replaces, !order.isDryRun else { return try round.run() }
      if try folder.places().account == nil { try folder.note(account: "") }
      let report = try round.run()
      if !report.needsResolution { try folder.note(account: address.account) }
      return report
    }
    report.address = environment.address
    report.conflicts = marked(report.conflicts)
    return report
  }

  /// Acknowledges conflicts that the user has seen, so that later syncs don't report them again.
  ///
  /// If the acknowledgment can't be saved, the next sync reports the conflicts again.
  package func acknowledge(_ conflicts: [SyncDifference]) {
    if conflicts.isEmpty { return }
    try? folder.locked(by: .seconds(1)) {
      guard var state = try savedState() else { return }
      let left = state.conflicts.filter { row in
        !conflicts.contains { $0.name == row.name && $0.hasSameValues(as: row) }
      }
      if left.count == state.conflicts.count { return }
      state.conflicts = left
      try folder.save(state, isSolid: false)
    }
  }

  private func flush(repairs: Bool) throws {
    try CloudError.rethrowing(as: .local) {
      try domain.flush()
      try domain.reload()
      if repairs { try domain.repair() }
    }
  }

  /// Returns whether the local values belong to another account and must be replaced.
  ///
  /// Values of different accounts are never mixed, so the user must confirm the replacement.
  private func checkAccount(_ order: SyncOptions) throws -> Bool {
    let last = try folder.places().account
    // If the last account is unknown, use the saved states to determine which accounts the values
    // can belong to.
    let isSame = last.map { $0 == address.account }
    if isSame ?? folder.accounts.isSubset(of: [address.account]) { return false }
    if order.conflictPolicy == .keepingRemote, order.pulls { return true }
    let name = last.flatMap { $0.isEmpty ? nil : "the account '\($0)'" } ?? "another account"
    throw CloudError(
      .otherAccount,
      "\(domain.name.text) was synced with \(name), not with '\(address.account)': pull with "
        + "--keep cloud to replace the local values, or change the account back. Nothing was "
        + "sent or received.")
  }

  // MARK: Status

  /// Returns the keys that have changed on this device since the last sync, without contacting the
  /// mirror.
  public func pending() throws -> [String] { try pendingRows().map(\.key) }

  private func pendingRows() throws -> [SyncDifference] {
    guard var state = try savedState() else {
      let here = try read(sealedKeys: nil)
      return Self.rows(of: here.values.keys, here)
    }
    let here = try read(sealedKeys: state.epoch.map { _ in Set(state.base.keys) })
    state.quarantineRestored(here)
    let changed = here.values.filter { key, value in
      !(state.base[key]?.value).isSame(as: value)
        && state.quarantined[key] != Fingerprint(of: value)
    }
    let deleted = state.base.filter { key, record in
      !record.isTombstone && here.values[key] == nil && here.isMirrored(key)
        && state.deleteStamp(of: key, here) != nil
    }
    return Self.rows(of: Set(changed.keys).union(deleted.keys), here)
  }

  private static func rows(of keys: some Sequence<Key>, _ here: LocalState) -> [SyncDifference] {
    keys.sorted().map {
      SyncDifference(
        name: $0, state: .pending, localValue: here.values[$0], remoteValue: nil, kept: .local)
    }
  }

  /// Returns the change that a sync would make to each key, so that a program can ask the user
  /// first.
  public func preview(
    _ options: SyncOptions = .automatic, timeout: Duration = .seconds(10)
  ) throws -> [SyncDifference] {
    try preview(options, by: CloudDeadline(timeout)).rows
  }

  /// Returns the changes that a sync would make, and whether the mirror is encrypted.
  ///
  /// The `staying` rows are the secrets that could be synced with an encrypted mirror, but whose
  /// values stay on this device.
  package func preview(
    _ order: SyncOptions, by deadline: CloudDeadline
  ) throws -> (rows: [SyncDifference], isSealed: Bool, staying: [SyncDifference]) {
    let context = try prepare(order, by: deadline)
    let staying = marks.secrets.filter { !context.here.isMirrored($0) }.sorted()
      .compactMap { key -> SyncDifference? in
        guard let found = domain.value(for: key.text), found.origin == .user else { return nil }
        return SyncDifference(
          name: key, state: .held, localValue: found.value, remoteValue: nil, kept: nil)
      }
    return (marked(context.rows), context.isSealed, marked(staying))
  }

  private func marked(_ rows: [SyncDifference]) -> [SyncDifference] {
    rows.map { row in
      var row = row
      row.isSecret = domain.isSecret(SettingPath(row.key)) || marks.secrets.contains(row.name)
      return row
    }
  }

  func prepare(
    _ order: SyncOptions, by deadline: CloudDeadline
  ) throws -> SyncRound.RoundContext {
    var order = order
    order.isDryRun = true
    try flush(repairs: false)
    let createsFiles = folder.isCallers
    let environment = LiveSyncEnvironment(self, by: deadline, createsFiles: createsFiles)
    let round = SyncRound(environment: environment, account: address.account, order: order)
    return try folder.locked(by: deadline, createsFiles: createsFiles, round.prepare)
  }

  /// Returns the keys that were sent to the mirror before they were marked as secret.
  package func sentSecrets() throws -> [String] {
    guard domain.mayHaveSecrets, let state = try savedState() else { return [] }
    return state.base.filter { key, record in
      if state.epoch != nil, marks.secrets.contains(key) { return false }
      guard domain.isSecret(SettingPath(key.text)), let here = domain.value(for: key.text) else {
        return false
      }
      return record.value.isSame(as: here.value)
    }.keys.sorted().map(\.text)
  }

  /// Returns the value that a key had at the last sync, without contacting the mirror.
  package func agreed(_ key: String) throws -> PropertyList? {
    try savedState()?.base[Key(key)]?.value
  }

  /// Returns the time of the last sync in milliseconds since 1970, without contacting the mirror.
  package func lastSync() throws -> Int64? { try savedState()?.lastSync }

  /// Returns the differences between the settings on this device and in the mirror.
  ///
  /// If the mirror can't be reached, the result contains only information from this device.
  public func status(timeout: Duration = .seconds(10)) throws -> CloudStatus {
    try status(by: CloudDeadline(timeout))
  }

  package func status(by deadline: CloudDeadline) throws -> CloudStatus {
    var status = CloudStatus(mirror: mirror.place, account: address.account)
    let state = try savedState()
    status.last = state?.lastSync
    status.recentConflicts = state?.lastConflicts ?? []
    do {
      let context = try prepare(SyncOptions(conflictPolicy: .ask), by: deadline)
      status.rows = context.rows
      status.isSealed = context.isSealed
      status.warnings = context.warnings
      status.revision = context.snapshot.revision
      // The sync that resolved these conflicts might have been killed before it could report them.
      let open = Set(context.rows.filter { $0.state == .conflict }.map(\.name))
      let untold = context.state.conflicts.filter { !open.contains($0.name) }
      if !untold.isEmpty { status.recentConflicts = untold }
    } catch let error as CloudError where [.unreachable, .refused].contains(error.code) {
      status.connectionFailure = error.message
      status.rows = try pendingRows()
    }
    return status
  }
}

extension CloudSync {
  /// Returns the devices that sync with the mirror, except for retired devices.
  package func devices(by deadline: CloudDeadline = .seconds(10)) throws
    -> [CloudDevice: CloudDeviceEntry]
  {
    let encryption = try sealing.encryption(by: deadline, savesSeal: folder.isCallers)
    let document = try mirror.pull(address.sealed(with: encryption.key), by: deadline).document
    return (document?.devices ?? [:]).filter { !$0.value.isRetired }
  }

  /// Retires a device, so that other devices no longer wait for it.
  ///
  /// The device's settings stay in the mirror. If the device syncs again, it joins as a new device.
  package func forget(
    _ device: CloudDevice, by deadline: CloudDeadline = .seconds(10)
  ) throws {
    var order = SyncOptions(pulls: false)
    order.forgets = device
    _ = try syncUnacknowledged(order, by: deadline)
  }
}
