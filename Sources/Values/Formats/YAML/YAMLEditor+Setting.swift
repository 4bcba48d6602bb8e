// MARK: Setting values
extension YAMLEditor {
  func planToSet(_ node: Int, to value: YAMLValue) throws -> YAMLPlan {
    if let reason = document.yamlReadOnlyReason(of: node, tree) { throw reason }
    let event = event(node)
    let first = tree.values[node].events.lowerBound
    let splice = YAMLPlan.Splice(
      old: tree.values[node].events, new: value.expected(like: first))
    if event.kind == .alias {
      // Replace the YAML alias itself, so that the anchored value that it refers to stays the same.
      let own = YAMLPlan.Splice(old: splice.old, new: value.expected())
      return YAMLPlan(
        kind: .set,
        changes: [YAMLPlan.TextReplacement(range: event.range, replacement: style.flow(value))],
        splices: [own])
    }
    guard event.kind == .scalar else {
      return YAMLPlan(kind: .set, changes: try collection(node, to: value), splices: [splice])
    }
    if case .plain(let text) = value, text.elementsEqual("null".utf8),
      document.nodes[node].form == .value(.null)
    {
      let same = YAMLPlan.TextReplacement(
        range: event.range, replacement: Array(bytes[event.range]))
      return YAMLPlan(kind: .same, changes: [same], splices: [])
    }
    if case .text(let text) = value, event.text(in: bytes) == text, isString(node),
      event.style != .plain || event.hasTypeTag(in: bytes) || !YAMLText.isAmbiguous(text)
    {
      let same = YAMLPlan.TextReplacement(
        range: event.range, replacement: Array(bytes[event.range]))
      return YAMLPlan(kind: .same, changes: [same], splices: [])
    }
    guard value.isScalar || event.tag == nil else {
      throw refusal("its tag is for a single value; remove the tag first", node)
    }
    return YAMLPlan(kind: .set, changes: try scalar(node, to: value), splices: [splice])
  }

  private func isString(_ node: Int) -> Bool { document.nodes[node].form == .value(.text) }

  /// Returns the possible ways to replace an entire YAML collection.
  private func collection(
    _ node: Int, to value: YAMLValue
  ) throws -> [YAMLPlan.TextReplacement] {
    guard !value.isScalar || !isRoot(node) else {
      throw EditError("a single value can't replace the whole document; use a list or a mapping")
    }
    guard event(node).tag == nil || !value.isScalar else {
      throw refusal("its tag is for several values; remove the tag first", node)
    }
    if event(node).style == .block { return try blockCollection(node, to: value) }
    let range = document.nodes[node].value
    guard event(node).style == .flow else { throw refusal("it is written without braces", node) }
    guard !hasComments(in: range) else { throw refusal("its brackets contain a comment", node) }
    return [YAMLPlan.TextReplacement(range: range, replacement: style.flow(value))]
  }

  /// Returns the possible ways to replace a block collection, starting with the notation of a new
  /// entry.
  private func blockCollection(
    _ node: Int, to value: YAMLValue
  ) throws -> [YAMLPlan.TextReplacement] {
    var end = entryEnd(node)
    while bytes[end - 1].isLineEnd { end -= 1 }
    // The new value starts after the colon or the dash, whose comment stays.
    let start = isRoot(node) ? document.nodes[node].value.lowerBound : event(node).range.lowerBound
    let lineEnd = bytes.contentEnd(of: start)
    let isBelow = bytes.skippingYAMLSpace(from: start) > lineEnd
    let comment = isBelow ? Array(bytes[start..<lineEnd].droppingBlanksAtEnd) : []
    guard !hasComments(in: (isBelow ? lineEnd : start)..<end) else {
      throw refusal("its lines contain comments; remove them first", node)
    }
    let key = key(node).map { $0.text(in: bytes) }
    let column = bytes.yamlColumn(of: entry(node))
    var texts: [[UInt8]] = []
    if isRoot(node) {
      texts = [entries(of: value)]
    } else {
      let head = column + (key.map { style.line($0, inFlow: false).count } ?? 0) + 1
      var lines = style.lines(key, value, column: column)
      lines[0] = lines[0].dropFirst(head) + comment
      texts = [Array(lines.joined(separator: style.lineEnd)), [0x20] + style.flow(value) + comment]
    }
    return texts.map { YAMLPlan.TextReplacement(range: start..<end, replacement: $0) }
  }

