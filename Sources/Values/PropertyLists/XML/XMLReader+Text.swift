extension XMLReader {
  /// Reads text and the end tag that follows it.
  mutating func characters(
    of tag: XMLTag, openedAt start: Int
  ) throws -> String {
    let first = at
    skipPlainText()
    if at + 1 < text.count, text[at] == UInt8(ascii: "<"), text[at + 1] == UInt8(ascii: "/") {
      let plain = String(utf8: UnsafeBufferPointer(rebasing: text[first..<at]))
      try close(tag, openedAt: start)
      return plain
    }
    at = first
    return try mixedText(of: tag, openedAt: start)
  }

  private mutating func skipPlainText() {
    var next = at
    while next < text.count, text[next] != UInt8(ascii: "<"), text[next] != UInt8(ascii: "&") {
      next += 1
    }
    at = next
  }

  /// Reads text that contains references or CDATA sections.
  private mutating func mixedText(
    of tag: XMLTag, openedAt start: Int
  ) throws -> String {
    var bytes: [UInt8] = []
    while true {
      let first = at
      skipPlainText()
      bytes.append(contentsOf: text[first..<at])
      guard at + 1 < text.count else {
        throw ParseError(at: .offset(start), "unclosed <\(tag)>; missing </\(tag)>")
      }
      if text[at] == UInt8(ascii: "&") {
        bytes.append(try reference())
      } else if starts("<![CDATA[") {
        try appendSection(to: &bytes)
      } else if text[at + 1] == UInt8(ascii: "/") {
        try close(tag, openedAt: start)
        return String(decoding: bytes, as: UTF8.self)
      } else {
        throw ParseError(at: .offset(at), "unescaped < in <\(tag)>; use &lt;")
      }
    }
  }

  private mutating func appendSection(to bytes: inout [UInt8]) throws {
    let start = at
    at += 9
    let first = at
    while at < text.count, !starts("]]>") { at += 1 }
    guard at < text.count else {
      throw ParseError(at: .offset(start), "unclosed CDATA section; missing ]]>")
    }
    bytes.append(contentsOf: text[first..<at])
    at += 3
  }

  /// Parses an entity such as `&lt;` or a numeric character reference such as `&#65;`.
  private mutating func reference() throws -> Unicode.Scalar {
    let start = at
    for (name, scalar) in Self.entities where starts(name) {
      at += name.utf8CodeUnitCount
      return scalar
    }
    guard starts("&#") else {
      throw ParseError(at: .offset(start), "unknown entity; use &amp; for an ampersand")
    }
    return try numberReference()
  }

  private static let entities: [(StaticString, Unicode.Scalar)] = [
    ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"),
  ]

  private mutating func numberReference() throws -> Unicode.Scalar {
    let start = at
    at += 2
    let isHex = at < text.count && text[at] == UInt8(ascii: "x")
    if isHex { at += 1 }
    var number: UInt32 = 0
    var hasDigits = false
    while at < text.count, let digit = text[at].hexDigit, isHex || digit < 10, number <= 0x10FFFF {
      number = number * (isHex ? 16 : 10) + UInt32(digit)
      hasDigits = true
      at += 1
    }
    guard hasDigits, at < text.count, text[at] == UInt8(ascii: ";"),
      let scalar = Unicode.Scalar(number)
    else { throw ParseError(at: .offset(start), "invalid character reference") }
    at += 1
    return scalar
  }
}
