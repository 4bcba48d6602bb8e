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
    if let lens {
      // A key that has several lines already is a list of its values.
      return nodes[node].step.name.map { !lens.hasOneValue(for: $0) } ?? true
        || !elements(in: node).isEmpty
    }
    return switch nodes[node].form {
    case .value: nodes[node].step.name.map { format.dialect?.repeats($0) ?? false } ?? false
    case .table: isSection(node)
    case .brackets, .elements: true
    case .element, .implied, .dotted, .braces: false
    }
  }

  /// Returns whether a key that isn't in the file yet could have several lines or sections.
  package func mayRepeat(_ place: DocumentPath) -> Bool {
    if let lens { return place.steps.last?.name.map { !lens.hasOneValue(for: $0) } ?? true }
    guard let dialect = format.dialect, let name = place.steps.last?.name else { return false }
    return dialect.repeats(name) || place.steps.count == 1 && dialect.isList(section: name)
  }

  /// Returns whether a node is a section in a format in which repeated sections form a list.
  private func isSection(_ node: Int) -> Bool {
    guard nodes[node].form == .table, nodes[node].parent == 0, let name = nodes[node].step.name
    else { return false }
    return format.dialect?.isList(section: name) == true
  }

  /// Changes an item of one list and verifies that the rest of the file stays the same.
  func changedItems(by edit: DocumentEdit) throws -> (plan: EditPlan, document: Document) {
    if case .insert(let place, 0, let value) = edit {
      guard let list = node(at: place) else { return try creatingList(place, value) }
      if nodes[list].form == .value(.null) {
        return try changed(by: .set(place, .list([value])))
      }
    }
    if let list = node(at: edit.list), let changed = try changedLines(list, edit) { return changed }
    let (change, document) = try changedItems(byAll: [edit])
    return (EditPlan(kind: edit.kind, from: bytes, to: change.bytes), document)
  }

  /// Makes several changes to the items of one list and verifies them together.
  func changedItems(
    byAll edits: [DocumentEdit]
  ) throws -> (change: ItemsChange, document: Document) {
    let place = edits[0].list
    guard let list = node(at: place) else { throw EditError("\(place) isn't set in this file") }
    if let name = section(of: place), isSection(list) {
      return try readingAsList(name).changedItems(byAll: edits)
    }
    let attachment = CommentAttachment(self)
    var change: ItemsChange
    switch nodes[list].form {
    case .brackets: change = try changeBrackets(list, edits, attachment)
    case .elements: change = try changeBlocks(list, edits, attachment)
    case .value where mayRepeat(list) || occurrences(of: list).count > 1 && edits[0].kind != .add:
      if let reason = readOnlyReason(of: list) { throw reason }
      change = try changeLines(list, edits, attachment)
    case .value where format.hasLineItems:
      throw EditError.invalidValue(
        "this format has no lists; use --stdin with one item on each line")
    case .value:
      throw EditError(
        "\(self.place(of: list)) has one value and isn't a list", line: line(of: list))
    case .table, .element, .implied, .dotted, .braces:
      throw EditError("\(self.place(of: list)) is a table, not a list")
    }
    if let reason = readOnlyReason(of: list), nodes[list].form == .brackets { throw reason }
    change.list = self.place(of: list)
    let verifier = ItemsVerifier(
      self, try reading(change.bytes, sections: listSections), change)
    return (change, try verifier.verified().withoutSingleSections)
  }

  private func section(of place: DocumentPath) -> Key? {
    place.steps.count == 1 ? place.steps[0].name : nil
  }

  /// Returns the document with all sections of a name read as a list, even if there is only one
  /// such section.
  private func readingAsList(_ name: Key) throws -> Document {
    try reading(bytes, sections: listSections.union([name]))
  }

  func reading(_ new: [UInt8], sections: Set<Key>) throws -> Document {
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
  var withoutSingleSections: Document {
    listSections.isEmpty ? self : (try? Document.read(bytes, as: format)) ?? self
  }

  private func creatingList(
    _ place: DocumentPath, _ value: Value
  ) throws -> (plan: EditPlan, document: Document) {
    guard case .table(let members) = value, !format.notation.keepsTablesInline else {
      let isLines = format.dialect != nil
      return try changed(by: .set(place, isLines ? value : .list([value])))
    }
    let parent = place.parent.flatMap { node(at: $0) }
    let isDotted = parent.map { nodes[$0].form == .dotted } ?? false
    if let table = isDotted ? parent.map(holder) : parent, nodes[table].form == .braces {
      return try changed(by: .set(place, .list([value])))
    }
    let (above, rest) = deepest(on: place)
    guard rest.count == rest.compactMap(\.name).count, !rest.isEmpty else {
      throw EditError("\(place) doesn't exist; add its list first")
    }
    let offset = endOfElement(around: above) ?? bytes.count
    let text = try block(place, members, like: nil)
    var change = ItemsChange(
      bytes: bytes.inserting(block: text, after: offset), order: [.new(value)])
    change.list = place
    let plan = EditPlan(kind: .add, from: bytes, to: change.bytes)
    let sections = listSections.union(section(of: place).map { [$0] } ?? [])
    let old = try reading(bytes, sections: sections)
    let new = try reading(change.bytes, sections: sections)
    return (plan, try ItemsVerifier(old, new, change).verified().withoutSingleSections)
  }
}

