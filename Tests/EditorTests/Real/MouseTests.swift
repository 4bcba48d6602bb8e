import Foundation
import Testing

/// Sends the bytes of mouse clicks to all click targets in a real terminal.
@Suite(.serialized) struct MouseTests {
  /// Clicks a string on the screen with the left button, `offset` columns from its start.
  private func press(_ text: String, _ offset: Int = 0, in terminal: RealTerminal) throws {
    let lines = try terminal.wait(for: text).components(separatedBy: "\n")
    let row = try #require(lines.firstIndex { $0.contains(text) })
    let line = lines[row]
    let start = try #require(line.range(of: text)).lowerBound
    let column = line.distance(from: line.startIndex, to: start) + offset
    try press(row: row, column: column, in: terminal)
  }

  private func press(row: Int, column: Int, in terminal: RealTerminal) throws {
    let place = "\(column + 1);\(row + 1)"
    try terminal.type("\u{1B}[<0;\(place)M\u{1B}[<0;\(place)m")
  }

  @Test func `rows, toggles, steppers, keys, counts and path components can be clicked`() throws {
    let terminal = try RealTerminal()
    try terminal.open()
    // A click on another row focuses it. A click in the focused row activates the control at that
    // position.
    try press("Preview lines", in: terminal)
    try terminal.wait(for: "▌   Preview lines")
    try press("›  1–5", in: terminal)
    try terminal.wait(for: "‹ 3 ›")
    try terminal.wait(for: "• 1 changed")
    try press("Show previews", in: terminal)
    try terminal.wait(for: "▌   Show previews")
    try press("━● On", in: terminal)
    try terminal.wait(for: "●━ Off")
    try terminal.wait(for: "• 2 changed")
    // A click on a count filters the list, and a click on the key hint turns the filter off.
    try press("2 changed", in: terminal)
    try terminal.wait(for: "Signature", gone: true)
    try press("m all", in: terminal)
    try terminal.wait(for: "Signature")
    try press("/ search", in: terminal)
    try terminal.wait(for: "Filters:")
    // A click outside a box has the same effect as Esc.
    try press(row: 23, column: 0, in: terminal)
    try terminal.wait(for: "Filters:", gone: true)
    try press("? help", in: terminal)
    try terminal.wait(for: "Undo the last change")
    try terminal.press("Escape")
    try terminal.wait(for: "Undo the last change", gone: true)
    // A click on the row of a pane opens it, and a click on the path returns.
    try terminal.press("End", "PageUp")
    try press("Writing", in: terminal)
    try terminal.wait(for: "▌   Writing")
    try press("Writing  ", 22, in: terminal)
    try terminal.wait(for: "› Writing")
    try press(" Mail ", 2, in: terminal)
    try terminal.wait(for: "› Writing", gone: true)
    try terminal.press("q")
    try terminal.waitForShell()
  }

  @Test func `the scroll bar and the wheel scroll the list`() throws {
    let terminal = try RealTerminal()
    try terminal.open()
    let lines = try terminal.wait(for: "│").components(separatedBy: "\n")
    let row = try #require(lines.lastIndex { $0.contains("│") })
    let column = try #require(lines[row].range(of: "│")).lowerBound
    let bar = lines[row].distance(from: lines[row].startIndex, to: column)
    let first = "Your name"
    #expect(lines.contains { $0.contains(first) })
    // A click below the thumb moves one page forward, above it one page back.
    for _ in 0..<3 { try press(row: 19, column: bar, in: terminal) }
    try terminal.wait(for: first, gone: true)
    for _ in 0..<3 { try press(row: 2, column: bar, in: terminal) }
    try terminal.wait(for: first)
    for _ in 0..<8 { try terminal.type("\u{1B}[<65;10;10M") }
    try terminal.wait(for: first, gone: true)
    for _ in 0..<8 { try terminal.type("\u{1B}[<64;10;10M") }
    try terminal.wait(for: first)
    try terminal.press("q")
    try terminal.waitForShell()
  }

  @Test func `the tree of panes beside the list can be clicked`() throws {
    let terminal = try RealTerminal(columns: 132, rows: 40)
    try terminal.open()
    try press("  Sounds", 3, in: terminal)
    try terminal.wait(for: "Select a sound to play it.")
    try press("  Accounts", 3, in: terminal)
    try terminal.wait(for: "Accounts are checked in this order.")
    try terminal.press("q")
    try terminal.waitForShell()
  }
}
