extension Dialect {
  /// The bytes for a value, in the manner of the one before it.
  func encode(_ value: Value, like old: Literal?) throws(Refusal) -> [UInt8] {
    switch value {
    case .source(let source): return Array(source.utf8)
    case .null: throw Refusal("a file of this format has no null; take the setting out instead")
    case .list: throw Refusal("a file of this format has no lists; write the text it should hold")
    case .boolean(let isOn): return try encode(word(for: isOn, like: old), like: old)
    case .integer(let number): return try encode(String(number), like: old)
    case .decimal(let digits): return try encode(digits, like: old)
    case .text(let text): return try encode(text, like: old)
    }
  }

  private func word(for isOn: Bool, like old: Literal?) -> String {
    let word = old?.decoded.flatMap { SwitchWord($0) }
    return word?.word(isOn: isOn) ?? (isOn ? on : off)
  }

  /// The bytes for a text; what this dialect cannot hold is refused.
  private func encode(_ text: String, like old: Literal?) throws(Refusal) -> [UInt8] {
    let bytes = Array(text.utf8)
    guard !bytes.contains(0) else { throw Refusal("a text cannot hold the character U+0000 here") }
    let old = old.map(\.bytes) ?? []
    let encoded =
      switch values {
      case .rest: encodeRest(bytes, old)
      case .desktop: encodeDesktop(bytes)
      case .git: encodeGit(bytes, old)
      case .postgres: encodePostgres(bytes, old)
      case .arguments, .redis: encodeArguments(bytes, old)
      case .shell: encodeShell(bytes, old)
      }
    // What does not read back as it was is none of this dialect's texts.
    guard let encoded, decode(encoded) == bytes else {
      throw Refusal("this text cannot be written in a file of the format '\(name)'")
    }
    return encoded
  }

  private func encodeRest(_ text: [UInt8], _ old: [UInt8]) -> [UInt8]? {
    if continuation == .none, let quote = quotes(of: old) { return [quote] + text + [quote] }
    if continuation == .indent { return encodeIndented(text, old) }
    return text.contains(where: \.isLineEnd) ? nil : text
  }

  /// Text on lines below each other: old lines that stay are kept as they are, and the comments among them.
  private func encodeIndented(_ text: [UInt8], _ old: [UInt8]) -> [UInt8] {
    var lines: [(comments: [[UInt8]], line: [UInt8])] = []
    var comments: [[UInt8]] = []
    for line in old.filter({ $0 != 0x0D }).split(separator: 0x0A, omittingEmptySubsequences: false)
    {
      if !lines.isEmpty, let sign = line.trimmed.first, commentSigns.contains(sign) {
        comments.append(Array(line))
      } else {
        lines.append((comments, Array(line)))
        comments = []
      }
    }
    let new = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    let head = zip(lines, new).prefix { $0.line.trimmed.elementsEqual($1) }.count
    // NB: the first line stands behind its key, so it never moves down.
    let rest = max(head, 1)
    let tail = zip(lines.dropFirst(rest).reversed(), new.dropFirst(rest).reversed())
      .prefix { $0.line.trimmed.elementsEqual($1) }.count
    let example = lines.dropFirst().first { !$0.line.trimmed.isEmpty }?.line
    let indent = example.map { Array($0.prefix(while: \.isBlank)) } ?? Array("    ".utf8)
    var out = lines[..<head].flatMap { $0.comments + [$0.line] }
    let (gone, come) = (lines.count - tail, new.count - tail)
    for index in head..<max(gone, come) {
      if index < gone { out += lines[index].comments }
      if index < come { out.append((index == 0 ? [] : indent) + new[index]) }
    }
    out += lines[gone...].flatMap { $0.comments + [$0.line] }
    return Array(out.joined(separator: [0x0A]))
  }

