// Methods that edit the lines of a repeated key and the tables of an array.
extension Document {
  func changeLines(
    _ list: Int, _ edits: [DocumentEdit], _ attachment: CommentAttachment
  ) throws -> ItemsChange {
    let lines = items(of: list)
    var change = ItemsChange(order: lines.indices.map { .old($0) })
    for edit in edits { try change.order.apply(edit) }
    let slots = lines.indices.map { index in
      let node = nodes[lines[index]]
      guard bytes.isIndent(before: node.whole.lowerBound) else { return lineOf(node) }
      let own = attachment.start(above: lines[index], in: self)
      // A comment above the first of several adjacent lines with the same key describes all of
      // these lines.
      let next = lines.dropFirst(index + 1).first
      let isHeading =
        index == 0 && next.map { nodes[$0].whole.lowerBound == node.whole.upperBound } ?? false
      return (isHeading ? nil : own).map { $0..<node.whole.upperBound } ?? node.whole
    }
    if case .move = edits[0] {
      guard slots.allSatisfy({ bytes.isIndent(before: $0.lowerBound) }) else {
        throw EditError("one of its lines is behind a header; edit the file instead")
      }
      change.bytes = permuted(slots, change.order)
      return change
    }
    var replacements: [Replacement] = []
    for (values, before, after) in change.order.insertions {
      guard let like = (before ?? after).map({ lines[$0] }) else { throw EditError.emptiesList }
      var offset = nodes[like].whole.upperBound
      if let after, before == nil || nodes[lines[after]].hasLine {
        offset = slots[after].lowerBound
      }
      for value in values {
        let line = asLine(try self.line(value, like: like), at: offset)
        replacements.append((offset..<offset, line))
      }
    }
    for index in change.order.removed(of: lines.count) {
      let line = lineOf(nodes[lines[index]])
      let range = min(slots[index].lowerBound, line.lowerBound)..<line.upperBound
      change.removed.append(range)
      replacements.append((range, []))
    }
    try replace(replacements, in: &change)
    return change
  }

  private typealias Replacement = (range: Range<Int>, text: [UInt8])

