/// A single change to a settings file.
package enum DocumentEdit: Sendable, Equatable {
  /// Sets the value of a key, which can be present, commented out, or missing in the file.
  case set(DocumentPath, Value)
  case remove(DocumentPath)
  /// Inserts an item into a list and creates the list if the file doesn't contain it.
  case insert(DocumentPath, at: Int, Value)
  /// Moves a list item to another index of the same list.
  case move(DocumentPath, to: Int)

  package var place: DocumentPath {
    switch self {
    case .set(let place, _), .remove(let place), .insert(let place, _, _), .move(let place, _):
      place
    }
  }
}

/// The effect of an edit on the bytes of the file, which replaces a single contiguous range.
package struct EditPlan: Sendable, Equatable {
  package enum EditKind: Sendable, Equatable {
    /// The file already contains the value, so Settee doesn't write anything.
    case same
    case set
    /// The edit inserts a line below the commented-out line of the same setting.
    case uncomment
    case add
    case remove
    case move
  }

  package let kind: EditKind
  package let range: Range<Int>
  package let replacement: [UInt8]
  /// Information for combining this addition with other additions at the same offset.
  ///
  /// The information is `nil` if the addition must be applied separately.
  var joint: Joint?

  /// The item that an addition inserts, and the separator before the next addition.
  struct Joint: Sendable, Equatable {
    /// The object or table to which the edit adds an item.
    ///
    /// Settee combines only additions to the same object or table.
    let holder: Int
    /// The path that the addition creates, such as the path of a new table.
    ///
    /// Settee doesn't combine two additions that create the same path.
    let made: DocumentPath
    /// The range of the new item within the replacement.
    let item: Range<Int>
    let separator: [UInt8]
  }

  package var replaced: ReplacedRange {
    let start = range.lowerBound
    return ReplacedRange(old: range, new: start..<start + replacement.count)
  }

  package func applied(to bytes: [UInt8]) -> [UInt8] {
    kind == .same ? bytes : bytes[..<range.lowerBound] + replacement + bytes[range.upperBound...]
  }
}

extension Document {
  /// Applies an edit to the document and verifies that the rest of the file stays the same.
  ///
  /// A setting is preferably added below its commented-out line. If that line is in another table,
  /// or a value continues there, the setting is added at the end of its table. If this fails as
  /// well, the method throws an error.
  package func changed(by edit: DocumentEdit) throws -> (
    plan: EditPlan, document: Document
  ) {
    try changed(by: edit, PlanMemo())
  }

  func changed(
    by edit: DocumentEdit, _ memo: PlanMemo
  ) throws -> (plan: EditPlan, document: Document) {
    if let yaml { return try YAMLEditor(self, yaml).changed(by: edit) }
    if let lens { return try LensEditor(self, lens).changed(by: edit) }
    if edit.changesItems { return try changedItems(by: edit) }
    if let removed = try removingSeveralLines(edit) { return removed }
    var refusal: EditError?
    for plan in try plans(for: edit, memo) {
      guard plan.kind != .same else { return (plan, self) }
      do {
        var verifier = try Verifier(self, [(edit, plan)], plan.applied(to: bytes))
        return (plan, try verifier.verified())
      } catch let error as EditError {
        refusal = refusal ?? error
      }
    }
    throw refusal ?? EditError("this setting can't be changed here")
  }

  /// Returns the possible plans for an edit, in order of preference.
  func plans(for edit: DocumentEdit, _ memo: PlanMemo) throws -> [EditPlan] {
    switch edit {
    case .insert, .move: throw EditError("items are changed one at a time")
    case .remove(let place):
      guard let node = node(at: place) else { throw EditError("\(place) is not set in this file") }
      return [try planToRemove(node)]
    case .set(let place, let value):
      if let node = node(at: place) { return [try planToSet(node, to: value)] }
      guard let row = memo.disabledSetting(place, in: self) else {
        guard let below = try planBelowComment(place, value, memo) else {
          return [try planToAdd(place, value, memo)]
        }
        guard let added = try? planToAdd(place, value, memo) else { return [below] }
        return [below, added]
      }
      let below = planToUncomment(row, try encoded(value, like: row.literal))
      // If the key can't be added to its table, it might still be possible to insert it below the
      // commented-out line.
      guard let added = try? planToAdd(place, value, memo) else { return [below] }
      return [below, added]
    }
  }
}

