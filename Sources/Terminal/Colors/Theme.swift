/// The color theme that the user has chosen for the editor.
package struct Theme: Sendable, Hashable {
  /// The page background.
  package enum Page: Sendable, Hashable {
    /// The page has the terminal's default background color.
    case terminal
    case dark, light
    /// The page has the colors of a custom theme, which is a file with this name.
    case own(String, GivenColors)
  }

  package var page: Page
  package var accent: Accent
  /// A Boolean value that indicates whether all text has a contrast ratio of at least 7:1.
  package var isStrong: Bool
  package var hasColors: Bool

  package init(
    _ page: Page = .terminal, accent: Accent = .blue, isStrong: Bool = false,
    hasColors: Bool = true
  ) {
    (self.page, self.accent) = (page, accent)
    (self.isStrong, self.hasColors) = (isStrong, hasColors)
  }

  /// The background and text color of the theme, or `nil` if the theme uses the terminal's colors.
  package var painted: TerminalColors? {
    switch page {
    case .terminal: nil
    case .dark: TerminalColors(page: RGB(0x16, 0x18, 0x1D), ink: RGB(0xE2, 0xE4, 0xE9))
    case .light: TerminalColors(page: .white, ink: RGB(0x1B, 0x1D, 0x22))
    case .own(_, let given): given[.page].map { TerminalColors(page: $0, ink: given[.text]) }
    }
  }

  /// The name of the theme in Settee's settings, or `nil` if the theme uses the terminal's colors.
  package var pageName: String? {
    switch page {
    case .terminal: nil
    case .dark: "dark"
    case .light: "light"
    case .own(let name, _): name
    }
  }

  var given: GivenColors {
    if case .own(_, let given) = page { return given }
    return GivenColors()
  }

  /// Returns the colors of the theme for a terminal with a specific background and text color.
  package func colors(on terminal: TerminalColors) -> Colors {
    Colors(
      page: terminal.page, ink: terminal.ink, accent: accent, isStrong: isStrong, given: given)
  }
}

/// The default background color and text color of a terminal.
package struct TerminalColors: Sendable, Hashable {
  package var page: RGB
  /// The default text color of the terminal, or `nil` if only its background color is known.
  package var ink: RGB?

  package init(page: RGB, ink: RGB? = nil) {
    (self.page, self.ink) = (page, ink)
  }
}

/// The number of colors that a terminal can display.
package enum ColorDepth: Sendable, Comparable {
  case none, few, many, full
}
