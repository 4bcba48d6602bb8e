/// The elements of an XML property list, such as `<dict>`.
///
/// The raw values are the bytes of the elements' names.
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

  /// The length of the element's name in bytes.
  @inline(__always)
  var length: Int { 8 - rawValue.leadingZeroBitCount / 8 }
}

extension XMLReader {
  /// Skips the XML declaration, the document type, and comments before the first element.
  mutating func skipProlog() throws(PropertyListError) {
    while true {
      skipBlanks()
      guard at < text.count else { throw failure(at: at, "no elements found") }
      guard text[at] == UInt8(ascii: "<") else { throw strayText() }
      if starts("<!DOCTYPE") {
        try skipDocumentType()
      } else if try !skipMarkup() {
        return
      }
    }
  }

  /// Moves to the next element, or returns `false` before the end tag of the current element.
  @inline(__always)
  mutating func atElement(
    in tag: XMLTag, openedAt start: Int
  ) throws(PropertyListError) -> Bool {
    skipBlanks()
    // A lowercase character after `<` starts the name of an element, which is the common case.
    if at + 1 < text.count, text[at] == UInt8(ascii: "<"), text[at + 1] >= UInt8(ascii: "a") {
      return true
    }
    return try moveToElement(in: tag, openedAt: start)
  }

  private mutating func moveToElement(
    in tag: XMLTag, openedAt start: Int
  ) throws(PropertyListError) -> Bool {
    while true {
      skipBlanks()
      guard at + 1 < text.count else {
        throw failure(at: start, "unclosed <\(tag)>; missing </\(tag)>")
      }
      guard text[at] == UInt8(ascii: "<") else { throw strayText() }
      switch text[at + 1] {
      case UInt8(ascii: "/"): return false
      case UInt8(ascii: "!"), UInt8(ascii: "?"):
        guard try skipMarkup() else {
          throw failure(at: at, "unexpected markup; use elements, comments, or instructions")
        }
      default: return true
      }
    }
  }

  /// Reads a start tag such as `<name …>` or `<name …/>`.
  @inline(__always)
  mutating func openTag() throws(PropertyListError) -> (tag: XMLTag, isEmpty: Bool) {
    if let plain = plainOpenTag() { return plain }
    return try anyOpenTag()
  }

  /// Reads a start tag without attributes, such as `<dict>` or `<true/>`, with a single integer
  /// comparison.
  ///
  /// This method returns `nil` without consuming anything for other start tags and near the end of
  /// the file. The method `anyOpenTag` handles these cases.
  @inline(__always)
  private mutating func plainOpenTag() -> (tag: XMLTag, isEmpty: Bool)? {
    guard at + 10 <= text.count else { return nil }
    let word = text.word(at: at + 1)
    let length = (word.marks(of: UInt8(ascii: ">")) | word.marks(of: UInt8(ascii: "/"))).lowestMark
    guard length < 8, let tag = XMLTag(rawValue: word.packed(first: length)) else { return nil }
    let end = at + 1 + length
    let isEmpty = text[end] == UInt8(ascii: "/")
    if isEmpty, text[end + 1] != UInt8(ascii: ">") { return nil }
    at = end + (isEmpty ? 2 : 1)
    return (tag, isEmpty)
  }

  private mutating func anyOpenTag() throws(PropertyListError) -> (tag: XMLTag, isEmpty: Bool) {
    let start = at
    at += 1
    let name = packedName()
    guard let tag = XMLTag(rawValue: name) else { throw unknownTag(at: start) }
    if at < text.count, text[at] == UInt8(ascii: ">") {
      at += 1
      return (tag, false)
    }
    while at < text.count, text[at] != UInt8(ascii: ">") {
      guard text[at] != UInt8(ascii: "<") else {
        throw failure(at: start, "missing > after <\(tag)")
      }
      at += 1
    }
    guard at < text.count else { throw failure(at: start, "missing > after <\(tag)") }
    at += 1
    return (tag, text[at - 2] == UInt8(ascii: "/"))
  }

  /// Reads an end tag such as `</dict>`, or throws an error if the element doesn't end here.
  @inline(__always)
  mutating func close(_ tag: XMLTag, openedAt start: Int) throws(PropertyListError) {
    if !plainClose(tag) { try anyClose(tag, openedAt: start) }
  }

