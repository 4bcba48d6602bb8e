// MARK: Adding and moving list items
extension YAMLEditor {
  /// Plans to insert items into a YAML list before an index, or at the end of the list if the index
  /// is `nil`.
  func planToInsert(
    _ values: [YAMLValue], into node: Int, at index: Int?
  ) throws -> YAMLPlan {
    try guardShared(node)
    let event = event(node)
    if event.kind == .scalar, document.nodes[node].form == .value(.null) {
      return try planToStartList(node, values)
    }
    guard event.kind == .sequence else { throw EditError("it isn't a list") }
    let items = document.children(of: node)
    let index = index ?? items.count
    guard (0...items.count).contains(index) else {
      throw EditError("the list has \(items.count) items")
    }
    let before =
      index < items.count
      ? tree.values[items[index]].events.lowerBound : tree.values[node].events.upperBound - 1
    let change =
      event.style == .block
      ? try inserting(values, intoBlockOf: node, at: index)
      : [try inserting(flowItems(values, like: items), inBracketsOf: node, at: index)]
    return YAMLPlan(
      kind: .add, changes: change,
      splices: [YAMLPlan.Splice(old: before..<before, new: values.flatMap { $0.expected() })])
  }

  /// Plans to replace an empty YAML value, such as `null`, with a list.
  private func planToStartList(_ node: Int, _ values: [YAMLValue]) throws -> YAMLPlan {
    let (event, place) = (event(node), tree.values[node])
    if let reason = document.yamlReadOnlyReason(of: node, tree) { throw reason }
    guard !place.lacksColon else { throw refusal("its key has no colon", node) }
    let new = YAMLValue.list(values)
    let splice = YAMLPlan.Splice(
      old: place.events, new: new.expected(like: place.events.lowerBound))
    let end = event.range.upperBound
    let isSimple =
      event.range.isEmpty && !place.isInFlow && place.key >= 0
      && event.anchor == nil && event.tag == nil
    if isSimple {
      let column = bytes.yamlColumn(of: place.entry) + style.listStep
      return YAMLPlan(
        kind: .add,
        changes: inserting(
          values.flatMap { style.lines(nil, $0, column: column) }, at: bytes.lineEnd(of: end)),
        splices: [splice])
    }
    let gap: [UInt8] = event.range.isEmpty && !bytes[end - 1].isBlank ? [0x20] : []
    let change = YAMLPlan.TextReplacement(range: event.range, replacement: gap + style.flow(new))
    return YAMLPlan(kind: .add, changes: [change], splices: [splice])
  }

  private func inserting(
    _ values: [YAMLValue], intoBlockOf node: Int, at index: Int
  ) throws -> [YAMLPlan.TextReplacement] {
    let items = document.children(of: node)
    guard let first = items.first, let last = items.last else { throw EditError("it isn't a list") }
    let column = bytes.yamlColumn(of: entry(first))
    let isSpaced = areSpaced(items, around: index)
    let blocks = itemLines(values, column: column, like: items)
    guard index < items.count else {
      let lines = blocks.flatMap { (isSpaced ? [[]] : []) + $0 }
      return inserting(
        lines, at: pastDeeperComments(from: entryEnd(last), column: column))
    }
    let lines = blocks.flatMap { $0 + (isSpaced ? [[]] : []) }
    let start = entry(items[index])
    let line = bytes.yamlLineStart(of: start)
    guard isAloneOnLine(start) else {
      throw refusal("its first item is on the same line as its parent", node)
    }
    let offset = commentsStart(above: line, column: start - line, includesHeadings: true)
    return inserting(lines, at: offset)
  }

  /// Returns whether a blank line separates the items of a list next to an index.
  func areSpaced(_ items: [Int], around index: Int) -> Bool {
    guard items.count > 1 else { return false }
    let next = items[min(max(index, 1), items.count - 1)]
    let previous = items[min(max(index, 1), items.count - 1) - 1]
    var at = entryEnd(previous)
    while at < entry(next) {
      if bytes.isEmptyLine(at: at) { return true }
      at = bytes.lineEnd(of: at)
    }
    return false
  }

  /// Returns the quotes that all items of a list have, or `nil` if their styles differ.
  private func quotes(of items: [Int]) -> YAMLEvent.Presentation? {
    let styles = Set(items.map { event($0).kind == .scalar ? event($0).style : .block })
    guard styles.count == 1, let quotes = styles.first else { return nil }
    return quotes == .single || quotes == .double ? quotes : nil
  }

  /// Returns new items of a list in brackets, with the quotes of the existing items.
  private func flowItems(_ values: [YAMLValue], like items: [Int]) -> [[UInt8]] {
    guard let quotes = quotes(of: items) else { return values.map { style.flow($0) } }
    return values.map { value in
      guard case .text(let text) = value else { return style.flow(value) }
      return style.line(text, quotes: quotes, inFlow: true)
    }
  }

  /// Returns the lines of each new list item, with the quotation style and the spacing of the existing
  /// items.
  private func itemLines(_ values: [YAMLValue], column: Int, like items: [Int]) -> [[[UInt8]]] {
    let quotes = quotes(of: items)
    return values.map { itemLines($0, column: column, like: items, quotes) }
  }

