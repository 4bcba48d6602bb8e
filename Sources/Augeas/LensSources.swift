import SetteeFiles

/// The filters in the text of lens files.
struct LensSources {
  /// The definitions of each module, by name.
  private var modules: [String: [String: ArraySlice<Token>]] = [:]
  /// The modules that apply to files, with the name of their transformation.
  private var transforms: [(module: String, name: String)] = []

  enum Token: Equatable {
    case word(String)
    case string(String)
    case sign(UInt8)
  }

  init(_ folders: [String]) {
    for folder in folders {
      for name in ((try? FileSystem.live.list(folder)) ?? nil)?.sorted() ?? []
      where name.hasSuffix(".aug") {
        let content = try? FileSystem.live.readFile(
          folder + "/" + name, limit: 1 << 20, links: .all)
        guard let bytes = content?.bytes else { continue }
        add(Self.tokens(of: bytes))
      }
    }
  }

  /// The filters as lines, such as `Hosts.lns + /etc/hosts`.
  var lines: [String] {
    transforms.flatMap { module, name -> [String] in
      guard var tokens = modules[module]?[name], tokens.first == .word("transform") else {
        return []
      }
      tokens.removeFirst()
      // The lens of a transformation without a name has the name of its module.
      var lens = "@" + module
      if case .word(let word)? = tokens.first {
        lens = word.contains(".") ? word : module + "." + word
        tokens.removeFirst()
      }
      return patterns(in: tokens, module, depth: 0).map { "\(lens) \($0)" }
    }
  }

  private mutating func add(_ tokens: [Token]) {
    guard tokens.count > 1, tokens[0] == .word("module"), case .word(let module) = tokens[1],
      modules[module] == nil
    else { return }
    var definitions: [String: ArraySlice<Token>] = [:]
    var rest = tokens[2...]
    while let token = rest.popFirst() {
      guard case .word(let name)? = rest.first else { continue }
      if token == .word("autoload") { transforms.append((module, name)) }
      guard token == .word("let") else { continue }
      let body = rest.drop { $0 != .sign(UInt8(ascii: "=")) }.dropFirst().prefix {
        ![.word("let"), .word("test"), .word("autoload")].contains($0)
      }
      definitions[name] = body
    }
    modules[module] = definitions
  }

  /// Returns the patterns of a filter, such as `+ /etc/hosts`.
  private func patterns(in tokens: ArraySlice<Token>, _ module: String, depth: Int) -> [String] {
    guard depth < 8 else { return [] }
    var rest = tokens
    var patterns: [String] = []
    while let token = rest.popFirst() {
      guard case .word(let word) = token else { continue }
      if word == "incl" || word == "excl" {
        if let text = Self.text(&rest) { patterns.append((word == "incl" ? "+ " : "- ") + text) }
        continue
      }
      let parts = word.split(separator: ".").map(String.init)
      let (owner, name) = parts.count == 2 ? (parts[0], parts[1]) : (module, word)
      if let body = modules[owner]?[name] {
        patterns += self.patterns(in: body, owner, depth: depth + 1)
      }
    }
    return patterns
  }

  /// Reads a string, or strings in parentheses, without the value of an environment variable.
  private static func text(_ rest: inout ArraySlice<Token>) -> String? {
    if case .string(let text)? = rest.first {
      rest.removeFirst()
      return text
    }
    guard rest.first == .sign(UInt8(ascii: "(")) else { return nil }
    var (depth, text) = (0, "")
    while let token = rest.popFirst() {
      switch token {
      case .sign(UInt8(ascii: "(")): depth += 1
      case .sign(UInt8(ascii: ")")): depth -= 1
      case .string(let part) where depth == 1: text += part
      default: break
      }
      if depth == 0 { break }
    }
    return text.isEmpty ? nil : text
  }

  // MARK: Tokens

  private static func tokens(of bytes: [UInt8]) -> [Token] {
    var tokens: [Token] = []
    var at = 0
    func isWord(_ byte: UInt8) -> Bool {
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        || "_.".utf8.contains(byte)
    }
    /// Returns the end of a string or a regular expression, behind its delimiter.
    func end(of delimiter: UInt8) -> Int {
      var end = at + 1
      while end < bytes.count, bytes[end] != delimiter { end += bytes[end] == 0x5C ? 2 : 1 }
      return min(end + 1, bytes.count)
    }
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "("), at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "*") {
        at = Self.endOfComment(from: at, bytes)
      } else if byte == UInt8(ascii: "\"") {
        let end = end(of: byte)
        tokens.append(
          .string(String(decoding: bytes[(at + 1)..<max(at + 1, end - 1)], as: UTF8.self)))
        at = end
      } else if byte == UInt8(ascii: "/") {
        at = end(of: byte)
      } else if isWord(byte), byte != UInt8(ascii: ".") {
        var end = at
        while end < bytes.count, isWord(bytes[end]) { end += 1 }
        tokens.append(.word(String(decoding: bytes[at..<end], as: UTF8.self)))
        at = end
      } else {
        if byte > 0x20 { tokens.append(.sign(byte)) }
        at += 1
      }
    }
    return tokens
  }

  /// Returns the end of a comment, which can contain others.
  private static func endOfComment(from start: Int, _ bytes: [UInt8]) -> Int {
    var (at, depth) = (start, 0)
    while at + 1 < bytes.count {
      if bytes[at] == UInt8(ascii: "("), bytes[at + 1] == UInt8(ascii: "*") {
        depth += 1
        at += 2
      } else if bytes[at] == UInt8(ascii: "*"), bytes[at + 1] == UInt8(ascii: ")") {
        depth -= 1
        at += 2
        if depth == 0 { return at }
      } else {
        at += 1
      }
    }
    return bytes.count
  }
}
