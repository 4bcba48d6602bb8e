import SetteeFiles
import SetteeValues
import SetteeStorage

/// The files that store the sync state of a domain on a device.
///
/// ```
/// STATE/device                            this device's random ID
/// STATE/DOMAIN/marks.plist                the sync rules, as saved by a program
/// STATE/DOMAIN/cloud/edits                when each key was set or deleted through Settee
/// STATE/DOMAIN/cloud/clock                a lower bound for the stamps of later edits
/// STATE/DOMAIN/cloud/places.plist         the mirror ID of each address, and the last account
/// STATE/DOMAIN/cloud/MIRROR-ACCOUNT.plist a sync state
/// STATE/DOMAIN/cloud/secrets              if it exists, an encrypted mirror may have secrets
/// STATE/DOMAIN/cloud/lock                 locked before the domain's file
/// ```
struct CloudStateFolder {
  let domain: DomainName
  let locations: SettingsDirectories
  let fileSystem = FileSystem.live

  init(_ domain: DomainName, _ locations: SettingsDirectories) {
    (self.domain, self.locations) = (domain, locations)
  }

  var path: String { "\(locations.state)/\(domain.text)/cloud" }

  /// A Boolean value that indicates whether this domain has ever been synced.
  ///
  /// Settee doesn't log the edits of a domain that was never synced.
  var isInUse: Bool {
    if let memory { return !memory.names(in: path).isEmpty }
    return (try? fileSystem.existing(path))?.kind == .directory
  }

  /// The in-memory files of the sync state, or `nil` if the state folder is on disk.
  private var memory: MemoryFiles? { locations.memory }

  private func file(_ name: String) -> CloudFile { CloudFile("\(path)/\(name)", in: locations) }

  /// The names of the files in the state folder.
  private var names: [String] { memory?.names(in: path) ?? (try? fileSystem.list(path)) ?? [] }

  /// A Boolean value that indicates whether the sync can send the app's secrets to an encrypted
  /// mirror.
  ///
  /// The user must allow sending secrets on this device first.
  var allowsSecrets: Bool {
    if let memory { return memory["\(path)/secrets"] != nil }
    return (try? fileSystem.existing("\(path)/secrets")) != nil
  }

  func allowSecrets() throws { try file("secrets").write([]) }

  /// Returns the ID of this device and creates it if necessary.
  ///
  /// If `saves` is `false`, a new device ID isn't saved.
  func device(saves: Bool = true) throws -> CloudDevice {
    let file = CloudFile("\(locations.state)/device", in: locations)
    if let bytes = try file.bytes(),
      let device = CloudDevice(String(decoding: bytes.prefix(16), as: UTF8.self))
    {
      return device
    }
    let device = CloudDevice(random: .random(in: 1 ... .max))
    guard saves else { return device }
    try file.write(Array("\(device.id)\n".utf8))
    return device
  }

  // MARK: States

  /// Returns the ID of each mirror with which this domain was synced, keyed by the address of the
  /// mirror, and the account of the last sync.
  func places() throws -> (mirrors: [String: String], account: String?) {
    let list = try file("places.plist").read()?.dictionary
    var mirrors: [String: String] = [:]
    for (place, id) in list?["mirrors"]?.dictionary ?? [:] { mirrors[place] = id.string }
    return (mirrors, list?["account"]?.string)
  }

  func savePlaces(_ mirrors: [String: String], account: String?) throws {
    var list: PropertyListDictionary = [
      "mirrors": .dictionary(PropertyListDictionary(sorted: mirrors.mapValues { .string($0) }))
    ]
    list["account"] = account.map { .string($0) }
    try file("places.plist").write(.dictionary(list))
  }

  /// Saves the account that the local values belong to.
  func note(account: String) throws {
    try savePlaces(places().mirrors, account: account)
  }

