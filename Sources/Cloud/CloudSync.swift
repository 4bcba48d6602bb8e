import SetteeFiles
package import SetteePropertyLists
public import SetteeStorage

/// One domain and its mirror: pushes, pulls, and says what waits.
///
/// All calls that ask the mirror block until their deadline, or ``follow(_:)`` makes them.
public final class CloudSync: Sendable {
  package let domain: Domain
  package let mirror: any MirrorBackend
  /// Where the documents stand in clear.
  let address: CloudAddress
  package let sealing: SealedAccount
  package let marks: SyncRules
  let folder: CloudStateFolder
  let name: String?
  let accepts: @Sendable (String, PropertyList) -> Bool

  /// Joins a domain to a mirror: the device remembers in `locations` what was agreed, tells the
  /// others its `name`, and takes no value that `accepts` refuses; nothing is asked or sent yet.
  package init(
    _ domain: Domain, mirror: any MirrorBackend, account: String, marks: SyncRules,
    locations: SettingsDirectories, name: String? = nil,
    accepts: @escaping @Sendable (String, PropertyList) -> Bool = { _, _ in true }
  ) throws(CloudError) {
    (self.domain, self.mirror, self.marks) = (domain, mirror, marks)
    (self.name, self.accepts) = (name, accepts)
    address = try CloudAddress(account: account, domain: domain.name.text)
    sealing = SealedAccount(mirror, account: account, locations)
    folder = CloudStateFolder(domain.name, locations)
  }

  /// Joins a domain to a mirror, for a program without a `Store`: `keys` go to the cloud, but no
  /// secret; nothing is asked or sent yet.
  public convenience init(
    _ domain: Domain, mirror: CloudMirror, account: String = "default", keys: [String]
  ) throws(CloudError) {
    var marks = SyncRules()
    for key in keys { marks.add(domain.isSecret(SettingPath(key)) ? .never : .user, for: key) }
    try self.init(
      domain, mirror: mirror.backend, account: account, marks: marks,
      locations: Self.locations(of: domain))
  }

  /// Where a domain's user has files, also when the domain itself is in none of them.
  package static func locations(of domain: Domain) throws(CloudError) -> SettingsDirectories {
    if let locations = domain.syncLocations { return locations }
    return try CloudError.telling(.local) { try SettingsDirectories() }
  }

  // MARK: Acting

  /// Writes what is in memory to the disk, then sends what differs from the last synced state.
  @discardableResult
  public func push(
    _ policy: CloudPolicy = .newest, by deadline: CloudDeadline = .seconds(10)
  ) throws(CloudError) -> SyncResult {
    try run(SyncOptions(takes: false, policy: policy, leavesMissing: true), by: deadline)
  }

  /// Takes what others have changed.
  @discardableResult
  public func pull(
    _ policy: CloudPolicy = .newest, by deadline: CloudDeadline = .seconds(10)
  ) throws(CloudError) -> SyncResult {
    try run(SyncOptions(sends: false, policy: policy, leavesMissing: true), by: deadline)
  }

  /// Does what an order says.
  public func run(
    _ order: SyncOptions, by deadline: CloudDeadline = .seconds(10)
  ) throws(CloudError) -> SyncResult {
    let report = try runUntold(order, by: deadline)
    if !order.isDryRun { told(report.conflicts) }
    return report
  }

  /// The same; what it decided is reported again by each round until it was ``told(_:)``.
  package func runUntold(
    _ order: SyncOptions, by deadline: CloudDeadline = .seconds(10)
  ) throws(CloudError) -> SyncResult {
    try flush(mends: !order.isDryRun)
    let makes = !order.isDryRun || folder.isCallers
    let world = LiveSyncEnvironment(self, by: deadline, makes: makes)
    var report = try folder.locked(by: deadline, makes: makes) { () throws(CloudError) in
      let replaces = try checkAccount(order)
      let round = SyncRound(
        world: world, account: address.account, order: order, replaces: replaces)
      guard replaces, !order.isDryRun else { return try round.run() }
      if try folder.places().account == nil { try folder.note(account: "") }
      let report = try round.run()
      if !report.isStopped { try folder.note(account: address.account) }
      return report
    }
    report.address = world.address
    report.conflicts = marked(report.conflicts)
    return report
  }