// MARK: Setting a value
extension Document {
  private func planToSet(_ node: Int, to value: Value) throws -> EditPlan {
    let one = nodes[node]
    guard let old = literal(of: node) else {
      throw EditError("\(place(of: node)) is a table; set its keys one by one")
    }
    if let reason = readOnlyReason(of: node) { throw reason }
    if holds(value, in: node) { return EditPlan(kind: .same, range: one.value, replacement: []) }
    if old.kind == .absent, format.dialect?.hasSwitches == true {
      throw EditError(
        "\(place(of: node)) is on because it has no value; to turn it off, remove it",
        line: line(of: node))
    }
    guard
      hasIndentedLines
        || comments[firstComment(from: one.value.lowerBound)...].first
          .map({ $0.range.lowerBound >= one.value.upperBound }) ?? true
    else {
      throw EditError(
        "the value contains comments that would be lost; edit the file instead",
        line: line(of: node))
    }
    let range = rangeWithBlanks(of: one, for: value)
    let sample =
      range == one.value ? old : Scalar(old.kind, Array(bytes[range]), in: old.format)
    var new = try encoded(value, like: sample, for: one.step.name)
    if old.bytes.first?.isLineEnd ?? true, new.first?.isLineEnd == false {
      new = gap(before: one) + new
    }
    return EditPlan(kind: .set, range: range, replacement: new)
  }

  /// Returns the range of a value, and the blanks after it if the value has or gets several lines.
  ///
  /// The blanks then stay at the end of the same line.
  private func rangeWithBlanks(of node: Node, for value: Value) -> Range<Int> {
    guard hasIndentedLines, case .text(let text) = value,
      text.contains("\n") || bytes[node.value].contains(0x0A),
      case let end = bytes.contentEnd(of: node.value.upperBound),
      bytes[node.value.upperBound..<end].allSatisfy(\.isBlank)
    else { return node.value }
    return node.value.lowerBound..<end
  }

  /// Returns the separator that is inserted between a key without a value and its new value.
  private func gap(before node: Node) -> [UInt8] {
    guard let dialect = format.dialect else { return [] }
    if node.form == .value(.absent) { return Array(dialect.separator.utf8) }
    let sign = bytes[node.key.upperBound..<node.value.lowerBound]
    guard let first = sign.first, let last = sign.last else {
      return Array(dialect.separator.utf8)
    }
    return first.isBlank && !last.isBlank ? [0x20] : []
  }

  /// Returns the path of a node for a message, or `the file` for the root.
  func name(of node: Int) -> String { node == 0 ? "the file" : place(of: node).description }

  /// Returns the reason why a value can't be edited, or `nil` if it can be edited.
  package func readOnlyReason(of node: Int) -> EditError? {
    if let yaml { return yamlReadOnlyReason(of: node, yaml) }
    if format.isJSON {
      var above = node
      while above > 0 {
        if occurrences(of: above).count > 1 {
          return EditError(
            "the key is duplicated in its object, so it is unclear which one takes effect",
            line: line(of: above))
        }
        above = nodes[above].parent
      }
    }
    guard case .lines = format else { return nil }
    if let literal = literal(of: node), literal.kind == .untyped, literal.decoded == nil {
      return EditError(
        "the value refers to other variables; edit the file instead", line: line(of: node))
    }
    return loneReturn(in: nodes[node].value, of: node)
  }

  /// Rejects a line that contains a carriage return without a line feed.
  ///
  /// Some programs treat the carriage return as a line ending and would read the rest of the line
  /// as another setting.
  private func loneReturn(in range: Range<Int>, of node: Int) -> EditError? {
    guard format.dialect != nil, bytes[range].hasLoneReturn else { return nil }
    return EditError(
      "the line contains a carriage return; edit the file instead", line: line(of: node))
  }

  private var hasIndentedLines: Bool { format.dialect?.values is IndentedLines }

  func encoded(_ value: Value, like old: Scalar?, for key: Key? = nil) throws -> [UInt8] {
    if let key, case .text(let text) = value,
      let encoded = try format.dialect?.encode(text, like: old, for: key)
    {
      return encoded
    }
    let encoded = try style.encode(value, like: old)
    let isLongString =
      if format == .toml, case .text = value { encoded.contains(0x0A) } else { false }
    guard hasIndentedLines || isLongString else { return encoded }
    // Inside a multiline value, use the line ending of the file for new lines. A string in a TOML file
    // keeps its own line ending.
    let old = isLongString ? old?.bytes : nil
    let end = old?.contains(0x0A) == true ? old?.usualLineEnd : nil
    let lines = encoded.split(separator: 0x0A, omittingEmptySubsequences: false)
    return lines.dropLast().flatMap { $0 + ($0.last == 0x0D ? [0x0A] : end ?? bytes.usualLineEnd) }
      + (lines.last ?? [])
  }

