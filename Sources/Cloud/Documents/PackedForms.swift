import SetteeValues

/// Reads the compact form in which earlier builds listed the other devices in a device file.
///
/// Settee doesn't write this form. An entry consists of the device ID and three
/// variable-length integers with 7 bits per byte. The integers are the sequence number of the last
/// write, its nonce, and the day of the write with a bit for a retired device. Each device's own
/// file has the exact time.
extension CloudDeviceEntry {
  private static let day: Int64 = 86_400_000
  /// The first day that the packed form can represent, 2020-01-01, chosen so that a day fits in two
  /// bytes.
  private static let firstDay: Int64 = 18_262

  /// Decodes the packed entries of devices, or returns `nil` if the data is corrupt.
  static func unpacked(_ data: Data) -> [CloudDevice: CloudDeviceEntry]? {
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

// Values that XML can't represent are stored as binary property lists.
extension PropertyList {
  /// A Boolean value that indicates whether an XML property list can't represent the value exactly.
  ///
  /// Examples of such values are control characters, object references, and distant dates.
  var needsPacking: Bool {
    switch self {
    case .string(let text): !text.survivesXML
    case .uid: true
    case .date(let date): abs(date.timeIntervalSinceReferenceDate) > 6e10
    case .array(let values): values.contains(where: \.needsPacking)
    case .dictionary(let dictionary):
      dictionary.contains { !$0.key.survivesXML || $0.value.needsPacking }
    default: false
    }
  }

  /// The value as a binary property list.
  var packed: Data? {
    (try? PropertyList.dictionary(["value": self]).binary()).map { Data($0) }
  }

  init?(packed data: Data) {
    guard case .dictionary(let list)? = try? PropertyList(reading: Array(data)),
      let value = list["value"]
    else { return nil }
    self = value
  }
}
