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
      // Most dictionaries are as small as the last one: room for all of it at once saves making room
      // four times. A file's root may be long; room that is not used costs addresses and no memory.
      values.reserveCapacity(depth == 1 ? max(6, text.count / 64) : lastCount)
      // The keys so far, nil when they go a way of their own; those of a file's root come only once.
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
      throw failure(at: at, "the key \"\(key)\" has no value: another <key> follows it")
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
      throw failure(at: start, "this <\(tag)> has no key; put a <key> before it")
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

  /// A dictionary of the one key `CF$UID` is how XML writes a reference of a keyed archive.
  private func uid(from values: PropertyListDictionary) -> PropertyList? {
    guard values.count == 1, let number = values.entries[0].value.uint else { return nil }
    guard number <= UInt32.max, values.entries[0].key.isSame(as: "CF$UID") else {
      return nil
    }
    return .uid(number)
  }
}

/// The keys of a file's dictionaries as a trie: each node is a key behind those before it.
///
/// The elements of a pane are written with the same few keys in the same few orders. Behind the keys
/// that came before, the bytes of a `<key>` tell its text, and that the dictionary lacks it. Without
/// this, reading the pane of `show` in Scripts/bench takes 1.7 times as long.
struct KeyTrie {
  private struct Node {
    /// `<key>…</key>` as it stands in the file.
    let element: UnsafeBufferPointer<UInt8>
    /// The node that was last added behind this one, 0 for none.
    var child = 0
    /// Another node behind the same keys, 0 for none.
    var sibling = 0
  }

  /// So many nodes; a file with more sorts of dictionaries is read as if there were none.
  private static let most = 64

  private var nodes = [Node(element: UnsafeBufferPointer(start: nil, count: 0))]
  /// The key of each node; apart from them, so that to look at a node counts no reference.
  private var keys = [""]

  /// Before the first key of a dictionary.
  static let root = 0

  /// The node behind another whose element stands at a place of the text; nil for a new one.
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

  /// The key of a node, whose element the reader passes.
  @inline(__always)
  func key(of node: Int, passing at: inout Int) -> String {
    at += nodes[node].element.count
    return keys[node]
  }

  /// Adds a node behind another; nil when there are enough.
  mutating func add(
    _ element: UnsafeBufferPointer<UInt8>, _ key: String, behind node: Int
  ) -> Int? {
    guard nodes.count < Self.most else { return nil }
    nodes.append(Node(element: element, sibling: nodes[node].child))
    keys.append(key)
    nodes[node].child = nodes.count - 1
    return nodes.count - 1
  }
}
