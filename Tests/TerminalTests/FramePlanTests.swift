import SetteeTestSupport
import Testing

@testable import SetteeTerminal

/// Applies frame plans to a screen in memory.
@Suite struct FramePlanTests {
  @Test(arguments: 0..<4)
  func `a plan turns any frame into any other`(abilities: Int) {
    let abilities = FramePlan.Abilities(
      scrolls: abilities & 1 != 0, fills: abilities & 2 != 0 ? Set(Background.allCases) : [])
    var pictures = RandomFrames(size: Size(rows: 12, columns: 30), seed: 7)
    var shown = pictures.next()
    for number in 0..<2000 {
      let next = pictures.next()
      let plan = FramePlan(from: shown, to: next, abilities)
      #expect(shown.after(plan, to: next) == next.rows, "picture \(number)")
      #expect(abilities.scrolls || plan.scroll == nil)
      #expect(!abilities.fills.isEmpty || !plan.stretches.contains { $0.emptiesRest })
      shown = next
    }
  }

  @Test func `equal frames need no output`() {
    var pictures = RandomFrames(size: Size(rows: 5, columns: 20), seed: 1)
    let picture = pictures.next()
    var same = Screen(size: picture.size)
    for (row, cells) in picture.rows.enumerated() { same.replace(row: row, with: cells.map { $0 }) }
    let plan = FramePlan(from: picture, to: same, FramePlan.Abilities())
    #expect(plan.scroll == nil && plan.stretches.isEmpty)
  }

  @Test(arguments: [1, 5, -1, -4])
  func `a scrolled list is scrolled by the terminal, and only new rows are written`(distance: Int) {
    func list(from first: Int) -> Screen {
      var screen = Screen(size: Size(rows: 20, columns: 40))
      screen.put("A title that stays", row: 0, column: 0)
      for row in 2..<18 {
        screen.put("Row \(first + row) of a long list", row: row, column: 3)
      }
      screen.put("The key hints", row: 19, column: 0)
      return screen
    }
    let plan = FramePlan(from: list(from: 100), to: list(from: 100 + distance), .init())
    #expect(plan.scroll == FramePlan.Scroll(rows: 2...17, distance: distance))
    #expect(plan.stretches.count == abs(distance))
  }

  @Test func `unchanged rows are not overwritten by scrolling`() {
    func picture(_ rows: [Int: String]) -> Screen {
      var screen = Screen(size: Size(rows: 24, columns: 80))
      for (row, text) in rows {
        screen.put("\(text) and so on, as long as a row is", row: row, column: 0)
      }
      return screen
    }
    let kept = Dictionary(uniqueKeysWithValues: (3..<18).map { ($0, "Row \($0)") })
    let moved = Dictionary(uniqueKeysWithValues: (0..<3).map { ($0 + 20, "Moved \($0)") })
    let there = Dictionary(uniqueKeysWithValues: (0..<3).map { ($0, "Moved \($0)") })
    let others = Dictionary(uniqueKeysWithValues: (18..<24).map { ($0, "Other \($0)") })
    let old = picture(kept.merging(moved) { $1 })
    let plan = FramePlan(
      from: old, to: picture(kept.merging(there) { $1 }.merging(others) { $1 }), .init())
    #expect(plan.scroll == nil)
  }

  @Test func `a row that becomes shorter is erased, not overwritten`() {
    var (old, new) = (
      Screen(size: Size(rows: 1, columns: 40)), Screen(size: Size(rows: 1, columns: 40))
    )
    old.put("Signature: sent from my terminal", row: 0, column: 0)
    new.put("Signature: none", row: 0, column: 0)
    let plan = FramePlan(from: old, to: new, FramePlan.Abilities())
    #expect(
      plan.stretches == [FramePlan.Stretch(row: 0, columns: 11..<15, emptiesRest: true)])
  }

  @Test func `a row with a new link is rewritten`() {
    var (old, new) = (
      Screen(size: Size(rows: 2, columns: 20)), Screen(size: Size(rows: 2, columns: 20))
    )
    for row in 0..<2 {
      old.put("Manual", row: row, column: 0)
      new.put("Manual", row: row, column: 0)
      old.link(row: row, columns: 0..<6, to: "https://example.org/\(row)")
    }
    new.link(row: 0, columns: 0..<6, to: "https://example.org/0")
    new.link(row: 1, columns: 0..<6, to: "https://example.org/other")
    let plan = FramePlan(from: old, to: new, FramePlan.Abilities())
    #expect(plan.stretches.map(\.row) == [1])
  }
}

