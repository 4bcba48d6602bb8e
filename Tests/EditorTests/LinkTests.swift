import Settee
import SetteeTerminal
import Testing

@testable import SetteeEditor

/// Tests rows that open links in other applications.
@Suite struct LinkTests {
  private static func player(_ url: String) -> Player {
    let link = Control(.link(url: url), title: "Manual")
    return Player(Samples.document([Control(.toggle, key: "sounds", title: "Sounds"), link]))
  }

  @Test func `only the row of a link has a hyperlink`() throws {
    let screen = render(Self.player("https://example.org/a").state)
    let row = try #require(screen.lines.firstIndex { $0.contains("Manual") })
    #expect(screen.links == [row: "https://example.org/a"])
    let line = screen.rows[row].map { $0.style.attributes.contains(.link) ? "l" : "." }.joined()
    #expect(line.contains("llllll") && line.hasPrefix("."))
  }

  @Test func `a link keeps its hyperlink when it scrolls or has the focus`() throws {
    var player = Self.player("https://example.org/a")
    player.press("Down")
    let screen = render(player.state)
    let row = try #require(screen.lines.firstIndex { $0.contains("Manual") })
    #expect(screen.links[row] == "https://example.org/a")
    #expect(
      screen.rows[row].contains { $0.style.attributes.contains(.link) && $0.style.surface == .band }
    )
  }

  @Test(arguments: [
    ("https://example.org/a?b=c#d", "https://example.org/a?b=c#d"),
    ("https://example.org/\u{1B}\\\u{1B}[31m", "https://example.org/%1B%5C%1B[31m"),
    ("https://example.org/é\u{9B}\u{7}\n", "https://example.org/%C3%A9%C2%9B%07%0A"),
    ("mailto:a@example.org", "mailto:a@example.org"), ("file:///etc/passwd", nil), ("Server", nil),
    ("--option", nil), ("", nil),
    ("https://example.org/" + String(repeating: "a", count: 3000), nil),
  ])
  func `a link contains no terminal control characters`(text: String, safe: String?) {
    #expect(text.safeLink == safe)
  }
}
