extension OldStyleReader {
  /// A Boolean value that indicates whether the current line is a merge conflict marker such as
  /// `<<<<<<<`.
  private var isMergeMark: Bool {
    ["<<<<<<<", "=======", ">>>>>>>"].contains { text[at...].starts(with: $0.utf8) }
  }

  mutating func string() throws -> String {
    switch next {
    case UInt8(ascii: "\"")?: return try quoted(UInt8(ascii: "\""))
    case UInt8(ascii: "'")?: return try quoted(UInt8(ascii: "'"))
    case nil: throw ParseError(at: .offset(at), "unexpected end of file; expected a string")
    default: break
    }
    let start = at
    while let byte = next, byte.isWordByte { at += 1 }
    guard at > start else {
      throw ParseError(
        at: .offset(at),
        isMergeMark
          ? "merge conflict marker; resolve the conflict"
          : "expected a string; quote any characters other than letters, digits, and _$/:.-")
    }
    return String(utf8: UnsafeBufferPointer(rebasing: text[start..<at]))
  }

  private mutating func quoted(_ quote: UInt8) throws -> String {
    let start = at
    at += 1
    let first = at
    skipPlain(to: quote)
    if next == quote {
      at += 1
      return String(utf8: UnsafeBufferPointer(rebasing: text[first..<(at - 1)]))
    }
    var bytes = Array(text[first..<at])
    while let byte = next, byte != quote {
      try appendEscape(to: &bytes, textAt: start)
      let plain = at
      skipPlain(to: quote)
      bytes.append(contentsOf: text[plain..<at])
    }
    guard next == quote else { throw ParseError(at: .offset(start), "unterminated string") }
    at += 1
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func skipPlain(to quote: UInt8) {
    while let byte = next, byte != quote, byte != UInt8(ascii: "\\") { at += 1 }
  }

  private mutating func appendEscape(
    to bytes: inout [UInt8], textAt start: Int
  ) throws {
    at += 1
    guard let byte = next else { throw ParseError(at: .offset(start), "unterminated string") }
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "7"): bytes.append(octal())
    case UInt8(ascii: "U"): bytes.append(unicode())
    default:
      at += 1
      bytes.append(Self.escapes[byte] ?? byte)
    }
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "a"): 0x07, UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C,
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    UInt8(ascii: "v"): 0x0B,
  ]

  /// Parses an octal escape of up to three digits, such as `\341`.
  ///
  /// The escape represents a character in the NeXTSTEP character set.
  private mutating func octal() -> Unicode.Scalar {
    var number: UInt8 = 0
    for _ in 0..<3 {
      guard let byte = next, byte & 0xF8 == UInt8(ascii: "0") else { break }
      number = number << 3 | (byte & 7)
      at += 1
    }
    return Unicode.Scalar(nextStep: number)
  }

  /// Parses a Unicode escape of up to four hexadecimal digits, such as `\U00e9`.
  ///
  /// Two Unicode escapes can form a surrogate pair.
  private mutating func unicode() -> Unicode.Scalar {
    let unit = hexUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    let back = at
    if UTF16.isLeadSurrogate(unit), next == UInt8(ascii: "\\") {
      at += 1
      let second = next == UInt8(ascii: "U") ? hexUnit() : 0
      if UTF16.isTrailSurrogate(second) {
        return UTF16.decode(UTF16.EncodedScalar([unit, second]))
      }
    }
    at = back
    return "\u{FFFD}"
  }

  private mutating func hexUnit() -> UInt16 {
    at += 1
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = next?.hexDigit else { break }
      unit = unit << 4 | UInt16(digit)
      at += 1
    }
    return unit
  }

  /// Parses hexadecimal data such as `<0fbd 77 1c>`.
  mutating func data() throws -> PropertyList {
    let start = at
    at += 1
    var bytes = Data()
    var half: UInt8?
    while let byte = next, byte != UInt8(ascii: ">") {
      if let digit = byte.hexDigit {
        if let high = half { bytes.append(high << 4 | digit) }
        half = half == nil ? digit : nil
      } else if !byte.isXMLBlank || half != nil {
        throw ParseError(
          at: .offset(at), "invalid character in data; use pairs of hexadecimal digits")
      }
      at += 1
    }
    guard next != nil else { throw ParseError(at: .offset(start), "unterminated data; missing >") }
    guard half == nil else {
      throw ParseError(at: .offset(at), "odd number of hexadecimal digits in data")
    }
    at += 1
    return .data(bytes)
  }

  mutating func skipBlanks() {
    while let byte = next {
      if byte.isCSpace {
        at += 1
      } else if byte == UInt8(ascii: "/"), starts("//") {
        while let byte = next, byte != 0x0A, byte != 0x0D, !starts("\u{2028}") { at += 1 }
      } else if byte == UInt8(ascii: "/"), starts("/*") {
        skipComment()
      } else if byte >= 0xC2, starts("\u{2028}") || starts("\u{2029}") || starts("\u{FEFF}") {
        at += 3
      } else if byte == 0xC2, starts("\u{A0}") {
        at += 2
      } else {
        return
      }
    }
  }

  private mutating func skipComment() {
    at += 2
    while at < text.count, !starts("*/") { at += 1 }
    at = min(at + 2, text.count)
  }
}

extension UInt8 {
  /// A Boolean value that indicates whether an unquoted string can contain the byte.
  fileprivate var isWordByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "-")...UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "$"):
      true  // NB: from - to : are the digits and exactly . and / besides.
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// Creates the character of a code in the NeXTSTEP character set, to which octal escapes in
  /// old-style property lists refer.
  fileprivate init(nextStep code: UInt8) {
    self = code < 0x80 ? Unicode.Scalar(code) : Self.upperHalfOfNextStep[Int(code) - 0x80]
  }

  /// The last two codes of the NeXTSTEP character set are undefined, and Foundation reads them as
  /// U+0000.
  private static let upperHalfOfNextStep: [Unicode.Scalar] = Array(
    """
    \u{A0}ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖÙÚÛÜÝÞµ×÷\
    ©¡¢£⁄¥ƒ§¤’“«‹›ﬁﬂ®–†‡·¦¶•‚„”»…‰¬¿\
    ¹ˋ´ˆ˜¯˘˙¨²˚¸³˝˛ˇ—±¼½¾àáâãäåçèéêë\
    ìÆíªîïðñŁØŒºòóôõöæùúûıüýłøœßþÿ\
    \0\0
    """.unicodeScalars)
}
