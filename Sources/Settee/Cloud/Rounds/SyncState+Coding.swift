extension SyncState {
  /// All of the state but ``base`` and ``attempts``, as a property list.
  var propertyList: PropertyListDictionary {
    var list: PropertyListDictionary = [
      "account": .string(account),
      "clock": clock.propertyList,
      "conflicts": .array(conflicts.map(\.propertyList)),
      "device": .string(device.id),
      "dropping": CloudCoding.propertyList(of: dropping),
      "held": Self.table(held) { .string(String($0.bits, radix: 16)) },
      "lastConflicts": .array(lastConflicts.map(\.propertyList)),
      "mirror": .string(mirror),
      "seen": Self.list(of: seen),
      "spent": Self.table(spent) { .string($0.text) },
      "stamps": Self.table(stamps) { .string($0.text) },
      "taking": CloudCoding.propertyList(of: taking),
    ]
    if let written { list["written"] = .string(written.text) }
    if let revision { list["revision"] = .string(revision.text) }
    if !writes.isEmpty { list["writes"] = .array(writes.map { .string($0.text) }) }
    if isTwin { list["twin"] = .boolean(true) }
    if !shared.isEmpty { list["shared"] = .array(shared.sorted().map { .string($0.id) }) }
    if let lastSync { list["last"] = .integer(lastSync) }
    return list
  }

  /// Reads ``propertyList``; nil when it is damaged.
  init?(_ root: PropertyListDictionary) {
    guard let mirror = CloudCoding.text(root["mirror"]),
      let account = CloudCoding.text(root["account"]),
      let device = CloudCoding.text(root["device"]).flatMap({ CloudDevice($0) }),
      let taking = CloudCoding.records(from: root["taking"]),
      let clock = CloudClock(root["clock"]),
      let stamps = Self.entries(root["stamps"], { SyncEdit(text: CloudCoding.text($0)) }),
      let spent = Self.entries(
        root["spent"], { CloudCoding.text($0).flatMap(CloudStamp.init(text:)) }),
      let held = Self.entries(
        root["held"],
        { CloudCoding.text($0).flatMap { UInt64($0, radix: 16) }.map(Fingerprint.init(bits:)) }),
      let seen = Self.seen(root["seen"])
    else { return nil }
    self.init(mirror: mirror, account: account, device: device)
    (self.taking, self.stamps) = (taking, stamps)
    (self.spent, self.held, self.seen, self.clock) = (spent, held, seen, clock)
    conflicts = root["conflicts"]?.array?.compactMap(CloudConflict.init) ?? []
    lastConflicts = root["lastConflicts"]?.array?.compactMap(CloudConflict.init) ?? []
    dropping = CloudCoding.keys(from: root["dropping"])
    isTwin = root["twin"]?.bool ?? false
    shared = CloudCoding.devices(root["shared"]) ?? []
    written = CloudWrite(text: CloudCoding.text(root["written"]))
    writes = root["writes"]?.array?.compactMap { CloudWrite(text: CloudCoding.text($0)) } ?? []
    revision = CloudCoding.text(root["revision"]).map { CloudRevision($0) }
    if case .integer(let last)? = root["last"] { lastSync = last }
  }

  fileprivate static func list(of seen: [CloudDevice: Int64]) -> PropertyList {
    .dictionary(
      CloudCoding.dictionary(seen.sorted { $0.key < $1.key }.map { ($0.id, .integer($1)) }))
  }

  fileprivate static func seen(_ list: PropertyList?) -> [CloudDevice: Int64]? {
    guard case .dictionary(let list)? = list else { return nil }
    var seen: [CloudDevice: Int64] = [:]
    for (id, value) in list {
      if let device = CloudDevice(id), case .integer(let number) = value { seen[device] = number }
    }
    return seen
  }

  fileprivate static func table<Value>(
    _ values: [CloudKey: Value], _ form: (Value) -> PropertyList
  ) -> PropertyList {
    var list = PropertyListDictionary()
    list.reserveCapacity(values.count)
    for key in values.keys.sorted() { list[key.text] = values[key].map(form) }
    return .dictionary(list)
  }

  fileprivate static func entries<Value>(
    _ list: PropertyList?, _ read: (PropertyList) -> Value?
  ) -> [CloudKey: Value]? {
    guard case .dictionary(let dictionary)? = list else { return nil }
    var entries: [CloudKey: Value] = [:]
    entries.reserveCapacity(dictionary.count)
    for (key, value) in dictionary {
      guard let value = read(value) else { return nil }
      entries[CloudKey(key)] = value
    }
    return entries
  }
}

