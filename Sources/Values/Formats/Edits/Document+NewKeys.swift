// Methods that determine where in a file a new key is added.
extension Document {
  /// Returns the path at which a new key is added, adapted to the style of neighboring keys.
  ///
  /// The `quoted` argument contains the indices of the steps that are complete names.
  package func place(ofNew place: DocumentPath, quoted: Set<Int> = []) -> DocumentPath {
    guard let dialect = format.dialect else { return literal(place, quoted) }
    let names = place.steps.compactMap(\.name)
    guard names.count == place.steps.count, !names.isEmpty else { return place }
    switch dialect.sections {
    case .none: return format.place(ofNew: place)
    case .words(let words):
      if names.count > 2 {
        return DocumentPath(keys: names.dropLast().joinedByDots, names[names.count - 1])
      }
      guard names.count == 1, words.contains("host"), !headers.isEmpty else { return place }
      // A name such as `Host web` is a section itself.
      let first = names[0].bytes.split(whereSeparator: \.isBlank)
      if first.count > 1, words.contains(Key(first[0]).folded) { return place }
      return DocumentPath(keys: hostOfAll ?? "Host *", names[0])
    case .git:
      guard names.count > 3 else { return place }
      let middle = Array(names[1..<names.count - 1]).joinedByDots
      return DocumentPath(keys: names[0], middle, names[names.count - 1])
    case .brackets:
      guard names.count > 2 else { return place }
      let count = sectionCount(of: names, quoted)
      return DocumentPath(
        keys: Array(names[..<count]).joinedByDots, Array(names[count...]).joinedByDots)
    }
  }

  /// Returns whether a new table in a TOML file is written inline, as a table next to it is.
  package func hasInlineTables(beside place: DocumentPath) -> Bool {
    guard format == .toml, let parent = place.parent.flatMap({ node(at: $0) }) else { return false }
    return children(of: parent).contains { nodes[$0].form == .braces }
  }

  /// Returns the path of a key without ssh's section for all hosts, unless the key is also set
  /// outside of the sections.
  package func withoutHostOfAll(_ place: DocumentPath) -> DocumentPath {
    guard place.steps.count == 2, format.hasHosts,
      place.steps[0].name?.isHostOfAll == true, let name = place.steps[1].name,
      member(name, of: 0, isTable: false) == nil
    else { return place }
    return DocumentPath(keys: name)
  }

  /// The name of the section in an ssh configuration that applies to all hosts, such as `Host *`.
  private var hostOfAll: Key? {
    headers.lazy.compactMap { self.nodes[$0.node].step.name }.first(where: \.isHostOfAll)
  }

  /// The sections of setup.cfg in which setuptools reads arbitrary keys, besides `options`.
  private static let sectionsOfSetuptools: Set<Key> = [
    "options.data_files", "options.entry_points", "options.exclude_package_data",
    "options.extras_require", "options.package_data", "options.packages.find",
  ]

  /// Returns how many of the names of a new key in an INI file are the name of its section.
  private func sectionCount(of names: [Key], _ quoted: Set<Int>) -> Int {
    if quoted.contains(names.count - 1) { return names.count - 1 }
    if quoted.contains(0) { return 1 }
    // A pattern such as `*.py` is the name of a section rather than the beginning of a key.
    let isPattern = names.dropLast().contains { $0.bytes.contains { "*?{".utf8.contains($0) } }
    if isPattern { return names.count - 1 }
    if format.dialect == .python,
      let count = (2..<names.count).reversed().first(where: {
        Self.sectionsOfSetuptools.contains(Array(names[..<$0]).joinedByDots)
      })
    {
      return count
    }
    let dot = UInt8(ascii: ".")
    let known = (1..<names.count).reversed().first { count in
      member(Array(names[..<count]).joinedByDots, of: 0, isTable: true) != nil
    }
    let section = Array(names[..<(known ?? 1)]).joinedByDots
    let hasDottedKeys = (member(section, of: 0, isTable: true).map(children(of:)) ?? [])
      .contains { nodes[$0].step.name?.bytes.contains(dot) == true }
    let hasSubsections = headers.contains {
      nodes[$0.node].step.name?.bytes.starts(with: section.bytes + [dot]) == true
    }
    return hasSubsections && !hasDottedKeys ? names.count - 1 : known ?? 1
  }
}

