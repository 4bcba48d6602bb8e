import SetteeTestSupport
import Testing

@testable import SetteeTerminal

/// Limits the number of bytes sent for each key press, because terminal lines can be slow.
///
/// The tests belong to the suite of the device, because a process has only one terminal.
extension CursesDeviceTests {
  /// A terminal with its environment, and the maximum number of bytes for an arrow key and for a
  /// toggle.
  struct Budget: Sendable, CustomTestStringConvertible {
    let name: String
    var kind = "xterm-256color"
    let environment: [String: String]
    let arrow: Int, toggle: Int
    var testDescription: String { name }
  }

  static let budgets = [
    Budget(
      name: "truecolour", environment: ["COLORTERM": "truecolor", "COLORFGBG": "15;0"],
      arrow: 120, toggle: 52),
    Budget(name: "256", environment: ["COLORFGBG": "15;0"], arrow: 120, toggle: 40),
    Budget(name: "page not known", environment: [:], arrow: 120, toggle: 40),
    Budget(name: "attributes", environment: ["NO_COLOR": "1"], arrow: 120, toggle: 40),
    Budget(
      name: "tmux", kind: "tmux-256color", environment: ["COLORFGBG": "15;0"], arrow: 120,
      toggle: 40),
    // For a band with swapped colors, this terminal has no shorter sequence than spaces.
    Budget(name: "console", kind: "linux", environment: [:], arrow: 140, toggle: 40),
  ]

  @Test(arguments: budgets)
  func `a key sends few bytes`(budget: Budget) throws {
    let terminal = try PseudoTerminal(rows: 24, columns: 80)
    var options = TerminalOptions(
      environment: budget.environment.merging(["TERM": budget.kind]) { $1 })
    options.path = terminal.path
    let device = try CursesDevice(options: options)
    device.paint(Self.bench(focus: 3))
    _ = terminal.output()
    var most = 0
    for focus in 4..<14 {
      device.paint(Self.bench(focus: focus))
      most = max(most, terminal.output().utf8.count)
    }
    #expect(most <= budget.arrow, "an arrow key")
    device.paint(Self.bench(focus: 13, on: [13], changed: 13))
    _ = terminal.output()
    device.paint(Self.bench(focus: 13, changed: 13))
    let off = terminal.output().utf8.count
    device.paint(Self.bench(focus: 13, on: [13], changed: 13))
    let on = terminal.output().utf8.count
    #expect(max(on, off) <= budget.toggle, "a switch")
    print("NOTE: \(budget.name): an arrow key \(most) bytes, a switch \(on) and \(off)")
  }

  /// Draws a list of toggles the way the editor does.
  private static func bench(focus: Int, on: Set<Int> = [], changed: Int? = nil) -> Screen {
    var screen = Screen(size: Size(rows: 24, columns: 80))
    func fill(_ row: Int, _ columns: Range<Int>, _ surface: Background) {
      let blanks = String(repeating: " ", count: columns.count)
      screen.put(blanks, row: row, column: columns.lowerBound, style: Style(on: surface))
    }
    fill(0, 0..<80, .bar)
    screen.put(" Bench ", row: 0, column: 0, style: Style(.accent, [.reverse, .bold]))
    for number in 0..<18 {
      let (row, ground) = (number + 2, number == focus ? Background.band : .page)
      if number == focus {
        fill(row, 0..<78, .band)
        screen.put("▌", row: row, column: 0, style: Style(on: .band))
        screen.moveCursor(row: row, column: 0)
      }
      if number == changed {
        screen.put("•", row: row, column: 1, style: Style(.warn, on: ground, .bold))
      }
      screen.put("Option number \(number)", row: row, column: 4, style: Style(on: ground))
      if on.contains(number) {
        screen.put(" On ● ", row: row, column: 26, style: Style(.good, .reverse))
      } else {
        screen.put(" ● Off", row: row, column: 26, style: Style(on: .field))
      }
    }
    screen.put(String(repeating: "─", count: 80), row: 20, column: 0, style: Style(.line))
    screen.put("default Off  ·  OPTION_\(focus)", row: 22, column: 4)
    screen.put("\(focus + 1)/2000", row: 22, column: focus < 9 ? 72 : 71)
    screen.put("Enter", row: 23, column: 1, style: Style(.accent, .bold))
    screen.put("switch", row: 23, column: 7, style: Style(.quiet))
    return screen
  }
}
