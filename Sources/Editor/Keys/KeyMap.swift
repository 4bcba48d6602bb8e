import Settee
import SetteeTerminal
import SetteeVerbs

// The file `KeyMap+Standard.swift` contains an entry for each of the default key bindings. The
// hints, the help page, the manual page, and the tests are derived from these entries.

/// The key bindings for all parts of the user interface.
package struct KeyMap: Sendable {
  /// The key bindings of each part of the user interface, in the order of the help page.
  private(set) var sections: [(context: KeyContext, lines: [KeyBinding])]

  func lines(of context: KeyContext) -> [KeyBinding] {
    sections.first { $0.context == context }?.lines ?? []
  }

  /// Returns the command that a key invokes, or `nil` if the key isn't bound to a command.
  ///
  /// Where no text can be typed, a character of another keyboard layout invokes the command of the
  /// Latin letter on the same key.
  func command(for key: String, in context: KeyContext) -> Command? {
    if let command = bound(key, in: context) { return command }
    guard !context.takesText, let latin = KeyMap.latin(key) else { return nil }
    return bound(latin, in: context)
  }

  private func bound(_ key: String, in context: KeyContext) -> Command? {
    lines(of: context).last { $0.keys.contains(key) }?.command
  }

  func key(for command: Command, in context: KeyContext) -> String? {
    lines(of: context).first { $0.command == command && !$0.keys.isEmpty }?.keys.first
  }

  /// Returns a copy of the key map in which the user's custom keys replace the default keys of some
  /// commands.
  ///
  /// Each dictionary entry maps the name of a command to its keys, such as `search: "s /"`. A key
  /// with a new command is removed from its previous command. The names of unknown commands are
  /// returned for an error message.
  func rebinding(_ wishes: [String: String]) -> (map: KeyMap, unknown: [String]) {
    var map = self
    var unknown: [String] = []
    for (word, keys) in wishes.sorted(by: { $0.key < $1.key }) {
      guard let command = Command(rawValue: word), !command.isFixed else {
        unknown.append(word)
        continue
      }
      let keys = keys.split(separator: " ").map(String.init)
      for index in sections.indices {
        let takesText = sections[index].context.takesText
        KeyMap.give(keys, to: command, in: &map.sections[index].lines, text: takesText)
      }
    }
    return (map, unknown)
  }

  private static func give(
    _ keys: [String], to command: Command, in lines: inout [KeyBinding], text: Bool
  ) {
    guard let own = lines.firstIndex(where: { $0.command == command }) else { return }
    // Where the user can type text, printable keys enter characters, so bind only special keys such
    // as F5.
    let keys = text ? keys.filter { $0.count > 1 } : keys
    guard !keys.isEmpty else { return }
    for index in lines.indices where index != own && !lines[index].command.isFixed {
      lines[index].keys.removeAll { keys.contains($0) }
    }
    let taken = Set(lines.filter { $0.command.isFixed }.flatMap(\.keys))
    lines[own].keys = keys.filter { !taken.contains($0) }
  }
}

extension Command {
  /// A Boolean value that indicates whether the user can't change the keys of the command.
  ///
  /// The fixed keys ensure that users can always navigate and quit the editor.
  var isFixed: Bool {
    switch self {
    case .up, .down, .activate, .back, .outward, .keep, .cancel, .quit: true
    default: false
    }
  }
}

extension KeyMap {
  /// The default key bindings with English descriptions, for the manual page.
  package static var manualSections: [(title: String, lines: [(keys: String, help: String)])] {
    standard.sections.map { context, lines in
      let bound = lines.filter { !$0.keys.isEmpty }
      return (context.rawValue, bound.map { ($0.keys.joined(separator: ", "), $0.help) })
    }
  }
}

// The characters of non-Latin keyboard layouts and the Latin characters on the same physical keys.
extension KeyMap {
  /// Returns the Latin letter on the same key as a character of another keyboard layout, or `nil`
  /// if there is none.
  static func latin(_ key: String) -> String? {
    let scalars = key.unicodeScalars
    guard scalars.count == 1, let scalar = scalars.first, !scalar.isASCII else { return nil }
    if (0xFF01...0xFF5E).contains(scalar.value) {
      return Unicode.Scalar(scalar.value - 0xFEE0).map(String.init)
    }
    if scalar.value == 0x3000 { return "Space" }
    if let digit = Character(scalar).wholeNumberValue, (0...9).contains(digit),
      scalar.properties.numericType == .decimal
    {
      return String(digit)
    }
    return latinKeys[scalar]
  }

  /// Returns a number with the digits of any script and fullwidth characters replaced by ASCII
  /// characters.
  static func plainNumber(_ text: String) -> String {
    text.map { character in
      let key = String(character)
      return latin(key) ?? key
    }.joined()
  }

  private static let rows: [(latin: String, others: [String])] = [
    ("qwertyuiop[]", ["йцукенгшщзхъ", ";ςερτυθιοπ[]", "/'קראטוןםפ[]", "ضصثقفغعهخحجد"]),
    ("asdfghjkl;'", ["фывапролджэ", "ασδφγηξκλ΄'", "שדגכעיחלךף,", "شسيبلاتنمكط"]),
    ("zxcvbnm,./", ["ячсмитьбю.", "ζχψωβνμ,./", "זסבהנמצתץ.", "ئءؤر\u{FFFF}ىةوزظ"]),
    ("QWERTYUIOP{}", ["ЙЦУКЕНГШЩЗХЪ", ":\u{FFFF}ΕΡΤΥΘΙΟΠ{}"]),
    ("ASDFGHJKL:\"", ["ФЫВАПРОЛДЖЭ", "ΑΣΔΦΓΗΞΚΛ¨\""]),
    ("ZXCVBNM<>?", ["ЯЧСМИТЬБЮ,", "ΖΧΨΩΒΝΜ<>?"]),
  ]

  private static let latinKeys: [Unicode.Scalar: String] = {
    var keys: [Unicode.Scalar: String] = ["،": ",", "؟": "?", "؛": ";", "、": "/", "。": "."]
    for row in rows {
      for other in row.others {
        for (scalar, latin) in zip(other.unicodeScalars, row.latin) where !scalar.isASCII {
          keys[scalar] = keys[scalar] ?? String(latin)
        }
      }
    }
    return keys
  }()
}

extension KeyPress {
  /// Parses a key script, which consists of key names, quoted text to type, and `#` comments.
  ///
  /// If a key name in the script is unknown, this method throws an error that mentions the script's
  /// location.
  static func script(_ text: String, from place: String) throws -> [KeyPress] {
    var keys: [KeyPress] = []
    for line in text.split(whereSeparator: \.isNewline) {
      var rest = line.drop { $0 == " " }
      while let first = rest.first, first != "#" {
        if first == "\"" {
          let typed = rest.dropFirst().prefix { $0 != "\"" }
          keys += typed.map { KeyPress($0) }
          rest = rest.dropFirst(typed.count + 2)
        } else {
          let name = rest.prefix { $0 != " " }
          guard let key = KeyPress(name: String(name)) else {
            throw SetteeError(
              .usage, "\(place): Unknown key name '\(name)'. See 'settee help keys'.")
          }
          keys.append(key)
          rest = rest.dropFirst(name.count)
        }
        rest = rest.drop { $0 == " " }
      }
    }
    return keys
  }
}
