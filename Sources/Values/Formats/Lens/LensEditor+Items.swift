// Methods for the items of lists in a system file: repeated names, and nodes that the lens numbers.
extension LensEditor {
  /// A list: the items of the tree, and the label that a new item gets.
  struct LensList {
    let place: DocumentPath
    let parent: Int
    let label: Key
    /// The existing items, in the order of the file.
    let items: [Int]
  }

  /// Returns the list at a path, which may be empty.
  func list(at place: DocumentPath) throws -> LensList {
    let (node, rest) = document.deepest(on: place)
    guard rest.isEmpty else {
      guard rest.count == 1, let label = rest.first?.name else {
        throw EditError("\(place.parent ?? .root) isn't in this file")
      }
      let numbered = document.numbered(in: node)
      if label.isNumber, !numbered.isEmpty { return try list(at: document.place(of: node)) }
      return LensList(place: place, parent: try source(of: node), label: label, items: [])
    }
    if tree.sources[node] < 0, node > 0 {
      let label = document.nodes[node].step.name ?? ""
      let parent = try source(of: document.nodes[node].parent)
      return LensList(
        place: place, parent: parent, label: label,
        items: document.elements(in: node).map { tree.sources[$0] })
    }
    let numbered = document.numbered(in: node)
    if !numbered.isEmpty || node == 0 {
      let numbers = numbered.compactMap { document.nodes[$0].step.name.flatMap { Int($0.text) } }
      return LensList(
        place: place, parent: tree.sources[node], label: Key(String((numbers.max() ?? 0) + 1)),
        items: numbered.map { tree.sources[$0] })
    }
    guard let label = document.nodes[node].step.name else {
      throw EditError("\(place) isn't a list", line: document.line(of: node))
    }
    return LensList(
      place: place, parent: tree.parents[tree.sources[node]], label: label,
      items: [tree.sources[node]])
  }

  // MARK: Inserting

  func insert(_ value: Value, at index: Int, into list: LensList) throws -> LensEdit {
    guard (0...list.items.count).contains(index) else {
      throw EditError(
        "\(list.place) has no index [\(index)]: the number of items is \(list.items.count)")
    }
    var value = value
    if let (name, text) = option(value, labeled: list.label) {
      value = .table([
        Value.Member(LensBranch.ownValue, .text(name)), Value.Member("value", .text(text)),
      ])
    }
    if case .text(let source) = value,
      hasFields(list) || list.label.isNumber
        || list.items.isEmpty
          && source.utf8.starts(with: list.label.bytes + [0x20])
    {
      if let change = try? insert(source: source, at: index, into: list) { return change }
      if list.label.isNumber, hasFields(list) || list.items.isEmpty {
        throw EditError(
          "'\(source)' can't be added to '\(list.place == .root ? "." : list.place.description)'",
          advice: "Give a line as in the file, or a table with --type json")
      }
    }
    if case .table(let members) = value {
      value = .table(ordered(members, like: list.items.last))
    }
    let branches = try LensBranch.branches(list.label, value)
    guard branches.count == 1, let branch = branches.first else {
      throw EditError("items are added one at a time")
    }
    guard let item = list.items.isEmpty ? nil : list.items[min(index, list.items.count - 1)] else {
      return try insert(branch, at: positions(for: list.label, in: list.parent), list.place)
    }
    let position = tree.position(of: item)
    let place =
      index < list.items.count ? position - comments(aboveSource: item).count : position + 1
    let first: InsertionPlace = (list.parent, place, item)
    let others = index < list.items.count ? [] : positions(for: list.label, in: list.parent)
    return try insert(branch, at: [first] + others.filter { $0.index != place }, list.place)
  }

  /// Returns the parts of a mount option with a value, such as `size=5g`, or `nil` for other values.
  func option(_ value: Value, labeled label: Key) -> (name: String, value: String)? {
    guard tree.lens == "Fstab.lns", label == "opt", case .text(let text) = value,
      let sign = text.firstIndex(of: "=")
    else { return nil }
    return (String(text[..<sign]), String(text[text.index(after: sign)...]))
  }