  /// Returns the entries of a list or mapping that is the root of a document.
  private func entries(of value: YAMLValue) -> [UInt8] {
    let lines: [[UInt8]]
    switch value {
    case .list(let items): lines = items.flatMap { style.lines(nil, $0, column: 0) }
    case .mapping(let members):
      lines = members.flatMap { style.lines($0.key.bytes, $0.value, column: 0) }
    default: lines = []
    }
    return lines.isEmpty ? style.flow(value) : Array(lines.joined(separator: style.lineEnd))
  }

  /// Returns the possible ways to replace a YAML scalar, starting with the preferred notation.
  private func scalar(
    _ node: Int, to value: YAMLValue
  ) throws -> [YAMLPlan.TextReplacement] {
    let event = event(node)
    let isInFlow = tree.values[node].isInFlow
    if tree.values[node].lacksColon {
      guard let key = key(node), !bytes[key.range].contains(0x0A) else {
        throw refusal("its key has no colon", node)
      }
      let end = event.range.upperBound
      return [
        YAMLPlan.TextReplacement(range: end..<end, replacement: [0x3A, 0x20] + style.flow(value))
      ]
    }
    try guardTag(of: node, value)
    if event.isBlockScalar { return block(node, to: value) }
    var changes: [YAMLPlan.TextReplacement] = []
    if case .text(let text) = value, text.contains(0x0A), !isInFlow, !isRoot(node) {
      changes += newBlock(node, text)
    }
    let quotes = event.isQuoted ? event.style : nil
    var new: [UInt8]
    switch value {
    case .text(let text) where text.contains(0x0A): new = style.double(text)
    case .text(let text):
      new = style.line(
        text, quotes: quotes, inFlow: isInFlow, isTagged: event.hasTypeTag(in: bytes))
    default: new = style.flow(value)
    }
    if event.range.isEmpty, isRoot(node) { new += style.lineEnd }
    if event.range.isEmpty {
      let at = event.range.lowerBound
      if at > 0, !bytes[at - 1].isBlank, !bytes[at - 1].isLineEnd { new = [0x20] + new }
      if at < bytes.count, bytes[at] == "#" { new.append(0x20) }
    }
    return changes + [YAMLPlan.TextReplacement(range: event.range, replacement: new)]
  }

  /// Throws an error if a new value doesn't match the tag of the old one, such as `!!int`.
  ///
  /// Edits keep the tag.
  private func guardTag(of node: Int, _ value: YAMLValue) throws {
    guard let range = event(node).tag else { return }
    let tag = String(decoding: bytes[range], as: UTF8.self)
    if case .text(let text) = value, tag == "!", YAMLText.isAmbiguous(text) {
      // Some parsers guess the type of a value with this tag even if it is quoted.
      throw EditError(
        "some programs ignore its tag '!'; remove the tag first", line: document.line(of: node))
    }
    let kinds: [String: [Scalar.ScalarType]] = [
      "!!int": [.integer], "!!float": [.integer, .decimal], "!!bool": [.boolean],
      "!!null": [.null],
    ]
    if case .text(let text) = value, !tag.hasPrefix("!!"),
      let other = String(decoding: text, as: UTF8.self).tagAndText?.tag
    {
      let line = document.line(of: node)
      throw EditError(
        "Can't change '\(document.place(of: node))': its tag is \(tag), but the value begins with \(other)",
        line: line, advice: "Enter only the value, or edit line \(line) manually")
    }
    guard let allowed = kinds[tag] else { return }
    if case .plain(let text) = value, allowed.contains(YAMLText.type(of: text[...], is11: false)) {
      return
    }
    throw EditError.invalidValue("its tag is \(tag)", line: document.line(of: node))
  }

  /// A block scalar in place of a scalar of another style.
  private func newBlock(_ node: Int, _ text: [UInt8]) -> [YAMLPlan.TextReplacement] {
    let event = event(node)
    let base = base(of: node)
    guard
      let (header, body) = style.block(
        text, .literal, base: base, indent: max(base, 0) + style.step),
      header.last != UInt8(ascii: "+")
    else { return [] }
    let start = event.range.lowerBound
    let lineEnd = bytes.lineEnd(of: event.range.upperBound)
    let comment = bytes[event.range.upperBound..<bytes.contentEnd(of: event.range.upperBound)]
    let needsGap = event.range.isEmpty && start > 0 && !bytes[start - 1].isBlank
    let isCut = bytes.last != 0x0A && lineEnd == bytes.count && header.last == UInt8(ascii: "-")
    let text = (needsGap ? [0x20] : []) + header + comment + style.lineEnd
    return [
      YAMLPlan.TextReplacement(
        range: start..<lineEnd, replacement: text + (isCut ? body.droppingLineEnd : body))
    ]
  }

