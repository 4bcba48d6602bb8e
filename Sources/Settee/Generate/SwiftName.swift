/// Makes Swift names of keys and titles, each once in its scope.
struct SwiftNames {
  private var taken: Set<String>

  /// Makes names other than those that are taken.
  init(taken: Set<String> = []) { self.taken = taken }

  /// The name of a property or case, as close to the text as Swift allows.
  mutating func lower(_ text: String, else fallback: String) -> String {
    unique(Self.isPlain(text) ? text : Self.camel(text, upper: false) ?? fallback)
  }

  mutating func upper(_ text: String, else fallback: String) -> String {
    unique(Self.camel(text, upper: true) ?? fallback)
  }

  /// The name in a place where Swift would take it for a word of its own.
  static func quoted(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  private mutating func unique(_ name: String) -> String {
    var candidate = name
    var number = 2
    while taken.contains(candidate) || Self.never.contains(candidate) {
      candidate = "\(name)\(number)"
      number += 1
    }
    taken.insert(candidate)
    return candidate
  }

  /// Whether a text is a lower-case Swift name as it stands.
  private static func isPlain(_ text: String) -> Bool {
    ("a"..."z" as ClosedRange<Character>).contains(text.first ?? "_")
      && text.utf8.allSatisfy { letters.contains($0) || $0 == UInt8(ascii: "_") }
  }

  /// The words of a text run together; nil when it has none.
  ///
  /// Only ASCII, because Swift takes two spellings of `é` for one name.
  private static func camel(_ text: String, upper: Bool) -> String? {
    let words = text.utf8.split { !letters.contains($0) }.map { String(Substring($0)) }
    var name = ""
    for word in words {
      if upper || !name.isEmpty {
        name += word.prefix(1).uppercased() + word.dropFirst()
      } else if word.contains(where: \.isLowercase) {
        name = word.prefix(1).lowercased() + word.dropFirst()
      } else {
        name = word.lowercased()
      }
    }
    guard let first = name.first else { return nil }
    return first.isNumber ? (upper ? "N" : "n") + name : name
  }

  private static let letters = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

  /// Names that mean something in a set of settings, whatever stands around them.
  private static let never: Set = [
    "self", "Self", "Type", "Protocol", "validate", "init", "Any", "AnyObject", "Optional",
    "String", "Int", "Double", "Bool", "Date", "Data", "URL", "UUID", "Array", "Dictionary", "Set",
    "Setting", "Group", "SettingGroup", "PropertyList", "PreferenceSet", "SettingValue",
    "TitledChoice", "CaseIterable", "Never", "Void", "Error", "Sendable", "Settee",
    "SetteePropertyLists", "Swift", "Foundation", "rawValue", "allCases", "choiceTitle",
    "settingValue", "hash", "hashValue", "settingForm", "from",
  ]

  private static let keywords: Set = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "inout", "internal", "is", "let", "nil", "open",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while", "await", "async", "some", "any",
  ]
}