  func holds(_ value: Value, in node: Int) -> Bool {
    switch value {
    case .list(let values):
      let elements = children(of: node)
      return nodes[node].form == .brackets && elements.count == values.count
        && zip(elements, values).allSatisfy { holds($1, in: $0) }
    case .table(let members):
      return nodes[node].isContainer && nodes[node].form != .brackets
        && children(of: node).count == members.count
        && members.allSatisfy { member in
          self.member(member.key, of: node, isTable: false).map { holds(member.value, in: $0) }
            ?? false
        }
    default: return literal(of: node)?.holds(value) ?? false
    }
  }
}

// MARK: Setting a commented-out value
extension Document {
  private func planToUncomment(_ row: DisabledSetting, _ value: [UInt8]) -> EditPlan {
    let end = pastContinuedComment(from: row.lines.upperBound)
    // A separator without a value may lack the whitespace that belongs after it.
    let lacksBlank =
      row.literal.bytes.isEmpty && row.lead.last?.isBlank == false
      && row.lead.dropLast().last?.isBlank == true
    let lead = indent(of: row) + row.lead + (lacksBlank ? [0x20] : [])
    return EditPlan(
      kind: .uncomment, range: end..<end, replacement: asLine(lead + value, at: end))
  }

  /// Returns the indentation of a line below a commented-out setting that isn't indented, if all
  /// lines of its section have the same one.
  private func indent(of row: DisabledSetting) -> [UInt8] {
    guard format.dialect != nil, row.lead.first?.isBlank == false else { return [] }
    let section = headers.lastIndex { $0.line.lowerBound < row.lines.lowerBound } ?? -1
    let lines = nodes.filter { $0.hasLine && $0.section == section }
    let indents = Set(lines.map { Array(indentOfLine($0.whole.lowerBound)) })
    return indents.count == 1 ? indents.first ?? [] : []
  }

  /// Returns the text that inserts a line at an offset, including the necessary line endings.
  ///
  /// The offset is at the start of a line or at the end of the file.
  func asLine(_ line: [UInt8], at offset: Int) -> [UInt8] {
    let end = lineEnd(before: offset)
    let isAfterLine = offset <= bytes.afterMark || bytes[offset - 1] == 0x0A
    return isAfterLine ? line + end : end + line
  }

  /// Returns the ending of the line before an offset, or the usual line ending of the file.
  private func lineEnd(before offset: Int) -> [UInt8] {
    guard offset > 0, bytes[offset - 1] == 0x0A else { return bytes.usualLineEnd }
    return offset > 1 && bytes[offset - 2] == 0x0D ? [0x0D, 0x0A] : [0x0A]
  }
}

// MARK: Removing a value
extension Document {
  private func planToRemove(_ node: Int) throws -> EditPlan {
    let one = nodes[node]
    guard one.isWritten, node > 0 else {
      throw EditError("\(place(of: node)) is a table; remove its keys one by one")
    }
    if let reason = readOnlyReason(of: node), !one.hasLine { throw reason }
    if let reason = loneReturn(in: one.whole, of: node) { throw reason }
    if one.hasLine { return EditPlan(kind: .remove, range: lineOf(one), replacement: []) }
    guard nodes[holder(of: node)].form == .braces else {
      throw EditError(
        "items can't be removed from this list; set the whole list", line: line(of: node))
    }
    return try planToRemoveMember(node)
  }

  /// Returns the range of an assignment, excluding a section header on the same line.
  func lineOf(_ node: Node) -> Range<Int> {
    var start = node.whole.lowerBound
    var end = node.whole.upperBound
    if !bytes.isIndent(before: start) {
      while start > 0, bytes[start - 1].isBlank { start -= 1 }
      end = bytes.contentEnd(of: node.value.upperBound)
    } else if end == bytes.count, bytes.last != 0x0A, start > 0, bytes[start - 1] == 0x0A {
      // If the file has no final line ending, also remove the line ending before the removed line.
      start -= start > 1 && bytes[start - 2] == 0x0D ? 2 : 1
    }
    return start..<end
  }
}
