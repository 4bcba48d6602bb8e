/// A reader that locates the events reported by libfyaml in a YAML file and creates a document.
struct YAMLReader {
  let bytes: [UInt8]
  private(set) var document: Document
  private var tree = YAMLTree()
  /// The offset at which the most recently located YAML event ends.
  private var cursor: Int
  /// The offset at which the most recent token ends and the search for the next comments starts.
  private var tokenEnd: Int
  private var stack: [Collection] = []
  private var anchors: [[UInt8]: Int] = [:]
  private var is11 = false
  private var documents = 0

  /// A mapping or list whose end the reader hasn't reached yet.
  private struct Collection {
    /// The document node of the collection, or -1 if the collection is part of a YAML key.
    let node: Int
    let isMapping: Bool
    let isFlow: Bool
    var count = 0
    var key: PendingKey?
  }

  /// A YAML key whose value the reader hasn't reached yet.
  private struct PendingKey {
    let event: Int
    let entry: Int
    var isExplicit: Bool
  }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    document = Document(bytes, .yaml)
    cursor = bytes.afterMark
    tokenEnd = cursor
  }

  mutating func read() throws -> Document {
    let raw: [YAMLEvent]
    do { raw = try YAMLEvent.parse(bytes) } catch let error as ParseError {
      throw bytes.templateError(error) ?? error
    }
    tree.events.reserveCapacity(raw.count)
    tree.hasSeveralDocuments = raw.count { $0.kind == .documentStart } > 1
    if tree.hasSeveralDocuments || raw.isEmpty {
      // The root is an empty mapping for an empty YAML file, or a list for several documents.
      _ = add(
        Node(tree.hasSeveralDocuments ? .brackets : .braces, in: -1, at: .index(0)),
        YAMLTree.ValueInfo(events: 0..<raw.count, entry: cursor))
      document.nodes[0].value = cursor..<(raw.isEmpty ? cursor : bytes.count)
    }
    for event in raw {
      switch event.kind {
      case .documentStart: startDocument(event)
      case .documentEnd: endDocument(event)
      case .mappingEnd, .sequenceEnd: close(event)
      case .mapping, .sequence, .scalar, .alias: try add(event)
      }
    }
    addComments(upTo: bytes.count)
    document.yaml = tree
    return document
  }
}

// MARK: Documents

extension YAMLReader {
  private mutating func startDocument(_ event: YAMLEvent) {
    documents += 1
    anchors = [:]
    is11 = false
    var event = event
    if event.style == .explicit, event.range.upperBound > cursor {
      is11 = bytes[cursor..<event.range.lowerBound].holds(Array("%YAML 1.1".utf8))
      cursor = event.range.upperBound
      addComments(upTo: event.range.lowerBound)
      tokenEnd = cursor
    } else {
      event.range = cursor..<cursor
    }
    tree.events.append(event)
  }

  private mutating func endDocument(_ event: YAMLEvent) {
    var event = event
    if event.style == .explicit, event.range.upperBound > cursor {
      cursor = event.range.upperBound
      addComments(upTo: event.range.lowerBound)
      tokenEnd = cursor
    } else {
      event.range = cursor..<cursor
    }
    tree.events.append(event)
  }
}

// MARK: Values and keys

extension YAMLReader {
  private enum NodeRole {
    case root
    case key(isExplicit: Bool)
    case value(PendingKey, lacksColon: Bool)
    case item
  }

  private mutating func add(_ raw: YAMLEvent) throws {
    var event = raw
    let index = tree.events.count
    let (role, entry) = try takeIndicator()
    takeProperties(&event)
    try locate(&event, entry: entry)
    if let anchor = event.anchor {
      anchors[Array(bytes[anchor.dropFirst()])] = index
    }
    if event.kind == .alias {
      guard let target = anchors[Array(bytes[event.range.dropFirst()])] else {
        throw fault("the anchor of this alias is missing", at: event.range.lowerBound)
      }
      event.target = target
      let uses = tree.uses[target]
      tree.uses[target] = (uses?.first ?? index, (uses?.count ?? 0) + 1)
    }
    tree.events.append(event)
    try place(event, index, role, entry: entry)
  }

