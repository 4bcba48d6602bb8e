// Properties that convert descriptions in a schema to plain text.
extension String {
  /// The description as plain text on a single line, or `nil` if no text remains.
  ///
  /// Plain text doesn't contain Markdown, HTML, or control characters.
  var plainText: String? {
    var lines: [String] = []
    var isCode = false
    for line in split(whereSeparator: \.isNewline) {
      let trimmed = line.drop(while: \.isWhitespace)
      if trimmed.hasPrefix("```") { isCode.toggle(); continue }
      let plain = isCode ? String(trimmed) : Self.withoutMarks(trimmed)
      let words = plain.unicodeScalars.filter { !$0.isControl }
      let clean = String(String.UnicodeScalarView(words)).trimmingSpaces
      if !clean.isEmpty { lines.append(clean) }
    }
    return lines.isEmpty ? nil : lines.joined(separator: " ")
  }

  /// The first sentence of the description as plain text, without its period.
  var firstPlainSentence: String {
    let plain = plainText ?? ""
    let end = plain.firstRange(of: ". ")?.lowerBound ?? plain.endIndex
    let first = plain[..<end]
    return String(first.last == "." ? first.dropLast() : first)
  }

  /// Returns a line of a description without Markdown syntax.
  ///
  /// Links in the line are replaced by their text.
  private static func withoutMarks(_ line: Substring) -> String {
    var rest = line.drop { "#>".contains($0) }.drop(while: \.isWhitespace)
    if rest.hasPrefix("- ") || rest.hasPrefix("* ") { rest = rest.dropFirst(2) }
    var out = ""
    while let character = rest.popFirst() {
      switch character {
      case "`": continue
      case "*", "_":
        // In Markdown, an underscore inside a word such as `line_length` is a literal.
        let isWithin = out.last?.isWord == true && rest.first?.isWord == true
        let isAlone = out.last.map(\.isWhitespace) ?? true && rest.first?.isWhitespace != false
        if isWithin || isAlone { out.append(character) }
      case "[":
        guard let end = rest.firstIndex(of: "]"), rest[end...].hasPrefix("]("),
          let close = rest[end...].firstIndex(of: ")")
        else { out.append(character); continue }
        out += rest[..<end]
        rest = rest[rest.index(after: close)...]
      case "<":
        let isTag = rest.first.map { $0.isLetter || $0 == "/" } ?? false
        guard isTag, let end = rest.firstIndex(of: ">"),
          rest[..<end].drop(while: { $0 == "/" }).prefix(while: \.isLetter).isHTMLTag
        else { out.append(character); continue }
        rest = rest[rest.index(after: end)...]
        if out.last?.isWhitespace == false { out.append(" ") }
      case "\\":
        if let next = rest.first, next.isPunctuation {
          out.append(rest.removeFirst())
        } else {
          out.append(character)
        }
      default: out.append(character)
      }
    }
    return out
  }
}

extension Substring {
  fileprivate var isHTMLTag: Bool {
    ["a", "b", "br", "code", "em", "i", "li", "ol", "p", "pre", "span", "strong", "ul"]
      .contains(lowercased())
  }
}

extension Character {
  fileprivate var isWord: Bool { isLetter || isNumber }
}

extension Unicode.Scalar {
  /// A Boolean value that indicates whether the character is an invisible control character.
  ///
  /// An invisible character could control a terminal or the direction of text.
  fileprivate var isControl: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: true
    default: false
    }
  }
}

extension String {
  /// The text without whitespace at both ends, and with a single space between words.
  fileprivate var trimmingSpaces: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
