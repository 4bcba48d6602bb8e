/// The formatting style of a YAML file, which Settee uses for the values that it adds.
struct YAMLStyle: Sendable {
  /// The number of columns by which a YAML file indents nested keys.
  var step = 2
  /// The number of columns by which a YAML file indents the dashes of a list below its key.
  var listStep = 2
  /// A Boolean value that indicates whether the YAML file writes all lists with dashes.
  var hasBlockLists = false
  /// For the keys of lists of scalars, whether most of the lists with this key have dashes.
  var blockListKeys: [[UInt8]: Bool] = [:]
  /// The quotes that most scalars have.
  var quotes = YAMLEvent.Presentation.single
  var lineEnd: [UInt8] = [0x0A]
}

// MARK: Scalars on one line

extension YAMLStyle {
  /// Formats a string as a YAML scalar on one line.
  ///
  /// The `quotes` argument is the quotation style of the old value, if it was quoted. A string with
  /// a tag such as `!!str` can't be mistaken for another type, so it needs no quotes.
  func line(
    _ text: [UInt8], quotes: YAMLEvent.Presentation? = nil, inFlow: Bool, isTagged: Bool = false
  ) -> [UInt8] {
    let fitsSingle = !text.contains(0x0A) && !text.contains(0x09) && !text.hasYAMLControls
    switch quotes {
    case .single: return fitsSingle ? single(text) : double(text)
    case .double: return double(text)
    default: break
    }
    if isPlain(text, inFlow: inFlow), isTagged || !YAMLText.isAmbiguous(text) { return text }
    let prefersSingle =
      self.quotes == .single || text.contains(0x22) || text.contains(UInt8(ascii: "\\"))
    return fitsSingle && prefersSingle ? single(text) : double(text)
  }

  /// Returns whether a string can be written without quotes in YAML.
  func isPlain(_ text: [UInt8], inFlow: Bool) -> Bool {
    guard let first = text.first, text.last != 0x20, text.last != UInt8(ascii: ":"),
      !text.contains(0x0A), !text.contains(0x09), !text.hasYAMLControls
    else { return false }
    if first == "-" {
      guard !inFlow, text.count > 1, !" -.,[]{}".utf8.contains(text[1]) else { return false }
    } else if " ?:,[]{}#&*!|>'\"%@`".utf8.contains(first) {
      return false
    }
    if text.starts(with: "...".utf8) { return false }
    for (index, byte) in text.enumerated() {
      let next = index + 1 < text.count ? text[index + 1] : 0
      if byte == ":" && next == 0x20 || byte == 0x20 && next == "#" { return false }
      if inFlow, ",[]{}?".utf8.contains(byte) { return false }
    }
    return true
  }

  private func single(_ text: [UInt8]) -> [UInt8] {
    [0x27] + text.flatMap { $0 == 0x27 ? [0x27, 0x27] : [$0] } + [0x27]
  }

  func double(_ text: [UInt8]) -> [UInt8] {
    var out: [UInt8] = [0x22]
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if let letter = Self.escapes[scalar] {
        out += [0x5C, letter]
      } else if scalar.isYAMLControl {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let isShort = scalar.value < 0x100
        let zeros = String(repeating: "0", count: (isShort ? 2 : 4) - digits.count)
        out += Array("\\\(isShort ? "x" : "u")\(zeros)\(digits)".utf8)
      } else {
        out += String(scalar).utf8
      }
    }
    return out + [0x22]
  }

  private static let escapes: [Unicode.Scalar: UInt8] = [
    "\\": UInt8(ascii: "\\"), "\"": UInt8(ascii: "\""), "\n": UInt8(ascii: "n"),
    "\t": UInt8(ascii: "t"), "\r": UInt8(ascii: "r"), "\u{0}": UInt8(ascii: "0"),
    "\u{1B}": UInt8(ascii: "e"), "\u{85}": UInt8(ascii: "N"), "\u{2028}": UInt8(ascii: "L"),
    "\u{2029}": UInt8(ascii: "P"), "\u{7}": UInt8(ascii: "a"), "\u{8}": UInt8(ascii: "b"),
    "\u{B}": UInt8(ascii: "v"), "\u{C}": UInt8(ascii: "f"),
  ]

  /// Formats a YAML value on one line, with lists in brackets and mappings in braces.
  func flow(_ value: YAMLValue) -> [UInt8] {
    switch value {
    case .text(let text): return line(text, inFlow: true)
    case .plain(let text): return text
    case .tagged(let tag, let text): return tag + [0x20] + text
    case .list(let values):
      return [0x5B] + Array(values.map(flow).joined(separator: [0x2C, 0x20])) + [0x5D]
    case .mapping(let members):
      let texts = members.map { line($0.key.bytes, inFlow: true) + [0x3A, 0x20] + flow($0.value) }
      return [0x7B] + Array(texts.joined(separator: [0x2C, 0x20])) + [0x7D]
    }
  }
}

