import SetteeTerminal

extension Look {
  /// How many columns a text covers, counted no further than a limit.
  func columns(of text: String, limit: Int = 1000) -> Int {
    if let count = Look.plainCount(text, limit: limit) { return count }
    var sum = 0
    lettering.forEachGlyph(of: Look.beginning(of: text, columns: limit)) { glyph in
      sum += Int(glyph.width)
      return sum <= limit
    }
    return sum
  }

  /// The text when it fits, else its beginning with an ellipsis.
  func clip(_ text: String, to columns: Int) -> String {
    guard columns > 0 else { return "" }
    if Look.plainCount(text, limit: columns) != nil { return text }
    guard self.columns(of: text, limit: columns) > columns else {
      return Look.beginning(of: text, columns: columns)
    }
    let ellipsis = glyphs.ellipsis
    let room = columns - self.columns(of: ellipsis)
    guard room > 0 else { return String(repeating: ".", count: columns) }
    return prefix(of: text, columns: room) + ellipsis
  }

  /// The text when it fits, else its end after an ellipsis.
  func clipStart(_ text: String, to columns: Int) -> String {
    let total = self.columns(of: text, limit: 4000)
    guard total > columns else { return text }
    let skipped = total - columns + self.columns(of: glyphs.ellipsis)
    var sum = 0
    var rest = ""
    lettering.forEachGlyph(of: text) { glyph in
      if sum >= skipped { rest += glyph.text }
      sum += Int(glyph.width)
      return true
    }
    return clip(glyphs.ellipsis + rest, to: columns)
  }

  /// As much of the beginning of a text as fits into so many columns.
  func prefix(of text: String, columns: Int) -> String {
    var sum = 0
    var result = ""
    lettering.forEachGlyph(of: Look.beginning(of: text, columns: columns)) { glyph in
      sum += Int(glyph.width)
      guard sum <= columns else { return false }
      result += glyph.text
      return true
    }
    return result
  }

  /// How many columns a text covers that is short and printable ASCII, as most are; else nil.
  private static func plainCount(_ text: String, limit: Int) -> Int? {
    guard text.utf8.count <= limit else { return nil }
    var text = text
    return text.withUTF8 { bytes in
      bytes.allSatisfy { (0x20..<0x7F).contains($0) } ? bytes.count : nil
    }
  }

  /// So much of a text as can matter to so many columns; marks without end are cut.
  private static func beginning(of text: String, columns: Int) -> String {
    let scalars = (columns + 1) * 8
    guard text.utf8.count > scalars else { return text }
    return String(text.unicodeScalars.prefix(scalars))
  }
}
