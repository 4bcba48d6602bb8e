/// Reads JSON; with comments and trailing commas where they are allowed.
struct JSONReader {
  let bytes: [UInt8]
  var at = 0
  private let allowsComments: Bool
  private let mostValues: Int
  private var document: Document

  init(_ bytes: [UInt8], allowsComments: Bool, mostValues: Int = .max) {
    (self.bytes, self.mostValues) = (bytes, mostValues)
    self.allowsComments = allowsComments
    document = Document(bytes, .json(allowsComments: allowsComments))
  }

  mutating func read() throws(Fault) -> Document {
    if let odd = bytes.firstNonUTF8 { throw Fault(offset: odd, message: "this is no UTF-8") }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    try skipSpace()
    guard at < bytes.count else { throw Fault(offset: at, message: "a value should stand here") }
    _ = try value(Node(.braces, in: -1, at: .index(0)), depth: 0)
    try skipSpace()
    guard at == bytes.count else { throw Fault(offset: at, message: "the text should end here") }
    return document
  }

  var byte: UInt8 { at < bytes.count ? bytes[at] : 0 }

  func fault(_ message: String) -> Fault { Fault(offset: at, message: message) }

  /// Blanks, line ends, and comments where they are allowed.
  private mutating func skipSpace() throws(Fault) {
    while true {
      while byte.isBlank || byte.isLineEnd { at += 1 }
      guard byte == "/" else { return }
      guard allowsComments else {
        throw fault("strict JSON has no comments; '--format jsonc' allows them")
      }
      try comment()
    }
  }

  private mutating func comment() throws(Fault) {
    let start = at
    switch at + 1 < bytes.count ? bytes[at + 1] : 0 {
    case "/": while at < bytes.count, !byte.isLineEnd { at += 1 }
    case "*":
      at += 2
      while !(byte == "*" && at + 1 < bytes.count && bytes[at + 1] == "/") {
        guard at < bytes.count else {
          throw Fault(offset: start, message: "the comment does not end")
        }
        at += 1
      }
      at += 2
    default: throw fault("a comment begins with '//' or '/*'")
    }
    // NB: what stands on the line before it is no blank, or the line's own first sign.
    let isBehind = bytes[..<start].reversed().first { !$0.isBlank }.map { !$0.isLineEnd } ?? false
    document.comments.append(Comment(range: start..<at, isBehind: isBehind))
  }

  private mutating func value(_ draft: Node, depth: Int) throws(Fault) -> Int {
    guard depth < Document.mostDepth else { throw fault("values are nested too deeply") }
    guard document.nodes.count < mostValues else {
      throw fault("there are more than \(mostValues) values")
    }
    var draft = draft
    let start = at
    switch byte {
    case "{": return try object(draft, depth: depth)
    case "[": return try array(draft, depth: depth)
    case "\"":
      _ = try string()
      draft.form = .value(.text)
    case "-", 0x30...0x39: draft.form = .value(try number())
    default: draft.form = .value(try word())
    }
    draft.value = start..<at
    return document.add(draft)
  }

  private mutating func object(_ draft: Node, depth: Int) throws(Fault) -> Int {
    let node = open(draft, as: .braces)
    try skipSpace()
    while byte != "}" {
      guard byte == "\"" else { throw fault("a key in double quotes should stand here") }
      let start = at
      let name = Name(try string())
      var member = Node(.braces, in: node, at: .key(name))
      member.key = start..<at
      try skipSpace()
      guard byte == ":" else { throw fault("the key lacks its ':'") }
      at += 1
      try skipSpace()
      // NB: of a key that stands twice every reader we know takes the last; none is edited.
      if let twin = document.member(name, of: node, isTable: false) {
        document.nodes[twin].isOverridden = true
      }
      try add(member, depth: depth)
      if try isLast(before: "}", "the object needs a ',' or its '}' here") { break }
    }
    return close(node)
  }

