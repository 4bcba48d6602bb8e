extension XMLReader {
  mutating func array(
    at start: Int, isEmpty: Bool, depth: Int
  ) throws(PropertyListError) -> PropertyList {
    try checkDepth(depth, at: start)
    let mark = places.mark
    var values: [PropertyList] = []
    if !isEmpty {
      // Most arrays in settings panes are short, such as the values of a choice.
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
      // A dictionary often has the same size as the previous one, so reserve this capacity in
      // advance. The root can be long, and its unused capacity requires address space but no
      // physical memory.
      values.reserveCapacity(depth == 1 ? max(6, text.count / 64) : lastCount)
      // The position in the trie of key sequences is `nil` for an unusual sequence, and for the
      // root dictionary, whose keys don't repeat.
      var node = depth > 1 ? KeyTrie.root : nil
      while try atElement(in: .dict, openedAt: start) {
        try entry(of: start, into: &values, &node, mark, depth: depth)
      }
      try close(.dict, openedAt: start)
      lastCount = min(values.count, 16)
    }
    places.close(at: start, from: mark)
    return uid(from: values) ?? .dictionary(values)
  }

  @inline(__always)
  private mutating func entry(
    of start: Int, into values: inout PropertyListDictionary, _ node: inout Int?, _ mark: Int,
    depth: Int
  ) throws(PropertyListError) {
    let keyStart = at
    let known = node.flatMap { trie.node(behind: $0, in: text, at: at) }
    let key = if let known { trie.key(of: known, passing: &at) } else { try newKey() }
    let element = UnsafeBufferPointer(rebasing: text[keyStart..<at])
    guard try atElement(in: .dict, openedAt: start) else {
      throw failure(at: keyStart, "the key \"\(key)\" has no value")
    }
    if nextIsKey {
      throw failure(at: at, "the key \"\(key)\" has no value; it is followed by another <key>")
    }
    let value = try self.element(depth: depth)
    if let known {
      places.key(at: keyStart)
      node = known
      return values.append(consume key, consume value)
    }
    if !set(consume key, consume value, at: keyStart, in: &values, mark) { node = nil }
    if let last = node {
      node = trie.add(element, values.entries[values.count - 1].key, behind: last)
    }
  }

  private mutating func newKey() throws(PropertyListError) -> String {
    let start = at
    let (tag, isEmpty) = try openTag()
    guard tag == .key else {
      throw failure(at: start, "<\(tag)> without a key; add a <key> before it")
    }
    if isEmpty { return "" }
    if let plain = try plainCharacters(of: .key, openedAt: start) { return String(utf8: plain) }
    return try mixedText(of: .key, openedAt: start)
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

/// A trie of the key sequences in the dictionaries of an XML file, which avoids parsing the same
/// keys again.
///
/// The elements of a pane have the same keys in the same order. After the previous keys, comparing
/// the bytes of a `<key>` element is enough to find its string, and to know that it isn't a
/// duplicate. Without the trie, reading the pane of `show` in Scripts/bench takes 1.7 times as
/// long.
struct KeyTrie {
  /// A key that follows a specific sequence of keys.
  private struct Branch {
    /// The bytes of `<key>…</key>` in the file.
    let element: UnsafeBufferPointer<UInt8>
    /// The index of the node's first child, or 0 if it has none.
    var child = 0
    /// The index of the node's next sibling, or 0 if it has none.
    var sibling = 0
  }

  /// The maximum number of nodes in the trie.
  ///
  /// When the trie is full, additional key sequences are read without it.
  private static let most = 64

  private var nodes = [Branch(element: UnsafeBufferPointer(start: nil, count: 0))]
  /// The key of each node.
  ///
  /// The keys are stored separately, so that comparing nodes doesn't retain them.
  private var keys = [""]

  /// The root node of the trie, which precedes the first key of a dictionary.
  static let root = 0

  /// Returns the child of a node that matches the text at an offset, or `nil` if no child matches.
  @inline(__always)
  func node(behind node: Int, in text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
    var next = nodes[node].child
    while next != 0 {
      let element = nodes[next].element
      if start + element.count <= text.count,
        UnsafeBufferPointer(rebasing: text[start..<(start + element.count)]).isSame(as: element)
      {
        return next
      }
      next = nodes[next].sibling
    }
    return nil
  }

  /// Returns the key of a trie node and advances the parser past the `<key>` element.
  @inline(__always)
  func key(of node: Int, passing at: inout Int) -> String {
    at += nodes[node].element.count
    return keys[node]
  }

  /// Adds a child to a node of the trie, or returns `nil` if the trie is full.
  mutating func add(
    _ element: UnsafeBufferPointer<UInt8>, _ key: String, behind node: Int
  ) -> Int? {
    guard nodes.count < Self.most else { return nil }
    nodes.append(Branch(element: element, sibling: nodes[node].child))
    keys.append(key)
    nodes[node].child = nodes.count - 1
    return nodes.count - 1
  }
}
