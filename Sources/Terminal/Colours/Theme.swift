/// What a user wants the colours to be.
package struct Theme: Sendable, Hashable {
  /// What stands behind everything.
  package enum Page: Sendable, Hashable {
    /// The terminal's own.
    case terminal
    case dark, light
    /// Colours of the user's own, by the name of their file.
    case own(String, GivenColours)
  }

  package var page: Page
  package var accent: Accent
  /// Whether everything is to be at 7:1.
  package var isStrong: Bool
  package var hasColours: Bool

  package init(
    _ page: Page = .terminal, accent: Accent = .blue, isStrong: Bool = false,
    hasColours: Bool = true
  ) {
    (self.page, self.accent) = (page, accent)
    (self.isStrong, self.hasColours) = (isStrong, hasColours)
  }

  /// The page and the ink of the themes that bring their own.
  package var painted: TerminalColours? {
    switch page {
    case .terminal: nil
    case .dark: TerminalColours(page: RGB(0x16, 0x18, 0x1D), ink: RGB(0xE2, 0xE4, 0xE9))
    case .light: TerminalColours(page: .white, ink: RGB(0x1B, 0x1D, 0x22))
    case .own(_, let given): given[.page].map { TerminalColours(page: $0, ink: given[.text]) }
    }
  }

  /// What the page is called where users name it; nil for the terminal's own.
  package var pageName: String? {
    switch page {
    case .terminal: nil
    case .dark: "dark"
    case .light: "light"
    case .own(let name, _): name
    }
  }

  var given: GivenColours {
    if case .own(_, let given) = page { return given }
    return GivenColours()
  }

  /// The colours of a page in this theme.
  package func colours(on terminal: TerminalColours) -> Colours {
    Colours(
      page: terminal.page, ink: terminal.ink, accent: accent, isStrong: isStrong, given: given)
  }
}

/// What a terminal writes in and on, by itself.
package struct TerminalColours: Sendable, Hashable {
  package var page: RGB
  /// Nil where only the page is known.
  package var ink: RGB?

  package init(page: RGB, ink: RGB? = nil) {
    (self.page, self.ink) = (page, ink)
  }
}

/// How many colours a terminal has.
package enum ColourDepth: Sendable, Comparable {
  case none, few, many, full
}