/// The bytes of a document after edits have changed the items of one list.
struct ItemsChange {
  var bytes: [UInt8] = []
  /// The source of each item in the list.
  var order: [ItemSource]
  var replaced: [ReplacedRange] = []
  /// The ranges of the old document that an edit removes together with an item.
  var removed: [Range<Int>] = []
  var list = DocumentPath.root
  /// A Boolean value that indicates whether the edit removes a table instead of list items.
  var isTable = false
}

extension DocumentEdit {
  /// The path of the list that the edit changes.
  var list: DocumentPath {
    switch self {
    case .insert(let list, _, _): list
    case .set(let place, _), .remove(let place), .move(let place, _): place.parent ?? .root
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
}

extension DocumentPath {
  var lastIndex: Int { if case .index(let index)? = steps.last { index } else { -1 } }
}

extension EditPlan {
  /// Creates a plan with the shortest replacement that turns the old text into the new text.
  init(kind: EditKind, from old: [UInt8], to new: [UInt8]) {
    self.init(kind: kind, from: old[...], to: new[...])
  }

  fileprivate init(kind: EditKind, from old: ArraySlice<UInt8>, to new: ArraySlice<UInt8>) {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let most = min(old.count, new.count) - start
    let end = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    let same = min(end, most)
    self.init(
      kind: kind, range: old.startIndex + start..<old.endIndex - same,
      replacement: Array(new.dropFirst(start).dropLast(same)))
  }
}

// Methods that edit the items of a list in brackets.
extension Document {
  private func changeBrackets(
    _ list: Int, _ edits: [DocumentEdit], _ attachment: CommentAttachment
  ) throws -> ItemsChange {
    let nodes = items(of: list)
    var layout = BracketList(self, list, attachment)
    var change = ItemsChange(order: nodes.indices.map { .old($0) })
    let range = self.nodes[list].value.lowerBound + 1..<self.nodes[list].value.upperBound - 1
    let outer = indentOfLine(range.lowerBound)
    var like: Int?
    var fitted: Bool?
    let hasTrailingComma = format == .toml || !trailingComma.isEmpty
    for edit in edits {
      let before = change.order
      try change.order.apply(edit)
      switch edit {
      case .insert(_, let index, let value):
        switch index > 0 ? before[index - 1] : before.first {
        case .old(let index)?: like = nodes[index]
        case .new?: break
        case nil: like = nil
        }
        if fitted == nil {
          fitted = lineLength(replacing: range, with: layout.text) <= BracketList.columns
        }
        layout.insert(
          try item(value, like: like), at: index, indent: outer + indentUnit,
          isCompact: !bytes.contains(0x0A), hasTrailingComma: hasTrailingComma)
      case .remove(let place): layout.remove(at: place.lastIndex)
      case .move(let place, let target): try layout.move(from: place.lastIndex, to: target)
      case .set: break
      }
    }
    change.removed = removed(change.order.removed(of: nodes.count).map { nodes[$0] }, attachment)
    if fitted == true, layout.isOnOneLine, mayExpand(list),
      lineLength(replacing: range, with: layout.text) > BracketList.columns
    {
      layout.expand(indent: outer, unit: indentUnit, hasTrailingComma: hasTrailingComma)
    }
    change.bytes = bytes.replacing(range, with: layout.text)
    change.replaced = replaced(
      by: change, from: nodes.map { self.nodes[$0].value },
      to: layout.values.map { $0 + range.lowerBound })
    return change
  }

  /// Returns the ranges of items that an edit removes, and of their comments.
  private func removed(_ items: [Int], _ attachment: CommentAttachment) -> [Range<Int>] {
    let removed = Set(items)
    var ranges = items.map { node in
      let start =
        attachment.startBelowHeadings(above: node, in: self) ?? nodes[node].value.lowerBound
      return start..<nodes[node].value.upperBound
    }
    for (comment, owner) in zip(comments, attachment.owners) {
      if case .behind(let node) = owner, removed.contains(node) { ranges.append(comment.range) }
    }
    return ranges
  }

  /// Returns the ranges that differ between the items that a change keeps in their order.
  ///
  /// The arguments are the old ranges of the items and the new offsets.
  private func replaced(
    by change: ItemsChange, from old: [Range<Int>], to new: [Int]
  ) -> [ReplacedRange] {
    var ranges: [ReplacedRange] = []
    var (start, newStart) = (0, 0)
    func add(_ end: Int, _ newEnd: Int) {
      let plan = EditPlan(
        kind: .set, from: bytes[start..<end], to: change.bytes[newStart..<newEnd])
      guard !plan.range.isEmpty || !plan.replacement.isEmpty else { return }
      let first = plan.range.lowerBound - start + newStart
      ranges.append(
        ReplacedRange(old: plan.range, new: first..<first + plan.replacement.count))
    }
    for (source, offset) in zip(change.order, new) {
      guard case .old(let index) = source, old[index].lowerBound >= start else { continue }
      add(old[index].lowerBound, offset)
      (start, newStart) = (old[index].upperBound, offset + old[index].count)
    }
    add(bytes.count, change.bytes.count)
    return ranges
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
    return padded(try encoded(value, like: old), like: bytes[nodes[node].value])
  }

  /// Returns the text of a list or a table in one line, with the same blanks inside of its brackets as
  /// in the text of another item.
  private func padded(_ text: [UInt8], like sample: ArraySlice<UInt8>) -> [UInt8] {
    guard let first = text.first, let last = text.last, "{[".utf8.contains(first),
      first == sample.first, sample.count > 2, !sample.contains(0x0A), !text.contains(0x0A)
    else { return text }
    let inner = Array(text.dropFirst().dropLast()).trimmed
    if inner.isEmpty { return text }
    let head = sample.dropFirst().prefix(while: \.isBlank)
    let tail = sample.dropLast().reversed().prefix(while: \.isBlank)
    return [first] + head + inner + tail + [last]
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
        inner + (try style.written([member.key])) + memberSeparator
          + (try spread(member.value, indent: inner)))
    }
    let text = Array(lines.joined(separator: [0x2C] + end)) + trailingComma
    return [0x7B] + end + text + end + indent + [0x7D]
  }
}

extension [UInt8] {
  func replacing(_ range: Range<Int>, with text: [UInt8]) -> [UInt8] {
    Array(self[..<range.lowerBound]) + text + Array(self[range.upperBound...])
  }
}
