import Foundation
import SetteeTestSupport
import Testing

@testable import SetteeEditor

/// However the real program ends, its terminal is as it was, byte for byte of what it sends.
@Suite(.serialized) struct WayOutTests {
  /// What has to be off again, and the last sequence that turns each on.
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

  /// The first real-time signal that the C library leaves to programs; the last is 64.
  static let realTime = __libc_current_sigrtmin()

  @Test(arguments: [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGUSR1, SIGUSR2,
    SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGSYS, SIGPOLL, realTime, realTime + 9, 64,
  ])
  func `every signal turns off what was turned on`(signal: Int32) throws {
    let terminal = try RawTerminal()
    try terminal.wait(for: "Signature")
    terminal.settle()
    kill(try terminal.processOfProgram(), signal)
    #expect(terminal.waitForEnd())
    Self.expectRestored(terminal, "signal \(signal)")
  }

  @Test(arguments: [["q"], ["\u{1B}[21~"], ["\u{1B}"]])
  func `leaving turns off what was turned on`(keys: [String]) throws {
    let terminal = try RawTerminal()
    try terminal.wait(for: "Signature")
    // What terminals answer to who asks them: with it, an Esc is no beginning of an answer.
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
  func `responses that come late don't reach the next program`(way: String) throws {
    // An editor that keeps the terminal for a while and reads nothing.
    let terminal = try RawTerminal(
      ["--key", "mail.signature", RealTerminal.bundle], variables: ["EDITOR": "sleep 1; true"])
    // The terminal is asked for its colors behind the first frame.
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

  @Test func `stopping turns everything off and going on turns it on again`() throws {
    let terminal = try RawTerminal()
    try terminal.wait(for: "Signature")
    terminal.settle()
    let program = try terminal.processOfProgram()
    kill(program, SIGTSTP)
    let stopped = terminal.wait {
      let state = try? String(contentsOfFile: "/proc/\(program)/stat", encoding: .utf8)
      // An orphaned group is not stopped by ^Z's signal; the program then goes on at once.
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
  func `a closed terminal ends it and loses nothing that was accepted`(waits: Bool) throws {
    let terminal = try RawTerminal(["--key", "mail.previews", RealTerminal.bundle])
    try terminal.wait(for: "Signature")
    terminal.settle()
    terminal.type(" ")
    // Without waiting, the key and the end of the terminal come together.
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

  @Test func `a line of 9600 bits a second is slow and nothing else`() throws {
    let terminal = try RawTerminal(["--key", "mail.previews", RealTerminal.bundle])
    // A byte takes a millisecond there, both ways.
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
    // A key that arrives in pieces isn't an Esc, which would quit.
    #expect(kill(try terminal.processOfProgram(), 0) == 0)
    terminal.type("q")
    #expect(terminal.waitForEnd())
    Self.expectRestored(terminal, "slow line")
  }

  @Test func `a terminal that nobody reads does not keep a signal from ending it`() throws {
    let terminal = try RawTerminal(columns: 300, rows: 100)
    try terminal.wait(for: "Signature")
    terminal.settle()
    // Full pictures that nobody takes fill the line.
    for _ in 0..<40 { terminal.type("\u{0C}") }
    Thread.sleep(forTimeInterval: 0.5)
    kill(try terminal.processOfProgram(), SIGTERM)
    #expect(terminal.waitForEnd())
    Self.expectRestored(terminal, "full line")
  }
}
