import SetteeTestSupport
import Testing

@testable import SetteeTerminal

@Suite struct ColorsTests {
  /// The foreground colors in the order of the fixtures.
  private static let inks: [Foreground] = [
    .text, .quiet, .off, .accent, .good, .warn, .note, .bad, .held, .line, .shade,
  ]
  private static let surfaces: [Background] = [.side, .sheet, .bar, .field, .band]

  /// A background, a foreground, and the colors derived from them in both color depths.
  struct Fixture: Sendable, CustomTestStringConvertible {
    let page: String, ink: String
    var accent = Accent.blue
    var isStrong = false
    let colors: String
    let numbers: [UInt8]
    var testDescription: String { "\(page) \(isStrong ? "strong" : "\(accent)")" }
  }

  static let fixtures = [
    Fixture(
      page: "#000000", ink: "#e5e5e5",
      colors: """
        #e5e5e5 #999999 #6a6a6a #87b1fe #6cdc90 #fec66b #66daf4 #f66d67 \
        #c493e8 #363636 #424242 #0d1015 #161a20 #1e232c #272d37 #2d436b
        """,
      numbers: [
        254, 247, 242, 111, 78, 222, 81, 203, 176, 237, 238, 233, 234, 235, 236, 238,
      ]),
    Fixture(
      page: "#ffffff", ink: "#000000",
      colors: """
        #000000 #585858 #898989 #335dac #036833 #8c6105 #057488 #a21921 \
        #744593 #c4c4c4 #bababa #f8f9fa #fbfbfc #e8eaee #e2e4e9 #c4d3ee
        """,
      numbers: [
        16, 240, 245, 25, 22, 94, 24, 124, 61, 251, 250, 231, 231, 255, 254, 153,
      ]),
    Fixture(
      page: "#002b36", ink: "#839496",
      colors: """
        #a8b4b5 #8e9ea1 #6f8489 #87b1fe #6cdc90 #fec66b #66daf4 #f96f69 \
        #c493e8 #325058 #3d5961 #0a333f #103744 #1a3f4d #234756 #1e4864
        """,
      numbers: [
        253, 247, 66, 111, 78, 222, 81, 210, 147, 239, 240, 235, 235, 237, 238, 24,
      ]),
    Fixture(
      page: "#fdf6e3", ink: "#657b83",
      colors: """
        #46565c #626f72 #7e8886 #335dac #016431 #875d01 #016f82 #a21921 \
        #744593 #bfc0b6 #b3b6ad #f6f0df #f9f2e0 #e6e2d4 #e0dcd0 #c1ccdb
        """,
      numbers: [
        238, 242, 102, 25, 22, 94, 24, 124, 61, 250, 249, 230, 230, 254, 253, 153,
      ]),
    Fixture(
      page: "#808080", ink: "#ffffff",
      colors: """
        #000000 #262626 #353535 #001f64 #001e0a #322000 #012830 #530108 \
        #3d0958 #5a5a5a #535353 #808080 #808080 #7e7e7f #737579 #5676ae
        """,
      numbers: [
        16, 235, 237, 17, 234, 233, 233, 235, 17, 240, 240, 244, 244, 243, 246, 67,
      ]),
    Fixture(
      page: "#300a24", ink: "#ffffff",
      colors: """
        #ffffff #b7a6b0 #896f7e #87b1fe #6cdc90 #fec66b #66daf4 #fa716a \
        #c493e8 #59384c #614154 #38152e #3e1d36 #45253e #4d2f49 #524776
        """,
      numbers: [
        231, 248, 243, 117, 78, 222, 81, 216, 183, 238, 239, 234, 234, 236, 237, 60,
      ]),
    Fixture(
      page: "#7f3010", ink: "#102030",
      colors: """
        #e1e3e6 #d2c4c1 #c1a198 #a9c7ff #8afaab #ffcb79 #70e3fd #ffb3ac \
        #e0b7ff #9a5d48 #a26956 #83391f #863e27 #8b4936 #905344 #825a61
        """,
      numbers: [
        254, 251, 248, 153, 121, 222, 87, 217, 183, 95, 131, 88, 88, 59, 241, 60,
      ]),
    Fixture(
      page: "#000000", ink: "#e5e5e5", isStrong: true,
      colors: """
        #ffffff #a4a4a4 #a4a4a4 #87b1fe #81f0a3 #fec66b #66daf4 #ff7e77 \
        #c493e8 #5b5b5b #404040 #0d1015 #161a20 #1e232c #272d37 #2d436b
        """,
      numbers: [
        231, 248, 248, 111, 85, 222, 81, 210, 177, 59, 238, 233, 234, 235, 236, 238,
      ]),
    Fixture(
      page: "#fdf6e3", ink: "#657b83", isStrong: true,
      colors: """
        #000000 #524f48 #524f48 #254d9b #00431e #624201 #00505e #9f161f \
        #693b88 #918d81 #b9b4a5 #f6f0df #f9f2e0 #e6e2d4 #e0dcd0 #c1ccdb
        """,
      numbers: [
        16, 239, 239, 19, 22, 238, 238, 88, 90, 245, 249, 230, 230, 254, 253, 153,
      ]),
    Fixture(
      page: "#282c34", ink: "#abb2bf", accent: .green,
      colors: """
        #b1b8c4 #99a0ab #7f8590 #67c986 #6cdc90 #fec66b #66daf4 #ff746e \
        #c493e8 #4b5059 #555b64 #2e333a #31383e #384044 #3f494b #354d45
        """,
      numbers: [
        253, 247, 102, 78, 78, 222, 81, 210, 176, 239, 240, 236, 236, 237, 238, 22,
      ]),
  ]

