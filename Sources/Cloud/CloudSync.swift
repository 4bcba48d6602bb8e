import SetteeFiles
package import SetteePropertyLists
public import SetteeStorage

/// One domain and its mirror: pushes, pulls, and says what waits.
///
/// All calls that ask the mirror block until their deadline: an app makes them on a thread that may
/// wait, or lets ``follow(_:)`` do it.
public final class CloudSync: Sendable {
  package let domain: Domain
  package let mirror: any MirrorBackend
  let address: CloudAddress
  package let marks: CloudMarks
  let folder: CloudStateFolder
  private let name: String?
  private let accepts: @Sendable (String, PropertyList) -> Bool

  /// Joins a domain to a mirror; nothing is asked or sent yet.
  ///
  /// The device remembers in `locations` what was agreed, tells the others its `name`, and takes no
  /// value that `accepts` refuses.
  package init(
    _ domain: Domain, mirror: any MirrorBackend, account: String, marks: CloudMarks,
    locations: Locations, name: String? = nil,
    accepts: @escaping @Sendable (String, PropertyList) -> Bool = { _, _ in true }
  ) throws(CloudError) {
    (self.name, self.accepts) = (name, accepts)
    self.domain = domain
    self.mirror = mirror
    self.marks = marks
    address = try CloudAddress(account: account, domain: domain.name.text)
    folder = CloudStateFolder(domain.name, locations)
  }

  /// Joins a domain to a mirror, for a program without a `Store`; nothing is asked or sent yet.
  ///
  /// - Parameters:
  ///   - domain: The domain.
  ///   - mirror: The mirror.
  ///   - account: Whose settings.
  ///   - keys: What goes to the cloud; a secret never does.
  /// - Throws: When the account or the domain is no plain name, or there is no folder to remember in.
  public convenience init(
    _ domain: Domain, mirror: CloudMirror, account: String = "default", keys: [String]
  ) throws(CloudError) {
    var marks = CloudMarks()
    for key in keys { marks.add(domain.isSecret(LeafPath(key)) ? .never : .user, for: key) }
    try self.init(
      domain, mirror: mirror.backend, account: account, marks: marks,
      locations: Self.locations(of: domain))
  }

  /// Where a domain's user has files, also when the domain itself is in none of them.
  package static func locations(of domain: Domain) throws(CloudError) -> Locations {
    if let locations = domain.locations { return locations }
    do throws(DomainError) {
      return try Locations()
    } catch {
      throw CloudError(.local, error.message)
    }
  }

  // MARK: Acting

  /// Writes what is in memory to the disk, then sends what differs from the last synced state.
  ///
  /// - Throws: Why nothing was sent.
  @discardableResult
  public func push(
    _ policy: CloudPolicy = .newest, by deadline: CloudDeadline = .seconds(10)
  ) throws(CloudError) -> CloudReport {
    try run(CloudOrder(takes: false, policy: policy, leavesMissing: true), by: deadline)
  }

  /// Takes what others have changed.
  ///
  /// - Throws: Why nothing was taken.
  @discardableResult
  public func pull(
    _ policy: CloudPolicy = .newest, by deadline: CloudDeadline = .seconds(10)
  ) throws(CloudError) -> CloudReport {
    try run(CloudOrder(sends: false, policy: policy, leavesMissing: true), by: deadline)
  }

  /// Does what an order says.
  ///
  /// - Throws: Why it could not be done.
  public func run(
    _ order: CloudOrder, by deadline: CloudDeadline = .seconds(10)
  ) throws(CloudError) -> CloudReport {
    let report = try runUntold(order, by: deadline)
    if !order.isDryRun { told(report.conflicts) }
    return report
  }

  /// The same; what it decided is reported again by each round until it was ``told(_:)``.
  package func runUntold(
    _ order: CloudOrder, by deadline: CloudDeadline = .seconds(10)
  ) throws(CloudError) -> CloudReport {
    try flush(mends: !order.isDryRun)
    let makes = !order.isDryRun || folder.isCallers
    return try folder.locked(by: deadline, makes: makes) { () throws(CloudError) in
      let replaces = try checkAccount(order)
      let round = SyncRound(
        world: world(by: deadline, makes: makes), account: address.account, order: order,
        replaces: replaces)
      guard replaces, !order.isDryRun else { return try round.run() }
      if try folder.places().account == nil { try folder.note(account: "") }
      let report = try round.run()
      if !report.isStopped { try folder.note(account: address.account) }
      return report
    }
  }

  /// Somebody has been shown these conflicts; where that cannot be noted, they are shown once more.
  package func told(_ conflicts: [CloudRow]) {
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
    do {
      try domain.flush()
      try domain.reload()
      if mends { try domain.mend() }
    } catch {
      throw CloudError(.local, error.message)
    }
  }

