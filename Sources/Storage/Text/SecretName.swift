import SetteeValues

extension TextFile {
  /// Returns whether the name of a setting indicates a secret and no bundle shows the setting.
  func hides(_ key: String, _ value: @autoclosure () -> PropertyList?) -> Bool {
    guard SecretName.matches(key), !role.openKeys.contains(Key(key)) else { return false }
    if value()?.isNoSecret == true { return false }
    return !namesSecrets(key)
  }

  /// Returns whether the value of a key in a YAML file consists of names of secrets: `secrets` of a
  /// Compose file or one of its services, which are declared at the root, and of a workflow's job.
  ///
  /// The tag `!secret` also names a secret.
  private func namesSecrets(_ key: String) -> Bool {
    guard role.format == .yaml, let document = known?.document, let place = DocumentPath(key),
      let node = document.node(at: place)
    else { return false }
    if document.hasTag("!secret", node) || document.hasTag("!env_var", node) { return true }
    let names = place.steps.prefix { $0.name != nil }.compactMap(\.name)
    let declared = document.member("secrets", of: 0)
    switch names.count {
    case 1 where names[0] == "secrets":
      return document.children(of: node).allSatisfy { child in
        let form = document.nodes[child].form
        return form == .braces || form == .value(.null)
      }
    case 3,
      4 where names[2] == "build":
      guard names.last == "secrets" else { return false }
      if names[0] == "jobs" { return document.literal(of: node)?.text == "inherit" }
      let items = document.nodes[node].isContainer ? document.children(of: node) : [node]
      guard names[0] == "services", let declared else { return false }
      return items.allSatisfy { item in
        if document.nodes[item].isContainer { return true }
        let name = document.literal(of: item)?.text
        return name.map { document.member(Key($0), of: declared) != nil } ?? false
      }
    default: return false
    }
  }
}

extension PropertyList {
  /// A Boolean value that indicates whether the value contains a key with the name of a secret.
  package var holdsSecret: Bool {
    switch self {
    case .array(let items): items.contains(where: \.holdsSecret)
    case .dictionary(let members):
      members.entries.contains { key, value in value.isSecret(named: key) || value.holdsSecret }
    default: false
    }
  }

  /// Returns whether the value of a dictionary's key is a secret because of the key's name.
  ///
  /// The members of a table are secret by their own names.
  func isSecret(named key: String) -> Bool {
    dictionary == nil && !isNoSecret && SecretName.matches(key)
  }

  /// A Boolean value that indicates whether a value can't be a secret: a switch, such as
  /// `PasswordAuthentication`, or an expression of a workflow, such as `${{ secrets.TOKEN }}`.
  fileprivate var isNoSecret: Bool {
    switch self {
    case .boolean: true
    case .string(let text):
      text.hasPrefix("${{") && text.hasSuffix("}}") && !text.dropFirst(3).contains("${{")
    default: false
    }
  }
}

/// A heuristic that recognizes the names of passwords and other secrets.
package enum SecretName {
  /// Words that indicate a secret anywhere in the name of a setting, also in the plural.
  private static let parts: Set = [
    "password", "passwd", "passphrase", "secret", "token", "apikey", "credential", "psk", "bindpw",
    "rootpw", "privatekey", "presharedkey", "secretkey", "connectionstring",
  ]
  /// The ends of words in lowercase that indicate a secret, such as `dbpassword` and `authtoken`.
  private static let endings = [
    "password", "passwd", "passphrase", "secret", "token", "apikey", "privatekey", "secretkey",
  ]
  /// Words that indicate a secret if they are the last word of a setting's name.
  private static let lastWords: Set = [
    "auth", "masterauth", "pass", "dbpass", "userpass", "rootpass", "adminpass", "mailpass",
    "smtppass", "ftppass", "requirepass", "pin", "pwd", "pat", "jwt", "bearer",
  ]
  /// Pairs of words in the name of a setting that indicate a secret, also in the plural.
  private static let pairs = [
    ["api", "key"], ["private", "key"], ["preshared", "key"], ["access", "key"],
    ["encryption", "key"], ["connection", "string"],
  ]
  /// The final words of setting names that refer to a secret without containing it.
  ///
  /// An example of such a name is `PasswordAuthentication`.
  private static let about: Set = [
    "algorithm", "authentication", "command", "count", "enabled", "endpoint", "env", "expiration",
    "expiry", "file", "format", "group", "length", "lifetime", "limit", "name", "path", "policy",
    "prompts", "rate", "ref", "required", "size", "timeout", "tries", "ttl", "type", "url",
  ]
  /// The first words of setting names that allow, limit, or count secrets.
  ///
  /// Examples of such names are `PermitEmptyPasswords` and `max_tokens`.
  private static let aboutFirst: Set = [
    "allow", "allowed", "has", "is", "max", "min", "num", "number", "permit", "show",
  ]
  /// The words before `tokens` in names that refer to parts of a text.
  private static let kindsOfTokens: Set = [
    "added", "completion", "context", "design", "input", "new", "output", "prompt", "special",
    "stop", "total",
  ]

  /// The first characters of the words that indicate a secret, by their first byte, for ruling out
  /// most names quickly.
  private static let beginnings = {
    let words = [
      "pass", "secret", "token", "api", "cred", "auth", "psk", "bindpw", "rootpw", "pin", "pwd",
      "private", "preshared", "access", "encryption", "connection", "pat", "jwt", "bearer",
    ].map { Array($0.utf8) }
    return (0...255).map { byte in words.filter { $0[0] == byte } }
  }()

  private static func hasBeginning(_ key: String) -> Bool {
    key.withCodeUnits { bytes in
      bytes.indices.contains { start in
        beginnings[Int(bytes[start] | 0x20)].contains { word in
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
    let words = Self.words(of: name.text)
    guard let first = words.first, let last = words.last else { return false }
    if about.contains(last) || words.count > 1 && aboutFirst.contains(first) { return false }
    if last == "tokens", words.dropLast().last.map(kindsOfTokens.contains) == true { return false }
    let singular = words.map { $0.hasSuffix("s") ? String($0.dropLast()) : $0 }
    return lastWords.contains(last) || singular.contains(where: isSecret)
      || zip(words, singular.dropFirst()).contains { pairs.contains([$0, $1]) }
  }

  private static func isSecret(_ word: String) -> Bool {
    // A password can have a number, such as `password2`.
    let word = word.last?.isNumber == true ? word.trimmingNumber : word
    if parts.contains(word) { return true }
    return endings.contains { word.hasSuffix($0) }
      && !["allow", "max", "permit"].contains { word.hasPrefix($0) }
  }

  /// Returns the words of a name in lowercase, such as `db` and `password` of `dbPassword`.
  private static func words(of name: String) -> [String] {
    var all: [String] = []
    var isInWord = false
    for character in name {
      guard character.isLetter || character.isNumber else {
        isInWord = false
        continue
      }
      let startsWord = !isInWord || character.isUppercase && all.last?.last?.isLowercase == true
      if startsWord { all.append("") }
      all[all.count - 1].append(character)
      isInWord = true
    }
    return all.map { $0.lowercased() }
  }
}

extension String {
  fileprivate var trimmingNumber: String {
    var text = self
    while text.last?.isNumber == true { text.removeLast() }
    return text
  }
}