  /// Replaces several ranges of the file that don't overlap.
  ///
  /// Text is inserted in the order of the replacements.
  private func replace(_ replacements: [Replacement], in change: inout ItemsChange) throws {
    let sorted = replacements.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }.map(\.element)
    var end = 0
    for (range, text) in sorted {
      guard range.lowerBound >= end else { throw EditError("the changes overlap") }
      change.bytes += bytes[end..<range.lowerBound]
      let start = change.bytes.count
      change.bytes += text
      end = range.upperBound
      change.replaced.append(ReplacedRange(old: range, new: start..<start + text.count))
    }
    change.bytes += bytes[end...]
    change.replaced = ReplacedRange.composed([], change.replaced)
  }

  /// Returns a new line for a repeated key, in the style of an existing line with the same key.
  private func line(_ value: Value, like node: Int) throws -> [UInt8] {
    let one = nodes[node]
    let isAlone = bytes.isIndent(before: one.whole.lowerBound)
    let lead =
      isAlone
      ? Array(bytes[one.whole.lowerBound..<one.key.lowerBound])
      : Array((format.dialect?.indent ?? "").utf8)
    var separator = Array(bytes[one.key.upperBound..<one.value.lowerBound])
    if one.form == .value(.absent) { separator = Array((format.dialect?.separator ?? "=").utf8) }
    let encoded = try encoded(value, like: nil, for: Key(bytes[one.key]))
    return lead + bytes[one.key] + separator + encoded
  }

  func changeBlocks(
    _ list: Int, _ edits: [DocumentEdit], _ attachment: CommentAttachment
  ) throws -> ItemsChange {
    let elements = items(of: list)
    var change = ItemsChange(order: elements.indices.map { .old($0) })
    for edit in edits { try change.order.apply(edit) }
    let lines = elementLines(of: elements)
    // Other tables can be between the tables of an item, which then can't be moved or removed.
    let blocks = elements.map { block(of: $0, lines, attachment) }
    func slot(_ index: Int) throws -> Range<Int> {
      if let block = blocks[index] { return block }
      throw EditError(
        "other tables are between the tables of \(place(of: elements[index])); edit the file instead"
      )
    }
    if case .move = edits[0] {
      let places = elements.indices.filter { change.order[$0] != .old($0) }
      let order = places.compactMap { place in
        places.firstIndex { change.order[place] == .old($0) }.map { ItemSource.old($0) }
      }
      change.bytes = permuted(try places.map(slot), order)
      return change
    }
    var replacements: [Replacement] = []
    /// Returns whether no blank line separates a table of the array from the next one.
    func isTight(_ index: Int) -> Bool {
      guard blocks.indices.contains(index), blocks.count > 1, let block = blocks[index] else {
        return false
      }
      return bytes.gapEnd(after: block.upperBound) == block.upperBound
    }
    let end = bytes.usualLineEnd
    for (values, before, after) in change.order.insertions {
      guard let like = before ?? after else { throw EditError.emptiesList }
      var texts: [[UInt8]] = []
      for value in values {
        guard case .table(let members) = value else {
          throw EditError("the items of \(place(of: list)) are tables; use a JSON object")
        }
        texts.append(try block(place(of: list), members, like: elements[like]))
      }
      guard let after else {
        let gap = end + (isTight(like - 1) ? [] : end)
        let last = (lines.headers[elements[like]] ?? []).last ?? 0
        let offset = block(of: last...last, lines.ends, attachment).upperBound
        let text = Array(texts.joined(separator: gap))
        replacements.append(
          (offset..<offset, bytes.lines(of: text, after: offset, isTight: isTight(like - 1))))
        continue
      }
      let gap = end + (before.map(isTight) ?? false ? [] : end)
      let offset = try slot(after).lowerBound
      replacements.append((offset..<offset, Array(texts.map { $0 + gap }.joined())))
    }
    // Blocks without other lines between them are removed together.
    var runs: [Range<Int>] = []
    for index in change.order.removed(of: blocks.count) {
      let slot = withoutFileComment(try slot(index))
      change.removed.append(slot)
      if let last = runs.last, bytes.gapEnd(after: last.upperBound) == slot.lowerBound {
        runs[runs.count - 1] = last.lowerBound..<slot.upperBound
      } else {
        runs.append(slot)
      }
    }
    try replace(replacements + runs.map { (bytes.blockWithGap($0), []) }, in: &change)
    return change
  }

  /// Returns the text of the file with the contents of several byte ranges in a different order.
  private func permuted(_ slots: [Range<Int>], _ order: [ItemSource]) -> [UInt8] {
    var text: [UInt8] = []
    var at = 0
    for (slot, source) in zip(slots, order) {
      guard case .old(let source) = source else { continue }
      text += bytes[at..<slot.lowerBound]
      var content = Array(bytes[slots[source]])
      while content.last?.isLineEnd == true { content.removeLast() }
      let end = bytes[slot].reversed().prefix { $0.isLineEnd }.reversed()
      text += content + end
      at = slot.upperBound
    }
    return text + bytes[at...]
  }

  /// Returns the lines of an element in an array of tables, including its subtables and comments, or
  /// `nil` if other tables are between them.
  private func block(
    of element: Int, _ lines: (headers: [Int: [Int]], ends: [Int: Int]),
    _ attachment: CommentAttachment
  ) -> Range<Int>? {
    let own = lines.headers[element] ?? []
    guard let first = own.first, let last = own.last, last - first + 1 == own.count else {
      return nil
    }
    return block(of: first...last, lines.ends, attachment)
  }

  /// Returns the lines of a removed section without the comment at the start of an INI file, which
  /// usually describes the file.
  func withoutFileComment(_ block: Range<Int>) -> Range<Int> {
    guard format.dialect != nil, block.lowerBound <= bytes.afterMark,
      let header = headers.first?.line.lowerBound, block.contains(header)
    else { return block }
    return header..<block.upperBound
  }

  /// Returns the lines of consecutive sections, including their comments.
  func block(
    of sections: ClosedRange<Int>, _ ends: [Int: Int], _ attachment: CommentAttachment
  ) -> Range<Int> {
    let (first, last) = (headers[sections.lowerBound], sections.upperBound)
    var start = attachment.start(above: first.node, in: self) ?? first.line.lowerBound
    // In git's format, several headers can open the same section, and the comment can be above
    // another one of them.
    let previous = sections.lowerBound > 0 ? headers[sections.lowerBound - 1].line.upperBound : 0
    if start < previous || start > first.line.lowerBound { start = first.line.lowerBound }
    var end = ends[last] ?? headers[last].line.upperBound
    // Comments directly below the last line belong to the element, up to a blank line or the next
    // element.
    let next = headers.dropFirst(last + 1).first
    let limit =
      next.map { attachment.start(above: $0.node, in: self) ?? $0.line.lowerBound } ?? bytes.count
    for comment in comments[firstComment(from: end)...]
    where !comment.isBehind {
      guard comment.range.upperBound <= limit, bytes.lineStart(of: comment.range.lowerBound) == end
      else { break }
      end = bytes.lineEnd(of: comment.range.upperBound)
    }
    return start..<end
  }

  /// Returns the lines of a new table in an array, without the last line ending.
  func block(
    _ list: DocumentPath, _ members: [Value.Member], like element: Int?
  ) throws -> [UInt8] {
    let end = bytes.usualLineEnd
    var lines: [[UInt8]] = []
    var (lead, indent, separator): ([UInt8], [UInt8], [UInt8]) = (
      [], [], Array(format.notation.separator.utf8)
    )
    if let element, let header = headers.first(where: { $0.node == element }) {
      lead = Array(bytes[header.line.lowerBound..<header.range.lowerBound])
      lines.append(lead + bytes[header.range])
      if let sample = nodes.first(where: { $0.hasLine && isWithin($0.parent, element) }) {
        indent = Array(
          bytes[sample.whole.lowerBound..<sample.key.lowerBound].prefix(while: \.isBlank))
        separator = Array(bytes[sample.key.upperBound..<sample.value.lowerBound])
      }
    } else {
      lines.append(try format.notation.itemHeader(of: list.steps.compactMap(\.name)))
    }
    for member in members {
      lines.append(
        indent + (try format.notation.written([member.key])) + separator
          + (try encoded(member.value, like: nil)))
    }
    return Array(lines.joined(separator: end))
  }
}

