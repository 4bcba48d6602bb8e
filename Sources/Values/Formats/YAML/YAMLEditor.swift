/// An editor that plans changes to a YAML file and applies the first change that passes
/// verification.
struct YAMLEditor {
  let document: Document
  let tree: YAMLTree
  let style: YAMLStyle

  init(_ document: Document, _ tree: YAMLTree) {
    (self.document, self.tree) = (document, tree)
    style = YAMLStyle(of: document, tree)
  }

  var bytes: [UInt8] { document.bytes }

  func changed(by edit: DocumentEdit) throws -> (plan: EditPlan, document: Document) {
    if let separate = try separating(edit)?.document {
      let (plan, new) = try separate.changed(by: edit)
      return (EditPlan(kind: plan.kind, from: bytes, to: new.bytes), new)
    }
    if case .set(let place, let value) = edit { return try changed(place, to: value) }
    return try changed(by: try plan(for: edit), edit.place)
  }

  /// Returns the plan for an edit of a YAML file, without considering commented-out keys.
  func plan(for edit: DocumentEdit) throws -> YAMLPlan {
    guard !tree.events.isEmpty || !edit.place.steps.isEmpty else {
      throw EditError("the file is empty; add a key first")
    }
    switch edit {
    case .set(let place, let value):
      let (node, rest) = try find(place)
      guard rest.isEmpty else { return try planToAdd(rest, to: node, YAMLValue(value)) }
      return try planToSet(node, to: YAMLValue(value, like: document.literal(of: node)))
    case .remove(let place): return try planToRemove(try existing(place))
    case .move(let place, let index): return try planToMove(try existing(place), to: index)
    case .insert(let place, let index, let value):
      let (node, rest) = try find(place)
      let new = try YAMLValue(value)
      return rest.isEmpty
        ? try planToInsert([new], into: node, at: index)
        : try planToAdd(rest, to: node, .list([new]))
    }
  }

  private func changed(
    _ place: DocumentPath, to value: Value
  ) throws -> (plan: EditPlan, document: Document) {
    let (node, rest) = try find(place)
    if !rest.isEmpty,
      let row = document.disabledSettings.first(where: { $0.place == place && $0.isInItsTable }),
      let below = try planToAdd(try YAMLValue(value), below: row, in: node),
      let changed = try? changed(by: below, place)
    {
      return changed
    }
    return try changed(by: try plan(for: .set(place, value)), place)
  }

  /// Applies the first change in a plan whose result passes verification.
  ///
  /// Error messages use the path `place` to identify the changed value.
  func changed(
    by plan: YAMLPlan, _ place: DocumentPath = .root
  ) throws -> (plan: EditPlan, document: Document) {
    var refusal: EditError?
    for change in plan.changes {
      let made = EditPlan(
        kind: bytes[change.range].elementsEqual(change.replacement) ? .same : plan.kind,
        range: change.range, replacement: change.replacement)
      guard made.kind != .same else { return (made, document) }
      do {
        var proof = try YAMLProof(document, plan, made.applied(to: bytes), place)
        return (made, try proof.verified())
      } catch let error as EditError {
        refusal = refusal ?? error
      }
    }
    throw refusal ?? EditError("this can't be changed here")
  }
}

// MARK: Nodes

extension YAMLEditor {
  /// Returns the deepest existing node on a path, and the remaining steps of the path.
  func find(
    _ place: DocumentPath
  ) throws -> (node: Int, rest: ArraySlice<DocumentPath.Step>) {
    let (node, rest) = document.deepest(on: place, throughAliases: false)
    if tree.hasSeveralDocuments, node == 0 {
      let count = document.children(of: 0).count
      let indices = document.documentIndices
      throw EditError("the file has \(count) documents", advice: "Start the key with \(indices)")
    }
    return (node, rest)
  }

  func existing(_ place: DocumentPath) throws -> Int {
    let (node, rest) = try find(place)
    guard rest.isEmpty, node > 0 else { throw EditError("\(place) isn't set in this file") }
    return node
  }

  func event(_ node: Int) -> YAMLEvent { tree.events[tree.values[node].events.lowerBound] }

  func key(_ node: Int) -> YAMLEvent? {
    let key = tree.values[node].key
    return key < 0 ? nil : tree.events[key]
  }

