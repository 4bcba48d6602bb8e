import Foundation
import SetteeTestSupport
import Testing

@testable import SetteeEditor

/// Runs the real program in a real terminal.
@Suite(.serialized) struct RealTerminalTests {
  @Test(arguments: [(80, 24), (132, 50), (40, 12), (20, 5)])
  func `the editor opens at every size and restores the terminal`(columns: Int, rows: Int) throws {
    let terminal = try RealTerminal(columns: columns, rows: rows)
    let before = try terminal.run("stty -g")
    try terminal.open(shows: "Mail")
    try terminal.wait(until: "#{alternate_on}", is: "1")
    #expect(try terminal.ask("#{alternate_on}") == "1")
    try terminal.wait(until: "#{mouse_any_flag}#{cursor_flag}", is: "11")
    try terminal.press("Down", "Up", "q")
    try terminal.waitForShell()
    #expect(try terminal.ask("#{alternate_on}#{mouse_any_flag}#{cursor_flag}") == "001")
    let after = try terminal.run("stty -g")
    #expect(after == before)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGILL])
  func `a signal ends it, restores the terminal, and keeps saved changes`(
    signal: Int32
  ) throws {
    let terminal = try RealTerminal()
    let before = try terminal.run("stty -g")
    try terminal.open()
    try terminal.press("Down", "Down", "Down", "Enter")
    try terminal.type("kept")
    try terminal.press("Enter")
    try terminal.wait(for: "Saved")
    kill(try terminal.processOfProgram(), signal)
    try terminal.waitForShell()
    #expect(try terminal.ask("#{alternate_on}#{mouse_any_flag}#{cursor_flag}") == "001")
    let after = try terminal.run("stty -g")
    #expect(after == before)
    let stored = try terminal.run(
      "\(RealTerminal.program) get '\(RealTerminal.bundle)' mail.signature")
    #expect(stored.lowercased() == "kept")
  }

  @Test func `the shell receives the signal that ended the program`() throws {
    let terminal = try RealTerminal()
    try terminal.type("\(RealTerminal.command); echo code $?")
    try terminal.press("Enter")
    try terminal.wait(for: "Signature")
    kill(try terminal.processOfProgram(), SIGTERM)
    try terminal.wait(for: "code 143")
  }

  @Test func `the editor can be suspended and resumed`() throws {
    let terminal = try RealTerminal()
    let before = try terminal.run("stty -g")
    try terminal.open()
    try terminal.press("C-z")
    try terminal.waitForShell()
    #expect(try terminal.ask("#{alternate_on}#{mouse_any_flag}") == "00")
    let stopped = try terminal.run("stty -g")
    #expect(stopped == before)
    try terminal.resize(columns: 60, rows: 20)
    try terminal.type("clear; fg")
    try terminal.press("Enter")
    try terminal.wait(until: "#{alternate_on}", is: "1")
    try terminal.wait(for: "Signature")
    try terminal.press("Down", "q")
    try terminal.waitForShell()
    let after = try terminal.run("stty -g")
    #expect(after == before)
  }

  @Test func `many resizes in a row leave a complete screen`() throws {
    let terminal = try RealTerminal()
    try terminal.open()
    for step in 0..<40 {
      try terminal.resize(columns: 20 + step * 7 % 120, rows: 5 + step * 5 % 45)
    }
    try terminal.resize(columns: 80, rows: 24)
    // Earlier frames may already show the rows or the footer, but only the final frame shows both.
    try terminal.wait(for: "Signature")
    let screen = try terminal.wait(for: "quit")
    #expect(screen.contains("Signature"))
    try terminal.press("q")
    try terminal.waitForShell()
  }

  @Test(arguments: ["vt100", "linux", "xterm-256color", "tmux-256color", "screen"])
  func `the editor works on every type of terminal`(kind: String) throws {
    let terminal = try RealTerminal(variables: ["TERM": kind])
    try terminal.open()
    try terminal.press("q")
    try terminal.waitForShell()
  }

  @Test(arguments: ["dumb", "no-such-terminal"])
  func `plain mode is used on a terminal without cursor movement`(kind: String) throws {
    let terminal = try RealTerminal(rows: 60, variables: ["TERM": kind])
    try terminal.type(RealTerminal.command)
    try terminal.press("Enter")
    try terminal.wait(for: "24.")
    try terminal.press("q", "Enter")
    try terminal.waitForShell()
  }

  @Test func `closed input exits 8 with an error`() throws {
    let terminal = try RealTerminal()
    let output = try terminal.run("\(RealTerminal.command) <&-; echo code $?")
    #expect(output.contains("code 8"))
    #expect(output.contains("Standard input is closed"))
  }

  @Test func `output to a pipe is kept apart from the screen`() throws {
    let terminal = try RealTerminal()
    try terminal.open("| cat > \(terminal.folder.path)/out")
    try terminal.press("q")
    try terminal.waitForShell()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: terminal.folder.path + "/out"))
    #expect(bytes.isEmpty)
  }

  @Test(arguments: ["C", "POSIX", "ja_JP.UTF-8", "C.UTF-8"])
  func `opening and saving every text field leaves the file unchanged`(locale: String) throws {
    let terminal = try RealTerminal(rows: 50, variables: ["LC_ALL": locale])
    let set = "\(RealTerminal.program) set '\(RealTerminal.bundle)'"
    _ = try terminal.run(
      "\(set) mail.signature \"$(printf 'Gr\\303\\274\\303\\237e \\342\\200\\246 \\346\\227\\245\\346\\234\\254')\""
    )
    let before = try terminal.run("cksum .config/*.plist")
    try terminal.open(shows: "ada@example.org")
    for _ in 0..<4 { try terminal.press("Enter", "Enter", "Down") }
    try terminal.press("q")
    try terminal.waitForShell()
    #expect(try terminal.run("cksum .config/*.plist") == before)
  }

  @Test func `two editors show the same value`() throws {
    let terminal = try RealTerminal(rows: 40)
    try terminal.open()
    try terminal.tool(["set", RealTerminal.bundle, "mail.signature", "from elsewhere"])
    try terminal.wait(for: "from elsewhere")
    try terminal.press("q")
    try terminal.waitForShell()
  }
}
