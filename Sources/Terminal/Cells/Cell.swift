/// A screen cell, which is one column of one row.
package struct Cell: Sendable, Hashable {
  package var glyph = Glyph.blank
  package var style = Style.plain

  /// The cell without invisible style attributes, so that identical-looking blanks compare equal.
  ///
  /// The foreground of a blank is visible only with underline or reverse video.
  var settled: Cell {
    guard glyph == .blank, style.attributes.isDisjoint(with: [.underline, .reverse]) else {
      return self
    }
    return Cell(style: Style(.text, on: style.surface, style.attributes.intersection(.link)))
  }
}

/// A size in rows and columns, with a minimum of one each.
package struct Size: Sendable, Hashable {
  package var rows: Int
  package var columns: Int

  package init(rows: Int, columns: Int) {
    self.rows = max(1, rows)
    self.columns = max(1, columns)
  }
}

/// A zero-based position on the screen.
package struct Position: Sendable, Hashable {
  package var row: Int
  package var column: Int

  package init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}

/// A base character with its combining marks, which covers one or two columns.
package struct Glyph: Sendable, Hashable {
  /// The base character, or 0 in the second column of a wide glyph.
  package var base: UInt32
  package var marks = CombiningMarks()
  /// The width in columns: 1 or 2, or 0 for the second column of a wide glyph.
  package var width: UInt8

  package static let blank = Glyph(base: 0x20, width: 1)
  static let covered = Glyph(base: 0, width: 0)

  package var text: String {
    var result = String.UnicodeScalarView()
    if base != 0, let scalar = Unicode.Scalar(base) { result.append(scalar) }
    for mark in [marks.first, marks.second, marks.third, marks.fourth] where mark != 0 {
      if let mark = Unicode.Scalar(mark) { result.append(mark) }
    }
    return String(result)
  }
}

/// Up to four combining marks.
///
/// Unused ones are 0.
///
/// Four separate integers, because the alignment of a SIMD vector would double the size of a cell.
package struct CombiningMarks: Sendable, Hashable {
  private(set) var first: UInt32 = 0, second: UInt32 = 0, third: UInt32 = 0, fourth: UInt32 = 0

  /// Adds a mark.
  ///
  /// More than four are dropped, as in ncurses.
  mutating func add(_ mark: UInt32) {
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

/// The style of a cell: a foreground role, a background role, and attributes.
///
/// Screens use roles instead of colors, so they are identical in all terminals and themes. A
/// ``Palette`` maps roles to colors.
package struct Style: Sendable, Hashable {
  /// Text attributes, with the bit values of `settee_curses.h`.
  ///
  /// Unsupported attributes are ignored.
  package struct Attributes: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// This overload avoids a slow runtime type lookup in the standard library's implementation.
    package init(arrayLiteral elements: Attributes...) {
      rawValue = elements.reduce(0) { $0 | $1.rawValue }
    }

    package static let bold = Attributes(rawValue: 1)
    package static let underline = Attributes(rawValue: 4)
    /// Swaps the foreground and the background, as in the pill of a switch.
    package static let reverse = Attributes(rawValue: 8)
    /// Marks a hyperlink, whose target is in ``Screen/links``.
    package static let link = Attributes(rawValue: 16)
  }

  package var ink: Foreground
  package var surface: Background
  package var attributes: Attributes

  package init(
    _ ink: Foreground = .text, on surface: Background = .page, _ attributes: Attributes = []
  ) {
    self.ink = ink
    self.surface = surface
    self.attributes = attributes
  }

  package static let plain = Style()
}

/// A semantic foreground role for text and lines.
package enum Foreground: UInt8, Sendable, CaseIterable {
  /// Titles, messages, and values set by the user.
  case text
  /// Explanations and default values.
  case quiet
  /// Disabled controls.
  case off
  /// Headings, keys, borders, and slider knobs.
  case accent
  /// Switches that are on, and success messages.
  case good
  /// Changed values.
  case warn
  /// Unpushed values, and changes made by others.
  case note
  /// Errors, and conflicts to be resolved.
  case bad
  /// Managed values.
  case held
  /// Separators, rails, and scroll bars.
  case line
  /// Everything on a page that is dimmed behind a box.
  case shade
}

/// A semantic background role.
package enum Background: UInt8, Sendable, CaseIterable {
  /// The terminal's default background.
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
