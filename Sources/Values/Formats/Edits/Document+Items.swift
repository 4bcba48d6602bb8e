// Methods that edit the items of lists. Items can be between brackets, tables of an array, or lines
// of a repeated key.
extension Document {
  /// Returns the items of the list at a node, in file order.
  package func items(of node: Int) -> [Int] {
    if lens != nil { return lensItems(of: node) }
    switch nodes[node].form {
    case .value:
      let lines = lines(of: node)
      return lines.count > 1 ? Array(elements(of: lines)) : occurrences(of: node)
    case .table where isSection(node): return [node]
    case .table, .element, .implied, .dotted, .braces, .brackets, .elements:
      return elements(in: node)
    }
  }

  /// Returns whether the repeated lines of a key, or the repeated sections of a name, form a list.
  package func mayRepeat(_ node: Int) -> Bool {
    if lens != nil { return true }
    return switch nodes[node].form {
    case .value: nodes[node].step.name.map { format.dialect?.repeats($0) ?? false } ?? false
    case .table: isSection(node)
    case .brackets, .elements: true
    case .element, .implied, .dotted, .braces: false
    }
  }

  /// Returns whether a key that isn't in the file yet could have several lines or sections.
  package func mayRepeat(_ place: DocumentPath) -> Bool {
    if lens != nil { return true }
    guard let dialect = format.dialect, let name = place.steps.last?.name else { return false }
    return dialect.repeats(name) || place.steps.count == 1 && dialect.listsSections
  }

  /// Returns whether a node is a section in a format in which repeated sections form a list.
  private func isSection(_ node: Int) -> Bool {
    nodes[node].form == .table && nodes[node].parent == 0 && format.dialect?.listsSections == true
  }

  /// Changes an item of one list and verifies that the rest of the file stays the same.
  func changedItems(by edit: DocumentEdit) throws -> (plan: EditPlan, document: Document) {
    var edit = edit
    if let name = section(of: edit.list), format.dialect?.listsSections == true,
      let node = node(at: edit.list), nodes[node].form == .table
    {
      return try readingAsList(name).changedItems(by: edit)
    }
    guard let list = node(at: edit.list) else {
      guard case .insert(let place, 0, let value) = edit else {
        throw EditError("\(edit.list) isn't set in this file")
      }
      return try creatingList(place, value)
    }
    edit = edit.with(list: place(of: list))
    let attachment = CommentAttachment(self)
    var change: ItemsChange
    switch nodes[list].form {
    case .brackets: change = try changeBrackets(list, edit, attachment)
    case .elements: change = try changeBlocks(list, edit, attachment)
    case .value where mayRepeat(list) || occurrences(of: list).count > 1 && edit.kind != .add:
      if let reason = readOnlyReason(of: list) { throw reason }
      change = try changeLines(list, edit, attachment)
    case .value:
      throw EditError("\(place(of: list)) has one value and isn't a list", line: line(of: list))
    case .table, .element, .implied, .dotted, .braces:
      throw EditError("\(place(of: list)) is a table, not a list")
    }
    if let reason = readOnlyReason(of: list), nodes[list].form == .brackets { throw reason }
    change.list = edit.list
    let plan = EditPlan(kind: edit.kind, from: bytes, to: change.bytes)
    let verifier = ItemsVerifier(
      self, try reading(change.bytes, sections: listSections), edit, change)
    return (plan, try verifier.verified().withoutSingleSections)
  }

  private func section(of place: DocumentPath) -> Key? {
    place.steps.count == 1 ? place.steps[0].name : nil
  }

  /// Returns the document with all sections of a name read as a list, even if there is only one
  /// such section.
  private func readingAsList(_ name: Key) throws -> Document {
    try reading(bytes, sections: listSections.union([name]))
  }

  private func reading(_ new: [UInt8], sections: Set<Key>) throws -> Document {
    do {
      guard let dialect = format.dialect, dialect.listsSections else {
        return try Document.read(new, as: format)
      }
      return try dialect.read(new, listing: sections)
    } catch let error as ParseError {
      throw EditError("the change would make the file unreadable: \(error.message)")
    }
  }

