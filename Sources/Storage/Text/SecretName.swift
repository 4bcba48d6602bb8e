import SetteeValues

extension TextFile {
  /// Returns whether the name of a setting indicates a secret and no bundle shows the setting, or
  /// whether its text contains a secret.
  ///
  /// Without a value, the result depends only on the name.
  func hides(_ key: String, _ value: PropertyList?) -> Bool {
    if case .string(let text)? = value, SecretName.isIn(text) { return true }
    guard SecretName.matches(key), !role.openKeys.contains(Key(key)) else { return false }
    if value?.isNoSecret(named: key) == true { return false }
    return !namesSecrets(key, value)
  }

  /// Returns whether the value of a key in a YAML file consists of names of secrets: `secrets` of a
  /// Compose file or one of its services, which are declared at the root.
  ///
  /// The tag `!secret` also names a secret.
  private func namesSecrets(_ key: String, _ value: PropertyList?) -> Bool {
    guard role.format == .yaml, let document = known?.document, let place = DocumentPath(key)
    else { return false }
    let names = place.steps.prefix { $0.name != nil }.compactMap(\.name)
    if names.last == "secrets", names.first == "services",
      names.count == 3 || names.count == 4 && names[2] == "build"
    {
      guard let value, let declared = document.member("secrets", of: 0) else { return false }
      return (value.array ?? [value]).allSatisfy { item in
        item.dictionary != nil
          || item.string.map { document.member(Key($0), of: declared) != nil } ?? false
      }
    }
    guard let node = document.node(at: place) else { return false }
    if document.hasTag("!secret", node) || document.hasTag("!env_var", node) { return true }
    guard names == ["secrets"] else { return false }
    return document.children(of: node).allSatisfy { child in
      let form = document.nodes[child].form
      return form == .braces || form == .value(.null)
    }
  }
}

extension PropertyList {
  /// Returns whether the value of a dictionary's key is a secret because of the key's name.
  ///
  /// The members of a table are secret by their own names.
  func isSecret(named key: String) -> Bool {
    dictionary == nil && SecretName.matches(key) && !isNoSecret(named: key)
  }

