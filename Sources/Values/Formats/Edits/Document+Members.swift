/// Methods that add and remove the members of JSON objects and TOML inline tables.
extension Document {
  func planToAddMember(
    _ names: [Key], to node: Int, _ value: Value, _ memo: PlanMemo, after sibling: Int? = nil
  ) throws -> EditPlan {
    if let reason = readOnlyReason(of: node) { throw reason }
    let last =
      sibling
      ?? memo.lastMembers.value(of: node) {
        children(of: node).last { nodes[$0].whole != 0..<0 } ?? lastMember(of: node, in: node)
      }
    if names.count == 1, let plan = try planBelowComment(names[0], in: node, value) { return plan }
    guard var last else { return try planToFill(node, names, value) }
    if names.count == 1, bytes.isIndent(before: nodes[last].start),
      let beside = relative(
        of: names[0],
        in: memo.members.value(
          of: node, orStore: { lastNodes(byBeginning: children(of: node)) })),
      bytes.isIndent(before: nodes[beside].start), nodes[beside].whole != 0..<0
    {
      last = beside
    }
    func plan(
      _ range: Range<Int>, _ before: [UInt8], _ text: [UInt8], _ after: [UInt8],
      separator: [UInt8]
    ) -> EditPlan {
      let made = DocumentPath(place(of: node).steps + names.prefix(1).map { .key($0) })
      return EditPlan(
        kind: .add, range: range, replacement: before + text + after,
        joint: EditPlan.Joint(
          holder: node, made: made, item: before.count..<before.count + text.count,
          separator: separator))
    }
    let object = nodes[node].value
    let member = nodes[last].whole
    // An inline table stays on one line, as TOML 1.0 requires, unless it already spans several
    // lines.
    let isSpread = bytes.isIndent(before: member.lowerBound)
    let indent = isSpread ? indentOfLine(member.lowerBound) : nil
    let text = try self.member(names, value, indent: indent)
    let tail = bytes[member.upperBound..<object.upperBound - 1]
    let comma = firstComma(in: tail)
    guard let indent else {
      let start = comma.map { $0 + 1 } ?? member.upperBound
      let isTrailing = comma != nil
      let blank: [UInt8] = memberSeparator.last?.isBlank == true ? [0x20] : []
      return plan(
        start..<start, isTrailing ? blank : [0x2C] + blank, text, isTrailing ? [0x2C] : [],
        separator: [0x2C] + blank)
    }
    // Insert the new member below the line of the last member, unless the object ends on that line.
    let after = comma.map { $0 + 1 } ?? member.upperBound
    let lineEnd = endOfLine(from: after, before: object.upperBound - 1)
    let start = member.upperBound
    let lead = bytes.usualLineEnd + indent
    return plan(
      start..<lineEnd, (comma == nil ? [0x2C] : []) + bytes[start..<lineEnd] + lead, text,
      comma == nil ? [] : [0x2C], separator: [0x2C] + lead)
  }

  /// Returns a plan to add a member below the comment that shows it, such as `// "lib": [],`.
  private func planBelowComment(
    _ name: Key, in node: Int, _ value: Value
  ) throws -> EditPlan? {
    // Most files have no such comment, and the members aren't needed then.
    guard format.isJSON, !comments.isEmpty, nodes[node].value.count > 2 else { return nil }
    let object = nodes[node].value
    let quoted = try format.notation.written([name])
    let candidates = comments.filter { comment in
      guard !comment.isBehind, object.contains(comment.range.lowerBound) else { return false }
      let text = bytes[comment.range].drop { $0 == "/" || $0 == "*" || $0.isBlank }
      guard text.starts(with: quoted) else { return false }
      return text.dropFirst(quoted.count).first { !$0.isBlank } == UInt8(ascii: ":")
    }
    guard !candidates.isEmpty else { return nil }
    let members = children(of: node).map { nodes[$0].whole }
    let own = candidates.first { comment in
      !members.contains { $0.contains(comment.range.lowerBound) }
    }
    guard let own else { return nil }
    let end = bytes.contentEnd(of: own.range.upperBound)
    guard own.range.upperBound == end, end < object.upperBound - 1 else { return nil }
    let before = members.last { $0.upperBound <= own.range.lowerBound }
    let needsComma =
      before.map { firstComma(in: bytes[$0.upperBound..<own.range.lowerBound]) == nil } ?? false
    let start = needsComma ? before?.upperBound ?? end : end
    let hasNext = members.contains { $0.lowerBound > end }
    let isTrailing = hasNext || !needsComma && before != nil
    let indent = indentOfLine(own.range.lowerBound)
    let text = try member([name], value, indent: indent)
    return EditPlan(
      kind: .uncomment, range: start..<end,
      replacement: (needsComma ? [0x2C] : []) + bytes[start..<end] + bytes.usualLineEnd + indent
        + text + (isTrailing ? [0x2C] : []))
  }

  /// Returns the last member of an inline table with dotted keys that is part of a table.
  func lastMember(of node: Int, in table: Int) -> Int? {
    nodes.indices.last {
      nodes[$0].isWritten && holder(of: $0) == node && isWithin($0, table)
    }
  }

