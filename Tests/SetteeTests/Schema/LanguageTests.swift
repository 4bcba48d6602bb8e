import Settee
import Testing

/// Tests which language is used for an environment and the bundle's translations.
@Suite struct LanguageTests {
  @Test(
    arguments: [
      (["LANG": "de_DE.UTF-8"], ["de-DE"]),
      (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR"], ["fr-FR"]),
      (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR", "LC_ALL": "ja_JP"], ["ja-JP"]),
      (["LANG": "en_US.UTF-8", "LANGUAGE": "pt_BR:pt"], ["pt-BR", "pt"]),
      (["LANGUAGE": "de"], ["de"]),
      (["LC_ALL": "C", "LANGUAGE": "de"], []),
      (["LC_ALL": "", "LANG": "POSIX"], []),
      (["LANG": "C.UTF-8"], []), ([:], []),
      (["LANG": "zh_TW.UTF-8"], ["zh-Hant"]), (["LANG": "zh_CN"], ["zh-Hans"]),
      (["LANG": "zh_HK"], ["zh-Hant-HK"]), (["LANG": "no_NO"], ["nb-NO"]),
      (["LANG": "iw_IL"], ["he-IL"]), (["LANG": "in_ID"], ["id-ID"]),
      (["LANG": "sr_RS@latin"], ["sr-Latn-RS"]), (["LANG": "de_DE@euro"], ["de-DE"]),
    ] as [([String: String], [String])])
  func `the environment determines the languages`(environment: [String: String], tags: [String]) {
    #expect(LanguageTag.preferred(environment: environment) == tags)
  }

  @Test func `an option overrides the environment`() {
    #expect(LanguageTag.preferred(environment: ["LANG": "de"], option: "Japanese") == ["ja"])
  }

  /// Returns the title of the bundle's only toggle, which is the name of the language folder it was
  /// read from.
  private func title(_ languages: [String], folders: [String], info: String? = nil) throws
    -> (title: String?, language: String?)
  {
    var files = SmallBundle(rows: "<string>Type</string>").files
    files["B.bundle/Root.plist"] = SmallBundle.root(
      "<dict><key>Type</key><string>PSToggleSwitchSpecifier</string>"
        + "<key>Title</key><string>raw</string></dict>")
    for folder in folders {
      files["B.bundle/\(folder).lproj/Root.strings"] = Array("\"raw\" = \"\(folder)\";".utf8)
    }
    if let info {
      files["B.bundle/Info.plist"] = Array("{ CFBundleDevelopmentRegion = \(info); }".utf8)
    }
    let bundle = try SettingsBundle(
      at: "B.bundle", options: BundleOptions(languages: languages), files: .memory(files))
    return (bundle.controls[0].title, bundle.language)
  }

  @Test(
    arguments: [
      (["de-AT"], ["de", "en"], "de", "de"),
      (["zh-Hant"], ["zh_cn", "zh_tw"], "zh_tw", "zh-Hant"),
      (["zh-Hant-HK"], ["zh-Hans", "zh-Hant"], "zh-Hant", "zh-Hant"),
      (["nb-NO"], ["no", "en"], "no", "nb"), (["he"], ["iw"], "iw", "he"),
      (["ja-JP"], ["Japanese", "English"], "Japanese", "ja"),
      (["en-US"], ["en-GB", "de"], "en-GB", "en-GB"),
      (["el"], ["el_GR"], "el_GR", "el-GR"), (["es-419"], ["ES", "es-419"], "es-419", "es-419"),
      (["sv"], ["de", "en"], "en", "en"), ([], ["de", "en"], "en", "en"),
      (["sv"], ["de", "Base"], "Base", nil), (["sv", "de"], ["de", "en"], "de", "de"),
      (["pt-PT"], ["pt-BR", "pt-PT", "pt"], "pt-PT", "pt-PT"),
    ] as [([String], [String], String, String?)])
  func `the best matching folder is used`(
    wanted: [String], folders: [String], title: String, language: String?
  ) throws {
    let found = try self.title(wanted, folders: folders)
    #expect(found.title == title)
    #expect(found.language == language)
  }

  @Test func `without a preference, the developer's language is used`() throws {
    #expect(try title([], folders: ["en", "fr"], info: "fr").title == "fr")
  }

  @Test func `without a matching language, the untranslated string is used`() throws {
    #expect(try title(["sv"], folders: ["de"]).title == "raw")
  }

  @Test func `a string missing in one language comes from the next`() throws {
    var files = SmallBundle(
      rows: """
        <dict><key>Type</key><string>PSGroupSpecifier</string>
        <key>Title</key><string>A</string><key>FooterText</key><string>B</string></dict>
        <dict><key>Type</key><string>PSTitleValueSpecifier</string>
        <key>Title</key><string>C</string></dict>
        """
    ).files
    files["B.bundle/ar.lproj/Root.strings"] = Array("\"A\" = \"\u{200F}إعدادات\";".utf8)
    files["B.bundle/en.lproj/Root.strings"] = Array("\"A\" = \"a\"; \"B\" = \"b\";".utf8)
    files["B.bundle/ar.lproj/Root.stringsdict"] = Array("{ C = wrong; }".utf8)
    let pane = try SettingsBundle(
      at: "B.bundle", options: BundleOptions(languages: ["ar"]), files: .memory(files)
    ).panes[0]
    #expect(pane.groups[0].title == "\u{200F}إعدادات")
    #expect(pane.groups[0].footer == "b")
    #expect(pane.controls[0].title == "C")
  }

  @Test func `one invalid line doesn't lose the other strings of a table`() throws {
    var files = SmallBundle(rows: SmallBundle.toggle("A") + SmallBundle.toggle("B")).files
    files["B.bundle/en.lproj/Root.strings"] = Array("\"A\" = \"a\";\n?? = ;\n\"B\" = \"b\";".utf8)
    let titles = try SettingsBundle(
      at: "B.bundle", options: BundleOptions(languages: ["en"]), files: .memory(files)
    ).controls.map(\.title)
    #expect(titles == ["a", "b"])
  }

  @Test func `the table is the named one, or else the file's, or else Root`() throws {
    let row = """
      <dict><key>Type</key><string>PSTitleValueSpecifier</string>
      <key>Title</key><string>T</string></dict>
      """
    let link = """
      <dict><key>Type</key><string>PSChildPaneSpecifier</string><key>Title</key><string>T</string>
      <key>File</key><string>More</string></dict>
      """
    var files = SmallBundle(rows: link + row).files
    files["B.bundle/More.plist"] = SmallBundle.root(row)
    files["B.bundle/en.lproj/Root.strings"] = Array("T = root;".utf8)
    func titles() throws -> [String?] {
      try SettingsBundle(at: "B.bundle", files: .memory(files)).panes.map {
        $0.controls.last?.title
      }
    }
    #expect(try titles() == ["root", "root"])
    files["B.bundle/en.lproj/More.strings"] = Array("T = more;".utf8)
    #expect(try titles() == ["root", "more"])
    files["B.bundle/More.plist"] = SmallBundle.root(
      row, extra: "<key>StringsTable</key><string>Gone</string>")
    #expect(try titles() == ["root", "T"])
  }
}