  /// Somebody has been shown these conflicts; where that cannot be noted, they are shown once more.
  package func told(_ conflicts: [SyncDifference]) {
    if conflicts.isEmpty { return }
    try? folder.locked(by: .seconds(1)) { () throws(CloudError) in
      guard var state = try remembered() else { return }
      let left = state.conflicts.filter { row in
        !conflicts.contains { $0.name == row.name && $0.hasSameValues(as: row) }
      }
      if left.count == state.conflicts.count { return }
      state.conflicts = left
      try folder.save(state, isSolid: false)
    }
  }

  private func flush(mends: Bool) throws(CloudError) {
    try CloudError.telling(.local) {
      try domain.flush()
      try domain.reload()
      if mends { try domain.mend() }
    }
  }

  /// Whether the values here are another account's, and to be replaced: they never mix with this
  /// one's, and the user has to say that they go.
  private func checkAccount(_ order: SyncOptions) throws(CloudError) -> Bool {
    let last = try folder.places().account
    // Without the list of places, only what is remembered of accounts tells whose values stand here.
    let isSame = last.map { $0 == address.account }
    if isSame ?? folder.accounts.isSubset(of: [address.account]) { return false }
    if order.policy == .cloud, order.takes { return true }
    let name = last.flatMap { $0.isEmpty ? nil : "the account '\($0)'" } ?? "another account"
    throw CloudError(
      .otherAccount,
      "\(domain.name.text) was synced with \(name) and is now asked to use "
        + "'\(address.account)': pull with --keep cloud to replace the values here, or set the "
        + "account back; nothing was mixed.")
  }

  // MARK: Asking

  /// The keys that differ from the last synced state, without asking the mirror.
  public func pending() throws(CloudError) -> [String] { try pendingRows().map(\.key) }

  private func pendingRows() throws(CloudError) -> [SyncDifference] {
    guard var state = try remembered() else {
      let here = try read(sealedKeys: nil)
      return Self.rows(of: here.values.keys, here)
    }
    let here = try read(sealedKeys: state.epoch.map { _ in Set(state.base.keys) })
    state.holdRestored(here)
    let changed = here.values.filter { key, value in
      !(state.base[key]?.value).isSame(as: value) && state.held[key] != Fingerprint(of: value)
    }
    let deleted = state.base.filter { key, record in
      !record.isTombstone && here.values[key] == nil && here.isMirrored(key)
        && state.deleteStamp(of: key, here) != nil
    }
    return Self.rows(of: Set(changed.keys).union(deleted.keys), here)
  }

  private static func rows(of keys: some Sequence<CloudKey>, _ here: LocalState) -> [SyncDifference]
  {
    keys.sorted().map {
      SyncDifference(name: $0, state: .pending, here: here.values[$0], cloud: nil, kept: .here)
    }
  }

  /// What a sync would do to each key: the rows of the push dialog.
  public func preview(
    _ order: SyncOptions = .automatic, by deadline: CloudDeadline = .seconds(10)
  ) throws(CloudError) -> [SyncDifference] {
    try look(order, by: deadline).rows
  }

  /// What a sync would do, and what of the mirror a person should know before it.
  package struct SyncPreview: Sendable {
    package let rows: [SyncDifference]
    package let isSealed: Bool
    /// The secrets that would follow the user, and have a value that stays here.
    package let staying: [SyncDifference]
  }

  /// ``preview(_:by:)``, and more.
  package func look(
    _ order: SyncOptions, by deadline: CloudDeadline = .seconds(10)
  ) throws(CloudError) -> SyncPreview {
    let meeting = try meet(order, by: deadline)
    let staying = marks.secrets.filter { !meeting.here.isMirrored($0) }.sorted()
      .compactMap { key -> SyncDifference? in
        guard let found = domain.value(for: key.text), found.origin == .user else { return nil }
        return SyncDifference(name: key, state: .held, here: found.value, cloud: nil, kept: nil)
      }
    return SyncPreview(
      rows: marked(meeting.rows), isSealed: meeting.isSealed, staying: marked(staying))
  }

