extension XMLReader {
  /// Reads the text of an XML element and the end tag after it.
  @inline(__always)
  mutating func characters(
    of tag: XMLTag, openedAt start: Int
  ) throws(PropertyListError) -> String {
    if let plain = try plainCharacters(of: tag, openedAt: start) {
      return plain.count > 15 ? repeated.text(of: plain) : String(utf8: plain)
    }
    return try mixedText(of: tag, openedAt: start)
  }

  /// Reads the text of an element, if it has no references or CDATA sections, and the end tag after
  /// it.
  ///
  /// This method returns `nil` for text that contains references or CDATA sections.
  @inline(__always)
  mutating func plainCharacters(
    of tag: XMLTag, openedAt start: Int
  ) throws(PropertyListError) -> UnsafeBufferPointer<UInt8>? {
    let first = at
    skipPlainText()
    if at + 1 < text.count, text[at] == UInt8(ascii: "<"), text[at + 1] == UInt8(ascii: "/") {
      let plain = UnsafeBufferPointer(rebasing: text[first..<at])
      try close(tag, openedAt: start)
      return plain
    }
    at = first
    return nil
  }

  @inline(__always)
  private mutating func skipPlainText() {
    var next = at
    while next + 8 <= text.count {
      let word = text.word(at: next)
      let marks = word.marks(of: UInt8(ascii: "<")) | word.marks(of: UInt8(ascii: "&"))
      next += marks.lowestMark
      if marks != 0 { break }
    }
    while next < text.count, text[next] != UInt8(ascii: "<"), text[next] != UInt8(ascii: "&") {
      next += 1
    }
    at = next
  }

  /// Reads the text of an element that contains references, such as `&lt;`, or CDATA sections.
  mutating func mixedText(
    of tag: XMLTag, openedAt start: Int
  ) throws(PropertyListError) -> String {
    var bytes: [UInt8] = []
    while true {
      let first = at
      skipPlainText()
      bytes.append(contentsOf: text[first..<at])
      guard at + 1 < text.count else {
        throw failure(at: start, "unclosed <\(tag)>; missing </\(tag)>")
      }
      if text[at] == UInt8(ascii: "&") {
        bytes.append(try reference())
      } else if starts("<![CDATA[") {
        try appendSection(to: &bytes)
      } else if text[at + 1] == UInt8(ascii: "/") {
        try close(tag, openedAt: start)
        return String(decoding: bytes, as: UTF8.self)
      } else {
        throw failure(at: at, "unescaped < in <\(tag)>; use &lt;")
      }
    }
  }

  private mutating func appendSection(to bytes: inout [UInt8]) throws(PropertyListError) {
    let start = at
    at += 9
    let first = at
    while at < text.count, !starts("]]>") { at += 1 }
    guard at < text.count else {
      throw failure(at: start, "unclosed CDATA section; missing ]]>")
    }
    bytes.append(contentsOf: text[first..<at])
    at += 3
  }

  /// Parses an entity such as `&lt;` or a numeric character reference such as `&#65;`.
  private mutating func reference() throws(PropertyListError) -> Unicode.Scalar {
    let start = at
    for (name, scalar) in Self.entities where starts(name) {
      at += name.utf8CodeUnitCount
      return scalar
    }
    guard starts("&#") else {
      throw failure(at: start, "unknown entity; use &amp; for an ampersand")
    }
    return try numberReference()
  }

  private static let entities: [(StaticString, Unicode.Scalar)] = [
    ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"),
  ]

  private mutating func numberReference() throws(PropertyListError) -> Unicode.Scalar {
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
    else { throw failure(at: start, "invalid character reference") }
    at += 1
    return scalar
  }
}

/// A cache of long strings that occur repeatedly in a file, such as type names.
///
/// Strings longer than 15 bytes need a heap allocation. Without the cache, reading the pane of
/// `show` in Scripts/bench takes 12% longer. Each string is assigned to a single slot, which
/// contains the most recently stored string.
struct RepeatedTexts {
  private typealias CachedString = (bytes: UnsafeBufferPointer<UInt8>, text: String)

  private static let slotCount = 32

  private var slots = [CachedString](
    repeating: (UnsafeBufferPointer(start: nil, count: 0), ""), count: slotCount)

  /// Returns a string for bytes that are valid UTF-8 and stay in memory while the cache is in use.
  @inline(__always)
  mutating func text(of bytes: UnsafeBufferPointer<UInt8>) -> String {
    let slot = Self.slot(of: bytes)
    if slots[slot].bytes.count == bytes.count, slots[slot].bytes.isSame(as: bytes) {
      return slots[slot].text
    }
    let text = String(utf8: bytes)
    slots[slot] = (bytes, text)
    return text
  }

  /// Returns the cache slot for a string, based on its length, first byte, and last byte.
  @inline(__always)
  private static func slot(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard let first = bytes.first, let last = bytes.last else { return 0 }
    return (bytes.count &* 13 &+ Int(first) &* 2 &+ Int(last) &* 9) & (slotCount - 1)
  }
}
