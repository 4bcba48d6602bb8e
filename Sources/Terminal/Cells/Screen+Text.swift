extension Screen {
  /// The rows as text, blanks at their ends taken off: what a person would read.
  public var lines: [String] {
    rows.map { cells in
      var line = ""
      for cell in cells { line += cell.glyph.text }
      while line.utf8.last == 0x20 { line.removeLast() }
      return line
    }
  }

  /// The screen as text, a line for each row.
  public var text: String { lines.joined(separator: "\n") + "\n" }

  /// The looks as text, a letter for each column: `.` plain, `b` bold, `d` dim, `u` underline,
  /// `r` reverse, `#` several, capitals in colour.
  public var styleText: String {
    rows.map { cells in
      var line = cells.map { Self.letter(of: $0.style) }
      while line.last == "." { line.removeLast() }
      return String(line)
    }.joined(separator: "\n") + "\n"
  }

  private static func letter(of style: Style) -> Character {
    let isColored = style.foreground != .standard || style.background != .standard
    switch style.attributes.subtracting(.link) {
    case []: return isColored ? "C" : "."
    case .bold: return isColored ? "B" : "b"
    case .dim: return isColored ? "D" : "d"
    case .underline: return isColored ? "U" : "u"
    case .reverse: return isColored ? "R" : "r"
    default: return "#"
    }
  }
}