// MARK: Block scalars

extension YAMLStyle {
  /// Formats a string as a block scalar, or returns `nil` if a block scalar can't represent the
  /// string.
  ///
  /// The `base` argument is the column of the entry, or -1 at the root of a document. `indent` is
  /// the column at which the lines of the text start.
  func block(
    _ text: [UInt8], _ style: YAMLEvent.Presentation, base: Int, indent: Int
  ) -> (header: [UInt8], body: [UInt8])? {
    let core = text.dropLast(text.reversed().prefix { $0 == 0x0A }.count)
    guard !core.isEmpty, !text.hasYAMLControls else { return nil }
    let tail = text.count - core.count
    var lines = core.split(separator: 0x0A, omittingEmptySubsequences: false)
    var header: [UInt8] = [style == .folded ? 0x3E : 0x7C]
    if let first = lines.first(where: { !$0.isEmpty }), first.first?.isBlank == true {
      let distance = indent - max(base, 0)
      guard (1...9).contains(distance) else { return nil }
      header.append(0x30 + UInt8(distance))
    }
    if tail != 1 { header.append(tail == 0 ? 0x2D : 0x2B) }
    if style == .folded { lines = unfolded(lines) }
    let lead = [UInt8](repeating: 0x20, count: indent)
    let written = lines.map { $0.isEmpty ? [] : lead + $0 }
    let ends = Array(repeatElement(lineEnd, count: max(tail, 1)).joined())
    return (header, Array(written.joined(separator: lineEnd)) + ends)
  }

  /// Prepares the lines of a string for a folded YAML scalar, which starts with `>`.
  ///
  /// This method inserts an empty line between two paragraphs, because YAML would otherwise join
  /// them.
  private func unfolded(_ lines: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
    func isParagraph(_ line: ArraySlice<UInt8>) -> Bool { line.first.map { !$0.isBlank } ?? false }
    var out: [ArraySlice<UInt8>] = []
    for (index, line) in lines.enumerated() {
      out.append(line)
      guard isParagraph(line), index + 1 < lines.count else { continue }
      if let next = lines[(index + 1)...].first(where: { !$0.isEmpty }), isParagraph(next) {
        out.append([])
      }
    }
    return out
  }
}

// MARK: Entries

extension YAMLStyle {
  /// Formats a YAML entry as one or more lines that start at a column.
  ///
  /// If the key is `nil`, the entry is a list item and starts with a dash.
  func lines(_ key: [UInt8]?, _ value: YAMLValue, column: Int) -> [[UInt8]] {
    let lead = [UInt8](repeating: 0x20, count: column)
    let head = lead + (key.map { line($0, inFlow: false) + [0x3A] } ?? [0x2D])
    switch value {
    case .mapping(let members) where !members.isEmpty:
      let inner = column + (key == nil ? 2 : step)
      var below = members.flatMap { lines($0.key.bytes, $0.value, column: inner) }
      guard key == nil else { return [head] + below }
      below[0] = head + [0x20] + below[0].dropFirst(inner)
      return below
    case .list(let values) where !values.isEmpty:
      let isBlock = key.map { blockListKeys[$0] ?? hasBlockLists } ?? false
      guard isBlock || !values.allSatisfy(\.isScalar) else { break }
      let inner = column + (key == nil ? 2 : listStep)
      return [head] + values.flatMap { lines(nil, $0, column: inner) }
    case .text(let text) where text.contains(0x0A):
      guard let (header, body) = block(text, .literal, base: column, indent: column + step),
        header.last != UInt8(ascii: "+")
      else { return [head + [0x20] + double(text)] }
      return [head + [0x20] + header] + YAMLText.lines(body[...]).dropLast().map(Array.init)
    case .text(let text): return [head + [0x20] + line(text, inFlow: false)]
    default: break
    }
    return [head + [0x20] + flow(value)]
  }
}

extension YAMLValue {
  var isScalar: Bool {
    switch self {
    case .text, .plain, .tagged: true
    case .list, .mapping: false
    }
  }
}

extension [UInt8] {
  /// A Boolean value that indicates whether the text contains a character that YAML allows only in
  /// double quotes.
  var hasYAMLControls: Bool {
    if allSatisfy({ $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A || $0 == 0x09 }) { return false }
    return String(decoding: self, as: UTF8.self).unicodeScalars.contains(where: \.isYAMLControl)
  }
}

extension Unicode.Scalar {
  fileprivate var isYAMLControl: Bool {
    switch value {
    case 0x09, 0x0A: false
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
    default: false
    }
  }
}