  /// Passes over the `-`, `?`, or `:` before what comes next; returns its role and where its entry begins.
  private mutating func takeIndicator() throws -> (NodeRole, entry: Int) {
    guard let parent = stack.last else {
      cursor = skipSpace(from: cursor)
      // Skip `...` here, because libfyaml doesn't report an end marker without a document.
      while bytes[cursor...].starts(with: "...".utf8), cursor == bytes.yamlLineStart(of: cursor) {
        cursor = skipSpace(from: cursor + 3)
      }
      return (.root, cursor)
    }
    let here = skipSpace(from: cursor, commas: parent.isFlow && parent.key == nil)
    let sign = here < bytes.count ? bytes[here] : 0
    if !parent.isMapping {
      if !parent.isFlow {
        guard sign == "-" else { throw fault("this list can't be interpreted", at: here) }
        cursor = here + 1
      } else {
        cursor = here
      }
      return (.item, here)
    }
    guard let key = parent.key else {
      let isExplicit = sign == "?" && isIndicator(at: here)
      cursor = isExplicit ? here + 1 : here
      return (.key(isExplicit: isExplicit), here)
    }
    if sign == ":" { cursor = here + 1 }
    return (.value(key, lacksColon: sign != ":"), key.entry)
  }

  private func isIndicator(at offset: Int) -> Bool {
    let next = offset + 1 < bytes.count ? bytes[offset + 1] : 0x0A
    return next.isBlank || next.isLineEnd
  }

  private mutating func takeProperties(_ event: inout YAMLEvent) {
    if let anchor = event.anchor { event.anchor = anchor.lowerBound - 1..<anchor.upperBound }
    for range in [event.anchor, event.tag].compactMap(\.self).sorted(by: {
      $0.lowerBound < $1.lowerBound
    }) {
      consume(range)
    }
  }

  /// Adds the comments before a YAML token to the document and moves the cursor past the token.
  private mutating func consume(_ token: Range<Int>) {
    addComments(upTo: token.lowerBound)
    tokenEnd = max(tokenEnd, token.upperBound)
    cursor = max(cursor, token.upperBound)
  }

  private mutating func locate(_ event: inout YAMLEvent, entry: Int) throws {
    let raw = event.range
    switch event.kind {
    case .alias:
      event.range = raw.lowerBound - 1..<raw.upperBound
      consume(event.range)
    case .mapping, .sequence:
      let isOpening =
        event.style == .flow && raw.lowerBound >= cursor
        && bytes[raw.lowerBound] == (event.kind == .mapping ? "{" : "[")
      if isOpening {
        event.range = raw.lowerBound..<raw.lowerBound + 1
        consume(event.range)
      } else {
        if event.style == .flow { event.style = .pair }
        event.range = cursor..<cursor
      }
    case .scalar where raw.lowerBound < 0: event.range = cursor..<cursor
    case .scalar where event.isBlockScalar: try locateBlock(&event, entry: entry)
    default:
      event.range =
        event.isQuoted ? raw.lowerBound - 1..<raw.upperBound + 1 : raw
      consume(event.range)
      let style = event.style
      try decode(&event, raw) {
        switch style {
        case .single: YAMLText.single(bytes[raw])
        case .double: YAMLText.double(bytes[raw])
        default: YAMLText.plain(bytes[raw])
        }
      }
    }
  }

  private mutating func locateBlock(
    _ event: inout YAMLEvent, entry: Int
  ) throws {
    let raw = event.range
    let header = skipSpace(from: cursor)
    guard header < raw.lowerBound, bytes[header] == "|" || bytes[header] == ">" else {
      throw fault("this block scalar can't be interpreted", at: header)
    }
    var end = header + 1
    while end < bytes.count, bytes[end] == "+" || bytes[end] == "-" || bytes[end].isDigit {
      end += 1
    }
    event.headerEnd = end
    event.body = raw.lowerBound
    var bodyEnd = raw.upperBound
    if bodyEnd < bytes.count, bodyEnd > event.body, bytes[bodyEnd - 1] != 0x0A {
      // libfyaml 0.7.12 counts the indentation of a comment below a block scalar as part of the
      // scalar.
      bodyEnd = max(event.body, bytes.lineStart(of: bodyEnd))
    }
    event.range = header..<bodyEnd
    consume(header..<end)
    addComments(upTo: event.body)
    tokenEnd = bodyEnd
    cursor = bodyEnd
    let isAtEnd = bodyEnd == bytes.count
    let base = stack.isEmpty ? -1 : bytes.yamlColumn(of: entry)
    let body = event.body
    try decode(&event, isAtEnd || event.isUndecoded ? nil : raw) {
      YAMLText.block(
        header: bytes[header..<end], body: bytes[body..<bodyEnd], base: base, isAtEnd: isAtEnd)
    }
  }

