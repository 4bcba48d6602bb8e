import Settee
import SetteeTerminal
import Testing

@testable import SetteeEditor

/// Verifies that untrusted strings from bundles and values are shown as plain text.
@Suite struct HostileTests {
  static let texts: [String] = [
    "\u{1B}]52;c;aGFja2Vk\u{07}", "\u{1B}[2J\u{1B}[31mred", "\u{9B}31mC1", "a\nb\rc\td",
    "\u{202E}drowssap", "\u{2066}x\u{2069}", "\u{0}", String(repeating: "\u{301}", count: 5000),
    String(repeating: "長", count: 3000), "👩‍👩‍👧‍👦❤️🇩🇪\u{FE0F}", "\u{FFFF}\u{E000}",
  ]

  static func pane(_ text: String, rows: Int = 1) -> PaneTree {
    var controls: [Control] = []
    for row in 0..<rows {
      var control = Control(.text, key: "k\(row)\(text.prefix(20))", title: text)
      control.help = text
      control.defaultValue = .string(text)
      control.subtitle = Subtitle(text)
      controls.append(control)
      let choices = [Choice(text, value: .string(text)), Choice("b", value: .string("b"))]
      var choice = Control(.radio(choices), key: "r\(row)", title: text)
      choice.defaultValue = .string("c" + text)
      controls.append(choice)
      controls.append(Control(.unknown, key: "u\(row)", title: text))
    }
    return Samples.document(controls, footer: text)
  }

  @Test(arguments: texts.indices)
  func `hostile text puts no control character into a cell`(index: Int) throws {
    let text = Self.texts[index]
    for size in ["80x24", "40x12", "20x5"] {
      var player = Player(Self.pane(text), size: try #require(Size(cells: size)))
      for key in ["Down", "Enter", "End", "Esc", "i", "Down", "Esc", "/", "a", "Esc", "F9", "Esc"] {
        player.press(key)
        Self.expectHarmless(render(player.state))
      }
    }
  }

  static func expectHarmless(_ screen: Screen) {
    for cell in screen.rows.joined() {
      for scalar in cell.glyph.text.unicodeScalars {
        let code = scalar.value
        #expect(code >= 0x20 && !(0x7F..<0xA0).contains(code), "\(String(code, radix: 16))")
        #expect(!(0x202A...0x202E).contains(code) && !(0x2066...0x2069).contains(code))
      }
    }
  }

  @Test func `a pasted text with escape sequences becomes a single line`() {
    var player = Player(Samples.document([EditingTests.text()]))
    player.press("Enter")
    player.act(.paste("a\u{1B}[A\nb\u{7}"))
    #expect(player.screen.contains("  a[A b\n") && !player.screen.contains("\u{1B}"))
  }

  @Test func `a value of one megabyte is shown and edited as fast as a short one`() {
    let text = String(repeating: "x", count: 1 << 20)
    let document = Self.pane("plain", rows: 200)
    let name = SettingName(domain: "org.example", key: "k0plain")
    let reading = SettingState(value: .string(text), origin: .user, stored: .string(text))
    var player = Player(document, readings: [name: reading])
    let plain = Player(document).state
    let small = Self.fastest { for _ in 0..<10 { _ = render(plain) } }
    let long = player.state
    let large = Self.fastest { for _ in 0..<10 { _ = render(long) } }
    #expect(large < small * 20, "a frame with a megabyte took \(large), without \(small)")
    player.press("Enter", "Esc")
    #expect(player.effects.isEmpty)
  }

  /// Returns the shortest of several runs, which excludes delays caused by other processes.
  static func fastest(_ work: () -> Void) -> Duration {
    let clock = ContinuousClock()
    return (0..<5).map { _ in clock.measure(work) }.min() ?? .zero
  }

  @Test func `ten thousand rows take no more time than the visible rows`() {
    let few = Self.pane("plain", rows: 20)
    let many = Self.pane("plain", rows: 3400)
    var small = Player(few)
    var large = Player(many)
    func walk(_ player: inout Player) -> Duration {
      Self.fastest {
        for _ in 0..<20 {
          player.press("Down")
          _ = render(player.state)
        }
      }
    }
    let fast = walk(&small)
    let slow = walk(&large)
    #expect(slow < fast * 10, "10,000 rows: \(slow), 60 rows: \(fast)")
  }

  @Test func `a footer of 80,000 characters can be read to its end with the arrows`() {
    let words = (0..<12_000).map { "word\($0)" }.joined(separator: " ")
    var player = Player(Samples.document([EditingTests.text()], footer: words + " END"))
    player.press("PgDn")
    #expect(!player.screen.contains(" END"))
    var presses = 0
    while !player.screen.contains(" END"), presses < 3000 {
      player.press("PgDn")
      presses += 1
      RandomWalkTests.check(player, "page \(presses)")
    }
    #expect(player.screen.contains(" END"))
    player.press("Down", "Up", "Up")
    RandomWalkTests.check(player, "arrows in a long footer")
  }
}