  func end(_ node: Int) -> Int { document.nodes[node].value.upperBound }

  func entry(_ node: Int) -> Int { tree.values[node].entry }

  func parent(_ node: Int) -> Int { document.nodes[node].parent }

  func isBlock(_ node: Int) -> Bool {
    let event = event(node)
    return (event.kind == .mapping || event.kind == .sequence) && event.style == .block
  }

  func isRoot(_ node: Int) -> Bool {
    let parent = document.nodes[node].parent
    return parent < 0 || parent == 0 && tree.hasSeveralDocuments
  }

  /// Returns the column beyond which the lines of a block scalar in an entry must be indented.
  func base(of node: Int) -> Int { isRoot(node) ? -1 : bytes.yamlColumn(of: entry(node)) }

  /// Returns the range of parser events of an entry, from its key to the end of its value.
  func events(_ node: Int) -> Range<Int> {
    tree.values[node].entryEvent..<tree.values[node].events.upperBound
  }

  func isAloneOnLine(_ offset: Int) -> Bool { bytes.isIndent(before: offset) }

  func hasComments(in range: Range<Int>) -> Bool {
    document.comments.contains { range.contains($0.range.lowerBound) }
  }

  /// Returns the byte range of the text of a block scalar, without the blank lines at its end.
  func content(of block: YAMLEvent) -> Range<Int> {
    var end = block.range.upperBound
    while end > block.body, bytes[end - 1].isBlank || bytes[end - 1].isLineEnd { end -= 1 }
    return block.body..<max(end, block.body)
  }

  /// Returns the end of the last line of a YAML entry, excluding the blank lines after a block
  /// scalar.
  func entryEnd(_ node: Int) -> Int {
    var last = node
    while isBlock(last), let child = document.children(of: last).last { last = child }
    let event = event(last)
    guard event.kind == .scalar, event.isBlockScalar else { return bytes.lineEnd(of: end(last)) }
    if bytes[event.range.lowerBound..<event.headerEnd].contains(UInt8(ascii: "+")) {
      return event.range.upperBound
    }
    let content = content(of: event)
    return bytes.lineEnd(of: content.isEmpty ? event.headerEnd : content.upperBound)
  }

  func guardShared(_ node: Int) throws {
    if let reason = document.yamlSharedReason(of: node, tree) { throw reason }
  }

  func refusal(_ reason: String, _ node: Int) -> EditError {
    document.yamlRefusal(reason, of: node, line: document.line(of: node))
  }
}

extension Document {
  /// Returns an error that explains why a YAML value is read-only, or `nil` if it can be changed.
  func yamlReadOnlyReason(of node: Int, _ tree: YAMLTree) -> EditError? {
    let value = tree.values[node]
    guard value.events.lowerBound < tree.events.count, node > 0 || nodes[0].parent < 0 else {
      return nil
    }
    let event = tree.events[value.events.lowerBound]
    let line = self.line(at: value.entry)
    if event.kind == .alias {
      let target = tree.events[event.target]
      let name = String(decoding: bytes[event.range.dropFirst()], as: UTF8.self)
      let there = self.line(at: target.start)
      if allowsSharedChanges { return nil }
      return EditError(
        "'\(place(of: node))' is an alias of &\(name) in line \(there)", line: line,
        advice:
          "Change it there, or use --force to give '\(place(of: node))' a separate value")
    }
    if let reason = yamlSharedReason(of: node, tree) { return reason }
    func refusal(_ reason: String) -> EditError { yamlRefusal(reason, of: node, line: line) }
    if isYAMLTemplate(node, tree) { return refusal("its value is a template expression") }
    if value.isExplicit { return refusal("its key is written with '?'") }
    if event.kind == .scalar, event.style == .plain, event.range.isEmpty, let tag = event.tag {
      let text = String(decoding: bytes[tag], as: UTF8.self)
      if text != "!!str", text != "!!null" {
        return refusal("its value is only the tag \(text)")
      }
    }
    if nodes[node].parent >= 0, isYAMLPair(nodes[node].parent, tree) {
      return refusal("it is written without braces")
    }
    return nil
  }

