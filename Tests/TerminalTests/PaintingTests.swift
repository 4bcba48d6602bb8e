import Foundation
import SetteeTestSupport
import Testing

@testable import SetteeTerminal

/// What a real terminal shows of what is painted.
///
/// The tests belong to the device's suite: a process has one terminal.
extension CursesDeviceTests {
  /// Kinds that every terminal database has, and odd ones of `Kinds.terminfo`, where `Scripts/test` has
  /// made them known.
  static let kinds: [String] = {
    let common = ["tmux-256color", "xterm-256color", "screen", "vt100", "linux", "ansi"]
    let odd = ProcessInfo.processInfo.environment["SETTEE_TEST_KINDS"]
    if odd == nil { print("NOTE: odd kinds of terminals are painted by Scripts/test only") }
    return common + (odd ?? "").split(separator: " ").map(String.init)
  }()

  @Test(arguments: kinds)
  func `any pictures one after another look as each does alone`(kind: String) throws {
    let size = Size(rows: 16, columns: 50)
    let server = try TmuxServer(columns: size.columns, rows: size.rows, command: "exec sleep 600")
    var options = TerminalOptions(environment: ["TERM": kind])
    options.path = try server.run(["display-message", "-p", "#{pane_tty}"])
      .trimmingCharacters(in: .newlines)
    let terminal = try #require(FileHandle(forUpdatingAtPath: options.path))
    let device = try CursesDevice(options: options)
    #expect(device.size == size)
    let speaksUnicode = device.abilities.lettering == .unicode
    var pictures = RandomPictures(
      size: size, seed: 3,
      texts: RandomPictures.plainTexts + (speaksUnicode ? RandomPictures.wideTexts : []))
    for number in 1...20 {
      for _ in 0..<10 { device.paint(pictures.next()) }
      var last = pictures.next()
      // The last cell of all stays empty where to write it would move all rows up.
      last.put(" ", row: size.rows - 1, column: size.columns - 1)
      device.paint(last)
      try terminal.catchUp()
      #expect(try server.lines() == last.lines, "\(kind), picture \(number)")
      let looks = try server.looks()
      if kind.hasSuffix("256color") { #expect(looks == last.looks, "\(kind), picture \(number)") }
      device.perform(.redraw)
      device.paint(last)
      try terminal.catchUp()
      #expect(try server.looks() == looks, "\(kind), picture \(number)")
    }
    device.close()
  }
}

extension Screen {
  /// The rows as ``TmuxServer/looks()`` tells them.
  fileprivate var looks: [String] {
    rows.map { cells in
      var row = cells.filter { $0.glyph.width > 0 }.map {
        $0.glyph.text + String(describing: codes(of: $0.style))
      }
      while row.last == " []" { row.removeLast() }
      return row.joined()
    } + [""]
  }

  private func codes(of style: Style) -> [Int] {
    let attributes: [(Style.Attributes, Int)] = [
      (.reverse, 7), (.underline, 4), (.bold, 1),
    ]
    var codes = attributes.filter { style.attributes.contains($0.0) }.map(\.1)
    let inks: [Ink: Int] = [.bad: 31, .good: 32, .warn: 33, .accent: 34, .held: 35, .note: 36]
    if let ink = inks[style.ink] { codes.append(ink) }
    if [.bar, .field, .band].contains(style.surface) { codes.append(44) }
    return codes
  }
}

extension FileHandle {
  /// Waits until a terminal has taken all that it was sent: it answers where its cursor is then.
  fileprivate func catchUp() throws {
    try write(contentsOf: Data("\u{1B}[6n".utf8))
    while let bytes = try read(upToCount: 1), bytes != Data("R".utf8) {}
  }
}

extension TmuxServer {
  /// What a capture prints.
  ///
  /// NB: a client of a busy server can end before it has printed, and with success; a terminal has rows.
  private func capture(_ options: String...) throws -> String {
    var text = ""
    try waitUntil("the terminal is captured") {
      text = try run(["capture-pane", "-p"] + options)
      return !text.isEmpty
    }
    return text
  }

  /// The rows on the screen, blanks taken off their ends.
  fileprivate func lines() throws -> [String] {
    try capture().split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().map { line in
        var line = String(line)
        while line.last == " " { line.removeLast() }
        return line
      }
  }

  /// The rows with the look of each character, blanks without a look taken off their ends.
  fileprivate func looks() throws -> [String] {
    var look: [Int: Int] = [:]
    return try capture("-e", "-N").split(
      separator: "\n", omittingEmptySubsequences: false
    ).map { line in
      var cells: [String] = []
      var rest = line[...]
      while let character = rest.popFirst() {
        guard character == "\u{1B}" else {
          cells.append("\(character)\(look.sorted { $0.key < $1.key }.map(\.value))")
          continue
        }
        let end = rest.firstIndex(of: "m") ?? rest.endIndex
        for number in rest[..<end].dropFirst().split(separator: ";").compactMap({ Int($0) }) {
          switch number {
          case 0: look = [:]
          case 39, 49: look[number / 10] = nil
          case 30...: look[number / 10] = number
          default: look[-number] = number
          }
        }
        rest = rest[end...].dropFirst()
      }
      while cells.last == " []" { cells.removeLast() }
      return cells.joined()
    }
  }
}