  /// The same document, in which only repeated sections with the same name are read as lists.
  private var withoutSingleSections: Document {
    listSections.isEmpty ? self : (try? Document.read(bytes, as: format)) ?? self
  }

  private func creatingList(
    _ place: DocumentPath, _ value: Value
  ) throws -> (plan: EditPlan, document: Document) {
    guard case .table(let members) = value, !format.notation.keepsTablesInline else {
      let isLines = format.dialect != nil
      return try changed(by: .set(place, isLines ? value : .list([value])))
    }
    if let holder = place.parent.flatMap({ node(at: $0) }), nodes[holder].form == .braces {
      return try changed(by: .set(place, .list([value])))
    }
    let (above, rest) = deepest(on: place)
    guard rest.count == rest.compactMap(\.name).count, !rest.isEmpty else {
      throw EditError("\(place) doesn't exist; add its list first")
    }
    let offset = endOfElement(around: above) ?? bytes.count
    let text = try block(place, members, like: nil)
    var change = ItemsChange(bytes: bytes.inserting(block: text, after: offset), order: [nil])
    change.list = place
    let plan = EditPlan(kind: .add, from: bytes, to: change.bytes)
    let sections = listSections.union(section(of: place).map { [$0] } ?? [])
    let old = try reading(bytes, sections: sections)
    let new = try reading(change.bytes, sections: sections)
    let edit = DocumentEdit.insert(place, at: 0, value)
    return (plan, try ItemsVerifier(old, new, edit, change).verified().withoutSingleSections)
  }
}

/// The bytes of a document after an edit has changed the items of one list.
struct ItemsChange {
  var bytes: [UInt8]
  /// The previous index of each item in the list, or `nil` for an inserted item.
  var order: [Int?]
  /// The ranges of the old document that an edit removes together with an item.
  var removed: [Range<Int>] = []
  var list = DocumentPath.root
}

extension DocumentEdit {
  /// The path of the list that the edit changes.
  var list: DocumentPath {
    switch self {
    case .insert(let list, _, _): list
    case .set(let place, _), .remove(let place), .move(let place, _): place.parent ?? .root
    }
  }

  fileprivate func with(list: DocumentPath) -> DocumentEdit {
    switch self {
    case .insert(_, let index, let value): .insert(list, at: index, value)
    case .set(let place, let value): .set(DocumentPath(list.steps + place.steps.suffix(1)), value)
    case .remove(let place): .remove(DocumentPath(list.steps + place.steps.suffix(1)))
    case .move(let place, let target):
      .move(DocumentPath(list.steps + place.steps.suffix(1)), to: target)
    }
  }

  var kind: EditPlan.EditKind {
    switch self {
    case .insert: .add
    case .set: .set
    case .remove: .remove
    case .move: .move
    }
  }

  /// A Boolean value that indicates whether the edit inserts, removes, or moves an item of a list.
  var changesItems: Bool {
    switch self {
    case .insert, .move: true
    case .set: false
    case .remove(let place): place.isItem
    }
  }

  /// Returns the previous index of each list item after the edit, or `nil` for an inserted item.
  func order(of count: Int) throws -> [Int?] {
    var order: [Int?] = Array(0..<count)
    func checked(_ index: Int, _ limit: Int) throws -> Int {
      if (0..<limit).contains(index) { return index }
      throw EditError("\(list) has no item [\(index)]: the number of items is \(count)")
    }
    switch self {
    case .insert(_, let index, _): order.insert(nil, at: try checked(index, count + 1))
    case .remove(let place): order.remove(at: try checked(place.lastIndex, count))
    case .move(let place, let target):
      let item = order.remove(at: try checked(place.lastIndex, count))
      order.insert(item, at: try checked(target, count))
    case .set: break
    }
    return order
  }
}

extension DocumentPath {
  var lastIndex: Int { if case .index(let index)? = steps.last { index } else { -1 } }
}

extension EditPlan {
  /// Creates a plan with the shortest replacement that turns the old text into the new text.
  init(kind: EditKind, from old: [UInt8], to new: [UInt8]) {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let most = min(old.count, new.count) - start
    let end = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    let same = min(end, most)
    self.init(
      kind: kind, range: start..<old.count - same,
      replacement: Array(new[start..<new.count - same]))
  }
}

