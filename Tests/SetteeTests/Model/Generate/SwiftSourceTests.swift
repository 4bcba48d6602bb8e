import Foundation
import SetteeTestSupport
import Testing

@testable import Settee
@testable import SetteeSchema

@Suite struct SwiftSourceTests {
  /// All valid sample bundles, and the real bundles of the corpus if it is available.
  private static func bundles() -> [SettingsBundle] {
    let real = ProjectFolder.bundles() + ProjectFolder.bundles(in: "derived")
    return ([ProjectFolder.mail] + real).compactMap { try? SettingsBundle(at: $0) }
  }

  @Test func `the source for every bundle compiles with warnings as errors`() throws {
    let folder = try Folder()
    var files: [String] = []
    for (number, bundle) in Self.bundles().enumerated() {
      let source = SwiftSource(of: bundle, name: "Prefs\(number)").text
      files.append(try folder.write(source, to: "Bundle\(number).swift"))
    }
    #expect(!files.isEmpty)
    let outcome = try Compiler.typecheck(files)
    #expect(outcome.isEmpty, "\(outcome.prefix(4000))")
  }

  @Test func `child panes become nested sets with their headings`() throws {
    let folder = try Folder()
    try folder.write(
      Self.plist(
        "Title = \"Weather Prefs\";",
        """
        {Type = PSToggleSwitchSpecifier; Key = "show_map"; Title = "Show map"; DefaultValue = YES;},
        {Type = PSGroupSpecifier; Title = More;},
        {Type = PSChildPaneSpecifier; Title = Input; File = Input;}
        """), to: "W.bundle/Root.plist")
    try folder.write(
      """
      <plist version="1.0"><dict><key>Title</key><string>Input</string>
      <key>PreferenceSpecifiers</key><array>
      <dict><key>Type</key><string>PSTextFieldSpecifier</string>
        <key>Key</key><string>input.VIEW_UPDATE_RATE</string>
        <key>Title</key><string>Rate</string></dict>
      <dict><key>Type</key><string>PSMultiValueSpecifier</string>
        <key>Key</key><string>SCALE</string><key>Title</key><string>Scale</string>
        <key>DefaultValue</key><integer>1</integer>
        <key>Values</key><array><real>0.5</real><integer>1</integer><real>1.5</real></array>
        <key>Titles</key>
        <array><string>Half</string><string>Whole</string><string>One and a half</string></array>
      </dict></array></dict></plist>
      """, to: "W.bundle/Input.plist")
    let bundle = try SettingsBundle(at: folder.path + "/W.bundle")
    let source = SwiftSource(of: bundle).text
    for needed in [
      "struct WeatherPrefs: PreferenceSet {", "static let paneTitle = \"Weather Prefs\"",
      "@Setting(key: \"show_map\")", "var showMap = ", "section: \"More\")", "var input = Input()",
      "  struct Input: PreferenceSet {", "var inputViewUpdateRate: String? = nil",
      "@SettingGroup(layout: .flat, style: .pane, section: \"More\")", "var scale = Scale.whole",
      "enum Scale: Double, CaseIterable, SettingValue", "case half = 0.5", "case whole = 1.0",
    ] {
      #expect(source.contains(needed), "\(needed) is not in\n\(source)")
    }
    #expect(!source.contains("MARK"))
    let file = try folder.write(source, to: "Generated.swift")
    #expect(try Compiler.typecheck([file]).isEmpty, "\(source)")
  }

  private static func plist(_ head: String, _ rows: String) -> String {
    "{ \(head) PreferenceSpecifiers = (\n\(rows)\n); }"
  }

  @Test(arguments: [
    ("input.VIEW_UPDATE_RATE", "inputViewUpdateRate"), ("sound_level", "soundLevel"),
    ("PORT", "port"), ("server.URL", "serverURL"), ("URLBar", "urlBar"), ("HTTPPort", "httpPort"),
    ("kShowURLBar", "kShowURLBar"), ("ShowMap", "showMap"), ("use_SSL", "useSSL"),
    ("MP3Player", "mp3Player"), ("2nd", "n2nd"), ("IASKFoo", "iaskFoo"), ("a.b-c", "aBC"),
  ])
  func `names are lowerCamelCase`(text: String, name: String) {
    var names = SwiftNames()
    #expect(names.lower(text, else: "none") == name)
  }

  @Test func `the defaults are equal to the bundle's`() {
    for bundle in Self.bundles() {
      let ours = SwiftSource(of: bundle).defaults
      for (key, theirs) in bundle.registeredDefaults() {
        guard let value = ours[key] else { continue }
        let isSame =
          value.matches(theirs) || ValueFormatter.plain(value) == ValueFormatter.plain(theirs)
          || value.bool == Bool(settingValue: theirs)
        #expect(isSame, "\(bundle.path) \(key): \(value) for \(theirs)")
      }
    }
  }
}
