extension Screen {
  /// The screen as a picture, for documents: light text on a dark ground, a row for each row.
  package var svg: String {
    let width = Double(size.columns) * Self.cellWidth + 20
    let height = Double(size.rows) * Self.cellHeight + 20
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.number(width))" \
      height="\(Self.number(height))" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', \
      monospace" font-size="14" xml:space="preserve">
      <rect width="100%" height="100%" rx="6" fill="\(Self.ground)"/>

      """
    for number in 0..<size.rows { text += svgRow(number) }
    return text + "</svg>\n"
  }

  private static let cellWidth = 8.5
  private static let cellHeight = 18.0
  private static let ground = "#16181d"
  private static let ink = "#d8dce2"

  /// The runs of a row that look alike, each a rectangle where the ground differs, and a text.
  private func svgRow(_ number: Int) -> String {
    var text = ""
    var column = 0
    let cells = rows[number]
    while column < cells.count {
      let style = cells[column].style
      var end = column + 1
      while end < cells.count, cells[end].style == style { end += 1 }
      text += svgRun(cells[column..<end], style: style, row: number, column: column)
      column = end
    }
    return text
  }

  private func svgRun(_ cells: ArraySlice<Cell>, style: Style, row: Int, column: Int) -> String {
    let words = cells.map(\.glyph.text).joined()
    let x = Self.number(10 + Double(column) * Self.cellWidth)
    let y = 10 + Double(row) * Self.cellHeight
    var (ink, ground) = (Self.color(style.ink), Self.color(style.surface))
    if style.attributes.contains(.reverse) { (ink, ground) = (ground ?? Self.ground, ink) }
    let width = Self.number(Double(cells.count) * Self.cellWidth)
    var text = ""
    if let ground {
      text += """
        <rect x="\(x)" y="\(Self.number(y))" width="\(width)" height="\(Self.number(Self.cellHeight))" \
        fill="\(ground)"/>

        """
    }
    guard words.contains(where: { $0 != " " }) else { return text }
    var looks = ""
    if style.attributes.contains(.bold) { looks += " font-weight=\"bold\"" }
    if style.attributes.contains(.underline) { looks += " text-decoration=\"underline\"" }
    text += """
      <text x="\(x)" y="\(Self.number(y + 14))" textLength="\(width)" fill="\(ink)"\(looks)>\
      \(Self.escaped(words))</text>

      """
    return text
  }

  private static func color(_ ink: Ink) -> String {
    switch ink {
    case .text: Self.ink
    case .quiet: "#999999"
    case .off: "#6a6a6a"
    case .accent: "#87b1fe"
    case .good: "#6cdc90"
    case .warn: "#fec66b"
    case .note: "#66daf4"
    case .bad: "#f66d67"
    case .held: "#c493e8"
    case .line: "#363636"
    case .shade: "#424242"
    }
  }

  private static func color(_ surface: Surface) -> String? {
    switch surface {
    case .page: nil
    case .side: "#0d1015"
    case .sheet: "#161a20"
    case .bar: "#1e232c"
    case .field: "#272d37"
    case .band: "#2d436b"
    }
  }

  private static func number(_ value: Double) -> String {
    value.rounded() == value ? String(Int(value)) : String(value)
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
    return result
  }
}