extension Document {
  /// Returns the headers of each element in an array of tables, and the end of each section.
  private func elementLines(of elements: [Int]) -> (headers: [Int: [Int]], ends: [Int: Int]) {
    let elements = Set(elements)
    var lines: (headers: [Int: [Int]], ends: [Int: Int]) = ([:], sectionEnds)
    for (index, header) in headers.enumerated() {
      var above = header.node
      while above >= 0, !elements.contains(above) { above = nodes[above].parent }
      if above >= 0 { lines.headers[above, default: []].append(index) }
    }
    return lines
  }

  /// The end of the last line of each section that has lines.
  var sectionEnds: [Int: Int] {
    var ends: [Int: Int] = [:]
    for node in nodes where node.hasLine {
      ends[node.section] = max(ends[node.section] ?? 0, node.whole.upperBound)
    }
    return ends
  }
}

extension [UInt8] {
  /// Returns the end of the blank lines that start at an offset.
  fileprivate func gapEnd(after offset: Int) -> Int {
    var at = offset
    while at < count, isEmptyLine(at: at) { at = lineEnd(of: at) }
    return at
  }

  /// Returns the range of a block of lines and the blank lines that separate it from the next
  /// block.
  ///
  /// For the last block of the file, the range includes the blank lines before the block instead.
  func blockWithGap(_ block: Range<Int>) -> Range<Int> {
    let end = gapEnd(after: block.upperBound)
    if end < count { return block.lowerBound..<end }
    var start = block.lowerBound
    while start > afterMark {
      let above = lineStart(of: start - 1)
      guard isEmptyLine(at: above) else { break }
      start = above
    }
    // If the last block has no line ending, include the line ending before the block instead.
    if last != 0x0A, start > 0, self[start - 1] == 0x0A {
      start -= start > 1 && self[start - 2] == 0x0D ? 2 : 1
    }
    return start..<count
  }

  /// Returns the bytes of the file after inserting a block of lines at an offset, separated by a
  /// blank line.
  func inserting(block: [UInt8], after offset: Int) -> [UInt8] {
    replacing(offset..<offset, with: lines(of: block, after: offset, isTight: false))
  }

  /// Returns a block of lines for an offset, with the blank line that separates it.
  fileprivate func lines(of block: [UInt8], after offset: Int, isTight: Bool) -> [UInt8] {
    let end = usualLineEnd
    let before = self[..<offset]
    guard before.contains(where: { !$0.isBlank && !$0.isLineEnd }), offset > afterMark else {
      return block + end
    }
    let hasGap = isTight || isEmptyLine(at: lineStart(of: offset - 1))
    let gap = hasGap ? [] : end
    return before.last == 0x0A ? gap + block + end : end + gap + block
  }
}

extension EditError {
  /// The list would be empty in between, so its items are changed one after the other.
  fileprivate static let emptiesList = EditError("no item of the list would stay")
}
