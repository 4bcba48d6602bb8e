import SetteeTerminal
import SetteeVerbs

// Which key means what. A key is one row of `KeyMap+Standard.swift`; the hints, the help page, the
// manual page and the tests are made from that.

/// Which key means what, as data: the footer, the help page, the man page and the tests read it.
struct KeyMap: Sendable {
  /// The lines of each context, in the order in which help shows them.
  private(set) var sections: [(context: KeyContext, lines: [Binding])]

  func lines(of context: KeyContext) -> [Binding] {
    sections.first { $0.context == context }?.lines ?? []
  }

  /// What a key means; nil where it means nothing, or is text.
  ///
  /// Outside text, a letter of another script stands for the key that it is printed on.
  func command(for key: String, in context: KeyContext) -> Command? {
    if let command = bound(key, in: context) { return command }
    guard !context.takesText, let latin = KeyLayouts.latin(key) else { return nil }
    return bound(latin, in: context)
  }

  private func bound(_ key: String, in context: KeyContext) -> Command? {
    lines(of: context).last { $0.keys.contains(key) }?.command
  }

  func key(for command: Command, in context: KeyContext) -> String? {
    lines(of: context).first { $0.command == command && !$0.keys.isEmpty }?.keys.first
  }

  /// The map with the keys of some commands replaced, as Settee's own settings give them.
  ///
  /// Each entry is a command's word with its keys, such as `search: "s /"`. A key that is given
  /// away is taken from the command that had it. Unknown words come back, to be shown.
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
    _ keys: [String], to command: Command, in lines: inout [Binding], text: Bool
  ) {
    guard let own = lines.firstIndex(where: { $0.command == command }) else { return }
    // Where every printable key is text, only the others can be bound.
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
  /// Whether the keys of the command cannot be taken away: without them nobody finds out.
  var isFixed: Bool {
    switch self {
    case .up, .down, .activate, .back, .outward, .keep, .cancel, .quit: true
    default: false
    }
  }
}

/// The keymap as the man page shows it: contexts with their keys and what they do, in English.
package enum KeyPage {
  package static var sections: [(title: String, lines: [(keys: String, help: String)])] {
    KeyMap.standard.sections.map { context, lines in
      let bound = lines.filter { !$0.keys.isEmpty }
      return (context.rawValue, bound.map { ($0.keys.joined(separator: ", "), $0.help) })
    }
  }
}

/// Letters of other scripts as the Latin keys that they are printed on.
enum KeyLayouts {
  /// The Latin key for one letter, digit or sign of another layout; nil where there is none.
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

  /// The text with digits of any script as 0 to 9 and full-width signs as plain ones.
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

/// A script of keys: names parted by blanks, text to type in quotes, `#` before a remark.
enum KeyScript {
  static func keys(_ text: String, from place: String) throws(Failure) -> [Key] {
    var keys: [Key] = []
    for line in text.split(whereSeparator: \.isNewline) {
      var rest = line.drop { $0 == " " }
      while let first = rest.first, first != "#" {
        if first == "\"" {
          let typed = rest.dropFirst().prefix { $0 != "\"" }
          keys += typed.map { Key($0) }
          rest = rest.dropFirst(typed.count + 2)
        } else {
          let name = rest.prefix { $0 != " " }
          guard let key = Key(name: String(name)) else {
            throw Failure(.usage, "\(place): “\(name)” is no key; keys are named as in help.")
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