  private mutating func array(_ draft: Node, depth: Int) throws(Fault) -> Int {
    let node = open(draft, as: .brackets)
    try skipSpace()
    var count = 0
    while byte != "]" {
      try add(Node(.braces, in: node, at: .index(count)), depth: depth)
      count += 1
      if try isLast(before: "]", "the list needs a ',' or its ']' here") { break }
    }
    return close(node)
  }

  private mutating func open(_ draft: Node, as form: Node.Form) -> Int {
    var draft = draft
    draft.form = form
    draft.value = at..<at
    at += 1
    return document.add(draft)
  }

  private mutating func close(_ node: Int) -> Int {
    at += 1
    document.nodes[node].value = document.nodes[node].value.lowerBound..<at
    return node
  }

  private mutating func add(_ draft: Node, depth: Int) throws(Fault) {
    let node = try value(draft, depth: depth + 1)
    document.nodes[node].whole = document.nodes[node].start..<document.nodes[node].value.upperBound
  }

  /// Passes over a comma; true where the closing sign comes next.
  private mutating func isLast(
    before closing: Unicode.Scalar, _ message: String
  ) throws(Fault) -> Bool {
    try skipSpace()
    if byte == closing { return true }
    guard byte == "," else { throw fault(message) }
    let comma = at
    at += 1
    try skipSpace()
    guard byte == closing else { return false }
    guard allowsComments else {
      throw Fault(offset: comma, message: "strict JSON has no comma behind the last one")
    }
    return true
  }
}

// What has no parts.
extension JSONReader {
  /// A string; what it holds comes back.
  mutating func string() throws(Fault) -> [UInt8] {
    let start = at
    at += 1
    var text: [UInt8] = []
    while byte != "\"" {
      guard at < bytes.count else { throw Fault(offset: start, message: "the string does not end") }
      if byte == "\\" {
        try escape(into: &text)
      } else {
        guard byte >= 0x20 else {
          throw fault("a string may not hold control characters as they are")
        }
        text.append(byte)
        at += 1
      }
    }
    at += 1
    return text
  }

  private mutating func escape(into text: inout [UInt8]) throws(Fault) {
    let start = at
    at += 2
    switch start + 1 < bytes.count ? bytes[start + 1] : 0 {
    case "b": text.append(0x08)
    case "t": text.append(0x09)
    case "n": text.append(0x0A)
    case "f": text.append(0x0C)
    case "r": text.append(0x0D)
    case "\"", "\\", "/": text.append(bytes[start + 1])
    case "u":
      var code = try unit()
      // Two halves make one character; half a one is kept as it is.
      if code >> 10 == 0x36, byte == "\\", at + 1 < bytes.count, bytes[at + 1] == "u" {
        let mark = at
        at += 2
        let low = try unit()
        if low >> 10 == 0x37 {
          code = 0x10000 + (code & 0x3FF) << 10 + low & 0x3FF
        } else {
          at = mark
        }
      }
      text.append(character: code)
    default: throw Fault(offset: start, message: "there is no such escape")
    }
  }

  private mutating func unit() throws(Fault) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let value = byte.hexValue else { throw fault("4 hexadecimal digits go here") }
      code = code << 4 | UInt32(value)
      at += 1
    }
    return code
  }

  private mutating func number() throws(Fault) -> Literal.Kind {
    var kind = Literal.Kind.integer
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

  private mutating func digits() throws(Fault) {
    guard byte.isDigit else { throw fault("a digit should stand here") }
    while byte.isDigit { at += 1 }
  }

  private mutating func word() throws(Fault) -> Literal.Kind {
    for (word, kind) in [("true", Literal.Kind.boolean), ("false", .boolean), ("null", .null)] {
      let end = at + word.utf8.count
      guard end <= bytes.count, bytes[at..<end].elementsEqual(word.utf8) else { continue }
      at = end
      return kind
    }
    throw fault("a value should stand here")
  }
}

/// What a string of JSON holds.
enum JSONText {
  static func decode(_ literal: [UInt8]) -> [UInt8]? {
    var reader = JSONReader(literal, allowsComments: false)
    guard literal.first == UInt8(ascii: "\""), let text = try? reader.string(),
      reader.at == literal.count
    else { return nil }
    return text
  }
}
