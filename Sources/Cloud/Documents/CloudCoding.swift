import SetteeFiles
import SetteeValues

/// A type that has a property-list representation in cloud documents and sync states.
protocol CloudCoded {
  var propertyList: PropertyList { get }
  /// Creates an instance from its property list, or returns `nil` if the property list is corrupt.
  init?(_ list: PropertyList)
}

extension CloudCoded where Self: LosslessStringConvertible {
  var propertyList: PropertyList { .string(description) }

  init?(_ list: PropertyList) {
    guard let text = list.string else { return nil }
    self.init(text)
  }
}

extension Array where Element: CloudCoded {
  var propertyList: PropertyList { .array(map(\.propertyList)) }

  /// Creates an array from a property list and skips corrupt items.
  init(readable list: PropertyList?) { self = (list?.array ?? []).compactMap { Element($0) } }
}

extension Set<Key> {
  var propertyList: PropertyList { .array(sorted().map { .string($0.text) }) }

  /// Creates a set of keys from a property list and skips corrupt items.
  init(readable list: PropertyList?) {
    self = Set((list?.array ?? []).compactMap(\.string).map { Key($0) })
  }
}

extension Dictionary where Key == SetteeValues.Key, Value: CloudCoded {
  var propertyList: PropertyList {
    // Sorting the keys is faster than sorting the entries with their large records.
    let entries = keys.sorted().compactMap { key in
      self[key].map { (key.text, $0.propertyList) }
    }
    return .dictionary(PropertyListDictionary(entries))
  }

  /// Creates a dictionary from its property list, or returns `nil` if any value is corrupt.
  init?(_ list: PropertyList?) {
    guard case .dictionary(let entries)? = list else { return nil }
    self = [:]
    for (key, value) in entries {
      guard let value = Value(value) else { return nil }
      self[Key(key)] = value
    }
  }
}

extension CloudRecord: CloudCoded {
  var propertyList: PropertyList {
    var list: PropertyListDictionary = ["by": push.propertyList]
    if !seen.isEmpty { list["seen"] = seen.sorted().propertyList }
    list["stamp"] = stamp.propertyList
    switch value {
    case let value? where value.needsPacking: list["packed"] = value.packed.map(PropertyList.data)
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
      guard let unpacked = PropertyList(packed: packed) else { return nil }
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

  /// The property list of the document.
  var propertyList: PropertyList {
    let devices = devices.sorted { $0.key < $1.key }.map { ($0.id, $1.propertyList) }
    return .dictionary([
      "devices": .dictionary(PropertyListDictionary(devices)),
      "format": .integer(Self.format),
      "mirror": .string(mirror),
      "records": records.propertyList,
    ])
  }

  private init?(_ list: PropertyList) {
    guard case .dictionary(let root) = list, case .integer(Self.format)? = root["format"],
      let mirror = root["mirror"]?.string, (1...64).contains(mirror.utf8.count),
      let records = [Key: CloudRecord](root["records"]),
      case .dictionary(let table)? = root["devices"]
    else { return nil }
    self.init(mirror: mirror, records: records)
    // Earlier builds listed the other devices in packed form.
    if case .data(let packed)? = root["packed"] {
      guard let others = CloudDeviceEntry.unpacked(packed) else { return nil }
      devices = others
    }
    for (id, value) in table {
      guard let device = CloudDevice(id), let entry = CloudDeviceEntry(value) else { return nil }
      devices[device] = entry
    }
  }

  /// Returns the document as a binary property list, which determines its size in the mirror.
  package func bytes() throws -> [UInt8] { try encoded(isBinary: true) }

  /// Returns the contents of the file that a device writes to a folder mirror.
  ///
  /// An unencrypted file is an XML property list, which people and version control can read.
  func fileBytes(isSealed: Bool) throws -> [UInt8] { try encoded(isBinary: isSealed) }

  private func encoded(isBinary: Bool) throws -> [UInt8] {
    do {
      return try isBinary ? propertyList.binary() : propertyList.xml()
    } catch let error as ParseError {
      throw CloudError(.overLimits, "Can't send the settings: \(error.message)")
    }
  }

  /// Creates a document from the bytes that are stored in the mirror.
  ///
  /// The result is `nil` if the bytes are corrupt or have a newer format.
  package init?(bytes: [UInt8]) {
    guard let list = try? PropertyList(reading: bytes),
      let document = CloudDocument(list),
      document.isPlausible(at: CurrentProcess.milliseconds)
    else { return nil }
    self = document
  }

  /// Returns whether all timestamps in the document are less than 1,000 years in the future.
  ///
  /// The limit moves with the clock, so no device can use up the last valid timestamp. A clock that
  /// is wrong by centuries is still accepted.
  private func isPlausible(at now: Int64) -> Bool {
    let bound = max(now, 0) + 1000 * 31_557_600_000
    return devices.values.allSatisfy { $0.time <= bound }
      && records.values.allSatisfy { $0.stamp.time <= bound }
  }
}
