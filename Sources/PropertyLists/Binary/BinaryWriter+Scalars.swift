#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension BinaryWriter {
  /// Writes what holds no other object.
  static func write(_ value: PropertyList, to sink: inout ByteSink) {
    switch value {
    case .string(let text): write(text, to: &sink)
    case .integer(let number): write(number, to: &sink)
    case .bigInteger(let number):
      sink.append(0x14)
      sink.append(bigEndian: 0, size: 8)
      sink.append(bigEndian: number, size: 8)
    case .real(let number):
      sink.append(0x23)
      sink.append(bigEndian: number.bitPattern, size: 8)
    case .boolean(let flag): sink.append(flag ? 0x09 : 0x08)
    case .date(let moment):
      sink.append(0x33)
      sink.append(bigEndian: moment.timeIntervalSinceReferenceDate.bitPattern, size: 8)
    case .data(let bytes):
      writeMarker(0x40, bytes.count, to: &sink)
      bytes.withUnsafeBytes { sink.append($0.bindMemory(to: UInt8.self)) }
    case .uid(let number):
      let size = width(of: number)
      sink.append(0x80 | UInt8(size - 1))
      sink.append(bigEndian: number, size: size)
    case .array, .dictionary: break
    }
  }

  private static func write(_ text: String, to sink: inout ByteSink) {
    let isASCII = text.withCodeUnits { bytes in
      guard bytes.firstNonASCII == nil else { return false }
      writeMarker(0x50, bytes.count, to: &sink)
      sink.append(bytes)
      return true
    }
    guard !isASCII else { return }
    writeMarker(0x60, text.utf16.count, to: &sink)
    for unit in text.utf16 { sink.append(bigEndian: UInt64(unit), size: 2) }
  }

  /// Below zero a number takes 8 bytes, else as few as it needs.
  private static func write(_ number: Int64, to sink: inout ByteSink) {
    let size = number < 0 ? 8 : width(of: UInt64(number))
    sink.append(0x10 | UInt8(size.trailingZeroBitCount))
    sink.append(bigEndian: UInt64(bitPattern: number), size: size)
  }

  static func writeMarker(_ kind: UInt8, _ count: Int, to sink: inout ByteSink) {
    if count < 15 {
      sink.append(kind | UInt8(count))
    } else {
      sink.append(kind | 0x0F)
      write(Int64(count), to: &sink)
    }
  }
}
