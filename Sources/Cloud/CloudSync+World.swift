import SetteeFiles
import SetteePropertyLists
import SetteeStorage

extension CloudSync {
  /// The name under which this device writes to the mirror.
  func ownName() throws(CloudError) -> CloudDevice {
    if let state = try remembered() { return state.device }
    return try folder.device(keeps: folder.isCallers)
  }

  /// What is remembered of the mirror that was met last at this place.
  func remembered() throws(CloudError) -> SyncState? {
    try folder.state(at: sealing.place, address.account)
  }

  /// The user's own values of the keys that go to the cloud, and what is known about them;
  /// `sealedKeys` are those of a sealed mirror, or of what was agreed with it.
  func read(sealedKeys: Set<CloudKey>?) throws(CloudError) -> LocalState {
    let user = try CloudError.telling(.local) { try domain.values(in: .user) }
    let isSent = isSent(sealedKeys)
    var values: [CloudKey: PropertyList] = [:]
    values.reserveCapacity(user.count)
    for entry in user.entries {
      let key = CloudKey(entry.key)
      if isSent(key) { values[key] = entry.value }
    }
    let log = try folder.edits()
    return LocalState(
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
      return !managed.contains { $0.values.value(at: SettingPath(key.text)) != nil }
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
}

/// The live world of a round: a domain, its state folder and its mirror.
final class LiveSyncEnvironment: SyncEnvironment {
  private let sync: CloudSync
  private let deadline: CloudDeadline
  private let makes: Bool
  /// Where the documents stand, as the last pull found them.
  private(set) var address: CloudAddress
  private var standing = SealedAccount.Standing(found: [])
  /// The keys that a sealed mirror has; nil in clear.
  private var sealedKeys: Set<CloudKey>?

  /// Who only looks `makes` no files.
  init(_ sync: CloudSync, by deadline: CloudDeadline, makes: Bool) {
    (self.sync, self.deadline, self.makes) = (sync, deadline, makes)
    address = sync.address
  }

  var now: Int64 { CurrentProcess.milliseconds }
  var keepsMark: Bool { sync.mirror.keepsMark }
  var place: String { sync.mirror.place }
  var name: String? { sync.name }
  var epoch: String? { address.key?.epoch.id }
  var wentBack: Bool { standing.wentBack }

  func random() -> UInt64 { .random(in: 1 ... .max) }

  func load(_ mirrors: [String]) throws(CloudError) -> SyncState? {
    // Of a mirror with two ids the state of either goes on: its views are all there.
    let remembered = try sync.remembered()
    if let remembered, mirrors.isEmpty || mirrors.contains(remembered.mirror) { return remembered }
    for id in mirrors {
      if let state = try sync.folder.state(id, address.account) { return state }
    }
    let drawn = CloudDevice(random: random())
    // Two mirrors at one place may become one, in which no two writes may bear one name.
    let isNamed = remembered?.isNew ?? true
    return SyncState(
      mirror: mirrors.first ?? drawn.id, account: address.account,
      device: isNamed ? try sync.folder.device(keeps: makes) : drawn)
  }

  func save(_ state: SyncState, isSolid: Bool) throws(CloudError) {
    let place = sync.sealing.place
    try sync.folder.save(state, isSolid: isSolid)
    var places = try sync.folder.places()
    var account = places.account ?? state.account
    // Whoever is stopped from here on leaves values that are nobody's: they are asked about again.
    if account != state.account, !state.taking.isEmpty || !state.dropping.isEmpty { account = "" }
    guard places.mirrors[place] != state.mirror || places.account != account else { return }
    places.mirrors[place] = state.mirror
    places.account = account
    try sync.folder.save(places)
  }

  func advance(to clock: CloudClock) throws(CloudError) { try sync.folder.advance(to: clock) }

  func read() throws(CloudError) -> LocalState { try sync.read(sealedKeys: sealedKeys) }

  func commit(
    _ takes: [CloudKey: CloudRecord?], over here: LocalState
  ) throws(CloudError) -> Set<CloudKey> {
    var taken: Set<CloudKey> = []
    try CloudError.telling(.local) {
      try sync.domain.transaction(source: .cloud) { transaction in
        let free = takes.filter { key, _ in
          transaction.values[key.text].isSame(as: here.values[key])
        }
        for (key, record) in free { transaction[SettingPath(key.text)] = record?.value }
        taken = Set(free.keys)
        try sync.folder.noteTaken(free.compactMapValues { $0 })
      }
    }
    return taken
  }

  /// Finds out what the account is sealed with, and pulls from there.
  func pull() throws(CloudError) -> CloudSnapshot {
    standing = try sync.sealing.standing(by: deadline, notes: makes)
    address = address.sealed(with: standing.key)
    let snapshot = try sync.mirror.pull(address, by: deadline)
    sealedKeys = standing.key.map { _ in Set(snapshot.document?.records.map(\.key) ?? []) }
    return snapshot
  }

  /// Pushes to where the pull was, after the seal that a mirror has lost was put back; and takes
  /// away what this device had there under an earlier key, or in clear.
  func push(
    _ document: CloudDocument, from device: CloudDevice, expecting revision: CloudRevision
  ) throws(CloudError) -> CloudRevision? {
    let mirror = sync.mirror
    if standing.wentBack, let seal = standing.seal {
      let stands = try mirror.publish(
        seal, of: address.account, over: standing.found, by: deadline)
      guard stands else { return nil }
    }
    let taken = try mirror.push(
      document, to: address, from: device, expecting: revision, by: deadline)
    guard taken != nil, let key = address.key else { return taken }
    // Without it, an older Settee would write unencrypted documents; the next push tries it again.
    try? mirror.bar(address.account, true)
    for former in [nil] + (try sync.sealing.former(than: key)) {
      _ = try mirror.remove(
        address.sealed(with: former), containedIn: document, of: device, by: deadline)
    }
    return taken
  }
}
