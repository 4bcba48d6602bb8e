// MARK: Adding keys
extension YAMLEditor {
  func planToAdd(
    _ rest: ArraySlice<DocumentPath.Step>, to node: Int, _ value: YAMLValue
  ) throws -> YAMLPlan {
    for step in rest { try step.name?.guardIsScalar() }
    if rest.count > 1,
      let reason = document.mergeReason(on: DocumentPath(document.place(of: node).steps + rest))
    {
      throw reason
    }
    var value = value
    for step in rest.dropFirst().reversed() {
      guard case .key(let name) = step else { throw noItem(node) }
      value = .mapping([(name, value)])
    }
    guard case .key(let name)? = rest.first else { throw noItem(node) }
    try guardShared(node)
    let event = tree.values[node].events.isEmpty ? nil : event(node)
    switch event?.kind {
    case nil: return planToFillFile(name, value, at: endOfEmptyDocument)
    case .mapping:
      return event?.style == .block
        ? try planToAddLines(name, value, to: node)
        : try planToAddInBraces(name, value, to: node, at: document.children(of: node).count)
    case .scalar where isEmptyRoot(node):
      return planToFillFile(name, value, at: endOfEmptyDocument)
    case .scalar where document.nodes[node].form == .value(.null):
      return try planToFill(node, name, value)
    case .alias: throw document.yamlReadOnlyReason(of: node, tree) ?? noItem(node)
    default:
      throw EditError(
        "\(document.name(of: node)) is a value and can't contain keys",
        line: document.line(of: node))
    }
  }

  private func noItem(_ node: Int) -> EditError {
    EditError(
      "\(document.name(of: node)) doesn't have this item",
      line: document.line(of: node))
  }

  private func isEmptyRoot(_ node: Int) -> Bool {
    node == 0 && document.nodes[0].form == .braces
  }

  /// The offset of the line `...` that ends a document without keys, or the end of the file.
  private var endOfEmptyDocument: Int {
    var (at, marker) = (0, Int?.none)
    while at < bytes.count {
      let end = bytes.contentEnd(of: at)
      if bytes[at..<end].starts(with: "...".utf8) { marker = marker ?? at }
      // A marker before the start of the document ends an earlier one.
      if bytes[at..<end].starts(with: "---".utf8) { marker = nil }
      at = bytes.lineEnd(of: end)
    }
    return marker ?? bytes.count
  }

  /// Plans to add the first key to an empty YAML file.
  private func planToFillFile(_ name: Key, _ value: YAMLValue, at offset: Int) -> YAMLPlan {
    let root = YAMLValue.mapping([(name, value)])
    let splice: YAMLPlan.Splice
    if tree.events.isEmpty {
      splice = YAMLPlan.Splice(
        old: 0..<0,
        new: [.boundary(.documentStart)] + root.expected() + [.boundary(.documentEnd)])
    } else {
      let events = tree.values[0].events
      splice = YAMLPlan.Splice(old: events, new: root.expected(like: events.lowerBound))
    }
    let lines = style.lines(name.bytes, value, column: 0)
    return YAMLPlan(
      kind: .add, changes: inserting(lines, at: offset), splices: [splice],
      fillsFile: true)
  }

  /// Plans to replace an empty value, such as `null`, with a mapping that contains one key.
  private func planToFill(
    _ node: Int, _ name: Key, _ value: YAMLValue
  ) throws -> YAMLPlan {
    let (event, place) = (event(node), tree.values[node])
    guard !place.isInFlow, !place.lacksColon else {
      throw refusal("it is an empty value in brackets", node)
    }
    if let reason = document.yamlReadOnlyReason(of: node, tree) { throw reason }
    let new = YAMLValue.mapping([(name, value)])
    let splice = YAMLPlan.Splice(
      old: place.events, new: new.expected(like: place.events.lowerBound))
    let range = event.range
    let end = range.upperBound
    var changes: [YAMLPlan.TextReplacement] = []
    let isSimple = event.anchor == nil && event.tag == nil && place.key >= 0
    let column = bytes.yamlColumn(of: place.entry) + style.step
    let lines = style.lines(name.bytes, value, column: column)
    if isSimple, range.isEmpty {
      changes = inserting(lines, at: bytes.lineEnd(of: end))
    } else if isSimple, let key = key(node),
      bytes[key.range.upperBound..<range.lowerBound].allSatisfy({ $0 == ":" || $0 == 0x20 }),
      let colon = bytes[..<range.lowerBound].lastIndex(of: UInt8(ascii: ":"))
    {
      // Replace the word `null` with the lines of the new mapping, but keep the comment after it.
      let rest = Array(bytes[end..<bytes.contentEnd(of: end)])
      let text = Array(([rest] + lines).joined(separator: style.lineEnd))
      let line = bytes.lineEnd(of: end)
      let hasEnd = bytes[..<line].last == 0x0A
      changes = [
        YAMLPlan.TextReplacement(
          range: colon + 1..<line, replacement: text + (hasEnd ? style.lineEnd : []))
      ]
    } else {
      let gap: [UInt8] = range.isEmpty && !bytes[end - 1].isBlank ? [0x20] : []
      changes = [YAMLPlan.TextReplacement(range: range, replacement: gap + style.flow(new))]
    }
    return YAMLPlan(kind: .add, changes: changes, splices: [splice])
  }

