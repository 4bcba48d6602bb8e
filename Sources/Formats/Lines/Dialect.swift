/// How a kind of files made of lines writes its settings: what one INI file does and another does not.
package struct Dialect: Sendable, Equatable {
  enum Sections: Sendable, Equatable {
    case none
    /// `[name]`
    case brackets
    /// `[name "part"]`, perhaps with an assignment on the same line
    case git
    /// A line that begins with one of these words, such as `Match`.
    case words([Key])
  }

  enum Keys: Sendable, Equatable {
    /// Whatever stands before the separator.
    case anything
    case word
    /// Letters, digits and `-`, a letter first.
    case git
    /// Letters, digits and `_`, perhaps with a point within.
    case identifier
    /// What a shell takes for a name, perhaps with `export` before it.
    case shell
  }

  enum Lists: Sendable, Equatable {
    case none
    /// All of them.
    case all
    case keys(Set<Key>)
  }

  package let name: String
  var commentSigns: [UInt8] = Array("#;".utf8)
  /// The signs between key and value; empty where blanks are enough.
  var separators: [UInt8] = Array("=".utf8)
  /// Whether blanks may take the place of the sign.
  var blanksSeparate = false
  var sections = Sections.none
  var keys = Keys.word
  var values: any ValueGrammar = OneLine()
  /// Whether the first of several lines for a key counts; else the last does.
  var firstCounts = false
  /// The keys of which several lines make a list.
  var lists = Lists.none
  /// Whether a line without a value removes the lines above it from the list.
  var emptyResets = false
  /// Whether several sections with one name make a list; else they are one section.
  var listsSections = false
  /// Whether a key alone is an assignment.
  var keysAlone = false
  var foldsKeys = false
  var foldsSections = false
  /// The keys whose values name other files to be read.
  var includes: [Key] = []
  /// The words for on and off where the file has none to go by.
  var on = "true"
  var off = "false"
  /// What a new line has where no neighbour shows it.
  var separator = " = "
  var indent = ""

  package static func == (one: Dialect, other: Dialect) -> Bool { one.name == other.name }
}

extension Dialect {
  package static let all = [
    plain, git, systemd, python, desktop, flat, blanks, colons, postgres, sshd, ssh, redis, env,
  ]

  /// INI as most programs read it.
  package static let plain = Dialect(
    name: "ini", sections: .brackets, keys: .anything, values: OneLine(hasCommentsBehind: true),
    lists: .all, listsSections: true)

  package static let git = Dialect(
    name: "git", sections: .git, keys: .git, values: GitValue(), lists: .all, keysAlone: true,
    foldsKeys: true,
    foldsSections: true, includes: ["path"], indent: "\t")

  package static let systemd = Dialect(
    name: "systemd", sections: .brackets, values: ContinuationLines(), lists: .all,
    emptyResets: true, on: "yes",
    off: "no",
    separator: "=")

  /// What Python's `configparser` reads.
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
    ])

  package static let ssh = secureShell(
    "ssh", scopes: ["host", "match"],
    lists: [
      "certificatefile", "dynamicforward", "identityfile", "localforward", "remoteforward",
      "sendenv",
    ])

  private static func secureShell(_ name: String, scopes: [Key], lists: Set<Key>) -> Dialect {
    Dialect(
      name: name, commentSigns: Array("#".utf8), blanksSeparate: true, sections: .words(scopes),
      values: ShellWords(), firstCounts: true, lists: .keys(lists), foldsKeys: true,
      includes: ["include"], on: "yes", off: "no", separator: " ", indent: "    ")
  }

  package static let redis = Dialect(
    name: "redis", commentSigns: Array("#".utf8), separators: [], blanksSeparate: true,
    values: ShellWords(isOfRedis: true),
    lists: .keys(["client-output-buffer-limit", "loadmodule", "rename-command", "save", "user"]),
    foldsKeys: true, includes: ["include"], on: "yes", off: "no", separator: " ")

  package static let env = Dialect(
    name: "env", commentSigns: Array("#".utf8), keys: .shell, values: ShellValue(), separator: "=")
}