  private func marked(_ rows: [SyncDifference]) -> [SyncDifference] {
    rows.map { row in
      var row = row
      row.isSecret = domain.isSecret(SettingPath(row.key)) || marks.secrets.contains(row.name)
      return row
    }
  }

  func meet(
    _ order: SyncOptions, by deadline: CloudDeadline
  ) throws(CloudError) -> SyncRound.RoundContext {
    var order = order
    order.isDryRun = true
    try flush(mends: false)
    let makes = folder.isCallers
    let world = LiveSyncEnvironment(self, by: deadline, makes: makes)
    let round = SyncRound(world: world, account: address.account, order: order)
    return try folder.locked(by: deadline, makes: makes, round.meet)
  }

  /// The secrets whose value was sent when they were none, and stands in the mirror still.
  package func sentSecrets() throws(CloudError) -> [String] {
    guard domain.mayHaveSecrets, let state = try remembered() else { return [] }
    return state.base.filter { key, record in
      if state.epoch != nil, marks.secrets.contains(key) { return false }
      guard domain.isSecret(SettingPath(key.text)), let here = domain.value(for: key.text) else {
        return false
      }
      return record.value.isSame(as: here.value)
    }.keys.sorted().map(\.text)
  }

  /// The value that both sides had after the last round; the mirror is not asked.
  package func agreed(_ key: String) throws(CloudError) -> PropertyList? {
    try remembered()?.base[CloudKey(key)]?.value
  }

  /// When the last round ended, in milliseconds since 1970; the mirror is not asked.
  package func lastSync() throws(CloudError) -> Int64? { try remembered()?.lastSync }

  /// Where the domain and its mirror stand; what is known here, when the mirror cannot be asked.
  public func status(by deadline: CloudDeadline = .seconds(10)) throws(CloudError) -> CloudStatus {
    var status = CloudStatus(mirror: mirror.place, account: address.account)
    let state = try remembered()
    status.last = state?.lastSync
    status.recentConflicts = state?.lastConflicts ?? []
    do {
      let meeting = try meet(SyncOptions(policy: .ask), by: deadline)
      status.rows = meeting.rows
      status.isSealed = meeting.isSealed
      status.warnings = meeting.warnings
      status.revision = meeting.snapshot.revision.text
      // A round that was killed before it could tell has decided these all the same.
      let open = Set(meeting.rows.filter { $0.state == .conflict }.map(\.name))
      let untold = meeting.state.conflicts.filter { !open.contains($0.name) }
      if !untold.isEmpty { status.recentConflicts = untold }
    } catch {
      guard [.unreachable, .refused].contains(error.kind) else { throw error }
      status.trouble = error.message
      status.rows = try pendingRows()
    }
    return status
  }
}

/// One of the devices that take part in a mirror.
package struct CloudMember: Sendable {
  package let device: CloudDevice
  /// What its user calls it.
  package var name: String?
  /// When it was last heard of, in milliseconds since 1970.
  package var seen: Int64
  package var isThis: Bool
}

extension CloudSync {
  /// The devices that the mirror waits for.
  package func devices(by deadline: CloudDeadline = .seconds(10)) throws(CloudError)
    -> [CloudMember]
  {
    let own = try ownName()
    let standing = try sealing.standing(by: deadline, notes: folder.isCallers)
    let document = try mirror.pull(address.sealed(with: standing.key), by: deadline).document
    return (document?.devices ?? [:]).filter { !$0.value.isRetired }
      .map { CloudMember(device: $0, name: $1.name, seen: $1.time, isThis: $0 == own) }
  }

  /// Says in the mirror that nobody waits for a device any more: what it had sent stays, and when
  /// it comes back, it joins as a new one.
  package func forget(
    _ device: CloudDevice, by deadline: CloudDeadline = .seconds(10)
  ) throws(CloudError) {
    var order = SyncOptions(takes: false)
    order.forgets = device
    _ = try runUntold(order, by: deadline)
  }
}
