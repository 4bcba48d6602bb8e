import Foundation
import Settee
import Testing

/// Tests each type of problem found in real bundles, with a minimal bundle that has it.
///
/// The real bundles aren't part of the project, so this table reproduces their problems.
@Suite struct KnownProblemsTests {
  struct ProblemKind: CustomStringConvertible, Sendable {
    let description: String
    let rule: String
    let files: [String: [UInt8]]

    /// Creates a problem that is caused by the elements of Root.
    init(_ description: String, _ rule: String, rows: String, root: String = "") {
      self.init(description, rule, ["Root.plist": SmallBundle.root(rows, extra: root)])
    }

    init(_ description: String, _ rule: String, _ files: [String: [UInt8]]) {
      self.description = description
      self.rule = rule
      self.files = files
    }

    func findings() throws -> [Finding] {
      let files = Dictionary(uniqueKeysWithValues: self.files.map { ("B.bundle/\($0)", $1) })
      return try Finding.all(at: ["B.bundle"], files: .memory(files))
    }
  }

  @Test(arguments: faultyFiles + faultyRows + neverSeen)
  func `a problem of real bundles is found`(kind: ProblemKind) throws {
    let findings = try kind.findings()
    #expect(findings.contains { $0.rule == kind.rule }, "\(findings.map(\.text))")
  }

  @Test(arguments: sound)
  func `a common practice of valid bundles is not a problem`(kind: ProblemKind) throws {
    let findings = try kind.findings()
    #expect(findings.isEmpty, "\(findings.map(\.text))")
  }

  // MARK: Rows

  private static func row(_ type: String, _ rest: String = "") -> String {
    "<dict><key>Type</key><string>\(type)</string>\(rest)</dict>"
  }

  private static func text(_ pairs: (String, String)...) -> String {
    pairs.map { "<key>\($0)</key>" + ($1.hasPrefix("<") ? $1 : "<string>\($1)</string>") }.joined()
  }

  private static func toggle(_ rest: String) -> String {
    row("PSToggleSwitchSpecifier", text(("Title", "T"), ("Key", "k")) + rest)
  }

  private static func field(_ rest: String) -> String {
    row("PSTextFieldSpecifier", text(("Title", "T"), ("Key", "k")) + rest)
  }

  private static func choice(_ rest: String) -> String {
    row("PSMultiValueSpecifier", text(("Title", "T"), ("Key", "k")) + rest)
  }

  private static func slider(_ low: String, _ high: String, _ value: String) -> String {
    row(
      "PSSliderSpecifier",
      text(("Key", "k"), ("MinimumValue", low), ("MaximumValue", high), ("DefaultValue", value)))
  }

  private static let on = "<key>DefaultValue</key><true/>"
  private static let twoTitles =
    "<key>Titles</key><array><string>A</string><string>B</string></array>"
  private static let oneTwo =
    "<key>Values</key><array><integer>1</integer><integer>2</integer></array>" + twoTitles

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static let plainRoot = SmallBundle.root(toggle(on))

  // MARK: Problems of whole files

