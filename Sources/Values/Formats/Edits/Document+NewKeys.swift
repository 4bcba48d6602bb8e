// Methods that determine where in a file a new key is added.
extension Document {
  /// Returns the path at which a new key is added, adapted to the style of neighboring keys.
  package func place(ofNew place: DocumentPath) -> DocumentPath {
    guard let dialect = format.dialect else { return literal(place) }
    let names = place.steps.compactMap(\.name)
    guard names.count == place.steps.count, !names.isEmpty else { return place }
    switch dialect.sections {
    case .none: return format.place(ofNew: place)
    case .words(let words):
      if names.count > 2 {
        return DocumentPath(keys: names.dropLast().joinedByDots, names[names.count - 1])
      }
      guard names.count == 1, words.contains("host"), !headers.isEmpty else { return place }
      return DocumentPath(keys: hostOfAll ?? "Host *", names[0])
    case .git:
      guard names.count > 3 else { return place }
      let middle = Array(names[1..<names.count - 1]).joinedByDots
      return DocumentPath(keys: names[0], middle, names[names.count - 1])
    case .brackets:
      guard names.count > 2 else { return place }
      let counts = (1..<names.count).reversed()
      let known = counts.first { count in
        member(Array(names[..<count]).joinedByDots, of: 0, isTable: true) != nil
      }
      // A pattern such as `*.py` is the name of a section rather than the beginning of a key.
      let isPattern = names.dropLast().contains { $0.bytes.contains { "*?{".utf8.contains($0) } }
      let count = isPattern ? names.count - 1 : known ?? 1
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

  /// Returns a path with its names joined by dots if the neighboring keys contain dots.
  ///
  /// An example of a key that contains a dot is `"editor.tabSize"` in a JSON file.
  private func literal(_ place: DocumentPath) -> DocumentPath {
    var (holder, rest) = deepest(on: place)
    while rest.count > 1 {
      let names = rest.compactMap(\.name)
      guard names.count == rest.count, nodes[holder].isContainer else { return place }
      let counts = (2...names.count).reversed()
      let known = counts.lazy.compactMap { count in
        self.member(Array(names[..<count]).joinedByDots, of: holder, isTable: count < names.count)
          .map { (count, $0) }
      }.first { count, node in count == names.count || self.nodes[node].isContainer }
      guard let (count, node) = known else { break }
      (holder, rest) = (node, rest.dropFirst(count))
    }
    guard rest.count > 1, case let names = rest.compactMap(\.name), names.count == rest.count else {
      return DocumentPath(self.place(of: holder).steps + rest)
    }
    let members = children(of: holder).compactMap { nodes[$0].step.name }
    let dotted = members.count { $0.bytes.contains(UInt8(ascii: ".")) }
    guard dotted > 0, dotted * 2 >= members.count else {
      return DocumentPath(self.place(of: holder).steps + rest)
    }
    return self.place(of: holder).appending(names.joinedByDots)
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
    let separator = memo.separators.value(of: section) { neighbourSeparator(in: section) }
    let lead = memo.leads.value(of: section) { neighbourLead(in: section) }
    let encoded = try encoded(value, like: nil)
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
      best = (end, rank)
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
  var isHostOfAll: Bool {
    let words = bytes.split { $0.isBlank || $0 == "=" }
    return words.count == 2 && Key(words[0]).folded == "host" && Key(words[1]) == "*"
  }

  /// The first word of a setting name, the first two words, and so on, up to 16 words.
  ///
  /// Words are separated by dots, hyphens, and underscores.
  fileprivate var beginnings: [[ArraySlice<UInt8>]] {
    let words = bytes.split(maxSplits: 16) { ".-_".utf8.contains($0) }.prefix(16)
    return words.indices.map { Array(words[...$0]) }
  }
}

extension [Key] {
  /// A single key that joins the names with dots.
  var joinedByDots: Key {
    Key(map(\.bytes).joined(separator: [UInt8(ascii: ".")]))
  }
}