  /// Returns whether a value can't be a secret, although its key has the name of a secret.
  ///
  /// Such a value is a switch, a number whose name only mentions a secret, a placeholder, or a word
  /// that programs define for this name.
  fileprivate func isNoSecret(named key: String) -> Bool {
    switch self {
    case .boolean: return true
    case .integer, .bigInteger, .real: return SecretName.isAboutNumber(key)
    case .array(let items):
      return !items.isEmpty && items.allSatisfy { $0.string.map(SecretName.isPlaceholder) ?? false }
    case .string(let text):
      if SecretName.isPlaceholder(text) { return true }
      let words = SecretName.lastWords(of: key)
      // Markers of a text, such as `</s>` and `//`, are too short for a secret.
      if words.count > 1, ["token", "tokens"].contains(words.last),
        let most = SecretName.lengthsOfMarkers[words[words.count - 2]]
      {
        return text.count <= most
      }
      switch words.joined(separator: "_") {
      case "proxy_pass":
        return (text.hasPrefix("http://") || text.hasPrefix("https://")) && !text.contains("@")
      case "id_token": return ["read", "write", "none"].contains(text)
      case "secrets": return text == "inherit"
      default:
        return !SecretName.endsWithSecret(key)
          && ["true", "false", "yes", "no", "on", "off"].contains(text.lowercased())
      }
    default: return false
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
  /// Words before `key` that indicate a secret, even with other words in between, as in
  /// `PRIVATE_ENCRYPTION_SECONDARY_KEY`.
  private static let beforeKey: Set = ["private", "encryption"]
  /// The final words of setting names that refer to a secret without containing it.
  ///
  /// An example of such a name is `PasswordAuthentication`.
  private static let about: Set = [
    "algorithm", "authentication", "command", "count", "day", "days", "dir", "directory", "enabled",
    "endpoint", "env", "expiration", "expiry", "file", "folder", "format", "group", "helper",
    "hour", "hours", "length", "lifetime", "limit", "manager", "minute", "minutes", "months",
    "name", "path", "policy", "prompt", "prompts", "rate", "ref", "region", "required", "second",
    "seconds", "size", "timeout", "tries", "ttl", "type", "url", "weeks",
  ]
  /// The first words of setting names that allow, limit, or count secrets.
  ///
  /// Examples of such names are `PermitEmptyPasswords` and `max_tokens`.
  private static let aboutFirst: Set = [
    "allow", "allowed", "automount", "has", "is", "max", "min", "num", "number", "permit", "show",
  ]
  /// Names that contain the word of a secret but mean something else: addresses that nginx forwards
  /// requests to, names of secrets, and a switch.
  private static let others: Set = [
    "fastcgi_pass", "uwsgi_pass", "scgi_pass", "grpc_pass", "memcached_pass", "image_pull_secrets",
    "enable_secrets", "existing_secret", "pull_secrets",
  ]
  /// The last words of names of numbers that say something about a secret, such as
  /// `password_rounds`.
  private static let aboutNumber: Set = [
    "age", "attempts", "bucket", "cost", "history", "interval", "iterations", "period", "retries",
    "rounds", "version", "window",
  ]
  /// The words before `tokens` in names that refer to parts of a text.
  private static let kindsOfTokens: Set = [
    "added", "comment", "completion", "context", "design", "input", "new", "output", "prompt",
    "special", "stop", "total",
  ]

  /// The lengths of markers, such as `eos_token` of a language model, by the word before `token`.
  fileprivate static let lengthsOfMarkers = [
    "bos": 16, "cls": 16, "comment": 4, "eos": 16, "mask": 16, "pad": 16, "sep": 16, "stop": 16,
    "unk": 16,
  ]
  /// The words after `token` or `tokens` in names of settings that are about the tokens of a text.
  private static let aboutTokens: Set = [
    "color", "colors", "customizations", "delimiter", "delimiters", "separator", "separators",
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
    let words = withoutMarkers(lastWords(of: key))
    guard let first = words.first, let last = words.last else { return false }
    if others.contains(words.joined(separator: "_")) { return false }
    // Ansible's `become_ask_pass` and ssh's `SSH_ASKPASS` control how a program asks for a secret.
    if words.contains("askpass") || words.suffix(2) == ["ask", "pass"] { return false }
    if about.contains(last) || words.count > 1 && aboutFirst.contains(first) { return false }
    if last == "tokens", words.dropLast().last.map(kindsOfTokens.contains) == true { return false }
    let singular = words.map { $0.hasSuffix("s") ? String($0.dropLast()) : $0 }
    return lastWords.contains(last) || singular.contains(where: isSecret) || hasPair(words)
      || isKey(words)
  }

  /// Returns the words of a name without the words `token` that refer to parts of a text, such as in
  /// `tokenSeparator`.
  private static func withoutMarkers(_ words: [String]) -> [String] {
    words.indices.filter { index in
      guard ["token", "tokens"].contains(words[index]) else { return true }
      return index + 1 == words.count || !aboutTokens.contains(words[index + 1])
    }.map { words[$0] }
  }

  /// Returns whether the last words of a name are the name of a secret, such as `db_password`, and not
  /// of something about it, such as `password_rounds`.
  static func endsWithSecret(_ key: String) -> Bool {
    let named = withoutMarkers(lastWords(of: key))
    let words = Array(named.reversed().drop { $0.allSatisfy(\.isNumber) }.reversed())
    guard let last = words.last else { return false }
    return lastWords.contains(last)
      || isSecret(last.hasSuffix("s") ? String(last.dropLast()) : last)
      || hasPair(words.suffix(2)) || isKey(words)
  }

  /// Returns whether a text contains a secret: a URL with a password, or variables one of which is a
  /// secret, such as `DB_PASSWORD=…`.
  package static func isIn(_ text: String) -> Bool {
    if text.utf8.contains(UInt8(ascii: "@")), hasPasswordInURL(text) { return true }
    guard text.utf8.contains(UInt8(ascii: "=")) else { return false }
    let variables = text.split(whereSeparator: \.isWhitespace).map { variable(in: $0) }
    return variables.first.map { $0 != nil } == true
      && variables.contains { variable in
        variable.map { !$0.value.isEmpty && PropertyList.string($0.value).isSecret(named: $0.name) }
          ?? false
      }
  }

  private static func hasPasswordInURL(_ text: String) -> Bool {
    text.split(separator: "://", omittingEmptySubsequences: false).dropFirst().contains { rest in
      let server = rest.prefix { !$0.isWhitespace && !"/?#\"'<>".contains($0) }
      guard let end = server.lastIndex(of: "@"), let colon = server[..<end].firstIndex(of: ":")
      else { return false }
      let password = server[server.index(after: colon)..<end]
      return !password.isEmpty && !isPlaceholder(String(password))
    }
  }

  /// Returns the name and the value of a variable such as `NAME=value`, which can be in quotes.
  private static func variable(in word: Substring) -> (name: String, value: String)? {
    let word = word.drop { "\"'".contains($0) }
    guard let equals = word.firstIndex(of: "="), equals > word.startIndex,
      word[..<equals].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    else { return nil }
    let value = word[word.index(after: equals)...].filter { !"\"'".contains($0) }
    return (String(word[..<equals]), value)
  }

  /// Returns whether a number with this name is about a secret, and can't be one itself.
  static func isAboutNumber(_ key: String) -> Bool {
    lastWords(of: key).last.map(aboutNumber.contains) ?? false
  }

  /// Returns whether a text is only a reference to a value that is stored elsewhere, such as
  /// `${DB_PASSWORD}`, `$PASSWORD`, `${{ secrets.TOKEN }}`, or `{{ vault_password }}`.
  ///
  /// A text with a quoted or default value isn't one, because this value can be a secret. Neither
  /// is `$` before a word that isn't in uppercase or has digits, because a password can start with it.
  static func isPlaceholder(_ text: String) -> Bool {
    for (start, end) in [("${{", "}}"), ("{{", "}}"), ("${", "}")] where text.hasPrefix(start) {
      guard text.hasSuffix(end), text.count > start.count + end.count else { return false }
      let inner = text.dropFirst(start.count).dropLast(end.count)
      return inner.contains(where: \.isLetter)
        && inner.allSatisfy { $0.isLetter || $0.isNumber || " _.-[]|".contains($0) }
        && (start != "${" || !inner.contains("-"))
    }
    guard text.hasPrefix("$"), let first = text.dropFirst().utf8.first,
      UInt8(ascii: "A")...UInt8(ascii: "Z") ~= first || first == UInt8(ascii: "_")
    else { return false }
    return text.dropFirst().allSatisfy {
      $0.isASCII && ($0.isUppercase || $0 == "_")
    }
  }

  private static func hasPair(_ words: some Collection<String>) -> Bool {
    zip(words, words.dropFirst()).contains { first, second in
      pairs.contains([first, second.hasSuffix("s") ? String(second.dropLast()) : second])
    }
  }

  private static func isKey(_ words: [String]) -> Bool {
    ["key", "keys"].contains(words.last) && words.contains(where: beforeKey.contains)
  }

  /// Returns the words of the last key of a path in lowercase.
  fileprivate static func lastWords(of key: String) -> [String] {
    guard
      case .key(let name)? = DocumentPath(key)?.steps.last(where: {
        if case .key = $0 { true } else { false }
      })
    else { return [] }
    return words(of: name.text)
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
