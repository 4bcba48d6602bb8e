/// Adds a key that is nowhere in the file, not even commented out.
extension Document {
  func planToAdd(
    _ place: DocumentPath, _ value: Value, _ memo: PlanMemo
  ) throws(EditError) -> EditPlan {
    guard !place.steps.isEmpty else { throw EditError("a place needs a key") }
    if let unknown = unknown.first {
      let line = bytes.place(of: unknown.range.lowerBound).line
      throw EditError(
        "line \(line) is not understood, so only what is there can be changed", line: line)
    }
    if nodes[0].isWritten, nodes[0].value.isEmpty {
      return try planForEmptyJSON(place, value)
    }
    let (node, rest) = deepest(on: place)
    let names = rest.compactMap(\.name)
    guard names.count == rest.count else {
      throw EditError("\(self.place(of: node)) has no such item; add it first")
    }
    switch nodes[node].form {
    case .value, .brackets:
      throw EditError("\(self.place(of: node)) is a value and holds no other", line: line(of: node))
    case .elements:
      throw EditError("\(self.place(of: node)) is a list of tables; name the element, such as [0]")
    case .braces: return try planToAddMember(names, to: node, value, memo)
    case .table, .element, .implied, .dotted:
      return try planToAddLine(names, to: node, value, memo)
    }
  }

  private func planToAddLine(
    _ names: [Key], to node: Int, _ value: Value, _ memo: PlanMemo
  ) throws(EditError) -> EditPlan {
    guard let last = names.last else { throw EditError("a place needs a key") }
    let value = try encoded(value, like: nil)
    // Where the key's table has lines of its own, the line goes there, with dots where they are the habit.
    let isThere = names.count == 1 || nodes[node].form == .dotted
    let usual = memo.insertionPoints(node) { self.spot(in: node) }
    let spot = usual.flatMap { self.spot(beside: last, in: node, $0) } ?? usual
    if isThere, nodes[node].form != .implied, let spot {
      let key = try dotted(names, below: spot.maker, node)
      let made = DocumentPath(place(of: node).steps + names.map { .key($0) })
      return planToAddLine(key, value, spot, makes: made, memo)
    }
    let table = place(of: node).steps + names.dropLast().map { .key($0) }
    guard !table.isEmpty else {
      throw EditError("a setting of this file stands in a section; name it before a point")
    }
    let separator = memo.separators(nil) { neighbourSeparator(in: nil) }
    let line = try format.notation.written([last]) + separator + value
    return try planToAddTable(DocumentPath(table), line, below: node, memo)
  }

  private func planToAddLine(
    _ key: [UInt8], _ value: [UInt8], _ spot: InsertionPoint, makes made: DocumentPath,
    _ memo: PlanMemo
  ) -> EditPlan {
    let usual = memo.separators(spot.section) { neighbourSeparator(in: spot.section) }
    let neighbours = memo.neighbours(spot.section) { separated(in: spot.section) }
    let separator = aligned(usual, key: key, with: neighbours)
    let lead = memo.leads(spot.section) { neighbourLead(in: spot.section) }
    let line = asLine(lead + key + separator + value, at: spot.offset)
    let gapBefore = spot.hasGapBefore ? bytes.usualLineEnd : []
    let gapBehind = spot.hasGapBehind ? bytes.usualLineEnd : []
    return EditPlan(
      kind: .add, range: spot.offset..<spot.offset, replacement: gapBefore + line + gapBehind,
      joint: EditPlan.Joint(
        holder: spot.maker, made: made, item: gapBefore.count..<gapBefore.count + line.count,
        separator: []))
  }

  /// The key of a line in the table whose header it stands below.
  private func dotted(
    _ names: [Key], below maker: Int, _ node: Int
  ) throws(EditError) -> [UInt8] {
    var keys = names
    var above = node
    while above != maker, let name = nodes[above].step.name {
      keys.insert(name, at: 0)
      above = nodes[above].parent
    }
    return try format.notation.written(keys)
  }
}

// Where a line goes.
extension Document {
  /// Where a new line of a table goes.
  struct InsertionPoint {
    let offset: Int
    let section: Int
    /// The table whose lines stand there.
    let maker: Int
    /// Whether a blank line comes first, or has to follow.
    var hasGapBefore = false
    var hasGapBehind = false
  }

