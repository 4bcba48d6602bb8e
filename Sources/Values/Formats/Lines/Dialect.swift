/// The syntax of a line-based file format, such as the INI variant of a program.
package struct Dialect: Sendable, Equatable {
  enum Sections: Sendable, Equatable {
    case none
    /// Section headers have the form `[name]`.
    case brackets
    /// Section headers have the form `[name "part"]`, as in a git configuration.
    ///
    /// In a git configuration, an assignment can follow the section header on the same line.
    case git
    /// Each section begins with a line whose first word is one of the specified words, such as
    /// `Host`.
    case words([Key])
  }

  enum Keys: Sendable, Equatable {
    /// A key can consist of any characters before the separator.
    case anything
    case word
    /// A key consists of letters, digits, and `-`, and starts with a letter.
    case git
    /// A key consists of letters, digits, `_`, and optionally dots.
    case identifier
    /// A key is the name of a shell variable, optionally preceded by `export`.
    case shell
    /// A key of sysctl is a word, optionally preceded by a `-` that isn't part of its name.
    case kernel
    /// A key of a Java properties file, which can contain escapes.
    case property
  }

  enum Lists: Sendable, Equatable {
    case none
    /// Every key of the file forms a list when it is repeated.
    case all
    case keys(Set<Key>)
  }

  package let name: String
  var commentSigns: [UInt8] = Array("#;".utf8)
  /// The characters that separate keys and values in the dialect.
  ///
  /// The array is empty if only whitespace separates keys and values.
  var separators: [UInt8] = Array("=".utf8)
  /// A Boolean value that indicates whether whitespace can also separate keys and values.
  var blanksSeparate = false
  var sections = Sections.none
  var keys = Keys.word
  var values: any ValueGrammar = OneLine()
  /// The keys whose value is the rest of the line, in which quotes and comment characters are part of
  /// the value.
  var keysOfWholeLines: Set<Key> = []
  /// The keys that have exactly one word as their value, so that a value with whitespace needs quotes.
  var keysOfOneWord: Set<Key> = []
  /// A Boolean value that indicates whether the first line of a repeated key takes precedence.
  ///
  /// In other dialects, the last line of a repeated key takes precedence.
  var firstWins = false
  /// The keys whose values form a list when the key is repeated in the file.
  var lists = Lists.none
  /// A Boolean value that indicates whether an empty value clears the previous items of the list.
  var emptyResets = false
  /// A Boolean value that indicates whether several sections with the same name form a list.
  ///
  /// In other dialects, sections with the same name are merged.
  var listsSections = false
  /// The names of sections that are merged although other sections form lists.
  var mergedSections: Set<Key> = []
  /// A Boolean value that indicates whether a line can consist of a key without a value.
  var allowsBareKeys = false
  var foldsKeys = false
  /// A Boolean value that indicates whether `-` and `_` are the same character in keys.
  var foldsDashes = false
  var foldsSections = false
  /// A Boolean value that indicates whether the only way to turn on a switch is a key without a
  /// value.
  package var hasSwitches = false
  /// The character that begins a directive, such as the `!` of `!include`, which isn't a setting.
  var directiveSign: UInt8?
  /// The keys of the dialect that include other files, such as `include`.
  var includes: [Key] = []
  /// The words that represent `true` and `false` in the dialect, unless the old value uses other
  /// words.
  var on = "true"
  var off = "false"
  /// The separator between key and value on a new line, if no neighboring line provides one.
  var separator = " = "
  var indent = ""

  package static func == (one: Dialect, other: Dialect) -> Bool { one.name == other.name }
}

extension Dialect {
  package static let all = [
    plain, git, systemd, networkd, python, desktop, flat, blanks, colons, postgres, sshd, ssh,
    redis, env, properties, mysql, pacman, loginDefinitions, sysctl, dnsmasq, chrony, kitty,
    ghostty, environment,
  ]

  /// The format of INI files as most programs parse them.
  package static let plain = Dialect(
    name: "ini", sections: .brackets, keys: .anything, values: OneLine(hasCommentsBehind: true),
    lists: .all, listsSections: true)

  package static let git = Dialect(
    name: "git", sections: .git, keys: .git, values: GitValue(), lists: .all, allowsBareKeys: true,
    foldsKeys: true,
    foldsSections: true, includes: ["path"], indent: "\t")

