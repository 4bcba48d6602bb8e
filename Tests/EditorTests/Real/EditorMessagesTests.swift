import Foundation
import SetteeTestSupport
import Testing

@testable import SetteeEditor

/// Verifies that the messages of the real program match its effects, on the screen and in line
/// mode.
@Suite(.serialized) struct EditorMessagesTests {
  /// Returns the stored values of the sample app.
  private func stored(_ terminal: RealTerminal) -> NSDictionary {
    let file = terminal.folder.path + "/.config/org.settee.mail.plist"
    let data = FileManager.default.contents(atPath: file) ?? Data()
    let values = try? PropertyListSerialization.propertyList(from: data, format: nil)
    return values as? NSDictionary ?? [:]
  }

  private func find(_ text: String, _ terminal: RealTerminal) throws {
    try terminal.press("/")
    try terminal.wait(for: "edit here")
    try terminal.type(text)
    // The row with this title must be the first result, even if other rows mention the title.
    try terminal.wait(for: "▌  " + text)
    try terminal.press("Enter")
    try terminal.wait(for: "edit here", gone: true)
  }

  /// Returns the output of plain mode for piped input.
  private func lines(
    _ lines: [String], _ terminal: RealTerminal, options: String = ""
  ) throws -> String {
    let input = lines.joined(separator: "\\n")
    return try terminal.run("printf '\(input)\\n' | \(RealTerminal.command) --plain \(options)")
  }

  // MARK: Hidden rows

  @Test func `a search result hidden by a condition focuses the controlling row`() throws {
    let terminal = try RealTerminal()
    try terminal.open()
    try find("Proxy addr", terminal)
    try terminal.wait(for: "! Proxy address is shown only when Use a proxy is On.")
    #expect(try terminal.screen().contains("▌   Use a proxy"))
    try terminal.press("Space")
    try terminal.wait(for: "━● On")
    try find("Proxy addr", terminal)
    try terminal.wait(for: "▌   Proxy address")
  }

  @Test func `--key with a hidden row focuses the controlling row, or reports that it is missing`()
    throws
  {
    let terminal = try RealTerminal()
    try terminal.open("--key proxy.address", shows: "shown only when Use a proxy is On.")
    #expect(try terminal.screen().contains("▌   Use a proxy"))
    try terminal.press("q")
    try terminal.waitForShell()
    let unknown = try terminal.run("\(RealTerminal.command) --key proxy.adress; echo code $?")
    #expect(unknown.contains("No setting has the key 'proxy.adress'; did you mean proxy.address?"))
    #expect(unknown.contains("code 2"))
    let wrong = try terminal.run(
      "\(RealTerminal.command) --pane Advanced --key proxy.address; echo code $?")
    #expect(wrong.contains("on pane 'Advanced'") && wrong.contains("code 2"))
  }