// Names that contain dots.
extension Document {
  /// Returns a path with its names joined by dots if the neighboring keys contain dots.
  ///
  /// An example of a key that contains a dot is `"editor.tabSize"` in a JSON file. A quoted name or a
  /// name in brackets, such as `[rust]` in the settings of VS Code, is never joined with others.
  private func literal(_ place: DocumentPath, _ quoted: Set<Int>) -> DocumentPath {
    func isWhole(_ index: Int) -> Bool {
      quoted.contains(index) || place.steps[index].name?.isInBrackets == true
    }
    var (holder, rest) = deepest(on: place)
    while rest.count > 1 {
      let names = rest.compactMap(\.name)
      guard names.count == rest.count, nodes[holder].isContainer else { return place }
      let most = rest.indices.prefix { !isWhole($0) }.count
      let known = (1...max(1, most)).reversed().lazy.compactMap { count in
        self.member(Array(names[..<count]).joinedByDots, of: holder, isTable: count < names.count)
          .map { (count, $0) }
      }.first { count, node in count == names.count || self.nodes[node].isContainer }
      guard let (count, node) = known else { break }
      (holder, rest) = (node, rest.dropFirst(count))
    }
    var result = self.place(of: holder)
    var neighbors = names(beside: holder)
    while !rest.isEmpty {
      let end = rest.indices.first(where: isWhole) ?? rest.endIndex
      let names = rest[..<end].compactMap(\.name)
      guard names.count == end - rest.startIndex else { break }
      let first = names.first.map { $0.bytes + [UInt8(ascii: ".")] } ?? []
      let hasRelative = neighbors.contains { $0.bytes.starts(with: first) }
      if names.count > 1, hasRelative || neighbors.areDotted || hasDottedKeys {
        let isField =
          result == self.place(of: holder) && end == rest.endIndex
          && dottedTables(in: holder, have: names[names.count - 1])
        result = result.appending(Array(isField ? names.dropLast() : names).joinedByDots)
        if isField { result = result.appending(names[names.count - 1]) }
      } else {
        for name in names { result = result.appending(name) }
      }
      rest = rest[end...]
      guard let name = rest.popFirst()?.name else { break }
      result = result.appending(name)
      neighbors = self.names(inNewTable: name, of: holder)
    }
    return DocumentPath(result.steps + rest)
  }

  /// Returns the names of the members of a table, to which the name of a new member is similar.
  private func names(beside table: Int) -> [Key] {
    let own = children(of: table).compactMap { nodes[$0].step.name }.filter { !$0.isInBrackets }
    guard own.isEmpty, let name = nodes[table].step.name, name.isInBrackets else {
      return own + (tablesInBrackets(of: table)).flatMap(names(of:))
    }
    return names(inNewTable: name, of: nodes[table].parent)
  }

  /// Returns the names to which the names in a new table are similar.
  private func names(inNewTable name: Key, of parent: Int) -> [Key] {
    if name.isInBrackets { return names(beside: parent) }
    return children(of: parent).filter { nodes[$0].isContainer }.flatMap(names(of:))
  }

  private func names(of table: Int) -> [Key] {
    children(of: table).compactMap { nodes[$0].step.name }
  }

  private func tablesInBrackets(of table: Int) -> [Int] {
    children(of: table).filter {
      nodes[$0].isContainer && nodes[$0].step.name?.isInBrackets == true
    }
  }

  /// Returns whether a table contains a table whose name has a dot, and that has a member of a name.
  private func dottedTables(in table: Int, have name: Key) -> Bool {
    children(of: table).contains { child in
      nodes[child].isContainer && nodes[child].step.name?.bytes.contains(UInt8(ascii: ".")) == true
        && member(name, of: child, isTable: false) != nil
    }
  }
}

extension Document {
  /// Returns the last of several nodes for each beginning of their names.
  ///
  /// A beginning consists of one or more words, such as `maxmemory` of `maxmemory-policy`.
  func lastNodes(byBeginning candidates: some Sequence<Int>) -> [[ArraySlice<UInt8>]: Int] {
    var nodes: [[ArraySlice<UInt8>]: Int] = [:]
    for node in candidates {
      for beginning in self.nodes[node].step.name?.beginnings ?? [] { nodes[beginning] = node }
    }
    return nodes
  }

  /// Returns the last node whose name shares the most leading words with a new name.
  ///
  /// For example, `maxmemory-policy` is related to `maxmemory`, because both names start with the
  /// same word.
  func relative(of name: Key, in nodes: [[ArraySlice<UInt8>]: Int]) -> Int? {
    name.beginnings.reversed().lazy.compactMap { nodes[$0] }.first
  }
}

extension Document {
  /// Plans to add a line below the comment that shows the setting, such as `#PermitRootLogin no`.
  ///
  /// In some dialects, whitespace separates keys and values, so such a comment can't be parsed
  /// reliably.
  func planBelowComment(
    _ place: DocumentPath, _ value: Value, _ memo: PlanMemo
  ) throws -> EditPlan? {
    guard let dialect = format.dialect, dialect.separatesLoosely, let name = place.steps.last?.name,
      let parent = place.parent, let table = node(at: parent), nodes[table].isContainer
    else { return nil }
    let section = table == 0 ? -1 : headers.lastIndex { $0.node == table }
    guard let section, let offset = offsetBelowComment(name, in: section, dialect) else {
      return nil
    }
    let separator = memo.separators.value(of: section) { neighbourSeparator(in: section, memo) }
    let lead = memo.leads.value(of: section) { neighbourLead(in: section, memo) }
    let encoded = try encoded(value, like: nil, for: name)
    let line =
      lead + (try format.notation.written([name]))
      + (isSwitch(encoded) ? [] : separator + encoded)
    return EditPlan(
      kind: .uncomment, range: offset..<offset, replacement: asLine(line, at: offset))
  }

