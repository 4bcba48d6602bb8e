extension Document {
  /// Returns the byte ranges of the YAML entries to which comments can be attached, each with the
  /// node of its entry.
  ///
  /// A comment inside a scalar or a flow collection is attached to that entry, so its range covers
  /// the entire entry. The range of a block collection covers only its first line, because comments
  /// farther down are attached to its entries.
  func yamlSpans(_ tree: YAMLTree) -> [(range: Range<Int>, node: Int)] {
    nodes.indices.compactMap { index in
      let value = tree.values[index]
      guard value.events.lowerBound < tree.events.count else { return nil }
      let event = tree.events[value.events.lowerBound]
      let isBlock = event.kind == .mapping || event.kind == .sequence ? event.style != .flow : false
      guard event.kind != .documentStart, !isBlock || index > 0 && nodes[index].parent >= 0 else {
        return nil
      }
      // In a file with several YAML documents, comments can't be attached to the root of a
      // document, because the root isn't an entry.
      if isBlock, tree.hasSeveralDocuments, nodes[index].parent == 0 { return nil }
      let end = isBlock ? value.entry : nodes[index].value.upperBound
      return (value.entry..<max(value.entry, end), index)
    }
  }
}

extension Document {
  /// The number of YAML documents in the file.
  package var documentCount: Int { yaml?.hasSeveralDocuments == true ? elements(in: 0).count : 1 }

  /// The title of one of several YAML documents: its `kind` and `metadata.name`, as in Kubernetes,
  /// or its `name`.
  ///
  /// The result is `nil` if the file has only one document.
  package func title(ofDocument index: Int) -> String? {
    guard documentCount > 1, elements(in: 0).indices.contains(index) else { return nil }
    let root = elements(in: 0)[index]
    func text(_ names: Key...) -> String? {
      var node: Int? = root
      for name in names { node = node.flatMap { member(name, of: $0, isTable: false) } }
      guard let node, !nodes[node].isContainer, let text = literal(of: node)?.text, !text.isEmpty
      else { return nil }
      return text
    }
    let parts = [text("kind"), text("metadata", "name")].compactMap(\.self)
    if !parts.isEmpty { return parts.joined(separator: " ") }
    return text("name") ?? "Document \(index + 1)"
  }

  /// The indices of the YAML documents, for messages: `[0], [1], or [2]`.
  package var documentIndices: String {
    let last = documentCount - 1
    if last == 1 { return "[0] or [1]" }
    return last > 3
      ? "[0] to [\(last)]"
      : (0..<last).map { "[\($0)], " }.joined() + "or [\(last)]"
  }

  /// Returns whether a value reads as a string, but is null, or has no quotes and is another type
  /// for readers of YAML 1.1.
  package func isAmbiguousString(_ node: Int) -> Bool {
    guard case .value(let kind) = nodes[node].form else { return false }
    guard kind == .text, let yaml, let first = yaml.values[node].events.first else {
      return kind == .null
    }
    let event = yaml.events[first]
    return event.kind == .scalar && event.style == .plain && !event.hasTypeTag(in: bytes)
      && YAMLText.isAmbiguous(event.text(in: bytes))
  }

  /// Returns whether a value of YAML has a tag, such as `!secret`.
  package func hasTag(_ tag: String, _ node: Int) -> Bool {
    guard let yaml, let first = yaml.values[node].events.first, first < yaml.events.count,
      let range = yaml.events[first].tag
    else { return false }
    return bytes[range].elementsEqual(tag.utf8)
  }

  /// Returns whether the YAML key of a node is a list, a mapping, or an alias.
  ///
  /// The name of such a key contains its line number.
  package func hasCollectionKey(_ node: Int) -> Bool {
    guard let yaml, yaml.values[node].key >= 0 else { return false }
    return yaml.events[yaml.values[node].key].kind != .scalar
  }

  /// Returns the member of a mapping with a name.
  package func member(_ name: Key, of node: Int) -> Int? {
    member(name, of: node, isTable: false)
  }

  /// The nodes that are aliases.
  package var aliases: [Int] {
    guard let yaml, !yaml.uses.isEmpty else { return [] }
    return nodes.indices.filter { node in
      yaml.values[node].events.first.map { yaml.events[$0].kind == .alias } ?? false
    }
  }

  /// Returns an error if a path leads through a YAML alias, because Settee can't change values
  /// inside an alias.
  ///
  /// If `isList` is `true`, the path can't lead to an alias either.
  package func aliasReason(on place: DocumentPath, isList: Bool = false) -> EditError? {
    let own = isList ? self.node(at: place).flatMap { yamlTarget(of: $0) == nil ? nil : $0 } : nil
    guard let yaml, let node = alias(on: place) ?? own else { return nil }
    var document = self
    document.allowsSharedChanges = false
    return document.yamlReadOnlyReason(of: node, yaml)
  }

  /// Returns the first YAML alias that a path leads through, or `nil` if there is none.
  package func alias(on place: DocumentPath) -> Int? {
    guard let yaml, !yaml.uses.isEmpty else { return nil }
    let (node, rest) = deepest(on: place, throughAliases: false)
    return rest.isEmpty || yamlTarget(of: node) == nil ? nil : node
  }

  /// Returns the node that a YAML alias refers to, or `nil` if the given node isn't an alias.
  package func yamlTarget(of node: Int) -> Int? {
    guard let yaml, !yaml.uses.isEmpty, let first = yaml.values[node].events.first,
      first < yaml.events.count, yaml.events[first].kind == .alias
    else { return nil }
    return yaml.node(of: yaml.events[first].target)
  }
}

extension Key {
  /// Creates the name of a YAML key that is a list, a mapping, or an alias.
  init(ofCollectionInLine line: Int) { self.init("? line \(line)") }

  /// Throws an error if this is the name of a list, a mapping, or an alias, which Settee can't write
  /// as a key.
  func guardIsScalar() throws {
    guard bytes.starts(with: "? line ".utf8), bytes.count > 7,
      bytes.dropFirst(7).allSatisfy(\.isDigit)
    else { return }
    throw EditError(
      "Can't add '\(text)': it is the name of a key that is a list, a mapping, or an alias",
      advice: "Edit the file manually")
  }
}
