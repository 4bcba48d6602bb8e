import Testing

@testable import SetteeTerminal

@Suite struct ScreenTests {
  @Test func `text is drawn at its position and clipped to the width`() {
    var screen = Screen(size: Size(rows: 2, columns: 10))
    let after = screen.put("hello", row: 0, column: 2, width: 3)
    #expect(screen.lines == ["  hel", ""])
    #expect(after == 5)
  }

  @Test func `a wide character is not split at the edge`() {
    var screen = Screen(size: Size(rows: 1, columns: 5))
    screen.put("日本語", row: 0, column: 0)
    #expect(screen.lines == ["日本"])
  }

  @Test func `half of a wide character is removed`() {
    var screen = Screen(size: Size(rows: 1, columns: 6))
    screen.put("日本", row: 0, column: 0)
    screen.put("x", row: 0, column: 1)
    #expect(screen.lines == [" x本"])
    screen.put("y", row: 0, column: 2)
    #expect(screen.lines == [" xy"])
  }

  @Test func `text outside the screen is dropped, and the cursor stays inside`() {
    var screen = Screen(size: Size(rows: 2, columns: 3))
    screen.put("abcdef", row: 1, column: -2)
    screen.put("no", row: 7, column: 0)
    screen.put("no", row: -1, column: 0)
    screen.moveCursor(row: 9, column: -4)
    #expect(screen.lines == ["", "cde"])
    #expect(screen.cursor == Position(row: 1, column: 0))
  }

  @Test func `a megabyte of text takes no longer than a row`() {
    var screen = Screen(size: Size(rows: 1, columns: 8))
    screen.put(String(repeating: "x", count: 1 << 20), row: 0, column: 0)
    #expect(screen.lines == ["xxxxxxxx"])
  }

  @Test func `an SVG snapshot contains the escaped text and the styles`() {
    var screen = Screen(size: Size(rows: 1, columns: 12))
    screen.put("a<b>&", row: 0, column: 0, style: Style(.bad, .bold))
    let svg = screen.svg
    #expect(svg.contains("a&lt;b&gt;&amp;</text>"))
    #expect(svg.contains("font-weight=\"bold\""))
    #expect(svg.hasSuffix("</svg>\n"))
  }

  @Test func `an SVG snapshot is dark or light as the reader or the theme prefers`() {
    var screen = Screen(size: Size(rows: 1, columns: 12))
    screen.put("a", row: 0, column: 0, style: Style(.bad))
    #expect(screen.svg.contains("prefers-color-scheme:light"))
    screen.theme = Theme(.light)
    #expect(
      !screen.svg.contains("prefers-color-scheme") && screen.svg.contains(".page{fill:#ffffff}"))
    screen.theme = Theme(hasColors: false)
    screen.restyle(row: 0, columns: 0..<12) { $0.surface = .band }
    #expect(screen.svg.contains("prefers-color-scheme:light"))
  }

  @Test func `spaces that look the same are equal`() {
    var (one, other) = (
      Screen(size: Size(rows: 1, columns: 4)), Screen(size: Size(rows: 1, columns: 4))
    )
    one.put("  ", row: 0, column: 0, style: Style(.accent, .bold))
    #expect(one == other)
    one.put("  ", row: 0, column: 0, style: Style(.accent, .underline))
    #expect(one != other)
    other.put("  ", row: 0, column: 0, style: Style(.warn, .underline))
    #expect(one != other)
    other.put("  ", row: 0, column: 0, style: Style(.warn, on: .band))
    one.put("  ", row: 0, column: 0, style: Style(.quiet, on: .band))
    #expect(one == other)
  }
}
