package import SetteeValues

// Paths that the user enters.
extension SettingsDocument {
  /// Returns the key of a setting whose path might be spelled differently, or `nil` if the path is
  /// invalid.
  package func key(written text: String) -> String? { keys(written: [text])[0] }

  /// Returns the keys of settings whose paths might be spelled differently.
  package func keys(written texts: [String]) -> [String?] {
    // Read the quoted keys at most once, and only if a text isn't the path of a setting.
    lazy var literals = Dictionary(
      grouping: values.keys + commented.map(\.key),
      by: { key in DocumentPath(key).map { Key($0.withoutQuotes) } })
    return texts.map { text in key(written: text) { literals[Key(text)] ?? [] } }
  }

  private func key(written text: String, literals: () -> [String]) -> String? {
    guard let (place, quoted) = parsed(text) else { return nil }
    // A change below an alias replaces the alias, so it has a separate key.
    if document.allowsSharedChanges, document.alias(on: place) != nil {
      return key(of: place)
    }
    // A single line of a repeated key isn't a separate setting, so it doesn't have its own key.
    if let node = document.node(at: place), !place.isItem || document.nodes[node].isItem {
      return key(of: document.place(of: node))
    }
    // As in a domain, the user can specify a key that contains dots without quotes.
    let literal = literals()
    if literal.count == 1 { return literal[0] }
    let folded = document.folded(place)
    if let same = commented.first(where: { document.folded($0.row.place) == folded }) {
      return same.key
    }
    // The same applies to a section such as `mypy-foo.*`, unless the text names a new key of a table.
    let section = document.node(at: DocumentPath(keys: Key(text)))
    if let section, document.nodes[section].isContainer,
      place.parent.flatMap({ document.node(at: $0) }) == nil
    {
      return key(of: document.place(of: section))
    }
    return key(of: document.place(ofNew: place, quoted: quoted))
  }

  /// Returns whether a string is a valid key, although the file might not contain it.
  package func isKey(_ text: String) -> Bool { path(of: text) != nil }

  /// Returns the key of a member of a table, whether or not the file contains the member.
  package func key(of name: String, in table: String) -> String? {
    guard let place = path(of: table)?.appending(Key(name)) else { return nil }
    return key(of: document.node(at: place).map(document.place) ?? document.place(ofNew: place))
  }

  /// Returns the keys that are inside one of several tables and lists, each with the key of the
  /// table or list.
  package func parts(
    of wholes: [String], among keys: [String]
  ) -> [(part: String, whole: String)] {
    let places = wholes.compactMap { key in path(of: key).map { (document.folded($0), key) } }
    let known = Dictionary(places) { first, _ in first }
    return keys.compactMap { key in
      sequence(first: path(of: key).map(document.folded)?.parent) { $0?.parent }.lazy
        .prefix { $0 != nil }.compactMap { $0.flatMap { known[$0] } }.first.map { (key, $0) }
    }
  }

  /// Returns the path in the file that a key denotes.
  ///
  /// In a YAML file, a dot denotes the root of the file.
  ///
  /// The result is `nil` if the path has more parts than the parsers accept.
  package func path(of key: String) -> DocumentPath? { parsed(key)?.path }

  /// Parses a key, and also returns the indices of the steps that are quoted.
  ///
  /// A dot at the start is part of the first name if the file has such a name, such as `.base` in
  /// `.gitlab-ci.yml`.
  private func parsed(_ key: String) -> (path: DocumentPath, quoted: Set<Int>)? {
    if key == ".", document.hasRootKey { return (.root, []) }
    if let parsed = withoutTOMLQuotes(key) ?? DocumentPath.parsed(key) {
      return parsed.path.steps.count > Document.maxDepth ? nil : parsed
    }
    guard key.hasPrefix("."), let parsed = DocumentPath.parsed("\\" + key),
      document.node(at: DocumentPath(Array(parsed.path.steps.prefix(1)))) != nil
    else { return nil }
    return parsed
  }

