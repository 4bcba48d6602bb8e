extension XMLReader {
  mutating func array(
    at start: Int, isEmpty: Bool, depth: Int
  ) throws -> PropertyList {
    try limits.checkDepth(depth, at: start)
    let mark = places.mark
    var values: [PropertyList] = []
    if !isEmpty {
      while try atElement(in: .array, openedAt: start) { values.append(try element(depth: depth)) }
      try close(.array, openedAt: start)
    }
    places.close(at: start, from: mark)
    return .array(values)
  }

  mutating func dictionary(
    at start: Int, isEmpty: Bool, depth: Int
  ) throws -> PropertyList {
    try limits.checkDepth(depth, at: start)
    let mark = places.mark
    var values = PropertyListDictionary()
    if !isEmpty {
      // Allocate the memory for the keys only once. Most dictionaries have a few keys, but the root
      // can have thousands, each of which takes about 50 bytes of the file. Unused capacity requires
      // address space but no physical memory.
      values.reserveCapacity(depth == 1 ? max(4, (text.count - at) / 50) : 4)
      while try atElement(in: .dict, openedAt: start) {
        try entry(of: start, into: &values, mark, depth: depth)
      }
      try close(.dict, openedAt: start)
    }
    places.close(at: start, from: mark)
    return uid(from: values) ?? .dictionary(values)
  }

  private mutating func entry(
    of start: Int, into values: inout PropertyListDictionary, _ mark: Int, depth: Int
  ) throws {
    let keyStart = at
    let key = try key()
    guard try atElement(in: .dict, openedAt: start) else {
      throw ParseError(at: .offset(keyStart), "the key \"\(key)\" has no value")
    }
    if nextIsKey {
      throw ParseError(
        at: .offset(at), "the key \"\(key)\" has no value; it is followed by another <key>")
    }
    let value = try element(depth: depth)
    set(key, value, at: keyStart, in: &values, mark)
  }

  private mutating func key() throws -> String {
    let start = at
    let (tag, isEmpty) = try openTag()
    guard tag == .key else {
      throw ParseError(at: .offset(start), "<\(tag)> without a key; add a <key> before it")
    }
    return isEmpty ? "" : try characters(of: .key, openedAt: start)
  }

  private var nextIsKey: Bool {
    guard at + 5 <= text.count else { return false }
    return text[at + 1] == UInt8(ascii: "k") && text[at + 2] == UInt8(ascii: "e")
      && text[at + 3] == UInt8(ascii: "y")
  }

  /// Converts a dictionary with the single key `CF$UID` to an object reference.
  ///
  /// XML property lists represent the object references of keyed archives in this way.
  private func uid(from values: PropertyListDictionary) -> PropertyList? {
    guard values.count == 1, let number = values.entries[0].value.uint else { return nil }
    guard number <= UInt32.max, values.entries[0].key.isSame(as: "CF$UID") else {
      return nil
    }
    return .uid(number)
  }
}
