/// The elements of an XML property list.
enum XMLTag {
  case key, string, integer, `true`, `false`, dict, array, real, date, data, plist

  var name: StaticString {
    switch self {
    case .key: "key"
    case .string: "string"
    case .integer: "integer"
    case .true: "true"
    case .false: "false"
    case .dict: "dict"
    case .array: "array"
    case .real: "real"
    case .date: "date"
    case .data: "data"
    case .plist: "plist"
    }
  }
}

extension XMLReader {
  /// Skips the XML declaration, the document type, and comments before the first element.
  mutating func skipProlog() throws {
    while true {
      skipBlanks()
      guard at < text.count else { throw ParseError(at: .offset(at), "no elements found") }
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
  ) throws -> Bool {
    skipBlanks()
    // A lowercase character after `<` starts the name of an element, which is the common case.
    if at + 1 < text.count, text[at] == UInt8(ascii: "<"), text[at + 1] >= UInt8(ascii: "a") {
      return true
    }
    return try moveToElement(in: tag, openedAt: start)
  }

  private mutating func moveToElement(
    in tag: XMLTag, openedAt start: Int
  ) throws -> Bool {
    while true {
      skipBlanks()
      guard at + 1 < text.count else {
        throw ParseError(at: .offset(start), "unclosed <\(tag)>; missing </\(tag)>")
      }
      guard text[at] == UInt8(ascii: "<") else { throw strayText() }
      switch text[at + 1] {
      case UInt8(ascii: "/"): return false
      case UInt8(ascii: "!"), UInt8(ascii: "?"):
        guard try skipMarkup() else {
          throw ParseError(
            at: .offset(at), "unexpected markup; use elements, comments, or instructions")
        }
      default: return true
      }
    }
  }

  /// Reads a start tag `<name …>` or `<name …/>`.
  mutating func openTag() throws -> (tag: XMLTag, isEmpty: Bool) {
    let start = at
    at += 1
    guard let tag = name() else { throw unknownTag(at: start) }
    while at < text.count, text[at] != UInt8(ascii: ">") {
      guard text[at] != UInt8(ascii: "<") else {
        throw ParseError(at: .offset(start), "missing > after <\(tag)")
      }
      at += 1
    }
    guard at < text.count else { throw ParseError(at: .offset(start), "missing > after <\(tag)") }
    at += 1
    return (tag, text[at - 2] == UInt8(ascii: "/"))
  }

  /// Reads an end tag `</name>`.
  mutating func close(_ tag: XMLTag, openedAt start: Int) throws {
    let closing = at
    guard starts("</") else {
      if at + 1 >= text.count {
        throw ParseError(at: .offset(start), "unclosed <\(tag)>; missing </\(tag)>")
      }
      throw ParseError(at: .offset(at), "expected </\(tag)>")
    }
    at += 2
    guard consume(nameOf: tag) else {
      throw ParseError(at: .offset(closing), "expected </\(tag)> to close \(describe(tag, start))")
    }
    skipBlanks()
    guard consume(">") else { throw ParseError(at: .offset(closing), "missing > after </\(tag)") }
  }

  /// Reads the name of an element, or returns `nil` if no element has the name.
  private mutating func name() -> XMLTag? {
    // The first character rules out nearly all names.
    switch next {
    case UInt8(ascii: "k"): return consume(nameOf: .key) ? .key : nil
    case UInt8(ascii: "s"): return consume(nameOf: .string) ? .string : nil
    case UInt8(ascii: "i"): return consume(nameOf: .integer) ? .integer : nil
    case UInt8(ascii: "t"): return consume(nameOf: .true) ? .true : nil
    case UInt8(ascii: "f"): return consume(nameOf: .false) ? .false : nil
    default: break
    }
    for tag in [XMLTag.dict, .array, .real, .date, .data, .plist] where consume(nameOf: tag) {
      return tag
    }
    return nil
  }

  /// Consumes the name of an element, or returns `false` if another name is at the current offset.
  private mutating func consume(nameOf tag: XMLTag) -> Bool {
    let name = tag.name
    guard starts(name) else { return false }
    let end = at + name.utf8CodeUnitCount
    if end < text.count, !text[end].isXMLBlank, text[end] != UInt8(ascii: ">"),
      text[end] != UInt8(ascii: "/")
    {
      return false
    }
    at = end
    return true
  }

  @inline(__always)
  mutating func skipBlanks() {
    var next = at
    while next < text.count, text[next].isXMLBlank { next += 1 }
    at = next
  }

  /// Skips a comment or a processing instruction, or returns `false` if neither is at the current
  /// offset.
  private mutating func skipMarkup() throws -> Bool {
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
  ) throws {
    let start = at
    at = first
    while at < text.count, !starts(end) { at += 1 }
    guard at < text.count else { throw ParseError(at: .offset(start), message) }
    at += end.utf8CodeUnitCount
  }

  private mutating func skipDocumentType() throws {
    let start = at
    while at < text.count, text[at] != UInt8(ascii: ">") {
      guard text[at] != UInt8(ascii: "[") else {
        throw ParseError(at: .offset(at), "definitions in the DOCTYPE aren't allowed; remove them")
      }
      at += 1
    }
    guard at < text.count else { throw ParseError(at: .offset(start), "missing > after <!DOCTYPE") }
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
    let lines = LineIndex(Array(text), lonelyReturnEndsLine: true)
    return "<\(tag)> in line \(lines.line(of: start))"
  }

  private func strayText() -> ParseError {
    ParseError(at: .offset(at), "unexpected text outside of an element")
  }

  private func unknownTag(at start: Int) -> ParseError {
    let name = text[(start + 1)...].prefix(24).prefix { !$0.isXMLBlank && !"<>/".utf8.contains($0) }
    if name.isEmpty {
      let isConflict = text[start...].starts(with: "<<<<<<<".utf8)
      return ParseError(
        at: .offset(start),
        isConflict
          ? "merge conflict marker; resolve the conflict"
          : "expected an element name after <")
    }
    return ParseError(
      at: .offset(start),
      "<\(String(decoding: name, as: UTF8.self))> isn't a property list element; use plist,"
        + " dict, key, array, string, integer, real, true, false, date, or data")
  }
}
