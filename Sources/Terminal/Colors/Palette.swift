/// A color in the form in which it is sent to the terminal.
enum TerminalColor: Sendable, Hashable {
  /// The terminal's default color.
  case own
  case number(UInt8)
  case rgb(RGB)
}

/// The colors and attributes with which a terminal shows a combination of text color and
/// background.
struct Pen: Sendable, Hashable {
  var ink = TerminalColor.own
  var surface = TerminalColor.own
  /// The attributes that are added to a cell, such as bold, and the attributes that are removed
  /// from it.
  var adds: Style.Attributes = []
  var drops: Style.Attributes = []

  /// Returns the text attributes, such as bold, with which the terminal shows a style.
  func attributes(of style: Style) -> Style.Attributes {
    style.attributes.subtracting(drops).union(adds)
  }
}

/// A table of the terminal colors and attributes for every style that the editor can draw.
///
/// The table contains every combination of a text color and a background, with and without reverse
/// video.
struct Palette: Sendable, Hashable {
  private(set) var pens: [Pen] = []
  private let depth: ColorDepth

  /// Creates the table of colors for a theme and the number of colors that the terminal supports.
  ///
  /// The parameter `terminal` contains the terminal's own colors, or `nil` if they are unknown.
  init(_ theme: Theme, depth: ColorDepth, terminal: TerminalColors?) {
    let hasColors = depth > .none && theme.hasColors
    self.depth = hasColors && depth >= .many ? depth : .none
    let pen = hasColors ? Self.pens(theme, depth, terminal) : Self.mono
    for isReversed in [false, true] {
      for surface in Background.allCases {
        pens += Foreground.allCases.map { pen($0, surface, isReversed) }
      }
    }
  }

  subscript(_ style: Style) -> Pen {
    var pen = pens[Palette.index(style)]
    if let color = style.color {
      if depth == .full { pen.ink = .rgb(color) }
      if depth == .many { pen.ink = .number(Colors256.nearest(color)) }
    }
    return pen
  }

  static func index(_ style: Style) -> Int {
    let isReversed = style.attributes.contains(.reverse)
    let row = (isReversed ? Background.allCases.count : 0) + Int(style.surface.rawValue)
    return row * Foreground.allCases.count + Int(style.ink.rawValue)
  }

  private typealias Pens = (Foreground, Background, _ isReversed: Bool) -> Pen

  private static func pens(
    _ theme: Theme, _ depth: ColorDepth, _ terminal: TerminalColors?
  ) -> Pens {
    guard var own = theme.painted ?? terminal else {
      return depth == .few || theme.isStrong ? mono : middle(theme.accent)
    }
    let isPainted = theme.painted != nil
    if depth == .few { return few(own.page, isPainted: isPainted, isStrong: theme.isStrong) }
    // Derive all other colors from the palette color that the terminal shows for the page.
    if depth == .many, isPainted { own.page = Colors256.color(Colors256.nearest(own.page)) }
    let colors = theme.colors(on: own)
    let numbers = depth == .full ? nil : Colors256(colors, isStrong: theme.isStrong)
    var tints = Tints(colors, in: numbers)
    if theme.isStrong { tints.surfaces = [:] }
    if !isPainted { tints.page = .own }
    if !isPainted, colors.hasOwnText { tints.text = .own }
    return derived(tints)
  }

  private static func isBold(_ ink: Foreground) -> Bool {
    switch ink {
    case .accent, .good, .warn, .note, .bad, .held: true
    case .text, .quiet, .off, .line, .shade: false
    }
  }

  // MARK: Attributes only

  /// Returns a monochrome style.
  ///
  /// Without colors, bold text marks important text, and reverse video marks highlighted
  /// backgrounds.
  private static func mono(_ ink: Foreground, _ surface: Background, _ isReversed: Bool) -> Pen {
    var pen = Pen(adds: isBold(ink) ? .bold : [])
    switch surface {
    // On a background that is shown in reverse video, show reversed text normally to distinguish
    // it.
    case .bar, .band: if isReversed { pen.drops = .reverse } else { pen.adds.insert(.reverse) }
    case .field: pen.adds.insert(.underline)
    case .page, .side, .sheet: break
    }
    return pen
  }

  // MARK: 8 or 16 colors

  /// Returns the styles for a terminal that supports only the 8 basic colors.
  ///
  /// The 8 basic colors are used only if the page is nearly black or nearly white. Users can
  /// redefine these colors, and one of them might be invisible on any other page.
  private static func few(_ page: RGB, isPainted: Bool, isStrong: Bool) -> Pens {
    var pens: Pens = mono
    if page.contrast(with: .black) < 1.2, !isStrong { pens = console }
    if page.contrast(with: .white) < 1.2, !isStrong, !isPainted { pens = paper }
    guard isPainted else { return pens }
    // Fill the page with black or white, whichever is more similar to the theme's background.
    let (black, white) = (TerminalColor.number(0), TerminalColor.number(7))
    let chosen = page.isDark ? pens : mono
    return { ink, surface, isReversed in
      var pen = chosen(ink, surface, isReversed)
      if pen.ink == .own { pen.ink = page.isDark ? white : black }
      if pen.surface == .own { pen.surface = page.isDark ? black : white }
      return pen
    }
  }