  private func itemLines(
    _ value: YAMLValue, column: Int, like items: [Int], _ quotes: YAMLEvent.Presentation?
  ) -> [[UInt8]] {
    let lead = [UInt8](repeating: 0x20, count: column)
    if case .text(let text) = value, !text.contains(0x0A), let quotes {
      return [lead + [0x2D, 0x20] + style.line(text, quotes: quotes, inFlow: false)]
    }
    var lines = style.lines(nil, value, column: column)
    guard case .mapping = value, let first = items.first, event(first).kind != .scalar else {
      return lines
    }
    let gap = bytes[(entry(first) + 1)...].prefix { $0 == 0x20 }.count
    guard gap > 1 else { return lines }
    let more = [UInt8](repeating: 0x20, count: gap - 1)
    lines[0] = lead + [0x2D] + more + lines[0].dropFirst(column + 1)
    for index in lines.indices.dropFirst() where !lines[index].isEmpty {
      lines[index] = more + lines[index]
    }
    return lines
  }

  func planToMove(_ node: Int, to index: Int) throws -> YAMLPlan {
    let list = parent(node)
    guard list >= 0, event(list).kind == .sequence,
      let from = document.children(of: list).firstIndex(of: node)
    else { throw EditError("it isn't an item of a list") }
    try guardShared(list)
    let items = document.children(of: list)
    guard items.indices.contains(index) else {
      throw EditError("the list has \(items.count) items")
    }
    var order = Array(items.indices)
    order.insert(order.remove(at: from), at: index)
    try guardOrder(of: order.map { items[$0] }, moving: node)
    let isFlow = event(list).style != .block
    if isFlow, hasComments(in: document.nodes[list].value) {
      throw refusal("its brackets contain a comment", node)
    }
    let ranges: [Range<Int>]
    let headings: [Range<Int>]
    if isFlow {
      ranges = items.map { event($0).start..<end($0) }
      headings = ranges.map { $0.lowerBound..<$0.lowerBound }
    } else {
      guard isAloneOnLine(entry(items[0])) else {
        throw refusal("its first item is on the same line as its parent", list)
      }
      ranges = items.map { lines(of: $0).range }
      headings = zip(items, ranges).map { item, range in
        lines(of: item, includesHeadings: true).range.lowerBound..<range.lowerBound
      }
    }
    let events = order.flatMap { tree.values[items[$0]].events.map(YAMLPlan.ExpectedEvent.old) }
    let inner = tree.values[list].events
    return YAMLPlan(
      kind: .move, changes: moving(ranges, headings, order, from),
      splices: [
        YAMLPlan.Splice(old: inner.lowerBound + 1..<inner.upperBound - 1, new: events)
      ],
      removed: [headings[from]], moves: true)
  }

  /// Throws an error if moving a list item would place a YAML alias before the anchor that it
  /// refers to.
  private func guardOrder(of items: [Int], moving node: Int) throws {
    guard !tree.uses.isEmpty else { return }
    var seen: Set<Int> = []
    for item in items {
      let own = tree.values[item].events
      for index in own where tree.events[index].kind == .alias {
        let target = tree.events[index].target
        guard let holder = items.first(where: { tree.values[$0].events.contains(target) }),
          holder != item, !seen.contains(holder)
        else { continue }
        let anchor = tree.events[target].anchor ?? 0..<0
        let name = String(decoding: bytes[anchor.dropFirst()], as: UTF8.self)
        let key = document.place(of: node)
        let line = document.line(at: tree.events[holder == node ? index : target].start)
        let reason =
          holder == node
          ? "its anchor &\(name) would come after line \(line), which uses it"
          : "it would come before line \(line), which has its anchor &\(name)"
        throw EditError("Can't move '\(key)': \(reason)", line: line)
      }
      seen.insert(item)
    }
  }

  /// Writes ranges in another order, and leaves what is between them.
  ///
  /// A heading stays above its item. The heading of the moved item then belongs to the next item.
  private func moving(
    _ ranges: [Range<Int>], _ headings: [Range<Int>], _ order: [Int], _ moved: Int
  ) -> [YAMLPlan.TextReplacement] {
    guard let first = headings.first, let last = ranges.last else { return [] }
    let lacksEnd =
      last.upperBound == bytes.count && bytes[ranges[0]].last == 0x0A && bytes.last != 0x0A
    var new: [UInt8] = []
    for (position, index) in order.enumerated() {
      if index == moved + 1 { new += bytes[headings[moved]] }
      if index != moved { new += bytes[headings[index]] }
      new += bytes[ranges[index]]
      // If the moved item was the last line of a file without a final line ending, add a line
      // ending to the item.
      if lacksEnd, index == ranges.count - 1 { new += style.lineEnd }
      if position + 1 < ranges.count {
        new += bytes[ranges[position].upperBound..<headings[position + 1].lowerBound]
      }
    }
    if moved == ranges.count - 1 { new += bytes[headings[moved]] }
    let range = first.lowerBound..<last.upperBound
    let whole = YAMLPlan.TextReplacement(range: range, replacement: new)
    guard lacksEnd else { return [whole] }
    return [YAMLPlan.TextReplacement(range: range, replacement: new.droppingLineEnd), whole]
  }
}