extension Dialect: Notation {
  /// Whether every setting stands below a header; `ini` takes those above the first as well.
  var needsSection: Bool { (sections == .brackets || sections == .git) && self != .plain }

  var hasCommentedRows: Bool { separators.contains(UInt8(ascii: "=")) }

  func read(_ bytes: [UInt8], isPart: Bool) throws(ParseError) -> Document {
    var reader = LineReader(bytes, self, isPart: isPart)
    let document = try reader.read()
    let repeated = listsSections && !isPart ? document.repeatedSections : []
    return repeated.isEmpty ? document : try read(bytes, listing: repeated)
  }

  /// Reads a file with the sections of some names as lists, even if there is only one of a name.
  func read(_ bytes: [UInt8], listing names: Set<Key>) throws(ParseError) -> Document {
    var reader = LineReader(bytes, self, listing: names)
    return try reader.read()
  }

  /// Whether several lines for a key make a list.
  func repeats(_ name: Key) -> Bool {
    switch lists {
    case .none: false
    case .all: true
    case .keys(let names): names.contains(name.folded)
    }
  }

  func itemHeader(of keys: [Key]) throws(EditError) -> [UInt8] {
    if listsSections, let header = header(of: keys) { return header }
    throw EditError(
      "a file of this format has no list of sections '\(DocumentPath(keys.map { .key($0) }))'")
  }

  func written(_ keys: [Key]) -> [UInt8] {
    Array(keys.map(\.bytes).joined(separator: [UInt8(ascii: ".")]))
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

  func encode(_ value: Value, like old: Scalar?) throws(EditError) -> [UInt8] {
    switch value {
    case .source(let source): return Array(source.utf8)
    case .null: throw EditError("a file of this format has no null; take the setting out instead")
    case .list: throw EditError("a file of this format has no lists; write the text it should hold")
    case .table: throw EditError("a file of this format has no tables as values")
    case .boolean(let isOn): return try encode(word(for: isOn, like: old), like: old)
    case .integer(let number): return try encode(String(number), like: old)
    case .decimal(let digits): return try encode(digits, like: old)
    case .text(let text): return try encode(text, like: old)
    }
  }

  private func word(for isOn: Bool, like old: Scalar?) -> String {
    let word = old?.decoded.flatMap { SwitchWord($0) }
    return word?.word(isOn: isOn) ?? (isOn ? on : off)
  }

  /// The bytes for a text; what this dialect cannot hold is refused.
  private func encode(_ text: String, like old: Scalar?) throws(EditError) -> [UInt8] {
    let bytes = Array(text.utf8)
    guard !bytes.contains(0) else {
      throw EditError("a text cannot hold the character U+0000 here")
    }
    let encoded = values.encode(bytes, like: old?.bytes ?? [], signs: commentSigns)
    // What does not read back as it was is none of this dialect's texts.
    guard let encoded, decode(encoded) == bytes else {
      throw EditError("this text cannot be written in a file of the format '\(name)'")
    }
    return encoded
  }
}

extension Document {
  /// The lines that together make a setting; more than one only where its dialect has it as a list.
  package func lines(of node: Int) -> [Int] {
    guard let dialect = format.dialect, let name = nodes[node].step.name else { return [node] }
    return dialect.repeats(name) ? occurrences(of: node) : [node]
  }

  /// The lines whose values a list holds; see ``lines(of:)``.
  package func elements(of lines: [Int]) -> ArraySlice<Int> {
    guard format.dialect?.emptyResets == true else { return lines[...] }
    let empty = lines.lastIndex { nodes[$0].value.isEmpty }
    return lines[(empty.map { $0 + 1 } ?? 0)...]
  }
}

extension Document {
  /// The names of which several sections exist.
  fileprivate var repeatedSections: Set<Key> {
    let counts = Dictionary(headers.map { ($0.node, 1) }, uniquingKeysWith: +)
    return Set(counts.filter { $0.value > 1 }.compactMap { nodes[$0.key].step.name })
  }
}