// Methods that edit the items of a list in brackets.
extension Document {
  private func changeBrackets(
    _ list: Int, _ edit: DocumentEdit, _ attachment: CommentAttachment
  ) throws -> ItemsChange {
    var layout = BracketList(self, list, attachment)
    var change = ItemsChange(bytes: [], order: try edit.order(of: layout.items.count))
    let range = nodes[list].value.lowerBound + 1..<nodes[list].value.upperBound - 1
    let outer = indentOfLine(nodes[list].value.lowerBound)
    var text: [UInt8]?
    switch edit {
    case .insert(_, let index, let value):
      let nodes = items(of: list)
      let like = index > 0 ? nodes[index - 1] : nodes.first
      let fitted = lineLength(replacing: range, with: layout.text) <= BracketList.columns
      let item = try self.item(value, like: like)
      layout.insert(
        item, at: index, indent: outer + indentUnit, isCompact: !bytes.contains(0x0A),
        hasTrailingComma: format == .toml)
      let isTooLong = lineLength(replacing: range, with: layout.text) > BracketList.columns
      if layout.isOnOneLine, fitted, isTooLong, mayExpand(list) {
        text = layout.expanded(
          indent: outer, unit: indentUnit, hasTrailingComma: format == .toml)
      }
    case .remove(let place):
      let node = items(of: list)[place.lastIndex]
      let own = attachment.start(above: node, in: self) ?? nodes[node].value.lowerBound
      change.removed = [own..<nodes[node].value.upperBound]
      for (comment, owner) in zip(comments, attachment.owners) where owner == .behind(node) {
        change.removed.append(comment.range)
      }
      layout.remove(at: place.lastIndex)
    case .move(let place, let target): try layout.move(from: place.lastIndex, to: target)
    case .set: break
    }
    change.bytes = bytes.replacing(range, with: text ?? layout.text)
    return change
  }

  /// Returns whether a list in brackets can be split into several lines.
  ///
  /// A list inside another value on a single line can't be split into several lines.
  private func mayExpand(_ list: Int) -> Bool {
    guard bytes.isIndent(before: nodes[list].start) else { return false }
    return !comments.contains { nodes[list].value.contains($0.range.lowerBound) }
  }

  /// Returns the length that a line would have after replacing a range of its bytes.
  private func lineLength(replacing range: Range<Int>, with text: [UInt8]) -> Int {
    let start = bytes.lineStart(of: range.lowerBound)
    let end = bytes.contentEnd(of: range.upperBound)
    let line = bytes[start..<range.lowerBound] + text + bytes[range.upperBound..<end]
    return line.count { $0 & 0xC0 != 0x80 }
  }

  /// Encodes a new list item in the style of an existing item.
  private func item(_ value: Value, like node: Int?) throws -> [UInt8] {
    guard let node else { return try encoded(value, like: nil) }
    if case .table = value, !format.notation.keepsBracesOnLine,
      bytes[nodes[node].value].contains(0x0A)
    {
      return try spread(value, indent: indentOfLine(nodes[node].value.lowerBound))
    }
    let old = nodes[node].isContainer ? nil : literal(of: node)
    return try encoded(value, like: old)
  }

  /// Returns the text of an object in braces with each member on a separate line.
  private func spread(_ value: Value, indent: [UInt8]) throws -> [UInt8] {
    guard case .table(let members) = value, !members.isEmpty else {
      return try encoded(value, like: nil)
    }
    let (end, inner) = (bytes.usualLineEnd, indent + indentUnit)
    var lines: [[UInt8]] = []
    for member in members {
      lines.append(
        inner + (try format.notation.written([member.key])) + memberSeparator
          + (try spread(member.value, indent: inner)))
    }
    return [0x7B] + end + Array(lines.joined(separator: [0x2C] + end)) + end + indent + [0x7D]
  }
}

extension [UInt8] {
  func replacing(_ range: Range<Int>, with text: [UInt8]) -> [UInt8] {
    Array(self[..<range.lowerBound]) + text + Array(self[range.upperBound...])
  }
}