  /// Returns the object or inline table that contains a member.
  ///
  /// The intermediate tables of a dotted key, such as the `a` of `a.b`, are skipped.
  func holder(of index: Int) -> Int {
    var above = nodes[index].parent
    while above > 0, nodes[above].form == .dotted { above = nodes[above].parent }
    return above
  }

  /// Returns the text of a new member of an object or inline table.
  ///
  /// If the `indent` argument isn't `nil`, nested objects are split into several lines.
  private func member(
    _ names: [Key], _ value: Value, indent: [UInt8]?
  ) throws -> [UInt8] {
    let value = try encoded(value, like: sampleText)
    if format.notation.keepsBracesOnLine {
      return try format.notation.written(names) + memberSeparator + value
    }
    var text = value
    for (depth, name) in names.enumerated().reversed() {
      text = try style.written([name]) + memberSeparator + text
      guard depth > 0 else { break }
      guard let indent else {
        text = [0x7B] + text + [0x7D]
        continue
      }
      let outer = indent + repeated(indentUnit, depth - 1)
      let end = bytes.usualLineEnd
      text = [0x7B] + end + outer + indentUnit + text + trailingComma + end + outer + [0x7D]
    }
    return text
  }

  /// The notation of the file in the style of its values: a JSON5 file can have keys without quotes,
  /// a minified JSON file contains no blanks, and a TOML file can have strings in single quotes.
  var style: any Notation {
    if format == .toml { return TOML(hasSingleQuotes: hasSingleQuotes) }
    guard format.isJSON else { return format.notation }
    let sample = format == .json5 ? nodes.first { !$0.key.isEmpty }?.key : nil
    return JSONText(
      format: format, isCompact: memberSeparator == [0x3A] && !hasSeveralLines,
      keySample: sample.map { Array(bytes[$0]) })
  }

  /// A Boolean value that indicates whether the file has a line ending before its last line.
  private var hasSeveralLines: Bool {
    bytes.firstIndex(of: 0x0A).map { $0 < bytes.count - 1 } ?? false
  }

  /// The comma after the last member of a new object on several lines.
  ///
  /// There is such a comma if all lists and objects on several lines end with one.
  var trailingComma: [UInt8] {
    guard format.isJSON else { return [] }
    var isUsed = false
    for node in nodes.indices where nodes[node].isContainer {
      guard let last = children(of: node).last else { continue }
      let tail = nodes[last].value.upperBound..<nodes[node].value.upperBound - 1
      guard bytes[tail].contains(0x0A) else { continue }
      guard firstComma(in: bytes[tail]) != nil else { return [] }
      isUsed = true
    }
    return isUsed ? [0x2C] : []
  }

  /// A string in a JSON5 file that determines which quotation marks new strings have.
  private var sampleText: Scalar? {
    guard format == .json5 else { return nil }
    return nodes.firstIndex { $0.form == .value(.text) }.flatMap(literal(of:))
  }

  private func repeated(_ unit: [UInt8], _ count: Int) -> [UInt8] {
    Array(repeatElement(unit, count: count).joined())
  }

  /// The separator between keys and values in the objects and inline tables of the file.
  var memberSeparator: [UInt8] {
    let sample = nodes.first { node in
      !node.hasLine && !node.key.isEmpty && node.isWritten
        && node.value.lowerBound - node.key.upperBound < 4
        && bytes[node.key.upperBound..<node.value.lowerBound].allSatisfy {
          $0.isBlank || $0 == ":" || $0 == "="
        }
    }
    if let sample { return Array(bytes[sample.key.upperBound..<sample.value.lowerBound]) }
    return Array(format.notation.separator.utf8)
  }

  var indentUnit: [UInt8] {
    if nodes[0].form == .brackets, let first = children(of: 0).first {
      let start = nodes[first].value.lowerBound
      let indent = bytes.isIndent(before: start) ? indentOfLine(start) : []
      return indent.isEmpty ? Array("  ".utf8) : indent
    }
    for node in nodes where !node.key.isEmpty && node.parent == 0 {
      guard bytes.isIndent(before: node.key.lowerBound) else { break }
      let indent = indentOfLine(node.key.lowerBound)
      return indent.isEmpty ? Array("  ".utf8) : indent
    }
    return Array("  ".utf8)
  }

  /// Returns the offset of the comma after a member of an object, skipping comments.
  func firstComma(in tail: ArraySlice<UInt8>) -> Int? {
    let comma = passing(tail.indices) { $0 != "," }
    return comma < tail.endIndex ? comma : nil
  }

  /// Returns the end of the line including its comment, or `start` if the object ends on the same
  /// line.
  private func endOfLine(from start: Int, before end: Int) -> Int {
    let at = passing(start..<end, while: \.isBlank)
    return at < end && bytes[at].isLineEnd ? at : start
  }

