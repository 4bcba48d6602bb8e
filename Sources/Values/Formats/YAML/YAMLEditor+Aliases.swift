// MARK: Replacing aliases
extension YAMLEditor {
  /// The maximum number of values that a copy of an anchored value can have.
  private static let mostCopies = 2_000

  /// Returns the document in which an alias that the path of an edit leads through is replaced by
  /// a copy of the anchored value.
  ///
  /// Returns `nil` if the path doesn't lead through an alias, or if aliases must stay.
  func separating(_ edit: DocumentEdit) throws -> (plan: EditPlan, document: Document)? {
    guard document.allowsSharedChanges, let node = document.alias(on: edit.place),
      let target = document.yamlTarget(of: node)
    else { return nil }
    var count = 0
    let value = try copy(of: target, for: node, &count)
    return try changed(by: planToReplaceAlias(node, with: value, like: target), edit.place)
  }

  private func planToReplaceAlias(
    _ node: Int, with value: YAMLValue, like target: Int
  ) -> YAMLPlan {
    let event = event(node)
    var changes = [YAMLPlan.TextReplacement(range: event.range, replacement: style.flow(value))]
    if let key = key(node), isBlock(target), !tree.values[node].isInFlow,
      bytes[key.range.upperBound..<event.range.lowerBound].allSatisfy({ ": \"'".utf8.contains($0) }
      ),
      let colon = bytes[..<event.range.lowerBound].lastIndex(of: UInt8(ascii: ":"))
    {
      let column = bytes.yamlColumn(of: entry(node))
      let lines = style.lines(key.text(in: bytes), value, column: column).dropFirst()
      let (end, lineEnd) = (event.range.upperBound, bytes.lineEnd(of: event.range.upperBound))
      let comment = Array(bytes[end..<bytes.contentEnd(of: end)])
      let text = Array(([comment] + lines).joined(separator: style.lineEnd))
      let last = bytes[..<lineEnd].last == 0x0A ? style.lineEnd : []
      if !lines.isEmpty {
        let range = colon + 1..<lineEnd
        changes.insert(YAMLPlan.TextReplacement(range: range, replacement: text + last), at: 0)
      }
    }
    let splice = YAMLPlan.Splice(old: tree.values[node].events, new: value.expected())
    return YAMLPlan(kind: .set, changes: changes, splices: [splice])
  }

  /// Returns a copy of a value without its anchors, in which aliases are replaced by copies too.
  private func copy(of node: Int, for alias: Int, _ count: inout Int) throws -> YAMLValue {
    if let target = document.yamlTarget(of: node) {
      guard !document.isWithin(node, target) else {
        throw refusal("its value contains itself", alias)
      }
      return try copy(of: target, for: alias, &count)
    }
    count += 1
    guard count <= Self.mostCopies else { throw refusal("its value is too large to copy", alias) }
    guard event(node).tag == nil else { throw refusal("its value has a tag", alias) }
    switch event(node).kind {
    case .sequence:
      var items: [YAMLValue] = []
      for child in document.children(of: node) {
        items.append(try copy(of: child, for: alias, &count))
      }
      return .list(items)
    case .mapping:
      var members: [(key: Key, value: YAMLValue)] = []
      for child in document.children(of: node) {
        guard let name = document.nodes[child].step.name, name != "<<",
          !document.hasCollectionKey(child)
        else { throw refusal("its value has a merge key or a key that isn't a string", alias) }
        members.append((name, try copy(of: child, for: alias, &count)))
      }
      return .mapping(members)
    default:
      guard let literal = document.literal(of: node), !literal.bytes.isEmpty else {
        return .plain(Array("null".utf8))
      }
      // A plain scalar is copied as it is, because programs may read it as another type.
      let isPlain = event(node).style == .plain && style.isPlain(literal.bytes, inFlow: true)
      return literal.kind == .text && !isPlain
        ? .text(literal.decoded ?? literal.bytes) : .plain(literal.bytes)
    }
  }
}
