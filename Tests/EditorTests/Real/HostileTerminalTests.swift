import Foundation
import Settee
import SetteeTestSupport
import Testing

@testable import SetteeEditor

/// Shows hostile panes and values in the real program.
///
/// Only sequences from ncurses and Settee may reach the terminal.
@Suite(.serialized) struct HostileTerminalTests {
  static let texts: [(name: String, text: String)] = [
    ("escapes", "a\u{1B}[2Jb\u{1B}]0;owned\u{07}c\u{1B}]52;c;aGk=\u{07}\u{1B}P1q\u{1B}\\\u{1B}cX"),
    ("C1", "a\u{9B}31mb\u{9D}0;owned\u{9C}c\u{90}d\u{85}e"),
    ("bidi", "a\u{202E}b\u{2066}c\u{200F}d\u{061C}e\u{2069}f\u{FEFF}g"),
    ("lines", "one\ntwo\r\nthree\u{2028}four\tfive\u{0B}\u{0C}six\u{08}\u{08}\u{7F}"),
    ("marks", "e" + String(repeating: "\u{301}", count: 300) + "\u{E0041}\u{E0001}\u{1F3FB}"),
    ("megabyte", String(repeating: "long ", count: 210_000)),
    (
      "unknown sequences",
      "\u{1B}[?1049l\u{1B}[?25l\u{1B}[9;1t\u{1B}[>c\u{1B}[6n\u{1B}#8\u{0E}\u{0F}"
    ),
  ]

  /// Writes a bundle in which every string is hostile, and returns its path.
  private static func bundle(_ text: String, rows: Int, in folder: Folder) throws -> String {
    // Write a binary property list, because XML doesn't allow control characters.
    var rowsOfPane: [PropertyList] = [
      ["Type": "PSGroupSpecifier", "Title": .string(text), "FooterText": .string(text)]
    ]
    for row in 0..<rows {
      rowsOfPane.append([
        "Type": "PSToggleSwitchSpecifier", "Title": .string("\(row) " + text),
        "Key": .string("t\(row)"), "DefaultValue": true, "SetteeHelp": .string(text),
      ])
    }
    rowsOfPane += [
      [
        "Type": "PSTextFieldSpecifier", "Title": .string(text), "Key": "text",
        "DefaultValue": .string(text), "IASKPlaceholder": .string(text),
      ],
      [
        "Type": "PSMultiValueSpecifier", "Title": .string(text), "Key": "choice",
        "DefaultValue": .string(text), "Titles": [.string(text), "b"], "Values": ["a", "b"],
      ],
      [
        "Type": "PSRadioGroupSpecifier", "Title": .string(text), "Key": "radio",
        "DefaultValue": .string(text), "Titles": [.string(text), "b"], "Values": ["a", "b"],
      ],
      [
        "Type": "IASKTextViewSpecifier", "Title": .string(text), "Key": "long",
        "DefaultValue": .string(text),
      ],
      ["Type": "IASKOpenURLSpecifier", "Title": .string(text), "File": .string("http://" + text)],
      ["Type": .string("Unknown" + text), "Title": .string(text), "Key": "unknown"],
    ]
    let root: PropertyList = ["Title": .string(text), "PreferenceSpecifiers": .array(rowsOfPane)]
    let path = folder.path + "/Hostile.bundle"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data(root.binary()).write(to: URL(fileURLWithPath: path + "/Root.plist"))
    let values: PropertyList = [
      "text": .string(text), "choice": .string(text), "t1": .string(text),
    ]
    try FileManager.default.createDirectory(
      atPath: folder.path + "/.config", withIntermediateDirectories: true)
    try Data(values.binary()).write(
      to: URL(fileURLWithPath: folder.path + "/.config/org.example.hostile.plist"))
    return path
  }

  @Test(arguments: texts.indices)
  func `hostile panes and values never control the terminal`(index: Int) throws {
    let (name, text) = Self.texts[index]
    let folder = try Folder()
    let path = try Self.bundle(text, rows: 3, in: folder)
    let terminal = try RawTerminal([path, "--domain", "org.example.hostile"], in: folder)
    #expect(terminal.wait { terminal.output.count > 200 })
    let keys = [
      "\u{1B}OB", "i", "q", "\u{1B}OF", "\u{1B}OH", " ", "\u{1B}[6~", "\u{1B}[6~", "\r", "\u{1B}",
      "/", "a", "\u{1B}", "\u{1B}[20~", "\u{1B}", "d", "q", "c", "m", "m", "H", "q",
    ]
    for key in keys {
      terminal.type(key)
      terminal.settle(for: 0.06)
    }
    let own = terminal.output
    terminal.type("\u{1B}")
    terminal.settle(for: 0.1)
    // On a busy computer, Esc arrives together with the next key and isn't recognized. In that
    // case, the program may already have quit with `q`.
    if let program = try? terminal.processOfProgram() { kill(program, SIGTERM) }
    #expect(terminal.waitForEnd())
    expectHarmless(own, name)
    TerminalRestoreTests.expectRestored(terminal, name)
  }

