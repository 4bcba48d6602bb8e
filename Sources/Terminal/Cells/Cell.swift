/// A cell of the screen, which is one column of one row.
package struct Cell: Sendable, Hashable {
  package var glyph = Glyph.blank
  package var style = Style.plain

  /// The cell without invisible style attributes, so that blanks that look identical compare equal.
  ///
  /// The foreground of a blank is visible only with underline or reverse video.
  var settled: Cell {
    guard glyph == .blank, style.attributes.isDisjoint(with: [.underline, .reverse]) else {
      return self
    }
    return Cell(style: Style(.text, on: style.surface, style.attributes.intersection(.link)))
  }
}

/// A size in rows and columns, each of which is at least one.
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
  /// The width in columns, which is 1 or 2, or 0 for the second column of a wide glyph.
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

/// A set of up to four combining marks.
///
/// Marks that aren't used are 0.
///
/// The marks are four separate integers, because the alignment of a SIMD vector would double the
/// size of a cell.
package struct CombiningMarks: Sendable, Hashable {
  private(set) var first: UInt32 = 0, second: UInt32 = 0, third: UInt32 = 0, fourth: UInt32 = 0

  /// Adds a mark to the set.
  ///
  /// If there are more than four marks, the additional ones are dropped, as in ncurses.
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

/// The style of a cell, which consists of a foreground role, a background role, and attributes.
///
/// Screens use roles instead of colors, so they are identical in all terminals and themes. A
/// ``Palette`` maps roles to colors.
package struct Style: Sendable, Hashable {
  /// The attributes of text.
  ///
  /// Attributes that the terminal doesn't support are ignored.
  package struct Attributes: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// This overload avoids a slow runtime type lookup in the standard library's implementation.
    package init(arrayLiteral elements: Attributes...) {
      rawValue = elements.reduce(0) { $0 | $1.rawValue }
    }

    package static let bold = Attributes(rawValue: 1)
    package static let underline = Attributes(rawValue: 4)
    /// The foreground and the background are swapped, as in the pill of a switch.
    package static let reverse = Attributes(rawValue: 8)
    /// The text is a hyperlink, whose target is in ``Screen/links``.
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
  /// The role of titles, messages, and values that the user has set.
  case text
  /// The role of explanations and default values.
  case quiet
  /// The role of disabled controls.
  case off
  /// The role of headings, keys, borders, and slider knobs.
  case accent
  /// The role of switches that are on, and of success messages.
  case good
  /// The role of values that have changed.
  case warn
  /// The role of values that haven't been pushed, and of changes made by others.
  case note
  /// The role of errors, and of conflicts that have to be resolved.
  case bad
  /// The role of managed values.
  case held
  /// The role of separators, rails, and scroll bars.
  case line
  /// The role of everything on a page that is dimmed behind a box.
  case shade
}

/// A semantic background role.
package enum Background: UInt8, Sendable, CaseIterable {
  /// The default background of the terminal.
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
