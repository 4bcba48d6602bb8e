import Foundation
import SetteeTestSupport
import Testing

@testable import SetteeEditor

/// Checks byte by byte that the program restores the terminal on every exit.
@Suite(.serialized) struct TerminalRestoreTests {
  /// Pairs of sequences that turn a mode on and off.
  ///
  /// After the last sequence that turns a mode on, its counterpart must follow.
  static let pairs = [
    ("\u{1B}[?2004h", "\u{1B}[?2004l"), ("\u{1B}[?1000h", "\u{1B}[?1000l"),
    ("\u{1B}[?1006h", "\u{1B}[?1006l"), ("\u{1B}[?1049h", "\u{1B}[?1049l"),
  ]

  static func expectRestored(_ terminal: RawTerminal, _ what: String) {
    let text = String(decoding: terminal.output, as: UTF8.self)
    for (on, off) in pairs {
      let lastOn = text.range(of: on, options: .backwards)
      let lastOff = text.range(of: off, options: .backwards)
      #expect(lastOn != nil, "\(what): never sent \(on.debugDescription)")
      if let lastOn {
        #expect(
          lastOff.map { $0.lowerBound > lastOn.lowerBound } ?? false,
          "\(what): \(off.debugDescription) is missing after \(on.debugDescription)")
      }
    }
    if let hidden = text.range(of: "\u{1B}[?25l", options: .backwards) {
      let shown = text.range(of: "\u{1B}[?25h", options: .backwards)
      #expect(shown.map { $0.lowerBound > hidden.lowerBound } ?? false, "\(what): cursor hidden")
    }
    #expect(terminal.modes == terminal.modesBefore, "\(what): the line has other modes")
  }

  /// The first real-time signal that the C library doesn't reserve.
  ///
  /// The last one is 64.
  static let realTime = __libc_current_sigrtmin()

  @Test(arguments: [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGUSR1, SIGUSR2,
    SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGSYS, SIGPOLL, realTime, realTime + 9, 64,
  ])
  func `every signal restores the terminal modes`(signal: Int32) throws {
    let terminal = try RawTerminal()
    try terminal.wait(for: "Signature")
    terminal.settle()
    kill(try terminal.processOfProgram(), signal)
    #expect(terminal.waitForEnd())
    Self.expectRestored(terminal, "signal \(signal)")
  }

  @Test(arguments: [["q"], ["\u{1B}[21~"], ["\u{1B}"]])
  func `quitting restores the terminal modes`(keys: [String]) throws {
    let terminal = try RawTerminal()
    try terminal.wait(for: "Signature")
    // Respond to the terminal query. After that, an Esc can't be the start of a response.
    terminal.type("\u{1B}[?62c")
    terminal.settle()
    for key in keys {
      terminal.type(key)
      terminal.settle()
    }
    try #require(terminal.waitForEnd())
    #expect(terminal.status == 0)
    Self.expectRestored(terminal, keys.joined().debugDescription)
  }

  @Test(arguments: ["q", "SIGTERM", "SIGTSTP", "$EDITOR"])
  func `late responses are not read by the next program`(way: String) throws {
    // Use an editor that keeps the terminal for a while without reading input.
    let terminal = try RawTerminal(
      ["--key", "mail.signature", RealTerminal.bundle], variables: ["EDITOR": "sleep 1; true"])
    // The program queries the terminal's colors after the first frame.
    try terminal.wait(for: "\u{1B}[c")
    switch way {
    case "SIGTERM": kill(try terminal.processOfProgram(), SIGTERM)
    case "SIGTSTP": kill(try terminal.processOfProgram(), SIGTSTP)
    case "$EDITOR": terminal.type("\r\u{18}")
    default: terminal.type(way)
    }
    try terminal.wait(for: "\u{1B}[?2031l")
    terminal.type("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}[?62;22c")
    try terminal.wait(for: "\u{1B}[?1049l")
    #expect(terminal.rest == "")
    if way == "q" || way == "SIGTERM" { #expect(terminal.waitForEnd()) }
    let text = String(decoding: terminal.output, as: UTF8.self)
    #expect(!text.contains("62;22c"), "\(text.debugDescription)")
  }

  @Test func `suspending restores the terminal modes and resuming sets them again`() throws {
    let terminal = try RawTerminal()
    try terminal.wait(for: "Signature")
    terminal.settle()
    let program = try terminal.processOfProgram()
    kill(program, SIGTSTP)
    let stopped = terminal.wait {
      let state = try? String(contentsOfFile: "/proc/\(program)/stat", encoding: .utf8)
      // SIGTSTP doesn't stop an orphaned process group. In that case, the program continues
      // immediately.
      return state?.contains(") T ") == true || Self.count("\u{1B}[?2004h", terminal) > 1
    }
    #expect(stopped)
    terminal.settle()
    #expect(Self.count("\u{1B}[?2004l", terminal) >= 1)
    kill(program, SIGCONT)
    #expect(terminal.wait { Self.count("\u{1B}[?2004h", terminal) > 1 })
    terminal.settle()
    terminal.type("q")
    #expect(terminal.waitForEnd())
    Self.expectRestored(terminal, "stopped and continued")
  }

  private static func count(_ text: String, _ terminal: RawTerminal) -> Int {
    String(decoding: terminal.output, as: UTF8.self).components(separatedBy: text).count - 1
  }

  @Test(arguments: [true, false])
  func `a closed terminal ends the program and keeps saved changes`(waits: Bool) throws {
    let terminal = try RawTerminal(["--key", "mail.previews", RealTerminal.bundle])
    try terminal.wait(for: "Signature")
    terminal.settle()
    terminal.type(" ")
    // Without the wait, the key press and the hangup arrive together.
    if waits {
      #expect(
        terminal.wait {
          RawTerminal.stored(in: terminal.folder)["mail.previews"] as? Bool == false
        })
    }
    terminal.hangUp()
    #expect(terminal.waitForEnd())
    let stored = RawTerminal.stored(in: terminal.folder)["mail.previews"] as? Bool
    if waits { #expect(stored == false) } else { #expect(stored == nil || stored == false) }
    let files = try? FileManager.default.contentsOfDirectory(
      atPath: terminal.folder.path + "/.config")
    let halves = (files ?? []).filter { $0.hasSuffix(".new") }
    #expect(halves.isEmpty, "half a file was left")
  }

  @Test func `the editor works on a line of 9600 bits per second`() throws {
    let terminal = try RawTerminal(["--key", "mail.previews", RealTerminal.bundle])
    // Simulate a line that transfers one byte per millisecond in each direction.
    func trickle(_ seconds: TimeInterval) {
      let end = Date().addingTimeInterval(seconds)
      while Date() < end {
        terminal.read(atMost: 10)
        Thread.sleep(forTimeInterval: 0.010)
      }
    }
    trickle(1.5)
    for byte in "\u{1B}[B\u{1B}[B\u{1B}[A\u{1B}[A " {
      terminal.type(String(byte))
      Thread.sleep(forTimeInterval: 0.001)
    }
    trickle(1)
    #expect(
      terminal.wait { RawTerminal.stored(in: terminal.folder)["mail.previews"] as? Bool == false })
    terminal.settle()
    // A key sequence that arrives in pieces must not be taken for Esc, which quits.
    #expect(kill(try terminal.processOfProgram(), 0) == 0)
    terminal.type("q")
    #expect(terminal.waitForEnd())
    Self.expectRestored(terminal, "slow line")
  }

  @Test func `a signal ends the program while its output is blocked`() throws {
    let terminal = try RawTerminal(columns: 300, rows: 100)
    try terminal.wait(for: "Signature")
    terminal.settle()
    // Redraw the whole screen without reading it, until the terminal's buffer is full.
    for _ in 0..<40 { terminal.type("\u{0C}") }
    Thread.sleep(forTimeInterval: 0.5)
    kill(try terminal.processOfProgram(), SIGTERM)
    #expect(terminal.waitForEnd())
    Self.expectRestored(terminal, "full line")
  }
}
