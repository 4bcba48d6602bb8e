#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension XMLWriter {
  mutating func rareElement(_ value: PropertyList, depth: Int) throws(PropertyListError) {
    switch value {
    case .real(let number): real(number)
    case .date(let moment): try date(moment)
    case .data(let bytes): data(bytes, depth: depth)
    case .uid(let number): uid(number, depth: depth)
    default: break
    }
  }

  private mutating func real(_ number: Double) {
    sink.append("<real>")
    for byte in RealText.of(number).utf8 { sink.append(byte) }
    sink.append("</real>\n")
  }

  private mutating func date(_ moment: Date) throws(PropertyListError) {
    guard let date = CalendarDate(seconds: moment.timeIntervalSinceReferenceDate) else {
      throw PropertyListError(at: .offset(0), "a date lies beyond the years that XML can write")
    }
    sink.append("<date>")
    sink.append(decimal: date.year, width: 4)
    let parts: [(UInt8, Int)] = [
      (UInt8(ascii: "-"), date.month), (UInt8(ascii: "-"), date.day),
      (UInt8(ascii: "T"), date.hour),
      (UInt8(ascii: ":"), date.minute), (UInt8(ascii: ":"), date.second),
    ]
    for (separator, number) in parts {
      sink.append(separator)
      sink.append(decimal: number, width: 2)
    }
    sink.append("Z</date>\n")
  }

  /// Lines are as long as the indent leaves of 76 columns, when a tab counts eight.
  private mutating func data(_ bytes: Data, depth: Int) {
    sink.append("<data>\n")
    let tabs = min(depth, 8)
    let bytesInLine = (76 - 8 * tabs) / 4 * 3
    bytes.withUnsafeBytes { bytes in
      let bytes = bytes.bindMemory(to: UInt8.self)
      for start in stride(from: 0, to: bytes.count, by: bytesInLine) {
        indent(tabs)
        let line = bytes[start..<min(start + bytesInLine, bytes.count)]
        Base64.encode(UnsafeBufferPointer(rebasing: line), to: &sink)
        sink.append(UInt8(ascii: "\n"))
      }
    }
    indent(depth)
    sink.append("</data>\n")
  }

  private mutating func uid(_ number: UInt64, depth: Int) {
    sink.append("<dict>\n")
    indent(depth + 1)
    sink.append("<key>CF$UID</key>\n")
    indent(depth + 1)
    sink.append("<integer>")
    sink.append(decimal: number)
    sink.append("</integer>\n")
    indent(depth)
    sink.append("</dict>\n")
  }
}
