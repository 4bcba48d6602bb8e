#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a terminal has to be sent so that it shows one picture instead of another.
///
/// It knows no terminal either: what it plans can be carried out on a screen that is a value.
struct FramePlan: Equatable {
  /// Rows that move as they are, and leave empty rows behind.
  struct Scroll: Equatable {
    /// The rows among which the others move.
    var rows: ClosedRange<Int>
    /// How far up; below zero for down.
    var distance: Int
  }

  /// A stretch of a row that is written anew.
  struct Stretch: Equatable {
    var row: Int
    var columns: Range<Int>
    /// Whether the rest of the row is emptied.
    var emptiesRest = false
  }

  /// What a terminal can do besides writing.
  struct Abilities: Equatable {
    var scrolls = true
    var emptiesRows = true
  }

  /// The rows to move, before anything is written.
  private(set) var scroll: Scroll?
  /// What to write, from the top.
  private(set) var stretches: [Stretch] = []

  /// Plans the way from a screen to another of the same size.
  init(from old: Screen, to new: Screen, _ abilities: Abilities) {
    var before = old
    if abilities.scrolls, FramePlan.changesManyRows(old, new) {
      scroll = Scroll(from: old, to: new)
      if let scroll { before.scroll(scroll) }
    }
    before.forgetLinks(unlike: new)
    before.forEachRow(unlike: new) { row, own, other in
      own.withUnsafeBufferPointer { own in
        other.withUnsafeBufferPointer { other in
          guard !RowBytes.areSame(own, other) else { return }
          addStretches(row, own, other, emptiesRows: abilities.emptiesRows)
        }
      }
    }
  }

  /// Whether so many rows differ that some may only have moved.
  private static func changesManyRows(_ old: Screen, _ new: Screen) -> Bool {
    var count = 0
    old.forEachRow(unlike: new) { _, own, other in
      own.withUnsafeBufferPointer { own in
        other.withUnsafeBufferPointer { count += RowBytes.areSame(own, $0) ? 0 : 1 }
      }
    }
    return count > 5
  }

  /// So many equal cells between two changes are written again rather than stepped over.
  private static let widestStep = 4

  private mutating func addStretches(
    _ row: Int, _ old: UnsafeBufferPointer<Cell>, _ new: UnsafeBufferPointer<Cell>,
    emptiesRows: Bool
  ) {
    var end = min(old.count, new.count)
    while end > 0, old[end - 1] == new[end - 1] { end -= 1 }
    guard end > 0 else { return }
    var text = end
    if emptiesRows {
      // What the row ends with in the new picture, when that is nothing at all.
      var blanks = new.count
      while blanks > 0, new[blanks - 1] == .empty { blanks -= 1 }
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
    if stretches.count > first, stretches[stretches.count - 1].columns.upperBound == text {
      stretches[stretches.count - 1].emptiesRest = true
    } else {
      stretches.append(Stretch(row: row, columns: text..<text, emptiesRest: true))
    }
  }

  /// Adds a stretch; one that begins where the last one ends, or before, goes on with it.
  private mutating func add(_ row: Int, _ columns: Range<Int>) {
    if let last = stretches.last, last.row == row, last.columns.upperBound >= columns.lowerBound {
      let end = max(last.columns.upperBound, columns.upperBound)
      stretches[stretches.count - 1].columns = last.columns.lowerBound..<end
    } else {
      stretches.append(Stretch(row: row, columns: columns))
    }
  }

  /// Columns, widened to whole characters of both rows.
  private static func whole(
    _ columns: Range<Int>, _ old: UnsafeBufferPointer<Cell>, _ new: UnsafeBufferPointer<Cell>
  ) -> Range<Int> {
    var (first, end) = (columns.lowerBound, columns.upperBound)
    while first > 0, old[first].glyph.width == 0 || new[first].glyph.width == 0 { first -= 1 }
    let count = min(old.count, new.count)
    while end < count, old[end].glyph.width == 0 || new[end].glyph.width == 0 { end += 1 }
    return first..<end
  }
}

extension FramePlan.Scroll {
  /// The move that brings most rows to their places; nil when none is worth it.
  init?(from old: Screen, to new: Screen) {
    let empty = RowBytes.mark([Cell](repeating: .empty, count: new.size.columns))
    let (old, new) = (old.rows.map(RowBytes.mark), new.rows.map(RowBytes.mark))
    var best: (gain: Int, scroll: FramePlan.Scroll)?
    for distance in 1 - new.count..<new.count where distance != 0 {
      var row = max(0, -distance)
      let end = min(new.count, new.count - distance)
      while row < end {
        let start = row
        var gain = 0
        while row < end, new[row] == old[row + distance] {
          // A row that stands there already, or is empty, gains nothing.
          if new[row] != old[row], new[row] != empty { gain += 1 }
          row += 1
        }
        guard gain > best?.gain ?? FramePlan.Scroll.price else {
          row = max(row, start + 1)
          continue
        }
        let rows = min(start, start + distance)...max(row, row + distance) - 1
        // What stood right in the rows that are left behind has to be written again.
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

  /// To move rows takes about as many bytes as to write so many of them.
  private static let price = 2
}

/// Rows as their bytes: equal bytes are equal cells, and are told at a glance.
private enum RowBytes {
  static func areSame(
    _ own: UnsafeBufferPointer<Cell>, _ other: UnsafeBufferPointer<Cell>
  ) -> Bool {
    guard own.count == other.count, let first = own.baseAddress, let second = other.baseAddress
    else { return own.count == other.count }
    return memcmp(first, second, own.count * MemoryLayout<Cell>.stride) == 0
  }

  /// A number that is the same for equal rows, and hardly ever for others.
  ///
  /// NB: it only proposes what may have moved; the cells themselves decide what is written.
  static func mark(_ cells: [Cell]) -> UInt64 {
    cells.withUnsafeBytes { bytes in
      var mark: UInt64 = 0xCBF2_9CE4_8422_2325
      for offset in stride(from: 0, to: bytes.count & ~7, by: 8) {
        mark = (mark ^ bytes.load(fromByteOffset: offset, as: UInt64.self)) &* 0x9E37_79B9_7F4A_7C15
        mark ^= mark >> 29
      }
      return mark
    }
  }
}

extension Screen {
  /// Moves rows as a terminal does.
  fileprivate mutating func scroll(_ scroll: FramePlan.Scroll) {
    let empty = [Cell](repeating: .empty, count: size.columns)
    let (moved, led) = (rows, links)
    for row in scroll.rows {
      let source = row + scroll.distance
      let stays = scroll.rows.contains(source)
      replace(row: row, with: stays ? moved[source] : empty, link: stays ? led[source] : nil)
    }
  }

  /// Forgets what stands in rows that lead elsewhere than those of another screen: where a row leads
  /// changes only with what is written.
  fileprivate mutating func forgetLinks(unlike other: Screen) {
    guard links != other.links else { return }
    for row in rows.indices where links[row] != other.links[row] {
      replace(row: row, with: Array(repeating: .unknown, count: size.columns))
    }
  }
}

extension Cell {
  /// A column with nothing in it.
  fileprivate static let empty = Cell()
  /// A column of which nothing is known: like no other.
  fileprivate static let unknown = Cell(Glyph(.max, width: 1))
}
