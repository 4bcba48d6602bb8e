import Foundation
import SetteeTestSupport
import Testing

@testable import SetteeTerminal

/// Compares the screen of a real terminal with the painted frames.
///
/// The tests belong to the suite of the device, because a process has only one terminal.
extension CursesDeviceTests {
  /// Terminal types that every database contains, and the unusual ones in `Kinds.terminfo`.
  ///
  /// The unusual ones are included only if `Scripts/test` has compiled them.
  static let kinds: [String] = {
    let common = ["tmux-256color", "xterm-256color", "screen", "vt100", "linux", "ansi"]
    let odd = ProcessInfo.processInfo.environment["SETTEE_TEST_KINDS"]
    if odd == nil { print("NOTE: odd kinds of terminals are painted by Scripts/test only") }
    return common + (odd ?? "").split(separator: " ").map(String.init)
  }()

  @Test(arguments: kinds)
  func `after a sequence of frames, the screen shows the last one`(kind: String) throws {
    let size = Size(rows: 16, columns: 50)
    let server = try TmuxServer(columns: size.columns, rows: size.rows, command: "exec sleep 600")
    var options = TerminalOptions(environment: ["TERM": kind])
    options.path = try server.run(["display-message", "-p", "#{pane_tty}"])
      .trimmingCharacters(in: .newlines)
    let terminal = try #require(FileHandle(forUpdatingAtPath: options.path))
    let device = try CursesDevice(options: options)
    #expect(device.size == size)
    let speaksUnicode = device.abilities.lettering == .unicode
    var pictures = RandomFrames(
      size: size, seed: 3,
      texts: RandomFrames.plainTexts + (speaksUnicode ? RandomFrames.wideTexts : []))
    let themes = [
      Theme(), Theme(.dark), Theme(hasColors: false), Theme(.light), Theme(isStrong: true),
    ]
    for number in 1...20 {
      for _ in 0..<10 { device.paint(pictures.next()) }
      var last = pictures.next()
      // Switch the theme from time to time, which repaints the whole screen.
      last.theme = themes[number / 4 % themes.count]
      // Leave the last cell empty, because writing to it would scroll some terminals.
      last.put(" ", row: size.rows - 1, column: size.columns - 1)
      device.paint(last)
      try terminal.refreshNow()
      #expect(try server.lines() == last.lines, "\(kind), picture \(number)")
      let looks = try server.looks()
      if kind.hasSuffix("256color") {
        #expect(looks == last.looks(in: device.palette), "\(kind), picture \(number)")
      }
      device.perform(.redraw)
      device.paint(last)
      try terminal.refreshNow()
      #expect(try server.looks() == looks, "\(kind), picture \(number)")
    }
    device.close()
  }
}

extension Screen {
  /// Returns the rows in the format of ``TmuxServer/looks()``, with the palette of a 256-color
  /// terminal.
  fileprivate func looks(in palette: Palette) -> [String] {
    rows.map { cells in
      var row = cells.filter { $0.glyph.width > 0 }.map { cell in
        let isBlank = cell.glyph == .blank
        return cell.glyph.text + codes(of: cell.style, isBlank: isBlank, palette)
      }
      row.dropErased()
      return row.joined()
    } + [""]
  }

  private func codes(of style: Style, isBlank: Bool, _ palette: Palette) -> String {
    let pen = palette[style]
    let attributes = pen.attributes(of: style)
    var codes: [String] = []
    let isInked = !isBlank || !attributes.isDisjoint(with: [.underline, .reverse])
    if isInked {
      codes += [(Style.Attributes.bold, "1"), (.underline, "4"), (.reverse, "7")]
        .filter { attributes.contains($0.0) }.map(\.1)
      if case .number(let number) = pen.ink { codes.append("38;5;\(number)") }
    }
    if case .number(let number) = pen.surface { codes.append("48;5;\(number)") }
    return codes.isEmpty ? "" : "[\(codes.joined(separator: " "))]"
  }
}

extension [String] {
  /// Removes the spaces at the end of a row.
  ///
  /// tmux doesn't report the color in which they were erased.
  fileprivate mutating func dropErased() {
    while last == " " || last?.hasPrefix(" [4") ?? false { removeLast() }
  }
}

