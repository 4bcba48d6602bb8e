// A second decoder for YAML scalars, which checks the results of the libfyaml parser.
//
// Settee parses the edited file with libfyaml to verify an edit, which can't detect a bug in
// libfyaml itself. Decoding each scalar a second time can.
extension YAMLText {
  static func plain(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let lines = lines(bytes)
    return lines.count == 1 ? Array(lines[0].trimmed) : fold(lines.map(\.trimmed))
  }

  /// Decodes the text between the quotes of a single-quoted YAML scalar.
  static func single(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let text = fold(flowLines(bytes))
    var out: [UInt8] = []
    var isQuote = false
    for byte in text {
      // In a single-quoted YAML scalar, `''` represents one quote, so keep only the first of the
      // two.
      isQuote = byte == "'" && !isQuote
      if byte != "'" || isQuote { out.append(byte) }
    }
    return out
  }

  /// Splits a quoted YAML scalar into lines and removes the spaces and tabs around each line break.
  private static func flowLines(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var lines = lines(bytes)
    for index in lines.indices {
      if index > 0 { lines[index] = lines[index].drop(while: \.isBlank) }
      if index < lines.count - 1 { lines[index] = lines[index].droppingBlanksAtEnd }
    }
    return lines
  }

  /// Joins the lines of a YAML scalar according to YAML's folding rules.
  ///
  /// YAML reads a single line break as a space. In a series of line breaks, the first one is
  /// dropped.
  private static func fold(_ lines: [ArraySlice<UInt8>]) -> [UInt8] {
    var out = Array(lines[0])
    var breaks = 0
    for (index, line) in lines.enumerated().dropFirst() {
      breaks += 1
      if line.isEmpty, index < lines.count - 1 { continue }
      out += breaks == 1 ? [0x20] : [UInt8](repeating: 0x0A, count: breaks - 1)
      out += line
      breaks = 0
    }
    return out
  }

  /// Splits bytes into lines without their line endings, and returns at least one line.
  static func lines(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
      $0.last == 0x0D ? $0.dropLast() : $0
    }
  }
}

// MARK: Double quotes

extension YAMLText {
  /// Decodes the text between double quotes in YAML, or returns `nil` if an escape sequence is
  /// invalid.
  static func double(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var out: [UInt8] = []
    // YAML ignores spaces and tabs before a line break, so collect them until the next character is
    // known.
    var blanks: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte.isBlank {
        blanks.append(byte)
      } else if byte == 0x0A || byte == 0x0D && rest.first == 0x0A {
        if byte == 0x0D { rest.removeFirst() }
        let count = skipBreaks(&rest)
        out += count == 0 ? [0x20] : [UInt8](repeating: 0x0A, count: count)
        blanks = []
      } else {
        out += blanks
        blanks = []
        guard byte == "\\" else {
          out.append(byte)
          continue
        }
        guard unescape(&rest, into: &out) else { return nil }
      }
    }
    return out + blanks
  }

  /// Skips blank lines and the indentation of the next line in a quoted YAML scalar, and returns
  /// the number of skipped line breaks.
  private static func skipBreaks(_ rest: inout ArraySlice<UInt8>) -> Int {
    var count = 0
    while let byte = rest.first, byte.isBlank || byte.isLineEnd {
      if byte == 0x0A { count += 1 }
      rest.removeFirst()
    }
    return count
  }

  private static func unescape(
    _ rest: inout ArraySlice<UInt8>, into out: inout [UInt8]
  ) -> Bool {
    guard let letter = rest.popFirst() else { return false }
    switch letter {
    case 0x0D, 0x0A:
      // In a double-quoted YAML scalar, a backslash at the end of a line joins it with the next
      // line without a space.
      if letter == 0x0D { _ = rest.popFirst() }
      out += [UInt8](repeating: 0x0A, count: skipBreaks(&rest))
    case "x", "u", "U":
      let count = letter == "x" ? 2 : letter == "u" ? 4 : 8
      let digits = rest.prefix(count)
      guard digits.count == count, digits.allSatisfy({ $0.hexDigit != nil }),
        let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
      else { return false }
      rest.removeFirst(count)
      guard code <= 0x10FFFF else { return false }
      out.append(character: code)
    default:
      guard let code = escapes[letter] else { return false }
      out.append(character: code)
    }
    return true
  }

  private static let escapes: [UInt8: UInt32] = {
    let pairs: [(Unicode.Scalar, UInt32)] = [
      ("0", 0), ("a", 7), ("b", 8), ("t", 9), ("\t", 9), ("n", 10), ("v", 11), ("f", 12),
      ("r", 13), ("e", 0x1B), (" ", 0x20), ("\"", 0x22), ("/", 0x2F), ("\\", 0x5C),
      ("N", 0x85), ("_", 0xA0), ("L", 0x2028), ("P", 0x2029),
    ]
    return Dictionary(uniqueKeysWithValues: pairs.map { (UInt8(ascii: $0), $1) })
  }()
}

