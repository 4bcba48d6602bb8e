// Methods that add nodes to the tree of a system file.
extension LensEditor {
  /// The index of a new node among the children of its parent, which is -1 for the root.
  ///
  /// The neighbor is the existing item whose indentation the new item gets.
  typealias InsertionPlace = (parent: Int, index: Int, neighbor: Int?)

  /// Adds a key that isn't in the file.
  func add(
    _ value: Value, at rest: ArraySlice<DocumentPath.Step>, to node: Int
  ) throws -> LensEdit {
    let parent = try source(of: node)
    let names = rest.compactMap(\.name)
    guard names.count == rest.count, let first = names.first else {
      let place = document.place(of: node)
      let count = document.items(of: node).count
      throw EditError(
        "'\(place)' has no item \(DocumentPath(Array(rest.prefix(1))))",
        advice: "It has \(count == 1 ? "1 item" : "\(count) items")")
    }
    if let error = namedEntry(first, rest.dropFirst(), in: node) { throw error }
    var refusal: EditError?
    for value in value.spellings(of: names[names.count - 1]) {
      var branches = try LensBranch.branches(names[names.count - 1], value)
      for name in names.dropLast().reversed() { branches = [LensBranch(name, nil, branches)] }
      let place = DocumentPath(document.place(of: node).steps + rest)
      do {
        return try add(branches, labeled: first, to: parent, place, value)
      } catch let error as EditError {
        refusal = refusal ?? error
      }
    }
    throw refusal ?? EditError("'\(first.text)' can't be added here")
  }

  /// Returns the error for a name that is the value of a field of a numbered entry, such as the
  /// mount point in fstab, and not a key.
  private func namedEntry(
    _ name: Key, _ rest: ArraySlice<DocumentPath.Step>, in node: Int
  ) -> EditError? {
    guard !name.isNumber else { return nil }
    let entry = document.numbered(in: node).first { entry in
      document.children(of: entry).contains { document.literal(of: $0)?.text == name.text }
    }
    if let entry {
      let place = DocumentPath(document.place(of: entry).steps + rest)
      return EditError("'\(name.text)' isn't a key", advice: "Use '\(place)'")
    }
    return name.bytes.contains(UInt8(ascii: "/"))
      ? EditError("'\(name.text)' isn't a key", advice: "See the keys with 'list'") : nil
  }

  private func add(
    _ branches: [LensBranch], labeled label: Key, to parent: Int, _ place: DocumentPath,
    _ value: Value
  ) throws -> LensEdit {
    guard branches.count == 1, let branch = branches.first else {
      var change = unchanged
      for branch in branches {
        let editor = change.document.lens.map { LensEditor(change.document, $0) } ?? self
        let parent = parent < 0 ? 0 : tree.sources.firstIndex(of: parent) ?? 0
        let node = change.document.node(at: document.place(of: parent)) ?? 0
        let source = try editor.source(of: node)
        change.document = try editor.insert(
          branch, at: editor.positions(for: label, in: source), place
        ).document
      }
      change.plan = EditPlan(kind: .add, from: document.bytes, to: change.document.bytes)
      return change
    }
    return try insert(
      branch, at: positions(for: label, in: parent, isLeaf: branch.children.isEmpty), place)
  }

  /// The most positions that are tried for a new node.
  private static let mostPositions = 24

  /// Returns the possible positions of a new node, with the most likely one first.
  ///
  /// A lens defines the order of the nodes, but it can't be asked for it. A single value comes before the blocks,
  /// because it may apply to what follows it.
  func positions(for label: Key, in parent: Int, isLeaf: Bool = false) -> [InsertionPlace] {
    let children = tree.children(of: parent)
    var indices: [Int] = []
    let same = children.lastIndex { tree.nodes[$0].label == label }
    if let same { indices.append(same + 1) }
    let leaf = children.lastIndex { child in
      !tree.nodes[child].isLayout
        && tree.children(of: child).allSatisfy { tree.nodes[$0].isLayout }
    }
    if isLeaf, let leaf { indices.append(leaf + 1) }
    let last = children.lastIndex { !tree.nodes[$0].isLayout }
    if let last { indices.append(last + 1) }
    indices.append(children.count)
    indices += children.indices.reversed().filter { !tree.nodes[children[$0]].isLayout }
    indices.append(0)
    var seen: Set<Int> = []
    let neighbor = (same ?? last).map { children[$0] }
    return indices.filter { seen.insert($0).inserted }.prefix(Self.mostPositions).map {
      (parent, $0, neighbor)
    }
  }

