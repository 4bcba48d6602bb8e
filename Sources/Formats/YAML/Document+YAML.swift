extension Document {
  /// Returns the ranges that comments can be attached to, each with its node.
  ///
  /// The range of a scalar or a flow collection covers the entire entry. The range of a block
  /// collection covers only its first line, because comments farther down are attached to its
  /// entries.
  func yamlSpans(_ tree: YAMLTree) -> [(range: Range<Int>, node: Int)] {
    nodes.indices.compactMap { index in
      let value = tree.values[index]
      guard value.events.lowerBound < tree.events.count else { return nil }
      let event = tree.events[value.events.lowerBound]
      let isBlock = event.kind == .mapping || event.kind == .sequence ? event.style != .flow : false
      guard event.kind != .documentStart, !isBlock || index > 0 && nodes[index].parent >= 0 else {
        return nil
      }
      // In a file with several documents, the root of each document has no entry either.
      if isBlock, tree.hasSeveralDocuments, nodes[index].parent == 0 { return nil }
      let end = isBlock ? value.entry : nodes[index].value.upperBound
      return (value.entry..<max(value.entry, end), index)
    }
  }
}

extension Document {
  /// The number of YAML documents in the file.
  package var documentCount: Int { yaml?.hasSeveralDocuments == true ? elements(in: 0).count : 1 }

  /// The valid indices of the YAML documents, formatted for a message, such as `[0], [1], or [2]`.
  package var documentIndices: String {
    let last = documentCount - 1
    if last == 1 { return "[0] or [1]" }
    return last > 3
      ? "[0] to [\(last)]"
      : (0..<last).map { "[\($0)], " }.joined() + "or [\(last)]"
  }

  /// The nodes whose values are aliases.
  package var aliases: [Int] {
    guard let yaml, !yaml.uses.isEmpty else { return [] }
    return nodes.indices.filter { node in
      yaml.values[node].events.first.map { yaml.events[$0].kind == .alias } ?? false
    }
  }

  /// Returns an error if a path leads through an alias and its value therefore can't be changed.
  package func aliasReason(on place: DocumentPath) -> EditError? {
    guard let yaml, !yaml.uses.isEmpty else { return nil }
    let (node, rest) = deepest(on: place, throughAliases: false)
    guard !rest.isEmpty, yamlTarget(of: node) != nil else { return nil }
    var document = self
    document.allowsSharedChanges = false
    return document.yamlReadOnlyReason(of: node, yaml)
  }

  /// Returns the node that an alias refers to, or `nil` if the node isn't an alias.
  func yamlTarget(of node: Int) -> Int? {
    guard let yaml, !yaml.uses.isEmpty, let first = yaml.values[node].events.first,
      first < yaml.events.count, yaml.events[first].kind == .alias
    else { return nil }
    let target = yaml.events[first].target
    return yaml.values.firstIndex {
      $0.events.lowerBound == target && !$0.events.isEmpty
    }
  }
}