  /// Behind the last assignment of the table, or below its header; nil where it has no header.
  private func spot(in node: Int) -> InsertionPoint? {
    var maker = node
    while nodes[maker].form == .dotted { maker = nodes[maker].parent }
    let isDotted = maker != node
    let last = nodes.indices.last { index in
      nodes[index].hasLine && table(of: nodes[index]) == maker
        && (!isDotted || isWithin(index, node))
    }
    if let last, nodes[last].section == lastSection(of: maker) {
      let offset = nodes[last].whole.upperBound
      return InsertionPoint(offset: offset, section: nodes[last].section, maker: maker)
    }
    if maker == 0 { return rootSpot }
    guard let section = lastSection(of: maker), section >= 0 else { return nil }
    return InsertionPoint(offset: headers[section].line.upperBound, section: section, maker: maker)
  }

  /// Behind the line that is the most like a new one; nil where none is.
  private func spot(beside name: Key, in node: Int, _ usual: InsertionPoint) -> InsertionPoint? {
    let lines = nodes.indices.filter {
      nodes[$0].hasLine && nodes[$0].parent == node && nodes[$0].section == usual.section
    }
    guard node == usual.maker, let beside = relative(of: name, among: lines) else { return nil }
    return InsertionPoint(
      offset: nodes[beside].whole.upperBound, section: usual.section, maker: usual.maker)
  }

  /// The last header of a table; -1 for the root.
  private func lastSection(of node: Int) -> Int? {
    node == 0 ? -1 : headers.lastIndex { $0.node == node }
  }

  /// In a file whose root has no lines yet: before what belongs to the first table.
  private var rootSpot: InsertionPoint? {
    if format.dialect?.needsSection == true { return nil }
    let first = headers.first?.line.lowerBound
    guard let header = [first, firstCommentedHeader].compactMap({ $0 }).min() else {
      return InsertionPoint(offset: bytes.count, section: -1, maker: 0, hasGapBefore: endsInComment)
    }
    let offset = startOfBlock(above: header)
    return InsertionPoint(offset: offset, section: -1, maker: 0, hasGapBehind: true)
  }

  /// Whether a comment stands on the last line, which would be taken for that of a line below it.
  private var endsInComment: Bool {
    comments.last.map { bytes.lineEnd(of: $0.range.upperBound) == bytes.count } ?? false
  }

  /// Where the comment lines right above a line begin, the preamble of the file left out.
  private func startOfBlock(above line: Int) -> Int {
    let mark = bytes.afterMark
    var start = line
    var ownLines: Set<Int> = []
    for comment in comments where !comment.isBehind && comment.range.upperBound <= line {
      ownLines.insert(bytes.lineStart(of: comment.range.lowerBound))
    }
    while start > mark {
      let above = bytes.lineStart(of: start - 1)
      guard ownLines.contains(above), !isPreamble(above) else { break }
      start = above
    }
    return max(start, mark)
  }

  /// How far from the start of a file a line still belongs to its preamble.
  private static let preamble = 512

  /// A shebang, a modeline, a `#:schema`: lines that have to stay on top.
  func isPreamble(_ lineStart: Int) -> Bool {
    guard lineStart < Self.preamble else { return false }
    let start = max(lineStart, bytes.afterMark)
    let line = bytes[start..<bytes.contentEnd(of: start)].prefix(Self.preamble)
    if lineStart == 0, line.starts(with: Array("#!".utf8)) { return true }
    return line.starts(with: "#:".utf8) || Self.modelines.contains(where: line.holds)
  }

  /// What tells an editor how to show a file.
  private static let modelines = [" vim:", " vi:", "-*-", " ex:"].map { Array($0.utf8) }
}

// What a line looks like.
extension Document {
  /// What stands before the keys of a section's lines: an indent, perhaps a word such as `export`.
  func neighbourLead(in section: Int) -> [UInt8] {
    let hasLead = { (node: Node) in
      node.hasLine && self.bytes.isIndent(before: node.whole.lowerBound)
    }
    if let node = nodes.last(where: { hasLead($0) && $0.section == section }) {
      return Array(bytes[node.whole.lowerBound..<node.key.lowerBound])
    }
    guard section >= 0 else { return [] }
    guard let dialect = format.dialect else {
      guard headers.indices.contains(section) else { return [] }
      let header = headers[section]
      return Array(bytes[header.line.lowerBound..<header.range.lowerBound].prefix(while: \.isBlank))
    }
    guard let node = nodes.last(where: { hasLead($0) && $0.section >= 0 }) else {
      return Array(dialect.indent.utf8)
    }
    return Array(bytes[node.whole.lowerBound..<node.key.lowerBound].prefix(while: \.isBlank))
  }

