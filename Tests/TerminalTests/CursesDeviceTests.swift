import Foundation
import SetteeTestSupport
import Synchronization
import Testing

import SetteeValues
@testable import SetteeTerminal

/// Tests the device in a real terminal, one test at a time because a process has only one terminal.
@Suite(.serialized) struct CursesDeviceTests {
  private static func options(_ terminal: PseudoTerminal, kind: String = "xterm-256color")
    -> TerminalOptions
  {
    var options = TerminalOptions(environment: ["TERM": kind])
    options.path = terminal.path
    return options
  }

  private static func greeting(_ text: String, size: Size) -> Screen {
    var screen = Screen(size: size)
    screen.put(text, row: 1, column: 2)
    screen.moveCursor(row: 1, column: 2)
    return screen
  }

  @Test(arguments: ["xterm-256color", "tmux-256color", "screen", "linux", "vt100", "rxvt-unicode"])
  func `the device shows a screen and restores the terminal`(kind: String) throws {
    let terminal = try PseudoTerminal(rows: 24, columns: 80)
    let before = terminal.modes()
    let device = try CursesDevice(options: Self.options(terminal, kind: kind))
    #expect(device.size == Size(rows: 24, columns: 80))
    device.paint(Self.greeting("hello", size: device.size))
    #expect(terminal.output().contains("hello"))
    #expect(terminal.modes() != before)
    device.close()
    #expect(terminal.modes() == before)
    let end = terminal.output()
    if kind == "xterm-256color" {
      #expect(end.contains("\u{1B}[?1049l"))
      #expect(end.contains("\u{1B}[?2004l") && end.contains("\u{1B}[?1000l"))
    }
    if kind == "vt100" { #expect(!end.contains("2004")) }
  }

  @Test func `an equal screen sends nothing, and a changed cell sends little`() throws {
    let terminal = try PseudoTerminal(rows: 24, columns: 80)
    let device = try CursesDevice(options: Self.options(terminal))
    device.paint(Self.greeting("hello", size: device.size))
    _ = terminal.output()
    device.paint(Self.greeting("hello", size: device.size))
    #expect(terminal.output().isEmpty)
    device.paint(Self.greeting("hallo", size: device.size))
    let change = terminal.output()
    #expect(change.contains("a") && change.utf8.count < 20)
    device.perform(.redraw)
    device.paint(Self.greeting("hallo", size: device.size))
    #expect(terminal.output().contains("hallo"))
  }

  @Test func `hyperlinks are sent to terminals that support them`()
    throws
  {
    for kind in ["xterm-256color", "linux", "vt100"] {
      let terminal = try PseudoTerminal(rows: 24, columns: 80)
      let device = try CursesDevice(options: Self.options(terminal, kind: kind))
      var screen = Self.greeting("Manual of 1", size: device.size)
      screen.link(row: 1, columns: 2..<8, to: "https://example.org/1")
      device.paint(screen)
      let first = terminal.output()
      guard kind == "xterm-256color" else {
        #expect(!first.contains("example") && first.contains("Manual of 1"))
        continue
      }
      let (start, end) = ("\u{1B}]8;;https://example.org/1\u{1B}\\", "\u{1B}]8;;\u{1B}\\")
      #expect(first.contains("\(start)Manual\(end) of 1"))
      device.paint(screen)
      #expect(terminal.output().isEmpty)
      screen.link(row: 1, columns: 2..<8, to: "https://example.org/2")
      device.paint(screen)
      #expect(terminal.output().contains("example.org/2\u{1B}\\Manual\(end)"))
    }
  }

  @Test func `keys, pastes and a single Esc are received`() throws {
    let terminal = try PseudoTerminal(rows: 24, columns: 80)
    let device = try CursesDevice(options: Self.options(terminal))
    terminal.type("q\u{1B}OA\u{1B}[200~two\u{1B}[201~")
    #expect(
      device.wait(for: [], atMost: 5000)
        == [.key(KeyPress("q")), .key(KeyPress(.up)), .paste("two")])
    terminal.type("\u{1B}")
    #expect(device.wait(for: [], atMost: nil) == [.key(KeyPress(.escape))])
    #expect(device.wait(for: [], atMost: 0) == [])
  }