extension FileHandle {
  /// Queries the cursor position, and waits for the response that shows that all output was
  /// processed.
  fileprivate func refreshNow() throws {
    try write(contentsOf: Data("\u{1B}[6n".utf8))
    while let bytes = try read(upToCount: 1), bytes != Data("R".utf8) {}
  }
}

extension TmuxServer {
  /// Returns the output of a capture, which is repeated until it isn't empty.
  ///
  /// While the server is busy, a client can exit successfully before it has printed anything.
  private func capture(_ options: String...) throws -> String {
    var text = ""
    try waitUntil("the terminal is captured") {
      text = try run(["capture-pane", "-p"] + options)
      return !text.isEmpty
    }
    return text
  }

  /// Returns the rows on the screen without trailing spaces.
  fileprivate func lines() throws -> [String] {
    try capture().split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().map { line in
        var line = String(line)
        while line.last == " " { line.removeLast() }
        return line
      }
  }

  /// Returns the rows with the style of each character, without trailing spaces that have no style.
  ///
  /// A space has no foreground color, so only its visible attributes are included.
  fileprivate func looks() throws -> [String] {
    var (attributes, ink, surface): (Set<String>, String?, String?) = ([], nil, nil)
    return try capture("-e", "-N").split(
      separator: "\n", omittingEmptySubsequences: false
    ).map { line in
      var cells: [String] = []
      var rest = line[...]
      while let character = rest.popFirst() {
        guard character == "\u{1B}" else {
          let isSeen = character != " " || attributes.contains("4") || attributes.contains("7")
          let codes = (isSeen ? attributes.sorted() + [ink] : []) + [surface]
          let told = codes.compactMap { $0 }.joined(separator: " ")
          cells.append("\(character)" + (told.isEmpty ? "" : "[\(told)]"))
          continue
        }
        let end = rest.firstIndex(of: "m") ?? rest.endIndex
        var numbers = rest[..<end].dropFirst().split(separator: ";")[...]
        while let number = numbers.popFirst() {
          switch number {
          case "0": (attributes, ink, surface) = ([], nil, nil)
          case "39": ink = nil
          case "49": surface = nil
          case "38": ink = "38;" + numbers.prefix(2).joined(separator: ";")
          case "48": surface = "48;" + numbers.prefix(2).joined(separator: ";")
          case "30"..."37": ink = String(number)
          case "40"..."47": surface = String(number)
          default: attributes.insert(String(number))
          }
          if number == "38" || number == "48" { numbers = numbers.dropFirst(2) }
        }
        rest = rest[end...].dropFirst()
      }
      cells.dropErased()
      return cells.joined()
    }
  }
}

/// Tests the bytes of frames: their effect and their number.
extension CursesDeviceTests {
  @Test(arguments: [
    ("xterm-256color", ["COLORTERM": "truecolor"]), ("xterm-256color", ["COLORFGBG": "15;0"]),
    ("xterm-256color", [:]), ("tmux-256color", ["COLORFGBG": "0;15"]), ("linux", [:]),
    ("xterm-256color", ["NO_COLOR": "1"]), ("xterm", ["COLORFGBG": "0;15"]), ("vt100", [:]),
    ("ansi", [:]),
  ])
  func `every cell has the colors of its roles`(kind: String, environment: [String: String])
    throws
  {
    let size = Size(rows: 16, columns: 50)
    let terminal = try PseudoTerminal(rows: size.rows, columns: size.columns)
    var options = TerminalOptions(
      environment: environment.merging(["TERM": kind]) { $1 })
    options.path = terminal.path
    let device = try CursesDevice(options: options)
    var shown = EmulatedTerminal(size, painter: device.painter)
    var pictures = RandomFrames(size: size, seed: 5)
    let themes = [Theme(), Theme(.dark), Theme(hasColors: false), Theme(.light, isStrong: true)]
    for number in 0..<400 {
      var picture = pictures.next()
      picture.theme = themes[number / 20 % themes.count]
      device.paint(picture)
      shown.take(terminal.output())
      let difference = shown.difference(from: picture, device.palette)
      #expect(difference == nil, "picture \(number)")
      if difference != nil { break }
    }
  }
}
