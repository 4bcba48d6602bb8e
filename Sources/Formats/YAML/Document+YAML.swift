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

  /// The valid indices of the YAML documents in the file, formatted for an error message, such as
  /// `[0], [1], or [2]`.
  package var documentIndices: String {
    let last = documentCount - 1
    if last == 1 { return "[0] or [1]" }
    return last > 3
      ? "[0] to [\(last)]"
      : (0..<last).map { "[\($0)], " }.joined() + "or [\(last)]"
  }

  /// The nodes whose values are YAML aliases, such as `*base`.
  package var aliases: [Int] {
    guard let yaml, !yaml.uses.isEmpty else { return [] }
    return nodes.indices.filter { node in
      yaml.values[node].events.first.map { yaml.events[$0].kind == .alias } ?? false
    }
  }

  /// Returns an error if a path leads through a YAML alias, because Settee can't change values
  /// inside an alias.
  package func aliasReason(on place: DocumentPath) -> EditError? {
    guard let yaml, !yaml.uses.isEmpty else { return nil }
    let (node, rest) = deepest(on: place, throughAliases: false)
    guard !rest.isEmpty, yamlTarget(of: node) != nil else { return nil }
    var document = self
    document.allowsSharedChanges = false
    return document.yamlReadOnlyReason(of: node, yaml)
  }

  /// Returns the node that a YAML alias refers to, or `nil` if the given node isn't an alias.
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