  /// Parses a key that was copied from a TOML file with its single quotes, such as
  /// `target.'cfg(unix)'.x`.
  ///
  /// The result is `nil` if the quotes are part of a name in the file, or if the file has neither the
  /// names without the quotes nor the table of the key.
  private func withoutTOMLQuotes(_ key: String) -> (path: DocumentPath, quoted: Set<Int>)? {
    guard document.format == .toml, key.utf8.contains(UInt8(ascii: "'")),
      let text = key.replacingTOMLQuotes, let parsed = DocumentPath.parsed(text)
    else { return nil }
    if let literal = DocumentPath(key)?.steps,
      let first = literal.firstIndex(where: { $0.name?.bytes.first == UInt8(ascii: "'") }),
      document.node(at: DocumentPath(Array(literal[...first]))) != nil
    {
      return nil
    }
    let missing = document.deepest(on: parsed.path).rest.count
    let known = parsed.path.steps.count - missing
    let isKnown = parsed.quoted.allSatisfy { $0 < known } || missing == 1 && known > 0
    return isKnown ? parsed : nil
  }

  /// Returns the error for a key that isn't a path, or whose path is too deep for the parsers.
  package func invalidPath(_ key: String) -> EditError {
    if DocumentPath(key) != nil {
      return EditError("a key has more than \(Document.maxDepth) parts")
    }
    let form =
      key.hasPrefix(".") && DocumentPath("\\" + key) != nil
      ? "for a name that starts with a dot, use '\\\(key)'"
      : "use a form like a.b or \"a.b\".c"
    return EditError("'\(key)' isn't a valid key path; \(form)")
  }
}

extension String {
  /// The key with names in double quotes instead of single quotes, in which a backslash is literal.
  ///
  /// The value is `nil` if no name is in single quotes.
  fileprivate var replacingTOMLQuotes: String? {
    let quote = UInt8(ascii: "'")
    var rest = Array(utf8)[...]
    var (result, isChanged) = ([UInt8](), false)
    while !rest.isEmpty {
      let end = rest.dropFirst().firstIndex(of: quote)
      let isEnd = end.map { $0 + 1 == rest.endIndex || ".[".utf8.contains(rest[$0 + 1]) } ?? false
      if rest.first == quote, let end, isEnd {
        let name = rest[(rest.startIndex + 1)..<end]
        result += [0x22] + name.flatMap { $0 == 0x22 || $0 == 0x5C ? [0x5C, $0] : [$0] } + [0x22]
        (rest, isChanged) = (rest[(end + 1)...], true)
      }
      // Copy the rest of the name, and the dot before the next one.
      var isInQuotes = false
      while let byte = rest.popFirst() {
        result.append(byte)
        if byte == UInt8(ascii: "\\"), let next = rest.popFirst() {
          result.append(next)
        } else if byte == UInt8(ascii: "\"") {
          isInQuotes.toggle()
        } else if byte == UInt8(ascii: "."), !isInQuotes {
          break
        }
      }
    }
    return isChanged ? String(decoding: result, as: UTF8.self) : nil
  }
}

extension Key {
  /// A Boolean value that indicates whether the name has a condition in brackets, such as
  /// `users[name=ada]`.
  fileprivate var hasCondition: Bool {
    guard let bracket = bytes.dropFirst().firstIndex(of: UInt8(ascii: "[")) else { return false }
    return bytes[bracket...].contains(UInt8(ascii: "="))
  }
}

extension SettingsDocument {
  /// Returns the reason why a path that the user entered can't be in the file, or `nil` for a path
  /// that exists or can be added.
  ///
  /// The reason is one or two sentences without the final period.
  package func objection(toPath text: String) -> String? {
    guard let (path, quoted) = parsed(text), !document.format.isAugeas, let key = key(written: text)
    else { return nil }
    let isLiteral = DocumentPath(key)?.withoutQuotes.isSame(as: text) == true
    if !isLiteral, let single = singleValue(withIndexIn: path) { return noList(single) }
    guard value(of: key) == nil, commentedRow(of: key) == nil else { return nil }
    let (node, rest) = document.deepest(on: path)
    guard let step = rest.first else { return nil }
    guard case .key(let name) = step else {
      return mayHaveItems(node) ? nil : noList(node)
    }
    let unquoted = zip(rest.indices, rest).filter { !quoted.contains($0.0) }
    let hasCondition = Key(unquoted.flatMap { $1.name?.bytes ?? [] }).hasCondition
    if isList(node) { return listAdvice(node, name.text) }
    // Don't quote the condition, because it might contain a secret.
    let advice = "A condition in brackets can't select an item. Use an index such as [0]"
    guard !quoted.contains(rest.startIndex),
      let bracket = name.bytes.dropFirst().firstIndex(of: UInt8(ascii: "[")),
      let other = document.node(at: document.place(of: node).appending(Key(name.bytes[..<bracket])))
    else { return hasCondition ? advice : nil }
    if isList(other) || document.lines(of: other).count > 1 {
      let item = name.bytes[(bracket + 1)...].prefix { $0 != UInt8(ascii: "]") }
      return listAdvice(other, String(decoding: item, as: UTF8.self))
    }
    return document.format.hasBracketsInKeys ? nil : noList(other)
  }