  func yamlRefusal(_ reason: String, of node: Int, line: Int) -> EditError {
    EditError(
      "Can't change '\(place(of: node))': \(reason)", line: line,
      advice: "Edit line \(line) manually")
  }

  private func isYAMLPair(_ node: Int, _ tree: YAMLTree) -> Bool {
    tree.events[tree.values[node].events.lowerBound].style == .pair
  }

  /// Returns whether a YAML value is an unquoted template expression such as `{{ x }}`.
  ///
  /// YAML reads the expression `{{ x }}` as a mapping whose only key is another mapping.
  private func isYAMLTemplate(_ node: Int, _ tree: YAMLTree) -> Bool {
    [node, nodes[node].parent].contains { node in
      guard node >= 0 else { return false }
      let events = tree.values[node].events
      guard events.count > 3, tree.events[events.lowerBound].kind == .mapping else { return false }
      let inner = tree.events[events.lowerBound + 1]
      return inner.kind == .mapping && inner.style == .flow
        && inner.range.lowerBound
          == tree.events[events.lowerBound].range.upperBound
    }
  }

  /// Returns an error if changing a YAML value would also change the aliases that refer to it.
  ///
  /// A YAML value is shared if an alias refers to its anchor or to the anchor of a collection that
  /// contains the value.
  func yamlSharedReason(of node: Int, _ tree: YAMLTree) -> EditError? {
    guard !tree.uses.isEmpty, !allowsSharedChanges else { return nil }
    var above = node
    while above >= 0 {
      let index = tree.values[above].events.lowerBound
      if let (first, count) = tree.uses[index], let anchor = tree.events[index].anchor {
        let name = String(decoding: bytes[anchor.dropFirst()], as: UTF8.self)
        let line = self.line(at: tree.events[first].range.lowerBound)
        let others = count == 1 ? "" : " and \(count - 1) other place\(count == 2 ? "" : "s")"
        return EditError(
          "'\(place(of: node))' is also used as *\(name) in line \(line)\(others)", line: line,
          advice: "Use --force to change all of them")
      }
      above = nodes[above].parent
    }
    return nil
  }
}

extension YAMLStyle {
  /// The style of a file.
  init(of document: Document, _ tree: YAMLTree) {
    let bytes = document.bytes
    var (steps, listSteps, lists): ([Int: Int], [Int: Int], [Int: Int]) = ([:], [:], [:])
    var (flowLists, blockLists): (Int, Int) = (0, 0)
    var listKeys: [[UInt8]: Int] = [:]
    for (node, value) in tree.values.enumerated() {
      let children = document.children(of: node)
      guard value.events.lowerBound < tree.events.count, let first = children.first else {
        continue
      }
      let event = tree.events[value.events.lowerBound]
      let isScalars = children.allSatisfy { child in
        tree.events[tree.values[child].events.lowerBound].kind == .scalar
      }
      if event.kind == .sequence {
        let isBlock = event.style == .block && !value.isInFlow
        if isBlock { blockLists += 1 } else if isScalars { flowLists += 1 }
        if isScalars, let name = document.nodes[node].step.name {
          listKeys[name.bytes, default: 0] += isBlock ? 1 : -1
        }
      }
      guard event.style == .block, !value.isInFlow, value.key >= 0 else { continue }
      let entry = tree.values[first].entry
      let distance = bytes.yamlColumn(of: entry) - bytes.yamlColumn(of: value.entry)
      if event.kind == .sequence {
        listSteps[distance, default: 0] += 1
        if distance > 0 { lists[distance, default: 0] += 1 }
      } else if !bytes[value.entry..<entry].contains(0x0A) {
        continue
      } else {
        steps[distance, default: 0] += 1
      }
    }
    hasBlockLists = blockLists > 0 && flowLists == 0
    blockListKeys = listKeys.filter { $0.value != 0 }.mapValues { $0 > 0 }
    let most = { (counts: [Int: Int]) in
      counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key
    }
    step = most((steps.isEmpty ? lists : steps).filter { (1...8).contains($0.key) }) ?? 2
    listStep = most(listSteps) ?? step
    let doubles = tree.events.count { $0.style == .double }
    quotes = doubles > tree.events.count { $0.style == .single } ? .double : .single
    lineEnd = bytes.usualLineEnd
  }
}