  @Test func `another file descriptor wakes the device`() throws {
    let terminal = try PseudoTerminal(rows: 24, columns: 80)
    let device = try CursesDevice(options: Self.options(terminal))
    let pipe = Pipe.forOneProgram()
    try pipe.fileHandleForWriting.write(contentsOf: Data([1]))
    let end = pipe.fileHandleForReading.fileDescriptor
    #expect(device.wait(for: [end], atMost: 5000) == [.ready(end)])
  }

  @Test func `signals are received as events`() throws {
    let terminal = try PseudoTerminal(rows: 24, columns: 80)
    let device = try CursesDevice(options: Self.options(terminal))
    terminal.resize(rows: 12, columns: 40)
    kill(getpid(), SIGWINCH)
    #expect(device.wait(for: [], atMost: 5000) == [.resized(Size(rows: 12, columns: 40))])
    #expect(device.size == Size(rows: 12, columns: 40))
    kill(getpid(), SIGTERM)
    #expect(device.wait(for: [], atMost: 5000) == [.ending(signal: SIGTERM)])
  }

  @Test func `a window that was resized and restored is redrawn`() throws {
    let terminal = try PseudoTerminal(rows: 24, columns: 80)
    let device = try CursesDevice(options: Self.options(terminal))
    let screen = Self.greeting("hello", size: device.size)
    device.paint(screen)
    _ = terminal.output()
    terminal.resize(rows: 6, columns: 80)
    terminal.resize(rows: 24, columns: 80)
    kill(getpid(), SIGWINCH)
    #expect(device.wait(for: [], atMost: 5000) == [.resized(Size(rows: 24, columns: 80))])
    device.paint(screen)
    #expect(terminal.output().contains("hello"))
  }

  @Test func `a screen of another size than the window is not shown`() throws {
    let terminal = try PseudoTerminal(rows: 24, columns: 80)
    let device = try CursesDevice(options: Self.options(terminal))
    _ = terminal.output()
    device.paint(Self.greeting("hello", size: Size(rows: 24, columns: 81)))
    #expect(terminal.output().isEmpty)
    device.paint(Self.greeting("hello", size: device.size))
    #expect(terminal.output().contains("hello"))
  }

  @Test func `a frame reaches a slow terminal as a whole`() throws {
    let terminal = try PseudoTerminal(rows: 200, columns: 200)
    let device = try CursesDevice(options: Self.options(terminal))
    _ = terminal.output()
    var screen = Screen(size: device.size)
    for row in 0..<200 { screen.put(String(repeating: "x", count: 199), row: row, column: 0) }
    let frame = Mutex("")
    nonisolated(unsafe) let line = terminal
    let reader = Thread {
      try? waitUntil("the frame ends") {
        frame.withLock {
          $0 += line.output()
          return $0.hasSuffix("\u{1B}[1;1H\(Self.question)")
        }
      }
    }
    reader.start()
    device.paint(screen)
    try waitUntil("the frame is read") { reader.isFinished }
    #expect(frame.withLock { $0.count { $0 == "x" } } == 200 * 199)
  }

  @Test func `another program gets the original modes, and the device resumes afterwards`() throws {
    let terminal = try PseudoTerminal(rows: 24, columns: 80)
    let before = terminal.modes()
    let device = try CursesDevice(options: Self.options(terminal))
    let screen = Self.greeting("hello", size: device.size)
    device.paint(screen)
    let inside = terminal.modes()
    device.perform(.handOver)
    #expect(terminal.modes() == before)
    #expect(terminal.output().contains("\u{1B}[?1049l"))
    device.paint(screen)
    #expect(terminal.output().isEmpty)
    device.perform(.takeBack)
    device.paint(screen)
    #expect(terminal.modes() == inside)
    #expect(terminal.output().contains("hello"))
  }

  @Test func `text is copied to the clipboard with the terminal's sequence`() throws {
    let terminal = try PseudoTerminal(rows: 24, columns: 80)
    let device = try CursesDevice(options: Self.options(terminal))
    _ = terminal.output()
    device.perform(.copy("settee"))
    #expect(terminal.output() == "\u{1B}]52;c;c2V0dGVl\u{07}")
  }

  @Test func `a closed terminal ends the wait`() throws {
    let terminal = try PseudoTerminal(rows: 24, columns: 80)
    let device = try CursesDevice(options: Self.options(terminal))
    terminal.hangUp()
    #expect(device.wait(for: [], atMost: 5000) == [.closed])
  }

