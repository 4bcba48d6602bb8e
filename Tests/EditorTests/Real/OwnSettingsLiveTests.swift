import Foundation
import SetteeTestSupport
import Testing

@testable import SetteeEditor

/// Changes Settee's own settings in another process while the program shows panes.
@Suite(.serialized) struct OwnSettingsLiveTests {
  private static let own = "org.settee.settee"

  /// Changes a setting in another process, as a script does.
  private func set(_ key: String, _ value: String, _ type: String, in terminal: RealTerminal) throws
  {
    try terminal.tool(["set", Self.own, key, value, "--type", type])
  }

  /// Waits until earlier changes have taken effect, by making another change that is visible.
  private func waitUntilTaken(in terminal: RealTerminal) throws {
    try set("look.characters", "ascii", "string", in: terminal)
    try terminal.wait(for: "›", gone: true)
  }

  /// Returns whether a screen has colors other than the terminal's default color (39).
  private static func hasColors(_ screen: String) -> Bool {
    screen.components(separatedBy: "\u{1B}[").contains { part in
      part.first == "3" && !["9", "m"].contains(part.dropFirst().first)
    }
  }

  @Test func `the appearance changes immediately`() throws {
    let terminal = try RealTerminal()
    try terminal.open()
    try terminal.wait(for: "›")
    try set("look.characters", "ascii", "string", in: terminal)
    try terminal.wait(for: "›", gone: true)
    try set("look.layout", "near", "string", in: terminal)
    try terminal.wait(for: "Password: not set")
    try set("look.layout", "wide", "string", in: terminal)
    try terminal.wait(for: "Password: not set", gone: true)
    let colorful = try terminal.colors()
    #expect(Self.hasColors(colorful))
    try set("look.colours", "mono", "string", in: terminal)
    var colors = ""
    for _ in 0..<200 {
      colors = try terminal.colors()
      if !Self.hasColors(colors) { break }
      Thread.sleep(forTimeInterval: 0.025)
    }
    #expect(!Self.hasColors(colors), "\(colors)")
    try terminal.press("q")
    try terminal.waitForShell()
  }

  @Test func `the language changes immediately and the row stays`() throws {
    let terminal = try RealTerminal()
    try terminal.open()
    try terminal.press("Down", "Down")
    try set("look.language", "de", "string", in: terminal)
    try terminal.wait(for: "Hilfe")
    try terminal.wait(for: "account.password")
    try set("look.language", "", "string", in: terminal)
    try terminal.wait(for: "help")
  }

  @Test func `keys, mouse and staged mode change immediately`() throws {
    let terminal = try RealTerminal()
    try terminal.open("--key mail.previews")
    try terminal.wait(until: "#{mouse_any_flag}", is: "1")
    try set("keys.mouse", "false", "bool", in: terminal)
    try terminal.wait(until: "#{mouse_any_flag}", is: "0")
    try set("keys.own", #"["search=s"]"#, "json", in: terminal)
    try terminal.wait(for: "s search")
    try terminal.press("s")
    try terminal.wait(for: "╭─ Search")
    try terminal.press("Escape")
    try terminal.wait(for: "╭─ Search", gone: true)
    try set("edit.write", "staged", "string", in: terminal)
    try waitUntilTaken(in: terminal)
    try terminal.press("Space")
    try terminal.wait(for: "1 unsaved")
    let waiting = try terminal.stored("mail.previews")
    #expect(waiting.isEmpty, "a staged change was stored")
    try terminal.press("w")
    try terminal.wait(for: "->")
    try terminal.press("y")
    for _ in 0..<200 where try terminal.stored("mail.previews").isEmpty { usleep(25_000) }
    let written = try terminal.stored("mail.previews")
    #expect(written == "false")
  }

  @Test func `a key binding for an unknown command is reported`() throws {
    let terminal = try RealTerminal()
    try terminal.open()
    try set("keys.own", #"["sarch=s"]"#, "json", in: terminal)
    try terminal.wait(for: "sarch")
  }

  @Test func `the editor switches to plain mode and back`() throws {
    let terminal = try RealTerminal()
    let before = try terminal.run("stty -g")
    try terminal.open()
    try set("look.lineMode", "true", "bool", in: terminal)
    try terminal.wait(until: "#{alternate_on}", is: "0")
    try terminal.wait(for: "Type a row number to edit it")
    try set("look.lineMode", "false", "bool", in: terminal)
    // Plain mode applies the change when the next line is entered.
    for _ in 0..<100 where try terminal.ask("#{alternate_on}") == "0" {
      try terminal.press("Enter")
      Thread.sleep(forTimeInterval: 0.2)
    }
    try terminal.wait(until: "#{alternate_on}", is: "1")
    try terminal.wait(for: "Signature")
    // Cancel the prompt that the last Enter opened.
    try terminal.press("C-c")
    try terminal.waitForShell()
    let after = try terminal.run("stty -g")
    #expect(after == before)
  }

  @Test func `a push goes to the mirror that is currently set`() throws {
    let terminal = try RealTerminal()
    try terminal.open("--key mail.previews")
    let mirror = terminal.folder.path + "/mirror"
    try set("cloud.mirror", "folder:\(mirror)", "string", in: terminal)
    try set("cloud.account", "ann", "string", in: terminal)
    try waitUntilTaken(in: terminal)
    try terminal.press("Space", "p")
    try terminal.wait(for: "Enter push")
    try terminal.press("Enter")
    let place = "\(mirror)/ann/org.settee.mail"
    for _ in 0..<400 where !FileManager.default.fileExists(atPath: place) { usleep(25_000) }
    let screen = try terminal.screen()
    #expect(FileManager.default.fileExists(atPath: place), "\(screen)")
  }

  @Test func `Settee's own pane changes the editor that shows it`() throws {
    let terminal = try RealTerminal()
    try terminal.type(
      "\(RealTerminal.program) '\(ProjectFolder.path("Panes/Settee.bundle"))' --key keys.mouse")
    try terminal.press("Enter")
    try terminal.wait(for: "keys.mouse")
    try terminal.wait(until: "#{mouse_any_flag}", is: "1")
    try terminal.press("Space")
    try terminal.wait(until: "#{mouse_any_flag}", is: "0")
    try terminal.press("u")
    try terminal.wait(until: "#{mouse_any_flag}", is: "1")
  }
}
