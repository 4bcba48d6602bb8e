import SetteeTestSupport
import Testing

@testable import SetteeTerminal

/// Applies the bytes of frames to an emulated terminal.
@Suite struct PainterTests {
  private static let size = Size(rows: 12, columns: 30)
  private static let palette = Palette(
    Theme(), depth: .many, terminal: TerminalColors(page: .black, ink: .white))

  /// Returns a painter for a terminal that lacks some of four features, given as bits.
  private static func painter(lacking bits: Int) -> Painter {
    var painter = Painter()
    painter.resetsSingly = bits & 1 == 0
    painter.erasesInColor = bits & 2 == 0
    painter.wrapsAtOnce = bits & 4 != 0
    if bits & 8 != 0 { painter.attributesInColor = .bold }
    return painter
  }

  private static func text(
    from old: Screen?, to new: Screen, _ painter: Painter = painter(lacking: 0)
  ) -> String {
    String(decoding: painter.bytes(from: old, to: new, palette: palette), as: UTF8.self)
  }

  @Test(arguments: 0..<16, [Theme(), Theme(.dark), Theme(hasColors: false)])
  func `bytes turn any frame into any other`(lacking: Int, theme: Theme) {
    let painter = Self.painter(lacking: lacking)
    let palette = Palette(
      theme, depth: lacking & 1 == 0 ? .full : .few,
      terminal: TerminalColors(page: .black, ink: .white))
    var terminal = EmulatedTerminal(Self.size, painter: painter)
    var pictures = RandomFrames(size: Self.size, seed: 7)
    var shown: Screen?
    for number in 0..<150 {
      let next = pictures.next()
      // Sometimes the content of the terminal isn't known anymore.
      if number % 50 == 25 { shown = nil }
      let bytes = painter.bytes(from: shown, to: next, palette: palette)
      terminal.take(String(decoding: bytes, as: UTF8.self))
      let difference = terminal.difference(from: next, palette)
      #expect(difference == nil, "picture \(number)")
      #expect(terminal.cursor == next.cursor && terminal.isPlain)
      if difference != nil { break }
      shown = next
    }
  }

  @Test func `equal frames need no output`() {
    var pictures = RandomFrames(size: Self.size, seed: 1)
    let picture = pictures.next()
    var same = Screen(size: picture.size)
    for (row, cells) in picture.rows.enumerated() { same.replace(row: row, with: cells.map { $0 }) }
    same.moveCursor(row: picture.cursor.row, column: picture.cursor.column)
    #expect(Self.text(from: picture, to: same) == "")
    same.moveCursor(row: 3, column: 4)
    #expect(Self.text(from: picture, to: same).hasSuffix("\u{1B}[4;5H"))
  }

  @Test func `only what differs is written, and short gaps are written too`() {
    func screen(_ text: String) -> Screen {
      var screen = Screen(size: Size(rows: 4, columns: 40))
      screen.put("A title that stays", row: 0, column: 0)
      screen.put(text, row: 2, column: 0)
      return screen
    }
    let old = screen("0123456789abcdefghij")
    #expect(
      Self.text(from: old, to: screen("0X2345X789abcdefgXij"))
        == "\u{1B}[3;2HX2345X\u{1B}[3;18HX\u{1B}[1;1H")
    #expect(
      Self.text(from: old, to: screen("0X23456X89abcdefghij"))
        == "\u{1B}[3;2HX\u{1B}[3;8HX\u{1B}[1;1H")
  }

  @Test func `a row that becomes shorter is erased, not overwritten`() {
    func screen(_ text: String, _ surface: Background) -> Screen {
      var screen = Screen(size: Size(rows: 1, columns: 40))
      screen.put(text, row: 0, column: 0)
      screen.restyle(row: 0, columns: 0..<40) { $0.surface = surface }
      return screen
    }
    for (surface, color) in [(Background.page, ""), (.band, "\u{1B}[48;5;238m")] {
      let (old, new) = (
        screen("Signature: sent from my terminal", surface), screen("Signature: none", surface)
      )
      let erased = Self.text(from: old, to: new)
      #expect(erased.contains("none") && erased.contains("\u{1B}[K"), "\(erased.debugDescription)")
      #expect(erased.contains(color) && erased.utf8.count < 50)
      // Other terminals would erase in the color of the page.
      let written = Self.text(from: old, to: new, Self.painter(lacking: 2))
      #expect(written.contains("\u{1B}[K") == (surface == .page))
    }
  }

  @Test func `hyperlinks are closed after each frame and rewritten with a new target`() {
    func screen(_ targets: String...) -> Screen {
      var screen = Screen(size: Size(rows: 2, columns: 20))
      for (row, target) in targets.enumerated() {
        screen.put("Manual of 1", row: row, column: 0)
        screen.link(row: row, columns: 0..<6, to: target)
      }
      return screen
    }
    let (one, two) = (screen("https://one", "https://two"), screen("https://one", "https://2"))
    #expect(
      Self.text(from: one, to: two) == """
        \u{1B}[2;1H\u{1B}]8;;https://2\u{1B}\\Manual\u{1B}]8;;\u{1B}\\ of 1\u{1B}[K\u{1B}[1;1H
        """)
    var painter = Self.painter(lacking: 0)
    painter.hasLinks = false
    #expect(Self.text(from: one, to: two, painter) == "")
    #expect(!Self.text(from: nil, to: two, painter).contains("\u{1B}]"))
  }

  @Test(arguments: ["https://one\u{1B}\\\u{1B}[2J", "https://\u{7}", "https://é"])
  func `a target with other characters than printable ASCII is not sent`(target: String) {
    var screen = Screen(size: Size(rows: 1, columns: 20))
    screen.put("Manual", row: 0, column: 0)
    screen.link(row: 0, columns: 0..<6, to: target)
    let text = Self.text(from: nil, to: screen)
    #expect(text.contains("Manual") && !text.contains("https") && !text.contains("[2J"))
  }

  @Test func `the cursor is placed after characters whose width terminals disagree on`() {
    var screen = Screen(size: Size(rows: 1, columns: 20))
    screen.put("\u{1F600}x日本e\u{301}y", row: 0, column: 0)
    #expect(
      Self.text(from: Screen(size: screen.size), to: screen)
        == "\u{1B}[1;1H\u{1F600}\u{1B}[1;3Hx日本e\u{301}\u{1B}[1;9Hy\u{1B}[1;1H")
  }
}

/// Frames like an editor's: rows that stay, change a little, move, or are replaced.
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
