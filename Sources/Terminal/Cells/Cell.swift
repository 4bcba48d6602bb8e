/// One column of one row: a glyph and how it looks.
package struct Cell: Sendable, Hashable {
  package var glyph = Glyph.blank
  package var style = Style.plain

  /// The cell without what cannot be seen, so that blanks that look alike are equal.
  ///
  /// A blank shows its surface, and an ink only as a line under it or in the surface's place.
  var settled: Cell {
    guard glyph == .blank, style.attributes.isDisjoint(with: [.underline, .reverse]) else {
      return self
    }
    return Cell(style: Style(.text, on: style.surface, style.attributes.intersection(.link)))
  }
}

/// A number of rows and columns; the smallest is one of each.
package struct Size: Sendable, Hashable {
  package var rows: Int
  package var columns: Int

  package init(rows: Int, columns: Int) {
    self.rows = max(1, rows)
    self.columns = max(1, columns)
  }
}

/// A place on the screen, counted from zero.
package struct Position: Sendable, Hashable {
  package var row: Int
  package var column: Int

  package init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}

/// What one or two columns of the screen show: a character and the marks on it.
package struct Glyph: Sendable, Hashable {
  /// The character; 0 in a column that the wide glyph before it covers.
  package var base: UInt32
  package var marks = Marks()
  /// The columns that it covers: 1 or 2, and 0 for a column covered by the glyph before.
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

/// Up to four marks on a character, 0 where there is none.
///
/// NB: four numbers in a row: a vector would be aligned so far that a cell took twice the memory.
package struct Marks: Sendable, Hashable {
  private(set) var first: UInt32 = 0, second: UInt32 = 0, third: UInt32 = 0, fourth: UInt32 = 0

  /// Adds a mark; a fifth is dropped, as ncurses would drop it.
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

/// How a cell looks: an ink on a surface, and attributes; what colours these are is the palette's matter.
///
/// A screen is drawn in roles alone, so it is the same screen in every terminal and theme.
package struct Style: Sendable, Hashable {
  /// Attributes, in the bits of `settee_curses.h`; a terminal that lacks one shows the text without.
  package struct Attributes: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Without it, the standard library's own has the runtime look for types before the first picture.
    package init(arrayLiteral elements: Attributes...) {
      rawValue = elements.reduce(0) { $0 | $1.rawValue }
    }

    package static let bold = Attributes(rawValue: 1)
    package static let underline = Attributes(rawValue: 4)
    /// Ink and surface change places, as in the pill of a switch.
    package static let reverse = Attributes(rawValue: 8)
    /// Leads somewhere outside the terminal; the screen knows where, see ``Screen/links``.
    package static let link = Attributes(rawValue: 16)
  }

  package var ink: Ink
  package var surface: Surface
  package var attributes: Attributes

  package init(_ ink: Ink = .text, on surface: Surface = .page, _ attributes: Attributes = []) {
    self.ink = ink
    self.surface = surface
    self.attributes = attributes
  }

  package static let plain = Style()
}

/// What letters and lines are drawn in, by what they mean.
package enum Ink: UInt8, Sendable, CaseIterable {
  /// Titles, sentences, and the user's own values.
  case text
  /// Explanations, and values that are the default.
  case quiet
  /// What cannot be used now.
  case off
  /// Headings, keys, frames, the knob of a slider.
  case accent
  /// What is on, and what went well.
  case good
  /// What the user has changed.
  case warn
  /// What the mirror does not have yet, and what somebody else has changed.
  case note
  /// What went wrong, and what is to be decided.
  case bad
  /// What an administrator has decided.
  case held
  /// Rules, rails and scroll bars.
  case line
  /// All of a page that a box stands above.
  case shade
}

/// What stands behind the letters.
package enum Surface: UInt8, Sendable, CaseIterable {
  /// The terminal's own.
  case page
  /// Beside the pane: the sidebar and the inspector.
  case side
  /// A box above the page.
  case sheet
  case bar
  /// Where one can type or press.
  case field
  case band
}
