import SetteeFiles
import SetteePropertyLists

/// Documents and sync states as property lists: one form for the folder, etcd and the state file.
enum CloudCoding {
  static let format: Int64 = 1

  // MARK: Documents

  /// A document; in a device's own view the other devices may be packed.
  static func propertyList(
    of document: CloudDocument, packing others: [CloudDevice: CloudDeviceEntry]? = nil
  ) -> PropertyList {
    let devices = document.devices.filter { others?.index(forKey: $0.key) == nil }
      .sorted { $0.key < $1.key }.map { ($0.id, propertyList(of: $1)) }
    var list: PropertyListDictionary = [
      "devices": .dictionary(PropertyListDictionary(devices)),
      "format": .integer(format),
      "mirror": .string(document.mirror),
      "records": propertyList(of: document.records),
    ]
    list[packed] = others.map { .data(PackedDevices.pack($0)) }
    return .dictionary(list)
  }

  /// Where a view has the other devices packed; who writes it, with or without any in it, reads it.
  static let packed = "packed"

  static func document(from list: PropertyList) -> CloudDocument? {
    guard case .dictionary(let root) = list, case .integer(Self.format)? = root["format"],
      let mirror = root["mirror"]?.string, (1...64).contains(mirror.utf8.count),
      let records = records(from: root["records"]),
      case .dictionary(let table)? = root["devices"]
    else { return nil }
    var document = CloudDocument(mirror: mirror)
    document.records = records
    if case .data(let packed)? = root[packed] {
      guard let others = PackedDevices.unpack(packed) else { return nil }
      document.devices = others
    }
    for (id, value) in table {
      guard let device = CloudDevice(id), let entry = entry(from: value) else { return nil }
      document.devices[device] = entry
    }
    return document
  }

  private static func propertyList(of entry: CloudDeviceEntry) -> PropertyList {
    var list: PropertyListDictionary = [
      "time": .integer(entry.time), "write": .string(entry.written.text),
    ]
    if entry.isRetired { list["retired"] = .boolean(true) }
    list["name"] = entry.name.map(PropertyList.string)
    return .dictionary(list)
  }

  private static func entry(from list: PropertyList) -> CloudDeviceEntry? {
    guard case .dictionary(let entry) = list,
      let written = entry["write"]?.string.flatMap(CloudWrite.init(text:)),
      case .integer(let time)? = entry["time"], (0...CloudStamp.latest).contains(time)
    else { return nil }
    let isRetired = entry["retired"]?.bool ?? false
    let name = entry["name"]?.string.flatMap { $0.utf8.count <= 64 ? $0 : nil }
    return CloudDeviceEntry(written: written, time: time, isRetired: isRetired, name: name)
  }

  // MARK: Records

  static func propertyList(of records: [CloudKey: CloudRecord]) -> PropertyList {
    table(of: records) { propertyList(of: $0) }
  }

  static func records(from list: PropertyList?) -> [CloudKey: CloudRecord]? {
    values(from: list) { record(from: $0) }
  }

  private static func propertyList(of record: CloudRecord) -> PropertyList {
    var list: PropertyListDictionary = ["by": .string(record.push.text)]
    if !record.seen.isEmpty { list["seen"] = .array(record.seen.sorted().map { .string($0.id) }) }
    list["stamp"] = .string(record.stamp.text)
    switch record.value {
    case let value? where PackedValue.isNeeded(for: value):
      list["packed"] = PackedValue.pack(value).map(PropertyList.data)
    case let value?: list["value"] = value
    case nil: break
    }
    return .dictionary(list)
  }

  private static func record(from list: PropertyList) -> CloudRecord? {
    guard case .dictionary(let record) = list,
      let stamp = record["stamp"]?.string.flatMap(CloudStamp.init(text:)),
      let push = record["by"]?.string.flatMap(CloudPush.init(text:)),
      let seen = devices(record["seen"])
    else { return nil }
    var value = record["value"]
    if case .data(let packed)? = record["packed"] {
      guard let unpacked = PackedValue.unpack(packed) else { return nil }
      value = unpacked
    }
    return CloudRecord(value: value, stamp: stamp, push: push, seen: seen)
  }

  static func devices(_ list: PropertyList?) -> Set<CloudDevice>? {
    guard let list else { return [] }
    guard case .array(let values) = list else { return nil }
    return Set(values.compactMap { $0.string.flatMap { CloudDevice($0) } })
  }

  // MARK: Small things

  static func propertyList(of keys: Set<CloudKey>) -> PropertyList {
    .array(keys.sorted().map { .string($0.text) })
  }

  static func keys(from list: PropertyList?) -> Set<CloudKey> {
    Set((list?.array ?? []).compactMap(\.string).map { CloudKey($0) })
  }

  static func table<Value>(
    of values: [CloudKey: Value], _ form: (Value) -> PropertyList
  ) -> PropertyList {
    // Keys alone: to sort records moves them about.
    let entries = values.keys.sorted().compactMap { key in
      values[key].map { (key.text, form($0)) }
    }
    return .dictionary(PropertyListDictionary(entries))
  }

  /// Reads ``table(of:_:)``; nil when any value in it is damaged.
  static func values<Value>(
    from list: PropertyList?, _ read: (PropertyList) -> Value?
  ) -> [CloudKey: Value]? {
    guard case .dictionary(let entries)? = list else { return nil }
    var values: [CloudKey: Value] = [:]
    for (key, value) in entries {
      guard let value = read(value) else { return nil }
      values[CloudKey(key)] = value
    }
    return values
  }
}

extension CloudDocument {
  /// The document as a binary property list: what a mirror stores and counts.
  package func bytes() throws(CloudError) -> [UInt8] {
    try Self.encoded(CloudCoding.propertyList(of: self), isBinary: true)
  }

  private static func encoded(
    _ list: PropertyList, isBinary: Bool
  ) throws(CloudError) -> [UInt8] {
    do {
      return try isBinary ? list.binary() : list.xml()
    } catch {
      throw CloudError(.overLimits, "The settings cannot be sent: \(error.message)")
    }
  }

  /// Reads what a mirror stored; nil for bytes that are no document of this or an older Settee.
  package init?(bytes: [UInt8]) {
    guard let list = try? PropertyList(reading: bytes),
      let document = CloudCoding.document(from: list),
      document.isPlausible(at: ThisProcess.milliseconds)
    else { return nil }
    self = document
  }

  /// The document as a device's view: an XML property list, for people and for version control.
  ///
  /// Where many devices share a folder most of a view is packed, which nobody reads: then it is a
  /// binary one, which takes a third less.
  ///
  /// `packs` says whether whoever reads it understands ``PackedDevices``; what nobody can read is
  /// binary as well.
  func view(
    by device: CloudDevice, packs: Bool, isReadable: Bool = true
  ) throws(CloudError) -> [UInt8] {
    let others = packs ? devices.filter { $0.key != device } : [:]
    return try Self.encoded(
      CloudCoding.propertyList(of: self, packing: others),
      isBinary: !isReadable || packs && devices.count > Self.mostReadable)
  }

  /// So many views in XML stay under 170 kB together.
  private static let mostReadable = 64

  /// Whether all its times lie before a bound that moves on with the clock, so that nobody can take
  /// the last one; a clock that is wrong by centuries is still followed.
  private func isPlausible(at now: Int64) -> Bool {
    let bound = max(now, 0) + 1000 * 31_557_600_000
    return devices.values.allSatisfy { $0.time <= bound }
      && records.values.allSatisfy { $0.stamp.time <= bound }
  }
}
