import Foundation
import SetteeTestSupport
import Testing

@testable import SetteeEditor
@testable import SetteeVerbs

/// Opens a bundle without a domain in a real terminal.
@Suite struct DomainPromptTests {
  /// Creates a bundle with one toggle, in a folder whose name contains a space.
  private func bundle(in terminal: RealTerminal) throws -> String {
    let path = terminal.folder.path + "/My App/Settings.bundle"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let root = """
      <plist version="1.0"><dict><key>PreferenceSpecifiers</key><array><dict><key>Type</key>
      <string>PSToggleSwitchSpecifier</string><key>Title</key><string>Hot water</string>
      <key>Key</key><string>hot</string><key>DefaultValue</key><false/></dict></array></dict></plist>
      """
    try root.write(toFile: path + "/Root.plist", atomically: true, encoding: .utf8)
    return path
  }

  @Test func `the editor asks for a domain once, and its last part then opens the bundle`() throws {
    let terminal = try RealTerminal()
    let path = try bundle(in: terminal)
    try terminal.type("\(RealTerminal.program) '\(path)'")
    try terminal.press("Enter")
    try terminal.wait(for: "local.my-app")
    try terminal.press("C-u")
    try terminal.type("a/b")
    try terminal.press("Enter")
    try terminal.wait(for: "contains a slash")
    try terminal.press("C-u")
    try terminal.type("org.example.tea")
    try terminal.press("Enter")
    try terminal.wait(for: "Hot water")
    try terminal.press("Space")
    try terminal.wait(for: "On")
    try terminal.press("q")
    try terminal.waitForShell()
    #expect(try terminal.run("\(RealTerminal.program) get tea hot").hasSuffix("true"))
    // The editor must not ask again when the bundle is opened by its path.
    try terminal.type("clear; \(RealTerminal.program) '\(path)'")
    try terminal.press("Enter")
    try terminal.wait(for: "Hot water")
    try terminal.press("q")
    try terminal.waitForShell()
    // If the bundle is missing, the error must be shown on the screen.
    try FileManager.default.moveItem(
      atPath: terminal.folder.path + "/My App", toPath: terminal.folder.path + "/away")
    try terminal.type("clear; \(RealTerminal.program) tea")
    try terminal.press("Enter")
    try terminal.wait(for: "is no longer at")
  }

  @Test func `canceling the domain prompt quits, and nothing is saved`() throws {
    let terminal = try RealTerminal()
    let path = try bundle(in: terminal)
    try terminal.type("\(RealTerminal.program) '\(path)'")
    try terminal.press("Enter")
    try terminal.wait(for: "local.my-app")
    try terminal.press("Escape")
    try terminal.waitForShell()
    let opened = terminal.folder.path + "/.local/state/settee/opened.plist"
    #expect(!FileManager.default.fileExists(atPath: opened))
  }
}
