// Methods that edit the lines of a repeated key and the tables of an array.
extension Document {
  func changeLines(
    _ list: Int, _ edit: DocumentEdit, _ attachment: CommentAttachment
  ) throws -> ItemsChange {
    let lines = items(of: list)
    var change = ItemsChange(bytes: [], order: try edit.order(of: lines.count))
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
    switch edit {
    case .insert(_, let index, let value):
      let like = lines[max(0, index - 1)]
      let line = try self.line(value, like: like)
      if index < lines.count, index == 0 || nodes[lines[index]].hasLine {
        let offset = slots[index].lowerBound
        change.bytes = bytes.replacing(offset..<offset, with: asLine(line, at: offset))
      } else {
        let offset = nodes[like].whole.upperBound
        change.bytes = bytes.replacing(offset..<offset, with: asLine(line, at: offset))
      }
    case .remove(let place):
      let slot = slots[place.lastIndex]
      let line = lineOf(nodes[lines[place.lastIndex]])
      let range = min(slot.lowerBound, line.lowerBound)..<line.upperBound
      change.removed = [range]
      change.bytes = bytes.replacing(range, with: [])
    case .move:
      guard slots.allSatisfy({ bytes.isIndent(before: $0.lowerBound) }) else {
        throw EditError("one of its lines is behind a header; edit the file instead")
      }
      change.bytes = permuted(slots, change.order)
    case .set: break
    }
    return change
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
    return lead + bytes[one.key] + separator + (try encoded(value, like: nil))
  }

  func changeBlocks(
    _ list: Int, _ edit: DocumentEdit, _ attachment: CommentAttachment
  ) throws -> ItemsChange {
    let elements = items(of: list)
    var change = ItemsChange(bytes: [], order: try edit.order(of: elements.count))
    var slots: [Range<Int>] = []
    let lines = elementLines(of: elements)
    for element in elements { slots.append(try block(of: element, lines, attachment)) }
    switch edit {
    case .insert(_, let index, let value):
      guard case .table(let members) = value else {
        throw EditError.invalidValue(
          "the items of \(place(of: list)) are tables; use a JSON object")
      }
      let text = try block(place(of: list), members, like: elements[max(0, index - 1)])
      if index == slots.count, let last = slots.last {
        let isTight =
          slots.count > 1
          && bytes.gapEnd(after: slots[slots.count - 2].upperBound)
            == slots[slots.count - 2].upperBound
        change.bytes = bytes.inserting(block: text, after: last.upperBound, isTight: isTight)
      } else {
        let offset = slots[index].lowerBound
        let isTight =
          index > 0
          && bytes.gapEnd(after: slots[index - 1].upperBound) == slots[index - 1].upperBound
        let end = bytes.usualLineEnd
        let lines = text + end + (isTight ? [] : end)
        change.bytes = bytes.replacing(offset..<offset, with: lines)
      }
    case .remove(let place):
      let slot = slots[place.lastIndex]
      let range = bytes.blockWithGap(slot)
      change.removed = [slot]
      change.bytes = bytes.replacing(range, with: [])
    case .move: change.bytes = permuted(slots, change.order)
    case .set: break
    }
    return change
  }

  /// Returns the text of the file with the contents of several byte ranges in a different order.
  private func permuted(_ slots: [Range<Int>], _ order: [Int?]) -> [UInt8] {
    var text: [UInt8] = []
    var at = 0
    for (slot, source) in zip(slots, order) {
      guard let source else { continue }
      text += bytes[at..<slot.lowerBound]
      var content = Array(bytes[slots[source]])
      while content.last?.isLineEnd == true { content.removeLast() }
      let end = bytes[slot].reversed().prefix { $0.isLineEnd }.reversed()
      text += content + end
      at = slot.upperBound
    }
    return text + bytes[at...]
  }

  /// Returns the lines of an element in an array of tables, including its subtables and comments.
  private func block(
    of element: Int, _ lines: (headers: [Int: [Int]], ends: [Int: Int]),
    _ attachment: CommentAttachment
  ) throws -> Range<Int> {
    let own = lines.headers[element] ?? []
    guard let first = own.first, let last = own.last, last - first + 1 == own.count else {
      throw EditError(
        "other tables are between those of \(place(of: element)); edit the file instead")
    }
    return block(of: first...last, lines.ends, attachment)
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

  /// Returns the index of the first comment that starts at an offset or later.
  private func firstComment(from offset: Int) -> Int {
    var (low, high) = (0, comments.count)
    while low < high {
      let middle = (low + high) / 2
      if comments[middle].range.lowerBound < offset {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
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
  func inserting(block: [UInt8], after offset: Int, isTight: Bool = false) -> [UInt8] {
    let end = usualLineEnd
    let before = self[..<offset]
    guard before.contains(where: { !$0.isBlank && !$0.isLineEnd }), offset > afterMark else {
      return replacing(offset..<offset, with: block + end)
    }
    let hasGap = isTight || isEmptyLine(at: lineStart(of: offset - 1))
    let gap = hasGap ? [] : end
    let isAfterLine = before.last == 0x0A
    let lines = isAfterLine ? gap + block + end : end + gap + block
    return replacing(offset..<offset, with: lines)
  }
}