  private func planToAddLines(
    _ name: Key, _ value: YAMLValue, to node: Int
  ) throws -> YAMLPlan {
    guard let first = document.children(of: node).first, let last = document.children(of: node).last
    else {
      throw noItem(node)
    }
    let new = document.place(of: node).appending(name)
    func refusal(_ reason: String) -> EditError {
      let line = document.line(of: last)
      return EditError(
        "Can't add '\(new)': \(reason)", line: line, advice: "Edit line \(line) manually")
    }
    guard !tree.values[last].isExplicit else {
      throw refusal("the key before it is written with '?'")
    }
    let lineStart = bytes.yamlLineStart(of: entry(last))
    guard !bytes[lineStart..<entry(last)].contains(0x09) else {
      throw refusal("line \(document.line(of: last)) is indented with a tab")
    }
    let column = bytes.yamlColumn(of: entry(first))
    let close = tree.values[node].events.upperBound - 1
    let gap: [[UInt8]] = isTableApart(value, in: node) ? [[]] : []
    return YAMLPlan(
      kind: .add,
      changes: inserting(
        gap + style.lines(name.bytes, value, column: column),
        at: pastDeeperComments(from: entryEnd(last), column: column)),
      splices: [
        YAMLPlan.Splice(old: close..<close, new: [.text(name.bytes)] + value.expected())
      ])
  }

  /// Returns whether a blank line precedes a new mapping, because blank lines separate all mappings next
  /// to it.
  private func isTableApart(_ value: YAMLValue, in node: Int) -> Bool {
    let tables = document.children(of: node)
    guard case .mapping = value, let last = tables.last else { return false }
    // A scalar such as `|+` keeps the blank lines after it.
    return tables.count > 1 && tables.allSatisfy(isBlock)
      && !bytes[entry(last)..<entryEnd(last)].contains(UInt8(ascii: "+"))
      && tables.indices.dropFirst().allSatisfy { areSpaced(tables, around: $0) }
  }

  /// Plans to add a key directly below the comment line that contains the commented-out key.
  ///
  /// The result is `nil` if that comment line isn't inside the mapping that receives the key.
  func planToAdd(
    _ value: YAMLValue, below row: DisabledSetting, in node: Int
  ) throws -> YAMLPlan? {
    guard let name = row.place.steps.last?.name else { return nil }
    let hasNoKeys = tree.values[node].events.isEmpty || isEmptyRoot(node)
    if hasNoKeys, row.place.steps.count == 1, bytes.indices.contains(row.lines.lowerBound) {
      return planToFillFile(name, value, at: row.lines.upperBound)
    }
    guard !hasNoKeys, isBlock(node), event(node).kind == .mapping,
      let first = document.children(of: node).first
    else { return nil }
    try guardShared(node)
    let end = row.lines.upperBound
    let next = document.children(of: node).first { entry($0) >= end }
    let at = next.map { events($0).lowerBound } ?? tree.values[node].events.upperBound - 1
    let lines = style.lines(name.bytes, value, column: bytes.yamlColumn(of: entry(first)))
    return YAMLPlan(
      kind: .uncomment, changes: inserting(lines, at: end),
      splices: [YAMLPlan.Splice(old: at..<at, new: [.text(name.bytes)] + value.expected())])
  }

  /// Returns the end of the comment lines that follow a YAML entry and are indented farther than
  /// the entry.
  ///
  /// A comment line below `offset` belongs to the entry if it is indented beyond `column`, the
  /// column of the entry.
  func pastDeeperComments(from offset: Int, column: Int) -> Int {
    var end = offset
    var at = offset
    while at < bytes.count {
      let text = bytes.skippingBlanks(from: at)
      if text < bytes.count, bytes[text] == "#" {
        guard bytes.yamlColumn(of: text) > column else { break }
        end = bytes.lineEnd(of: text)
      } else if !bytes.isEmptyLine(at: at) {
        break
      }
      at = bytes.lineEnd(of: at)
    }
    return end
  }

