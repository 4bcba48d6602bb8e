import SetteePropertyLists

// NB: A state of format 2, which no release has but earlier builds of 0.1 wrote, names a document
// that lies beside it instead of listing most of `base`. It is read, and written anew as format 1.
extension SyncState {
  static let formatWithDocuments = CloudCoding.format + 1

  /// The whole state as a property list.
  var propertyList: PropertyListDictionary {
    var list: PropertyListDictionary = [
      "account": .string(account),
      "attempts": .array(attempts.map(\.propertyList)),
      "base": CloudCoding.propertyList(of: base),
      "clock": clock.propertyList,
      "conflicts": .array(conflicts.map(\.propertyList)),
      "device": .string(device.id),
      "dropping": CloudCoding.propertyList(of: dropping),
      "format": .integer(CloudCoding.format),
      "held": CloudCoding.table(of: held) { .string(String($0.bits, radix: 16)) },
      "lastConflicts": .array(lastConflicts.map(\.propertyList)),
      "mirror": .string(mirror),
      "seen": .dictionary(
        PropertyListDictionary(
          seen.sorted { $0.key < $1.key }.map { ($0.id, PropertyList.integer($1)) })),
      "spent": CloudCoding.table(of: spent) { .string($0.text) },
      "stamps": CloudCoding.table(of: stamps) { .string($0.text) },
      "taking": CloudCoding.propertyList(of: taking),
    ]
    if let written { list["written"] = .string(written.text) }
    if !writes.isEmpty { list["writes"] = .array(writes.map { .string($0.text) }) }
    if isTwin { list["twin"] = .boolean(true) }
    if !shared.isEmpty { list["shared"] = .array(shared.sorted().map { .string($0.id) }) }
    if let epoch { list["epoch"] = .string(epoch) }
    if let lastSync { list["last"] = .integer(lastSync) }
    return list
  }

  /// Reads ``propertyList``; nil when it is damaged, or a document that it names is.
  init?(_ root: PropertyListDictionary, document: (CloudWrite) -> CloudDocument? = { _ in nil }) {
    guard case .integer(let format)? = root["format"],
      (CloudCoding.format...Self.formatWithDocuments).contains(format),
      let mirror = root["mirror"]?.string,
      let account = root["account"]?.string,
      let device = root["device"]?.string.flatMap({ CloudDevice($0) }),
      let taking = CloudCoding.records(from: root["taking"]),
      let base = Self.base(root, document), let attempts = root["attempts"]?.array,
      let clock = CloudClock(root["clock"]),
      let stamps = Self.entries(root["stamps"], SyncEdit.init(text:)),
      let spent = Self.entries(root["spent"], CloudStamp.init(text:)),
      let held = Self.entries(
        root["held"], { UInt64($0, radix: 16).map(Fingerprint.init(bits:)) }),
      case .dictionary(let seen)? = root["seen"]
    else { return nil }
    self.init(mirror: mirror, account: account, device: device)
    for attempt in attempts {
      guard let attempt = SyncAttempt(attempt, of: device, document) else { return nil }
      self.attempts.append(attempt)
    }
    (self.base, self.taking, self.stamps) = (base, taking, stamps)
    (self.spent, self.held, self.clock) = (spent, held, clock)
    for (id, value) in seen {
      if let device = CloudDevice(id), case .integer(let number) = value {
        self.seen[device] = number
      }
    }
    conflicts = root["conflicts"]?.array?.compactMap(CloudRow.init) ?? []
    lastConflicts = root["lastConflicts"]?.array?.compactMap(CloudRow.init) ?? []
    dropping = CloudCoding.keys(from: root["dropping"])
    isTwin = root["twin"]?.bool ?? false
    shared = CloudCoding.devices(root["shared"]) ?? []
    written = root["written"]?.string.flatMap(CloudWrite.init(text:))
    writes = (root["writes"]?.array ?? []).compactMap {
      $0.string.flatMap(CloudWrite.init(text:))
    }
    epoch = root["epoch"]?.string
    if case .integer(let last)? = root["last"] { lastSync = last }
  }

  /// What was agreed: what is listed, and of format 2 the rest of a named document.
  private static func base(
    _ root: PropertyListDictionary, _ document: (CloudWrite) -> CloudDocument?
  ) -> [CloudKey: CloudRecord]? {
    guard let listed = CloudCoding.records(from: root["base"]) else { return nil }
    guard let name = root["image"] else { return listed }
    guard let write = name.string.flatMap(CloudWrite.init(text:)),
      var base = document(write)?.records
    else { return nil }
    for key in CloudCoding.keys(from: root["absent"]) { base[key] = nil }
    return base.merging(listed) { $1 }
  }

  private static func entries<Value>(
    _ list: PropertyList?, _ read: (String) -> Value?
  ) -> [CloudKey: Value]? {
    CloudCoding.values(from: list) { $0.string.flatMap(read) }
  }
}

extension SyncAttempt {
  fileprivate var propertyList: PropertyList {
    [
      "forgotten": CloudCoding.propertyList(of: forgotten),
      "records": CloudCoding.propertyList(of: records), "write": .string(write.text),
    ]
  }

  fileprivate init?(
    _ list: PropertyList, of device: CloudDevice, _ document: (CloudWrite) -> CloudDocument?
  ) {
    guard case .dictionary(let list) = list,
      let write = list["write"]?.string.flatMap(CloudWrite.init(text:))
    else { return nil }
    let push = CloudPush(device: device, sequence: write.sequence)
    let records =
      list["records"] == nil
      ? document(write)?.records.filter { $0.value.push == push }
      : CloudCoding.records(from: list["records"])
    guard let records else { return nil }
    self.init(
      write: write, records: records, forgotten: CloudCoding.keys(from: list["forgotten"]))
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

extension CloudRow {
  /// A conflict as a property list.
  fileprivate var propertyList: PropertyList {
    var list: PropertyListDictionary = ["key": .string(key)]
    list["here"] = here
    list["cloud"] = cloud
    list["kept"] = kept.map { .string($0.rawValue) }
    return .dictionary(list)
  }

  fileprivate init?(_ list: PropertyList) {
    guard case .dictionary(let list) = list, let key = list["key"]?.string else {
      return nil
    }
    self.init(
      CloudKey(key), .conflict, here: list["here"], cloud: list["cloud"],
      kept: list["kept"]?.string.flatMap(CloudSide.init(rawValue:)))
  }
}

extension SyncEdit {
  /// `stamp fingerprint`, and after a `-` that of the value which a delete took away.
  var text: String {
    let gone = over.map { "-" + String($0.bits, radix: 16) } ?? ""
    return "\(stamp.text) \(String(value.bits, radix: 16))\(gone)"
  }

  /// Reads ``text``; nil when it is damaged.
  init?(text: String) {
    guard let words = text.parts(2, separator: UInt8(ascii: " ")) else { return nil }
    self.init(stamp: words[0], values: words[1])
  }

  /// Reads the two words of ``text``.
  init?(stamp: String, values: String) {
    guard let stamp = CloudStamp(text: stamp) else { return nil }
    let parts = values.parts(separator: UInt8(ascii: "-"))
    let values = parts.compactMap { UInt64(written: $0, radix: 16).map(Fingerprint.init(bits:)) }
    guard values.count == parts.count, values.count <= 2 else { return nil }
    self.init(value: values[0], stamp: stamp, over: values.count == 2 ? values[1] : nil)
  }
}
