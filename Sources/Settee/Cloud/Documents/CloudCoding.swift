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
    let devices = document.devices.sorted { $0.key < $1.key }.map { device, entry in
      (device.id, propertyList(of: entry))
    }
    return .dictionary([
      "devices": .dictionary(dictionary(devices)),
      "format": .integer(format),
      "mirror": .string(document.mirror),
      "records": propertyList(of: document.records),
    ])
  }

  static func document(from list: PropertyList) -> CloudDocument? {
    guard case .dictionary(let root) = list, case .integer(Self.format)? = root["format"],
      let mirror = text(root["mirror"]), let records = records(from: root["records"]),
      case .dictionary(let table)? = root["devices"]
    else { return nil }
    var document = CloudDocument(mirror: mirror)
    document.records = records
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
    return .dictionary(list)
  }

  private static func entry(from list: PropertyList) -> CloudDeviceEntry? {
    guard case .dictionary(let entry) = list, let written = CloudWrite(text: text(entry["write"])),
      case .integer(let time)? = entry["time"]
    else { return nil }
    let isRetired = if case .boolean(true)? = entry["retired"] { true } else { false }
    return CloudDeviceEntry(written: written, time: time, isRetired: isRetired)
  }

  // MARK: Records

  static func propertyList(of records: [CloudKey: CloudRecord]) -> PropertyList {
    .dictionary(
      dictionary(
        records.sorted { $0.key < $1.key }.map { ($0.text, propertyList(of: $1)) }))
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
    var list: PropertyListDictionary = [
      "by": .string("\(record.push.device.id).\(record.push.sequence)")
    ]
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

  private static func devices(_ list: PropertyList?) -> Set<CloudDevice>? {
    guard let list else { return [] }
    guard case .array(let values) = list else { return nil }
    return Set(values.compactMap { text($0).flatMap { CloudDevice($0) } })
  }

  // MARK: Small things

  static func dictionary(_ entries: [(String, PropertyList)]) -> PropertyListDictionary {
    var dictionary = PropertyListDictionary()
    for (key, value) in entries { dictionary[key] = value }
    return dictionary
  }

  static func text(_ value: PropertyList?) -> String? {
    if case .string(let text)? = value { text } else { nil }
  }
}

extension CloudWrite {
  /// `sequence.nonce`, the nonce in hexadecimal.
  var text: String { "\(sequence).\(String(nonce, radix: 16))" }

  /// Reads ``text``; nil when it is damaged.
  init?(text: String?) {
    let parts = (text ?? "").split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let sequence = Int64(parts[0]), sequence >= 0,
      let nonce = UInt64(parts[1], radix: 16)
    else { return nil }
    self.init(sequence: sequence, nonce: nonce)
  }
}

extension CloudPush {
  /// Reads `device.sequence`; nil when it is damaged.
  init?(text: String?) {
    let parts = (text ?? "").split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let device = CloudDevice(String(parts[0])),
      let sequence = Int64(parts[1]), sequence >= 0
    else { return nil }
    self.init(device: device, sequence: sequence)
  }
}
