/// The smallest update that changes what the terminal shows from one screen to another.
///
/// The update doesn't depend on a terminal, so tests can apply it to a screen in memory.
struct FramePlan: Equatable {
  /// A scroll that moves a range of rows up or down.
  struct Scroll: Equatable {
    /// The range of rows that the terminal scrolls.
    var rows: ClosedRange<Int>
    /// The number of rows to scroll, where a positive number scrolls up.
    var distance: Int
  }

  /// A range of columns in a row that must be written again.
  struct Stretch: Equatable {
    var row: Int
    var columns: Range<Int>
    /// A Boolean value that indicates whether the rest of the row is erased in the style of the
    /// last written cell.
    var emptiesRest = false
  }

  /// The features of the terminal that an update can use.
  struct Abilities: Equatable {
    var scrolls = true
    /// The backgrounds with which the terminal can erase the rest of a row.
    var fills = Set(Background.allCases)
  }

  private(set) var scroll: Scroll?
  private(set) var stretches: [Stretch] = []

  /// Finds the smallest update from one screen to another screen of the same size.
  init(from old: Screen, to new: Screen, _ abilities: Abilities) {
    var before = old
    // Scrolling is worthwhile only if enough rows differ between the two screens.
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

  /// The maximum number of unchanged cells that are written again, because skipping them would take
  /// more bytes.
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
      // Erase the blanks at the end of a row instead of writing them, which takes fewer bytes.
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

  /// Adds a range of columns to the update, or extends the previous range if the two are adjacent.
  private mutating func add(_ row: Int, _ columns: Range<Int>) {
    if let last = stretches.last, last.row == row, last.columns.upperBound >= columns.lowerBound {
      let end = max(last.columns.upperBound, columns.upperBound)
      stretches[stretches.count - 1].columns = last.columns.lowerBound..<end
    } else {
      stretches.append(Stretch(row: row, columns: columns))
    }
  }

  /// Extends a range of columns so that it contains no half of a wide character in the old or the
  /// new row.
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
  /// Finds the scroll that reduces the output the most, or returns `nil` if scrolling isn't
  /// worthwhile.
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
          // Scrolling a row is useful only if the row isn't empty and isn't already at its new
          // position.
          if new[row] != old[row], new[row] != empty { gain += 1 }
          row += 1
        }
        guard gain > best?.gain ?? FramePlan.Scroll.price else {
          row = max(row, start + 1)
          continue
        }
        let rows = min(start, start + distance)...max(row, row + distance) - 1
        // Subtract the rows that are already correct but that the scroll clears, because they must
        // be written again.
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

  /// Returns a hash of a row, so that each row can be compared quickly with every other row.
  ///
  /// If two different rows have the same hash, the update is still correct but might write more
  /// than necessary.
  private static func mark(_ cells: [Cell]) -> UInt64 {
    var mark: UInt64 = 0
    for cell in cells {
      let (letter, look) = (UInt64(cell.glyph.base), UInt64(cell.style.attributes.rawValue))
      mark = (mark ^ (letter << 8 | look)) &* 0x9E37_79B9_7F4A_7C15
      mark ^= mark >> 29
    }
    return mark
  }

  /// The cost of a scroll, expressed as the number of rows that take as many bytes to write.
  private static let price = 2
}

extension Screen {
  static func unknown(_ size: Size) -> Screen {
    var screen = Screen(size: size)
    let row = [Cell](repeating: .unknown, count: size.columns)
    for number in 0..<size.rows { screen.replace(row: number, with: row) }
    return screen
  }

  /// A variant of the screen in which the background of the focused row ends after the text.
  ///
  /// Some terminals can't fill the rest of a row with a background color, so they show this variant
  /// of the screen.
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

  /// Marks the rows whose hyperlink target differs from another screen as unknown.
  ///
  /// A row must be written again to change the target of its hyperlink.
  fileprivate mutating func forgetLinks(unlike other: Screen) {
    guard links != other.links else { return }
    for row in rows.indices where links[row] != other.links[row] {
      replace(row: row, with: Array(repeating: .unknown, count: size.columns))
    }
  }
}

extension Cell {
  /// A cell whose content is unknown, so it differs from every cell that a screen can contain.
  fileprivate static let unknown = Cell(glyph: Glyph(base: .max, width: 1))
}
