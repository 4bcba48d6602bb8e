/// The elements of an XML property list; the raw value is the name's bytes packed into a number.
enum XMLTag: UInt64 {
  case plist = 0x70_6C_69_73_74
  case dict = 0x64_69_63_74
  case key = 0x6B_65_79
  case array = 0x61_72_72_61_79
  case string = 0x73_74_72_69_6E_67
  case integer = 0x69_6E_74_65_67_65_72
  case real = 0x72_65_61_6C
  case `true` = 0x74_72_75_65
  case `false` = 0x66_61_6C_73_65
  case date = 0x64_61_74_65
  case data = 0x64_61_74_61

  /// How many bytes the name has.
  @inline(__always)
  var length: Int { 8 - rawValue.leadingZeroBitCount / 8 }
}

extension XMLReader {
  /// Passes over the declaration, the document type and comments up to the first element.
  mutating func skipProlog() throws(PropertyListError) {
    while true {
      skipBlanks()
      guard at < text.count else { throw failure(at: at, "there is no element in this file") }
      guard text[at] == UInt8(ascii: "<") else { throw strayText() }
      if starts("<!DOCTYPE") {
        try skipDocumentType()
      } else if try !skipMarkup() {
        return
      }
    }
  }

  /// Moves to the next element; false when an end tag is next, which must be the opened one's.
  @inline(__always)
  mutating func atElement(in tag: Tag) throws(PropertyListError) -> Bool {
    skipBlanks()
    // A small letter behind the < begins the name of an element, as nearly always.
    if at + 1 < text.count, text[at] == UInt8(ascii: "<"), text[at + 1] >= UInt8(ascii: "a") {
      return true
    }
    return try moveToElement(in: tag)
  }

  private mutating func moveToElement(in tag: Tag) throws(PropertyListError) -> Bool {
    while true {
      skipBlanks()
      guard at + 1 < text.count else { throw unclosed(tag) }
      guard text[at] == UInt8(ascii: "<") else { throw strayText() }
      switch text[at + 1] {
      case UInt8(ascii: "/"): return false
      case UInt8(ascii: "!"), UInt8(ascii: "?"):
        guard try skipMarkup() else {
          throw failure(at: at, "only elements, comments and instructions can stand here")
        }
      default: return true
      }
    }
  }

  /// Reads `<name …>` or `<name …/>`.
  @inline(__always)
  mutating func openTag() throws(PropertyListError) -> Tag {
    if let plain = plainOpenTag() { return plain }
    return try anyOpenTag()
  }

  /// Reads `<name>` or `<name/>`, written so and not in the last bytes of the file, looking at all
  /// of it at once; nil, and nothing read, for anything else, which `anyOpenTag` knows.
  @inline(__always)
  private mutating func plainOpenTag() -> Tag? {
    guard at + 10 <= text.count else { return nil }
    let start = at
    let word = text.word(at: at + 1)
    let length = (word.marks(of: UInt8(ascii: ">")) | word.marks(of: UInt8(ascii: "/"))).lowestMark
    guard length < 8, let name = XMLTag(rawValue: word.packed(first: length)) else { return nil }
    let end = at + 1 + length
    let isEmpty = text[end] == UInt8(ascii: "/")
    if isEmpty, text[end + 1] != UInt8(ascii: ">") { return nil }
    at = end + (isEmpty ? 2 : 1)
    return Tag(name: name, start: start, isEmpty: isEmpty)
  }

