#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A serializer that produces the same XML as Foundation's PropertyListSerialization.
///
/// As in Foundation, control characters are written without escapes, although general XML parsers
/// reject them.
struct XMLWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  mutating func document(_ value: PropertyList) throws {
    append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """)
    try element(value, depth: 0)
    append("</plist>\n")
    try Self.checkSize(bytes.count)
  }

  @inline(never)
  private mutating func element(
    _ value: PropertyList, depth: Int
  ) throws {
    indent(depth)
    switch value {
    case .string(let text):
      append("<string>")
      escaped(text)
      append("</string>\n")
    case .integer(let number): integer(number)
    case .bigInteger(let number): integer(number)
    case .boolean(let flag): append(flag ? "<true/>\n" : "<false/>\n")
    case .array(let values): try array(values, depth: depth)
    case .dictionary(let values): try dictionary(values, depth: depth)
    case .real(let number): real(number)
    case .date(let moment): try date(moment)
    case .data(let value): data(value, depth: depth)
    case .uid(let number): uid(number, depth: depth)
    }
  }

  private mutating func integer(_ number: some FixedWidthInteger) {
    append("<integer>")
    append(String(number))
    append("</integer>\n")
  }

  private mutating func array(_ values: [PropertyList], depth: Int) throws {
    try Self.checkDepth(depth + 1)
    guard !values.isEmpty else { return append("<array/>\n") }
    append("<array>\n")
    for value in values { try element(value, depth: depth + 1) }
    indent(depth)
    append("</array>\n")
  }

  private mutating func dictionary(
    _ values: PropertyListDictionary, depth: Int
  ) throws {
    try Self.checkDepth(depth + 1)
    guard !values.isEmpty else { return append("<dict/>\n") }
    append("<dict>\n")
    for (key, value) in values.entriesInWrittenOrder {
      indent(depth + 1)
      append("<key>")
      escaped(key)
      append("</key>\n")
      try element(value, depth: depth + 1)
    }
    indent(depth)
    append("</dict>\n")
  }

  private mutating func append(_ text: String) { text.withCodeUnits { bytes += $0 } }

  @inline(__always)
  private mutating func escaped(_ text: String) {
    text.withCodeUnits { units in
      var start = 0
      while true {
        let end = units.firstToEscape(from: start)
        bytes += units[start..<end]
        guard end < units.count else { return }
        switch units[end] {
        case UInt8(ascii: "<"): append("&lt;")
        case UInt8(ascii: ">"): append("&gt;")
        default: append("&amp;")
        }
        start = end + 1
      }
    }
  }

  @inline(__always)
  mutating func indent(_ depth: Int) {
    for _ in 0..<depth { bytes.append(UInt8(ascii: "\t")) }
  }

  /// Throws an error if the file would be too large to read again.
  static func checkSize(_ size: Int) throws {
    let most = PropertyListLimits.writing.bytes
    guard size <= most else {
      throw ParseError(
        at: .offset(0), "the values need \(size) bytes; the limit is \(most)")
    }
  }

  /// Throws an error if the nesting depth exceeds the limit of property-list readers, including
  /// Foundation.
  static func checkDepth(_ depth: Int) throws {
    let most = PropertyListLimits.writing.depth
    guard depth <= most else {
      throw ParseError(
        at: .offset(0),
        "arrays and dictionaries are nested more than \(most) levels deep")
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the offset of the first `<`, `>`, or `&` at or after a start offset, or `count` if
  /// there is none.
  fileprivate func firstToEscape(from start: Int) -> Int {
    var index = start
    while index < count {
      let byte = self[index]
      // The characters `<` and `>` differ in a single bit.
      if byte | 2 == UInt8(ascii: ">") || byte == UInt8(ascii: "&") { break }
      index += 1
    }
    return index
  }
}

extension XMLWriter {
  private mutating func real(_ number: Double) {
    append("<real>")
    append(number.xmlText)
    append("</real>\n")
  }

  private mutating func date(_ moment: Date) throws {
    guard let date = CalendarDate(utc: moment) else {
      throw ParseError(at: .offset(0), "date out of range for XML")
    }
    let year = date.year < 0 ? "-" + padded(-date.year, 3) : padded(date.year, 4)
    append(
      "<date>\(year)-\(padded(date.month))-\(padded(date.day))T\(date.secondText)Z</date>\n")
  }

  /// Writes Base64 in lines of 76 columns, including indentation with eight columns per tab.
  private mutating func data(_ data: Data, depth: Int) {
    append("<data>\n")
    let tabs = min(depth, 8)
    let bytesInLine = (76 - 8 * tabs) / 4 * 3
    var rest = data
    while !rest.isEmpty {
      indent(tabs)
      append(rest.prefix(bytesInLine).base64EncodedString())
      append("\n")
      rest = rest.dropFirst(bytesInLine)
    }
    indent(depth)
    append("</data>\n")
  }

  private mutating func uid(_ number: UInt64, depth: Int) {
    append("<dict>\n")
    indent(depth + 1)
    append("<key>CF$UID</key>\n")
    indent(depth + 1)
    append("<integer>")
    append(String(number))
    append("</integer>\n")
    indent(depth)
    append("</dict>\n")
  }
}

extension Double {
  /// The number as Foundation writes it to XML, with 17 digits (`%.17g`).
  fileprivate var xmlText: String {
    if isNaN { return "nan" }
    if isInfinite { return self < 0 ? "-infinity" : "+infinity" }
    if self == 0 { return "0.0" }
    if let whole = Int64(exactly: self), whole.magnitude < 100_000_000_000_000_000 {
      return String(whole)
    }
    return Self.shortFraction(self) ?? Self.seventeenDigits(self)
  }

  /// Formats a number such as 0.5 or 2.75 that 17 digits represent exactly, or returns `nil` for
  /// other numbers.
  ///
  /// Without this method, writing a property list takes twice as long.
  private static func shortFraction(_ number: Double) -> String? {
    guard number.magnitude < 1_048_576, let scaled = Int(exactly: number * 1024) else { return nil }
    // The fraction 1/1024 has ten decimal places, so multiplying it by 10^10 results in an integer.
    var fraction = (scaled.magnitude % 1024) * 9_765_625
    var decimals = 10
    while fraction % 10 == 0 { (fraction, decimals) = (fraction / 10, decimals - 1) }
    let digits = String(fraction)
    let zeros = String(repeating: "0", count: decimals - digits.utf8.count)
    return "\(number < 0 ? "-" : "")\(scaled.magnitude / 1024).\(zeros)\(digits)"
  }

  private static func seventeenDigits(_ number: Double) -> String {
    let text = withVaList([number]) { arguments in
      String(unsafeUninitializedCapacity: 64) { buffer in
        buffer.withMemoryRebound(to: CChar.self) { buffer in
          max(0, Int(vsnprintf(buffer.baseAddress, buffer.count, "%.17g", arguments)))
        }
      }
    }
    return withPoint(text)
  }

  /// Replaces the decimal separator of the locale with a period, as XML property lists require.
  private static func withPoint(_ text: String) -> String {
    func isOfNumber(_ byte: UInt8) -> Bool {
      byte.isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
        || byte == UInt8(ascii: "e")
    }
    let isPlain = text.utf8.allSatisfy { isOfNumber($0) || $0 == UInt8(ascii: ".") }
    if isPlain { return text }
    let parts = text.utf8.split { !isOfNumber($0) }
    return parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".")
  }
}
