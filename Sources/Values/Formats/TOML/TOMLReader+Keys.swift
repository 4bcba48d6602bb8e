struct TOMLKey {
  let name: Key
  let range: Range<Int>
}

extension TOMLReader {
  /// Reads a dotted key such as `a.b."c d"`, including the whitespace after it.
  mutating func keys() throws -> [TOMLKey] {
    var keys: [TOMLKey] = []
    repeat {
      if !keys.isEmpty { at += 1 }
      skipBlanks()
      keys.append(try key())
      skipBlanks()
      guard keys.count <= Document.maxDepth else { throw syntaxError("the key has too many parts") }
    } while byte == "."
    return keys
  }

  private mutating func key() throws -> TOMLKey {
    let start = at
    if byte == "\"" || byte == "'" {
      guard !(byte(after: 1) == byte && byte(after: 2) == byte) else {
        throw syntaxError("a key can't span several lines")
      }
      let name = Key(try string())
      return TOMLKey(name: name, range: start..<at)
    }
    while byte.isLetter || byte.isDigit || byte == "_" || byte == "-" { at += 1 }
    guard at > start else { throw syntaxError("expected a key") }
    return TOMLKey(name: Key(bytes[start..<at]), range: start..<at)
  }

  mutating func string() throws -> [UInt8] {
    let quote = byte
    let isLong = byte(after: 1) == quote && byte(after: 2) == quote
    let start = at
    at += isLong ? 3 : 1
    if isLong { _ = newline() }
    var text: [UInt8] = []
    while true {
      guard at < bytes.count else {
        throw ParseError(
          at: .offset(start), "unterminated string", code: isLong ? .incomplete : .syntax)
      }
      if byte == quote, endsString(quote, isLong: isLong, &text) { return text }
      if byte == "\\", quote == UInt8(ascii: "\"") {
        try escape(isLong: isLong, into: &text)
      } else if isLong, newline() {
        text.append(0x0A)
      } else {
        guard byte >= 0x20 && byte != 0x7F || byte == 0x09 else {
          throw syntaxError(
            byte.isLineEnd && !isLong
              ? "unterminated string"
              : "control characters in a string must be escaped")
        }
        text.append(byte)
        at += 1
      }
    }
  }

  /// Skips the quotes at the current position, and returns whether they end the TOML string.
  ///
  /// A multiline TOML string can contain one or two quotes directly before the closing quotes.
  private mutating func endsString(_ quote: UInt8, isLong: Bool, _ text: inout [UInt8]) -> Bool {
    guard isLong else {
      at += 1
      return true
    }
    var count = 0
    while byte(after: count) == quote { count += 1 }
    guard count >= 3 else {
      text.append(quote)
      at += 1
      return false
    }
    text += [UInt8](repeating: quote, count: min(count - 3, 2))
    at += min(count, 5)
    return true
  }

  private mutating func escape(isLong: Bool, into text: inout [UInt8]) throws {
    let (start, letter) = (at, byte(after: 1))
    at += 2
    if let meant = letter == "e" ? 0x1B : escaped(letter) { return text.append(meant) }
    guard letter == "u" || letter == "U" || letter == "x" else {
      at = start + 1
      if isLong, passLineFold() { return }
      throw ParseError(
        at: .offset(start), "unknown escape sequence; write a backslash as '\\\\'")
    }
    let code = try hexNumber(digits: letter == "x" ? 2 : letter == "u" ? 4 : 8)
    guard Unicode.Scalar(code) != nil else { throw syntaxError("not a Unicode character") }
    text.append(character: code)
  }

  /// Skips the whitespace and line endings after a backslash at the end of a line in a TOML string.
  private mutating func passLineFold() -> Bool {
    skipBlanks()
    guard newline() else { return false }
    while byte.isBlank || newline() { skipBlanks() }
    return true
  }
}
