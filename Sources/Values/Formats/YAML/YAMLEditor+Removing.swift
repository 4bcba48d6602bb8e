// MARK: Removing keys and items
extension YAMLEditor {
  /// Plans to remove an entry.
  ///
  /// If other entries are removed together with this one, the other arguments indicate whether no
  /// entry before it and no entry after it stays.
  func planToRemove(
    _ node: Int, isFirst: Bool? = nil, isLast: Bool? = nil
  ) throws -> YAMLPlan {
    guard !isRoot(node) else { throw EditError("a document can't be removed") }
    let parent = parent(node)
    try guardShared(parent)
    try guardAnchors(in: node)
    guard !tree.values[node].isExplicit else {
      throw refusal("its key is written with '?'", node)
    }
    let own = YAMLPlan.Splice(old: events(node), new: [])
    if event(parent).style == .pair { throw refusal("it is written without braces", node) }
    if event(parent).style == .flow {
      let (change, removed) = try removal(inBracketsOf: parent, node)
      return YAMLPlan(kind: .remove, changes: [change], splices: [own], removed: [removed])
    }
    if document.children(of: parent).count == 1 { return try planToRemoveLast(node, of: parent) }
    let (range, isInline) = lines(of: node)
    if isInline {
      guard let next = document.children(of: parent).first(where: { entry($0) > entry(node) })
      else {
        throw refusal("it is on the line of its parent", node)
      }
      return YAMLPlan(
        kind: .remove,
        changes: [YAMLPlan.TextReplacement(range: range.lowerBound..<entry(next), replacement: [])],
        splices: [own], removed: [range])
    }
    return YAMLPlan(
      kind: .remove,
      changes: ranges(
        toRemove: range, isFirst: isFirst ?? (node == document.children(of: parent).first),
        isLast: isLast ?? (node == document.children(of: parent).last)
      )
      .map { YAMLPlan.TextReplacement(range: $0, replacement: []) },
      splices: [own], removed: [range])
  }

  /// Throws an error if removing an entry would remove an anchor that an alias elsewhere in the
  /// YAML file refers to.
  private func guardAnchors(in node: Int) throws {
    guard !tree.uses.isEmpty else { return }
    let range = events(node)
    guard
      let alias = tree.events.indices.first(where: { index in
        let event = tree.events[index]
        return event.kind == .alias && range.contains(event.target) && !range.contains(index)
      })
    else { return }
    let line = document.line(at: tree.events[alias].range.lowerBound)
    let name = String(decoding: bytes[tree.events[alias].range.dropFirst()], as: UTF8.self)
    throw EditError(
      "Can't remove '\(document.place(of: node))': line \(line) uses its anchor &\(name)",
      line: line, advice: "Change line \(line) first")
  }

  /// Plans to remove the last remaining entry of a YAML mapping or list.
  ///
  /// The emptied collection becomes `{}` or `[]`, because YAML would read an empty value as null.
  private func planToRemoveLast(_ node: Int, of parent: Int) throws -> YAMLPlan {
    let events = tree.values[parent].events
    let kind = event(parent).kind
    let empty: [UInt8] = kind == .mapping ? [0x7B, 0x7D] : [0x5B, 0x5D]
    let splice = YAMLPlan.Splice(
      old: events,
      new: [
        .boundary(kind, like: events.lowerBound),
        .boundary(kind == .mapping ? .mappingEnd : .sequenceEnd),
      ])
    let (range, isInline) = lines(of: node)
    let change: YAMLPlan.TextReplacement
    if isRoot(parent) || isInline {
      change = YAMLPlan.TextReplacement(
        range: range, replacement: empty + lineEnd(before: range.upperBound))
    } else {
      let start = collectionStart(parent)
      let lineEnd = bytes.lineEnd(of: start)
      guard lineEnd <= range.lowerBound else {
        throw refusal("it is on the line of its parent", node)
      }
      change = YAMLPlan.TextReplacement(
        range: start..<range.upperBound,
        replacement: [0x20] + empty + bytes[start..<range.lowerBound])
    }
    return YAMLPlan(kind: .remove, changes: [change], splices: [splice], removed: [range])
  }

  /// Returns the offset where `{}` or `[]` can replace the entries of a block collection.
  ///
  /// The offset follows the colon or dash, the anchor, and the tag of the collection.
  private func collectionStart(_ node: Int) -> Int {
    let event = event(node)
    let properties = [event.anchor, event.tag].compactMap { $0?.upperBound }.max()
    if let properties { return properties }
    guard let key = key(node) else { return entry(node) + 1 }
    return bytes.skippingYAMLSpace(from: key.range.upperBound) + 1
  }

  private func lineEnd(before offset: Int) -> [UInt8] {
    guard offset > 0, bytes[offset - 1] == 0x0A else { return [] }
    return offset > 1 && bytes[offset - 2] == 0x0D ? [0x0D, 0x0A] : [0x0A]
  }