  /// What stands between key and value in a section, or elsewhere in the file.
  func neighbourSeparator(in section: Int?) -> [UInt8] {
    let hasSeparator = { (node: Node) in
      node.hasLine && node.form != .value(.absent) && !node.value.isEmpty
        && !self.bytes[node.key.upperBound..<node.value.lowerBound].contains(0x0A)
    }
    let inSection = nodes.filter { $0.section == section && hasSeparator($0) }
    let all = (inSection.isEmpty ? nodes.filter(hasSeparator) : inSection).map { node in
      Array(bytes[node.key.upperBound..<node.value.lowerBound])
    }
    // Where blanks are enough, a line with a TAB among others is its writer's table, and no habit.
    if format.dialect?.blanksSeparate == true {
      let counts = Dictionary(all.map { ($0, 1) }, uniquingKeysWith: +)
      if let most = all.last(where: { counts[$0] == counts.values.max() }) { return most }
    }
    return all.last ?? Array(format.notation.separator.utf8)
  }

  /// The separator with its sign in the column of its neighbours, where they share one.
  private func aligned(
    _ separator: [UInt8], key: [UInt8], with neighbours: [Node]
  ) -> [UInt8] {
    let gap = separator.prefix { $0 == 0x20 }.count
    guard gap > 0 else { return separator }
    let columns = neighbours.map { node in
      node.key.count + bytes[node.key.upperBound...].prefix { $0 == 0x20 }.count
    }
    let isAligned = Set(columns).count == 1 && Set(neighbours.map(\.key.count)).count > 1
    guard gap > 1 || isAligned, let column = columns.last else { return separator }
    let blanks = [UInt8](repeating: 0x20, count: max(1, column - key.count))
    return blanks + separator.dropFirst(gap)
  }

  /// The last lines of a section that have more than a sign between key and value.
  private func separated(in section: Int) -> [Node] {
    nodes.filter { node in
      node.hasLine && node.section == section && node.key.upperBound + 1 < node.value.lowerBound
    }.suffix(2)
  }
}

// New tables.
extension Document {
  /// A table that has no header yet, with its first line.
  private func planToAddTable(
    _ place: DocumentPath, _ line: [UInt8], below node: Int, _ memo: PlanMemo
  ) throws(EditError) -> EditPlan {
    if let host = hostOfAllBelow(place) {
      return try planToAddHost(place, line, above: host, memo)
    }
    let offset = endOfElement(around: node) ?? bytes.count
    let end = bytes.usualLineEnd
    let lead = memo.leads(headers.count) { neighbourLead(in: headers.count) }
    var text = try header(of: place) + end + lead + line
    let before = bytes[..<offset]
    let isFirst = before.allSatisfy { $0.isBlank || $0.isLineEnd || $0 >= 0xEF && offset == 3 }
    text = before.last == 0x0A || isFirst ? text + end : end + text
    let lastLine = offset > 0 ? bytes.lineStart(of: offset - 1) : 0
    let hasGap = before.last == 0x0A && bytes.isEmptyLine(at: lastLine)
    guard !isFirst, !hasGap else {
      return EditPlan(kind: .add, range: offset..<offset, replacement: text)
    }
    text = end + text
    // Each of several has its own blank line before it.
    let joint = EditPlan.Joint(
      holder: -1, made: place, item: 0..<text.count, separator: [])
    return EditPlan(kind: .add, range: offset..<offset, replacement: text, joint: joint)
  }

  /// The `Host *` of ssh's settings that would hide what is added below it.
  private func hostOfAllBelow(_ place: DocumentPath) -> Header? {
    guard format.dialect?.firstCounts == true, place.steps.first?.name?.isHostOfAll == false else {
      return nil
    }
    return headers.first { nodes[$0.node].step.name?.isHostOfAll == true }
  }

  private func planToAddHost(
    _ place: DocumentPath, _ line: [UInt8], above host: Header, _ memo: PlanMemo
  ) throws(EditError) -> EditPlan {
    let end = bytes.usualLineEnd
    let lead = memo.leads(headers.count) { neighbourLead(in: headers.count) }
    let offset = startOfBlock(above: host.line.lowerBound)
    let text = try header(of: place) + end + lead + line + end + end
    return EditPlan(kind: .add, range: offset..<offset, replacement: text)
  }

  private func header(of place: DocumentPath) throws(EditError) -> [UInt8] {
    guard let header = try format.notation.header(of: place.steps.compactMap(\.name)) else {
      throw EditError("a file of this format has no place \(place)")
    }
    return header
  }

  func endOfElement(around node: Int) -> Int? {
    var element = node
    while element > 0, nodes[element].form != .element { element = nodes[element].parent }
    guard element > 0, let last = headers.lastIndex(where: { isWithin($0.node, element) }) else {
      return nil
    }
    let lines = nodes.filter { $0.hasLine && $0.section == last }
    return lines.last?.whole.upperBound ?? headers[last].line.upperBound
  }
}