  /// Another account's values never mix with this one's: the user has to say that his go.
  ///
  /// - Returns: Whether the values here are to be replaced.
  private func checkAccount(_ order: CloudOrder) throws(CloudError) -> Bool {
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
  ///
  /// - Throws: Why the state could not be read.
  public func pending() throws(CloudError) -> [String] {
    try pendingRows().map(\.key)
  }

  private func pendingRows() throws(CloudError) -> [CloudRow] {
    let here = try read()
    guard var state = try remembered() else { return Self.rows(of: here.values.keys, here) }
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

  private static func rows(of keys: some Sequence<CloudKey>, _ here: SyncHere) -> [CloudRow] {
    keys.sorted().map {
      CloudRow($0, .pending, here: here.values[$0], cloud: nil, kept: .here)
    }
  }

  /// What a sync would do to each key: the rows of the push dialog.
  ///
  /// - Throws: Why the mirror could not be asked.
  public func preview(
    _ order: CloudOrder = .automatic, by deadline: CloudDeadline = .seconds(10)
  ) throws(CloudError) -> [CloudRow] {
    try meet(order, by: deadline).rows
  }

  private func meet(
    _ order: CloudOrder, by deadline: CloudDeadline
  ) throws(CloudError) -> SyncRound.Meeting {
    var order = order
    order.isDryRun = true
    try flush(mends: false)
    let (asked, makes) = (order, folder.isCallers)
    return try folder.locked(by: deadline, makes: makes) { () throws(CloudError) in
      let world = world(by: deadline, makes: makes)
      return try SyncRound(world: world, account: address.account, order: asked).meet()
    }
  }

  /// The secrets whose value was sent when they were none, and stands in the mirror still.
  package func sentSecrets() throws(CloudError) -> [String] {
    guard let state = try remembered() else { return [] }
    return state.base.filter { key, record in
      guard domain.isSecret(LeafPath(key.text)), let here = domain.value(for: key.text) else {
        return false
      }
      return record.value.isSame(as: here.value)
    }.keys.sorted().map(\.text)
  }

  /// The value that both sides had after the last round, none where there was none; the mirror is
  /// not asked.
  package func agreed(_ key: String) throws(CloudError) -> PropertyList? {
    try remembered()?.base[CloudKey(key)]?.value
  }

  /// When the last round ended, in milliseconds since 1970; the mirror is not asked.
  package func lastSync() throws(CloudError) -> Int64? { try remembered()?.lastSync }

  /// Where the domain and its mirror stand; what is known here, when the mirror cannot be asked.
  ///
  /// - Throws: Why not even that can be said.
  public func status(by deadline: CloudDeadline = .seconds(10)) throws(CloudError) -> CloudStatus {
    var status = CloudStatus(mirror: mirror.place, account: address.account)
    let state = try remembered()
    status.last = state?.lastSync
    status.recentConflicts = state?.lastConflicts ?? []
    do {
      let meeting = try meet(CloudOrder(policy: .ask), by: deadline)
      status.rows = meeting.rows
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

  // MARK: The world

  /// The name under which this device writes to the mirror.
  func ownName() throws(CloudError) -> CloudDevice {
    if let state = try remembered() { return state.device }
    return try folder.device(keeps: folder.isCallers)
  }

  /// What is remembered of a mirror, or of the one that was met last at this place.
  private func remembered(_ mirrorID: String? = nil) throws(CloudError) -> SyncState? {
    let known = try folder.places().mirrors[placeOfAccount]
    guard let id = mirrorID ?? known else { return nil }
    return try folder.state(id, address.account)
  }

  private var placeOfAccount: String { "\(mirror.place) \(address.account)" }

  private func world(by deadline: CloudDeadline, makes: Bool) -> SyncWorld {
    SyncWorld(
      now: { ThisProcess.milliseconds },
      random: { UInt64.random(in: 1 ... .max) },
      keepsMark: mirror.keepsMark, place: mirror.place, name: name,
      load: { (ids) throws(CloudError) in
        // Of a mirror with two ids the state of either goes on: its views are all there.
        let remembered = try self.remembered()
        if let remembered, ids.isEmpty || ids.contains(remembered.mirror) { return remembered }
        for id in ids { if let state = try self.remembered(id) { return state } }
        let random = CloudDevice(random: UInt64.random(in: 1 ... .max))
        // Two mirrors at one place may become one, in which no two writes may bear one name.
        let isNamed = remembered?.isNew ?? true
        return SyncState(
          mirror: ids.first ?? random.id, account: self.address.account,
          device: isNamed ? try self.folder.device(keeps: makes) : random)
      },
      save: { (state, isSolid) throws(CloudError) in try self.save(state, isSolid) },
      advance: { (clock) throws(CloudError) in try self.folder.advance(to: clock) },
      read: { () throws(CloudError) in try self.read() },
      commit: { (takes, here) throws(CloudError) in try self.commit(takes, here) },
      pull: { () throws(CloudError) in try self.mirror.pull(self.address, by: deadline) },
      push: { (document, device, revision) throws(CloudError) in
        try self.mirror.push(
          document, to: self.address, from: device, expecting: revision, by: deadline)
      })
  }

  private func save(_ state: SyncState, _ isSolid: Bool) throws(CloudError) {
    try folder.save(state, isSolid: isSolid)
    var places = try folder.places()
    var account = places.account ?? state.account
    // Whoever is stopped from here on leaves values that are nobody's: they are asked about again.
    if account != state.account, !state.taking.isEmpty || !state.dropping.isEmpty { account = "" }
    guard places.mirrors[placeOfAccount] != state.mirror || places.account != account else {
      return
    }
    places.mirrors[placeOfAccount] = state.mirror
    places.account = account
    try folder.save(places)
  }

  /// The user's own values of the keys that go to the cloud, and what is known about them.
  private func read() throws(CloudError) -> SyncHere {
    let user: PropertyListDictionary
    do {
      user = try domain.values(in: .user)
    } catch {
      throw CloudError(.local, error.message)
    }
    let sent = sentKeys
    var values: [CloudKey: PropertyList] = [:]
    values.reserveCapacity(user.count)
    for entry in user.entries {
      let key = CloudKey(entry.key)
      if sent.contains(key) { values[key] = entry.value }
    }
    let log = try folder.edits()
    return SyncHere(
      values: values, isMirrored: { sent.contains($0) }, isLost: isFileLost,
      edits: log.edits, restored: try restored(values, log),
      accepts: { [accepts] key, value in accepts(key.text, value) })
  }

  /// A managed key is the administrator's: neither sent nor taken.
  private var sentKeys: Set<CloudKey> {
    let managed = domain.layers.prefix { $0.origin == .managed }.filter { !$0.values.isEmpty }
    if managed.isEmpty { return marks.sent }
    return marks.sent.filter { key in
      !managed.contains { $0.values.value(at: LeafPath(key.text)) != nil }
    }
  }

  private var isFileLost: Bool {
    guard let locations = domain.locations else { return false }
    let path = "\(locations.configuration)/\(domain.name.text).plist"
    let status = (try? folder.door.existing(path)) ?? nil
    return (status?.size ?? 0) == 0
  }

  /// What came back with a good copy; while nobody has mended the file, that is all there is.
  private func restored(
    _ values: [CloudKey: PropertyList], _ log: CloudEdits
  ) throws(CloudError) -> [CloudKey: SyncEdit] {
    guard domain.standsOnGoodCopy else { return log.restored }
    let unnoted = CloudStamp(time: 0, count: 0, device: try folder.device(keeps: false))
    return values.mapValues { SyncEdit(value: Fingerprint(of: $0), stamp: unnoted) }
  }

  /// Writes what the cloud has, but never over an edit that came in between.
  private func commit(
    _ takes: [CloudKey: CloudRecord?], _ here: SyncHere
  ) throws(CloudError) -> Set<CloudKey> {
    var taken: Set<CloudKey> = []
    do {
      try domain.transaction(source: .cloud) { transaction in
        let free = takes.filter { key, _ in
          transaction.values[key.text].isSame(as: here.values[key])
        }
        for (key, record) in free { transaction[LeafPath(key.text)] = record?.value }
        taken = Set(free.keys)
        try folder.noteTaken(free.compactMapValues { $0 })
      }
    } catch let error as CloudError {
      throw error
    } catch let error as DomainError {
      throw CloudError(.local, error.message)
    } catch {
      throw CloudError(.local, "\(error)")
    }
    return taken
  }
}

/// One of the devices that take part in a mirror.
package struct CloudMember: Sendable {
  package let device: CloudDevice
  /// What its user calls it.
  package let name: String?
  /// When it was last heard of, in milliseconds since 1970.
  package let seen: Int64
  package let isThis: Bool

  package init(device: CloudDevice, name: String?, seen: Int64, isThis: Bool) {
    (self.device, self.name, self.seen, self.isThis) = (device, name, seen, isThis)
  }
}

extension CloudSync {
  /// The devices that the mirror waits for, the one heard of last first.
  package func devices(by deadline: CloudDeadline = .seconds(10)) throws(CloudError)
    -> [CloudMember]
  {
    let own = try ownName()
    let found = try mirror.pull(address, by: deadline).document?.devices ?? [:]
    return found.filter { !$0.value.isRetired }
      .map { CloudMember(device: $0, name: $1.name, seen: $1.time, isThis: $0 == own) }
      .sorted { ($1.seen, $0.device) < ($0.seen, $1.device) }
  }

  /// Says in the mirror that nobody waits for a device any more; what it had sent stays.
  ///
  /// When it comes back, it joins as a new one.
  package func forget(
    _ device: CloudDevice, by deadline: CloudDeadline = .seconds(10)
  ) throws(CloudError) {
    var order = CloudOrder(takes: false)
    order.forgets = device
    _ = try runUntold(order, by: deadline)
  }
}