  @Test(arguments: fixtures)
  func `the derived colors of a background match the design`(fixture: Fixture) throws {
    let colors = Colors(
      page: try #require(RGB(hex: fixture.page)), ink: RGB(hex: fixture.ink),
      accent: fixture.accent, isStrong: fixture.isStrong)
    let found = Self.inks.map { colors[$0].hex } + Self.surfaces.map { colors[$0].hex }
    #expect(found.joined(separator: " ") == fixture.colors)
    let numbers = Colors256(colors, isStrong: fixture.isStrong)
    #expect(Self.inks.map { numbers[$0] } + Self.surfaces.map { numbers[$0] } == fixture.numbers)
  }

  @Test func `every role is readable on any background`() {
    var numbers = SeededNumbers(seed: 15)
    func color() -> RGB {
      let bits = UInt32.random(in: 0..<1 << 24, using: &numbers)
      return RGB(UInt8(bits >> 16), UInt8(bits >> 8 & 255), UInt8(bits & 255))
    }
    for number in 0..<300 {
      let page = color()
      let ink = [RGB.white, .black, color()].randomElement(using: &numbers)
      let colors = Colors(page: page, ink: ink)
      #expect(Contrast.faults(colors) == [], "\(page.hex)")
      guard number < 60 else { continue }
      let strong = Colors(page: page, ink: ink, isStrong: true)
      for (ink, least) in [(Foreground.quiet, 7.0), (.off, 7), (.accent, 7), (.bad, 7), (.line, 3)]
      {
        let contrast = strong[ink].contrast(with: page)
        #expect(contrast >= min(least, strong.target) - 0.03, "\(ink) on \(page.hex)")
      }
    }
  }

