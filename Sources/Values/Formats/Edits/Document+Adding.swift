/// Methods that add keys that the file doesn't contain, not even in a comment.
extension Document {
  func planToAdd(
    _ place: DocumentPath, _ value: Value, _ memo: PlanMemo
  ) throws -> EditPlan {
    guard !place.steps.isEmpty else { throw EditError("the path has no key") }
    if let unknown = unknown.first {
      let line = self.line(at: unknown.lowerBound)
      throw EditError(
        "line \(line) can't be parsed, so new settings can't be added; existing ones can be changed",
        line: line)
    }
    if nodes[0].isWritten, nodes[0].value.isEmpty {
      return try planForEmptyJSON(place, value)
    }
    let (node, rest) = deepest(on: place)
    let names = rest.compactMap(\.name)
    guard names.count == rest.count else {
      throw EditError(
        node == 0
          ? "the list of '\(place)' doesn't exist; create it with 'add'"
          : "'\(self.place(of: node))' has no item '\(DocumentPath(Array(rest)))'; use 'add' first")
    }
    switch nodes[node].form {
    case .value, .brackets:
      throw EditError(
        "\(name(of: node)) is a value, so it can't contain settings", line: line(of: node))
    case .elements:
      throw EditError(
        "\(self.place(of: node)) is an array of tables; specify the item, such as [0]")
    case .braces: return try planToAddMember(names, to: node, value, memo)
    case .dotted where nodes[holder(of: node)].form == .braces:
      let braces = holder(of: node)
      let dotted = self.place(of: node).steps.dropFirst(self.place(of: braces).steps.count)
      return try planToAddMember(
        dotted.compactMap(\.name) + names, to: braces, value, memo,
        after: lastMember(of: braces, in: node))
    case .table, .element, .implied, .dotted:
      return try planToAddLine(names, to: node, value, memo)
    }
  }

  private func planToAddLine(
    _ names: [Key], to node: Int, _ value: Value, _ memo: PlanMemo
  ) throws -> EditPlan {
    guard let last = names.last else { throw EditError("the path has no key") }
    let value = try encoded(value, like: sample(for: value, in: node), for: last)
    // Add the line to the lines of the table if it has any. The line has a dotted key if the table
    // uses dotted keys.
    let isThere = names.count == 1 || nodes[node].form == .dotted
    let usual = memo.insertionPoints.value(of: node) { self.insertionPoint(in: node, memo) }
    let point = usual.flatMap { insertionPoint(beside: last, in: node, $0, memo) } ?? usual
    if isThere, nodes[node].form != .implied, let point {
      let key = try dotted(names, below: point.owningTable, node)
      let made = DocumentPath(place(of: node).steps + names.map { .key($0) })
      return planToAddLine(key, value, point, makes: made, memo)
    }
    let table = place(of: node).steps + names.dropLast().map { .key($0) }
    guard !table.isEmpty else {
      throw EditError("settings in this file belong to a section: use SECTION.KEY")
    }
    let separator = memo.separators.value(of: nil) { neighbourSeparator(in: nil, memo) }
    let line = try format.notation.written([last]) + separator + value
    return try planToAddTable(DocumentPath(table), line, below: node, memo)
  }

  private func planToAddLine(
    _ key: [UInt8], _ value: [UInt8], _ point: InsertionPoint, makes made: DocumentPath,
    _ memo: PlanMemo
  ) -> EditPlan {
    let usual = memo.separators.value(of: point.section) {
      neighbourSeparator(in: point.section, memo)
    }
    let neighbours = memo.neighbours.value(of: point.section) { separated(in: point.section, memo) }
    let separator = aligned(usual, key: key, with: neighbours)
    let lead = memo.leads.value(of: point.section) { neighbourLead(in: point.section, memo) }
    let line = asLine(lead + key + (isSwitch(value) ? [] : separator + value), at: point.offset)
    let gapBefore = point.hasGapBefore ? bytes.usualLineEnd : []
    let gapBehind = point.hasGapBehind ? bytes.usualLineEnd : []
    return EditPlan(
      kind: .add, range: point.offset..<point.offset, replacement: gapBefore + line + gapBehind,
      joint: EditPlan.Joint(
        holder: point.owningTable, made: made, item: gapBefore.count..<gapBefore.count + line.count,
        separator: []))
  }

