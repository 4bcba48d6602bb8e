import SetteeFiles
import SetteePropertyLists

/// What stands as a property list in documents and sync states, in folder, etcd and state file alike.
protocol CloudCoded {
  var propertyList: PropertyList { get }
  /// Reads ``propertyList``; nil when it is damaged.
  init?(_ list: PropertyList)
}

/// What stands there as a text.
protocol CloudText: CloudCoded {
  var text: String { get }
  /// Reads ``text``; nil when it is damaged.
  init?(text: String)
}

extension CloudText {
  var propertyList: PropertyList { .string(text) }

  init?(_ list: PropertyList) {
    guard let text = list.string else { return nil }
    self.init(text: text)
  }
}

extension Array where Element: CloudCoded {
  var propertyList: PropertyList { .array(map(\.propertyList)) }

  /// What can be read of a list.
  init(readable list: PropertyList?) { self = (list?.array ?? []).compactMap { Element($0) } }
}

extension Set<CloudKey> {
  var propertyList: PropertyList { .array(sorted().map { .string($0.text) }) }

  /// What can be read of a list.
  init(readable list: PropertyList?) {
    self = Set((list?.array ?? []).compactMap(\.string).map { CloudKey($0) })
  }
}

extension Dictionary where Key == CloudKey, Value: CloudCoded {
  var propertyList: PropertyList {
    // Keys alone: to sort records moves them about.
    let entries = keys.sorted().compactMap { key in
      self[key].map { (key.text, $0.propertyList) }
    }
    return .dictionary(PropertyListDictionary(entries))
  }

  /// Reads ``propertyList``; nil when any value in it is damaged.
  init?(_ list: PropertyList?) {
    guard case .dictionary(let entries)? = list else { return nil }
    self = [:]
    for (key, value) in entries {
      guard let value = Value(value) else { return nil }
      self[CloudKey(key)] = value
    }
  }
}

extension CloudRecord: CloudCoded {
  var propertyList: PropertyList {
    var list: PropertyListDictionary = ["by": push.propertyList]
    if !seen.isEmpty { list["seen"] = seen.sorted().propertyList }
    list["stamp"] = stamp.propertyList
    switch value {
    case let value? where PackedValue.isNeeded(for: value):
      list["packed"] = PackedValue.pack(value).map(PropertyList.data)
    case let value?: list["value"] = value
    case nil: break
    }
    return .dictionary(list)
  }

  init?(_ list: PropertyList) {
    guard case .dictionary(let record) = list,
      let stamp = record["stamp"].flatMap(CloudStamp.init),
      let push = record["by"].flatMap(CloudPush.init),
      case .array(let seen) = record["seen"] ?? .array([])
    else { return nil }
    var value = record["value"]
    if case .data(let packed)? = record["packed"] {
      guard let unpacked = PackedValue.unpack(packed) else { return nil }
      value = unpacked
    }
    let devices = Set(seen.compactMap { CloudDevice($0) })
    self.init(value: value, stamp: stamp, push: push, seen: devices)
  }
}

extension CloudDeviceEntry: CloudCoded {
  var propertyList: PropertyList {
    var list: PropertyListDictionary = ["time": .integer(time), "write": written.propertyList]
    if isRetired { list["retired"] = .boolean(true) }
    list["knew"] = knownTime.map(PropertyList.integer)
    list["name"] = name.map(PropertyList.string)
    return .dictionary(list)
  }

  init?(_ list: PropertyList) {
    guard case .dictionary(let entry) = list,
      let written = entry["write"].flatMap(CloudWrite.init),
      case .integer(let time)? = entry["time"], (0...CloudStamp.latest).contains(time)
    else { return nil }
    let isRetired = entry["retired"]?.bool ?? false
    let name = entry["name"]?.string.flatMap { $0.utf8.count <= 64 ? $0 : nil }
    self.init(written: written, time: time, isRetired: isRetired, name: name)
    if case .integer(let time)? = entry["knew"], (0...CloudStamp.latest).contains(time) {
      knownTime = time
    }
  }
}

extension CloudDocument {
  static let format: Int64 = 1
  /// Where a view has the other devices packed; who writes it, with or without any in it, reads it.
  static let packed = "packed"

  /// The document; in a device's own view the other devices may be packed.
  func propertyList(packing others: [CloudDevice: CloudDeviceEntry]? = nil) -> PropertyList {
    let devices = devices.filter { others?.index(forKey: $0.key) == nil }
      .sorted { $0.key < $1.key }.map { ($0.id, $1.propertyList) }
    var list: PropertyListDictionary = [
      "devices": .dictionary(PropertyListDictionary(devices)),
      "format": .integer(Self.format),
      "mirror": .string(mirror),
      "records": records.propertyList,
    ]
    list[Self.packed] = others.map { .data(PackedDevices.pack($0)) }
    return .dictionary(list)
  }

  private init?(_ list: PropertyList) {
    guard case .dictionary(let root) = list, case .integer(Self.format)? = root["format"],
      let mirror = root["mirror"]?.string, (1...64).contains(mirror.utf8.count),
      let records = [CloudKey: CloudRecord](root["records"]),
      case .dictionary(let table)? = root["devices"]
    else { return nil }
    self.init(mirror: mirror, records: records)
    if case .data(let packed)? = root[Self.packed] {
      guard let others = PackedDevices.unpack(packed) else { return nil }
      devices = others
    }
    for (id, value) in table {
      guard let device = CloudDevice(id), let entry = CloudDeviceEntry(value) else { return nil }
      devices[device] = entry
    }
  }

  /// The document as a binary property list: what a mirror stores and counts.
  package func bytes() throws(CloudError) -> [UInt8] { try encoded(packing: nil, isBinary: true) }

  private func encoded(
    packing others: [CloudDevice: CloudDeviceEntry]?, isBinary: Bool
  ) throws(CloudError) -> [UInt8] {
    let list = propertyList(packing: others)
    do {
      return try isBinary ? list.binary() : list.xml()
    } catch {
      throw CloudError(.overLimits, "The settings cannot be sent: \(error.message)")
    }
  }

  /// Reads what a mirror stored; nil for bytes that are no document of this or an older Settee.
  package init?(bytes: [UInt8]) {
    guard let list = try? PropertyList(reading: bytes),
      let document = CloudDocument(list),
      document.isPlausible(at: CurrentProcess.milliseconds)
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
    return try encoded(
      packing: others, isBinary: !isReadable || packs && devices.count > Self.mostReadable)
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
