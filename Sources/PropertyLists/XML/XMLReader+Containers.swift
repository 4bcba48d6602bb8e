extension XMLReader {
  mutating func array(
    at start: Int, isEmpty: Bool, depth: Int
  ) throws(PropertyListError) -> PropertyList {
    try checkDepth(depth, at: start)
    let mark = places.mark
    var values: [PropertyList] = []
    if !isEmpty {
      // Most arrays are short, such as the values of a choice.
      values.reserveCapacity(4)
      while try atElement(in: .array, openedAt: start) { values.append(try element(depth: depth)) }
      try close(.array, openedAt: start)
    }
    places.close(at: start, from: mark)
    return .array(values)
  }

  mutating func dictionary(
    at start: Int, isEmpty: Bool, depth: Int
  ) throws(PropertyListError) -> PropertyList {
    try checkDepth(depth, at: start)
    let mark = places.mark
    var values = PropertyListDictionary()
    if !isEmpty {
      var keys = KeysSoFar(trail: depth > 1 ? KeyTrails.start : nil)
      // Most dictionaries are small: room for all of it at once saves making room four times. A
      // file's root may be long; room that is not used costs addresses and no memory.
      values.reserveCapacity(depth == 1 ? max(6, text.count / 64) : 6)
      while try atElement(in: .dict, openedAt: start) {
        try entry(of: start, into: &values, &keys, mark, depth: depth)
      }
      try close(.dict, openedAt: start)
    }
    places.close(at: start, from: mark)
    return uid(from: values) ?? .dictionary(values)
  }

  @inline(__always)
  private mutating func entry(
    of start: Int, into values: inout PropertyListDictionary, _ keys: inout KeysSoFar, _ mark: Int,
    depth: Int
  ) throws(PropertyListError) {
    let keyStart = at
    let (known, step) = try nextKey(&keys, depth: depth)
    let key = known
    guard try atElement(in: .dict, openedAt: start) else {
      throw failure(at: keyStart, "the key \"\(key)\" has no value")
    }
    if nextIsKey {
      throw failure(at: at, "the key \"\(key)\" has no value: another <key> follows it")
    }
    let value = try element(depth: depth)
    places.key(at: keyStart)
    switch step {
    case .goesOn: values.appendBehindAll(consume key, consume value)
    case .isNew: values.append(consume key, consume value)
    case .isOpen: set(consume key, consume value, at: keyStart, in: &values, mark)
    }
  }

  /// What the keys of a dictionary so far say about the next one.
  private struct KeysSoFar {
    /// The stop of the last key, nil when the dictionary goes a way of its own.
    ///
    /// The keys of a file's root come only once: it has no stop at all.
    var trail: Int?
    /// The keys one by one; behind where the trail leads while there is one.
    var run = KeyRun()
  }

  /// Reads a `<key>`, and what it is to those before it.
  @inline(__always)
  private mutating func nextKey(
    _ keys: inout KeysSoFar, depth: Int
  ) throws(PropertyListError) -> (key: String, step: KeyRun.Step) {
    if let trail = keys.trail, let next = trails.next(behind: trail, in: text, at: at) {
      at += trails.length(at: next)
      keys.trail = next
      return trails.key(at: next)
    }
    return try newKey(&keys, depth: depth)
  }

  private mutating func newKey(
    _ keys: inout KeysSoFar, depth: Int
  ) throws(PropertyListError) -> (key: String, step: KeyRun.Step) {
    let start = at
    let trail = keys.trail
    if let trail { keys.run = trails.run(to: trail) }
    keys.trail = nil
    let isEmpty = plainKeyTag() ? false : try keyTag()
    if !isEmpty, let plain = try plainCharacters(of: .key, openedAt: start) {
      let key = depth > 1 ? repeated.text(of: plain) : String(utf8: plain)
      let step = keys.run.step(to: plain)
      if let trail {
        let element = UnsafeBufferPointer(rebasing: text[start..<at])
        keys.trail = trails.add(element, key, step, keys.run, behind: trail)
      }
      return (key, step)
    }
    return (isEmpty ? "" : try mixedText(of: .key, openedAt: start), keys.run.step(to: nil))
  }

  /// Reads `<key>`, written so; false, and nothing read, for anything else, which `keyTag` knows.
  @inline(__always)
  private mutating func plainKeyTag() -> Bool {
    guard at + 8 <= text.count, text.word(at: at) << 24 == Self.keyTagWord << 24 else {
      return false
    }
    at += 5
    return true
  }

  /// `<key>` as the first five bytes of a word.
  private static var keyTagWord: UInt64 { 0x3E_79_65_6B_3C }

  /// Reads `<key …>` or `<key …/>`, and whether it is the latter.
  private mutating func keyTag() throws(PropertyListError) -> Bool {
    let start = at
    let (tag, isEmpty) = try openTag()
    guard tag == .key else {
      throw failure(at: start, "this <\(tag)> has no key; put a <key> before it")
    }
    return isEmpty
  }

  private mutating func set(
    _ key: consuming String, _ value: consuming PropertyList, at start: Int,
    in values: inout PropertyListDictionary, _ mark: Int
  ) {
    let (position, old) = values.set(key, value)
    guard let old else { return }
    places.replace(child: position, of: mark)
    let new = values.entries[position]
    let kind = PropertyListNote.Kind.duplicateKey(new.key, isSame: old == new.value)
    places.remark(kind, at: start, kind.sentence(counting: "last"))
  }

  private var nextIsKey: Bool {
    guard at + 5 <= text.count else { return false }
    return text[at + 1] == UInt8(ascii: "k") && text[at + 2] == UInt8(ascii: "e")
      && text[at + 3] == UInt8(ascii: "y")
  }

  /// A dictionary of the one key `CF$UID` is how XML writes a reference of a keyed archive.
  private func uid(from values: PropertyListDictionary) -> PropertyList? {
    guard values.count == 1, let number = values.entries[0].value.uint else { return nil }
    guard number <= UInt32.max, values.entries[0].key.hasSameCodeUnits(as: "CF$UID") else {
      return nil
    }
    return .uid(number)
  }

  private func checkDepth(_ depth: Int, at start: Int) throws(PropertyListError) {
    guard depth <= limits.depth else {
      throw failure(at: start, "arrays and dictionaries nest deeper than \(limits.depth) levels")
    }
  }
}