  /// Returns the style for light text on a black page, on a terminal with the 8 basic colors.
  ///
  /// Bold text has the bright variants of the basic colors, which are readable in every terminal
  /// theme.
  private static func console(_ ink: Foreground, _ surface: Background, _ isReversed: Bool) -> Pen {
    let numbers: [Foreground: UInt8] = [
      .accent: 6, .good: 2, .warn: 3, .note: 6, .bad: 1, .held: 5, .line: 4, .off: 0, .shade: 0,
    ]
    let tint = numbers[ink].map(TerminalColor.number) ?? .own
    let bold: Style.Attributes = numbers[ink] == nil ? [] : .bold
    // Remove the bold attribute from reversed text, because the text would be gray on a color.
    if isReversed { return Pen(ink: tint, drops: .bold) }
    switch surface {
    case .band: return Pen(adds: .reverse, drops: .bold)
    case .bar:
      return isBold(ink)
        ? Pen(ink: tint, surface: .number(4), adds: .bold) : Pen(surface: .number(4))
    case .field: return Pen(ink: tint, adds: bold.union(.underline))
    case .page, .side, .sheet: return Pen(ink: tint, adds: bold)
    }
  }

  /// Returns the style for dark text on a white page, on a terminal with the 8 basic colors.
  ///
  /// Only three of the 8 basic colors are readable on a white page.
  private static func paper(_ ink: Foreground, _ surface: Background, _ isReversed: Bool) -> Pen {
    var pen = mono(ink, surface, isReversed)
    let numbers: [Foreground: UInt8] = [.accent: 4, .bad: 1, .held: 5]
    if surface != .bar, surface != .band, let number = numbers[ink] { pen.ink = .number(number) }
    return pen
  }

  // MARK: 256 or more colors

  /// Returns styles that are readable on both black and white, for a terminal whose background is
  /// unknown.
  ///
  /// Highlighted backgrounds also determine the color of the text on them.
  private static func middle(_ accent: Accent) -> Pens {
    var tint: UInt8 = 63
    if accent != .blue {
      let color = OKLCH(0.55, Accent.chroma, accent.hue).rgb
      (tint, _) = Colors256.nearest(color) {
        min($0.contrast(with: .black), $0.contrast(with: .white)) >= 4.4
      }
    }
    return { [tint] ink, surface, isReversed in
      switch surface {
      case .band where !isReversed: return Pen(ink: .number(231), surface: .number(25))
      case .bar where !isReversed: return Pen(ink: .number(231), surface: .number(240))
      case .field where !isReversed: return Pen(ink: .number(231), surface: .number(242))
      default: break
      }
      switch ink {
      case .text: return Pen(ink: .own)
      case .accent: return Pen(ink: .number(tint))
      case .good: return Pen(ink: .number(28))
      case .warn: return Pen(ink: .number(130))
      case .bad: return Pen(ink: .number(131))
      case .note: return Pen(ink: .number(30))
      case .held: return Pen(ink: .number(98))
      case .quiet, .off, .line, .shade: return Pen(ink: .number(243))
      }
    }
  }

  /// Returns styles with colors derived from the page, or with attributes such as bold if no color
  /// is suitable.
  private static func derived(_ tints: Tints) -> Pens {
    { ink, surface, isReversed in
      let color = ink == .text ? tints.text : tints.inks[ink] ?? tints.text
      let bold: Style.Attributes = tints.inks[ink] == nil && isBold(ink) ? .bold : []
      if isReversed { return Pen(ink: color, surface: tints.page, adds: bold) }
      if surface != .page, let ground = tints.surfaces[surface] {
        return Pen(ink: color, surface: ground, adds: bold)
      }
      switch surface {
      case .bar, .band: return Pen(ink: tints.text, surface: tints.page, adds: bold.union(.reverse))
      case .field: return Pen(ink: color, surface: tints.page, adds: bold.union(.underline))
      case .page, .side, .sheet: return Pen(ink: color, surface: tints.page, adds: bold)
      }
    }
  }
}

/// The terminal colors for all text and backgrounds.
///
/// Text that has no color in this table is distinguished by an attribute such as bold.
private struct Tints {
  var page: TerminalColor, text: TerminalColor
  var inks: [Foreground: TerminalColor] = [:]
  var surfaces: [Background: TerminalColor] = [:]

  /// Creates the table from RGB values or from the most similar colors of the 256-color palette.
  init(_ colors: Colors, in numbers: Colors256?) {
    page = numbers == nil ? .rgb(colors.page) : .number(Colors256.nearest(colors.page))
    text = numbers.map { .number($0[.text]) } ?? .rgb(colors[.text])
    for ink in Foreground.allCases where numbers?.missedInks.contains(ink) != true {
      inks[ink] = numbers.map { .number($0[ink]) } ?? .rgb(colors[ink])
    }
    for surface in Background.allCases where numbers?.missedSurfaces.contains(surface) != true {
      surfaces[surface] = numbers.map { .number($0[surface]) } ?? .rgb(colors[surface])
    }
    if colors.isBandReversed { surfaces[.band] = nil }
  }
}