  package static let systemd = Dialect(
    name: "systemd", sections: .brackets, values: ContinuationLines(), lists: .all,
    emptyResets: true, on: "yes",
    off: "no",
    separator: "=")

  /// The format of the files of systemd-networkd, in which sections such as `[Route]` and
  /// `[Address]` each add another route or address.
  package static let networkd = Dialect(
    name: "networkd", sections: .brackets, values: ContinuationLines(), lists: .all,
    emptyResets: true, listsSections: true,
    mergedSections: ["Match", "Link", "Network", "NetDev"], on: "yes", off: "no", separator: "=")

  /// The format of the INI files that Python's `configparser` module reads.
  package static let python = Dialect(
    name: "python", separators: Array("=:".utf8), sections: .brackets, keys: .anything,
    values: IndentedLines(), foldsKeys: true)

  package static let desktop = Dialect(
    name: "desktop", commentSigns: Array("#".utf8), sections: .brackets,
    values: DesktopValue(),
    separator: "=")

  package static let flat = Dialect(
    name: "flat", values: OneLine(hasCommentsBehind: true), lists: .all)

  package static let blanks = Dialect(
    name: "flat-blank", commentSigns: Array("#".utf8), separators: [], blanksSeparate: true,
    values: OneLine(hasCommentsBehind: true), lists: .all, separator: " ")

  package static let colons = Dialect(
    name: "flat-colon", commentSigns: Array("#".utf8), separators: Array(":".utf8),
    values: OneLine(hasCommentsBehind: true), lists: .all, separator: ": ")

  package static let postgres = Dialect(
    name: "postgres", commentSigns: Array("#".utf8), blanksSeparate: true, keys: .identifier,
    values: PostgresValue(), foldsKeys: true,
    includes: ["include", "include_if_exists", "include_dir"], on: "on", off: "off")

  package static let sshd = secureShell(
    "sshd", scopes: ["match"],
    lists: [
      "acceptenv", "allowgroups", "allowusers", "denygroups", "denyusers", "hostkey",
      "listenaddress", "port",
    ],
    wholeLines: [
      "authorizedkeyscommand", "authorizedprincipalscommand", "forcecommand", "versionaddendum",
    ],
    oneWord: [
      "authorizedkeyscommanduser", "authorizedprincipalscommanduser", "authorizedprincipalsfile",
      "banner", "chrootdirectory", "hostcertificate", "hostkey", "hostkeyagent", "modulifile",
      "pidfile", "revokedkeys", "securitykeyprovider", "trustedusercakeys", "xauthlocation",
    ])

  package static let ssh = secureShell(
    "ssh", scopes: ["host", "match"],
    lists: [
      "certificatefile", "dynamicforward", "identityfile", "localforward", "remoteforward",
      "sendenv",
    ],
    wholeLines: [
      "knownhostscommand", "localcommand", "proxycommand", "proxyjump", "remotecommand",
    ],
    oneWord: [
      "bindaddress", "bindinterface", "certificatefile", "controlpath", "hostkeyalias", "hostname",
      "identityagent", "identityfile", "pkcs11provider", "preferredauthentications",
      "revokedhostkeys", "securitykeyprovider", "tag", "user", "xauthlocation",
    ])

  private static func secureShell(
    _ name: String, scopes: [Key], lists: Set<Key>, wholeLines: Set<Key>, oneWord: Set<Key>
  ) -> Dialect {
    Dialect(
      name: name, commentSigns: Array("#".utf8), blanksSeparate: true, sections: .words(scopes),
      values: ShellWords(), keysOfWholeLines: wholeLines, keysOfOneWord: oneWord, firstWins: true,
      lists: .keys(lists), foldsKeys: true,
      includes: ["include"], on: "yes", off: "no", separator: " ", indent: "    ")
  }

  package static let redis = Dialect(
    name: "redis", commentSigns: Array("#".utf8), separators: [], blanksSeparate: true,
    values: ShellWords(isRedis: true),
    lists: .keys(["client-output-buffer-limit", "loadmodule", "rename-command", "save", "user"]),
    foldsKeys: true, includes: ["include"], on: "yes", off: "no", separator: " ")

