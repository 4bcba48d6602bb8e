/// A parser for TOML 1.1, which includes TOML 1.0.
///
/// This file contains the code that reads TOML tables and keys. Extensions in other files read
/// values.
struct TOMLReader: TypedReader {
  let bytes: [UInt8]
  var at = 0
  var document: Document
  var depth = 0
  /// The table that the current line belongs to, and the index of its header.
  private var table = 0
  private var section = -1
  /// The table header under which each dotted table was created.
  ///
  /// TOML allows only the lines below the same header to extend a dotted table.
  private var definingTables: [Int: Int] = [:]
  /// The number of items in each array of tables, and the node of the last item.
  private var elements: [Int: (count: Int, last: Int)] = [:]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    document = Document(bytes, .toml)
  }

  mutating func read() throws -> Document {
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
    document.hasSingleQuotes = hasSingleQuotes
    return document
  }

  /// A Boolean value that indicates whether all strings of the file are in single quotes.
  ///
  /// Multiline strings and strings that need double quotes are ignored. At least one string must need
  /// neither kind of quotes.
  private var hasSingleQuotes: Bool {
    var isStyle = false
    for node in document.nodes.indices where document.nodes[node].form == .value(.text) {
      let text = bytes[document.nodes[node].value]
      if text.starts(with: [0x22, 0x22, 0x22]) || text.starts(with: [0x27, 0x27, 0x27]) {
        continue
      }
      let hasEscape = text.contains(UInt8(ascii: "\\"))
      if text.first == UInt8(ascii: "'") {
        isStyle = isStyle || !hasEscape && !text.contains(UInt8(ascii: "\""))
      } else if !hasEscape, !text.contains(UInt8(ascii: "'")) {
        return false
      }
    }
    return isStyle
  }

  private mutating func endOfLine() throws {
    skipBlanks()
    if byte == "#" { try comment() }
    guard at < bytes.count else { return }
    guard newline() else { throw ParseError(at: .offset(at), "expected the end of the line") }
  }

  mutating func newline() -> Bool {
    if byte == "\r", byte(after: 1) == "\n" { at += 1 }
    guard byte == "\n" else { return false }
    at += 1
    return true
  }

  mutating func comment() throws {
    let start = at
    while at < bytes.count, byte != "\n", !(byte == "\r" && byte(after: 1) == "\n") {
      guard byte >= 0x20 && byte != 0x7F || byte == 0x09 else {
        throw syntaxError("control characters aren't allowed in comments")
      }
      at += 1
    }
    document.comments.append(
      Comment(range: start..<at, isBehind: !bytes.isIndent(before: start)))
  }
}

// MARK: Tables
extension TOMLReader {
  private mutating func header() throws {
    let start = at
    let isElement = byte(after: 1) == "["
    at += isElement ? 2 : 1
    skipBlanks()
    let keys = try self.keys()
    try expect("]", "missing ']' in table header")
    if isElement { try expect("]", "missing second ']' in table header") }
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

  /// Returns the table at an intermediate key of a header, and creates the table if necessary.
  private mutating func descend(to key: TOMLKey, in node: Int) throws -> Int {
    guard let next = document.member(key.name, of: node, isTable: true) else {
      return document.add(Node(.implied, in: node, at: .key(key.name)))
    }
    switch document.nodes[next].form {
    case .table, .implied, .dotted, .element: return next
    case .elements: return elements[next]?.last ?? next
    case .braces, .brackets, .value: throw conflict(key, with: next)
    }
  }

  private mutating func open(_ key: TOMLKey, in node: Int) throws -> Int {
    guard let known = document.member(key.name, of: node, isTable: true) else {
      return document.add(Node(.table, in: node, at: .key(key.name)))
    }
    guard document.nodes[known].form == .implied else { throw conflict(key, with: known) }
    document.nodes[known].form = .table
    return known
  }

  private mutating func addElement(_ key: TOMLKey, to node: Int) throws -> Int {
    let array: Int
    if let known = document.member(key.name, of: node, isTable: true) {
      guard document.nodes[known].form == .elements else { throw conflict(key, with: known) }
      array = known
    } else {
      array = document.add(Node(.elements, in: node, at: .key(key.name)))
    }
    let count = elements[array]?.count ?? 0
    let element = document.add(Node(.element, in: array, at: .index(count)))
    elements[array] = (count + 1, element)
    return element
  }

  private func conflict(_ key: TOMLKey, with node: Int) -> ParseError {
    let name = key.name.text
    let message =
      switch document.nodes[node].form {
      case .value, .brackets, .braces: "'\(name)' is already a value, so it can't be extended"
      case .elements, .element: "'\(name)' is already an array of tables"
      case .dotted: "the table '\(name)' is defined by dotted keys and can't have a header"
      case .table, .implied: "duplicate table '\(name)'"
      }
    return ParseError(at: .offset(key.range.lowerBound), message)
  }
}

// MARK: Assignments
extension TOMLReader {
  private mutating func assignment() throws {
    // A byte order mark at the start of the file isn't part of the first line.
    let start = bytes.isIndent(before: at) ? max(bytes.lineStart(of: at), bytes.afterMark) : at
    let node = try keyAndValue(in: table)
    document.nodes[node].hasLine = true
    document.nodes[node].whole = start..<bytes.lineEnd(of: at)
  }

  /// Reads an assignment such as `a.b = value` on a line or in an inline table.
  mutating func keyAndValue(in table: Int) throws -> Int {
    let keys = try self.keys()
    try expect("=", "expected '=' after the key")
    skipBlanks()
    var node = table
    for key in keys.dropLast() { node = try descendDotted(to: key, in: node, definingTable: table) }
    guard let first = keys.first, let last = keys.last else { throw syntaxError("expected a key") }
    guard document.member(last.name, of: node, isTable: true) == nil else {
      throw ParseError(
        at: .offset(last.range.lowerBound), "duplicate key '\(last.name.text)'")
    }
    var new = Node(.value(.text), in: node, at: .key(last.name))
    new.key = first.range.lowerBound..<last.range.upperBound
    new.section = section
    return try value(new)
  }

  private mutating func descendDotted(
    to key: TOMLKey, in node: Int, definingTable: Int
  ) throws -> Int {
    guard let known = document.member(key.name, of: node, isTable: true) else {
      var new = Node(.dotted, in: node, at: .key(key.name))
      new.section = section
      let index = document.add(new)
      definingTables[index] = definingTable
      return index
    }
    guard document.nodes[known].form == .dotted, definingTables[known] == definingTable else {
      throw conflict(key, with: known)
    }
    return known
  }
}
