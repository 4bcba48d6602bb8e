extension XMLReader {
  mutating func scalar(_ tag: Tag) throws(PropertyListError) -> PropertyList {
    switch tag.name {
    case .integer: return try integer(tag)
    case .real:
      let word = try characters(of: tag)
      if let number = Double(propertyList: word) { return .real(number) }
      throw failure(
        at: tag.start, "\"\(word.prefix(40))\" is no real number; write it like -1.5e3")
    case .date:
      let word = try characters(of: tag)
      if let date = CalendarDate(propertyList: word) {
        return .date(Date(timeIntervalSinceReferenceDate: Double(date.seconds)))
      }
      throw failure(
        at: tag.start, "\"\(word.prefix(40))\" is no date; write it like 2026-01-31T23:59:59Z")
    default: return try data(tag)
    }
  }

  /// Reads `12`, `-12`, `+12` or `0xFF`, with white space before the digits only.
  private mutating func integer(_ tag: Tag) throws(PropertyListError) -> PropertyList {
    skipIntegerBlanks()
    let isNegative = take("-")
    if !isNegative { _ = take("+") }
    skipIntegerBlanks()
    let isHex = next == UInt8(ascii: "0") && (starts("0x") || starts("0X"))
    if isHex { at += 2 }
    let first = at
    var number: UInt64 = 0
    while let digit = next?.hexDigit, isHex || digit < 10 {
      let (product, tooBig) = number.multipliedReportingOverflow(by: isHex ? 16 : 10)
      let (sum, tooBigToo) = product.addingReportingOverflow(UInt64(digit))
      guard !tooBig, !tooBigToo else { throw outOfRange(tag) }
      number = sum
      at += 1
    }
    guard at > first else { throw failure(at: tag.start, "this <integer> has no digits") }
    guard next ?? UInt8(ascii: "<") == UInt8(ascii: "<") else {
      throw failure(at: at, "this does not belong into an <integer>; it holds digits only")
    }
    try close(tag)
    guard isNegative else { return PropertyList(number) }
    guard number <= UInt64(Int64.max) + 1 else { throw outOfRange(tag) }
    return .integer(Int64(truncatingIfNeeded: 0 &- number))
  }

  private func outOfRange(_ tag: Tag) -> PropertyListError {
    failure(
      at: tag.start, "this <integer> is out of range; it goes from \(Int64.min) to \(UInt64.max)")
  }

  private mutating func skipIntegerBlanks() {
    while let byte = next, byte <= 0x20 || byte == 0x7F { at += 1 }
  }

  /// Reads base 64 up to the end tag, passing over what is not of its alphabet, as Foundation does.
  private mutating func data(_ tag: Tag) throws(PropertyListError) -> PropertyList {
    let first = at
    while let byte = next, byte != UInt8(ascii: "<") {
      guard byte < 0x80 else { throw failure(at: at, "this character is not base 64") }
      at += 1
    }
    let bytes = Data(lenientBase64: UnsafeBufferPointer(rebasing: text[first..<at]))
    try close(tag)
    return .data(bytes)
  }
}

extension Double {
  /// Reads a number as property lists write it: decimal only, white space before it allowed.
  init?(propertyList text: String) {
    let number = text.utf8.drop(while: \.isBlank)
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
  /// The bytes of base 64 in a property list, with the leniency of Foundation there: what is not of
  /// the alphabet is passed over, a last group that is not whole is dropped.
  init(lenientBase64 text: UnsafeBufferPointer<UInt8>) {
    // Data takes bytes one by one ten times as slowly.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var group: UInt32 = 0
    var digits = 0
    var padding = 0
    for character in text {
      if character == UInt8(ascii: "=") { padding += 1 } else if !character.isBlank { padding = 0 }
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
