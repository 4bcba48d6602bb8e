/// Reads old-style text: OpenStep property lists and `.strings` tables.
///
/// A table is read statement by statement, so that a bad one can be passed over: `tolerates` says
/// whether it is (and noted), or whether it stops the reading. A file that is about to be written
/// back must not lose a statement on the way.
struct OldStyleReader {
  let text: UnsafeBufferPointer<UInt8>
  let limits: PropertyListLimits
  var places: PlaceRecorder
  var at = 0

  var tolerates: Bool { places.isOn }

  init(
    _ text: UnsafeBufferPointer<UInt8>, _ limits: PropertyListLimits, _ places: PlaceRecorder
  ) {
    self.text = text
    self.limits = limits
    self.places = places
  }

  /// Reads the whole file.
  ///
  /// One without anything but comments is an empty table, as in Foundation.
  mutating func document() throws(PropertyListError) -> PropertyList {
    do throws(PropertyListError) {
      return try content()
    } catch {
      guard case .offset(let offset) = error.place else { throw error }
      throw PropertyListError(at: TextLines.place(of: offset, in: text), error.message)
    }
  }

  private mutating func content() throws(PropertyListError) -> PropertyList {
    let value: PropertyList
    skipBlanks()
    switch next {
    case nil: value = table([:], from: places.mark)
    case UInt8(ascii: "{"), UInt8(ascii: "("): value = try wholeFile()
    case UInt8(ascii: "<") where XMLReader.isHexData(text, at: at): value = try wholeFile()
    default:
      if let text = loneText() { value = text } else { value = try table() }
    }
    places.finish()
    return value
  }

  /// A file that is one value from end to end.
  private mutating func wholeFile() throws(PropertyListError) -> PropertyList {
    let value = try value(depth: 0)
    skipBlanks()
    guard at == text.count else {
      throw failure(at: at, "this stands behind the end of the property list")
    }
    return value
  }

  /// A file that is one word or one quoted text, nil when it is not.
  private mutating func loneText() -> PropertyList? {
    let start = at
    let checkpoint = places.checkpoint
    if let value = try? value(depth: 0) {
      skipBlanks()
      if at == text.count { return value }
    }
    places.takeBack(to: checkpoint)
    at = start
    return nil
  }

  /// Reads the value that is next.
  mutating func value(depth: Int) throws(PropertyListError) -> PropertyList {
    skipBlanks()
    let start = at
    let value: PropertyList
    switch next {
    case UInt8(ascii: "{"): return try dictionary(depth: depth + 1)
    case UInt8(ascii: "("): return try array(depth: depth + 1)
    case UInt8(ascii: "<"): value = try data()
    default: value = .string(try string())
    }
    places.leaf(at: start)
    return value
  }

  private mutating func array(depth: Int) throws(PropertyListError) -> PropertyList {
    let start = at
    try checkDepth(depth, at: start)
    let mark = places.mark
    var values: [PropertyList] = []
    at += 1
    skipBlanks()
    while let byte = next, byte != UInt8(ascii: ")") {
      values.append(try value(depth: depth))
      skipBlanks()
      guard next == UInt8(ascii: ",") else { break }
      at += 1
      skipBlanks()
    }
    try expect(")", "a , or the ) of the array is due here", else: start)
    places.close(at: start, from: mark)
    return .array(values)
  }

  private mutating func dictionary(depth: Int) throws(PropertyListError) -> PropertyList {
    let start = at
    try checkDepth(depth, at: start)
    let mark = places.mark
    var values = PropertyListDictionary()
    at += 1
    skipBlanks()
    while let byte = next, byte != UInt8(ascii: "}") {
      let entry = try entry(depth: depth)
      try expect(";", "a ; is due here, to end the entry", else: start)
      set(entry, in: &values, mark)
      skipBlanks()
    }
    try expect("}", "the } of the dictionary is due here", else: start)
    places.close(at: start, from: mark)
    return .dictionary(values)
  }

  /// A key, its value and the offset of the key.
  typealias Entry = (key: String, value: PropertyList, start: Int)

  /// Reads `key = value`, or `key` alone, whose value is its own text; the `;` stays.
  mutating func entry(depth: Int) throws(PropertyListError) -> Entry {
    let start = at
    let key = try string()
    skipBlanks()
    switch next {
    case UInt8(ascii: "="):
      at += 1
      return (key, try value(depth: depth), start)
    case UInt8(ascii: ";"):
      places.leaf(at: start)
      return (key, .string(key), start)
    case UInt8(ascii: ":"):
      throw failure(
        at: at,
        "a = is due here, behind the key \"\(key.prefix(60))\"; JSON is no property list, convert it"
      )
    default:
      throw failure(at: at, "a = or ; is due here, behind the key \"\(key.prefix(60))\"")
    }
  }

  /// Puts an entry whose end was found into its dictionary.
  mutating func set(
    _ entry: consuming Entry, in values: inout PropertyListDictionary, _ mark: Int
  ) {
    let start = entry.start
    places.key(at: start)
    let (position, old) = values.set(entry.key, entry.value)
    guard let old else { return }
    places.replace(child: position, of: mark)
    let new = values.entries[position]
    let kind = PropertyListNote.Kind.duplicateKey(new.key, isSame: old == new.value)
    places.remark(kind, at: start, kind.sentence(counting: "last"))
  }

  /// Passes over the character that is due.
  private mutating func expect(
    _ character: Unicode.Scalar, _ message: String, else start: Int
  ) throws(PropertyListError) {
    skipBlanks()
    guard let next else { throw failure(at: start, "what begins here is never closed") }
    guard next == UInt8(ascii: character) else { throw failure(at: at, message) }
    at += 1
  }

  private func checkDepth(_ depth: Int, at start: Int) throws(PropertyListError) {
    guard depth <= limits.depth else {
      throw failure(at: start, "arrays and dictionaries nest deeper than \(limits.depth) levels")
    }
  }

  /// The next byte, nil at the end.
  var next: UInt8? { at < text.count ? text[at] : nil }

  /// An error whose place is still an offset: most are passed over, and lines cost time.
  func failure(at offset: Int, _ message: String) -> PropertyListError {
    PropertyListError(at: .offset(offset), message)
  }
}
