/// A part of a dotted key.
struct TOMLKey {
  let name: Name
  let range: Range<Int>
}

extension TOMLReader {
  /// `a.b."c d"`, and the blanks behind it.
  mutating func keys() throws(Fault) -> [TOMLKey] {
    var keys: [TOMLKey] = []
    repeat {
      if !keys.isEmpty { at += 1 }
      skipBlanks()
      keys.append(try key())
      skipBlanks()
      guard keys.count <= Document.mostDepth else { throw fault("the key has too many parts") }
    } while byte == "."
    return keys
  }

  private mutating func key() throws(Fault) -> TOMLKey {
    let start = at
    if byte == "\"" || byte == "'" {
      guard !(byte(after: 1) == byte && byte(after: 2) == byte) else {
        throw fault("a key may not have several lines")
      }
      let name = Name(try string())
      return TOMLKey(name: name, range: start..<at)
    }
    while byte.isLetter || byte.isDigit || byte == "_" || byte == "-" { at += 1 }
    guard at > start else { throw fault("a key should stand here") }
    return TOMLKey(name: Name(bytes[start..<at]), range: start..<at)
  }

  /// A string of any of the four sorts; what it holds comes back.
  mutating func string() throws(Fault) -> [UInt8] {
    let quote = byte
    let isLong = byte(after: 1) == quote && byte(after: 2) == quote
    let start = at
    at += isLong ? 3 : 1
    if isLong { _ = newline() }
    var text: [UInt8] = []
    while true {
      guard at < bytes.count else {
        throw Fault(offset: start, message: "the string does not end", isOpen: isLong)
      }
      if byte == quote, endsString(quote, isLong: isLong, &text) { return text }
      if byte == "\\", quote == UInt8(ascii: "\"") {
        try escape(isLong: isLong, into: &text)
      } else if isLong, newline() {
        text.append(0x0A)
      } else {
        guard byte >= 0x20 && byte != 0x7F || byte == 0x09 else {
          throw fault(
            byte.isLineEnd && !isLong
              ? "the string does not end on its line"
              : "a string may not hold control characters as they are")
        }
        text.append(byte)
        at += 1
      }
    }
  }

  /// Passes over the closing quotes; a long string may have one or two quotes before its three.
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

  private mutating func escape(isLong: Bool, into text: inout [UInt8]) throws(Fault) {
    let start = at
    at += 1
    let letter = byte
    at += 1
    switch letter {
    case "b": text.append(0x08)
    case "t": text.append(0x09)
    case "n": text.append(0x0A)
    case "f": text.append(0x0C)
    case "r": text.append(0x0D)
    case "\"", "\\": text.append(letter)
    case "u": try character(digits: 4, into: &text)
    case "U": try character(digits: 8, into: &text)
    default:
      at = start + 1
      if isLong, passLineFold() { return }
      throw Fault(offset: start, message: "there is no such escape; a backslash itself is '\\\\'")
    }
  }

  private mutating func character(digits: Int, into text: inout [UInt8]) throws(Fault) {
    var code: UInt32 = 0
    for _ in 0..<digits {
      guard let value = byte.hexValue else { throw fault("\(digits) hexadecimal digits go here") }
      code = code << 4 | UInt32(value)
      at += 1
    }
    guard Unicode.Scalar(code) != nil else { throw fault("this number is no character") }
    text.append(character: code)
  }

  /// A backslash at the end of a line takes blanks and line ends with it.
  private mutating func passLineFold() -> Bool {
    skipBlanks()
    guard newline() else { return false }
    while byte.isBlank || newline() { skipBlanks() }
    return true
  }
}

/// What a string of TOML holds.
enum TOMLText {
  static func decode(_ literal: [UInt8]) -> [UInt8]? {
    var reader = TOMLReader(literal)
    guard let text = try? reader.string(), reader.at == literal.count else { return nil }
    return text
  }
}
