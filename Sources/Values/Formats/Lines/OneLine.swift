/// A syntax in which a value is the rest of its line, optionally in quotes.
struct OneLine: ValueGrammar {
  /// A Boolean value that indicates whether a comment can follow a value on its line.
  var hasCommentsBehind = false
  /// A Boolean value that indicates whether whitespace must precede the comment character.
  var needsBlankBefore = true
  /// A Boolean value that indicates whether whitespace must follow the comment character.
  ///
  /// A comment character at the start of a word, as in `#fff`, then doesn't end the value.
  var needsBlankBehind = true
  /// The characters that can enclose a quoted value.
  var quoteSigns: [UInt8] = Array("\"'".utf8)

  func scan(_ bytes: [UInt8], from start: Int, keyIndent: Int, signs: [UInt8]) -> ValueScan? {
    let end = bytes.contentEnd(of: start)
    var sign: Int?
    if hasCommentsBehind {
      var at = afterQuotes(bytes, bytes.skippingBlanks(from: start), end, signs)
      while at < end, sign == nil {
        let mayFollow = !needsBlankBefore || at > start && bytes[at - 1].isBlank
        let mayPrecede = !needsBlankBehind || at + 1 == end || bytes[at + 1].isBlank
        if signs.contains(bytes[at]), mayFollow, mayPrecede { sign = at }
        at += 1
      }
    }
    let comments = sign.map { [Comment(range: $0..<end, isBehind: true)] } ?? []
    return ValueScan(value: bytes.trimmedRange(start, sign ?? end), end: end, comments: comments)
  }

  /// Returns the end of a quoted value, which only a comment can follow.
  ///
  /// Comment characters inside the quotes are part of the value.
  private func afterQuotes(_ bytes: [UInt8], _ start: Int, _ end: Int, _ signs: [UInt8]) -> Int {
    guard start < end, quoteSigns.contains(bytes[start]) else { return start }
    guard let close = bytes[(start + 1)..<end].firstIndex(of: bytes[start]) else { return start }
    let rest = bytes.skippingBlanks(from: close + 1)
    return rest >= end || signs.contains(bytes[rest]) ? close + 1 : start
  }

  func decode(_ literal: [UInt8], signs: [UInt8]) -> [UInt8]? {
    quotes(of: literal) == nil ? literal : Array(literal.dropFirst().dropLast())
  }

  /// Returns the quote character around a value, if the value doesn't contain the same character.
  private func quotes(of literal: [UInt8]) -> UInt8? {
    guard let quote = literal.first, quoteSigns.contains(quote), literal.count > 1 else {
      return nil
    }
    return literal.dropFirst().firstIndex(of: quote) == literal.count - 1 ? quote : nil
  }

  func encode(_ text: [UInt8], like old: [UInt8], signs: [UInt8]) -> [UInt8]? {
    if let quote = quotes(of: old) { return [quote] + text + [quote] }
    return text.contains(where: \.isLineEnd) ? nil : text
  }
}

/// The syntax of the values in desktop entries, which have the extension `.desktop`.
///
/// A desktop entry value is the rest of the line, with escapes such as `\n` and `\s`.
struct DesktopValue: ValueGrammar {
  private static let meanings: [UInt8: UInt8] = [
    0x73: 0x20, 0x6E: 0x0A, 0x74: 0x09, 0x72: 0x0D, 0x5C: 0x5C,
  ]

  func scan(_ bytes: [UInt8], from start: Int, keyIndent: Int, signs: [UInt8]) -> ValueScan? {
    OneLine().scan(bytes, from: start, keyIndent: keyIndent, signs: signs)
  }

  func decode(_ literal: [UInt8], signs: [UInt8]) -> [UInt8]? {
    var out: [UInt8] = []
    var rest = literal[...]
    while let byte = rest.popFirst() {
      if byte == "\\", let next = rest.first, let meant = Self.meanings[next] {
        out.append(meant)
        rest.removeFirst()
      } else {
        out.append(byte)
      }
    }
    return out
  }

  func encode(_ text: [UInt8], like old: [UInt8], signs: [UInt8]) -> [UInt8]? {
    var out = text.escaped([0x0A: "\\n", 0x0D: "\\r", 0x5C: "\\\\"])
    let ends: [UInt8: String] = [0x20: "\\s", 0x09: "\\t"]
    if let end = out.first.flatMap({ ends[$0] }) { out.replaceSubrange(..<1, with: end.utf8) }
    if let end = out.last.flatMap({ ends[$0] }) {
      out.replaceSubrange((out.count - 1)..., with: end.utf8)
    }
    return out
  }
}