  private func offsetBelowComment(_ name: Key, in section: Int, _ dialect: Dialect) -> Int? {
    var best: (offset: Int, rank: Int)?
    var isExample = false
    var end = 0
    for comment in comments where !comment.isBehind {
      let lineStart = bytes.lineStart(of: comment.range.lowerBound)
      if lineStart != end { isExample = false }
      end = bytes.lineEnd(of: comment.range.upperBound)
      let text = bytes[comment.range].drop { $0 == bytes[comment.range.lowerBound] }
      let words = text.split { $0.isBlank || dialect.separators.contains($0) }
      guard let first = words.first else { continue }
      if dialect.opensScope(Key(first)) { isExample = true }
      let own = headers.lastIndex { $0.range.lowerBound < comment.range.lowerBound } ?? -1
      guard !isExample, own == section, dialect.isSame(Key(first), name), words.count < 5 else {
        continue
      }
      // A comment that is prose has more words than a commented-out setting and starts with a
      // space.
      let rank = text.first?.isBlank == true ? words.count : 0
      guard rank < 4, rank < best?.rank ?? .max else { continue }
      best = (pastContinuedComment(from: end), rank)
    }
    return best?.offset
  }
}

extension Dialect {
  /// A Boolean value that indicates whether a comment with a key and a value can't be distinguished
  /// from prose.
  fileprivate var separatesLoosely: Bool {
    blanksSeparate || hasSwitches || !allowsDisabledSettings
  }

  fileprivate func isSame(_ one: Key, _ other: Key) -> Bool { compared(one) == compared(other) }

  fileprivate func opensScope(_ word: Key) -> Bool {
    if case .words(let words) = sections { words.contains(word.folded) } else { false }
  }
}

extension Key {
  /// A Boolean value that indicates whether the name is the ssh header `Host *`, which applies to
  /// all hosts.
  var isHostOfAll: Bool { hosts == ["*"] }

  /// The hosts and patterns of an ssh header such as `Host web "db"`, without quotes.
  ///
  /// The value is `nil` if the name isn't such a header, or if ssh would reject it.
  package var hosts: [Key]? {
    let word = bytes.prefix { !$0.isBlank && $0 != "=" }
    guard Key(word).folded == "host" else { return nil }
    var rest = bytes[word.count...].drop(while: \.isBlank)
    if rest.first == UInt8(ascii: "=") { rest = rest.dropFirst().drop(while: \.isBlank) }
    // Settee doesn't interpret escapes, which patterns for hosts hardly need.
    guard !rest.contains(UInt8(ascii: "\\")) else { return nil }
    var hosts: [Key] = []
    while !rest.isEmpty {
      var host: [UInt8] = []
      while let byte = rest.first, !byte.isBlank {
        rest.removeFirst()
        guard byte == "\"" || byte == "'" else {
          host.append(byte)
          continue
        }
        guard let end = rest.firstIndex(of: byte) else { return nil }
        host += rest[..<end]
        rest = rest[(end + 1)...]
      }
      hosts.append(Key(host))
      rest = rest.drop(while: \.isBlank)
    }
    return hosts.isEmpty ? nil : hosts
  }

  /// The first word of a setting name, the first two words, and so on, up to 16 words.
  ///
  /// Words are separated by dots, hyphens, and underscores.
  fileprivate var beginnings: [[ArraySlice<UInt8>]] {
    let words = bytes.split(maxSplits: 16) { ".-_".utf8.contains($0) }.prefix(16)
    return words.indices.map { Array(words[...$0]) }
  }
}

extension Key {
  /// A Boolean value that indicates whether the name is in brackets, such as `[rust]`.
  package var isInBrackets: Bool {
    bytes.count > 2 && bytes.first == UInt8(ascii: "[") && bytes.last == UInt8(ascii: "]")
  }
}

extension [Key] {
  /// A Boolean value that indicates whether at least half of the names contain a dot.
  fileprivate var areDotted: Bool {
    let dotted = self.count { $0.bytes.contains(UInt8(ascii: ".")) }
    return dotted > 0 && dotted * 2 >= count
  }

  /// A single key that joins the names with dots.
  var joinedByDots: Key {
    Key(map(\.bytes).joined(separator: [UInt8(ascii: ".")]))
  }
}
