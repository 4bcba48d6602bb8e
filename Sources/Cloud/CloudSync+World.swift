import SetteeFiles
import SetteePropertyLists
import SetteeStorage

/// Where the documents of a round stand, as its last pull found them.
final class SyncRoute {
  var address: CloudAddress
  var standing = SealedAccount.Standing(found: [])
  /// The keys that a sealed mirror has; nil in clear.
  var sealedKeys: Set<CloudKey>?

  init(_ address: CloudAddress) { self.address = address }
}

extension CloudSync {
  /// The name under which this device writes to the mirror.
  func ownName() throws(CloudError) -> CloudDevice {
    if let state = try remembered() { return state.device }
    return try folder.device(keeps: folder.isCallers)
  }

  /// What is remembered of a mirror, or of the one that was met last at this place.
  func remembered(_ mirrorID: String? = nil) throws(CloudError) -> SyncState? {
    if let mirrorID { return try folder.state(mirrorID, address.account) }
    return try folder.state(at: sealing.place, address.account)
  }

  func world(_ route: SyncRoute, by deadline: CloudDeadline, makes: Bool) -> SyncWorld {
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
      read: { () throws(CloudError) in try self.read(sealedKeys: route.sealedKeys) },
      commit: { (takes, here) throws(CloudError) in try self.commit(takes, here) },
      pull: { () throws(CloudError) in try self.pull(route, notes: makes, by: deadline) },
      push: { (document, device, revision) throws(CloudError) in
        try self.push(document, device, revision, route, by: deadline)
      },
      epoch: { route.address.key?.epoch.id },
      wentBack: { route.standing.wentBack })
  }

  /// Finds out what the account is sealed with, and pulls from there.
  private func pull(
    _ route: SyncRoute, notes: Bool, by deadline: CloudDeadline
  ) throws(CloudError) -> CloudSnapshot {
    route.standing = try sealing.standing(by: deadline, notes: notes)
    route.address = address.sealed(with: route.standing.key)
    let snapshot = try mirror.pull(route.address, by: deadline)
    let keys = Set(snapshot.document?.records.map(\.key) ?? [])
    route.sealedKeys = route.standing.key == nil ? nil : keys
    return snapshot
  }

  /// Pushes to where the pull was, after the seal that a mirror has lost was put back; and takes away
  /// what this device had there under an earlier key, or in clear.
  private func push(
    _ document: CloudDocument, _ device: CloudDevice, _ revision: CloudRevision,
    _ route: SyncRoute, by deadline: CloudDeadline
  ) throws(CloudError) -> CloudRevision? {
    if route.standing.wentBack, let seal = route.standing.seal {
      guard
        try mirror.publish(
          seal, of: address.account, over: route.standing.found, by: deadline)
      else { return nil }
    }
    let taken = try mirror.push(
      document, to: route.address, from: device, expecting: revision, by: deadline)
    guard taken != nil, let key = route.address.key else { return taken }
    for former in [nil] + (try sealing.former(than: key)) {
      _ = try mirror.remove(
        address.sealed(with: former), containedIn: document, of: device, by: deadline)
    }
    return taken
  }

  private func save(_ state: SyncState, _ isSolid: Bool) throws(CloudError) {
    try folder.save(state, isSolid: isSolid)
    var places = try folder.places()
    var account = places.account ?? state.account
    // Whoever is stopped from here on leaves values that are nobody's: they are asked about again.
    if account != state.account, !state.taking.isEmpty || !state.dropping.isEmpty { account = "" }
    guard places.mirrors[sealing.place] != state.mirror || places.account != account else {
      return
    }
    places.mirrors[sealing.place] = state.mirror
    places.account = account
    try folder.save(places)
  }

  /// The user's own values of the keys that go to the cloud, and what is known about them.
  ///
  /// `sealedKeys` has the keys of a sealed mirror, or of what was agreed with it.
  func read(sealedKeys: Set<CloudKey>?) throws(CloudError) -> SyncHere {
    let user: PropertyListDictionary
    do {
      user = try domain.values(in: .user)
    } catch {
      throw CloudError(.local, error.message)
    }
    let isSent = isSent(sealedKeys)
    var values: [CloudKey: PropertyList] = [:]
    values.reserveCapacity(user.count)
    for entry in user.entries {
      let key = CloudKey(entry.key)
      if isSent(key) { values[key] = entry.value }
    }
    let log = try folder.edits()
    return SyncHere(
      values: values, isMirrored: isSent, isLost: isFileLost,
      edits: log.edits, restored: try restored(values, log),
      accepts: { [accepts] key, value in accepts(key.text, value) })
  }

  /// Which keys go to the cloud; a managed one is the administrator's: neither sent nor taken.
  ///
  /// A secret goes to a sealed mirror alone, when its user has allowed that here, or on the device from
  /// which it came there.
  private func isSent(_ sealedKeys: Set<CloudKey>?) -> @Sendable (CloudKey) -> Bool {
    var secrets: Set<CloudKey> = []
    if let sealedKeys, !marks.secrets.isEmpty {
      secrets = folder.allowsSecrets ? marks.secrets : marks.secrets.intersection(sealedKeys)
    }
    let managed = domain.layers.prefix { $0.origin == .managed }.filter { !$0.values.isEmpty }
    return { [marks, mark = marks.sentMark, secrets] key in
      guard marks.marks[key] == mark || secrets.contains(key) else { return false }
      return !managed.contains { $0.values.value(at: LeafPath(key.text)) != nil }
    }
  }

  private var isFileLost: Bool {
    guard let locations = domain.locations else { return false }
    let path = "\(locations.configuration)/\(domain.name.text).plist"
    let status = try? folder.door.existing(path)
    return (status?.size ?? 0) == 0
  }

  /// Lets the app's secrets go to a sealed mirror, from now on.
  package func allowSecrets() throws(CloudError) { try folder.allowSecrets() }

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
