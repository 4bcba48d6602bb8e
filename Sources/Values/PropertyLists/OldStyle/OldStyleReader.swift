/// A parser for OpenStep property lists and `.strings` tables, which are old-style text formats.
///
/// If `tolerates` is `true`, invalid statements in a table are skipped with a warning. Otherwise,
/// they are errors, because writing the file back would lose them.
struct OldStyleReader: TextReader {
  let text: UnsafeBufferPointer<UInt8>
  let limits: PropertyListLimits
  var places: PlaceRecorder
  var at = 0

  var tolerates: Bool { places.isOn }

  /// Reads an entire old-style property list or `.strings` table.
  ///
  /// A file that contains only comments is an empty table, as in Foundation.
  mutating func document() throws -> PropertyList {
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

  /// Reads a file that consists of a single value, such as a dictionary in braces.
  private mutating func wholeFile() throws -> PropertyList {
    let value = try value(depth: 0)
    skipBlanks()
    guard at == text.count else {
      throw ParseError(at: .offset(at), "unexpected text after the property list")
    }
    return value
  }

  /// Reads a file that consists of a single string.
  ///
  /// If the file isn't a single string, this method returns `nil`.
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

  mutating func value(depth: Int) throws -> PropertyList {
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

  private mutating func array(depth: Int) throws -> PropertyList {
    let start = at
    try limits.checkDepth(depth, at: start)
    let mark = places.mark
    var values: [PropertyList] = []
    at += 1
    skipBlanks()
    while let byte = next, byte != UInt8(ascii: ")") {
      values.append(try value(depth: depth))
      skipBlanks()
      guard consume(",") else { break }
      skipBlanks()
    }
    try expect(")", "expected , or ) in the array", else: start)
    places.close(at: start, from: mark)
    return .array(values)
  }

  private mutating func dictionary(depth: Int) throws -> PropertyList {
    let start = at
    try limits.checkDepth(depth, at: start)
    let mark = places.mark
    var values = PropertyListDictionary()
    at += 1
    skipBlanks()
    while let byte = next, byte != UInt8(ascii: "}") {
      let entry = try entry(depth: depth)
      try expect(";", "expected ; after the entry", else: start)
      set(entry.key, entry.value, at: entry.start, in: &values, mark)
      skipBlanks()
    }
    try expect("}", "expected } at the end of the dictionary", else: start)
    places.close(at: start, from: mark)
    return .dictionary(values)
  }

  /// A key of an old-style dictionary with its value and its offset.
  typealias Entry = (key: String, value: PropertyList, start: Int)

  /// Reads an entry of the form `key = value` in an old-style dictionary.
  ///
  /// If a key has no value, the key itself is the value. The `;` after the entry isn't consumed.
  mutating func entry(depth: Int) throws -> Entry {
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
      throw ParseError(
        at: .offset(at),
        "expected = after the key \"\(key.prefix(60))\"; JSON isn't a property list"
      )
    default:
      throw ParseError(at: .offset(at), "expected = or ; after the key \"\(key.prefix(60))\"")
    }
  }

  private mutating func expect(
    _ character: Unicode.Scalar, _ message: String, else start: Int
  ) throws {
    skipBlanks()
    guard next != nil else {
      throw ParseError(at: .offset(start), "unterminated array or dictionary")
    }
    guard consume(character) else { throw ParseError(at: .offset(at), message) }
  }
}

extension OldStyleReader {
  /// Reads a `.strings` table, which is a sequence of `key = value;` statements.
  mutating func table() throws -> PropertyList {
    let mark = places.mark
    var values = PropertyListDictionary()
    // Reserve capacity generously, because unused capacity requires address space but no physical
    // memory.
    values.reserveCapacity(text.count / 16)
    // Limit the amount of text that the parser reads twice after invalid statements.
    var budget = 8 * text.count + 1 << 20
    var firstError: ParseError?
    var isAmidBadLines = false
    skipBlanks()
    while at < text.count {
      let start = at
      let checkpoint = places.checkpoint
      do {
        try statement(into: &values, mark)
        isAmidBadLines = false
      } catch let error as ParseError {
        guard tolerates else { throw error }
        places.takeBack(to: checkpoint)
        firstError = firstError ?? error
        budget -= max(at - start, 0)
        guard budget > 0 else { throw error }
        if !isAmidBadLines {
          places.remark(
            .skippedStatement, at: start, "invalid statement: \(error.message)")
        }
        isAmidBadLines = true
        skipLine(from: start)
      }
      skipBlanks()
    }
    if let firstError, values.isEmpty { throw firstError }
    return table(values, from: mark)
  }

  mutating func table(_ values: PropertyListDictionary, from mark: Int) -> PropertyList {
    places.close(at: 0, from: mark)
    return .dictionary(values)
  }

  private mutating func statement(
    into values: inout PropertyListDictionary, _ mark: Int
  ) throws {
    let entry = try entry(depth: 0)
    let end = at
    skipBlanks()
    if next == UInt8(ascii: ";") {
      at += 1
    } else if tolerates, next == nil || hasLineEnd(from: end, to: at) {
      places.remark(.missingSemicolon, at: end, "missing ; after the statement")
    } else {
      throw ParseError(at: .offset(at), "expected ; after the statement")
    }
    set(entry.key, entry.value, at: entry.start, in: &values, mark)
  }

  /// Moves to the end of the line on which an invalid statement starts.
  private mutating func skipLine(from start: Int) {
    at = start
    while at < text.count, text[at] != UInt8(ascii: "\n"), text[at] != UInt8(ascii: "\r") {
      at += 1
    }
  }

  private func hasLineEnd(from start: Int, to end: Int) -> Bool {
    text[start..<end].contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
  }
}
