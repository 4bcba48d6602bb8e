import Settee
import SetteeTestSupport
import Testing

@testable import SetteeSchema

/// Tests bundles for the settings files of programs.
@Suite struct ProgramFileTests {
  private func open(_ keys: String, rows: String = "") throws -> SettingsBundle {
    try SettingsBundle(
      at: "B.bundle", options: BundleOptions(domain: "com.example.asked"),
      files: .memory(SmallBundle(rows: rows, extra: keys).files))
  }

  @Test func `keys of Root.plist name the file, and there is no domain`() throws {
    let bundle = try open(
      """
      <key>ApplicationGroupContainerIdentifier</key><string>com.example.tool</string>
      <key>SetteeFile</key><array><string>~/.toolrc</string><string>/etc/toolrc</string></array>
      <key>SetteeFormat</key><string>ini</string><key>SetteeDialect</key><string>git</string>
      <key>SetteeSiteFiles</key><string>/etc/toolrc</string>
      <key>SetteeKnownKeys</key><array><string>alias.*</string></array>
      <key>SetteeItemKey</key><string>name</string><key>SetteeReload</key><string>Start it.</string>
      <key>SetteeSavesItself</key><string>tool</string>
      """, rows: SmallBundle.toggle("core.bare"))
    let file = try #require(bundle.programFile)
    #expect(
      file
        == ProgramFile(
          paths: ["~/.toolrc", "/etc/toolrc"], format: "ini", dialect: "git",
          siteFiles: ["/etc/toolrc"], itemKey: "name", knownKeys: ["alias.*"],
          reload: "Start it.", savesItself: "tool"))
    #expect(file.formatName == "git")
    #expect(bundle.domain == nil)
    #expect(bundle.panes[0].domain == nil)
    #expect(bundle.controls[0].domain == nil)
  }

  @Test func `a single path is a list with one item, and without a path there is no file`() throws {
    #expect(
      try open("<key>SetteeFile</key><string>/etc/a</string>").programFile
        == ProgramFile(paths: ["/etc/a"]))
    let keys = "<key>SetteeFile</key><string></string><key>SetteeFormat</key><string>ini</string>"
    let bundle = try open(keys)
    #expect(bundle.programFile == nil)
    #expect(bundle.domain == "com.example.asked")
  }

  @Test func `a program's setting may have spaces in its key, and no known default`() throws {
    let rows = SmallBundle.toggle("Desktop Entry.Terminal")
    let keys = "<key>SetteeFile</key><string>/etc/a</string>"
    func rules(_ extra: String) throws -> [String] {
      let files = BundleFiles.memory(SmallBundle(rows: rows, extra: extra).files)
      return try Finding.all(at: ["B.bundle"], files: files).map(\.rule)
    }
    #expect(try rules(keys) == [])
    // The bundle may list no other known keys, because every key has a row.
    #expect(try rules(keys + "<key>SetteeKnownKeys</key><array/>") == [])
    #expect(try rules("") == ["missing-part", "spaces-in-key"])
  }

  static let paths: [(String, [String: String], String?)] = [
    ("/etc/a", [:], "/etc/a"), ("/etc/a", ["SETTEE_ROOT": "/r"], "/r/etc/a"),
    ("/usr/etc/a", ["SETTEE_ROOT": "/r"], "/r/usr/etc/a"), ("/o/a", ["SETTEE_ROOT": "/r"], "/o/a"),
    ("~/.a", ["HOME": "/h/"], "/h/.a"), ("~/.a", [:], nil), ("~/.a", ["HOME": "h"], nil),
    ("a", ["HOME": "/h"], nil), ("~other/a", ["HOME": "/h"], nil),
    ("$XDG_CONFIG_HOME/a/b", ["HOME": "/h"], "/h/.config/a/b"),
    ("$XDG_CONFIG_HOME/a/b", ["HOME": "/h", "XDG_CONFIG_HOME": "/x"], "/x/a/b"),
    ("$XDG_CONFIG_HOME/a/b", ["HOME": "/h", "XDG_CONFIG_HOME": "x"], "/h/.config/a/b"),
  ]

  @Test(arguments: paths)
  func `a path starts at the root, the home folder or the configuration folder`(
    path: String, environment: [String: String], resolved: String?
  ) {
    #expect(ProgramFile.resolved(path, environment: environment) == resolved)
  }

  @Test func `the first existing file is used, or else the first possible one`() {
    let file = ProgramFile(paths: ["~/.a", "$XDG_CONFIG_HOME/a", "/etc/a"])
    let home = ["HOME": "/h"]
    #expect(file.path(environment: home) { $0 == "/h/.config/a" } == "/h/.config/a")
    #expect(file.path(environment: home) { _ in false } == "/h/.a")
    #expect(file.path(environment: [:]) { _ in false } == "/etc/a")
    #expect(ProgramFile(paths: ["a"]).path(environment: home) { _ in true } == nil)
  }
}
