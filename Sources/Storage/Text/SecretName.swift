import SetteeFormats
import SetteePropertyLists

extension TextFile {
  /// Returns whether the name of a setting indicates a secret and no bundle shows the setting.
  func hides(_ key: String, _ value: @autoclosure () -> PropertyList?) -> Bool {
    if role.openKeys.contains(Key(key)) { return false }
    guard SecretName.matches(key) else { return false }
    // A switch such as `PasswordAuthentication` isn't a secret, even if its name contains
    // `password`.
    if case .boolean? = value() { return false }
    return true
  }
}

extension PropertyList {
  /// A Boolean value that indicates whether the value contains a key with the name of a secret.
  package var holdsSecret: Bool {
    switch self {
    case .array(let items): items.contains(where: \.holdsSecret)
    case .dictionary(let members):
      members.entries.contains { SecretName.matches($0.key) || $0.value.holdsSecret }
    default: false
    }
  }
}

/// A heuristic that recognizes the names of passwords and other secrets.
package enum SecretName {
  private static let words: Set = [
    "password", "passwd", "passphrase", "secret", "secrets", "token", "apikey", "credential",
    "credentials", "psk", "bindpw", "rootpw", "privatekey", "presharedkey",
  ]
  /// Words that indicate a secret if they are the last word of a setting's name.
  private static let lastWords: Set = ["auth", "pass", "pin", "pwd"]
  /// Pairs of words in the name of a setting that indicate a secret.
  private static let pairs = [
    ["api", "key"], ["private", "key"], ["preshared", "key"], ["access", "key"],
    ["encryption", "key"],
  ]
  /// The final words of setting names that refer to a secret without containing it.
  ///
  /// An example of such a name is `PasswordAuthentication`.
  private static let about: Set = [
    "authentication", "command", "file", "length", "limit", "path", "policy", "prompts", "timeout",
    "tries", "url",
  ]

  /// The first characters of the words that indicate a secret, for ruling out most names quickly.
  private static let beginnings = [
    "pass", "secret", "token", "api", "cred", "auth", "psk", "bindpw", "rootpw", "pin", "pwd",
    "private", "preshared", "access", "encryption",
  ].map {
    Array($0.utf8)
  }

  private static let firstLetters = beginnings.map { $0[0] }

  private static func hasBeginning(_ key: String) -> Bool {
    let letters = firstLetters
    var key = key
    return key.withUTF8 { bytes in
      bytes.indices.contains { start in
        letters.contains(bytes[start] | 0x20)
          && beginnings.contains { word in
            start + word.count <= bytes.count
              && word.indices.allSatisfy { bytes[start + $0] | 0x20 == word[$0] }
          }
      }
    }
  }

  /// Returns whether the last key of a path has the name of a secret, such as `db_password`.
  ///
  /// Other examples of such keys are `apiKey` and `auth-token`.
  package static func matches(_ key: String) -> Bool {
    // Rule out most names without splitting them into words, because that takes longer.
    guard hasBeginning(key) else { return false }
    guard
      case .key(let name)? = DocumentPath(key)?.steps.last(where: {
        if case .key = $0 { true } else { false }
      })
    else { return false }
    var all: [String] = []
    var isInWord = false
    for character in name.text {
      guard character.isLetter || character.isNumber else {
        isInWord = false
        continue
      }
      let startsWord = !isInWord || character.isUppercase && all.last?.last?.isLowercase == true
      if startsWord { all.append("") }
      all[all.count - 1].append(character)
      isInWord = true
    }
    let lowered = all.map { $0.lowercased() }
    if let last = lowered.last, about.contains(last) { return false }
    return lowered.contains { words.contains($0) || $0.hasSuffix("password") }
      || lowered.last.map(lastWords.contains) == true
      || zip(lowered, lowered.dropFirst()).contains { pairs.contains([$0, $1]) }
  }
}