  /// The background and foreground colors of common terminals.
  static let terminals = [
    ("#000000", "#e5e5e5"), ("#ffffff", "#000000"), ("#171421", "#d0cfcc"), ("#ffffff", "#171421"),
    ("#002b36", "#839496"), ("#fdf6e3", "#657b83"), ("#300a24", "#ffffff"), ("#282a36", "#f8f8f2"),
    ("#282828", "#ebdbb2"), ("#fbf1c7", "#3c3836"), ("#2e3440", "#d8dee9"), ("#1a1b26", "#c0caf5"),
    ("#eff1f5", "#4c4f69"), ("#0c0c0c", "#cccccc"), ("#282c34", "#abb2bf"), ("#272822", "#f8f8f2"),
    ("#000000", "#00ff00"), ("#808080", "#ffffff"),
  ].map { (RGB(hex: $0.0) ?? .black, RGB(hex: $0.1) ?? .white) }

  @Test(arguments: [ColorDepth.few, .many, .full], [false, true])
  func `every role is readable in every theme`(depth: ColorDepth, isStrong: Bool) {
    let accents = depth == .full ? Accent.allCases : [.blue, .orange]
    for (page, ink) in Self.terminals {
      let terminal = TerminalColors(page: page, ink: ink)
      for accent in accents {
        for wanted in [Theme.Page.terminal, .dark, .light] {
          let theme = Theme(wanted, accent: accent, isStrong: isStrong)
          let shown = Shown(Palette(theme, depth: depth, terminal: terminal), terminal)
          #expect(shown.faults(isStrong: isStrong) == [], "\(theme) on \(page.hex)")
        }
      }
    }
  }

  @Test(arguments: Accent.allCases)
  func `with an unknown background, colors are readable on black and on white`(accent: Accent) {
    for page in [RGB.black, .white] {
      let terminal = TerminalColors(page: page, ink: page == .black ? .white : .black)
      for depth in [ColorDepth.many, .full] {
        let palette = Palette(Theme(accent: accent), depth: depth, terminal: nil)
        for ink in Foreground.allCases {
          for surface in Background.allCases {
            let contrast = Shown(palette, terminal).contrast(Style(ink, on: surface))
            #expect(contrast >= 4.35, "\(ink) on \(surface)")
          }
        }
      }
    }
  }

  @Test func `without colors, roles differ by attributes and are visible`() {
    let palettes = [
      Palette(Theme(), depth: .none, terminal: nil), Palette(Theme(), depth: .few, terminal: nil),
      Palette(Theme(hasColors: false), depth: .full, terminal: nil),
    ]
    #expect(Set(palettes).count == 1)
    #expect(palettes[0].pens.allSatisfy { $0.ink == .own && $0.surface == .own })
    #expect(palettes[0][Style(on: .band)].adds == .reverse)
    #expect(palettes[0][Style(.text, on: .bar, .reverse)].drops == .reverse)
    #expect(palettes[0][Style(.warn)].adds == .bold && palettes[0][Style(.quiet)].adds == [])
    #expect(palettes[0][Style(on: .sheet)].adds == [])
  }

  @Test func `custom colors are kept if they are readable, and adjusted if they aren't`() {
    let weak = GivenColors([
      "page": .white, "accent": RGB(0xCC, 0xDD, 0xFF), "warn": RGB(0x60, 0x30, 0),
    ])
    var theme = Theme(.own("mine", weak))
    #expect(theme.painted?.page == .white)
    let lifted = theme.colors(on: TerminalColors(page: .white))
    #expect(lifted[.warn] == weak[.warn] && lifted[.accent] != weak[.accent])
    #expect(Contrast.faults(lifted) == [])
    theme.page = .own("mine", GivenColors(weak.roles, isExact: true))
    let exact = theme.colors(on: TerminalColors(page: .white))
    #expect(exact[.accent] == weak[.accent])
    #expect(Contrast.faults(exact).contains("accent on page"))
  }

  @Test func `hex strings are parsed and printed`() {
    #expect(RGB(hex: "#00ff0a")?.hex == "#00ff0a")
    for text in ["", "#", "00ff00", "#00ff0", "#00ff0g", "#00ff000", "#+1+1+1"] {
      #expect(RGB(hex: text) == nil)
    }
    #expect(RGB.black.contrast(with: .white) == 21)
  }
}