  static let faultyFiles: [ProblemKind] = [
    ProblemKind(
      "two keys in a row", "unreadable-file",
      ["Root.plist": bytes("<plist><dict><key>Title</key><key>Key</key><true/></dict></plist>")]),
    ProblemKind(
      "a raw < in text", "unreadable-file",
      ["Root.plist": bytes("<plist><dict><key>a</key><string>1 < 2</string></dict></plist>")]),
    ProblemKind(
      "an XML declaration without quotes", "odd-format",
      ["Root.plist": bytes("<?xml version=1.0 encoding=UTF-8?>") + plainRoot.dropFirst(38)]),
    ProblemKind(
      "an array without a key", "unreadable-file",
      ["Root.plist": bytes("<plist><dict><array/></dict></plist>")]),
    ProblemKind(
      "a statement without a semicolon", "lost-statement",
      ["Root.plist": plainRoot, "de.lproj/Root.strings": bytes("\"T\" = \"D\"\n\"U\" = \"E\";\n")]),
    ProblemKind(
      "a table with a duplicate key", "repeated-key",
      ["Root.plist": plainRoot, "de.lproj/Root.strings": bytes("T = a;\nT = b;\n")]),
    ProblemKind(
      "a missing table", "missing-table", rows: toggle(on),
      root: text(("StringsTable", "Absent"))),
    ProblemKind(
      "a table named with its extension", "missing-table",
      [
        "Root.plist": SmallBundle.root(toggle(on), extra: text(("StringsTable", "Root.strings"))),
        "de.lproj/Root.strings": bytes("T = a;"),
      ]),
    ProblemKind(
      "an empty dictionary", "no-specifiers", ["Root.plist": bytes("<plist><dict/></plist>")]),
    ProblemKind(
      "an Info.plist", "no-specifiers",
      ["Root.plist": bytes("<plist><dict><key>CFBundleName</key><string>B</string></dict></plist>")]
    ),
    ProblemKind(
      "a different format", "no-specifiers",
      [
        "Root.plist": bytes(
          "<plist><dict><key>items</key><array><dict><key>cell</key><string>PSSwitchCell</string>"
            + "</dict></array></dict></plist>")
      ]),
    ProblemKind("no elements", "empty-pane", rows: ""),
    ProblemKind(
      "a pane in a folder", "file-form",
      ["Root.plist": SmallBundle.root(SmallBundle.link("3rd/Lua")), "3rd/Lua.plist": plainRoot]),
    ProblemKind(
      "a pane named with its extension", "file-form",
      ["Root.plist": SmallBundle.root(SmallBundle.link("More.plist")), "More.plist": plainRoot]),
    ProblemKind("a missing pane", "missing-file", rows: SmallBundle.link("Absent")),
    ProblemKind(
      "a pane row without File", "missing-key",
      rows: row("PSChildPaneSpecifier", text(("Title", "T")))),
    ProblemKind(
      "a key in several panes", "duplicate-key",
      [
        "Root.plist": SmallBundle.root(toggle(on) + SmallBundle.link("More")),
        "More.plist": plainRoot,
      ]),
    ProblemKind(
      "a string missing in one language", "untranslated",
      [
        "Root.plist": SmallBundle.root(toggle(on)), "de.lproj/Root.strings": bytes("T = a;"),
        "fr.lproj/Root.strings": bytes("U = a;"),
      ]),
  ]

  // MARK: Problems of elements