  /// The accounts for which this device has saved a sync state.
  var accounts: Set<String> {
    let states = names.filter { $0.hasSuffix(".plist") }
    let parts = states.map { $0.dropLast(6).split(separator: "-", maxSplits: 1) }
    return Set(parts.filter { $0.count == 2 }.map { String($0[1]) })
  }

  private func stateName(_ mirror: String, _ account: String) -> String {
    // Don't use an arbitrary mirror ID in a file name, because the ID comes from another device.
    let isPlain = CloudDevice(mirror) != nil
    let id = isPlain ? mirror : "\(Fingerprint(of: .string(mirror)))"
    return "\(id)-\(account).plist"
  }

  /// Returns the saved sync state of the mirror that was last used at an address.
  func state(at place: String, _ account: String) throws -> SyncState? {
    guard let mirror = try places().mirrors[place] else { return nil }
    return try state(mirror, account)
  }

  func state(_ mirror: String, _ account: String) throws -> SyncState? {
    let file = file(stateName(mirror, account))
    guard let list = try file.read()?.dictionary else { return nil }
    let state = SyncState(list)
    if state == nil { file.setAside() }
    return state
  }

  func save(_ state: SyncState, isSolid: Bool) throws {
    try advance(to: state.clock)
    try file(stateName(state.mirror, state.account)).write(
      .dictionary(state.propertyList), care: isSolid ? .full : .content)
  }

  // MARK: Clock and edits

  var clock: CloudClock {
    let bytes = try? file("clock").bytes()
    let parts = String(decoding: bytes ?? [], as: UTF8.self).split(separator: " ")
    guard parts.count == 2, let time = Int64(parts[0]), let count = Int64(parts[1]),
      (0...CloudStamp.latest).contains(time), (0...CloudStamp.mostCount).contains(count)
    else { return CloudClock() }
    return CloudClock(time: time, count: count)
  }

  func advance(to clock: CloudClock) throws {
    if self.clock == clock { return }
    // If a power failure resets the saved clock, the only consequence is that conflicts might be
    // resolved differently.
    try file("clock").write(Array("\(clock.time) \(clock.count)".utf8), care: .none)
  }

  func edits() throws -> CloudEdits {
    CloudEdits(reading: try file("edits").bytes() ?? [])
  }

  /// Logs the changes of a commit before the commit is written to disk.
  ///
  /// The caller holds the lock of the domain's file.
  func note(
    _ changes: [(key: Key, old: PropertyList?, new: PropertyList?)]
  ) throws {
    let known = try edits()
    let stamps = try stamps(after: known, changes.count)
    try append(
      zip(changes, stamps).map { change, stamp in
        let (key, old, new) = change
        let follows = old == nil && known.edits[key]?.mayBeDelete == true
        let over = new == nil || follows ? Fingerprint(of: old) : nil
        return (key, SyncEdit(value: Fingerprint(of: new), stamp: stamp, over: over))
      }, to: known)
  }

  /// Logs the values of a restored backup before the backup replaces the file.
  ///
  /// The log must be written to disk before the file. Otherwise, the restored values would look
  /// like edits.
  func noteRestored(_ values: PropertyListDictionary) throws {
    var log = try edits()
    let stamps = try stamps(after: log, values.count)
    for (entry, stamp) in zip(values.entries, stamps) {
      let edit = SyncEdit(value: Fingerprint(of: entry.value), stamp: stamp)
      log.noteRestored(Key(entry.key), edit)
    }
    try file("edits").write(Array(log.text.utf8))
  }

  private func stamps(after log: CloudEdits, _ count: Int) throws -> [CloudStamp] {
    var clock = clock
    for edit in log.edits.values { clock.observe(edit.stamp) }
    for edit in log.restored.values { clock.observe(edit.stamp) }
    let (device, now) = (try device(), CurrentProcess.milliseconds)
    return (0..<count).map { _ in clock.tick(now: now, device: device) }
  }