  private mutating func anyOpenTag() throws(PropertyListError) -> Tag {
    let start = at
    at += 1
    guard let name = XMLTag(rawValue: packedName()) else { throw unknownTag(at: start) }
    while let byte = next, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "<") { at += 1 }
    guard take(">") else { throw failure(at: start, "this <\(name) has no >") }
    return Tag(name: name, start: start, isEmpty: text[at - 2] == UInt8(ascii: "/"))
  }

  /// Reads `</name>`.
  @inline(__always)
  mutating func close(_ tag: Tag) throws(PropertyListError) {
    if !plainClose(tag.name) { try anyClose(tag) }
  }

  /// Reads `</name>`, written so and not in the last bytes of the file; false, and nothing read, for
  /// anything else, which `anyClose` knows.
  @inline(__always)
  private mutating func plainClose(_ name: XMLTag) -> Bool {
    guard at + 10 <= text.count, text[at] == UInt8(ascii: "<"), text[at + 1] == UInt8(ascii: "/")
    else { return false }
    let length = name.length
    let word = text.word(at: at + 2).packed(first: length + 1)
    guard word == name.rawValue << 8 | UInt64(UInt8(ascii: ">")) else { return false }
    at += length + 3
    return true
  }

  private mutating func anyClose(_ tag: Tag) throws(PropertyListError) {
    let closing = at
    guard at + 1 < text.count else { throw unclosed(tag) }
    guard starts("</") else { throw failure(at: at, "</\(tag.name)> is due here") }
    at += 2
    guard packedName() == tag.name.rawValue else {
      let line = TextSpot(tag.start, in: text).line
      throw failure(
        at: closing, "</\(tag.name)> is due here, to close the <\(tag.name)> of line \(line)")
    }
    skipBlanks()
    guard take(">") else { throw failure(at: closing, "this </\(tag.name) has no >") }
  }

  func unclosed(_ tag: Tag) -> PropertyListError {
    failure(at: tag.start, "this <\(tag.name)> is never closed; </\(tag.name)> is missing")
  }

  /// The name that begins here as a number, 0 when it is longer than any known name.
  private mutating func packedName() -> UInt64 {
    let name = text[at...].prefix { !$0.isXMLBlank && !">/".utf8.contains($0) }
    at += name.count
    return name.count > 8 ? 0 : name.reduce(0) { $0 << 8 | UInt64($1) }
  }

  @inline(__always)
  mutating func skipBlanks() {
    var next = at
    while next < text.count, text[next].isXMLBlank { next += 1 }
    at = next
  }

  /// Passes over a comment or an instruction; false when something else is next.
  private mutating func skipMarkup() throws(PropertyListError) -> Bool {
    if starts("<!--") {
      try skip("<!--", to: "-->", "this comment is never closed; --> is missing")
    } else if starts("<?") {
      try skip("<?", to: "?>", "this instruction is never closed; ?> is missing")
    } else {
      return false
    }
    return true
  }

  mutating func skip(
    _ beginning: StaticString, to end: StaticString, _ message: String
  ) throws(PropertyListError) {
    let start = at
    at += beginning.utf8CodeUnitCount
    while at < text.count, !starts(end) { at += 1 }
    guard at < text.count else { throw failure(at: start, message) }
    at += end.utf8CodeUnitCount
  }

  private mutating func skipDocumentType() throws(PropertyListError) {
    let start = at
    while let byte = next, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "[") { at += 1 }
    if next == UInt8(ascii: "[") {
      throw failure(at: at, "definitions in the document type are not allowed; remove them")
    }
    guard take(">") else { throw failure(at: start, "this <!DOCTYPE has no >") }
  }

  /// Foundation reads no further than the first value; what stands behind it is worth a note.
  mutating func remarkOnTheRest() {
    skipBlanks()
    while at < text.count, (try? skipMarkup()) == true { skipBlanks() }
    if at < text.count {
      places.remark(.textAfterEnd, at: at, "this stands behind the end of the property list")
    }
  }

  private func strayText() -> PropertyListError {
    failure(at: at, "text stands outside of any element here; only elements can stand here")
  }

  private func unknownTag(at start: Int) -> PropertyListError {
    let name = text[(start + 1)...].prefix(24).prefix { !$0.isXMLBlank && !"<>/".utf8.contains($0) }
    if name.isEmpty { return misplaced(at: start, "an element's name is due after this <") }
    return failure(
      at: start,
      "<\(String(decoding: name, as: UTF8.self))> is no element of a property list; it has plist,"
        + " dict, key, array, string, integer, real, true, false, date and data")
  }
}
