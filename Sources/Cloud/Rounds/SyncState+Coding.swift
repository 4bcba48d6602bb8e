import SetteeValues

extension SyncState {
  /// The property-list representation of the entire sync state.
  var propertyList: PropertyListDictionary {
    var list: PropertyListDictionary = [
      "account": .string(account),
      "attempts": .array(attempts.map(\.propertyList)),
      "base": base.propertyList,
      "clock": clock.propertyList,
      "conflicts": conflicts.propertyList,
      "device": device.propertyList,
      "dropping": removing.propertyList,
      "format": .integer(CloudDocument.format),
      "held": quarantined.propertyList,
      "lastConflicts": lastConflicts.propertyList,
      "mirror": .string(mirror),
      "seen": .dictionary(
        PropertyListDictionary(
          seen.sorted { $0.key < $1.key }.map { ($0.id, PropertyList.integer($1)) })),
      "spent": consumedDeletes.propertyList,
      "stamps": stamps.propertyList,
      "taking": incoming.propertyList,
    ]
    if let written { list["written"] = written.propertyList }
    if !writes.isEmpty { list["writes"] = writes.propertyList }
    if isClone { list["twin"] = .boolean(true) }
    if !sharedNames.isEmpty { list["shared"] = sharedNames.sorted().propertyList }
    if let epoch { list["epoch"] = .string(epoch) }
    if let lastSync { list["last"] = .integer(lastSync) }
    if let returned { list["returned"] = .integer(returned) }
    return list
  }

  /// Creates a sync state from its property list, or `nil` if it is corrupt or has another format.
  init?(_ root: PropertyListDictionary) {
    guard case .integer(CloudDocument.format)? = root["format"],
      let mirror = root["mirror"]?.string, let account = root["account"]?.string,
      let device = root["device"].flatMap(CloudDevice.init),
      let incoming = [Key: CloudRecord](root["taking"]),
      let base = [Key: CloudRecord](root["base"]), let attempts = root["attempts"]?.array,
      let clock = root["clock"].flatMap(CloudClock.init),
      let stamps = [Key: SyncEdit](root["stamps"]),
      let consumedDeletes = [Key: CloudStamp](root["spent"]),
      let quarantined = [Key: Fingerprint](root["held"]),
      case .dictionary(let seen)? = root["seen"]
    else { return nil }
    self.init(mirror: mirror, account: account, device: device)
    for attempt in attempts {
      guard let attempt = SyncAttempt(attempt) else { return nil }
      self.attempts.append(attempt)
    }
    (self.base, self.incoming, self.stamps) = (base, incoming, stamps)
    (self.consumedDeletes, self.quarantined, self.clock) = (consumedDeletes, quarantined, clock)
    for (id, value) in seen {
      if let device = CloudDevice(id), case .integer(let number) = value {
        self.seen[device] = number
      }
    }
    conflicts = [SyncDifference](readable: root["conflicts"])
    lastConflicts = [SyncDifference](readable: root["lastConflicts"])
    removing = Set(readable: root["dropping"])
    isClone = root["twin"]?.bool ?? false
    sharedNames = Set([CloudDevice](readable: root["shared"]))
    written = root["written"].flatMap(CloudWrite.init)
    writes = [CloudWrite](readable: root["writes"])
    epoch = root["epoch"]?.string
    if case .integer(let last)? = root["last"] { lastSync = last }
    if case .integer(let time)? = root["returned"] { returned = time }
  }
}

extension SyncAttempt {
  fileprivate var propertyList: PropertyList {
    [
      "forgotten": forgotten.propertyList, "records": records.propertyList,
      "write": write.propertyList,
    ]
  }

  fileprivate init?(_ list: PropertyList) {
    guard case .dictionary(let list) = list, let write = list["write"].flatMap(CloudWrite.init),
      let records = [Key: CloudRecord](list["records"])
    else { return nil }
    self.init(write: write, records: records, forgotten: Set(readable: list["forgotten"]))
  }
}

extension CloudClock: CloudCoded {
  var propertyList: PropertyList { .array([.integer(time), .integer(count)]) }

  init?(_ list: PropertyList) {
    guard case .array(let clock) = list, clock.count == 2,
      case .integer(let time) = clock[0], case .integer(let count) = clock[1]
    else { return nil }
    // Limit the numbers of the clock, because early builds copied stamps into the clock without a
    // limit.
    self.init(
      time: min(max(time, 0), CloudStamp.latest), count: min(max(count, 0), CloudStamp.mostCount))
  }
}

extension SyncDifference: CloudCoded {
  /// The property-list representation of a conflict.
  var propertyList: PropertyList {
    var list: PropertyListDictionary = ["key": .string(key)]
    list["here"] = localValue
    list["cloud"] = remoteValue
    list["kept"] = kept.map { .string($0.rawValue) }
    return .dictionary(list)
  }

  init?(_ list: PropertyList) {
    guard case .dictionary(let list) = list, let key = list["key"]?.string else { return nil }
    self.init(
      name: Key(key), state: .conflict, localValue: list["here"], remoteValue: list["cloud"],
      kept: list["kept"]?.string.flatMap(CloudSide.init(rawValue:)))
  }
}

extension SyncEdit: CloudCoded, LosslessStringConvertible {
  /// The string representation of an edit, which consists of the stamp, a space, and the
  /// fingerprint.
  ///
  /// If ``over`` has a value, the string continues with `-` and the fingerprint of that value.
  var description: String { "\(stamp) \(value)\(over.map { "-\($0)" } ?? "")" }

  init?(_ description: String) {
    guard let words = description.parts(2, separator: UInt8(ascii: " ")) else { return nil }
    self.init(stamp: words[0], values: words[1])
  }

  /// Creates an edit from the two fields of its string representation.
  init?(stamp: String, values: String) {
    guard let stamp = CloudStamp(stamp) else { return nil }
    let parts = values.parts(separator: UInt8(ascii: "-"))
    let values = parts.compactMap { UInt64(written: $0, radix: 16).map(Fingerprint.init(bits:)) }
    guard values.count == parts.count, values.count <= 2 else { return nil }
    self.init(value: values[0], stamp: stamp, over: values.count == 2 ? values[1] : nil)
  }
}
