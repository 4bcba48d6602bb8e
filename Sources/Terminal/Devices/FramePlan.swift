/// The minimal update that changes one screen into another.
///
/// The plan is independent of any terminal, so tests can apply it to a screen value.
struct FramePlan: Equatable {
  /// A scroll of a range of rows.
  struct Scroll: Equatable {
    /// The range of rows to scroll.
    var rows: ClosedRange<Int>
    /// The distance in rows, where positive numbers mean up.
    var distance: Int
  }

  /// A range of columns to rewrite.
  struct Stretch: Equatable {
    var row: Int
    var columns: Range<Int>
    /// A Boolean value that indicates whether to erase the rest of the row in the style of its last
    /// cell.
    var emptiesRest = false
  }

  /// The terminal features that an update can use.
  struct Abilities: Equatable {
    var scrolls = true
    /// The backgrounds that the terminal can use to erase the rest of a row.
    var fills = Set(Background.allCases)
  }

  private(set) var scroll: Scroll?
  private(set) var stretches: [Stretch] = []

  /// Computes the update from one screen to another screen of the same size.
  init(from old: Screen, to new: Screen, _ abilities: Abilities) {
    var before = old
    // Look for a scroll only if enough rows differ to make it worthwhile.
    let differing = new.rows.indices.count { old.rows[$0] != new.rows[$0] }
    if abilities.scrolls, differing > 5 {
      scroll = Scroll(from: old.rows, to: new.rows)
      if let scroll { before.scroll(scroll) }
    }
    before.forgetLinks(unlike: new)
    for row in new.rows.indices where before.rows[row] != new.rows[row] {
      addStretches(row, before.rows[row], new.rows[row], abilities)
    }
  }

  /// The maximum number of unchanged cells that are rewritten rather than skipped.
  private static let widestStep = 4

  private mutating func addStretches(
    _ row: Int, _ old: [Cell], _ new: [Cell], _ abilities: Abilities
  ) {
    var end = min(old.count, new.count)
    while end > 0, old[end - 1] == new[end - 1] { end -= 1 }
    guard end > 0 else { return }
    var text = end
    if let last = new.last, last == Cell(style: Style(on: last.style.surface)),
      abilities.fills.contains(last.style.surface)
    {
      // Trailing blanks in the new row can be erased instead of written.
      var blanks = new.count
      while blanks > 0, new[blanks - 1] == last { blanks -= 1 }
      if end - blanks > FramePlan.widestStep { text = blanks }
    }
    var column = 0
    let first = stretches.count
    while column < text {
      guard old[column] != new[column] else {
        column += 1
        continue
      }
      let start = column
      var last = column
      while column < text, column - last <= FramePlan.widestStep {
        if old[column] != new[column] { last = column }
        column += 1
      }
      add(row, FramePlan.whole(start..<(last + 1), old, new))
    }
    guard text < end else { return }
    if stretches.count == first || stretches[stretches.count - 1].columns.upperBound != text {
      stretches.append(Stretch(row: row, columns: text..<text))
    }
    stretches[stretches.count - 1].emptiesRest = true
  }

  /// Adds a range of columns, or extends the previous range if they are adjacent.
  private mutating func add(_ row: Int, _ columns: Range<Int>) {
    if let last = stretches.last, last.row == row, last.columns.upperBound >= columns.lowerBound {
      let end = max(last.columns.upperBound, columns.upperBound)
      stretches[stretches.count - 1].columns = last.columns.lowerBound..<end
    } else {
      stretches.append(Stretch(row: row, columns: columns))
    }
  }

  /// Returns the range of columns after extending it to complete characters in both rows.
  private static func whole(
    _ columns: Range<Int>, _ old: [Cell], _ new: [Cell]
  ) -> Range<Int> {
    var (first, end) = (columns.lowerBound, columns.upperBound)
    while first > 0, old[first].glyph.width == 0 || new[first].glyph.width == 0 { first -= 1 }
    let count = min(old.count, new.count)
    while end < count, old[end].glyph.width == 0 || new[end].glyph.width == 0 { end += 1 }
    return first..<end
  }
}