  /// Returns a Boolean word that determines the capitalization and the pair of words of a new one.
  private func sample(for value: Value, in table: Int) -> Scalar? {
    guard format.dialect != nil, case .boolean = value else { return nil }
    let words = nodes.indices.filter { literal(of: $0)?.isBooleanWord == true }
    return (words.last { nodes[$0].parent == table } ?? words.last).flatMap(literal(of:))
  }

  /// Returns whether a new line with a value consists only of the key, which turns a switch on.
  func isSwitch(_ value: [UInt8]) -> Bool {
    format.dialect?.hasSwitches == true && value.elementsEqual("true".utf8)
  }

  /// Returns the dotted key of a line, relative to the table whose header is above the line.
  private func dotted(
    _ names: [Key], below owningTable: Int, _ node: Int
  ) throws -> [UInt8] {
    var keys = names
    var above = node
    while above != owningTable, let name = nodes[above].step.name {
      keys.insert(name, at: 0)
      above = nodes[above].parent
    }
    return try format.notation.written(keys)
  }
}

// MARK: Finding the insertion point
extension Document {
  /// The location in the file at which a new line of a table is inserted.
  struct InsertionPoint {
    let offset: Int
    let section: Int
    /// The table whose header, such as `[t]`, precedes the new line in the file.
    let owningTable: Int
    /// A Boolean value that indicates whether an empty line is inserted before the new line.
    var hasGapBefore = false
    var hasGapBehind = false
  }

  /// Returns the insertion point for a new line at the end of a table, or `nil` if the table has no
  /// header.
  ///
  /// The insertion point is after the last assignment of the table, or below its header.
  private func insertionPoint(in node: Int, _ memo: PlanMemo) -> InsertionPoint? {
    var owningTable = node
    while nodes[owningTable].form == .dotted { owningTable = nodes[owningTable].parent }
    let isDotted = owningTable != node
    let section = owningTable == 0 ? -1 : memo.section(of: owningTable, in: self)
    let last = section.flatMap { memo.lines(in: $0, of: self) }?.last { index in
      table(of: nodes[index]) == owningTable && (!isDotted || isWithin(index, node))
    }
    if let section, let last {
      let offset = pastContinuedComment(from: nodes[last].whole.upperBound)
      return InsertionPoint(offset: offset, section: section, owningTable: owningTable)
    }
    if owningTable == 0 { return rootInsertionPoint }
    guard let section, section >= 0 else { return nil }
    return InsertionPoint(
      offset: headers[section].line.upperBound, section: section, owningTable: owningTable)
  }

  /// Returns the insertion point after the assignment with the most similar key, if there is one.
  private func insertionPoint(
    beside name: Key, in node: Int, _ usual: InsertionPoint, _ memo: PlanMemo
  ) -> InsertionPoint? {
    guard node == usual.owningTable else { return nil }
    let lines = memo.lines.value(of: node) {
      lastNodes(
        byBeginning: memo.lines(in: usual.section, of: self).filter { nodes[$0].parent == node })
    }
    guard let beside = relative(of: name, in: lines) else { return nil }
    return InsertionPoint(
      offset: pastContinuedComment(from: nodes[beside].whole.upperBound), section: usual.section,
      owningTable: usual.owningTable)
  }

