extension XMLReader {
  /// Parses an integer such as `12`, `-12`, `+12`, or `0xFF`, with optional leading whitespace.
  mutating func integer(openedAt start: Int) throws -> PropertyList {
    skipIntegerBlanks()
    let isNegative = at < text.count && text[at] == UInt8(ascii: "-")
    if isNegative || (at < text.count && text[at] == UInt8(ascii: "+")) { at += 1 }
    skipIntegerBlanks()
    let isHex =
      at + 1 < text.count && text[at] == UInt8(ascii: "0")
      && text[at + 1] | 0x20 == UInt8(ascii: "x")
    let radix: UInt64 = isHex ? 16 : 10
    if isHex { at += 2 }
    let first = at
    let number = try digits(radix: radix, openedAt: start)
    guard at > first else { throw ParseError(at: .offset(start), "<integer> without digits") }
    try expectEnd(of: .integer, openedAt: start)
    try close(.integer, openedAt: start)
    return try signed(number, isNegative: isNegative, openedAt: start)
  }

  private mutating func digits(
    radix: UInt64, openedAt start: Int
  ) throws -> UInt64 {
    var number: UInt64 = 0
    while at < text.count, let digit = text[at].hexDigit, UInt64(digit) < radix {
      let (product, tooBig) = number.multipliedReportingOverflow(by: radix)
      let (sum, tooBigToo) = product.addingReportingOverflow(UInt64(digit))
      guard !tooBig, !tooBigToo else { throw outOfRange(start) }
      number = sum
      at += 1
    }
    return number
  }

  private func signed(
    _ number: UInt64, isNegative: Bool, openedAt start: Int
  ) throws -> PropertyList {
    guard isNegative else { return PropertyList(number) }
    guard number <= UInt64(Int64.max) + 1 else { throw outOfRange(start) }
    return .integer(Int64(truncatingIfNeeded: 0 &- number))
  }

  private func outOfRange(_ start: Int) -> ParseError {
    ParseError(
      at: .offset(start),
      "<integer> out of range; use \(Int64.min) to \(UInt64.max)")
  }

  private mutating func skipIntegerBlanks() {
    while at < text.count, text[at] <= 0x20 || text[at] == 0x7F { at += 1 }
  }

  /// Checks that the end tag follows a number directly, because a number can't have trailing text.
  private func expectEnd(of tag: XMLTag, openedAt start: Int) throws {
    guard at >= text.count || text[at] == UInt8(ascii: "<") else {
      throw ParseError(at: .offset(at), "invalid character in <\(tag)>; use digits only")
    }
  }

  /// Parses a decimal number, or `nan`, `inf`, or `infinity` with an optional sign.
  mutating func real(openedAt start: Int) throws -> PropertyList {
    let word = try characters(of: .real, openedAt: start)
    guard let number = Double(propertyList: word) else {
      throw ParseError(
        at: .offset(start), "\"\(word.prefix(40))\" isn't a real number; use a form like -1.5e3")
    }
    return .real(number)
  }

  /// Parses a date such as `2026-01-31T23:59:59Z`.
  mutating func date(openedAt start: Int) throws -> PropertyList {
    let word = try characters(of: .date, openedAt: start)
    guard let date = CalendarDate(propertyList: word) else {
      throw ParseError(
        at: .offset(start),
        "\"\(word.prefix(40))\" isn't a date; use a form like 2026-01-31T23:59:59Z")
    }
    return .date(Date(timeIntervalSinceReferenceDate: Double(date.seconds)))
  }

  /// Parses the Base64 data of an XML element up to its end tag.
  ///
  /// As in Foundation, characters that aren't part of Base64 are ignored.
  mutating func data(openedAt start: Int) throws -> PropertyList {
    let first = at
    while at < text.count, text[at] != UInt8(ascii: "<") {
      guard text[at] < 0x80 else { throw ParseError(at: .offset(at), "invalid Base64 character") }
      at += 1
    }
    let bytes = Data(lenientBase64: UnsafeBufferPointer(rebasing: text[first..<at]))
    try close(.data, openedAt: start)
    return .data(bytes)
  }
}

extension Double {
  /// Parses a decimal number in a property list, with optional leading whitespace.
  init?(propertyList text: String) {
    let number = text.utf8.drop(while: \.isCSpace)
    if number.allSatisfy({ $0.isDigit || "+-.eE".utf8.contains($0) }) {
      self.init(Substring(number))
      return
    }
    switch text.lowercased() {
    case "nan": self = .nan
    case "inf", "+inf", "infinity", "+infinity": self = .infinity
    case "-inf", "-infinity": self = -.infinity
    default: return nil
    }
  }
}

extension Data {
  /// Decodes Base64 data as leniently as Foundation does.
  ///
  /// Characters that aren't part of Base64 are ignored, and an incomplete final group is dropped.
  init(lenientBase64 text: UnsafeBufferPointer<UInt8>) {
    // Collect the bytes in an array, because appending single bytes to `Data` is ten times slower.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var group: UInt32 = 0
    var digits = 0
    var padding = 0
    for character in text {
      if character == UInt8(ascii: "=") { padding += 1 } else if !character.isCSpace { padding = 0 }
      guard let digit = character.base64Digit else { continue }
      group = group << 6 | UInt32(digit)
      digits += 1
      guard digits & 3 == 0 else { continue }
      bytes.append(UInt8(truncatingIfNeeded: group >> 16))
      if padding < 2 { bytes.append(UInt8(truncatingIfNeeded: group >> 8)) }
      if padding < 1 { bytes.append(UInt8(truncatingIfNeeded: group)) }
    }
    self.init(bytes)
  }
}

extension UInt8 {
  fileprivate var base64Digit: UInt8? {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): self - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): self - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    case UInt8(ascii: "="): 0
    default: nil
    }
  }
}
