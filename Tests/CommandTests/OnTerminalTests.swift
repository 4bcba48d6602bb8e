import Foundation
import Testing

/// Tests the output of commands on a terminal.
///
/// Text from other sources must not control the terminal or become invisible.
@Suite struct `Commands on a terminal` {
  static let nasty =
    "\u{1B}]0;pwn\u{7}\u{9B}31m\u{9D}0;x\u{9C}\u{202E}\u{2066}\u{61C}\u{200F}\u{200E}\u{200B}"
    + "\u{2028}\u{FEFF}\u{E0041}\u{FFF9}\u{180E}\u{7F}\u{8}"

  /// Runs a command line on a terminal, and returns its output without the carriage returns that
  /// the terminal adds.
  private static func shown(_ sandbox: borrowing Sandbox, _ line: String) throws -> String {
    try sandbox.write("work/line.sh", line)
    // Filter Unicode scalars, because `\r\n` is a single character.
    let out = try sandbox.shell("script -qec 'bash line.sh' /dev/null < /dev/null").out
    return String(String.UnicodeScalarView(out.unicodeScalars.filter { $0 != "\r" }))
  }

  private static func hides(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x180E, 0x200B, 0x200E...0x200F, 0x2028...0x202E: true
    case 0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFB, 0xE0001...0xE007F: true
    default: false
    }
  }

  @Test func `control characters in a value, a key or a title are escaped`() throws {
    let sandbox = try Sandbox()
    let nasty = Self.nasty
    try sandbox.write(
      "work/Bad.bundle/Root.plist",
      Plist.root(
        [
          ["Type": "PSGroupSpecifier", "Title": nasty, "FooterText": nasty],
          ["Type": "PSTextFieldSpecifier", "Key": "plain", "Title": nasty, "DefaultValue": nasty],
          [
            "Type": "PSMultiValueSpecifier", "Key": "m" + nasty, "Title": "M" + nasty,
            "DefaultValue": "1", "Titles": [nasty], "Values": ["1"],
          ],
        ], domain: "org.example.app"))
    try sandbox.store(["plain": "v" + nasty, "k" + nasty: "w"])
    try sandbox.write("work/nasty", nasty)
    for line in [
      "get Bad.bundle plain", "get Bad.bundle none --default \"$N\"",
      "get Bad.bundle plain --origin",
      "list Bad.bundle", "list -z Bad.bundle", "show Bad.bundle", "describe Bad.bundle plain",
      "diff Bad.bundle", "find M", "check Bad.bundle", "set Bad.bundle plain \"x$N\"",
      "set Bad.bundle \"m$N\" \"no$N\"", "history org.example.app", "undo Bad.bundle plain",
      "snapshot Bad.bundle", "generate swift Bad.bundle", "status Bad.bundle", "apps",
      "export Bad.bundle", "export Bad.bundle --format json", "export Bad.bundle --format env",
      "export Bad.bundle --format commands", "help \"$N\"", "--plain Bad.bundle", "path \"$N\"",
    ] {
      let text = try Self.shown(sandbox, "N=$(cat nasty); settee \(line) 2>&1")
      #expect(!text.isEmpty, "\(line)")
      #expect(!text.unicodeScalars.contains(where: Self.hides), "\(line): \(text.debugDescription)")
    }
    #expect(try Self.shown(sandbox, "settee get Bad.bundle plain").contains("v\\u{1b}]0;pwn\\u{7}"))
    #expect(try sandbox.run("get", "Bad.bundle", "plain").out == "v\(nasty)\n")
    #expect(try sandbox.run("get", "Bad.bundle", "x", "--default", nasty).out == "\(nasty)\n")
  }

  @Test func `joiners in Persian and emoji are kept`() throws {
    let sandbox = try Sandbox()
    try sandbox.store(["k": "می\u{200C}خواهم 👨\u{200D}👩\u{200D}👧"])
    #expect(
      try Self.shown(sandbox, "settee get org.example.app k")
        == "می\u{200C}خواهم 👨\u{200D}👩\u{200D}👧\n")
  }

  // MARK: Locales

  /// Writes a Russian bundle with one title that can't be transliterated and one that is
  /// translated.
  private static func russian(_ sandbox: borrowing Sandbox) throws {
    try sandbox.write(
      "work/Ru.bundle/Root.plist",
      Plist.root(
        [
          ["Type": "PSGroupSpecifier", "Title": "Größe und Façade"],
          ["Type": "PSTextFieldSpecifier", "Key": "sound", "Title": "Звук"],
          ["Type": "PSTextFieldSpecifier", "Key": "theme", "Title": "日本語"],
          ["Type": "PSTextFieldSpecifier", "Key": "speed", "Title": "速度"],
        ], domain: "org.example.app"))
    try sandbox.write("work/Ru.bundle/ja.lproj/Root.strings", "\"Звук\" = \"音\";")
    try sandbox.write("work/Ru.bundle/en.lproj/Root.strings", "\"速度\" = \"Speed\";")
  }

  @Test(arguments: ["C", "POSIX", "en_US.ISO-8859-1", "xx_YY", "ja_JP"])
  func `titles are transliterated in an ASCII locale`(locale: String) throws {
    var sandbox = try Sandbox()
    try Self.russian(sandbox)
    sandbox.environment["LC_ALL"] = locale
    for line in ["settee show Ru.bundle", "echo q | settee --plain Ru.bundle"] {
      let text = try Self.shown(sandbox, line)
      for title in ["Grosse und Facade", "Zvuk", "theme", "Speed"] {
        #expect(text.contains(title), "\(locale), \(line): \(text)")
      }
      #expect(text.utf8.allSatisfy { $0 < 0x80 }, "\(locale), \(line): \(text)")
      #expect(!text.contains("??"), "\(locale), \(line): \(text)")
    }
    #expect(try sandbox.run("show", "Ru.bundle").out.contains("日本語"), "a pipe gets all as it is")
    let json = try Self.shown(sandbox, "settee show Ru.bundle --json | cat")
    #expect(json.contains("日本語"))
  }
}