  /// Decodes a YAML scalar, and throws an error if libfyaml decoded its text differently.
  ///
  /// The `raw` argument is the range of the scalar according to libfyaml. It is `nil` for a block
  /// scalar at the end of the file, because libfyaml 0.7.12 decodes this scalar incorrectly.
  private func decode(
    _ event: inout YAMLEvent, _ raw: Range<Int>?, _ decode: () -> [UInt8]?
  ) throws {
    let libfyaml = event.text
    let isSimple = libfyaml == nil && !event.isBlockScalar
    event.text = nil
    let content = bytes[event.content]
    if isSimple, !content.contains(where: { $0 == 0x0A || $0 == "\\" || $0 == "'" }) { return }
    let text = decode()
    guard let text, raw.map({ text == libfyaml ?? Array(bytes[$0]) }) ?? true else {
      throw fault("this value can't be interpreted", at: event.range.lowerBound)
    }
    event.text = text
  }

  /// Adds a YAML event to the document and to the collection that contains it.
  private mutating func place(
    _ event: YAMLEvent, _ index: Int, _ role: NodeRole, entry: Int
  ) throws {
    var node = -1
    switch role {
    case .root:
      let parent = tree.hasSeveralDocuments ? 0 : -1
      node = addNode(
        event, index, in: parent, at: .index(max(0, documents - 1)), entry: event.start)
    case .item:
      let parent = stack[stack.count - 1]
      let step = DocumentPath.Step.index(parent.count)
      stack[stack.count - 1].count += 1
      if parent.node >= 0 {
        node = addNode(event, index, in: parent.node, at: step, entry: entry)
      }
    case .key(let isExplicit):
      // libfyaml treats a byte order mark in the middle of a file as part of a key.
      if event.kind == .scalar, event.text(in: bytes).starts(with: [0xEF, 0xBB, 0xBF]) {
        throw fault("a byte order mark isn't allowed in a key", at: event.start)
      }
      let start = isExplicit ? entry : event.start
      stack[stack.count - 1].key = PendingKey(
        event: index, entry: start, isExplicit: isExplicit || event.kind != .scalar)
      if event.kind == .mapping || event.kind == .sequence { break }
      return
    case .value(let key, let lacksColon):
      let parent = stack[stack.count - 1]
      stack[stack.count - 1].key = nil
      stack[stack.count - 1].count += 1
      if parent.node >= 0 {
        node = try addMember(event, index, key, in: parent.node)
        tree.values[node].lacksColon = lacksColon
      }
    }
    guard event.kind == .mapping || event.kind == .sequence else { return }
    stack.append(
      Collection(
        node: node, isMapping: event.kind == .mapping, isFlow: event.style != .block))
  }

  private mutating func addMember(
    _ event: YAMLEvent, _ index: Int, _ key: PendingKey, in parent: Int
  ) throws -> Int {
    let keyEvent = tree.events[key.event]
    let name =
      keyEvent.kind == .scalar
      ? Key(keyEvent.text(in: bytes)) : Key(ofCollectionInLine: document.line(at: key.entry))
    if keyEvent.kind == .scalar, name != "<<",
      let other = document.member(name, of: parent, isTable: false)
    {
      let line = document.line(at: document.nodes[other].start)
      throw fault(
        "duplicate key '\(name.text)' in lines \(line) and \(document.line(at: keyEvent.start)); remove one of them first",
        at: keyEvent.start)
    }
    let node = addNode(event, index, in: parent, at: .key(name), entry: key.entry, keyEvent.range)
    tree.values[node].key = key.event
    if let first = name.bytes.first, first.isCapital { tree.hasCapitalKeys = true }
    tree.values[node].isExplicit = key.isExplicit
    return node
  }

  private mutating func addNode(
    _ event: YAMLEvent, _ index: Int, in parent: Int, at step: DocumentPath.Step, entry: Int,
    _ key: Range<Int> = 0..<0
  ) -> Int {
    var node = Node(form(of: event), in: parent, at: step)
    node.key = key
    node.value = event.range
    node.whole = entry..<event.range.upperBound
    var value = YAMLTree.ValueInfo(events: index..<index + 1, entry: entry)
    value.isInFlow = stack.contains(where: \.isFlow)
    return add(node, value)
  }

  private mutating func add(_ node: Node, _ value: YAMLTree.ValueInfo) -> Int {
    let index = document.add(node)
    tree.values.append(value)
    return index
  }

  private func form(of event: YAMLEvent) -> Node.Form {
    switch event.kind {
    case .mapping: return .braces
    case .sequence: return .brackets
    case .alias:
      let target = tree.events[event.target]
      switch target.kind {
      case .mapping: return .value(.table)
      case .sequence: return .value(.list)
      default: return .value(kind(of: target))
      }
    default:
      // Treat an empty YAML document as an empty mapping so that keys can be added to it.
      if stack.isEmpty, !tree.hasSeveralDocuments, event.range.isEmpty, event.tag == nil,
        event.anchor == nil, !event.isQuoted
      {
        return .braces
      }
      return .value(kind(of: event))
    }
  }

