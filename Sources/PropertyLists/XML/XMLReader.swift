/// Reads an XML property list: strict where Foundation is, with a place and a sentence.
///
/// It works on bytes that are known to be UTF-8, without a general XML parser in between.
struct XMLReader: TextReader {
  struct Tag {
    let name: XMLTag
    let start: Int
    /// Whether it is written `<name/>`.
    let isEmpty: Bool
  }

  let text: UnsafeBufferPointer<UInt8>
  let limits: PropertyListLimits
  var places: PlaceRecorder
  var depth = 0
  var repeated = RepeatedTexts()
  var trie = KeyTrie()
  /// How many entries the last dictionary had, as far as others get room for as many.
  var lastCount = 6
  var at = 0

  /// Whether this is meant to be XML: it begins with one `<`, which is not that of old-style data.
  static func recognises(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = text.firstIndex(where: { !$0.isXMLBlank }) else { return false }
    guard text[start] == UInt8(ascii: "<") else { return false }
    let isDoubled = start + 1 < text.count && text[start + 1] == UInt8(ascii: "<")
    return !isDoubled && !isHexData(text, at: start)
  }

  /// Whether `<0fbd 77>` stands there: data of old-style text.
  static func isHexData(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    text[(start + 1)...].first { !$0.isXMLBlank && $0.hexDigit == nil } == UInt8(ascii: ">")
  }

  mutating func document() throws(PropertyListError) -> PropertyList {
    if XMLDeclaration.isBroken(in: text) {
      places.remark(
        .brokenDeclaration, at: 0,
        "the XML declaration has lost its quotes; write <?xml version=\"1.0\" encoding=\"UTF-8\"?>")
    }
    try skipProlog()
    let tag = try openTag()
    let value = try tag.name == .plist ? content(of: tag) : value(of: tag)
    remarkOnTheRest()
    places.finish()
    return value
  }

  private mutating func content(of plist: Tag) throws(PropertyListError) -> PropertyList {
    guard !plist.isEmpty, try atElement(in: plist) else {
      throw failure(at: plist.start, "<plist> is empty; it needs one value, such as <dict/>")
    }
    let value = try value(of: openTag())
    if try atElement(in: plist) {
      throw failure(
        at: at, "<plist> holds more than one value; put them into one <dict> or <array>")
    }
    try close(plist)
    return value
  }

  /// Reads the value whose start tag was read.
  mutating func value(of tag: Tag) throws(PropertyListError) -> PropertyList {
    let value: PropertyList
    switch tag.name {
    case .dict: return try dictionary(tag)
    case .array: return try array(tag)
    case .string: value = .string(tag.isEmpty ? "" : try characters(of: tag))
    case .true, .false:
      if !tag.isEmpty {
        guard next == UInt8(ascii: "<") else {
          throw failure(at: at, "<\(tag.name)> must be empty; write <\(tag.name)/>")
        }
        try close(tag)
      }
      value = .boolean(tag.name == .true)
    case .integer, .real, .date, .data:
      guard !tag.isEmpty else {
        throw failure(at: tag.start, "this <\(tag.name)/> is empty; it needs content")
      }
      value = try scalar(tag)
    case .key: throw failure(at: tag.start, "a <key> stands where a value is due")
    case .plist: throw failure(at: tag.start, "a <plist> cannot stand inside another")
    }
    places.leaf(at: tag.start)
    return value
  }
}