/// The colors of a palette as a terminal shows them, with xterm's values for numbered colors.
private struct Shown {
  let palette: Palette
  let terminal: TerminalColors

  init(_ palette: Palette, _ terminal: TerminalColors) {
    (self.palette, self.terminal) = (palette, terminal)
  }

  /// Returns the contrast between the foreground and the background of a style.
  func contrast(_ style: Style) -> Double {
    let pen = palette[style]
    let ink = color(pen.ink, isBold: pen.adds.contains(.bold)) ?? terminal.ink ?? .black
    return ink.contrast(with: color(pen.surface, isBold: false) ?? terminal.page)
  }

  private func color(_ tint: TerminalColor, isBold: Bool) -> RGB? {
    switch tint {
    case .own: nil
    case .rgb(let color): color
    case .number(let number) where number < 8: Self.console(Int(number), isBold: isBold)
    case .number(let number): Colors256.color(number)
    }
  }

  /// Returns one of the console's eight colors, or its bright variant.
  private static func console(_ number: Int, isBold: Bool) -> RGB {
    let (off, on): (UInt8, UInt8) = isBold ? (85, 255) : (0, 170)
    func byte(_ bit: Int) -> UInt8 { number & bit == 0 ? off : on }
    return RGB(byte(1), byte(2), byte(4))
  }

  /// Returns the styles whose contrast is below the required minimum.
  func faults(isStrong: Bool) -> [String] {
    let ground = color(palette[Style()].surface, isBold: false) ?? terminal.page
    let room = contrast(Style()) * 0.72
    var faults: [String] = []
    for ink in Foreground.allCases {
      for surface in Background.allCases where Self.uses(ink, on: surface) {
        let pen = palette[Style(ink, on: surface)]
        var least = surface == .band || surface == .field ? 3 : 4.5
        if ink == .off { least = 2.8 }
        if ink == .line || ink == .shade { least = 1.4 }
        if ink == .text { least = 4.5 }
        if isStrong, ink != .line, ink != .shade { least = surface == .page ? 7 : 4.5 }
        // Skip the terminal's default foreground and the eight basic colors, which the user chose.
        if pen.ink == .own { continue }
        if pen.ink == color8(pen.ink), ground != .black { continue }
        let contrast = contrast(Style(ink, on: surface))
        let goal = min(least, ink == .off ? room * 0.75 : room) * 0.98
        if contrast < goal { faults.append("\(ink) on \(surface) \(contrast)") }
      }
    }
    return faults
  }

  private func color8(_ tint: TerminalColor) -> TerminalColor? {
    if case .number(let number) = tint, number < 8 { return tint }
    return nil
  }

  private static func uses(_ ink: Foreground, on surface: Background) -> Bool {
    switch (ink, surface) {
    case (_, .page), (.text, _): true
    case (.line, _), (.shade, _): false
    case (_, .sheet): true
    case (.warn, .bar), (.note, .bar): true
    case (.accent, .band), (.good, .band), (.warn, .band), (.note, .band), (.bad, .band): true
    default: false
    }
  }
}

extension Contrast {
  /// Returns the roles whose contrast is below the required minimum, such as `held on sheet 3.12`.
  ///
  /// On a medium gray background the minimums can't be reached. They are reduced in proportion to
  /// the contrast of the text.
  fileprivate static func faults(_ colors: Colors) -> [String] {
    let room = max(colors.page.contrast(with: .black), colors.page.contrast(with: .white))
    return ratios(colors).compactMap { pair in
      var goal = pair.target
      switch (pair.ink, pair.surface) {
      case (.text, .page): goal = min(goal, room - 0.02)
      case (.line, _): break
      case (.off, _): goal = min(goal, colors.target * 0.75)
      default: goal = min(goal, colors.target)
      }
      return pair.ratio < goal - 0.03 ? "\(pair.ink) on \(pair.surface)" : nil
    }
  }
}