  /// Returns the byte range of the lines that a YAML entry occupies.
  ///
  /// The range of a list item includes the comment lines directly above the item. If other content
  /// precedes the entry on its line, the range covers only the bytes of the entry. Headings above a
  /// list item can describe several items, so they are included only on request.
  func lines(
    of node: Int, includesHeadings: Bool = false
  ) -> (range: Range<Int>, isInline: Bool) {
    let start = entry(node)
    let end = entryEnd(node)
    guard isAloneOnLine(start) else { return (start..<end, true) }
    let line = bytes.yamlLineStart(of: start)
    let first =
      tree.values[node].key < 0
      ? commentsStart(above: line, column: start - line, includesHeadings: includesHeadings) : line
    return (first..<max(end, line), false)
  }

  /// Returns the offset of the first comment line in the group of comment lines directly above a
  /// line.
  ///
  /// All comments of the group must start at the given column.
  func commentsStart(above line: Int, column: Int, includesHeadings: Bool) -> Int {
    var first = line
    let last = document.firstComment(from: line)
    for (index, comment) in zip(0..<last, document.comments[..<last]).reversed() {
      let start = bytes.yamlLineStart(of: comment.range.lowerBound)
      guard !comment.isBehind, bytes.lineEnd(of: comment.range.upperBound) == first,
        comment.range.lowerBound - start == column, !document.isPreamble(start),
        includesHeadings || document.title(at: index) == nil && !document.isInBox(index)
      else { break }
      first = start
    }
    return first
  }

  /// Returns the byte ranges that could be deleted to remove a YAML entry, starting with the
  /// preferred range.
  ///
  /// If there are blank lines both above and below the entry, the blank lines above the entry are
  /// kept.
  private func ranges(toRemove lines: Range<Int>, isFirst: Bool, isLast: Bool) -> [Range<Int>] {
    let (start, end) = (lines.lowerBound, lines.upperBound)
    var above = start
    while above > bytes.afterMark, bytes.isEmptyLine(at: bytes.lineStart(of: above - 1)) {
      above = max(bytes.lineStart(of: above - 1), bytes.afterMark)
    }
    var below = end
    while below < bytes.count, bytes.isEmptyLine(at: below) { below = bytes.lineEnd(of: below) }
    let hasCommentAbove =
      start > bytes.afterMark && above == start
      && document.comments[..<document.firstComment(from: start)].last.map {
        !$0.isBehind && bytes.lineEnd(of: $0.range.upperBound) == start
      } ?? false
    var range = lines
    if isLast {
      range = above..<end
    } else if below > end, above < start || isFirst && !hasCommentAbove {
      range = start..<below
    }
    return [range, lines].map { range in
      guard end == bytes.count, bytes.last != 0x0A, range.lowerBound > bytes.afterMark else {
        return range
      }
      // If the file has no final line ending, also delete the line ending before the removed entry.
      let start = range.lowerBound - (lineEnd(before: range.lowerBound).count)
      return start..<range.upperBound
    }
  }

  /// Returns the change that removes an entry from a YAML collection in brackets or braces.
  ///
  /// The method also returns the range in which the comments are removed along with the entry.
  private func removal(
    inBracketsOf parent: Int, _ node: Int
  ) throws -> (YAMLPlan.TextReplacement, removed: Range<Int>) {
    let entries = document.children(of: parent)
    let range = document.nodes[parent].value
    let (start, end) = (entry(node), end(node))
    let isAlone = isAloneOnLine(start)
    func removing(_ range: Range<Int>) -> (YAMLPlan.TextReplacement, Range<Int>) {
      (YAMLPlan.TextReplacement(range: range, replacement: []), range)
    }
    guard entries.count > 1, let index = entries.firstIndex(of: node) else {
      let inner = range.lowerBound + 1..<range.upperBound - 1
      guard !hasComments(in: inner) else { throw refusal("its brackets contain a comment", node) }
      return removing(inner)
    }
    let next = bytes.skippingYAMLSpace(from: end)
    let comma = bytes[next] == "," ? next : nil
    if index + 1 < entries.count {
      let following = entry(entries[index + 1])
      if isAlone, isAloneOnLine(following) {
        return removing(bytes.lineStart(of: start)..<bytes.lineEnd(of: next))
      }
      return removing(start..<following)
    }
    let before = self.end(entries[index - 1])
    guard isAlone else { return removing(before..<end) }
    let lineEnd = bytes.lineEnd(of: comma.map { $0 + 1 } ?? end)
    let lineStart = bytes.lineStart(of: start)
    if range.upperBound - 1 < lineEnd { return removing(before..<end) }
    if comma != nil { return removing(lineStart..<lineEnd) }
    let previous = bytes.skippingYAMLSpace(from: before)
    let kept = Array(bytes[previous + 1..<lineStart])
    let hasOnlyBlanks = bytes[before..<previous].allSatisfy { $0 == " " || $0 == "\t" }
    let change = (hasOnlyBlanks ? before : previous)..<lineEnd
    return (YAMLPlan.TextReplacement(range: change, replacement: kept), lineStart..<lineEnd)
  }
}
