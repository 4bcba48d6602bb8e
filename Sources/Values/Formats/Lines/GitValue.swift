/// The syntax of the values in a git configuration.
///
/// Quotes can occur anywhere in a git value, and a backslash continues a line. Comments begin
/// outside of quotes.
struct GitValue: ValueGrammar {
  func scan(_ bytes: [UInt8], from start: Int, keyIndent: Int, signs: [UInt8]) -> ValueScan? {
    var at = bytes.skippingBlanks(from: start)
    let first = at
    var last = at
    var isQuoted = false
    var comments: [Comment] = []
    while at < bytes.count, bytes[at] != 0x0A {
      let byte = bytes[at]
      if byte == 0x0D, at + 1 < bytes.count, bytes[at + 1] == 0x0A { break }
      if !isQuoted, signs.contains(byte) {
        comments = [Comment(range: at..<bytes.contentEnd(of: at), isBehind: true)]
        break
      }
      at += 1
      if byte == "\"" { isQuoted.toggle() }
      if byte == "\\" {
        if at + 1 < bytes.count, bytes[at] == 0x0D, bytes[at + 1] == 0x0A { at += 1 }
        guard at < bytes.count, "\"\\nbt\n".utf8.contains(bytes[at]) else { return nil }
        at += 1
      }
      if isQuoted || !byte.isBlank { last = at }
    }
    guard !isQuoted else { return nil }
    let value = last > first ? first..<last : bytes.trimmedRange(start, at)
    return ValueScan(value: value, end: at, comments: comments)
  }

  func decode(_ literal: [UInt8], signs: [UInt8]) -> [UInt8]? {
    var out: [UInt8] = []
    var rest = literal[...]
    while let byte = rest.popFirst() {
      guard byte == "\\" else {
        if byte != "\"" { out.append(byte) }
        continue
      }
      var next = rest.popFirst()
      if next == 0x0D { next = rest.popFirst() }
      switch next {
      case UInt8(ascii: "n"): out.append(0x0A)
      case UInt8(ascii: "t"): out.append(0x09)
      case UInt8(ascii: "b"): out.append(0x08)
      case .some(0x0A), nil: break
      case .some(let other): out.append(other)
      }
    }
    return out
  }

  func encode(_ text: [UInt8], like old: [UInt8], signs: [UInt8]) -> [UInt8]? {
    guard !text.contains(0x0D) else { return nil }
    let out = text.escaped([
      0x0A: "\\n", 0x09: "\\t", 0x08: "\\b", 0x22: "\\\"", 0x5C: "\\\\",
    ])
    let isQuoted =
      old.first == UInt8(ascii: "\"") || text.isEmpty || text.first == UInt8(ascii: " ")
      || text.last == UInt8(ascii: " ") || text.contains(where: signs.contains)
    return isQuoted ? [0x22] + out + [0x22] : out
  }
}