  /// Reads an end tag without whitespace, such as `</dict>`, with a single integer comparison.
  ///
  /// This method returns `false` without consuming anything for other end tags and near the end of
  /// the file. The method `anyClose` handles these cases.
  @inline(__always)
  mutating func plainClose(_ tag: XMLTag) -> Bool {
    guard at + 10 <= text.count, text[at] == UInt8(ascii: "<"), text[at + 1] == UInt8(ascii: "/")
    else { return false }
    let length = tag.length
    let name = text.word(at: at + 2).packed(first: length + 1)
    guard name == tag.rawValue << 8 | UInt64(UInt8(ascii: ">")) else { return false }
    at += length + 3
    return true
  }

  private mutating func anyClose(_ tag: XMLTag, openedAt start: Int) throws(PropertyListError) {
    let closing = at
    guard at + 1 < text.count, text[at] == UInt8(ascii: "<"), text[at + 1] == UInt8(ascii: "/")
    else {
      if at + 1 >= text.count {
        throw failure(at: start, "unclosed <\(tag)>; missing </\(tag)>")
      }
      throw failure(at: at, "expected </\(tag)>")
    }
    at += 2
    guard packedName() == tag.rawValue else {
      throw failure(at: closing, "expected </\(tag)> to close \(describe(tag, start))")
    }
    if at < text.count, text[at] != UInt8(ascii: ">") { skipBlanks() }
    guard at < text.count, text[at] == UInt8(ascii: ">") else {
      throw failure(at: closing, "missing > after </\(tag)")
    }
    at += 1
  }

  /// Returns the element name at the current offset as an integer, or 0 if it is longer than any
  /// known name.
  private mutating func packedName() -> UInt64 {
    var name: UInt64 = 0
    var length = 0
    while at < text.count {
      let byte = text[at]
      if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || byte.isXMLBlank { break }
      name = name << 8 | UInt64(byte)
      length += 1
      at += 1
      if length > 8 { return 0 }
    }
    return name
  }

  @inline(__always)
  mutating func skipBlanks() {
    var next = at
    while next < text.count, text[next].isXMLBlank { next += 1 }
    at = next
  }

  /// Skips a comment or a processing instruction, or returns `false` if neither is at the current
  /// offset.
  private mutating func skipMarkup() throws(PropertyListError) -> Bool {
    if starts("<!--") {
      try skip(to: "-->", from: at + 4, "unclosed comment; missing -->")
    } else if starts("<?") {
      try skip(to: "?>", from: at + 2, "unclosed processing instruction; missing ?>")
    } else {
      return false
    }
    return true
  }

  private mutating func skip(
    to end: StaticString, from first: Int, _ message: String
  ) throws(PropertyListError) {
    let start = at
    at = first
    while at < text.count, !starts(end) { at += 1 }
    guard at < text.count else { throw failure(at: start, message) }
    at += end.utf8CodeUnitCount
  }

  private mutating func skipDocumentType() throws(PropertyListError) {
    let start = at
    while at < text.count, text[at] != UInt8(ascii: ">") {
      guard text[at] != UInt8(ascii: "[") else {
        throw failure(at: at, "definitions in the DOCTYPE aren't allowed; remove them")
      }
      at += 1
    }
    guard at < text.count else { throw failure(at: start, "missing > after <!DOCTYPE") }
    at += 1
  }

  /// Adds a warning about text after the property list, which Foundation ignores.
  mutating func remarkOnTheRest() {
    skipBlanks()
    while at < text.count, (try? skipMarkup()) == true { skipBlanks() }
    if at < text.count {
      places.remark(.textAfterEnd, at: at, "unexpected text after the property list")
    }
  }

  private func describe(_ tag: XMLTag, _ start: Int) -> String {
    guard case .text(let line, _) = TextLines.place(of: start, in: text) else { return "<\(tag)>" }
    return "<\(tag)> in line \(line)"
  }

  private func strayText() -> PropertyListError {
    failure(at: at, "unexpected text outside of an element")
  }

  private func unknownTag(at start: Int) -> PropertyListError {
    let name = text[(start + 1)...].prefix(24).prefix { !$0.isXMLBlank && !"<>/".utf8.contains($0) }
    if name.isEmpty {
      let isConflict = text[start...].starts(with: "<<<<<<<".utf8)
      return failure(
        at: start,
        isConflict
          ? "merge conflict marker; resolve the conflict"
          : "expected an element name after <")
    }
    return failure(
      at: start,
      "<\(String(decoding: name, as: UTF8.self))> isn't a property list element; use plist,"
        + " dict, key, array, string, integer, real, true, false, date, or data")
  }
}
