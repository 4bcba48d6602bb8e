/// The syntax of the values in `postgresql.conf`.
///
/// A PostgreSQL value is one word, or a string in single quotes.
struct PostgresValue: ValueGrammar {
  func scan(_ bytes: [UInt8], from start: Int, keyIndent: Int, signs: [UInt8]) -> ValueScan? {
    let end = bytes.contentEnd(of: start)
    let first = bytes.skippingBlanks(from: start)
    guard first < end else { return nil }
    var at = first
    if bytes[at] == "'" {
      at += 1
      while at < end, bytes[at] != "'" || (at + 1 < end && bytes[at + 1] == "'") {
        at += bytes[at] == "\\" || bytes[at] == "'" ? 2 : 1
      }
      guard at < end else { return nil }
      at += 1
    } else {
      while at < end, isUnquoted(bytes[at]) { at += 1 }
      guard at > first else { return nil }
    }
    return ValueScan(bytes, first..<at, end: end, signs: signs)
  }

  private func isUnquoted(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte >= 0x80 || "_-.:/+".utf8.contains(byte)
  }

  func decode(_ literal: [UInt8], signs: [UInt8]) -> [UInt8]? {
    guard literal.first == UInt8(ascii: "'"), literal.count > 1 else { return literal }
    var out: [UInt8] = []
    var rest = literal.dropFirst().dropLast()
    while let byte = rest.popFirst() {
      if byte == "'" {
        if rest.first == byte { rest.removeFirst() }
        out.append(byte)
      } else if byte == "\\", let next = rest.popFirst() {
        let meant: [UInt8: UInt8] = [0x62: 8, 0x66: 12, 0x6E: 10, 0x72: 13, 0x74: 9]
        guard let digit = next.octalValue else {
          out.append(meant[next] ?? next)
          continue
        }
        var code = UInt16(digit)
        for _ in 0..<2 {
          guard let digit = rest.first?.octalValue else { break }
          code = code << 3 | UInt16(digit)
          rest.removeFirst()
        }
        out.append(UInt8(truncatingIfNeeded: code))
      } else {
        out.append(byte)
      }
    }
    return out
  }

  func encode(_ text: [UInt8], like old: [UInt8], signs: [UInt8]) -> [UInt8]? {
    let isWord =
      !text.isEmpty && text.allSatisfy(isUnquoted) && (text[0].isLetter || text.isPlainNumber)
    let isUsual = !old.isEmpty || text.isPlainNumber || BooleanWord(text) != nil
    if isWord, old.first != UInt8(ascii: "'"), isUsual { return text }
    let escapes: [UInt8: String] = [0x0A: "\\n", 0x0D: "\\r", 0x27: "''", 0x5C: "\\\\"]
    return [0x27] + text.escaped(escapes) + [0x27]
  }
}

extension [UInt8] {
  fileprivate var isPlainNumber: Bool {
    let digits = first == UInt8(ascii: "-") || first == UInt8(ascii: "+") ? self[1...] : self[...]
    return digits.first?.isDigit == true
      && digits.allSatisfy { $0.isDigit || $0.isLetter || $0 == "." }
  }
}

extension UInt8 {
  fileprivate var octalValue: UInt8? { self >= 0x30 && self <= 0x37 ? self - 0x30 : nil }
}
