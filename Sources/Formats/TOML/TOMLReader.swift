/// Reads TOML 1.0: tables and keys here, values beside it.
struct TOMLReader: TypedReader {
  let bytes: [UInt8]
  var at = 0
  var document: Document
  var depth = 0
  /// The table whose lines are being read, and its header.
  private var table = 0
  private var section = -1
  /// The section that made a dotted table: only its own lines may add to it.
  private var makers: [Int: Int] = [:]
  /// How many elements an array of tables has, and the last of them.
  private var elements: [Int: (count: Int, last: Int)] = [:]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    document = Document(bytes, .toml)
  }

  mutating func read() throws(ParseError) -> Document {
    try begin()
    _ = document.add(Node(.table, in: -1, at: .index(0)))
    while at < bytes.count {
      skipBlanks()
      switch byte {
      case "#", "\n", "\r": break
      case "[": try header()
      default: if at < bytes.count { try assignment() }
      }
      try endOfLine()
    }
    return document
  }

  private mutating func endOfLine() throws(ParseError) {
    skipBlanks()
    if byte == "#" { try comment() }
    guard at < bytes.count else { return }
    guard newline() else { throw ParseError(offset: at, message: "the line should end here") }
  }

  mutating func newline() -> Bool {
    if byte == "\r", byte(after: 1) == "\n" { at += 1 }
    guard byte == "\n" else { return false }
    at += 1
    return true
  }

  mutating func comment() throws(ParseError) {
    let start = at
    while at < bytes.count, byte != "\n", !(byte == "\r" && byte(after: 1) == "\n") {
      guard byte >= 0x20 && byte != 0x7F || byte == 0x09 else {
        throw fault("a comment may not hold control characters")
      }
      at += 1
    }
    document.comments.append(
      Comment(range: start..<at, isBehind: !bytes.isIndent(before: start)))
  }
}

// Tables.
extension TOMLReader {
  private mutating func header() throws(ParseError) {
    let start = at
    let isElement = byte(after: 1) == "["
    at += isElement ? 2 : 1
    skipBlanks()
    let keys = try self.keys()
    try expect("]", "the header lacks its ']'")
    if isElement { try expect("]", "the header lacks its second ']'") }
    var node = 0
    for key in keys.dropLast() { node = try descend(to: key, in: node) }
    if let last = keys.last {
      table = try isElement ? addElement(last, to: node) : open(last, in: node)
    }
    section = document.headers.count
    let line = bytes.lineStart(of: start)..<bytes.lineEnd(of: at)
    document.headers.append(Header(node: table, range: start..<at, line: line))
    document.nodes[table].section = section
  }

  /// The table of a key on the way to another, made where it is not there.
  private mutating func descend(to key: TOMLKey, in node: Int) throws(ParseError) -> Int {
    guard let next = document.member(key.name, of: node, isTable: true) else {
      return document.add(Node(.implied, in: node, at: .key(key.name)))
    }
    switch document.nodes[next].form {
    case .table, .implied, .dotted, .element: return next
    case .elements: return elements[next]?.last ?? next
    case .braces, .brackets, .value: throw taken(key, by: next)
    }
  }

  private mutating func open(_ key: TOMLKey, in node: Int) throws(ParseError) -> Int {
    guard let known = document.member(key.name, of: node, isTable: true) else {
      return document.add(Node(.table, in: node, at: .key(key.name)))
    }
    guard document.nodes[known].form == .implied else { throw taken(key, by: known) }
    document.nodes[known].form = .table
    return known
  }

  private mutating func addElement(_ key: TOMLKey, to node: Int) throws(ParseError) -> Int {
    let array: Int
    if let known = document.member(key.name, of: node, isTable: true) {
      guard document.nodes[known].form == .elements else { throw taken(key, by: known) }
      array = known
    } else {
      array = document.add(Node(.elements, in: node, at: .key(key.name)))
    }
    let count = elements[array]?.count ?? 0
    let element = document.add(Node(.element, in: array, at: .index(count)))
    elements[array] = (count + 1, element)
    return element
  }

  private func taken(_ key: TOMLKey, by node: Int) -> ParseError {
    let name = key.name.text
    let message =
      switch document.nodes[node].form {
      case .value, .brackets, .braces: "'\(name)' is a value already and cannot be added to"
      case .elements, .element: "'\(name)' is an array of tables already"
      case .dotted: "the table '\(name)' was made by dotted keys and has no header"
      case .table, .implied: "the table '\(name)' is there already"
      }
    return ParseError(offset: key.range.lowerBound, message: message)
  }
}

// Lines.
extension TOMLReader {
  private mutating func assignment() throws(ParseError) {
    // NB: a byte order mark belongs to nobody.
    let start = bytes.isIndent(before: at) ? max(bytes.lineStart(of: at), bytes.afterMark) : at
    let node = try keyAndValue(in: table)
    document.nodes[node].hasLine = true
    document.nodes[node].whole = start..<bytes.lineEnd(of: at)
  }

  /// `a.b = value`, on a line or in braces.
  mutating func keyAndValue(in table: Int) throws(ParseError) -> Int {
    let keys = try self.keys()
    try expect("=", "the key lacks its '='")
    skipBlanks()
    var node = table
    for key in keys.dropLast() { node = try descendDotted(to: key, in: node, maker: table) }
    guard let first = keys.first, let last = keys.last else { throw fault("there is no key") }
    guard document.member(last.name, of: node, isTable: true) == nil else {
      throw ParseError(
        offset: last.range.lowerBound, message: "the key '\(last.name.text)' is there already")
    }
    var new = Node(.value(.text), in: node, at: .key(last.name))
    new.key = first.range.lowerBound..<last.range.upperBound
    new.section = section
    return try value(new)
  }

  private mutating func descendDotted(
    to key: TOMLKey, in node: Int, maker: Int
  ) throws(ParseError) -> Int {
    guard let known = document.member(key.name, of: node, isTable: true) else {
      var new = Node(.dotted, in: node, at: .key(key.name))
      new.section = section
      let index = document.add(new)
      makers[index] = maker
      return index
    }
    guard document.nodes[known].form == .dotted, makers[known] == maker else {
      throw taken(key, by: known)
    }
    return known
  }
}
