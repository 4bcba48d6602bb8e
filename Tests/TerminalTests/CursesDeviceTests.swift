import Foundation
import SetteeTestSupport
import Testing

@testable import SetteeTerminal

/// The device in a real terminal; one at a time, because a process has one terminal.
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
  func `it shows a screen and gives the terminal back as it was`(kind: String) throws {
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

  @Test func `an equal screen sends nothing and a changed cell sends little`() throws {
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

  @Test func `a link is told to a terminal that knows links, with the text that leads there`()
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

  @Test func `keys, pastes and a lone Esc arrive`() throws {
    let terminal = try PseudoTerminal(rows: 24, columns: 80)
    let device = try CursesDevice(options: Self.options(terminal))
    terminal.type("q\u{1B}OA\u{1B}[200~two\u{1B}[201~")
    #expect(
      device.wait(for: [], atMost: 5000)
        == [.input(.key(Key("q"))), .input(.key(Key(.up))), .input(.paste("two"))])
    terminal.type("\u{1B}")
    #expect(device.wait(for: [], atMost: nil) == [.input(.key(Key(.escape)))])
    #expect(device.wait(for: [], atMost: 0) == [])
  }

  @Test func `another descriptor wakes it`() throws {
    let terminal = try PseudoTerminal(rows: 24, columns: 80)
    let device = try CursesDevice(options: Self.options(terminal))
    let pipe = Pipe.forOneProgram()
    try pipe.fileHandleForWriting.write(contentsOf: Data([1]))
    let end = pipe.fileHandleForReading.fileDescriptor
    #expect(device.wait(for: [end], atMost: 5000) == [.ready(end)])
  }

  @Test func `signals come as events`() throws {
    let terminal = try PseudoTerminal(rows: 24, columns: 80)
    let device = try CursesDevice(options: Self.options(terminal))
    terminal.resize(rows: 12, columns: 40)
    kill(getpid(), SIGWINCH)
    #expect(device.wait(for: [], atMost: 5000) == [.resized(Size(rows: 12, columns: 40))])
    #expect(device.size == Size(rows: 12, columns: 40))
    kill(getpid(), SIGTERM)
    #expect(device.wait(for: [], atMost: 5000) == [.ending(signal: SIGTERM)])
  }

  @Test func `a window that is back at its size has lost rows all the same`() throws {
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

  @Test func `another program gets the terminal as it was, and gives it back`() throws {
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

  @Test func `text goes to the clipboard as the terminal's user wants it`() throws {
    let terminal = try PseudoTerminal(rows: 24, columns: 80)
    let device = try CursesDevice(options: Self.options(terminal))
    _ = terminal.output()
    device.perform(.copy("settee"))
    #expect(terminal.output() == "\u{1B}]52;c;c2V0dGVl\u{07}")
  }

  @Test func `a closed terminal ends the waiting`() throws {
    let terminal = try PseudoTerminal(rows: 24, columns: 80)
    let device = try CursesDevice(options: Self.options(terminal))
    terminal.hangUp()
    #expect(device.wait(for: [], atMost: 5000) == [.closed])
  }

  @Test(arguments: [
    ("dumb", TerminalError.linesOnly(kind: "dumb")), ("no-such", .unknown(kind: "no-such")),
    ("", .unknown(kind: "")),
  ])
  func `a terminal that cannot be used says why`(kind: String, error: TerminalError) throws {
    let terminal = try PseudoTerminal(rows: 24, columns: 80)
    let before = terminal.modes()
    #expect(throws: error) { try CursesDevice(options: Self.options(terminal, kind: kind)) }
    #expect(terminal.modes() == before)
  }

  @Test func `a terminal that is not there says so`() {
    var options = TerminalOptions(environment: ["TERM": "xterm"])
    options.path = "/nonexistent/tty"
    #expect(throws: TerminalError.missing(path: "/nonexistent/tty")) {
      try CursesDevice(options: options)
    }
  }
}
