/// Texts of a schema for people: without Markdown, HTML and control characters.
enum SchemaText {
  /// A text of one or several paragraphs, on one line each; nil where nothing is left.
  static func plain(_ text: String?) -> String? {
    guard let text else { return nil }
    var lines: [String] = []
    var isCode = false
    for line in text.split(whereSeparator: \.isNewline) {
      let trimmed = line.drop(while: \.isWhitespace)
      if trimmed.hasPrefix("```") { isCode.toggle(); continue }
      let plain = isCode ? String(trimmed) : withoutMarks(trimmed)
      let words = plain.unicodeScalars.filter { !$0.isControl }
      let clean = String(String.UnicodeScalarView(words)).trimmingSpaces
      if !clean.isEmpty { lines.append(clean) }
    }
    return lines.isEmpty ? nil : lines.joined(separator: " ")
  }

  /// One sentence at most, without its full stop.
  static func sentence(_ text: String) -> String {
    let plain = plain(text) ?? ""
    let end = plain.firstRange(of: ". ")?.lowerBound ?? plain.endIndex
    let first = plain[..<end]
    return String(first.last == "." ? first.dropLast() : first)
  }

  /// A line of Markdown as it reads: no heading, list, quote, emphasis or code marks, links by their text.
  private static func withoutMarks(_ line: Substring) -> String {
    var rest = line.drop { "#>".contains($0) }.drop(while: \.isWhitespace)
    if rest.hasPrefix("- ") || rest.hasPrefix("* ") { rest = rest.dropFirst(2) }
    var out = ""
    while let character = rest.popFirst() {
      switch character {
      case "`": continue
      case "*", "_":
        // Within a word, as in `line_length`, it is a letter.
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
  /// Whether it steers a terminal or the direction of text, and shows nothing itself.
  fileprivate var isControl: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: true
    default: false
    }
  }
}

extension String {
  /// Without blanks at the ends, and with one for several.
  fileprivate var trimmingSpaces: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
