import SetteeValues

/// The compact form in which earlier builds listed the other devices in a device file.
///
/// Settee only reads this form. An entry consists of the device ID and three
/// variable-length integers with 7 bits per byte. The integers are the sequence number of the last
/// write, its nonce, and the day of the write with a bit for a retired device. Each device's own
/// file has the exact time.
enum PackedDevices {
  private static let day: Int64 = 86_400_000
  /// The first day that the packed form can represent, 2020-01-01, chosen so that a day fits in two
  /// bytes.
  private static let firstDay: Int64 = 18_262

  /// Decodes the packed entries of devices, or returns `nil` if the data is corrupt.
  static func unpack(_ data: Data) -> [CloudDevice: CloudDeviceEntry]? {
    var bytes = Array(data)[...]
    var devices: [CloudDevice: CloudDeviceEntry] = [:]
    while bytes.count >= 8 {
      let number = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      bytes.removeFirst(8)
      guard let sequence = readNumber(&bytes), sequence <= CloudWrite.mostSequence,
        let nonce = readNumber(&bytes), let mark = readNumber(&bytes), mark >> 1 < 1 << 24
      else { return nil }
      let time = (Int64(mark >> 1) + firstDay) * day
      guard time <= CloudStamp.latest else { return nil }
      devices[CloudDevice(random: number)] = CloudDeviceEntry(
        written: CloudWrite(sequence: Int64(sequence), nonce: nonce), time: time,
        isRetired: mark & 1 == 1)
    }
    return bytes.isEmpty ? devices : nil
  }

  private static func readNumber(_ bytes: inout ArraySlice<UInt8>) -> UInt64? {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 63, by: 7) {
      guard let byte = bytes.popFirst() else { return nil }
      let part = UInt64(byte & 0x7F)
      guard (part << shift) >> shift == part else { return nil }
      number |= part << shift
      if byte & 0x80 == 0 { return number }
    }
    return nil
  }
}

/// Encodes values that XML can't represent as binary property lists.
enum PackedValue {
  /// Returns whether an XML property list can't represent a value exactly.
  ///
  /// Examples of such values are control characters, object references, and distant dates.
  static func isNeeded(for value: PropertyList) -> Bool {
    switch value {
    case .string(let text): !text.survivesXML
    case .uid: true
    case .date(let date): abs(date.timeIntervalSinceReferenceDate) > 6e10
    case .array(let values): values.contains(where: isNeeded)
    case .dictionary(let dictionary):
      dictionary.contains { !$0.key.survivesXML || isNeeded(for: $0.value) }
    default: false
    }
  }

  static func pack(_ value: PropertyList) -> Data? {
    (try? PropertyList.dictionary(["value": value]).binary()).map { Data($0) }
  }

  static func unpack(_ data: Data) -> PropertyList? {
    guard case .dictionary(let list)? = try? PropertyList(reading: Array(data)) else { return nil }
    return list["value"]
  }
}
