/// A cell of the screen, which covers one column in one row.
package struct Cell: Sendable, Hashable {
  package var glyph = Glyph.blank
  package var style = Style.plain

  /// The cell without style attributes that can't be seen, so that blanks that look the same
  /// compare equal.
  ///
  /// The text color of a blank is visible only if the blank is underlined or shown in reverse
  /// video.
  var settled: Cell {
    guard glyph == .blank, style.attributes.isDisjoint(with: [.underline, .reverse]) else {
      return self
    }
    return Cell(style: Style(.text, on: style.surface, style.attributes.intersection(.link)))
  }
}

/// A size of the screen in rows and columns, each of which is at least 1.
package struct Size: Sendable, Hashable {
  package var rows: Int
  package var columns: Int

  package init(rows: Int, columns: Int) {
    self.rows = max(1, rows)
    self.columns = max(1, columns)
  }
}

/// A position on the screen, where rows and columns start at 0.
package struct Position: Sendable, Hashable {
  package var row: Int
  package var column: Int

  package init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}

/// A character with its accents and other combining marks, which covers one or two columns of the
/// screen.
package struct Glyph: Sendable, Hashable {
  /// The base character without combining marks, or 0 in the second column of a wide character.
  package var base: UInt32
  // The combining marks, such as accents, are four separate integers, because the alignment of a
  // SIMD vector would double the size of a cell. If there are fewer marks, the rest are 0.
  private var first: UInt32 = 0, second: UInt32 = 0, third: UInt32 = 0, fourth: UInt32 = 0
  /// The width in columns.
  ///
  /// The width is 1 or 2, or 0 for the second column of a wide character.
  package var width: UInt8

  init(base: UInt32, width: UInt8) { (self.base, self.width) = (base, width) }

  // These values are computed, because getting a stored static value takes longer.
  package static var blank: Glyph { Glyph(base: 0x20, width: 1) }
  static var covered: Glyph { Glyph(base: 0, width: 0) }

  package var text: String {
    var result = String.UnicodeScalarView()
    if base != 0, let scalar = Unicode.Scalar(base) { result.append(scalar) }
    for mark in marks {
      if let mark = Unicode.Scalar(mark) { result.append(mark) }
    }
    return String(result)
  }

  var hasMarks: Bool { first != 0 }

  /// The combining marks of the character.
  var marks: [UInt32] { [first, second, third, fourth].filter { $0 != 0 } }

  /// Adds a combining mark to the character.
  ///
  /// As in ncurses, a character's combining marks after the fourth one are ignored.
  mutating func add(mark: UInt32) {
    if first == 0 {
      first = mark
    } else if second == 0 {
      second = mark
    } else if third == 0 {
      third = mark
    } else if fourth == 0 {
      fourth = mark
    }
  }
}

/// The style of a cell, which consists of a text color, a background color, and attributes such as
/// bold.
///
/// Colors are specified by their purpose, so the content of a screen is the same in every terminal
/// and theme. A ``Palette`` maps roles to colors.
package struct Style: Sendable, Hashable {
  /// Text attributes such as bold, with the same bit values as in the C header `settee_curses.h`.
  ///
  /// Attributes that the terminal doesn't support have no effect.
  package struct Attributes: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Creates text attributes from an array literal, such as `[.bold, .underline]`.
    ///
    /// The implementation in the standard library is replaced, because it makes the runtime look up
    /// types, which is slow.
    package init(arrayLiteral elements: Attributes...) {
      rawValue = elements.reduce(0) { $0 | $1.rawValue }
    }

    package static let bold = Attributes(rawValue: 1)
    package static let italic = Attributes(rawValue: 2)
    package static let underline = Attributes(rawValue: 4)
    /// The text color and the background color are swapped, for example to draw a switch.
    package static let reverse = Attributes(rawValue: 8)
    /// The text is a hyperlink, whose target is stored in ``Screen/links``.
    package static let link = Attributes(rawValue: 16)
  }

  package var ink: Foreground
  package var surface: Background
  package var attributes: Attributes
  /// A color that replaces the one of `ink`, or `nil` if there is none.
  ///
  /// It shows a color that the user has set, such as `#ff8800`.
  package var color: RGB?

  package init(
    _ ink: Foreground = .text, on surface: Background = .page, _ attributes: Attributes = []
  ) {
    self.ink = ink
    self.surface = surface
    self.attributes = attributes
  }

  package static let plain = Style()
}

/// A text color that is specified by its purpose, such as `good` for success messages.
package enum Foreground: UInt8, Sendable, CaseIterable {
  /// The color of titles, messages, and values that the user has set.
  case text
  /// The color of explanations and default values.
  case quiet
  /// The role of disabled controls.
  case off
  /// The color of headings, keys, borders, and the knobs of sliders.
  case accent
  /// The color of success messages and of switches that are turned on.
  case good
  /// The color of values that differ from their default.
  case warn
  /// The color of values that haven't been pushed and of changes by other programs.
  case note
  /// The color of errors and unresolved conflicts.
  case bad
  /// The role of managed values.
  case held
  /// The color of separators, slider rails, and scroll bars.
  case line
  /// The color of all text on a page that is dimmed behind a dialog box.
  case shade
}

/// A semantic background role.
package enum Background: UInt8, Sendable, CaseIterable {
  /// The background of the page, which is the terminal's default background.
  case page
  /// The sidebar and the inspector.
  case side
  /// A dialog box.
  case sheet
  case bar
  /// Text fields and buttons.
  case field
  case band
}