  /// Inserts a branch at the first position at which the lens allows it.
  func insert(
    _ branch: LensBranch, at positions: [InsertionPlace], _ place: DocumentPath
  ) throws -> LensEdit {
    var refusal: EditError?
    for position in positions {
      do { return try insert(branch, at: position, place) } catch let error as EditError {
        refusal = refusal ?? error
      }
    }
    throw refusal ?? EditError("\(place) isn't possible here")
  }

  private func insert(
    _ branch: LensBranch, at position: InsertionPlace, _ place: DocumentPath
  ) throws -> LensEdit {
    var expected = LensBranch(-1, in: tree)
    let parent = tree.path(of: position.parent)
    expected[parent[...]].children.insert(branch, at: position.index)
    let siblings = tree.children(of: position.parent)
    let before = siblings[..<position.index].count { tree.nodes[$0].label == branch.label }
    let path = tree.path(of: branch.label, before + 1, below: position.parent)
    var changes: [LensChange] = []
    if position.index < siblings.count {
      changes.append(
        .insert(branch.label, beside: tree.nodes[siblings[position.index]].path, isBefore: true))
    }
    changes += branch.changes(at: path)
    let change = try writtenAddition(changes, expected, branch, place)
    guard let neighbor = position.neighbor,
      let indented = try? indented(change.plan, like: neighbor, expected)
    else { return change }
    return indented
  }

  private func writtenAddition(
    _ changes: [LensChange], _ expected: LensBranch, _ branch: LensBranch, _ place: DocumentPath
  ) throws -> LensEdit {
    do {
      let change = try written(changes, expected, .add, within: 0..<text.count)
      guard isAddition(change.plan) else {
        throw EditError("the lens would also change other lines")
      }
      return change
    } catch let error as EditError {
      guard error.advice != nil, let value = branch.onlyValue else { throw error }
      throw EditError(
        "'\(String(decoding: value, as: UTF8.self))' can't be added as '\(place)'",
        advice: error.advice)
    }
  }

  /// Returns whether a plan replaces nothing but whitespace on a single line.
  private func isAddition(_ plan: EditPlan) -> Bool {
    let old = document.bytes[plan.range]
    return old.count { $0 == 0x0A } <= 1 && !old.contains(UInt8(ascii: "#"))
  }

  /// Returns an edit with its new lines indented like a neighboring item, or `nil` if the plan
  /// doesn't add lines or they already have this indentation.
  private func indented(
    _ plan: EditPlan, like neighbor: Int, _ expected: LensBranch
  ) throws -> LensEdit? {
    // The difference may begin within the indentation that the new line shares with the next one.
    let start = text.lineStart(of: plan.range.lowerBound)
    guard text[start..<plan.range.lowerBound].allSatisfy(\.isBlank), plan.range.isEmpty else {
      return nil
    }
    let block = text[start..<plan.range.lowerBound] + plan.replacement
    let after = text[plan.range.lowerBound...].prefix(while: \.isBlank)
    var lines: [[UInt8]] = (block + after).split(
      separator: 0x0A, omittingEmptySubsequences: false
    ).map { Array($0) }
    guard lines.count > 1, lines.last?.allSatisfy(\.isBlank) == true, let first = lines.first else {
      return nil
    }
    let remainder = lines.removeLast()
    let own = first.prefix(while: \.isBlank)
    let line = self.lines(of: tree.nodes[neighbor].range)
    let indent = text[line].prefix(while: \.isBlank)
    guard !own.elementsEqual(indent) else { return nil }
    let end = plan.range.upperBound + after.count
    var new: [UInt8] = []
    for line in lines {
      new += indent + (line.starts(with: own) ? line.dropFirst(own.count) : line[...]) + [0x0A]
    }
    return try verified(
      text.replacing(start..<end, with: new + remainder), expected, .add, within: 0..<text.count)
  }
}

extension Value {
  /// The ways in which a flag without a value is spelled: as a Boolean word, alone, or with its name as the value.
  fileprivate func spellings(of name: Key) -> [Value] {
    guard self == .boolean(true) || self == .text("true") else { return [self] }
    return [.text("true"), .null, .text(name.text)]
  }
}

extension LensBranch {
  /// The value of a branch with only one.
  var onlyValue: [UInt8]? {
    children.isEmpty ? value : children.count == 1 ? children[0].onlyValue : nil
  }

  /// Returns the changes that create the branch at a path.
  func changes(at path: [UInt8]) -> [LensChange] {
    var changes: [LensChange] = [.set(path, value)]
    var counts: [Key: Int] = [:]
    for child in children {
      counts[child.label, default: 0] += 1
      changes += child.changes(
        at: path + [0x2F] + child.label.escaped + Array("[\(counts[child.label] ?? 1)]".utf8))
    }
    return changes
  }
}
