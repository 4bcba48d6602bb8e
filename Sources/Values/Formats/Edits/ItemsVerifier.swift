/// Verifies that an edit of a list changes only the requested items.
///
/// The verifier pairs every node of the old document with its counterpart in the new document. The
/// items of the list are paired in their new order, and all other nodes in file order.
struct ItemsVerifier {
  private let old: Document
  private let new: Document
  private let change: ItemsChange
  /// The ranges of removed items, in file order and without overlaps.
  private let removed: [Range<Int>]
  private let oldList: Int?
  private let newList: Int?
  private let oldItems: [Int]
  private let newItems: [Int]
  private let isOldItem: [Bool]
  private let isNewItem: [Bool]
  /// The index of the new node for each old node, or `nil` if the edit removed the node.
  private var counterparts: [Int?]

  init(_ old: Document, _ new: Document, _ change: ItemsChange) {
    (self.old, self.new, self.change) = (old, new, change)
    removed = change.removed.merged
    oldList = old.node(at: change.list)
    newList = new.node(at: change.list)
    // A table that is removed as a whole is its own only item.
    oldItems = oldList.map { change.isTable ? [$0] : old.items(of: $0) } ?? []
    newItems = newList.map { change.isTable ? [$0] : new.items(of: $0) } ?? []
    isOldItem = old.nodes.indices.map(Set(oldItems).contains)
    isNewItem = new.nodes.indices.map(Set(newItems).contains)
    counterparts = Array(repeating: nil, count: old.nodes.count)
  }

  /// Returns the new document, or throws an error that describes an unintended change.
  func verified() throws -> Document {
    var verifier = self
    try verifier.verifyItems()
    try verifier.pair(0, 0)
    try verifier.verifyHeaders()
    try verifier.verifyComments()
    guard old.unknownLines == new.unknownLines else {
      throw EditError("the change would leave a line that is not understood")
    }
    return new
  }

  private mutating func verifyItems() throws {
    guard newItems.count == change.order.count else {
      throw EditError(
        "the file can't contain these items of '\(change.list)'; edit the file instead")
    }
    for (node, source) in zip(newItems, change.order) {
      switch source {
      case .old(let source):
        guard old.bytes[old.nodes[oldItems[source]].value] == new.bytes[new.nodes[node].value]
        else {
          throw other(oldItems[source])
        }
        try pair(oldItems[source], node)
      case .new(let value):
        guard new.holds(value, in: node) else {
          throw EditError(
            "the file can't contain these items of '\(change.list)'; edit the file instead")
        }
      }
    }
  }

  private mutating func pair(_ one: Int, _ two: Int) throws {
    counterparts[one] = two
    let (before, after) = (old.nodes[one], new.nodes[two])
    guard before.form == after.form || one == oldList,
      before.isContainer || old.literal(of: one)?.meaning == new.literal(of: two)?.meaning
    else { throw other(one) }
    if one == oldList, before.isContainer { return }
    var inner = old.children(of: one).filter { !isListed($0) }
    var newInner = new.children(of: two).filter { !isNewlyListed($0) }
    if let table = inner.firstIndex(where: holdsTable) {
      // Without its subtable or its first item, the table can start further down in the file.
      let parent = inner.remove(at: table)
      let step = old.nodes[parent].step
      guard
        let found = newInner.firstIndex(where: {
          new.nodes[$0].step == step && new.nodes[$0].isContainer
        })
      else { throw other(parent) }
      try pair(parent, newInner.remove(at: found))
    }
    guard inner.count == newInner.count else { throw other(inner.first ?? one) }
    for (child, newChild) in zip(inner, newInner) {
      guard old.nodes[child].step == new.nodes[newChild].step else { throw other(child) }
      try pair(child, newChild)
    }
  }

  /// Returns whether a node contains the table that the edit removes, or the changed array of tables.
  private func holdsTable(_ node: Int) -> Bool {
    guard let oldList, change.isTable || old.nodes[oldList].form == .elements else { return false }
    return old.isWithin(oldList, node)
  }

