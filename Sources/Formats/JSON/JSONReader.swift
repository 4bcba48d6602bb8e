/// A reader of JSON, optionally with comments and trailing commas.
struct JSONReader: TypedReader {
  let bytes: [UInt8]
  var at = 0
  var document: Document
  var depth = 0
  private let allowsComments: Bool
  private let mostValues: Int

  init(_ bytes: [UInt8]) { self.init(bytes, allowsComments: false) }

  init(_ bytes: [UInt8], allowsComments: Bool, mostValues: Int = .max) {
    (self.bytes, self.mostValues) = (bytes, mostValues)
    self.allowsComments = allowsComments
    document = Document(bytes, .json(allowsComments: allowsComments))
  }

  mutating func read() throws(ParseError) -> Document {
    try begin()
    try skipSpace()
    guard at < bytes.count else { throw syntaxError("expected a value") }
    _ = try value(Node(.braces, in: -1, at: .index(0)))
    try skipSpace()
    guard at == bytes.count else { throw syntaxError("unexpected text after the value") }
    return document
  }

  /// Skips whitespace and line endings, and comments if they are allowed.
  private mutating func skipSpace() throws(ParseError) {
    while true {
      while byte.isBlank || byte.isLineEnd { at += 1 }
      guard byte == "/" else { return }
      guard allowsComments else {
        throw syntaxError("comments aren't allowed in JSON; to allow them, use --format jsonc")
      }
      try comment()
    }
  }

  private mutating func comment() throws(ParseError) {
    let start = at
    switch byte(after: 1) {
    case "/": while at < bytes.count, !byte.isLineEnd { at += 1 }
    case "*":
      at += 2
      while byte != "*" || byte(after: 1) != "/" {
        guard at < bytes.count else { throw syntaxError("unterminated comment", at: start) }
        at += 1
      }
      at += 2
    default: throw syntaxError("expected '//' or '/*'")
    }
    // A comment at the start of a line, possibly indented, isn't a trailing comment.
    let isBehind = bytes[..<start].reversed().first { !$0.isBlank }.map { !$0.isLineEnd } ?? false
    document.comments.append(Comment(range: start..<at, isBehind: isBehind))
  }

  private mutating func value(_ draft: Node) throws(ParseError) -> Int {
    guard depth < Document.maxDepth else { throw syntaxError("values are nested too deeply") }
    guard document.nodes.count < mostValues else {
      throw syntaxError("there are more than \(mostValues) values")
    }
    var draft = draft
    let start = at
    switch byte {
    case "{": return try object(draft)
    case "[": return try array(draft)
    case "\"":
      _ = try string()
      draft.form = .value(.text)
    case "-", 0x30...0x39: draft.form = .value(try number())
    default: draft.form = .value(try word())
    }
    draft.value = start..<at
    return document.add(draft)
  }

  private mutating func object(_ draft: Node) throws(ParseError) -> Int {
    let node = open(draft, as: .braces)
    try skipSpace()
    while byte != "}" {
      guard byte == "\"" else { throw syntaxError("expected a key in double quotes") }
      let start = at
      let name = Key(try string())
      var member = Node(.braces, in: node, at: .key(name))
      member.key = start..<at
      try skipSpace()
      try expect(":", "expected ':' after the key")
      try skipSpace()
      // All readers we know use the last of several equal keys. Such a key can't be edited.
      if let counterpart = document.member(name, of: node, isTable: false) {
        document.nodes[counterpart].isOverridden = true
      }
      try add(member)
      if try isLast(before: "}", "expected ',' or '}' in the object") { break }
    }
    return close(node)
  }

  private mutating func array(_ draft: Node) throws(ParseError) -> Int {
    let node = open(draft, as: .brackets)
    try skipSpace()
    var count = 0
    while byte != "]" {
      try add(Node(.braces, in: node, at: .index(count)))
      count += 1
      if try isLast(before: "]", "expected ',' or ']' in the list") { break }
    }
    return close(node)
  }

  private mutating func add(_ draft: Node) throws(ParseError) {
    let node = try value(draft)
    document.nodes[node].whole = document.nodes[node].start..<document.nodes[node].value.upperBound
  }

  /// Skips a comma and returns whether the closing delimiter follows.
  private mutating func isLast(
    before closing: Unicode.Scalar, _ message: String
  ) throws(ParseError) -> Bool {
    try skipSpace()
    if byte == closing { return true }
    let comma = at
    try expect(",", message)
    try skipSpace()
    guard byte == closing else { return false }
    guard allowsComments else {
      throw syntaxError("trailing commas aren't allowed in JSON", at: comma)
    }
    return true
  }
}

// MARK: Scalars
extension JSONReader {
  mutating func string() throws(ParseError) -> [UInt8] {
    let start = at
    at += 1
    var text: [UInt8] = []
    while byte != "\"" {
      guard at < bytes.count else { throw syntaxError("unterminated string", at: start) }
      if byte == "\\" {
        try escape(into: &text)
      } else {
        guard byte >= 0x20 else {
          throw syntaxError("control characters in a string must be escaped")
        }
        text.append(byte)
        at += 1
      }
    }
    at += 1
    return text
  }

  private mutating func escape(into text: inout [UInt8]) throws(ParseError) {
    let (start, letter) = (at, byte(after: 1))
    at += 2
    if let meant = letter == "/" ? letter : escaped(letter) { return text.append(meant) }
    guard letter == "u" else { throw syntaxError("unknown escape sequence", at: start) }
    var code = try hexNumber(digits: 4)
    // Combine a surrogate pair; keep a lone surrogate as it is.
    if code >> 10 == 0x36, byte == "\\", byte(after: 1) == "u" {
      let mark = at
      at += 2
      let low = try hexNumber(digits: 4)
      if low >> 10 == 0x37 {
        code = 0x10000 + (code & 0x3FF) << 10 + low & 0x3FF
      } else {
        at = mark
      }
    }
    text.append(character: code)
  }

  private mutating func number() throws(ParseError) -> Scalar.Kind {
    var kind = Scalar.Kind.integer
    if byte == "-" { at += 1 }
    if byte == "0" { at += 1 } else { try digits() }
    if byte == "." {
      at += 1
      try digits()
      kind = .decimal
    }
    if byte == "e" || byte == "E" {
      at += 1
      if byte == "+" || byte == "-" { at += 1 }
      try digits()
      kind = .decimal
    }
    return kind
  }

  private mutating func digits() throws(ParseError) {
    guard byte.isDigit else { throw syntaxError("expected a digit") }
    while byte.isDigit { at += 1 }
  }

  private mutating func word() throws(ParseError) -> Scalar.Kind {
    for (word, kind) in [("true", Scalar.Kind.boolean), ("false", .boolean), ("null", .null)] {
      let end = at + word.utf8.count
      guard end <= bytes.count, bytes[at..<end].elementsEqual(word.utf8) else { continue }
      at = end
      return kind
    }
    throw syntaxError("expected a value")
  }
}
