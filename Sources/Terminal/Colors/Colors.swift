package import SetteeValues

/// The colors of all text and backgrounds on a page, derived from the color of the page.
///
/// All colors are derived from the background and text color of the terminal or theme. Each
/// background color moves from the page color toward a tinted extreme until it can be
/// distinguished. Foreground colors keep their hue and become lighter or darker until they are
/// readable. This works for any page, without predefined palettes.
package struct Colors: Sendable, Hashable {
  private var inks: [RGB]
  private var surfaces: [RGB]
  /// A Boolean value that indicates whether the background of the focused row looks too similar to
  /// the page.
  ///
  /// If the background of the focused row can't be distinguished from the page, reverse video marks
  /// the row.
  package private(set) var isBandReversed = false
  /// The color toward which the highlight is tinted.
  let bandTint: RGB
  /// The minimum contrast of text.
  let target: Double
  /// A Boolean value that indicates whether text is shown in the terminal's default text color.
  package let hasOwnText: Bool
  private let given: GivenColors

  package subscript(ink: Foreground) -> RGB { inks[Int(ink.rawValue)] }
  package subscript(surface: Background) -> RGB { surfaces[Int(surface.rawValue)] }
  var page: RGB { self[.page] }

  /// Creates the colors for a page with a specific background and, if known, text color.
  ///
  /// The parameter `given` contains the colors of a custom theme, which replace derived colors.
  package init(
    page: RGB, ink: RGB? = nil, accent: Accent = .blue, isStrong: Bool = false,
    given: GivenColors = GivenColors()
  ) {
    let (isDark, pole) = (page.isDark, page.isDark ? RGB.white : .black)
    let own =
      isStrong ? pole : given[.text] ?? ink ?? OKLab(page).mixed(with: OKLab(pole), 0.88)
    let isReadable = own.contrast(with: page) >= 7 || given.isExact
    let text = isReadable ? own : own.moved(to: pole, until: 7, against: page)
    let room = text.contrast(with: page)
    target = min(isStrong ? 7 : 4.5, room * 0.72)
    // If the terminal's text color is unknown, assume that the user can read text in this color.
    hasOwnText = text == ink || (ink ?? given[.text] == nil && !isStrong)
    self.given = given
    inks = Array(repeating: text, count: Foreground.allCases.count)
    surfaces = Array(repeating: page, count: Background.allCases.count)

    let tint = OKLCH(isDark ? 0.70 : 0.55, Accent.chroma, accent.hue).rgb
    bandTint = tint
    let soft = OKLab(pole).mixed(with: OKLab(tint), 0.45)
    move(.side, to: soft, until: isDark ? 1.10 : 1.05, keeping: 6)
    move(.sheet, to: soft, until: isDark ? 1.20 : 1.03, keeping: 6)
    move(.bar, to: soft, until: isDark ? 1.32 : 1.20, keeping: 5.2)
    move(.field, to: soft, until: isDark ? 1.50 : 1.27, keeping: 4.6)
    move(.band, to: tint, until: isDark ? 2.1 : 1.5, keeping: 4.6)
    isBandReversed = self[.band].contrast(with: page) < 1.2

    for ink in HuedInk.all { climb(ink, accent) }
    var far = page
    for surface in [Background.sheet, .side]
    where text.contrast(with: self[surface]) < text.contrast(with: far) { far = self[surface] }
    stand(.quiet, at: max(target, min(6.5, room * 0.36)), against: far)
    stand(.off, at: isStrong ? target : min(3.2, target * 0.8), against: far)
    stand(.line, at: isStrong ? 3 : 1.7, against: page)
    stand(.shade, at: isDark ? 2.0 : 1.9, against: page)
  }

  /// Moves a background color away from the color of the page until the two can be distinguished.
  ///
  /// The background color is moved only so far that text on it stays readable.
  private mutating func move(
    _ surface: Background, to end: RGB, until contrast: Double, keeping kept: Double
  ) {
    let (place, text) = (Int(surface.rawValue), self[.text])
    guard var color = given[surface] else {
      let room = max(1, text.contrast(with: page) / kept)
      surfaces[place] = page.moved(
        to: end, until: min(contrast, room), against: page, step: 0.004)
      return
    }
    var part = 0.0
    while !given.isExact, color.contrast(with: text) < target, part < 1 {
      part += 0.01
      color = OKLab(color).mixed(with: OKLab(page), part)
    }
    surfaces[place] = color
  }

  /// Makes a text color lighter or darker until it is readable on the page.
  private mutating func climb(_ ink: HuedInk, _ accent: Accent) {
    let isDark = page.isDark
    var way = OKLCH(isDark ? ink.onDark : ink.onLight, ink.chroma, ink.hue ?? accent.hue)
    var color = given[ink.role] ?? way.rgb
    if given[ink.role] != nil { way = OKLCH(color) }
    while !given.isExact || given[ink.role] == nil, !reaches(ink, color) {
      way.lightness += isDark ? 0.004 : -0.004
      guard 0...1 ~= way.lightness else {
        color = isDark ? .white : .black
        break
      }
      color = way.rgb
    }
    inks[Int(ink.role.rawValue)] = color
  }

  private func reaches(_ ink: HuedInk, _ color: RGB) -> Bool {
    color.contrast(with: page) >= target
      && ink.surfaces.allSatisfy { color.contrast(with: self[$0]) >= target }
      && (isBandReversed || color.contrast(with: self[.band]) >= min(3, target))
  }

  /// Chooses a gray between the page color and the text color that has the required contrast.
  private mutating func stand(_ ink: Foreground, at contrast: Double, against ground: RGB) {
    let wish = given[ink]
    let isKept = wish.map { given.isExact || $0.contrast(with: ground) >= contrast } ?? false
    inks[Int(ink.rawValue)] =
      isKept ? wish ?? page : page.moved(to: self[.text], until: contrast, against: ground)
  }
}