  /// Logs values from the mirror before they are written to the domain's file.
  ///
  /// The caller holds the lock of the domain's file.
  func logIncoming(_ records: [Key: CloudRecord]) throws {
    let known = try edits()
    // Replace only deletions in the log, because other edits don't explain a missing value.
    let stale = records.filter { $0.value.value != nil && known.edits[$0.key]?.mayBeDelete == true }
    try append(
      stale.sorted { $0.key < $1.key }.map { key, record in
        (key, SyncEdit(value: Fingerprint(of: record.value), stamp: record.stamp))
      }, to: known)
  }

  private func append(_ edits: [(Key, SyncEdit)], to known: CloudEdits) throws {
    if edits.isEmpty { return }
    var new = known
    for (key, edit) in edits { new.note(key, edit) }
    let lines = edits.map { CloudEdits.line($0, $1) }.joined()
    if known.lines > 2 * known.edits.count + 200 {
      try file("edits").write(Array(new.text.utf8))
    } else {
      // If a process was killed while it wrote a line, the leading line feed separates that line
      // from the new lines.
      try file("edits").append(Array("\n\(lines)".utf8))
    }
  }

  /// A Boolean value that indicates whether a read-only command can create files in the state
  /// folder.
  ///
  /// A command can't create files in another user's directory or in a read-only directory.
  var isCallers: Bool {
    if memory != nil { return true }
    var place = path
    while place != "/", (try? fileSystem.existing(place)) == nil {
      place = FilePath.folder(of: place)
    }
    return fileSystem.isCallers(place) && access(place, W_OK) == 0
  }

  /// Runs a closure while preventing other processes from syncing this domain.
  ///
  /// If `createsFiles` is `false` and the lock file doesn't exist, the closure runs without a lock.
  func locked<Result>(
    by deadline: CloudDeadline, createsFiles: Bool = true, _ body: () throws -> Result
  ) throws -> Result {
    if let memory { return try locked(memory, by: deadline, body) }
    let file: Int32
    do {
      if createsFiles {
        try fileSystem.makeFolders(path, mode: 0o700)
        sweep()
      }
      let flags = O_RDWR | (createsFiles ? O_CREAT : 0) | O_NOFOLLOW
      file = try fileSystem.call(
        "open", "\(path)/lock", fileSystem.open("\(path)/lock", flags, 0o600))
    } catch let error as SystemError {
      if !createsFiles, error.isMissing || error.isDenied { return try body() }
      throw CloudError(.local, error.message)
    }
    defer { fileSystem.closeQuietly(file) }
    while (try? fileSystem.lock(file, LOCK_EX | LOCK_NB)) == nil {
      if deadline.isOver { throw busy }
      Monotonic.sleep(nanoseconds: .milliseconds(Int64(min(20, deadline.milliseconds))))
    }
    return try body()
  }

  private var busy: CloudError {
    CloudError(
      .unreachable,
      "Another program is syncing \(domain.text). Wait for it to finish, then try again.")
  }

  private func locked<Result>(
    _ memory: MemoryFiles, by deadline: CloudDeadline, _ body: () throws -> Result
  ) throws -> Result {
    let wait = Int64.milliseconds(min(Int64(deadline.milliseconds), 1 << 40))
    guard memory.lock.acquire(until: Monotonic.now + wait) != nil else { throw busy }
    defer { memory.lock.release() }
    memory["\(path)/lock"] = []
    return try body()
  }

  /// Removes the temporary files of killed processes from the state folder.
  ///
  /// A temporary file is removed after an hour, because a write takes far less time.
  private func sweep() {
    let old = (CurrentProcess.milliseconds - 3_600_000) * 1_000_000
    for name in (try? fileSystem.list(path)) ?? []
    where name.hasPrefix(".") && name.hasSuffix(".new") {
      let status = try? fileSystem.existing("\(path)/\(name)", followLinks: false)
      if let status, status.modified < old { try? fileSystem.remove("\(path)/\(name)") }
    }
  }
}