  /// The ways to insert lines where a line begins or the file ends.
  func inserting(_ lines: [[UInt8]], at offset: Int) -> [YAMLPlan.TextReplacement] {
    let end = style.lineEnd
    let text = Array(lines.joined(separator: end))
    if offset <= bytes.afterMark || bytes[offset - 1] == 0x0A {
      return [YAMLPlan.TextReplacement(range: offset..<offset, replacement: text + end)]
    }
    // A file without a final line ending stays one, unless a block scalar needs it.
    var changes: [YAMLPlan.TextReplacement] = []
    for tail in [text, text + end] {
      changes.append(YAMLPlan.TextReplacement(range: offset..<offset, replacement: end + tail))
      if let change = endingBlock(before: offset, tail) { changes.append(change) }
    }
    return changes
  }

  /// A block scalar that ends the file without a line ending keeps its value with `-` in its header.
  private func endingBlock(before offset: Int, _ text: [UInt8]) -> YAMLPlan.TextReplacement? {
    guard let last = tree.events.last(where: { $0.kind == .scalar }), last.isBlockScalar,
      last.range.upperBound == offset
    else { return nil }
    let header = bytes[last.range.lowerBound..<last.headerEnd].filter { $0 != "+" && $0 != "-" }
    return YAMLPlan.TextReplacement(
      range: last.range.lowerBound..<offset,
      replacement: header + [0x2D] + bytes[last.headerEnd..<offset] + style.lineEnd + text)
  }
}

// MARK: Adding keys in braces
extension YAMLEditor {
  private func planToAddInBraces(
    _ name: Key, _ value: YAMLValue, to node: Int, at index: Int
  ) throws -> YAMLPlan {
    if let reason = document.yamlReadOnlyReason(of: node, tree) { throw reason }
    let text = style.line(name.bytes, inFlow: true) + [0x3A, 0x20] + style.flow(value)
    let close = tree.values[node].events.upperBound - 1
    return YAMLPlan(
      kind: .add, changes: [try inserting([text], inBracketsOf: node, at: index)],
      splices: [
        YAMLPlan.Splice(old: close..<close, new: [.text(name.bytes)] + value.expected())
      ])
  }

  /// Inserts entries into a YAML collection in brackets or braces and matches the layout of the
  /// existing entries.
  func inserting(
    _ texts: [[UInt8]], inBracketsOf node: Int, at index: Int
  ) throws -> YAMLPlan.TextReplacement {
    guard event(node).style == .flow else { throw refusal("it is written without braces", node) }
    let range = document.nodes[node].value
    let inner = range.lowerBound + 1..<range.upperBound - 1
    let entries = document.children(of: node)
    let text = Array(texts.joined(separator: [0x2C, 0x20]))
    guard let last = entries.last else {
      guard !hasComments(in: inner) else { throw refusal("its brackets contain a comment", node) }
      return YAMLPlan.TextReplacement(range: inner, replacement: text)
    }
    if index < entries.count {
      let start = entry(entries[index])
      let isAlone = isAloneOnLine(start)
      let gap = isAlone ? style.lineEnd + bytes[bytes.lineStart(of: start)..<start] : [0x20]
      return YAMLPlan.TextReplacement(
        range: start..<start, replacement: Array(texts.map { $0 + [0x2C] + gap }.joined()))
    }
    let end = end(last)
    let next = bytes.skippingYAMLSpace(from: end)
    let comma = bytes[next] == "," ? next : nil
    let start = entry(last)
    guard isAloneOnLine(start) else {
      let at = comma.map { $0 + 1 } ?? end
      let new = comma == nil ? [0x2C, 0x20] + text : [0x20] + text + [0x2C]
      return YAMLPlan.TextReplacement(range: at..<at, replacement: new)
    }
    let lead = style.lineEnd + bytes[bytes.lineStart(of: start)..<start]
    let after = comma.map { $0 + 1 } ?? end
    let lineEnd = bytes.contentEnd(of: after)
    let tail = texts.map { lead + $0 }.joined(separator: [0x2C]) + (comma == nil ? [] : [0x2C])
    if inner.upperBound < lineEnd {
      // The bracket is on the line of the last entry.
      return YAMLPlan.TextReplacement(
        range: after..<after, replacement: (comma == nil ? [0x2C] : []) + tail)
    }
    return YAMLPlan.TextReplacement(
      range: end..<lineEnd, replacement: (comma == nil ? [0x2C] : []) + bytes[end..<lineEnd] + tail)
  }
}
