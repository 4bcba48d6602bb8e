#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Documents and sync states as property lists: one form for the folder, etcd and the state file.
enum CloudCoding {
  static let format: Int64 = 1

  // MARK: Documents

  static func propertyList(of document: CloudDocument) -> PropertyList {
    .dictionary(propertyList(of: document, devices: document.devices))
  }

  /// A device's own view, in which the other devices may be packed.
  static func propertyList(
    ofViewBy device: CloudDevice, _ document: CloudDocument, packs: Bool
  ) -> PropertyList {
    let others = packs ? document.devices.filter { $0.key != device } : [:]
    var list = propertyList(
      of: document, devices: document.devices.filter { others.index(forKey: $0.key) == nil })
    list[packed] = .data(PackedDevices.pack(others))
    return .dictionary(list)
  }

  /// Where a view has the other devices packed; who writes it, with or without any in it, reads it.
  static let packed = "packed"

  private static func propertyList(
    of document: CloudDocument, devices: [CloudDevice: CloudDeviceEntry]
  ) -> PropertyListDictionary {
    let devices = devices.sorted { $0.key < $1.key }.map { device, entry in
      (device.id, propertyList(of: entry))
    }
    return [
      "devices": .dictionary(dictionary(devices)),
      "format": .integer(format),
      "mirror": .string(document.mirror),
      "records": propertyList(of: document.records),
    ]
  }

  static func document(from list: PropertyList) -> CloudDocument? {
    guard case .dictionary(let root) = list, case .integer(Self.format)? = root["format"],
      let mirror = text(root["mirror"]), (1...64).contains(mirror.utf8.count),
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
    guard case .dictionary(let entry) = list, let written = CloudWrite(text: text(entry["write"])),
      case .integer(let time)? = entry["time"], (0...CloudStamp.latest).contains(time)
    else { return nil }
    let isRetired = if case .boolean(true)? = entry["retired"] { true } else { false }
    let name = text(entry["name"]).flatMap { $0.utf8.count <= 64 ? $0 : nil }
    return CloudDeviceEntry(written: written, time: time, isRetired: isRetired, name: name)
  }

  // MARK: Records

  static func propertyList(of records: [CloudKey: CloudRecord]) -> PropertyList {
    var list = PropertyListDictionary()
    list.reserveCapacity(records.count)
    for key in records.keys.sorted() { list[key.text] = records[key].map { propertyList(of: $0) } }
    return .dictionary(list)
  }

  static func records(from list: PropertyList?) -> [CloudKey: CloudRecord]? {
    guard case .dictionary(let entries)? = list else { return nil }
    var records: [CloudKey: CloudRecord] = [:]
    records.reserveCapacity(entries.count)
    for (key, value) in entries {
      guard let record = record(from: value) else { return nil }
      records[CloudKey(key)] = record
    }
    return records
  }

  private static func propertyList(of record: CloudRecord) -> PropertyList {
    var list = PropertyListDictionary()
    list.reserveCapacity(3)
    list["by"] = .string(record.push.text)
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
      let stamp = text(record["stamp"]).flatMap(CloudStamp.init(text:)),
      let push = CloudPush(text: text(record["by"])),
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
    return Set(values.compactMap { text($0).flatMap { CloudDevice($0) } })
  }

  // MARK: Small things

  static func propertyList(of keys: Set<CloudKey>) -> PropertyList {
    .array(keys.sorted().map { .string($0.text) })
  }

  static func keys(from list: PropertyList?) -> Set<CloudKey> {
    Set((list?.array ?? []).compactMap(text).map { CloudKey($0) })
  }

  static func dictionary(_ entries: [(String, PropertyList)]) -> PropertyListDictionary {
    var dictionary = PropertyListDictionary()
    dictionary.reserveCapacity(entries.count)
    for (key, value) in entries { dictionary[key] = value }
    return dictionary
  }

  static func text(_ value: PropertyList?) -> String? {
    if case .string(let text)? = value { text } else { nil }
  }
}

extension CloudWrite {
  /// `sequence.nonce`, the nonce in hexadecimal.
  var text: String {
    NumberWriter.text { writer in
      writer.append(decimal: sequence)
      writer.append(".")
      writer.append(hexadecimal: nonce)
    }
  }

  /// Reads ``text``; nil when it is damaged.
  init?(text: String?) {
    let write = text?.withCodeUnits { bytes -> CloudWrite? in
      var reader = NumberReader(bytes)
      guard let sequence = reader.sequence(), reader.take("."), let nonce = reader.hexadecimal(),
        reader.isAtEnd
      else { return nil }
      return CloudWrite(sequence: sequence, nonce: nonce)
    }
    guard let write = write ?? nil else { return nil }
    self = write
  }
}

extension CloudPush {
  /// `device.sequence`.
  var text: String {
    NumberWriter.text { writer in
      writer.append(device)
      writer.append(".")
      writer.append(decimal: sequence)
    }
  }

  /// Reads ``text``; nil when it is damaged.
  init?(text: String?) {
    let push = text?.withCodeUnits { bytes -> CloudPush? in
      var reader = NumberReader(bytes)
      guard let device = reader.device(), reader.take("."), let sequence = reader.sequence(),
        reader.isAtEnd
      else { return nil }
      return CloudPush(device: device, sequence: sequence)
    }
    guard let push = push ?? nil else { return nil }
    self = push
  }
}

extension NumberReader {
  /// The number of a push.
  fileprivate mutating func sequence() -> Int64? {
    decimal().flatMap { $0 <= CloudWrite.mostSequence ? $0 : nil }
  }
}