  /// Returns the list in which a new key would be an item or part of one, if the file doesn't have the
  /// list.
  package func missingList(of key: String) -> String? {
    guard !document.format.isAugeas, let path = path(of: key),
      document.mergeReason(on: path) == nil
    else { return nil }
    let known = path.steps.count - document.deepest(on: path).rest.count
    return path.steps.indices.dropFirst(known + 1).first { path.steps[$0].name == nil }
      .map { DocumentPath(Array(path.steps[..<$0])).description }
  }

  /// Returns the first value on a path that isn't a list although an index follows it.
  private func singleValue(withIndexIn path: DocumentPath) -> Int? {
    path.steps.indices.dropFirst().lazy.compactMap { end in
      let isIndex = path.steps[end].name == nil
      return isIndex ? self.document.node(at: DocumentPath(Array(path.steps[..<end]))) : nil
    }.first { !self.document.nodes[$0].isContainer && !self.mayHaveItems($0) }
  }

  /// Returns whether the error for a missing index states how many items there are.
  private func mayHaveItems(_ node: Int) -> Bool {
    // A YAML alias can refer to a list, and changing its items is a different error.
    node == 0 || document.mayRepeat(node) || document.yamlTarget(of: node) != nil
      || lineItems(of: key(of: document.place(of: node))) != nil
  }

  private func noList(_ node: Int) -> String {
    let place = document.place(of: node)
    if document.nodes[node].form == .value(.null) {
      return "'\(place)' has no value. Use 'add' to create a list"
    }
    return document.nodes[node].isContainer
      ? "'\(place)' is a table and not a list. Use '\(place).KEY'"
      : "'\(place)' is a single value and not a list. Use '\(place)'"
  }

  private func isList(_ node: Int) -> Bool {
    [.brackets, .elements].contains(document.nodes[node].form)
  }

  /// Returns a sentence with the indices of a list, and with the index of the item that has a name.
  private func listAdvice(_ list: Int, _ name: String) -> String {
    let place = document.place(of: list)
    let items = document.items(of: list)
    let list = place == .root ? "The file" : "'\(place)'"
    guard let last = items.indices.last else {
      return "\(list) is an empty list. Use 'add' to add an item"
    }
    let range = last == 0 ? "'\(place)[0]'" : "an index from [0] to [\(last)]"
    let sentence =
      "\(list) is a list with \(last + 1) item\(last == 0 ? "" : "s"). Use \(range)"
    let found = items.indices.filter { self.name(of: items[$0]) == name }
    let named = items.indices.filter { isItem(items[$0], named: name) }
    guard let index = found.count == 1 ? found.first : named.count == 1 ? named.first : nil else {
      return sentence
    }
    // A condition might contain a secret.
    let isSecret = name.firstIndex(of: "=").map { SecretName.matches(String(name[..<$0])) } ?? false
    let what = isSecret ? "This item" : "The item '\(name)'"
    return "\(sentence). \(what) is '\(place)[\(index)]'"
  }

  /// Returns the value of an item, or of its first field that usually contains a name.
  private func name(of item: Int) -> String? {
    guard document.nodes[item].isContainer else { return text(of: item) }
    let fields = document.children(of: item)
    let usual = ["name", "id", "host"].lazy.compactMap { name in
      fields.first { document.nodes[$0].step.name == Key(name) }
    }.first
    return (usual ?? fields.first { document.nodes[$0].form == .value(.text) }).flatMap(text(of:))
  }

  /// Returns whether a condition such as `name=Test` or the name `Test` describes an item.
  private func isItem(_ item: Int, named condition: String) -> Bool {
    let parts = condition.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return false }
    let value = parts[1].drop { "='\" ".contains($0) }
    return document.children(of: item).contains { field in
      document.nodes[field].step.name == Key(String(parts[0]))
        && text(of: field) == value.split { "'\"".contains($0) }.first.map(String.init)
    }
  }

  /// Returns the text of a value in the file.
  func text(of node: Int) -> String? {
    document.literal(of: node).map { $0.text ?? $0.source }
  }
}