  @Test(arguments: [
    ("dumb", SetteeError.linesOnly(kind: "dumb")), ("no-such", .unknownTerminal(kind: "no-such")),
    ("", .unknownTerminal(kind: "")), ("vt52", .linesOnly(kind: "vt52")),
  ])
  func `an unusable terminal is an error with a reason`(kind: String, error: SetteeError) throws {
    let terminal = try PseudoTerminal(rows: 24, columns: 80)
    let before = terminal.modes()
    #expect(throws: error) { try CursesDevice(options: Self.options(terminal, kind: kind)) }
    #expect(terminal.modes() == before)
  }

  @Test func `a missing terminal is an error`() {
    var options = TerminalOptions(environment: ["TERM": "xterm"])
    options.path = "/nonexistent/tty"
    #expect(throws: SetteeError.missingTerminal(path: "/nonexistent/tty")) {
      try CursesDevice(options: options)
    }
  }
}

// MARK: Colors

extension CursesDeviceTests {
  private static let question = "\u{1B}]10;?\u{1B}\\\u{1B}]11;?\u{1B}\\\u{1B}[c"

  /// Returns a screen with text in the style of a warning.
  private static func warning(_ theme: Theme = Theme()) -> Screen {
    var screen = greeting("careful", size: Size(rows: 24, columns: 80))
    screen.put("careful", row: 1, column: 2, style: Style(.warn))
    screen.theme = theme
    return screen
  }