  package static let env = Dialect(
    name: "env", commentSigns: Array("#".utf8), keys: .shell, values: ShellValue(), separator: "=")
}

extension Dialect: Notation {
  /// A Boolean value that indicates whether all settings must be in a section.
  ///
  /// Unlike other dialects with sections, the dialect `ini` also allows settings before the first
  /// header.
  var needsSection: Bool { (sections == .brackets || sections == .git) && self != .plain }

  var allowsDisabledSettings: Bool { separators.contains(UInt8(ascii: "=")) }

  func read(_ bytes: [UInt8], isPart: Bool) throws -> Document {
    var reader = LineReader(bytes, self, isPart: isPart)
    let document = try reader.read()
    let repeated =
      listsSections && !isPart ? document.repeatedSections.subtracting(mergedSections) : []
    return repeated.isEmpty ? document : try read(bytes, listing: repeated)
  }

  /// Reads a file and treats the sections with the given names as lists.
  ///
  /// Even a name that only one section has is treated as a list.
  func read(_ bytes: [UInt8], listing names: Set<Key>) throws -> Document {
    var reader = LineReader(bytes, self, listing: names)
    return try reader.read()
  }

  /// Returns a key in the form in which the program compares keys.
  func compared(_ key: Key) -> Key {
    let key = foldsKeys ? key.folded : key
    return foldsDashes ? Key(key.bytes.map { $0 == "_" ? 0x2D : $0 }) : key
  }

  /// Returns the name of a section in the form in which the program compares names.
  func compared(section name: Key) -> Key {
    guard case .words = sections else { return foldsSections ? name.folded : name }
    // ssh reads the hosts without quotes. Unlike the keyword, their case matters.
    if let hosts = name.hosts { return Key(hosts.reduce(into: []) { $0 += $1.bytes + [0] }) }
    let word = name.bytes.prefix { !$0.isBlank }
    return Key(Key(word).folded.bytes + name.bytes.dropFirst(word.count))
  }

  /// Returns whether several sections with a name form a list.
  func isList(section name: Key) -> Bool { listsSections && !mergedSections.contains(name) }

  /// Returns whether several lines with the same key form a list.
  func repeats(_ name: Key) -> Bool {
    switch lists {
    case .none: false
    case .all: true
    case .keys(let names): names.contains(compared(name).folded)
    }
  }

  func itemHeader(of keys: [Key]) throws -> [UInt8] {
    if listsSections, keys.count != 1 || isList(section: keys[0]), let header = header(of: keys) {
      return header
    }
    throw EditError(
      "a file of this format has no list of sections '\(DocumentPath(keys.map { .key($0) }))'")
  }

  func written(_ keys: [Key]) throws -> [UInt8] {
    let name = Array(keys.map(\.bytes).joined(separator: [UInt8(ascii: ".")]))
    let written = self.keys == .property ? PropertyValue.written(key: name) : name
    // Reject a name that would be different when Settee reads the file again.
    let line = try? read(
      written + [separators.first ?? 0x20, UInt8(ascii: "x")], isPart: true)
    guard line?.nodes.count == 2, line?.nodes[1].step == .key(Key(name)) else {
      throw EditError.invalidValue(
        "'\(String(decoding: name, as: UTF8.self))' isn't a valid name in the format '\(self.name)'"
      )
    }
    return written
  }

  func header(of keys: [Key]) -> [UInt8]? {
    switch sections {
    case .brackets where keys.count == 1, .git where keys.count == 1:
      return [0x5B] + keys[0].bytes + [0x5D]
    case .words(let words) where keys.count == 1:
      let word = Key(keys[0].bytes.prefix { !$0.isBlank })
      return words.contains(word.folded) ? keys[0].bytes : nil
    case .git where keys.count == 2:
      let part = keys[1].bytes.flatMap { $0 == "\"" || $0 == "\\" ? [0x5C, $0] : [$0] }
      return [0x5B] + keys[0].bytes + Array(" \"".utf8) + part + Array("\"]".utf8)
    default: return nil
    }
  }

  func decode(_ literal: [UInt8]) -> [UInt8]? { values.decode(literal, signs: commentSigns) }

