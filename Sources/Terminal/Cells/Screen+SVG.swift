extension Screen {
  /// An SVG image that shows the content of the screen.
  ///
  /// If the theme uses the terminal's colors, the image adapts to whether its reader prefers light
  /// or dark colors.
  package var svg: String {
    let width = Double(size.columns) * Self.cellWidth + 20
    let height = Double(size.rows) * Self.cellHeight + 20
    var looks = SVGLooks(theme)
    let rows = (0..<size.rows).map { svgRow($0, &looks) }.joined()
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.number(width))" \
      height="\(Self.number(height))" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', \
      monospace" font-size="14" xml:space="preserve">
      <style>\(looks.css)</style>
      <rect width="100%" height="100%" rx="6" class="page"/>
      \(rows)</svg>

      """
  }

  private static let cellWidth = 8.5
  private static let cellHeight = 18.0

  /// Returns the SVG elements for a row of the screen, where adjacent cells with the same style
  /// share an element.
  private func svgRow(_ number: Int, _ looks: inout SVGLooks) -> String {
    var text = ""
    var column = 0
    let cells = rows[number]
    while column < cells.count {
      let style = cells[column].style
      var end = column + 1
      while end < cells.count, cells[end].style == style { end += 1 }
      text += svgRun(cells[column..<end], looks.look(of: style), row: number, column: column)
      column = end
    }
    return text
  }

  private func svgRun(
    _ cells: ArraySlice<Cell>, _ look: SVGLooks.StyleClasses, row: Int, column: Int
  ) -> String {
    let words = cells.map(\.glyph.text).joined()
    let x = Self.number(10 + Double(column) * Self.cellWidth)
    let y = 10 + Double(row) * Self.cellHeight
    let width = Self.number(Double(cells.count) * Self.cellWidth)
    var text = ""
    if let ground = look.ground {
      text = """
        <rect x="\(x)" y="\(Self.number(y))" width="\(width)" height="\(Self.number(Self.cellHeight))" \
        class="\(ground)"/>

        """
    }
    let isUnderlined = look.attributes.contains(.underline)
    guard isUnderlined || words.contains(where: { $0 != " " }) else { return text }
    var looks = ""
    if look.attributes.contains(.bold) { looks += " font-weight=\"bold\"" }
    if look.attributes.contains(.italic) { looks += " font-style=\"italic\"" }
    if isUnderlined { looks += " text-decoration=\"underline\"" }
    text += """
      <text x="\(x)" y="\(Self.number(y + 14))" textLength="\(width)" class="\(look.ink)"\(looks)>\
      \(Self.escaped(words))</text>

      """
    return text
  }

  private static func number(_ value: Double) -> String {
    value.rounded() == value ? String(Int(value)) : String(value)
  }

  private static func escaped(_ text: String) -> String {
    let names: [Character: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;"]
    return text.map { names[$0] ?? String($0) }.joined()
  }
}

/// The CSS classes of an SVG image, which contain light and dark colors if necessary.
private struct SVGLooks {
  /// The classes of a style.
  ///
  /// The background of the page is drawn separately, so it doesn't need a CSS class.
  typealias StyleClasses = (ink: String, ground: String?, attributes: Style.Attributes)

  /// The color schemes of the SVG image, which are the default and, if necessary, a light one.
  private let variants: [(palette: Palette, terminal: TerminalColors)]
  private var rules: [String]
  /// The names of the CSS classes, keyed by their color in each color scheme.
  private var names: [[RGB]: String] = [:]

  init(_ theme: Theme) {
    var themes = [theme]
    if theme.painted == nil {
      themes = [Theme.Page.dark, .light].map { page in
        var theme = theme
        theme.page = page
        return theme
      }
    }
    variants = themes.map { theme in
      let terminal = theme.painted ?? TerminalColors(page: .black, ink: .white)
      return (Palette(theme, depth: .full, terminal: terminal), terminal)
    }
    rules = Array(repeating: "", count: themes.count)
    _ = name(variants.map(\.terminal.page))
  }

  var css: String {
    rules.count == 1 ? rules[0] : "\(rules[0])@media(prefers-color-scheme:light){\(rules[1])}"
  }

  mutating func look(of style: Style) -> StyleClasses {
    let colors = variants.map { $0.palette.colors(of: style, on: $0.terminal) }
    let ground = name(colors.map(\.ground))
    return (
      name(colors.map(\.ink)), ground == "page" ? nil : ground,
      variants[0].palette[style].attributes(of: style)
    )
  }

  private mutating func name(_ colors: [RGB]) -> String {
    if let name = names[colors] { return name }
    let name = names.isEmpty ? "page" : "c\(names.count)"
    names[colors] = name
    for (index, color) in colors.enumerated() { rules[index] += ".\(name){fill:\(color.hex)}" }
    return name
  }
}

extension Palette {
  /// Returns the RGB values of a style in a terminal with specific default colors.
  fileprivate func colors(of style: Style, on terminal: TerminalColors) -> (ink: RGB, ground: RGB) {
    let pen = self[style]
    let ink = pen.ink.rgb ?? terminal.ink ?? .white
    let ground = pen.surface.rgb ?? terminal.page
    return pen.attributes(of: style).contains(.reverse) ? (ground, ink) : (ink, ground)
  }
}

extension TerminalColor {
  fileprivate var rgb: RGB? {
    switch self {
    case .own: nil
    case .number(let number): Colors256.color(number)
    case .rgb(let color): color
    }
  }
}