extension SyncLanding {
  /// The note as a property list.
  var propertyList: PropertyList {
    var list: PropertyListDictionary = [
      "clock": clock.propertyList,
      "format": .integer(CloudCoding.format),
      "lastConflicts": .array(lastConflicts.map(\.propertyList)),
      "seen": SyncState.list(of: seen),
      "spent": SyncState.table(spent) { .string($0.text) },
      "write": .string(write.text),
    ]
    if let lastSync { list["last"] = .integer(lastSync) }
    if let revision { list["revision"] = .string(revision.text) }
    return .dictionary(list)
  }

  /// Reads ``propertyList``; nil when it is damaged.
  init?(_ list: PropertyList) {
    guard case .dictionary(let root) = list, case .integer(CloudCoding.format)? = root["format"],
      let write = CloudWrite(text: CloudCoding.text(root["write"])),
      let clock = CloudClock(root["clock"]), let seen = SyncState.seen(root["seen"]),
      let spent = SyncState.entries(
        root["spent"], { CloudCoding.text($0).flatMap(CloudStamp.init(text:)) })
    else { return nil }
    self.init(
      write: write, clock: clock, spent: spent, seen: seen,
      lastConflicts: root["lastConflicts"]?.array?.compactMap(CloudConflict.init) ?? [])
    if case .integer(let last)? = root["last"] { lastSync = last }
    revision = CloudCoding.text(root["revision"]).map { CloudRevision($0) }
  }
}

extension CloudClock {
  fileprivate var propertyList: PropertyList { .array([.integer(time), .integer(count)]) }

  fileprivate init?(_ list: PropertyList?) {
    guard case .array(let clock)? = list, clock.count == 2,
      case .integer(let time) = clock[0], case .integer(let count) = clock[1]
    else { return nil }
    // What an older Settee has taken over from a stamp without measure ends here.
    self.init(
      time: min(max(time, 0), CloudStamp.latest), count: min(max(count, 0), CloudStamp.mostCount))
  }
}

extension CloudConflict {
  /// The conflict as a property list.
  fileprivate var propertyList: PropertyList {
    var list: PropertyListDictionary = ["key": .string(key.text)]
    list["here"] = here
    list["cloud"] = cloud
    list["kept"] = kept.map { .string($0.rawValue) }
    return .dictionary(list)
  }

  fileprivate init?(_ list: PropertyList) {
    guard case .dictionary(let list) = list, let key = CloudCoding.text(list["key"]) else {
      return nil
    }
    self.init(
      key: CloudKey(key), here: list["here"], cloud: list["cloud"],
      kept: CloudCoding.text(list["kept"]).flatMap(CloudSide.init(rawValue:)))
  }
}

extension SyncEdit {
  /// `stamp fingerprint`, and after a `-` that of the value which a delete took away.
  var text: String {
    NumberWriter.text { writer in
      writer.append(stamp)
      writer.append(" ")
      writer.append(hexadecimal: value.bits)
      guard let over else { return }
      writer.append("-")
      writer.append(hexadecimal: over.bits)
    }
  }

  /// Reads ``text``; nil when it is damaged.
  init?(text: String?) {
    let edit = text?.withCodeUnits { bytes in
      var reader = NumberReader(bytes)
      return reader.edit().flatMap { reader.isAtEnd ? $0 : nil }
    }
    guard let edit = edit ?? nil else { return nil }
    self = edit
  }
}

extension NumberReader {
  /// ``SyncEdit/text``; nil when it is damaged.
  mutating func edit() -> SyncEdit? {
    guard let stamp = stamp(), take(" "), let value = hexadecimal() else { return nil }
    var over: Fingerprint?
    if take("-") {
      guard let gone = hexadecimal() else { return nil }
      over = Fingerprint(bits: gone)
    }
    return SyncEdit(value: Fingerprint(bits: value), stamp: stamp, over: over)
  }
}