extension FramePlan.Scroll {
  /// Finds the scroll that saves the most output, or returns `nil` if none saves enough.
  init?(from old: [[Cell]], to new: [[Cell]]) {
    let empty = Self.mark([Cell](repeating: Cell(), count: new.first?.count ?? 0))
    let (old, new) = (old.map(Self.mark), new.map(Self.mark))
    var best: (gain: Int, scroll: FramePlan.Scroll)?
    for distance in 1 - new.count..<new.count where distance != 0 {
      var row = max(0, -distance)
      let end = min(new.count, new.count - distance)
      while row < end {
        let start = row
        var gain = 0
        while row < end, new[row] == old[row + distance] {
          // A row that is empty or already in place saves nothing.
          if new[row] != old[row], new[row] != empty { gain += 1 }
          row += 1
        }
        guard gain > best?.gain ?? FramePlan.Scroll.price else {
          row = max(row, start + 1)
          continue
        }
        let rows = min(start, start + distance)...max(row, row + distance) - 1
        // Rows that were in place but are cleared by the scroll must be rewritten.
        let left = distance > 0 ? row..<row + distance : start + distance..<start
        gain -= left.count { new[$0] == old[$0] && new[$0] != empty }
        if gain > best?.gain ?? FramePlan.Scroll.price {
          best = (gain, FramePlan.Scroll(rows: rows, distance: distance))
        }
        row = max(row, start + 1)
      }
    }
    guard let best else { return nil }
    self = best.scroll
  }

  /// Returns a hash of a row for comparing each row with every other row.
  ///
  /// A collision only makes the chosen scroll less useful, because the cells themselves determine
  /// what is written.
  private static func mark(_ cells: [Cell]) -> UInt64 {
    var mark: UInt64 = 0
    for cell in cells {
      let (letter, look) = (UInt64(cell.glyph.base), UInt64(cell.style.attributes.rawValue))
      mark = (mark ^ (letter << 8 | look)) &* 0x9E37_79B9_7F4A_7C15
      mark ^= mark >> 29
    }
    return mark
  }

  /// The cost of a scroll, in rows that could be written with the same number of bytes.
  private static let price = 2
}

extension Screen {
  static func unknown(_ size: Size) -> Screen {
    var screen = Screen(size: size)
    let row = [Cell](repeating: .unknown, count: size.columns)
    for number in 0..<size.rows { screen.replace(row: number, with: row) }
    return screen
  }

  /// The screen with highlights that end after their text.
  ///
  /// Terminals that can't erase with a background color use this screen.
  var withoutBandEnds: Screen {
    var screen = self
    for (number, cells) in rows.enumerated() {
      guard let end = cells.lastIndex(where: { $0.style.surface == .band }) else { continue }
      let rest = end + 1 < cells.count ? cells[end + 1].style.surface : .page
      let blank = Cell(style: Style(on: .band))
      var first = end + 1
      while first > 0, cells[first - 1] == blank { first -= 1 }
      screen.restyle(row: number, columns: (first + 1)..<max(first + 1, end + 1)) {
        $0.surface = rest
      }
    }
    return screen
  }

  fileprivate mutating func scroll(_ scroll: FramePlan.Scroll) {
    let empty = [Cell](repeating: Cell(), count: size.columns)
    let (moved, led) = (rows, links)
    for row in scroll.rows {
      let source = row + scroll.distance
      let stays = scroll.rows.contains(source)
      replace(row: row, with: stays ? moved[source] : empty, link: stays ? led[source] : nil)
    }
  }

  /// Marks rows with a different link target as unknown.
  ///
  /// Changing a target requires rewriting the row.
  fileprivate mutating func forgetLinks(unlike other: Screen) {
    guard links != other.links else { return }
    for row in rows.indices where links[row] != other.links[row] {
      replace(row: row, with: Array(repeating: .unknown, count: size.columns))
    }
  }
}

extension Cell {
  /// A cell of unknown content, which differs from every other cell.
  fileprivate static let unknown = Cell(glyph: Glyph(base: .max, width: 1))
}