  /// A new text in place of a block scalar.
  private func block(_ node: Int, to value: YAMLValue) -> [YAMLPlan.TextReplacement] {
    let event = event(node)
    let content = content(of: event)
    guard case .text(let text) = value else { return [line(style.flow(value), for: event)] }
    var changes: [YAMLPlan.TextReplacement] = []
    let base = base(of: node)
    let indent = YAMLText.indent(
      header: bytes[event.range.lowerBound..<event.headerEnd],
      YAMLText.lines(bytes[content]), base: base)
    for style in event.style == .folded ? [YAMLEvent.Presentation.folded, .literal] : [.literal] {
      let usual = content.isEmpty ? max(base, 0) + self.style.step : indent
      guard let (header, body) = self.style.block(text, style, base: base, indent: usual) else {
        continue
      }
      changes.append(block(header, body, for: event))
    }
    let one =
      text.contains(0x0A)
      ? style.double(text) : style.line(text, quotes: style.quotes, inFlow: false)
    return changes + [line(one, for: event)]
  }

  private func block(
    _ header: [UInt8], _ body: [UInt8], for event: YAMLEvent
  ) -> YAMLPlan.TextReplacement {
    let content = content(of: event)
    var comment = Array(bytes[event.headerEnd..<event.body])
    if comment.last != 0x0A { comment += style.lineEnd }
    let blank = bytes[content.upperBound..<event.range.upperBound]
    let hasLineEnd = blank.first?.isLineEnd == true
    var (text, after) = (header + comment + body, blank.drop { $0.isBlank }[...])
    if header.contains(UInt8(ascii: "+")) {
      after = []
    } else {
      if after.first == 0x0D { after = after.dropFirst() }
      if after.first == 0x0A { after = after.dropFirst() }
      if !hasLineEnd, event.range.upperBound == bytes.count, header.last == UInt8(ascii: "-") {
        text = text.droppingLineEnd
      }
    }
    return YAMLPlan.TextReplacement(range: event.range, replacement: text + after)
  }

  /// One line in place of a block scalar, whose comment stays.
  private func line(_ text: [UInt8], for event: YAMLEvent) -> YAMLPlan.TextReplacement {
    let content = content(of: event)
    let comment = Array(bytes[event.headerEnd..<event.body]).droppingLineEnd
    let start = event.range.lowerBound
    guard content.isEmpty else {
      return YAMLPlan.TextReplacement(
        range: start..<content.upperBound, replacement: text + comment)
    }
    let blank = bytes[event.body..<event.range.upperBound]
    if blank.contains(0x09) {
      // Some readers can't read a line of tabs outside of a block scalar.
      return YAMLPlan.TextReplacement(
        range: start..<event.range.upperBound,
        replacement: text + comment + style.lineEnd + blank.filter { !$0.isBlank })
    }
    let isOpen = event.body < bytes.count && bytes[event.body].isLineEnd
    return YAMLPlan.TextReplacement(
      range: start..<event.body, replacement: text + comment + (isOpen ? [] : style.lineEnd))
  }
}

// MARK: Renaming keys
extension YAMLEditor {
  func planToRename(_ node: Int, to name: Key) throws -> YAMLPlan {
    let value = tree.values[node]
    guard let key = key(node) else { throw EditError("an item of a list has no name") }
    guard !value.isExplicit else { throw refusal("its key is written with '?'", node) }
    guard key.anchor == nil, key.tag == nil else {
      throw refusal("its key has an anchor or a tag", node)
    }
    guard !name.bytes.contains(0x0A), name.bytes.count <= 900 else {
      throw EditError("a key is at most 900 bytes long and on one line")
    }
    guard document.member(name, of: parent(node), isTable: false) == nil else {
      throw EditError("the key '\(name.text)' already exists")
    }
    try guardShared(parent(node))
    let new = style.line(
      name.bytes, quotes: key.isQuoted ? key.style : nil, inFlow: tree.values[node].isInFlow)
    return YAMLPlan(
      kind: .set, changes: [YAMLPlan.TextReplacement(range: key.range, replacement: new)],
      splices: [
        YAMLPlan.Splice(
          old: value.key..<value.key + 1, new: [.text(name.bytes, like: value.key)])
      ])
  }
}

extension [UInt8] {
  /// A copy of the bytes without the final line ending.
  var droppingLineEnd: [UInt8] {
    var rest = self[...]
    if rest.last == 0x0A { rest.removeLast() }
    if rest.last == 0x0D { rest.removeLast() }
    return Array(rest)
  }
}