  private func comments(aboveSource source: Int) -> [Int] {
    tree.sources.firstIndex(of: source).map { comments(above: $0) } ?? []
  }

  private func hasFields(_ list: LensList) -> Bool {
    list.items.contains { item in
      tree.children(of: item).contains { !tree.nodes[$0].isLayout }
    }
  }

  /// Returns the members of a new item in the order that another item has.
  private func ordered(_ members: [Value.Member], like item: Int?) -> [Value.Member] {
    guard let item else { return members }
    let labels = tree.children(of: item).map { tree.nodes[$0].label }
    let ranks = members.map { labels.firstIndex(of: $0.key) ?? Int.max }
    return members.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { members[$0] }
  }

  /// Inserts lines as they would be in the file.
  private func insert(
    source: String, at index: Int, into list: LensList
  ) throws -> LensEdit {
    let position: Int
    let offset: Int
    var indent: [UInt8] = []
    let siblings = tree.children(of: list.parent).filter { !tree.nodes[$0].isLayout }
    if list.items.isEmpty, list.parent < 0 || siblings.isEmpty {
      guard list.parent < 0 else { throw EditError("\(list.place) has no items") }
      (position, offset) = (tree.children(of: -1).count, text.count)
    } else {
      let items = list.items.isEmpty ? siblings.suffix(1) : list.items
      let item = items[items.startIndex + min(index, items.count - 1)]
      let own = lines(of: tree.nodes[item].range)
      indent = Array(text[own].prefix(while: \.isBlank))
      let above = comments(aboveSource: item)
      if index < list.items.count {
        position = tree.position(of: item) - above.count
        offset = above.first.map { lines(of: tree.nodes[$0].range).lowerBound } ?? own.lowerBound
      } else {
        (position, offset) = (tree.position(of: item) + 1, own.upperBound)
      }
    }
    var block: [UInt8] = []
    for line in Array(source.utf8).split(separator: 0x0A) { block += indent + line + [0x0A] }
    let new = text.replacing(offset..<offset, with: block)
    guard let read = try? Document.read(new, as: document.format), let tree = read.lens else {
      throw EditError("this isn't a line of this file")
    }
    var expected = LensBranch(-1, in: self.tree)
    let path = self.tree.path(of: list.parent)
    let children = LensBranch(-1, in: tree)[safely: path]?.children ?? []
    guard children.indices.contains(position),
      case let added = children[position],
      added.label == list.label || added.label.isNumber && list.label.isNumber
    else { throw EditError("this isn't an item of '\(list.place)'") }
    expected[path[...]].children.insert(added, at: position)
    return try verified(new, expected, .add, within: 0..<text.count)
  }

  // MARK: Removing

  func remove(_ node: Int, withComments: Bool) throws -> LensEdit {
    guard tree.sources[node] >= 0 else { return try removeList(node) }
    let source = tree.sources[node]
    let above = withComments ? comments(above: node) : []
    let position = tree.position(of: source)
    let parent = tree.path(of: tree.parents[source])
    var expected = LensBranch(-1, in: tree)
    expected[parent[...]].children.removeSubrange(position - above.count...position)
    let scope = block(of: source, above)
    if let change = try? verified(
      text.replacing(scope, with: []), expected, .remove, within: scope)
    {
      return change
    }
    let changes = ([source] + above).sorted(by: >).map { LensChange.remove(tree.nodes[$0].path) }
    // The item may be at the end of a line, so that the line before it ends differently.
    let start = text.lineStart(of: max(0, scope.lowerBound - 1))
    let end = text.lineEnd(of: min(text.count, scope.upperBound))
    return try written(changes, expected, .remove, within: start..<end, nil, at: node)
  }

  /// Returns the lines of a node and of the comments above it.
  private func block(of source: Int, _ above: [Int]) -> Range<Int> {
    let own = lines(of: tree.nodes[source].range)
    return above.reduce(own) { range, comment in
      let line = lines(of: tree.nodes[comment].range)
      return min(range.lowerBound, line.lowerBound)..<max(range.upperBound, line.upperBound)
    }
  }

