extension XMLReader {
  mutating func array(_ tag: Tag) throws(PropertyListError) -> PropertyList {
    let mark = try enter(at: tag.start)
    var values: [PropertyList] = []
    if !tag.isEmpty {
      // Most arrays are short, such as the values of a choice.
      values.reserveCapacity(4)
      while try atElement(in: tag) { values.append(try value(of: openTag())) }
      try close(tag)
    }
    leave(tag.start, mark)
    return .array(values)
  }

  mutating func dictionary(_ tag: Tag) throws(PropertyListError) -> PropertyList {
    let mark = try enter(at: tag.start)
    var values = PropertyListDictionary()
    if !tag.isEmpty {
      // Most dictionaries are as small as the last one: room for all of it at once saves making room
      // four times. A file's root may be long; room that is not used costs addresses and no memory.
      values.reserveCapacity(depth == 1 ? max(6, text.count / 64) : lastCount)
      // The keys so far, nil when they go a way of their own; those of a file's root come only once.
      var node = depth > 1 ? KeyTrie.root : nil
      while try atElement(in: tag) { try entry(of: tag, into: &values, &node, mark) }
      try close(tag)
      lastCount = min(values.count, 16)
    }
    leave(tag.start, mark)
    return uid(from: values) ?? .dictionary(values)
  }

  @inline(__always)
  private mutating func entry(
    of dict: Tag, into values: inout PropertyListDictionary, _ node: inout Int?, _ mark: Int
  ) throws(PropertyListError) {
    let keyStart = at
    let known = node.flatMap { trie.node(behind: $0, in: text, at: at) }
    let key = if let known { trie.key(of: known, passing: &at) } else { try newKey() }
    let element = UnsafeBufferPointer(rebasing: text[keyStart..<at])
    guard try atElement(in: dict) else {
      throw failure(at: keyStart, "the key \"\(key)\" has no value")
    }
    let tag = try openTag()
    if tag.name == .key {
      throw failure(at: tag.start, "the key \"\(key)\" has no value: another <key> follows it")
    }
    let value = try value(of: tag)
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
    let tag = try openTag()
    guard tag.name == .key else {
      throw failure(at: tag.start, "this <\(tag.name)> has no key; put a <key> before it")
    }
    if tag.isEmpty { return "" }
    if let plain = try plainCharacters(of: tag) { return String(utf8: plain) }
    return try mixedText(of: tag)
  }

  /// A dictionary of the one key `CF$UID` is how XML writes a reference of a keyed archive.
  private func uid(from values: PropertyListDictionary) -> PropertyList? {
    guard values.count == 1, let number = values.entries[0].value.uint, number <= UInt32.max,
      values.entries[0].key.isSame(as: "CF$UID")
    else { return nil }
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
