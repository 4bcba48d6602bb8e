/// One domain and its mirror: pushes, pulls, and says what waits.
///
/// All calls that ask the mirror block until their deadline: an app makes them on a thread that may
/// wait, or lets ``follow(_:)`` do it.
public final class CloudSync: Sendable {
  /// The domain.
  public let domain: Domain
  /// The mirror.
  public let mirror: any CloudMirror
  /// Whose settings.
  public let address: CloudAddress
  /// What goes to the cloud.
  public let marks: CloudMarks
  let shelf: CloudShelf
  private let name: String?
  private let accepts: @Sendable (String, PropertyList) -> Bool

  /// Joins a domain to a mirror; nothing is asked or sent yet.
  ///
  /// - Parameters:
  ///   - domain: The domain.
  ///   - mirror: The mirror.
  ///   - account: Whose settings.
  ///   - marks: What goes to the cloud.
  ///   - locations: Where the device remembers what was agreed.
  ///   - name: What the user calls this device; the others are told.
  ///   - accepts: Whether a key may have a value; what is not accepted is never taken.
  /// - Throws: When the account or the domain is no plain name.
  public init(
    _ domain: Domain, mirror: any CloudMirror, account: String, marks: CloudMarks,
    locations: Locations, name: String? = nil,
    accepts: @escaping @Sendable (String, PropertyList) -> Bool = { _, _ in true }
  ) throws(CloudError) {
    (self.name, self.accepts) = (name, accepts)
    self.domain = domain
    self.mirror = mirror
    self.marks = marks
    address = try CloudAddress(account: account, domain: domain.name.text)
    shelf = CloudShelf(domain.name, locations)
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
    try flush(mends: !order.isDryRun)
    let makes = !order.isDryRun || shelf.isCallers
    return try shelf.locked(by: deadline, makes: makes) { () throws(CloudError) in
      let replaces = try checkAccount(order)
      let round = SyncRound(
        world(by: deadline, makes: makes), account: address.account, order: order,
        replaces: replaces)
      guard replaces, !order.isDryRun else { return try round.run() }
      if try shelf.places().account == nil { try shelf.note(account: "") }
      let report = try round.run()
      if !report.isStopped { try shelf.note(account: address.account) }
      return report
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
    let last = try shelf.places().account
    // Without the list of places, only what is remembered of accounts tells whose values stand here.
    let isSame = last.map { $0 == address.account }
    if isSame ?? shelf.accounts.isSubset(of: [address.account]) { return false }
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
  public func pending() throws(CloudError) -> [CloudKey] {
    let here = try read()
    guard var state = try remembered(nil) else { return here.values.keys.sorted() }
    state.holdRestored(here)
    let changed = here.values.filter { key, value in
      !(state.base[key]?.value).isSame(as: value) && state.held[key] != Fingerprint(of: value)
    }
    let deleted = state.base.filter { key, record in
      !record.isTombstone && here.values[key] == nil && here.isMirrored(key)
        && state.deleteStamp(of: key, here) != nil
    }
    return Set(changed.keys).union(deleted.keys).sorted()
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
    let (asked, makes) = (order, shelf.isCallers)
    return try shelf.locked(by: deadline, makes: makes) { () throws(CloudError) in
      try SyncRound(world(by: deadline, makes: makes), account: address.account, order: asked)
        .meet()
    }
  }

  /// The secrets whose value was sent when they were none, and stands in the mirror still.
  ///
  /// - Throws: Why the state could not be read.
  public func sentSecrets() throws(CloudError) -> [CloudKey] {
    guard let state = try remembered(nil) else { return [] }
    return state.base.filter { key, record in
      guard domain.isSecret(LeafPath(key.text)), let here = domain.value(for: key.text) else {
        return false
      }
      return record.value.isSame(as: here.value)
    }.keys.sorted()
  }

  /// When the last round ended, in milliseconds since 1970; the mirror is not asked.
  ///
  /// - Throws: Why the state could not be read.
  public func lastSync() throws(CloudError) -> Int64? { try remembered(nil)?.lastSync }

  /// Where the domain and its mirror stand; what is known here, when the mirror cannot be asked.
  ///
  /// - Throws: Why not even that can be said.
  public func status(by deadline: CloudDeadline = .seconds(10)) throws(CloudError) -> CloudStatus {
    var status = CloudStatus(mirror: mirror.place, account: address.account)
    let state = try remembered(nil)
    status.last = state?.lastSync
    status.recentConflicts = state?.lastConflicts ?? []
    do {
      let meeting = try meet(CloudOrder(policy: .ask), by: deadline)
      for row in meeting.rows { status.add(row) }
      status.revision = meeting.snapshot.revision
      status.isReachable = true
    } catch {
      guard error.exitCode == 7 else { throw error }
      status.trouble = error.message
      status.pending = try pending()
    }
    return status
  }

  // MARK: The world

  /// The name under which this device writes to the mirror.
  func ownName() throws(CloudError) -> CloudDevice {
    if let state = try remembered(nil) { return state.device }
    return try shelf.device(keeps: shelf.isCallers)
  }

  private func remembered(
    _ mirrorID: String?, found: (CloudWrite, CloudDocument) -> Void = { _, _ in }
  ) throws(CloudError) -> SyncState? {
    let known = try shelf.places().mirrors[placeOfAccount]
    guard let id = mirrorID ?? known else { return nil }
    return try shelf.state(id, address.account, found: found)
  }

  private var placeOfAccount: String { "\(mirror.place) \(address.account)" }

  private func world(by deadline: CloudDeadline, makes: Bool) -> SyncWorld {
    // What is read to say what is known already is not read twice.
    var remembered: SyncState?
    return SyncWorld(
      now: { ThisProcess.milliseconds },
      random: { UInt64.random(in: 1 ... .max) },
      keepsMark: mirror.keepsMark, place: mirror.place, name: name,
      load: { (ids) throws(CloudError) in
        // Of a mirror with two ids the state of either goes on: its views are all there.
        if let state = remembered, ids.isEmpty || ids.contains(state.mirror) { return state }
        for id in ids { if let state = try self.remembered(id) { return state } }
        let random = CloudDevice(random: UInt64.random(in: 1 ... .max))
        // Two mirrors at one place may become one, in which no two writes may bear one name.
        let isNamed = remembered?.isNew ?? true
        return SyncState(
          mirror: ids.first ?? random.id, account: self.address.account,
          device: isNamed ? try self.shelf.device(keeps: makes) : random)
      },
      save: { (state, isSolid) throws(CloudError) in try self.save(state, isSolid) },
      advance: { (clock) throws(CloudError) in try self.shelf.advance(to: clock) },
      land: { (state, landing) throws(CloudError) in try self.shelf.save(landing, beside: state) },
      read: { () throws(CloudError) in try self.read() },
      commit: { (takes, here) throws(CloudError) in try self.commit(takes, here) },
      pull: { () throws(CloudError) in
        let (state, snapshot) = try self.pull(by: deadline)
        remembered = state
        return snapshot
      },
      push: { (document, device, revision) throws(CloudError) in
        try self.mirror.push(
          document, to: self.address, from: device, expecting: revision, by: deadline)
      })
  }

  /// What was pulled is most often what was pushed last, and stands on the disk.
  private func pull(
    by deadline: CloudDeadline
  ) throws(CloudError) -> (SyncState?, CloudSnapshot) {
    var documents: [CloudWrite: CloudDocument] = [:]
    let state = try remembered(nil) { documents[$0] = $1 }
    guard let state, let write = state.written, let revision = state.revision,
      let document = documents[write]
    else { return (state, try mirror.pull(address, by: deadline)) }
    let known = CloudKnown(document: document, revision: revision)
    return (state, try mirror.pull(address, knowing: known, by: deadline))
  }

  private func save(_ state: SyncState, _ isSolid: Bool) throws(CloudError) {
    try shelf.save(state, isSolid: isSolid)
    var places = try shelf.places()
    var account = places.account ?? state.account
    // Whoever is stopped from here on leaves values that are nobody's: they are asked about again.
    if account != state.account, !state.taking.isEmpty || !state.dropping.isEmpty { account = "" }
    guard places.mirrors[placeOfAccount] != state.mirror || places.account != account else {
      return
    }
    places.mirrors[placeOfAccount] = state.mirror
    places.account = account
    try shelf.save(places)
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
    user.entries.lendEach { entry in
      let key = CloudKey(entry.key)
      if sent.contains(key) { values[key] = entry.value }
    }
    let log = try shelf.edits()
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
    let status = (try? shelf.door.existing(path)) ?? nil
    return (status?.size ?? 0) == 0
  }

  /// What came back with a good copy; while nobody has mended the file, that is all there is.
  private func restored(
    _ values: [CloudKey: PropertyList], _ log: CloudEdits
  ) throws(CloudError) -> [CloudKey: SyncEdit] {
    guard domain.standsOnGoodCopy else { return log.restored }
    let unnoted = CloudStamp(time: 0, count: 0, device: try shelf.device(keeps: false))
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
        try shelf.noteTaken(free.compactMapValues { $0 })
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