  /// Returns the end of the lines that continue the comment behind the setting above an offset.
  ///
  /// Such lines are comments that are indented farther than the setting, as in postgresql.conf.
  func pastContinuedComment(from offset: Int) -> Int {
    guard let dialect = format.dialect, offset > 0, offset < bytes.count, bytes[offset - 1] == 0x0A
    else { return offset }
    let line = bytes[bytes.lineStart(of: offset - 1)..<offset]
    let indent = line.prefix(while: \.isBlank)
    let text = line.dropFirst(indent.count).drop { dialect.commentSigns.contains($0) }
    guard text.contains(where: dialect.commentSigns.contains) else { return offset }
    var end = offset
    while end < bytes.count {
      let start = bytes.skippingBlanks(from: end)
      guard start < bytes.count, dialect.commentSigns.contains(bytes[start]),
        start - end > indent.count, bytes[end..<start].starts(with: indent)
      else { break }
      end = bytes.lineEnd(of: start)
    }
    return end
  }

  /// The insertion point for a line outside of all tables, if there is no such line yet.
  ///
  /// The insertion point is before the first table header and the comments above it.
  private var rootInsertionPoint: InsertionPoint? {
    if format.dialect?.needsSection == true { return nil }
    let first = headers.first?.line.lowerBound
    guard let header = [first, firstDisabledHeader].compactMap({ $0 }).min() else {
      return InsertionPoint(
        offset: bytes.count, section: -1, owningTable: 0, hasGapBefore: endsInComment)
    }
    let offset = startOfBlock(above: header)
    return InsertionPoint(offset: offset, section: -1, owningTable: 0, hasGapBehind: true)
  }

  /// A Boolean value that indicates whether the last line of the file is a comment.
  ///
  /// In this case, a blank line must precede a new line, because the comment would otherwise
  /// describe it.
  private var endsInComment: Bool {
    comments.last.map { bytes.lineEnd(of: $0.range.upperBound) == bytes.count } ?? false
  }

  /// Returns the start of the comment lines directly above a line, excluding lines such as a
  /// shebang.
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

  /// The number of bytes at the start of a file that can contain lines such as a shebang or a
  /// modeline.
  private static let preamble = 512

  /// Returns whether a line, such as a shebang, must stay at the top of the file.
  ///
  /// Other examples are an editor modeline and a `#:schema` line.
  func isPreamble(_ lineStart: Int) -> Bool {
    guard lineStart < Self.preamble else { return false }
    let start = max(lineStart, bytes.afterMark)
    let line = bytes[start..<bytes.contentEnd(of: start)].prefix(Self.preamble)
    if lineStart == 0, line.starts(with: Array("#!".utf8)) { return true }
    return line.starts(with: "#:".utf8) || Self.modelines.contains(where: line.holds)
  }

  /// The markers of editor modelines and of the schema of a YAML file, which must stay at the top
  /// of the file.
  private static let modelines = [
    " vim:", " vi:", "-*-", " ex:", "yaml-language-server:", "$schema",
  ]
  .map { Array($0.utf8) }
}