  static let faultyRows: [ProblemKind] =
    ["PSSwitchSpecifier", "Group", "Toggle", "Button"].map {
      ProblemKind("the type \($0)", "unknown-type", rows: row($0, text(("Action", "a"))))
    }
    + ["Sensitivity", "IASKPotiTextFieldSpecifier"].map {
      ProblemKind("the type \($0)", "foreign-type", rows: row($0, text(("Key", "k"))))
    }
    + ["NO", "YES", "", "Yes", "0", "64", "false", "/a/path"].map {
      ProblemKind(
        "a toggle that is “\($0)”", "toggle-default", rows: toggle(text(("DefaultValue", $0))))
    }
    + ["<integer>1</integer>", "<real>0.5</real>", "<true/>"].map {
      ProblemKind("a field that is \($0)", "loose-type", rows: field(text(("DefaultValue", $0))))
    }
    + [
      "AutoCorrectionType", "AutoCapitalizationType", "Autocapitalization", "label",
    ].map {
      ProblemKind(
        "the key \($0)", "misspelt-key",
        rows: row("PSTextFieldSpecifier", text(("Key", "k"), ($0, "No"))))
    }
    + [
      ProblemKind(
        "no Type", "missing-type", rows: "<dict>\(text(("Title", "T"), ("Key", "k")))</dict>"),
      ProblemKind("a toggle without default", "missing-part", rows: toggle("")),
      ProblemKind(
        "half of a toggle's values", "half-toggle", rows: toggle(on + text(("TrueValue", "a")))),
      ProblemKind(
        "a default that equals neither value", "toggle-default",
        rows: toggle(text(("TrueValue", "a"), ("FalseValue", "b"), ("DefaultValue", "c")))),
      ProblemKind(
        "the same value for on and off", "equal-toggle-values",
        rows: toggle(text(("TrueValue", "a"), ("FalseValue", "a"), ("DefaultValue", "a")))),
      ProblemKind(
        "a default that isn't a choice", "default-not-a-choice",
        rows: choice(text(("DefaultValue", "<integer>9</integer>")) + oneTwo)),
      ProblemKind(
        "a default that only equals a choice as a string", "default-near-a-choice",
        rows: choice(text(("DefaultValue", "1")) + oneTwo)),
      ProblemKind(
        "a default that is a title", "default-near-a-choice",
        rows: choice(text(("DefaultValue", "A")) + oneTwo)),
      ProblemKind(
        "different numbers of titles and values", "counts-differ",
        rows: choice(
          text(("DefaultValue", "a"), ("Values", "<array><string>a</string></array>")) + twoTitles)),
      ProblemKind(
        "values without titles", "missing-part",
        rows: choice(text(("DefaultValue", "a"), ("Values", "<array><string>a</string></array>")))),
      ProblemKind(
        "neither values nor titles", "no-choices", rows: choice(text(("DefaultValue", "a")))),
      ProblemKind(
        "a title that is a dictionary", "wrong-type",
        rows: choice(
          text(
            ("DefaultValue", "a"), ("Values", "<array><string>a</string></array>"),
            ("Titles", "<array><dict/></array>")))),
      ProblemKind(
        "a title that is an integer", "loose-type",
        rows: choice(
          text(
            ("DefaultValue", "a"), ("Values", "<array><string>a</string></array>"),
            ("Titles", "<array><integer>1</integer></array>")))),
      ProblemKind(
        "bounds that are strings", "loose-type", rows: slider("0", "9", "<real>5</real>")),
      ProblemKind(
        "a slider's default that is a string", "loose-type",
        rows: slider("<real>0</real>", "<real>9</real>", "5")),
      ProblemKind(
        "a keyboard that is a number", "loose-type",
        rows: field(text(("KeyboardType", "<integer>4</integer>")))),
      ProblemKind(
        "the key StringTable", "misspelt-key", rows: toggle(on), root: text(("StringTable", "Root"))
      ),
      ProblemKind(
        "no Key", "missing-key", rows: row("PSToggleSwitchSpecifier", text(("Title", "T")) + on)),
      ProblemKind(
        "an empty Key", "empty-key",
        rows: row("PSToggleSwitchSpecifier", text(("Title", "T"), ("Key", "")) + on)),
      ProblemKind(
        "a Key with spaces", "spaces-in-key",
        rows: row("PSToggleSwitchSpecifier", text(("Title", "T"), ("Key", "a b")) + on)),
      ProblemKind("the same Key twice in a pane", "duplicate-key", rows: toggle(on) + toggle(on)),
      ProblemKind(
        "a secret in the bundle", "secure-default",
        rows: field(text(("IsSecure", "<true/>"), ("DefaultValue", "hidden")))),
    ]

  // MARK: Problems not found in real bundles

