import SetteeFiles
import SetteeValues
import SetteeStorage

extension CloudSync {
  /// Returns the ID that this device uses to write to the mirror.
  package func ownName() throws -> CloudDevice {
    if let state = try savedState() { return state.device }
    return try folder.device(saves: folder.isCallers)
  }

  /// Returns the saved sync state of the mirror that was last used at this address.
  func savedState() throws -> SyncState? {
    try folder.state(at: sealing.place, address.account)
  }

  /// Reads the user's values of all synced keys and the log of edits on this device.
  ///
  /// The `sealedKeys` argument contains the keys in an encrypted mirror, or in the base that was
  /// last synced with it.
  func read(sealedKeys: Set<Key>?) throws -> LocalState {
    let user = try CloudError.rethrowing(as: .local) { try domain.values(in: .user) }
    let isSent = isSent(sealedKeys)
    var values: [Key: PropertyList] = [:]
    values.reserveCapacity(user.count)
    for entry in user.entries {
      let key = Key(entry.key)
      if isSent(key) { values[key] = entry.value }
    }
    let log = try folder.edits()
    return LocalState(
      values: values, isMirrored: isSent, isLost: isFileLost,
      edits: log.edits, restored: try restored(values, log),
      accepts: { [accepts] key, value in accepts(key.text, value) })
  }

  /// Returns a predicate that determines which keys of the domain are synced.
  ///
  /// A managed key is neither sent nor received. A secret is synced only with an encrypted mirror,
  /// and only if the user has allowed this on this device or the secret is already in the mirror.
  private func isSent(_ sealedKeys: Set<Key>?) -> @Sendable (Key) -> Bool {
    var secrets: Set<Key> = []
    if let sealedKeys, !marks.secrets.isEmpty {
      secrets = folder.allowsSecrets ? marks.secrets : marks.secrets.intersection(sealedKeys)
    }
    let managed = domain.layers.prefix { $0.origin == .managed }.filter { !$0.values.isEmpty }
    return { [marks, sentRule = marks.sentRule, secrets] key in
      guard marks.rules[key] == sentRule || secrets.contains(key) else { return false }
      return !managed.contains { $0.values.value(at: SettingPath(key.text)) != nil }
    }
  }

  private var isFileLost: Bool {
    guard let locations = domain.locations else { return false }
    let path = "\(locations.configuration)/\(domain.name.text).plist"
    let status = try? folder.fileSystem.existing(path)
    return (status?.size ?? 0) == 0
  }

  /// Allows the sync to send the app's secrets to an encrypted mirror.
  package func allowSecrets() throws { try folder.allowSecrets() }

  /// Returns the values on this device that were restored from a backup of the settings file.
  ///
  /// Before the settings file is repaired, all of its values count as restored.
  private func restored(
    _ values: [Key: PropertyList], _ log: CloudEdits
  ) throws -> [Key: SyncEdit] {
    guard domain.standsOnGoodCopy else { return log.restored }
    let unnoted = CloudStamp(time: 0, count: 0, device: try folder.device(saves: false))
    return values.mapValues { SyncEdit(value: Fingerprint(of: $0), stamp: unnoted) }
  }
}

/// The environment of an actual sync, which consists of a domain, its state folder, and its mirror.
final class LiveSyncEnvironment: SyncEnvironment {
  private let sync: CloudSync
  private let deadline: CloudDeadline
  private let createsFiles: Bool
  /// The address of the documents in the mirror at the time of the last pull.
  private(set) var address: CloudAddress
  private var encryption = SealedAccount.Encryption(found: [])
  /// The keys in an encrypted mirror, or `nil` if the mirror is unencrypted.
  private var sealedKeys: Set<Key>?

  /// Creates the environment in which a sync reads and writes data.
  ///
  /// If `createsFiles` is `false`, the sync doesn't create any files on this device.
  init(_ sync: CloudSync, by deadline: CloudDeadline, createsFiles: Bool) {
    (self.sync, self.deadline, self.createsFiles) = (sync, deadline, createsFiles)
    address = sync.address
  }