extension RGB {
  /// Returns the first color on the way to another color that has enough contrast with a
  /// background.
  ///
  /// If no color on the way has enough contrast, the result is the other color.
  fileprivate func moved(
    to end: RGB, until contrast: Double, against ground: RGB, step: Double = 0.01
  ) -> RGB {
    let (start, end) = (OKLab(self), OKLab(end))
    var part = 0.0
    while true {
      let color = start.mixed(with: end, part)
      if color.contrast(with: ground) >= contrast || part >= 1 { return color }
      part += step
    }
  }
}

/// The accent colors that the user can choose in Settee's settings.
package enum Accent: String, Sendable, CaseIterable {
  case blue, teal, green, yellow, orange, red, pink, purple

  var hue: Double {
    switch self {
    case .blue: 262
    case .teal: 195
    case .green: 152
    case .yellow: 95
    case .orange: 55
    case .red: 25
    case .pink: 355
    case .purple: 300
    }
  }

  static let chroma = 0.135

  /// The accent color of an app or a file format, which is always the same for the same name.
  ///
  /// Colors that mark states aren't used, such as yellow for changed values, nor is a color that
  /// looks similar to the one of errors.
  package init(of name: String) {
    let colors: [Accent] = [.blue, .purple, .teal]
    let sum = name.utf8.reduce(5) { ($0 &* 31 &+ Int($1)) % 65_521 }
    self = colors[sum % colors.count]
  }
}

/// A text color with a hue that doesn't depend on the page, such as red for errors.
struct HuedInk {
  let role: Foreground
  /// The hue of the text color in degrees, or `nil` to use the user's accent color.
  let hue: Double?
  let chroma: Double
  /// The lightness to start with on a dark page and on a light page.
  let onDark: Double, onLight: Double
  /// The backgrounds on which the text color must be readable, besides the page and the focused
  /// row.
  let surfaces: [Background]

  static let all = [
    HuedInk(.accent, nil, Accent.chroma, 0.76, 0.49, [.sheet, .side]),
    HuedInk(.good, 152, 0.15, 0.81, 0.53, [.band, .sheet]),
    HuedInk(.warn, 78, 0.14, 0.86, 0.57, [.bar, .side, .sheet]),
    HuedInk(.note, 215, 0.11, 0.83, 0.54, [.bar, .side, .sheet]),
    HuedInk(.bad, 25, 0.17, 0.70, 0.46, [.sheet, .side]),
    HuedInk(.held, 310, 0.13, 0.74, 0.48, [.sheet, .side]),
  ]

  private init(
    _ role: Foreground, _ hue: Double?, _ chroma: Double, _ onDark: Double, _ onLight: Double,
    _ surfaces: [Background]
  ) {
    (self.role, self.hue, self.chroma, self.onDark) = (role, hue, chroma, onDark)
    (self.onLight, self.surfaces) = (onLight, surfaces)
  }
}

/// The colors of a custom theme, keyed by their purpose, such as `Accent`.
package struct GivenColors: Sendable, Hashable {
  package var roles: [String: RGB]
  /// A Boolean value that indicates whether the theme's colors are used without adjusting their
  /// contrast.
  ///
  /// Without this adjustment, text can be hard to read.
  package var isExact: Bool

  package init(_ roles: [String: RGB] = [:], isExact: Bool = false) {
    self.roles = roles
    self.isExact = isExact
  }

  /// Reads the colors from the property list of a custom theme.
  ///
  /// Invalid colors are ignored.
  package init(_ values: PropertyListDictionary) {
    self.init(isExact: values["Exact"]?.bool ?? false)
    for name in Self.names { roles[name] = values[name]?.string.flatMap(RGB.init(hex:)) }
  }

  package subscript(ink: Foreground) -> RGB? { roles.isEmpty ? nil : roles["\(ink)"] }
  package subscript(surface: Background) -> RGB? { roles.isEmpty ? nil : roles["\(surface)"] }

  /// The names of all roles.
  package static let names =
    Foreground.allCases.map { "\($0)" } + Background.allCases.map { "\($0)" }
}