// MARK: Block scalars

extension YAMLText {
  /// Decodes a block scalar, such as a text below `key: |`.
  ///
  /// The `header` argument is the header of the block scalar without its comment, such as `|2-`.
  /// The text must be indented beyond the column `base`, which is -1 at the root of a document.
  static func block(
    header: ArraySlice<UInt8>, body: ArraySlice<UInt8>, base: Int, isAtEnd: Bool
  ) -> [UInt8] {
    var lines = lines(body)
    // If a block scalar ends at the end of a file that lacks a final line ending, its decoded text
    // has no line ending either.
    let isCut = isAtEnd && body.last != 0x0A
    if lines.last?.isEmpty == true { lines.removeLast() }
    let indent = indent(header: header, lines, base: base)
    lines = lines.map { $0.dropFirst(indent) }
    let core = lines.dropLast(lines.reversed().prefix(while: \.isEmpty).count)
    let tail = lines.count - core.count
    let keeps = header.contains(UInt8(ascii: "+"))
    if core.isEmpty { return keeps ? [UInt8](repeating: 0x0A, count: tail) : [] }
    let text =
      header.first == UInt8(ascii: "|")
      ? Array(core.joined(separator: [0x0A])) : folded(Array(core))
    if header.contains(UInt8(ascii: "-")) { return text }
    let end = isCut && tail == 0 ? 0 : 1
    return text + [UInt8](repeating: 0x0A, count: keeps ? tail + end : end)
  }

  static func indent(
    header: ArraySlice<UInt8>, _ lines: [ArraySlice<UInt8>], base: Int
  ) -> Int {
    if let digit = header.first(where: { $0 > 0x30 && $0 <= 0x39 }) {
      return max(base, 0) + Int(digit - 0x30)
    }
    let first = lines.first { $0.contains { $0 != 0x20 } }
    if let first { return first.prefix { $0 == 0x20 }.count }
    return lines.map(\.count).max() ?? 0
  }

  private static func folded(_ lines: [ArraySlice<UInt8>]) -> [UInt8] {
    var out: [UInt8] = []
    var breaks = 0
    var isFirst = true
    var wasIndented = false
    for line in lines {
      if line.isEmpty {
        breaks += 1
        continue
      }
      let isIndented = line.first?.isBlank == true
      if isFirst {
        out += [UInt8](repeating: 0x0A, count: breaks)
      } else if wasIndented || isIndented {
        out += [UInt8](repeating: 0x0A, count: breaks + 1)
      } else {
        out += breaks == 0 ? [0x20] : [UInt8](repeating: 0x0A, count: breaks)
      }
      out += line
      (isFirst, wasIndented, breaks) = (false, isIndented, 0)
    }
    return out
  }
}

extension ArraySlice<UInt8> {
  var droppingBlanksAtEnd: ArraySlice<UInt8> {
    dropLast(reversed().prefix(while: \.isBlank).count)
  }
}