// MARK: Formatting a line
extension Document {
  /// Returns the text before the keys in a section, which is the indentation and an optional
  /// `export`.
  ///
  /// In a format with such prefixes, it is the text before most keys.
  func neighbourLead(in section: Int, _ memo: PlanMemo) -> [UInt8] {
    let hasLead = { (node: Node) in
      node.hasLine && self.bytes.isIndent(before: node.whole.lowerBound)
    }
    let lines = memo.lines(in: section, of: self).lazy.map { self.nodes[$0] }
    if format.dialect?.hasPrefixedKeys == true {
      let leads = nodes.filter(hasLead).map {
        Array(bytes[$0.whole.lowerBound..<$0.key.lowerBound])
      }
      let counts = Dictionary(leads.map { ($0, 1) }, uniquingKeysWith: +)
      if let most = leads.last(where: { counts[$0] == counts.values.max() }) { return most }
    }
    if let node = lines.last(where: hasLead) {
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

  /// Returns the usual separator between keys and values in a section, or in the entire file if the
  /// section is empty.
  func neighbourSeparator(in section: Int?, _ memo: PlanMemo) -> [UInt8] {
    let hasSeparator = { (node: Node) in
      node.hasLine && node.form != .value(.absent) && !node.value.isEmpty
        && !self.bytes[node.key.upperBound..<node.value.lowerBound].contains(0x0A)
        // The first line of a multiline value can be empty.
        && !self.bytes[node.value.lowerBound].isLineEnd
    }
    let lines = section.map { memo.lines(in: $0, of: self) } ?? []
    let inSection = lines.map { nodes[$0] }.filter(hasSeparator)
    let all = (inSection.isEmpty ? nodes.filter(hasSeparator) : inSection).map { node in
      Array(bytes[node.key.upperBound..<node.value.lowerBound])
    }
    // If whitespace separates keys and values, or the section is empty, use the most frequent
    // separator. A single line with a tab might belong to a manually aligned table.
    if format.dialect?.blanksSeparate == true || inSection.isEmpty && format.dialect != nil {
      let counts = Dictionary(all.map { ($0, 1) }, uniquingKeysWith: +)
      if let most = all.last(where: { counts[$0] == counts.values.max() }) { return most }
    }
    return all.last ?? Array(format.notation.separator.utf8)
  }

  /// Returns the separator for a new line, padded to the column of the neighboring values if they
  /// are aligned.
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

  /// Returns the last two lines of a section in which more than one character separates the key
  /// from the value.
  private func separated(in section: Int, _ memo: PlanMemo) -> [Node] {
    memo.lines(in: section, of: self).map { nodes[$0] }
      .filter { $0.key.upperBound + 1 < $0.value.lowerBound }.suffix(2)
  }
}

// MARK: Adding a table
extension Document {
  /// Plans to add a new table whose first line is the new setting.
  private func planToAddTable(
    _ place: DocumentPath, _ line: [UInt8], below node: Int, _ memo: PlanMemo
  ) throws -> EditPlan {
    if let host = hostOfAllBelow(place) {
      return try planToAddHost(place, line, above: host, memo)
    }
    let offset = endOfElement(around: node) ?? bytes.count
    let end = bytes.usualLineEnd
    let lead = memo.leads.value(of: headers.count) { neighbourLead(in: headers.count, memo) }
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
    // If the edits add several tables, put an empty line before each of them.
    let joint = EditPlan.Joint(
      holder: -1, made: place, item: 0..<text.count, separator: [])
    return EditPlan(kind: .add, range: offset..<offset, replacement: text, joint: joint)
  }

  /// Returns the `Host *` line of an ssh configuration that would override settings below it.
  private func hostOfAllBelow(_ place: DocumentPath) -> Header? {
    guard format.dialect?.firstWins == true, place.steps.first?.name?.isHostOfAll == false else {
      return nil
    }
    return headers.first { nodes[$0.node].step.name?.isHostOfAll == true }
  }

  private func planToAddHost(
    _ place: DocumentPath, _ line: [UInt8], above host: Header, _ memo: PlanMemo
  ) throws -> EditPlan {
    let end = bytes.usualLineEnd
    let lead = memo.leads.value(of: headers.count) { neighbourLead(in: headers.count, memo) }
    let offset = startOfBlock(above: host.line.lowerBound)
    let text = try header(of: place) + end + lead + line + end + end
    return EditPlan(kind: .add, range: offset..<offset, replacement: text)
  }

  private func header(of place: DocumentPath) throws -> [UInt8] {
    guard let header = try format.notation.header(of: place.steps.compactMap(\.name)) else {
      if case .words(let words)? = format.dialect?.sections, let word = words.first?.text {
        throw EditError(
          "\(place) isn't a section; the name of a section starts with a keyword, such as"
            + " '\(word.prefix(1).uppercased() + word.dropFirst()) \(place)'")
      }
      throw EditError("files of this format can't have the path \(place)")
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