  private func kind(of scalar: YAMLEvent) -> Scalar.ScalarType {
    let plain = { YAMLText.type(of: self.bytes[scalar.content], is11: self.is11) }
    if let tag = scalar.tag {
      switch String(decoding: bytes[tag], as: UTF8.self) {
      case "!!int", "!!float", "!!bool", "!!null": return plain()
      default: return .text
      }
    }
    if scalar.style != .plain { return .text }
    let kind = scalar.text == nil ? plain() : .text
    // YAML 1.1 reads numbers with a leading zero as octal, so don't treat them as integers.
    if is11, kind == .integer, YAMLText.readings(of: Array(bytes[scalar.content])) != nil {
      return .text
    }
    return kind
  }

  private mutating func close(_ event: YAMLEvent) {
    var event = event
    guard let collection = stack.popLast() else { return }
    let closing: Unicode.Scalar = collection.isMapping ? "}" : "]"
    if collection.isFlow, event.range.lowerBound >= cursor,
      bytes[event.range.lowerBound] == closing
    {
      consume(event.range)
    } else {
      event.range = cursor..<cursor
    }
    tree.events.append(event)
    guard collection.node >= 0 else { return }
    // A YAML collection without brackets starts at its first entry.
    let opening = document.nodes[collection.node].value.lowerBound
    let start = min(skipSpace(from: opening), cursor)
    document.nodes[collection.node].value = start..<cursor
    document.nodes[collection.node].whole =
      document.nodes[collection.node].whole.lowerBound..<cursor
    let first = tree.values[collection.node].events.lowerBound
    tree.values[collection.node].events = first..<tree.events.count
  }
}

// MARK: Space and comments

extension YAMLReader {
  private func fault(_ message: String, at offset: Int) -> ParseError {
    ParseError(at: .offset(offset), message)
  }

  private func skipSpace(from start: Int, commas: Bool = false) -> Int {
    bytes.skippingYAMLSpace(from: start, commas: commas)
  }

  private mutating func addComments(upTo end: Int) {
    var at = tokenEnd
    while at < end {
      guard bytes[at] == "#", bytes.mayBeginComment(at: at) else {
        at += 1
        continue
      }
      let lineEnd = bytes.contentEnd(of: at)
      let isBehind = !bytes.isIndent(before: at)
      document.comments.append(Comment(range: at..<lineEnd, isBehind: isBehind))
      at = lineEnd
    }
    tokenEnd = max(tokenEnd, end)
  }
}

extension UInt8 {
  var isCapital: Bool { self >= 0x41 && self <= 0x5A }
}

extension [UInt8] {
  func mayBeginComment(at offset: Int) -> Bool {
    offset <= afterMark || self[offset - 1].isBlank || self[offset - 1].isLineEnd
  }

  /// Returns the offset after the spaces, line breaks, and comments at an offset in a YAML file.
  func skippingYAMLSpace(from start: Int, commas: Bool = false) -> Int {
    var at = start
    while at < count {
      if self[at].isBlank || self[at].isLineEnd || commas && self[at] == "," {
        at += 1
      } else if self[at] == "#", mayBeginComment(at: at) {
        at = contentEnd(of: at)
      } else {
        break
      }
    }
    return at
  }

  /// Returns the start of the line at an offset, without the byte order mark of the first line.
  func yamlLineStart(of offset: Int) -> Int {
    let start = lineStart(of: offset)
    return start == 0 && offset >= afterMark ? afterMark : start
  }

  /// Returns the column of an offset in its line, in bytes, starting at 0.
  func yamlColumn(of offset: Int) -> Int { offset - yamlLineStart(of: offset) }

  /// An error for a template that isn't YAML until it is rendered.
  fileprivate func templateError(_ error: ParseError) -> ParseError? {
    guard error.offset != nil else { return nil }
    for at in indices.dropLast() where self[at] == "{" || self[at] == "<" {
      let (sign, next) = (self[at], self[at + 1])
      let isTemplate =
        sign == "{" ? next == "%" || next == "{" && (at == 0 || self[at - 1] != "$") : next == "%"
      guard isTemplate else { continue }
      let text = String(decoding: [sign, next], as: UTF8.self)
      let line = LineIndex(self).line(of: at)
      return ParseError(
        at: error.place,
        "\(error.message); line \(line) contains \(text), so the file is a template, which"
          + " isn't valid YAML until it is rendered")
    }
    return nil
  }
}