  /// Returns the offset of the first byte outside of comments that doesn't satisfy a predicate.
  func passing(_ range: Range<Int>, while isPassed: (UInt8) -> Bool) -> Int {
    var at = range.lowerBound
    while at < range.upperBound {
      let mayBegin = bytes[at] == "/" || bytes[at] == "#"
      if mayBegin, let comment = comments[firstComment(from: at)...].first,
        comment.range.lowerBound == at
      {
        at = comment.range.upperBound
      } else if isPassed(bytes[at]) {
        at += 1
      } else {
        return at
      }
    }
    return at
  }

  private func planToFill(
    _ node: Int, _ names: [Key], _ value: Value
  ) throws -> EditPlan {
    let object = nodes[node].value
    let inner = object.lowerBound + 1..<object.upperBound - 1
    if format.notation.keepsBracesOnLine {
      let text = [0x20] + (try member(names, value, indent: nil)) + [0x20]
      return EditPlan(kind: .add, range: inner, replacement: text)
    }
    let isSpread = node == 0 || bytes.contains(0x0A)
    let outer = isSpread ? indentOfLine(object.lowerBound) : nil
    let indent = outer.map { $0 + indentUnit }
    var text = try member(names, value, indent: indent)
    let end = bytes.usualLineEnd
    guard let outer, let indent else {
      return EditPlan(kind: .add, range: inner, replacement: text)
    }
    text += trailingComma
    let hasComments = comments.contains { inner.contains($0.range.lowerBound) }
    guard hasComments else {
      return EditPlan(
        kind: .add, range: inner, replacement: end + indent + text + end + outer)
    }
    // Insert the first member of an object before any comments, which would otherwise describe the
    // member. A comment on the line of the opening brace stays there.
    let start = endOfLine(from: inner.lowerBound, before: inner.upperBound)
    let isOpen = bytes[start].isLineEnd
    return EditPlan(
      kind: .add, range: start..<start,
      replacement: end + indent + text + (isOpen ? [] : end + indent))
  }

  func indentOfLine(_ offset: Int) -> [UInt8] {
    Array(bytes[bytes.lineStart(of: offset)...].prefix(while: \.isBlank))
  }

  func planForEmptyJSON(_ place: DocumentPath, _ value: Value) throws -> EditPlan {
    let names = place.steps.compactMap(\.name)
    guard names.count == place.steps.count else { throw EditError("an empty file has no lists") }
    let end = bytes.usualLineEnd
    let indent = Array("  ".utf8)
    let text = try member(names, value, indent: indent)
    return EditPlan(
      kind: .add, range: bytes.count..<bytes.count,
      replacement: [0x7B] + end + indent + text + end + [0x7D] + end)
  }
}

// MARK: Removing a member
extension Document {
  func planToRemoveMember(_ node: Int) throws -> EditPlan {
    let holder = holder(of: node)
    let object = nodes[holder].value
    let member = nodes[node].whole
    let isAlone = bytes.isIndent(before: member.lowerBound)
    let comma = firstComma(in: bytes[member.upperBound..<object.upperBound - 1])
    let rest = comma.map { $0 + 1 } ?? member.upperBound
    let inner = rest..<object.upperBound - 1
    let isLast = passing(inner) { $0.isBlank || $0.isLineEnd } >= inner.upperBound
    let previous = isLast ? commaBefore(member.lowerBound, in: holder) : nil
    if let previous, comma == nil {
      // Remove the comma before the last member, but keep the comments between the comma and the
      // member.
      let between = Array(bytes[(previous + 1)..<member.lowerBound])
      let kept = isAlone ? between.droppingLastLine : []
      let end = isAlone ? endOfLine(from: rest, before: object.upperBound - 1) : rest
      return EditPlan(kind: .remove, range: previous..<end, replacement: kept)
    }
    guard isAlone else {
      let end = isLast ? rest : min(bytes.skippingBlanks(from: rest), object.upperBound - 1)
      return EditPlan(kind: .remove, range: member.lowerBound..<end, replacement: [])
    }
    let end = endOfLine(from: rest, before: object.upperBound - 1)
    let isWholeLine = end > rest || end < bytes.count && bytes[end].isLineEnd
    let lineStart = bytes.lineStart(of: member.lowerBound)
    return EditPlan(
      kind: .remove,
      range: isWholeLine ? lineStart..<bytes.lineEnd(of: end) : member.lowerBound..<end,
      replacement: [])
  }

  /// Returns the offset of the comma that precedes a member of an object.
  private func commaBefore(_ offset: Int, in object: Int) -> Int? {
    let before = nodes.indices.last { index in
      nodes[index].isWritten && nodes[index].whole.upperBound <= offset
        && holder(of: index) == object
    }
    return before.flatMap { firstComma(in: bytes[nodes[$0].whole.upperBound..<offset]) }
  }
}

extension [UInt8] {
  fileprivate var droppingLastLine: [UInt8] {
    var rest = self[...]
    while let last = rest.last, last.isBlank { rest.removeLast() }
    if rest.last == 0x0A { rest.removeLast() }
    if rest.last == 0x0D { rest.removeLast() }
    return Array(rest)
  }
}