  @Test func `the terminal colors are queried once, after the first frame`() throws {
    let terminal = try PseudoTerminal(rows: 24, columns: 80)
    var options = Self.options(terminal)
    let told = ReportedColors()
    options.remember = { told.add($0) }
    let device = try CursesDevice(options: options)
    device.paint(Self.warning())
    let first = terminal.output()
    #expect(first.hasSuffix(Self.question) && first.contains("\u{1B}[38;5;130mcareful"))
    device.paint(Self.warning())
    #expect(terminal.output().isEmpty)
    // A response isn't a key. When it arrives between two keys, the frame is immediately sent again
    // with the new colors.
    terminal.type("a\u{1B}]10;rgb:e5e5/e5e5/e5e5\u{1B}\\\u{1B}]11;rgb:0000/0000/0000\u{1B}\\b")
    #expect(
      device.wait(for: [], atMost: 5000) == [
        .key(KeyPress("a")), .key(KeyPress("b")),
      ])
    #expect(terminal.output().contains("\u{1B}[38;5;222mcareful"))
    #expect(told.colors == [TerminalColors(page: .black, ink: RGB(0xE5, 0xE5, 0xE5))])
    // A repeated response must not change anything.
    terminal.type("\u{1B}]11;rgb:00/00/00\u{07}\u{1B}[?62cx")
    #expect(device.wait(for: [], atMost: 5000) == [.key(KeyPress("x"))])
    #expect(terminal.output().isEmpty && told.colors.count == 1)
    // When the desktop switches to light mode, the device queries the colors again.
    terminal.type("\u{1B}[?997;2ny")
    #expect(device.wait(for: [], atMost: 5000) == [.key(KeyPress("y"))])
    #expect(terminal.output() == Self.question)
    terminal.type("\u{1B}]10;rgb:00/00/00\u{07}\u{1B}]11;rgb:ff/ff/ff\u{07}\u{1B}[?62cz")
    #expect(device.wait(for: [], atMost: 5000) == [.key(KeyPress("z"))])
    #expect(terminal.output().contains("\u{1B}[38;5;94mcareful"))
  }

  /// Returns the input that the next program would read from the terminal.
  private static func rest(of terminal: PseudoTerminal) -> String {
    let next = open(terminal.path, O_RDWR | O_NOCTTY | O_NONBLOCK)
    defer { close(next) }
    var modes = termios()
    tcgetattr(next, &modes)
    modes.c_lflag &= ~tcflag_t(ICANON)
    tcsetattr(next, TCSANOW, &modes)
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(next, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  @Test(arguments: ["close", "hand over"])
  func `late responses don't reach the next program`(way: String) throws {
    let terminal = try PseudoTerminal(rows: 24, columns: 80)
    var options = Self.options(terminal)
    let told = ReportedColors()
    options.remember = { told.add($0) }
    let device = try CursesDevice(options: options)
    device.paint(Self.warning())
    #expect(terminal.output().hasSuffix(Self.question))
    // The terminal sends the rest of its response while the device is being closed.
    terminal.type("\u{1B}]10;rgb:e5e5/e5e5/e5e5\u{1B}\\\u{1B}]11;rgb:00")
    nonisolated(unsafe) let line = terminal
    let rest = Thread {
      try? waitUntil("the device restores the terminal") { line.output().contains("\u{1B}[?2031l") }
      line.type("00/0000/0000\u{1B}\\x\u{1B}[?62;")
      line.type("22cls")
    }
    rest.start()
    if way == "close" { device.close() } else { device.perform(.handOver) }
    try waitUntil("everything was typed") { rest.isFinished }
    // Text typed after the responses belongs to the next program.
    #expect(Self.rest(of: terminal) == "ls")
    #expect(told.colors == [TerminalColors(page: .black, ink: RGB(0xE5, 0xE5, 0xE5))])
    if way == "close" { return }
    device.perform(.takeBack)
    device.paint(Self.warning())
    #expect(terminal.output().contains("\u{1B}[38;5;222mcareful"))
  }

  @Test func `a terminal that has sent every response isn't waited for`() throws {
    let terminal = try PseudoTerminal(rows: 24, columns: 80)
    let device = try CursesDevice(options: Self.options(terminal))
    device.paint(Self.warning())
    terminal.type("\u{1B}[?62ca")
    #expect(device.wait(for: [], atMost: 5000) == [.key(KeyPress("a"))])
    terminal.type("ls")
    device.close()
    #expect(Self.rest(of: terminal) == "ls")
  }

  @Test(arguments: ["linux", "vt100", "screen", "rxvt-unicode"])
  func `a terminal that may not support the query is not queried`(kind: String) throws {
    let terminal = try PseudoTerminal(rows: 24, columns: 80)
    let device = try CursesDevice(options: Self.options(terminal, kind: kind))
    device.paint(Self.warning())
    #expect(!terminal.output().contains("\u{1B}]"))
  }

  @Test func `NO_COLOR disables colors and the query`() throws {
    let terminal = try PseudoTerminal(rows: 24, columns: 80)
    var options = TerminalOptions(environment: ["TERM": "xterm-256color", "NO_COLOR": "1"])
    options.path = terminal.path
    let device = try CursesDevice(options: options)
    _ = terminal.output()
    device.paint(Self.warning())
    let first = terminal.output()
    #expect(first.contains("\u{1B}[1mcareful\u{1B}[0m") && !first.contains("8;5;"))
    #expect(!first.contains("]11") && !first.contains("?2031"))
  }

  @Test func `a theme paints its background, and a change of theme repaints it`() throws {
    let terminal = try PseudoTerminal(rows: 24, columns: 80)
    var options = TerminalOptions(
      environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor", "COLORFGBG": "15;0"])
    options.path = terminal.path
    let device = try CursesDevice(options: options)
    device.paint(Self.warning(Theme(.light)))
    let light = terminal.output()
    #expect(light.contains("48;2;255;255;255m") && !light.contains("]11"))
    device.paint(Self.warning())
    // The environment reports a dark background.
    let own = terminal.output()
    #expect(own.contains("\u{1B}[38;2;254;198;107mcareful") && own.hasSuffix(Self.question))
    #expect(!own.contains("48;2"))
  }

  @Test func `the cursor is a bar while the device is active`() throws {
    let terminal = try PseudoTerminal(rows: 24, columns: 80)
    let device = try CursesDevice(options: Self.options(terminal))
    #expect(terminal.output().contains("\u{1B}[6 q"))
    device.perform(.handOver)
    #expect(terminal.output().contains("\u{1B}[2 q"))
    device.perform(.takeBack)
    #expect(terminal.output().contains("\u{1B}[6 q"))
    device.close()
    #expect(terminal.output().contains("\u{1B}[2 q"))
    let modes = TerminalModes(usesMouse: true) { ["Ss": "\u{1B}[%p1%d q", "Se": "\u{1B}[0 q"][$0] }
    #expect(modes.restoring.contains("\u{1B}[0 q"))
  }
}

/// Records the colors that a device reports.
private final class ReportedColors: Sendable {
  private let list = Mutex<[TerminalColors]>([])

  var colors: [TerminalColors] { list.withLock { $0 } }

  func add(_ colors: TerminalColors) { list.withLock { $0.append(colors) } }
}