/// Generates frames similar to the editor's, with rows that stay, change slightly, move, or are
/// replaced.
struct RandomFrames {
  private let size: Size
  private let texts: [String]
  private var numbers: SeededNumbers
  private var last: Screen?

  static let wideTexts = ["日本語", "e\u{301}tude", "한국", "\u{1F600}!", "──────────────"]
  static let plainTexts = ["Signature", "x", "On", "a longer title of a row", "  ", "[x] Off"]

  init(size: Size, seed: UInt64, texts: [String] = plainTexts + wideTexts) {
    self.size = size
    self.texts = texts
    numbers = SeededNumbers(seed: seed)
  }

  mutating func next() -> Screen {
    var screen = Screen(size: size)
    if let last, Int.random(in: 0..<8, using: &numbers) > 0 {
      let distance = Int.random(in: 0..<3, using: &numbers) == 0 ? moved() : 0
      for row in 1..<(size.rows - 1) {
        let source = row + distance
        if (1..<(size.rows - 1)).contains(source) {
          screen.replace(row: row, with: last.rows[source])
        }
      }
    }
    for _ in 0..<Int.random(in: 0..<6, using: &numbers) { change(&screen) }
    screen.moveCursor(
      row: Int.random(in: 0..<size.rows, using: &numbers),
      column: Int.random(in: 0..<size.columns, using: &numbers))
    last = screen
    return screen
  }

  private mutating func moved() -> Int { Int.random(in: -4...4, using: &numbers) }

  private mutating func change(_ screen: inout Screen) {
    let row = Int.random(in: 0..<size.rows, using: &numbers)
    if Int.random(in: 0..<6, using: &numbers) == 0 {
      let surface = Background.allCases.randomElement(using: &numbers) ?? .page
      let blank = Cell(style: Style(on: surface))
      screen.replace(row: row, with: Array(repeating: blank, count: size.columns))
    }
    let styles = [
      Style.plain, .plain, Style(.text, .bold), Style(.quiet), Style(.text, .reverse), Style(.good),
      Style(.text, on: .band, .bold), Style(.text, .underline), Style(.warn, on: .bar),
    ]
    screen.put(
      texts.randomElement(using: &numbers) ?? "", row: row,
      column: Int.random(in: 0..<size.columns, using: &numbers),
      style: styles.randomElement(using: &numbers) ?? .plain)
  }
}

extension Screen {
  /// Returns the rows that a terminal shows after it has applied a plan.
  fileprivate func after(_ plan: FramePlan, to new: Screen) -> [[Cell]] {
    var cells = rows
    let empty = [Cell](repeating: Cell(), count: size.columns)
    if let scroll = plan.scroll {
      for row in scroll.rows {
        let source = row + scroll.distance
        cells[row] = scroll.rows.contains(source) ? rows[source] : empty
      }
    }
    for stretch in plan.stretches {
      let end = stretch.emptiesRest ? size.columns : stretch.columns.upperBound
      // Overwriting one half of a wide character removes the other half.
      let (first, row) = (stretch.columns.lowerBound, stretch.row)
      if first < end, cells[row][first].glyph.width == 0 { cells[row][first - 1].glyph = .blank }
      if end < size.columns, cells[row][end].glyph.width == 0 { cells[row][end].glyph = .blank }
      for column in first..<end {
        cells[row][column] =
          stretch.columns.contains(column)
          ? new.rows[row][column]
          : Cell(style: Style(on: new.rows[row][size.columns - 1].style.surface))
      }
    }
    return cells
  }
}