  func encode(_ value: Value, like old: Scalar?) throws -> [UInt8] {
    switch value {
    case .source(let source): return Array(source.utf8)
    case .null: throw EditError.invalidValue("this format has no null; remove the setting instead")
    case .list:
      throw EditError.invalidValue(
        values is IndentedLines
          ? "this format has no lists; use --stdin with one item on each line"
          : "this format has no lists; write the value as it should appear in the file")
    case .table: throw EditError.invalidValue("this format has no tables as values")
    case .boolean(let isOn): return try encode(word(for: isOn, like: old), like: old)
    case .integer(let number): return try encode(String(number), like: old)
    case .decimal(let digits): return try encode(digits, like: old)
    case .text(let text): return try encode(text, like: old)
    }
  }

  /// Returns whether the value of a key is the rest of its line.
  func takesWholeLine(_ key: Key) -> Bool { keysOfWholeLines.contains(compared(key)) }

  /// Encodes the value of a key that has exactly one word or the rest of the line as its value.
  ///
  /// The result is `nil` for other keys.
  func encode(_ text: String, like old: Scalar?, for key: Key) throws -> [UInt8]? {
    let bytes = Array(text.utf8)
    let isWholeLine = takesWholeLine(key)
    guard isWholeLine || keysOfOneWord.contains(compared(key)) else { return nil }
    guard !bytes.isEmpty else { throw EditError.invalidValue("'\(key.text)' needs a value") }
    guard isWholeLine else {
      let needsQuotes = bytes.contains { $0.isBlank || "\"'\\".utf8.contains($0) }
      let sample = needsQuotes ? Scalar(.untyped, Array("\"\"".utf8), in: .lines(self)) : old
      return try encode(text, like: sample)
    }
    // The program rejects the file if a quote isn't closed.
    guard !bytes.contains(where: { $0.isLineEnd || $0 == 0 }), bytes.trimmed.elementsEqual(bytes),
      values.scan(bytes, from: 0, keyIndent: 0, signs: commentSigns) != nil
    else {
      throw EditError.invalidValue(
        "the value of '\(key.text)' must be one line without blanks at its ends, and its quotes must be closed"
      )
    }
    return bytes
  }

  private func word(for isOn: Bool, like old: Scalar?) -> String {
    let word = old?.decoded.flatMap { BooleanWord($0) }
    return word?.word(isOn: isOn) ?? (isOn ? on : off)
  }

  /// Encodes a string as a value, or throws an error if the dialect can't represent the string.
  private func encode(_ text: String, like old: Scalar?) throws -> [UInt8] {
    let bytes = Array(text.utf8)
    guard !bytes.contains(0) else {
      throw EditError.invalidValue("the string can't contain the character U+0000")
    }
    let encoded = values.encode(bytes, like: old?.bytes ?? [], signs: commentSigns)
    // Reject a string that would be different when Settee reads the file again.
    guard let encoded, decode(encoded) == bytes else {
      throw EditError.invalidValue("this string can't be represented in the format '\(name)'")
    }
    return encoded
  }
}

extension Dialect {
  /// A Boolean value that indicates whether a prefix that isn't part of the key, such as `export`,
  /// can precede a key.
  var hasPrefixedKeys: Bool { keys == .shell || keys == .kernel }
}

extension Document {
  /// Returns the lines of a file that together form a setting.
  ///
  /// A setting has more than one line only if the dialect defines its key as a list.
  package func lines(of node: Int) -> [Int] {
    guard let dialect = format.dialect, let name = nodes[node].step.name else { return [node] }
    return dialect.repeats(name) ? occurrences(of: node) : [node]
  }

  /// Returns the lines whose values are the items of a list, beginning after the last empty value.
  package func elements(of lines: [Int]) -> ArraySlice<Int> {
    guard format.dialect?.emptyResets == true else { return lines[...] }
    let empty = lines.lastIndex { nodes[$0].value.isEmpty }
    return lines[(empty.map { $0 + 1 } ?? 0)...]
  }
}

extension Document {
  /// The names that several sections of the file share.
  fileprivate var repeatedSections: Set<Key> {
    let counts = Dictionary(headers.map { ($0.node, 1) }, uniquingKeysWith: +)
    return Set(counts.filter { $0.value > 1 }.compactMap { nodes[$0.key].step.name })
  }
}
