/// Creates names for generated Swift code from the keys and titles in a bundle.
///
/// Each name is different from all other names in its scope.
struct SwiftNames {
  private var taken: Set<String>

  /// Creates a scope for generated names in which some names are already in use.
  init(taken: Set<String> = []) { self.taken = taken }

  /// Returns the name of a property or enum case, derived from the first string that is suitable.
  ///
  /// For example, `VIEW_UPDATE_RATE` becomes `viewUpdateRate`.
  mutating func lower(_ texts: String..., else fallback: String) -> String {
    unique(texts.lazy.compactMap { Self.camel($0, upper: false) }.first ?? fallback)
  }

  /// Returns the name of a Swift type, derived from the first string that is suitable.
  mutating func upper(_ texts: String..., else fallback: String) -> String {
    unique(texts.lazy.compactMap { Self.camel($0, upper: true) }.first ?? fallback)
  }

  /// Returns a Swift name, in backticks if the name is a keyword.
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

  /// Converts text to a name in camel case, or returns `nil` if the text doesn't contain any words.
  ///
  /// Use only ASCII characters in names, because Swift treats differently encoded accents as the
  /// same name.
  private static func camel(_ text: String, upper: Bool) -> String? {
    let words = text.utf8.split { !letters.contains($0) }.map { String(Substring($0)) }
    var name = ""
    for word in words {
      let isShouted = !word.contains(where: \.isLowercase) && !acronyms.contains(word)
      if name.isEmpty, !upper {
        name = withLowercaseStart(word)
      } else {
        let rest = word.dropFirst()
        name += word.prefix(1).uppercased() + (isShouted ? rest.lowercased() : String(rest))
      }
    }
    guard let first = name.first else { return nil }
    return first.isNumber ? (upper ? "N" : "n") + name : name
  }

  /// Returns a word in camel case whose start, such as an acronym, is in lowercase, as in `urlBar`.
  private static func withLowercaseStart(_ word: String) -> String {
    let capitals = word.prefix(while: \.isUppercase).count
    let isFollowed = word.dropFirst(capitals).first?.isLowercase ?? false
    let count = capitals > 1 && isFollowed ? capitals - 1 : capitals
    let isWhole = !word.contains(where: \.isLowercase)
    return isWhole
      ? word.lowercased() : word.prefix(count).lowercased() + String(word.dropFirst(count))
  }

  /// The acronyms that are written in uppercase within a name, such as `URL`.
  private static let acronyms: Set = [
    "API", "CPU", "CSS", "CSV", "DB", "DNS", "FTP", "GPS", "GPU", "HTML", "HTTP", "HTTPS", "ID",
    "IMAP",
    "IO", "IP", "IRC", "JSON", "LAN", "MIDI", "NTP", "OS", "PDF", "PIN", "RAM", "RGB", "RSS", "SMS",
    "SMTP", "SQL", "SSH", "SSL", "TCP", "TLS", "TTL", "TV", "UDP", "UI", "URI", "URL", "USB", "UTC",
    "UTF8", "UUID", "VPN", "XML",
  ]

  private static let letters = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

  /// The names that already have a meaning in a set of settings, so settings can't use them.
  private static let never: Set = [
    "self", "Self", "Type", "Protocol", "validate", "init", "Any", "AnyObject", "Optional",
    "String", "Int", "Double", "Bool", "Date", "Data", "URL", "UUID", "Array", "Dictionary", "Set",
    "Setting", "Group", "SettingGroup", "PropertyList", "PreferenceSet", "SettingValue",
    "LocalDate",
    "paneTitle", "Validation",
    "TitledChoice", "CaseIterable", "Never", "Void", "Error", "Sendable", "Settee",
    "SetteeValues", "Swift", "Foundation", "rawValue", "allCases", "choiceTitle",
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