  static let neverSeen: [ProblemKind] = [
    ProblemKind(
      "a minimum that is not below the maximum", "bounds-order",
      rows: slider("<real>9</real>", "<real>9</real>", "<real>9</real>")),
    ProblemKind(
      "a default out of range", "default-out-of-range",
      rows: slider("<real>0</real>", "<real>9</real>", "<real>10</real>")),
    ProblemKind(
      "a date as a toggle's default", "toggle-default",
      rows: toggle(text(("DefaultValue", "<date>2026-01-02T03:04:05Z</date>")))),
    ProblemKind(
      "data as a field's default", "wrong-type",
      rows: field(text(("DefaultValue", "<data>AAE=</data>")))),
    ProblemKind(
      "a cycle of panes", "pane-cycle",
      [
        "Root.plist": SmallBundle.root(SmallBundle.link("A")),
        "A.plist": SmallBundle.root(SmallBundle.link("B")),
        "B.plist": SmallBundle.root(SmallBundle.link("A")),
      ]),
    ProblemKind(
      "a File that differs only in case", "missing-file",
      ["Root.plist": SmallBundle.root(SmallBundle.link("more")), "More.plist": plainRoot]),
    ProblemKind(
      "an invalid plural table", "unreadable-file",
      ["Root.plist": plainRoot, "de.lproj/Root.stringsdict": bytes("<plist><dict>")]),
    ProblemKind(
      "an invalid string catalog", "unreadable-file",
      ["Root.plist": plainRoot, "Root.xcstrings": bytes("{")]),
    ProblemKind(
      "merge conflict markers", "unreadable-file",
      ["Root.plist": bytes("<plist><dict>\n<<<<<<< HEAD\n</dict></plist>")]),
    ProblemKind("no Root.plist", "missing-root", ["More.plist": plainRoot]),
  ]

  // MARK: Valid practices

  static let sound: [ProblemKind] = [
    ProblemKind("comments around elements", "", rows: "<!-- \(toggle("")) -->" + toggle(on)),
    ProblemKind(
      "old-style text", "",
      [
        "Root.plist": bytes(
          "{PreferenceSpecifiers=({Type=PSTextFieldSpecifier;Key=k;DefaultValue=\"a b\";});}")
      ]),
    ProblemKind(
      "tables in UTF-16 with raw newlines and comments", "",
      [
        "Root.plist": plainRoot,
        "de.lproj/Root.strings": [0xFF, 0xFE]
          + Array(
            "// a\n/* b */ T = \"x\ny\";".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }),
      ]),
    ProblemKind(
      "language names in every form", "",
      ["Root.plist": plainRoot].merging(
        ["zh_cn", "el_GR", "af-za", "gsw-CH", "es-419", "Japanese"].map {
          ("\($0).lproj/Root.strings", bytes("T = a;"))
        }
      ) { first, _ in first }),
    ProblemKind("an empty table", "", ["Root.plist": plainRoot, "de.lproj/Root.strings": []]),
    ProblemKind(
      "a Key with periods", "",
      rows: row("PSToggleSwitchSpecifier", text(("Title", "T"), ("Key", "a.b")) + on)),
    ProblemKind(
      "a slider with Title and images", "",
      rows: slider("<real>0</real>", "<real>9</real>", "<integer>5</integer>").replacingOccurrences(
        of: "</dict>", with: text(("Title", "T"), ("MinimumValueImage", "a.png")) + "</dict>")),
    ProblemKind(
      "values with spaces and a tab", "",
      rows: choice(
        text(
          ("DefaultValue", " "), ("Values", "<array><string> </string><string>\t</string></array>"))
          + twoTitles)),
    ProblemKind(
      "an equal number of another type", "",
      rows: choice(text(("DefaultValue", "<real>1</real>")) + oneTwo)),
    ProblemKind(
      "a name with non-ASCII characters", "",
      ["Root.plist": SmallBundle.root(SmallBundle.link("Ünï")), "Ünï.plist": plainRoot]),
    ProblemKind(
      "a Root for each device", "",
      ["Root~ipad.plist": plainRoot, "Root~iphone.plist": plainRoot, "Root.inApp.plist": plainRoot]),
    ProblemKind("a Root.plist in only one language", "", ["en.lproj/Root.plist": plainRoot]),
    ProblemKind(
      "keys with different encodings of é", "",
      rows: SmallBundle.toggle("\u{E9}", extra: on) + SmallBundle.toggle("e\u{301}", extra: on)),
  ]
}
