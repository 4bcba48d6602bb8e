/// Reads old-style text: OpenStep property lists and `.strings` tables.
///
/// A table is read statement by statement, so that a bad one can be passed over: `tolerates` says
/// whether it is (and noted), or whether it stops the reading. A file that is about to be written
/// back must not lose a statement on the way.
struct OldStyleReader: TextReader {
  let text: UnsafeBufferPointer<UInt8>
  let limits: PropertyListLimits
  var places: PlaceRecorder
  var depth = 0
  var at = 0

  private var tolerates: Bool { places.isOn }

  /// Reads the whole file.
  ///
  /// One without anything but comments is an empty table, as in Foundation.
  mutating func document() throws(PropertyListError) -> PropertyList {
    let value: PropertyList
    skipBlanks()
    switch next {
    case UInt8(ascii: "{"), UInt8(ascii: "("): value = try wholeFile()
    case UInt8(ascii: "<") where XMLReader.isHexData(text, at: at): value = try wholeFile()
    default: if let text = loneText() { value = text } else { value = try table() }
    }
    places.finish()
    return value
  }

  private mutating func wholeFile() throws(PropertyListError) -> PropertyList {
    let value = try value()
    skipBlanks()
    guard at == text.count else {
      throw failure(at: at, "this stands behind the end of the property list")
    }
    return value
  }

  private mutating func loneText() -> PropertyList? {
    let start = at
    if let word = try? string() {
      skipBlanks()
      if at == text.count {
        places.leaf(at: start)
        return .string(word)
      }
    }
    at = start
    return nil
  }

  private mutating func value() throws(PropertyListError) -> PropertyList {
    skipBlanks()
    let start = at
    let value: PropertyList
    switch next {
    case UInt8(ascii: "{"): return try dictionary()
    case UInt8(ascii: "("): return try array()
    case UInt8(ascii: "<"): value = try data()
    default: value = .string(try string())
    }
    places.leaf(at: start)
    return value
  }

  private mutating func array() throws(PropertyListError) -> PropertyList {
    let start = at
    let mark = try enter(at: start)
    var values: [PropertyList] = []
    at += 1
    skipBlanks()
    while let byte = next, byte != UInt8(ascii: ")") {
      values.append(try value())
      skipBlanks()
      guard take(",") else { break }
      skipBlanks()
    }
    try expect(")", "a , or the ) of the array is due here", else: start)
    leave(start, mark)
    return .array(values)
  }

  private mutating func dictionary() throws(PropertyListError) -> PropertyList {
    let start = at
    let mark = try enter(at: start)
    var values = PropertyListDictionary()
    at += 1
    skipBlanks()
    while let byte = next, byte != UInt8(ascii: "}") {
      let entry = try entry()
      try expect(";", "a ; is due here, to end the entry", else: start)
      set(entry.key, entry.value, at: entry.start, in: &values, mark)
      skipBlanks()
    }
    try expect("}", "the } of the dictionary is due here", else: start)
    leave(start, mark)
    return .dictionary(values)
  }

  /// A key, its value and the offset of the key.
  private typealias Entry = (key: String, value: PropertyList, start: Int)

  /// Reads `key = value`, or `key` alone, whose value is its own text; the `;` stays.
  private mutating func entry() throws(PropertyListError) -> Entry {
    let start = at
    let key = try string()
    skipBlanks()
    switch next {
    case UInt8(ascii: "="):
      at += 1
      return (key, try value(), start)
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

  private mutating func expect(
    _ character: Unicode.Scalar, _ message: String, else start: Int
  ) throws(PropertyListError) {
    skipBlanks()
    guard next != nil else { throw failure(at: start, "what begins here is never closed") }
    guard take(character) else { throw failure(at: at, message) }
  }
}

// Tables.
extension OldStyleReader {
  /// Reads a `.strings` table: `key = value;` over and over, without braces around.
  private mutating func table() throws(PropertyListError) -> PropertyList {
    let mark = places.mark
    var values = PropertyListDictionary()
    // Room that is not used costs addresses and no memory.
    values.reserveCapacity(text.count / 16)
    // How much bad statements may have read twice.
    var budget = 8 * text.count + 1 << 20
    var firstError: PropertyListError?
    var isAmidBadLines = false
    skipBlanks()
    while at < text.count {
      let start = at
      let checkpoint = places.checkpoint
      do {
        try statement(into: &values, mark)
        isAmidBadLines = false
      } catch {
        firstError = firstError ?? error
        budget -= at - start
        guard tolerates, budget > 0 else { throw error }
        places.takeBack(to: checkpoint)
        depth = 0
        if !isAmidBadLines {
          places.remark(
            .skippedStatement, at: start, "this statement was passed over: \(error.message)")
        }
        isAmidBadLines = true
        // It goes on at the line behind the one where the bad statement began.
        at = text[start...].firstIndex(where: \.isLineEnd) ?? text.count
      }
      skipBlanks()
    }
    if let firstError, values.isEmpty { throw firstError }
    places.close(at: 0, from: mark)
    return .dictionary(values)
  }

  private mutating func statement(
    into values: inout PropertyListDictionary, _ mark: Int
  ) throws(PropertyListError) {
    let entry = try entry()
    let end = at
    skipBlanks()
    if !take(";") {
      guard tolerates, next == nil || text[end..<at].contains(where: \.isLineEnd) else {
        throw failure(at: at, "a ; is due here, to end the statement")
      }
      places.remark(.missingSemicolon, at: end, "a ; is missing here, to end the statement")
    }
    set(entry.key, entry.value, at: entry.start, in: &values, mark)
  }
}