  @Test func `ten thousand rows open, scroll and close`() throws {
    let folder = try Folder()
    let path = try Self.bundle("row", rows: 10_000, in: folder)
    let terminal = try RawTerminal([path, "--domain", "org.example.hostile"], in: folder)
    try terminal.wait(for: "0 row")
    terminal.type("\u{1B}OF")
    try terminal.wait(for: "10008")
    terminal.type("\u{1B}OH")
    terminal.settle()
    terminal.type("q")
    #expect(terminal.waitForEnd())
    #expect(terminal.status == 0)
  }

  /// Expects all sequences to be ones that the editor or ncurses uses, and no character to change
  /// the text direction.
  private func expectHarmless(_ bytes: [UInt8], _ name: String) {
    let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    var index = 0
    while index < scalars.count {
      let code = scalars[index].value
      if code == 0x1B {
        index = checkSequence(scalars, from: index + 1, name)
        continue
      }
      let isAllowed = code >= 0x20 && code != 0x7F || [0x08, 0x09, 0x0A, 0x0D].contains(code)
      #expect(
        isAllowed && !(0x80..<0xA0).contains(code), "\(name): control \(String(code, radix: 16))")
      #expect(
        !(0x202A...0x202E).contains(code) && !(0x2066...0x2069).contains(code)
          && ![0x200E, 0x200F, 0x061C].contains(code), "\(name): \(String(code, radix: 16))")
      index += 1
    }
  }

  /// Checks a sequence, and returns the index after it.
  private func checkSequence(_ scalars: [Unicode.Scalar], from start: Int, _ name: String) -> Int {
    guard start < scalars.count else { return start }
    switch scalars[start] {
    case "(": return min(start + 2, scalars.count)
    case "=", ">", "7", "8", "M": return start + 1
    case "]" where scalars[start...].starts(with: "]8;;".unicodeScalars):
      // A link target may contain only valid URI characters. Its terminator is Esc and a backslash.
      let end = scalars[start...].firstIndex(of: "\u{1B}") ?? scalars.count - 1
      let target = String(String.UnicodeScalarView(scalars[(start + 4)..<end]))
      let others = target.unicodeScalars.filter {
        !(0x21...0x7E).contains($0.value) || "\\\"<>^`{|}".unicodeScalars.contains($0)
      }
      #expect(others.isEmpty, "\(name): \(target.debugDescription)")
      #expect(scalars.dropFirst(end + 1).first == "\\", "\(name): the end of a link")
      return end + 2
    case "]" where scalars[start...].starts(with: "]10;?".unicodeScalars),
      "]" where scalars[start...].starts(with: "]11;?".unicodeScalars):
      // The queries for the terminal's colors contain no external text.
      let end = start + "]10;?".count
      #expect(scalars[end...].starts(with: "\u{1B}\\".unicodeScalars), "\(name): a question")
      return end + 2
    case "]":
      // The only other operating system command sets the clipboard at the user's request, with
      // Base64 data.
      let end = scalars[start...].firstIndex(of: "\u{07}") ?? scalars.count - 1
      let text = String(String.UnicodeScalarView(scalars[start...end]))
      let body = text.dropFirst("]52;c;".count).dropLast()
      #expect(text.hasPrefix("]52;c;"), "\(name): \(text.prefix(60).debugDescription)")
      #expect(
        body.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+/=".contains($0)) },
        "\(name): clipboard \(body.prefix(60).debugDescription)")
      return end + 1
    case "[": break
    default:
      Issue.record("\(name): Esc \(scalars[start].debugDescription)")
      return start + 1
    }
    var end = start + 1
    while end < scalars.count, scalars[end].value < 0x40 { end += 1 }
    guard end < scalars.count else { return end }
    let text = String(String.UnicodeScalarView(scalars[start...end]))
    let modes = [
      "[?1049h", "[?1h", "[?2004h", "[?1000h", "[?1006h", "[?12l", "[?25h", "[?12h",
      "[?25l", "[?12;25h", "[?7h", "[?7l", "[?2031h", "[6 q", "[c", "[?2031l",
      "[2 q", "[?1049l", "[?1l", "[?2004l", "[?1000l", "[?1006l",
    ]
    let isDrawing =
      "ABCDGHJKLMPX@STdmrbhl`".unicodeScalars.contains(scalars[end]) && !text.contains("?")
      && !text.contains(">")
    #expect(
      isDrawing || modes.contains(text) || ["[22;0;0t", "[23;0;0t"].contains(text),
      "\(name): \(text)")
    return end + 1
  }
}