  /// Returns whether a node is part of the list that the edit changes.
  ///
  /// A node is part of the list if it is an item of a repeated key, or if it exists only because of
  /// removed items.
  private func isListed(_ node: Int) -> Bool {
    if isOldItem[node], old.nodes[node].step.name != nil { return true }
    guard newItems.isEmpty, !old.nodes[node].isWritten else { return false }
    return node == oldList || isOnly(oldList, in: node, of: old)
  }

  private func isNewlyListed(_ node: Int) -> Bool {
    if isNewItem[node], new.nodes[node].step.name != nil { return true }
    guard oldItems.isEmpty, !new.nodes[node].isWritten else { return false }
    return node == newList || isOnly(newList, in: node, of: new)
  }

  /// Returns whether a table that has no header contains only the list.
  private func isOnly(_ list: Int?, in node: Int, of document: Document) -> Bool {
    guard let list, document.nodes[node].form == .implied, document.isWithin(list, node) else {
      return false
    }
    return document.children(of: node).allSatisfy {
      $0 == list || isOnly(list, in: $0, of: document)
    }
  }

  private func other(_ node: Int) -> EditError {
    EditError("the change would touch another setting, \(old.place(of: node))")
  }

  private func verifyHeaders() throws {
    let before = old.headers.filter { !isRemoved($0.range) }
      .compactMap { counterparts[$0.node] }.sorted()
    var isInserted = [Bool](repeating: false, count: new.nodes.count)
    for case (let node, .new) in zip(newItems, change.order) { isInserted[node] = true }
    isInserted = new.withInner(isInserted)
    let after = new.headers.map(\.node).filter { !isInserted[$0] }
    guard before == after.sorted() else {
      throw EditError("the change would touch another table")
    }
  }

  private func isRemoved(_ range: Range<Int>) -> Bool {
    let next = removed.partitioningIndex { $0.upperBound > range.lowerBound }
    return next < removed.count && removed[next].contains(range.lowerBound)
  }

  private func verifyComments() throws {
    var after: [AttachedComment: Int] = [:]
    for (comment, owner) in zip(new.comments, CommentAttachment(new).owners) {
      after[AttachedComment(text: Array(new.bytes[comment.range]), owner: owner), default: 0] += 1
    }
    var loose: [(text: [UInt8], line: Int)] = []
    for (comment, owner) in zip(old.comments, CommentAttachment(old).owners)
    where !isRemoved(comment.range) {
      let text = Array(old.bytes[comment.range])
      let key = AttachedComment(text: text, owner: counterpart(of: owner))
      if let count = after[key], count > 0 {
        after[key] = count - 1
      } else {
        let line = old.position(of: comment.range.lowerBound).line
        guard mayChange(owner) else {
          throw EditError(
            "the change would take the comment of line \(line) from its setting", line: line)
        }
        loose.append((text, line))
      }
    }
    // After the edit, a comment that belonged to a removed item might be above another item. The
    // same applies to a comment above all lines of a key.
    var left: [[UInt8]: Int] = [:]
    for (comment, count) in after where count > 0 { left[comment.text, default: 0] += count }
    for (text, line) in loose {
      guard let count = left[text], count > 0 else {
        throw EditError("the change would lose the comment of line \(line)", line: line)
      }
      left[text] = count - 1
    }
    guard left.values.allSatisfy({ $0 == 0 }) else {
      throw EditError("the change would add a comment")
    }
  }

  private func counterpart(of owner: CommentAttachment.Owner) -> CommentAttachment.Owner? {
    switch owner {
    case .above(let node): counterparts[node].map { .above($0) }
    case .behind(let node): counterparts[node].map { .behind($0) }
    case .unattached: .unattached
    }
  }

  private func mayChange(_ owner: CommentAttachment.Owner) -> Bool {
    switch owner {
    case .above(let node): counterparts[node] == nil || isOldItem[node]
    case .behind(let node): counterparts[node] == nil
    case .unattached: false
    }
  }
}

extension [Range<Int>] {
  /// The ranges in ascending order, with overlapping ranges combined.
  fileprivate var merged: [Range<Int>] {
    sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, range in
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] =
          last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
  }
}

extension Document {
  fileprivate var unknownLines: [[UInt8]] {
    unknown.map { Array(bytes[$0]) }.sorted { $0.lexicographicallyPrecedes($1) }
  }
}