  var now: Int64 { CurrentProcess.milliseconds }
  var keepsMarker: Bool { sync.mirror.keepsMarker }
  var place: String { sync.mirror.place }
  var name: String? { sync.name }
  var epoch: String? { address.key?.epoch.id }
  var isRolledBack: Bool { encryption.isRolledBack }

  func random() -> UInt64 { .random(in: 1 ... .max) }

  func load(_ mirrors: [String]) throws -> SyncState? {
    // A mirror with two IDs contains the files of both, so the sync can continue from the state of
    // either ID.
    let savedState = try sync.savedState()
    if let savedState, mirrors.isEmpty || mirrors.contains(savedState.mirror) { return savedState }
    for id in mirrors {
      if let state = try sync.folder.state(id, address.account) { return state }
    }
    let drawn = CloudDevice(random: random())
    // Two mirrors at the same address can be merged later, so don't use the same device ID for
    // both.
    let isNamed = savedState?.isNew ?? true
    return SyncState(
      mirror: mirrors.first ?? drawn.id, account: address.account,
      device: isNamed ? try sync.folder.device(saves: createsFiles) : drawn)
  }

  func save(_ state: SyncState, isSolid: Bool) throws {
    let place = sync.sealing.place
    try sync.folder.save(state, isSolid: isSolid)
    var (mirrors, savedAccount) = try sync.folder.places()
    var account = savedAccount ?? state.account
    // Clear the saved account before the sync changes any values. If the process is killed during
    // the sync, the next sync asks the user which account the values belong to.
    if account != state.account, !state.incoming.isEmpty || !state.removing.isEmpty { account = "" }
    guard mirrors[place] != state.mirror || savedAccount != account else { return }
    mirrors[place] = state.mirror
    try sync.folder.savePlaces(mirrors, account: account)
  }

  func advance(to clock: CloudClock) throws { try sync.folder.advance(to: clock) }

  func read() throws -> LocalState { try sync.read(sealedKeys: sealedKeys) }

  func commit(
    _ takes: [Key: CloudRecord?], over here: LocalState
  ) throws -> Set<Key> {
    var taken: Set<Key> = []
    try CloudError.rethrowing(as: .local) {
      try sync.domain.transaction(source: .cloud) { transaction in
        let free = takes.filter { key, _ in
          transaction.values[key.text].isSame(as: here.values[key])
        }
        for (key, record) in free { transaction[SettingPath(key.text)] = record?.value }
        taken = Set(free.keys)
        try sync.folder.logIncoming(free.compactMapValues { $0 })
      }
    }
    return taken
  }

  /// Determines how the account is encrypted and pulls from the corresponding address in the
  /// mirror.
  func pull() throws -> CloudSnapshot {
    encryption = try sync.sealing.encryption(by: deadline, savesSeal: createsFiles)
    address = address.sealed(with: encryption.key)
    let snapshot = try sync.mirror.pull(address, by: deadline)
    sealedKeys = encryption.key.map { _ in Set(snapshot.document?.records.map(\.key) ?? []) }
    return snapshot
  }

  /// Pushes a document to the address of the last pull.
  ///
  /// If the mirror has lost its seal, this method restores the seal first. After the push, it
  /// removes this device's documents that are unencrypted or that were encrypted with an earlier
  /// key.
  func push(
    _ document: CloudDocument, from device: CloudDevice, expecting revision: String
  ) throws -> String? {
    let mirror = sync.mirror
    if encryption.isRolledBack, let seal = encryption.seal {
      let stands = try mirror.publish(
        seal, of: address.account, over: encryption.found, by: deadline)
      guard stands else { return nil }
    }
    let taken = try mirror.push(
      document, to: address, from: device, expecting: revision, by: deadline)
    guard taken != nil, let key = address.key else { return taken }
    // Without this block, older versions of Settee would write unencrypted documents. If blocking
    // fails, the next push tries again.
    try? mirror.setBlocked(address.account, true)
    for former in [nil] + (try sync.sealing.former(than: key)) {
      _ = try mirror.remove(
        address.sealed(with: former), containedIn: document, of: device, by: deadline)
    }
    return taken
  }
}