  private func encodeDesktop(_ text: [UInt8]) -> [UInt8] {
    var out = text.escaped([0x0A: "\\n", 0x0D: "\\r", 0x5C: "\\\\"])
    let ends: [UInt8: String] = [0x20: "\\s", 0x09: "\\t"]
    if let end = out.first.flatMap({ ends[$0] }) { out.replaceSubrange(..<1, with: end.utf8) }
    if let end = out.last.flatMap({ ends[$0] }) {
      out.replaceSubrange((out.count - 1)..., with: end.utf8)
    }
    return out
  }

  private func encodeGit(_ text: [UInt8], _ old: [UInt8]) -> [UInt8]? {
    guard !text.contains(0x0D) else { return nil }
    let out = text.escaped([
      0x0A: "\\n", 0x09: "\\t", 0x08: "\\b", 0x22: "\\\"", 0x5C: "\\\\",
    ])
    let isQuoted =
      old.first == UInt8(ascii: "\"") || text.isEmpty || text.first == UInt8(ascii: " ")
      || text.last == UInt8(ascii: " ") || text.contains { commentSigns.contains($0) }
    return isQuoted ? [0x22] + out + [0x22] : out
  }

  private func encodePostgres(_ text: [UInt8], _ old: [UInt8]) -> [UInt8] {
    let isWord =
      !text.isEmpty && text.allSatisfy(Self.isUnquotedInPostgres)
      && (text[0].isLetter || text.isPlainNumber)
    if isWord, old.first != UInt8(ascii: "'"), !old.isEmpty || text.isSwitchOrNumber { return text }
    let escapes: [UInt8: String] = [0x0A: "\\n", 0x0D: "\\r", 0x27: "''", 0x5C: "\\\\"]
    return [0x27] + text.escaped(escapes) + [0x27]
  }

  private func encodeArguments(_ text: [UInt8], _ old: [UInt8]) -> [UInt8]? {
    let isQuoted = decode(old) != old
    let isWhole = !text.contains { $0.isLineEnd } && text.trimmed.elementsEqual(text)
    if !isQuoted, !text.isEmpty, isWhole, decode(text) == text, areQuotesClosed(text) {
      return text
    }
    // NB: the shell's words know no escape for a line end, redis does.
    guard values == .redis || !text.contains(where: \.isLineEnd) else { return nil }
    let escapes: [UInt8: String] = [
      0x22: "\\\"", 0x5C: "\\\\", 0x0A: "\\n", 0x0D: "\\r",
    ]
    return [0x22] + text.escaped(escapes) + [0x22]
  }

  private func areQuotesClosed(_ text: [UInt8]) -> Bool {
    scan(text, from: 0, keyIndent: 0)?.value == 0..<text.count
  }

  private func encodeShell(_ text: [UInt8], _ old: [UInt8]) -> [UInt8]? {
    let isSafe = text.allSatisfy {
      $0.isLetter || $0.isDigit || "_./:@%+,=-".utf8.contains($0)
    }
    let quote = old.first.flatMap { $0 == "'" || $0 == "\"" ? $0 : nil }
    if isSafe, quote == nil { return text }
    let isPlain = !text.contains { "$`\"\\".utf8.contains($0) }
    if isPlain, quote != UInt8(ascii: "'") || text.contains(0x27) { return [0x22] + text + [0x22] }
    return text.contains(0x27) ? nil : [0x27] + text + [0x27]
  }
}

extension [UInt8] {
  /// The bytes with some written in another way.
  fileprivate func escaped(_ escapes: [UInt8: String]) -> [UInt8] {
    flatMap { byte in escapes[byte].map { Array($0.utf8) } ?? [byte] }
  }

  fileprivate var isPlainNumber: Bool {
    let digits = first == UInt8(ascii: "-") || first == UInt8(ascii: "+") ? self[1...] : self[...]
    return digits.first?.isDigit == true
      && digits.allSatisfy { $0.isDigit || $0.isLetter || $0 == "." }
  }

  fileprivate var isSwitchOrNumber: Bool { isPlainNumber || SwitchWord(self) != nil }
}
