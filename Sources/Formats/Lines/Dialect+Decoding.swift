extension Dialect {
  /// The text of a value, quotes and escapes resolved; nil where only its program can tell.
  func decode(_ literal: [UInt8]) -> [UInt8]? {
    switch values {
    case .rest:
      switch continuation {
      case .none: quotes(of: literal) == nil ? literal : Array(literal.dropFirst().dropLast())
      case .backslash: unfolded(literal)
      case .indent: joined(literal)
      }
    case .desktop: unescaped(literal, Self.desktopEscapes)
    case .git: decodeGit(literal)
    case .postgres: decodePostgres(literal)
    case .arguments, .redis: decodeArguments(literal)
    case .shell: decodeShell(literal)
    }
  }

  private static let desktopEscapes: [UInt8: UInt8] = [
    0x73: 0x20, 0x6E: 0x0A, 0x74: 0x09, 0x72: 0x0D, 0x5C: 0x5C,
  ]

  /// The quotes around a value, where they are a pair with none of their kind within.
  func quotes(of literal: [UInt8]) -> UInt8? {
    guard let quote = literal.first, quote == "\"" || quote == "'", literal.count > 1 else {
      return nil
    }
    return literal.dropFirst().firstIndex(of: quote) == literal.count - 1 ? quote : nil
  }

  private func unescaped(_ literal: [UInt8], _ escapes: [UInt8: UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var rest = literal[...]
    while let byte = rest.popFirst() {
      if byte == "\\", let next = rest.first, let meant = escapes[next] {
        out.append(meant)
        rest.removeFirst()
      } else {
        out.append(byte)
      }
    }
    return out
  }

  /// Lines folded by a backslash, which counts as a blank; comments in between left out.
  private func unfolded(_ literal: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var isFirst = true
    for line in lines(of: literal) {
      defer { isFirst = false }
      if !isFirst, let sign = line.first, commentSigns.contains(sign) { continue }
      let isFolded = line.reversed().prefix { $0 == "\\" }.count % 2 == 1
      out += isFolded ? line.dropLast() + [0x20] : line
    }
    return Array(out.trimmed)
  }

  /// Indented lines, with comments left out.
  private func joined(_ literal: [UInt8]) -> [UInt8] {
    var out: [[UInt8]] = []
    for line in lines(of: literal) {
      if !out.isEmpty, let sign = line.first, commentSigns.contains(sign) { continue }
      out.append(Array(line))
    }
    return Array(out.joined(separator: [0x0A]))
  }

  private func lines(of literal: [UInt8]) -> [ArraySlice<UInt8>] {
    literal.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      (line.last == 0x0D ? line.dropLast() : line).trimmed
    }
  }

  private func decodeGit(_ literal: [UInt8]) -> [UInt8] {
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

  private func decodePostgres(_ literal: [UInt8]) -> [UInt8] {
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

  /// One word in quotes without them; of several words each as it stands.
  private func decodeArguments(_ literal: [UInt8]) -> [UInt8]? {
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
      if values == .redis, quote == "\"" {
        let digits = Array(rest.prefix(2))
        if next == "x", digits.count == 2, let high = digits[0].hexValue,
          let low = digits[1].hexValue
        {
          out.append(high << 4 | low)
          rest = rest.dropFirst(2)
        } else {
          out.append(names[next] ?? next)
        }
      } else if next == "\\" && values == .arguments || next == "\"" || next == "'" {
        out.append(next)
      } else {
        out += [byte, next]
      }
    }
    return literal
  }

  /// Nil where a shell would put something else in.
  private func decodeShell(_ literal: [UInt8]) -> [UInt8]? {
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
}

extension UInt8 {
  fileprivate var octalValue: UInt8? { self >= 0x30 && self <= 0x37 ? self - 0x30 : nil }
}