  private func removeList(_ node: Int) throws -> LensEdit {
    var change = unchanged
    let place = document.place(of: node)
    for _ in document.elements(in: node) {
      let editor = change.document.lens.map { LensEditor(change.document, $0) } ?? self
      guard let list = change.document.node(at: place),
        let item = change.document.items(of: list).last
      else { break }
      change.document = try editor.remove(item, withComments: false).document
    }
    change.plan = EditPlan(kind: .remove, from: document.bytes, to: change.document.bytes)
    return change
  }

  // MARK: Moving

  func move(_ node: Int, to index: Int) throws -> LensEdit {
    let source = try source(of: node)
    let list = try list(
      at: document.nodes[node].isItem || document.isNumbered(node)
        ? document.place(of: document.nodes[node].parent) : document.place(of: node))
    guard let old = list.items.firstIndex(of: source), list.items.indices.contains(index) else {
      throw EditError(
        "\(list.place) has no item [\(index)]: the number of items is \(list.items.count)")
    }
    if old == index { return unchanged }
    let above = comments(above: node)
    let target = list.items[index]
    let targetNode = tree.sources.firstIndex(of: target) ?? 0
    let parent = tree.path(of: list.parent)
    let own = tree.position(of: source) - above.count...tree.position(of: source)
    var expected = LensBranch(-1, in: tree)
    let moved = Array(expected[parent[...]].children[own])
    // The place of the item before or after the target, among the children without the item.
    var place = tree.position(of: target) + (index > old ? 1 : -comments(above: targetNode).count)
    if index > old { place -= own.count }
    expected[parent[...]].children.removeSubrange(own)
    expected[parent[...]].children.insert(contentsOf: moved, at: place)
    let lines = block(of: source, above)
    let others = block(of: target, index > old ? [] : comments(above: targetNode))
    let scope = min(lines.lowerBound, others.lowerBound)..<max(lines.upperBound, others.upperBound)
    if let change = try? verified(
      text.moving(lines, to: index > old ? others.upperBound : others.lowerBound), expected, .move,
      within: scope)
    {
      return change
    }
    guard above.isEmpty else { throw EditError("an item and its comments can't be moved here") }
    return try written(
      changes(moving: old, to: index, in: list), expected, .move, within: scope, nil, at: node)
  }

  /// Returns the changes that create an empty item at an index and move an item there.
  private func changes(moving old: Int, to index: Int, in list: LensList) -> [LensChange] {
    let (source, target) = (tree.nodes[list.items[old]], tree.nodes[list.items[index]])
    let isAfter = index > old
    let isNumbered = source.label.isNumber && list.label.isNumber
    // The index of an item with the same label counts from 1, and includes the new item.
    let current =
      isNumbered
      ? source.path : tree.path(of: list.label, isAfter ? old + 1 : old + 2, below: list.parent)
    let new = tree.path(
      of: list.label, isNumbered ? 1 : isAfter ? index + 2 : index + 1, below: list.parent)
    return [
      .insert(list.label, beside: target.path, isBefore: !isAfter), .move(current, to: new),
    ]
  }
}

extension LensBranch {
  fileprivate subscript(safely path: [Int]) -> LensBranch? {
    var branch = self
    for index in path {
      guard branch.children.indices.contains(index) else { return nil }
      branch = branch.children[index]
    }
    return branch
  }
}

extension [UInt8] {
  /// Returns the text with a range of bytes moved to an offset outside of it.
  fileprivate func moving(_ range: Range<Int>, to offset: Int) -> [UInt8] {
    let part = Array(self[range])
    return offset >= range.upperBound
      ? Array(self[..<range.lowerBound] + self[range.upperBound..<offset]) + part
        + Array(self[offset...])
      : Array(self[..<offset]) + part
        + Array(self[offset..<range.lowerBound] + self[range.upperBound...])
  }
}
