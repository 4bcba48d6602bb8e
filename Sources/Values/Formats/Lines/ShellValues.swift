/// A syntax in which a value consists of words that are split as in a shell.
///
/// Comments can follow these values in OpenSSH files, but not in Redis files.
struct ShellWords: ValueGrammar {
  var isRedis = false

  func scan(_ bytes: [UInt8], from start: Int, keyIndent: Int, signs: [UInt8]) -> ValueScan? {
    let end = bytes.contentEnd(of: start)
    let first = bytes.skippingBlanks(from: start)
    var at = first
    var last = at
    var quote: UInt8 = 0
    while at < end {
      let byte = bytes[at]
      let isStart = at == first || bytes[at - 1].isBlank
      if quote == 0, !isRedis, byte == "#", isStart { break }
      if byte == "\\", at + 1 < end { at += 1 }
      if quote != 0, byte == quote {
        quote = 0
      } else if quote == 0, byte == "\"" || byte == "'" {
        quote = byte
      }
      at += 1
      if quote != 0 || !byte.isBlank { last = at }
    }
    guard quote == 0 else { return nil }
    let value = last > first ? first..<last : bytes.trimmedRange(start, at)
    return ValueScan(bytes, value, end: end, signs: signs)
  }

  /// Returns the contents of a value that is a single quoted word.
  ///
  /// A value that consists of several words is returned as written in the file.
  func decode(_ literal: [UInt8], signs: [UInt8]) -> [UInt8]? {
    guard let quote = literal.first, quote == "\"" || quote == "'" else { return literal }
    var out: [UInt8] = []
    var rest = literal.dropFirst()
    let names: [UInt8: UInt8] = [0x62: 8, 0x61: 7, 0x6E: 10, 0x72: 13, 0x74: 9]
    while let byte = rest.popFirst() {
      if byte == quote { return rest.isEmpty ? out : literal }
      guard byte == "\\", let next = rest.first else {
        out.append(byte)
        continue
      }
      rest.removeFirst()
      if isRedis, quote == "\"" {
        let digits = Array(rest.prefix(2))
        if next == "x", digits.count == 2, let high = digits[0].hexDigit,
          let low = digits[1].hexDigit
        {
          out.append(high << 4 | low)
          rest = rest.dropFirst(2)
        } else {
          out.append(names[next] ?? next)
        }
      } else if next == "\\" && !isRedis || next == "\"" || next == "'" {
        out.append(next)
      } else {
        out += [byte, next]
      }
    }
    return literal
  }

  func encode(_ text: [UInt8], like old: [UInt8], signs: [UInt8]) -> [UInt8]? {
    let isQuoted = decode(old, signs: signs) != old
    let isWhole = !text.contains { $0.isLineEnd } && text.trimmed.elementsEqual(text)
    if !isQuoted, !text.isEmpty, isWhole, decode(text, signs: signs) == text,
      scan(text, from: 0, keyIndent: 0, signs: signs)?.value == 0..<text.count
    {
      return text
    }
    // Redis has an escape sequence for a line ending, but OpenSSH doesn't.
    guard isRedis || !text.contains(where: \.isLineEnd) else { return nil }
    let escapes: [UInt8: String] = [
      0x22: "\\\"", 0x5C: "\\\\", 0x0A: "\\n", 0x0D: "\\r",
    ]
    return [0x22] + text.escaped(escapes) + [0x22]
  }
}

/// The syntax of a shell assignment, in which a value is a single word.
struct ShellValue: ValueGrammar {
  private static let maxLines = 64

  func scan(_ bytes: [UInt8], from start: Int, keyIndent: Int, signs: [UInt8]) -> ValueScan? {
    let start = bytes.skippingBlanks(from: start)
    var at = start
    var lines = 0
    while at < bytes.count, !bytes[at].isLineEnd {
      let byte = bytes[at]
      if byte == "#", bytes[at - 1].isBlank { break }
      at += 1
      if byte == "\\", at < bytes.count, !bytes[at].isLineEnd { at += 1 }
      guard byte == "\"" || byte == "'" else { continue }
      while at < bytes.count, bytes[at] != byte {
        if bytes[at] == 0x0A { lines += 1 }
        guard lines < Self.maxLines else { return nil }
        at += bytes[at] == "\\" && byte == "\"" ? 2 : 1
      }
      guard at < bytes.count else { return nil }
      at += 1
    }
    let blanks = bytes[start..<at].reversed().prefix(while: \.isBlank).count
    return ValueScan(bytes, start..<at - blanks, end: bytes.contentEnd(of: at), signs: signs)
  }

  /// Decodes the word in a shell assignment, or returns `nil` if the shell would substitute a
  /// variable or a command.
  func decode(_ literal: [UInt8], signs: [UInt8]) -> [UInt8]? {
    var out: [UInt8] = []
    var quote: UInt8 = 0
    var rest = literal[...]
    while let byte = rest.popFirst() {
      switch byte {
      case "$" where quote != 0x27, "`" where quote != 0x27: return nil
      case "'", "\"":
        if quote == 0 {
          quote = byte
        } else if quote == byte {
          quote = 0
        } else {
          out.append(byte)
        }
      case "\\" where quote != 0x27:
        guard let next = rest.popFirst() else { return nil }
        if quote != 0, !"\"\\$`".utf8.contains(next) { out.append(byte) }
        out.append(next)
      default: out.append(byte)
      }
    }
    return out
  }

  func encode(_ text: [UInt8], like old: [UInt8], signs: [UInt8]) -> [UInt8]? {
    let isSafe = text.allSatisfy {
      $0.isLetter || $0.isDigit || "_./:@%+,=-".utf8.contains($0)
    }
    let quote = old.first.flatMap { $0 == "'" || $0 == "\"" ? $0 : nil }
    if isSafe, quote == nil { return text }
    let isPlain = !text.contains { "$`\"\\".utf8.contains($0) }
    if isPlain, quote != UInt8(ascii: "'") || text.contains(0x27) { return [0x22] + text + [0x22] }
    if !text.contains(0x27) { return [0x27] + text + [0x27] }
    let escapes = Dictionary(uniqueKeysWithValues: "$`\"\\".utf8.map { ($0, [0x5C, $0]) })
    return [0x22] + text.flatMap { escapes[$0] ?? [$0] } + [0x22]
  }
}
