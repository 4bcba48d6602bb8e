/// A parser for XML property lists that is as strict as Foundation.
///
/// The parser reads valid UTF-8 directly, without a general XML parser.
struct XMLReader: TextReader {
  let text: UnsafeBufferPointer<UInt8>
  let limits: PropertyListLimits
  var places: PlaceRecorder
  var at = 0

  /// Returns whether the text of a file is XML rather than an old-style property list.
  ///
  /// XML starts with a single `<` that doesn't begin old-style data such as `<0fbd 77>`.
  static func recognises(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = text.firstIndex(where: { !$0.isXMLBlank }) else { return false }
    guard text[start] == UInt8(ascii: "<") else { return false }
    let isDoubled = start + 1 < text.count && text[start + 1] == UInt8(ascii: "<")
    return !isDoubled && !isHexData(text, at: start)
  }

  /// Returns whether old-style data such as `<0fbd 77>` starts at an offset.
  static func isHexData(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    text[(start + 1)...].first { !$0.isXMLBlank && !$0.isHexDigit } == UInt8(ascii: ">")
  }

  mutating func document() throws -> PropertyList {
    if text.hasBrokenXMLDeclaration {
      places.remark(
        .brokenDeclaration, at: 0,
        "missing quotes in the XML declaration; use <?xml version=\"1.0\" encoding=\"UTF-8\"?>")
    }
    try skipProlog()
    let start = at
    let (tag, isEmpty) = try openTag()
    let value =
      try tag == .plist
      ? content(of: start, isEmpty: isEmpty)
      : value(of: tag, isEmpty: isEmpty, at: start, depth: 0)
    remarkOnTheRest()
    places.finish()
    return value
  }

  /// Reads the single value inside the `<plist>` element.
  private mutating func content(
    of start: Int, isEmpty: Bool
  ) throws -> PropertyList {
    guard !isEmpty, try atElement(in: .plist, openedAt: start) else {
      throw ParseError(at: .offset(start), "empty <plist>; add a value such as <dict/>")
    }
    let value = try element(depth: 0)
    if try atElement(in: .plist, openedAt: start) {
      throw ParseError(
        at: .offset(at), "<plist> has more than one value; put them in a <dict> or <array>")
    }
    try close(.plist, openedAt: start)
    return value
  }

  /// Reads the XML element that starts at the current offset.
  mutating func element(depth: Int) throws -> PropertyList {
    let start = at
    let (tag, isEmpty) = try openTag()
    return try value(of: tag, isEmpty: isEmpty, at: start, depth: depth)
  }

  private mutating func value(
    of tag: XMLTag, isEmpty: Bool, at start: Int, depth: Int
  ) throws -> PropertyList {
    let value: PropertyList
    switch tag {
    case .dict: return try dictionary(at: start, isEmpty: isEmpty, depth: depth + 1)
    case .array: return try array(at: start, isEmpty: isEmpty, depth: depth + 1)
    case .string: value = .string(isEmpty ? "" : try characters(of: tag, openedAt: start))
    case .true, .false: value = try flag(tag, isEmpty: isEmpty, at: start)
    case .integer, .real, .date, .data:
      guard !isEmpty else {
        throw ParseError(at: .offset(start), "empty <\(tag)/>; add its content")
      }
      value = try scalar(tag, openedAt: start)
    case .key: throw ParseError(at: .offset(start), "expected a value, found <key>")
    case .plist: throw ParseError(at: .offset(start), "nested <plist>")
    }
    places.leaf(at: start)
    return value
  }

  private mutating func flag(
    _ tag: XMLTag, isEmpty: Bool, at start: Int
  ) throws -> PropertyList {
    if !isEmpty {
      guard at < text.count, text[at] == UInt8(ascii: "<") else {
        throw ParseError(at: .offset(at), "<\(tag)> must be empty; use <\(tag)/>")
      }
      try close(tag, openedAt: start)
    }
    return .boolean(tag == .true)
  }

  private mutating func scalar(
    _ tag: XMLTag, openedAt start: Int
  ) throws -> PropertyList {
    switch tag {
    case .integer: try integer(openedAt: start)
    case .real: try real(openedAt: start)
    case .date: try date(openedAt: start)
    default: try data(openedAt: start)
    }
  }
}