  @Test func `plain mode explains why a row is hidden and selects the controlling row`() throws {
    let terminal = try RealTerminal(columns: 200, rows: 60)
    let reason = "Use a proxy: Off. Proxy address is shown only when Use a proxy is On."
    #expect(try lines(["/proxy addr", "1"], terminal).contains(reason))
    #expect(try lines([], terminal, options: "--key proxy.address").contains(reason))
    #expect(
      try lines([], terminal, options: "--key mail.sort").contains(
        "Sort by: Date received, 4 choices.\n>"))
  }

  // MARK: Typing

  @Test func `a name is stored as typed even if the pane requests auto-capitalization`() throws {
    let terminal = try RealTerminal()
    try terminal.open("--key account.name")
    try terminal.press("Enter")
    try terminal.wait(for: " save ")
    try terminal.type("ludwig van Beethoven")
    try terminal.press("Enter")
    try terminal.wait(for: "Saved")
    #expect(stored(terminal)["account.name"] as? String == "ludwig van Beethoven")
  }

  @Test func `a slider and set reject a value with the same message`() throws {
    let terminal = try RealTerminal(columns: 100)
    let refused = try terminal.run(
      "\(RealTerminal.program) set '\(RealTerminal.bundle)' mail.textSize 99")
    let sentence = "Enter a number from 10 to 24 pt."
    #expect(refused.contains(sentence))
    try terminal.open("--key mail.textSize")
    try terminal.press("Enter")
    try terminal.wait(for: " save ")
    try terminal.type("99")
    try terminal.press("Enter")
    try terminal.wait(for: "! " + sentence)
    #expect(stored(terminal)["mail.textSize"] == nil)
    try terminal.press("BSpace", "BSpace", "2", "4", "Enter")
    try terminal.wait(for: "24 pt")
    try terminal.type("+")
    try terminal.wait(for: "! Enter a number from 10 to 24 pt.")
    try terminal.press("Down", "Up", "Enter", "Right")
    try terminal.wait(for: "! Enter a number from 10 to 24 pt.")
    // Press q instead of Esc, which could be read as the start of an escape sequence.
    try terminal.press("q")
    try terminal.wait(for: " save ", gone: true)
    #expect(stored(terminal)["mail.textSize"] as? Double == 24)
    try find("Preview lines", terminal)
    try terminal.type("++++")
    try terminal.wait(for: "! Enter a whole number from 1 to 5.")
    #expect(stored(terminal)["mail.previewLines"] as? Int == 5)
  }

  // MARK: Staged changes

  @Test func `q saves staged changes and quits after one question`() throws {
    let terminal = try RealTerminal()
    try terminal.open("--staged --key mail.previews")
    try terminal.press("Space")
    try terminal.wait(for: "1 unsaved")
    let screen = try terminal.screen()
    #expect(screen.contains("1 unsaved") && screen.contains("▌+  Show previews"))
    #expect(screen.contains("w save"))
    #expect(!screen.contains("1 changed") && !screen.contains("Saved"))
    #expect(stored(terminal).count == 0)
    try terminal.press("q")
    try terminal.wait(for: "Save and quit (1)")
    #expect(try terminal.screen().contains("Quit without saving"))
    try terminal.press("y")
    try terminal.waitForShell()
    #expect(stored(terminal)["mail.previews"] as? Bool == false)
  }

  @Test func `quitting without saving stores nothing, and canceling keeps editing`() throws {
    let terminal = try RealTerminal()
    try terminal.open("--staged --key mail.previews")
    try terminal.press("Space")
    try terminal.wait(for: "1 unsaved")
    try terminal.press("q")
    try terminal.wait(for: "Quit without")
    try terminal.press("n")
    try terminal.wait(for: "Quit without", gone: true)
    #expect(try terminal.screen().contains("1 unsaved"))
    try terminal.press("q")
    try terminal.wait(for: "Quit without")
    try terminal.press("End", "Down", "Down", "Enter")
    try terminal.waitForShell()
    #expect(stored(terminal).count == 0)
  }

  @Test func `a failed save keeps the editor open`() throws {
    let terminal = try RealTerminal()
    try terminal.open("--staged --key mail.previews")
    try terminal.press("Space")
    try terminal.wait(for: "1 unsaved")
    let folder = terminal.folder.path + "/.config"
    try FileManager.default.createDirectory(
      atPath: folder + "/org.settee.mail.plist", withIntermediateDirectories: true)
    try terminal.press("q", "y")
    try terminal.wait(for: "! ")
    #expect(try terminal.screen().contains("1 unsaved"))
  }

  @Test func `a value from another program doesn't block staged changes`() throws {
    let terminal = try RealTerminal()
    try terminal.open("--staged --key mail.previewLines")
    try terminal.type("+")
    try terminal.wait(for: "‹ 3 ›")
    try terminal.tool(["set", RealTerminal.bundle, "mail.previewLines", "5"])
    try terminal.wait(for: "changed by another program")
    try terminal.press("w")
    try terminal.wait(for: "5 → 3")
    try terminal.press("y")
    try terminal.wait(for: "Changes saved: 1.")
    #expect(stored(terminal)["mail.previewLines"] as? Int == 3)
  }

  @Test func `plain mode reports discarded staged changes at the end of input`() throws {
    let terminal = try RealTerminal(columns: 200, rows: 60)
    let said = try lines(["6"], terminal, options: "--staged")
    #expect(said.contains("Show previews: Off, unsaved."))
    #expect(said.contains("Unsaved changes discarded: 1."))
    #expect(stored(terminal).count == 0)
  }

  // MARK: Lists

  @Test func `list items that are added, renamed, moved and deleted are reported, and u undoes it`()
    throws
  {
    let terminal = try RealTerminal(columns: 100)
    try terminal.tool(["set", RealTerminal.bundle, "accounts.own", "one@a.org\ntwo@a.org"])
    let first = ["one@a.org", "two@a.org"]
    try terminal.open("--key accounts.own", shows: "one@a.org")
    func expect(_ list: [String], after key: String, says said: String) throws {
      try terminal.press(key)
      try terminal.wait(for: said)
      #expect(stored(terminal)["accounts.own"] as? [String] == list)
      try terminal.press("u")
      try terminal.wait(for: "Undone: ")
      #expect(stored(terminal)["accounts.own"] as? [String] == first)
    }
    try expect(["two@a.org"], after: "DC", says: "Deleted: one@a.org. Press u to undo.")
    try expect(["two@a.org"], after: "r", says: "Deleted: one@a.org. Press u to undo.")
    let moved = "Moved one@a.org to position 2. Press u to undo."
    try expect(first.reversed(), after: "J", says: moved)
    try terminal.press("Up", "K")
    try terminal.wait(for: "can't be moved any further")
    try terminal.press("Enter")
    try terminal.wait(for: " save ")
    try terminal.type("x")
    try expect(
      ["one@a.orgx", "two@a.org"], after: "Enter", says: "Changed: one@a.org → one@a.orgx.")
    try terminal.press("a")
    try terminal.wait(for: " save ")
    try terminal.type("new@a.org")
    let added = ["one@a.org", "new@a.org", "two@a.org"]
    try expect(added, after: "Enter", says: "Added: new@a.org. Press u to undo.")
  }
}
