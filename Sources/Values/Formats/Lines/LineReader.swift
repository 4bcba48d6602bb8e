/// A parser for line-based settings files in any dialect, such as INI files.
///
/// A line that can't be parsed is recorded and skipped. Only a binary file causes an error.
struct LineReader {
  let bytes: [UInt8]
  let dialect: Dialect
  private var at = 0
  private var document: Document
  private var table = 0
  private var section = -1
  /// A Boolean value that indicates whether the text is an excerpt, such as a few commented-out
  /// lines.
  ///
  /// An excerpt might not contain the header of its section.
  private let isPart: Bool

  init(
    _ bytes: [UInt8], _ dialect: Dialect, isPart: Bool = false, listing names: Set<Key> = []
  ) {
    (self.bytes, self.dialect, self.isPart) = (bytes, dialect, isPart)
    document = Document(bytes, .lines(dialect))
    document.listSections = names
  }

  mutating func read() throws -> Document {
    if let zero = bytes.firstIndex(of: 0) {
      throw ParseError(at: .offset(zero), "binary file")
    }
    if !bytes.contains(0x0A), let end = bytes.firstIndex(of: 0x0D) {
      throw ParseError(
        at: .offset(end),
        "the line endings are CR only; convert them to LF")
    }
    _ = document.add(Node(.table, in: -1, at: .index(0)))
    at = bytes.afterMark
    while at < bytes.count { statement() }
    return document
  }

  /// Reads a line of the file, or the rest of a line after a section header.
  private mutating func statement() {
    let head = bytes.skippingBlanks(from: at)
    let end = bytes.contentEnd(of: head)
    if head >= end {
      at = bytes.lineEnd(of: head)
    } else if dialect.commentSigns.contains(bytes[head]) {
      note(head..<end)
      at = bytes.lineEnd(of: end)
    } else if bytes[head] == dialect.directiveSign {
      at = bytes.lineEnd(of: end)
    } else if let afterHeader = header(head, end) {
      at = afterHeader
    } else if let afterLine = assignment(head, end) {
      at = afterLine
    } else {
      document.unknown.append(head..<end)
      at = bytes.lineEnd(of: end)
    }
  }

  private mutating func note(_ range: Range<Int>) {
    document.comments.append(
      Comment(range: range, isBehind: !bytes.isIndent(before: range.lowerBound)))
  }
}

// Methods that read section headers such as `[name]`.
extension LineReader {
  /// Reads a section header and returns the offset after it, or `nil` if the line isn't a header.
  private mutating func header(_ head: Int, _ end: Int) -> Int? {
    switch dialect.sections {
    case .none: return nil
    case .brackets:
      guard bytes[head] == "[", let close = closingBracket(head, end) else { return nil }
      open([Key(bytes[head + 1..<close])], head..<close + 1)
      return afterHeader(close + 1, end)
    case .git:
      guard bytes[head] == "[", let (names, close) = gitSection(head, end) else { return nil }
      open(names, head..<close + 1)
      return close + 1
    case .words(let words):
      let word = Key(bytes[head..<end].prefix { !$0.isBlank && $0 != "=" })
      guard words.contains(word.folded) else { return nil }
      let line = bytes[head..<end]
      let sign = line.indices.first {
        line[$0] == "#" && $0 > head && line[$0 - 1].isBlank
      }
      let range = head..<head + line[..<(sign ?? end)].trimmed.count
      open([Key(bytes[range])], range)
      return afterHeader(range.upperBound, end)
    }
  }

  /// Returns the offset of the closing bracket of a section header, which must end the line or
  /// precede a comment.
  private func closingBracket(_ head: Int, _ end: Int) -> Int? {
    var close = head + 1
    while let next = bytes[close..<end].firstIndex(of: UInt8(ascii: "]")) {
      let rest = bytes.skippingBlanks(from: next + 1)
      if rest >= end || dialect.commentSigns.contains(bytes[rest]) {
        return next > head + 1 ? next : nil
      }
      close = next + 1
    }
    return nil
  }

  /// Reads a comment after a section header and returns the start of the next line.
  private mutating func afterHeader(_ from: Int, _ end: Int) -> Int {
    let rest = bytes.skippingBlanks(from: from)
    if rest < end { note(rest..<end) }
    return bytes.lineEnd(of: end)
  }

  private mutating func open(_ names: [Key], _ range: Range<Int>) {
    var node = 0
    section = document.headers.count
    if names.count == 1, document.listSections.contains(names[0]) {
      table = addElement(names[0])
      return addHeader(range)
    }
    for (index, name) in names.enumerated() {
      let isLast = index == names.count - 1
      if let known = document.member(name, of: node, isTable: true) {
        node = known
        if isLast { document.nodes[known].form = .table }
      } else {
        var new = Node(isLast ? .table : .implied, in: node, at: .key(name))
        new.section = section
        node = document.add(new)
      }
    }
    table = node
    addHeader(range)
  }

  private mutating func addHeader(_ range: Range<Int>) {
    let line = bytes.lineStart(of: range.lowerBound)..<bytes.lineEnd(of: range.upperBound)
    document.headers.append(Header(node: table, range: range, line: line))
  }

  /// Adds a section to the list of sections with the same name.
  private mutating func addElement(_ name: Key) -> Int {
    let list =
      document.member(name, of: 0, isTable: true)
      ?? document.add(Node(.elements, in: 0, at: .key(name)))
    var element = Node(.element, in: list, at: .index(document.elements(in: list).count))
    element.section = section
    return document.add(element)
  }

  /// Returns the names in the section header of a git configuration, and the offset of the closing
  /// bracket.
  ///
  /// A git section header has the form `[name]`, `[name "part"]`, or `[name.part]`.
  private func gitSection(_ head: Int, _ end: Int) -> (names: [Key], close: Int)? {
    var at = head + 1
    while at < end, bytes[at].isLetter || bytes[at].isDigit || "-.".utf8.contains(bytes[at]) {
      at += 1
    }
    let name = bytes[head + 1..<at]
    guard !name.isEmpty, at < end else { return nil }
    if bytes[at] == "]" {
      guard let point = name.firstIndex(of: UInt8(ascii: ".")) else { return ([Key(name)], at) }
      return ([Key(name[..<point]), Key(name[(point + 1)...]).folded], at)
    }
    at = bytes.skippingBlanks(from: at)
    guard at < end, bytes[at] == "\"" else { return nil }
    at += 1
    var part: [UInt8] = []
    while at < end, bytes[at] != "\"" {
      if bytes[at] == "\\" { at += 1 }
      guard at < end else { return nil }
      part.append(bytes[at])
      at += 1
    }
    guard at + 1 < end, bytes[at + 1] == "]" else { return nil }
    return ([Key(name), Key(part)], at + 1)
  }
}

// MARK: Assignments
extension LineReader {
  /// Reads an assignment and returns the start of the next line, or `nil` if the line isn't an
  /// assignment.
  private mutating func assignment(_ head: Int, _ end: Int) -> Int? {
    // A git configuration can't contain a key outside of a section.
    if dialect.sections == .git && section < 0 && !isPart { return nil }
    guard let (key, afterKey) = key(head, end) else { return nil }
    guard let name = name(key) else { return nil }
    var node = Node(.value(.untyped), in: table, at: .key(name))
    node.key = key
    node.section = section
    node.hasLine = true
    var lineEnd = bytes.lineEnd(of: end)
    if let start = valueStart(afterKey, end) {
      let scan = dialect.values.scan(
        bytes, from: start, keyIndent: head - bytes.lineStart(of: head),
        signs: dialect.commentSigns)
      guard var scan else { return nil }
      if dialect.takesWholeLine(name) {
        scan = ValueScan(value: bytes.trimmedRange(start, end), end: end)
      }
      node.value = scan.value
      lineEnd = bytes.lineEnd(of: scan.end)
      document.comments += scan.comments
    } else {
      let rest = bytes.skippingBlanks(from: afterKey)
      if dialect.keys == .property {
        node.value = key.upperBound..<key.upperBound
        return finish(node, head, lineEnd)
      }
      let isComment = rest < end && dialect.commentSigns.contains(bytes[rest])
      guard dialect.allowsBareKeys, rest >= end || isComment else { return nil }
      if isComment { note(rest..<end) }
      node.form = .value(.absent)
      node.value = key.upperBound..<key.upperBound
    }
    return finish(node, head, lineEnd)
  }

  /// Adds an assignment that starts at an offset and returns the start of the next line.
  private mutating func finish(_ node: Node, _ head: Int, _ lineEnd: Int) -> Int {
    var node = node
    let isAlone = bytes.isIndent(before: head)
    node.whole = (isAlone ? max(bytes.lineStart(of: head), bytes.afterMark) : head)..<lineEnd
    addAssignment(node)
    return lineEnd
  }

  /// Returns the decoded name of a key, or `nil` if its escapes are invalid.
  private func name(_ key: Range<Int>) -> Key? {
    guard dialect.keys == .property else { return Key(bytes[key]) }
    return PropertyValue.decoded(bytes[key]).map { Key($0) }
  }

  /// Adds an assignment and, if its key is repeated, marks the assignment that is overridden.
  private mutating func addAssignment(_ node: Node) {
    var node = node
    if let name = node.step.name,
      let counterpart = document.member(name, of: node.parent, isTable: false)
    {
      if dialect.firstWins {
        node.isOverridden = true
      } else {
        document.nodes[counterpart].isOverridden = true
      }
    }
    _ = document.add(node)
  }

  /// Returns the range of a key, and the offset after the whitespace that follows the key.
  private func key(_ head: Int, _ end: Int) -> (Range<Int>, Int)? {
    var head = head
    var at = head
    switch dialect.keys {
    case .anything, .word:
      let isOpen = dialect.keys == .anything
      while at < end, !dialect.separators.contains(bytes[at]), isOpen || !bytes[at].isBlank {
        at += 1
      }
      if dialect.allowsBareKeys == false, at == end, !dialect.blanksSeparate { return nil }
    case .git, .identifier:
      let isGit = dialect.keys == .git
      while at < end, bytes[at].isLetter || bytes[at].isDigit || isKeyPunctuation(bytes[at], isGit)
      {
        at += 1
      }
      guard at > head, bytes[head].isLetter || !isGit && bytes[head] == "_" else { return nil }
    case .shell:
      let word = bytes[head..<end].prefix { !$0.isBlank }
      if word.elementsEqual("export".utf8) { head = bytes.skippingBlanks(from: word.endIndex) }
      at = head
      while at < end, bytes[at].isLetter || bytes[at].isDigit || "_.-".utf8.contains(bytes[at]) {
        at += 1
      }
      guard at > head, !bytes[head].isDigit, at < end, bytes[at] == "=" else { return nil }
    case .kernel:
      if bytes[head] == "-" { head = bytes.skippingBlanks(from: head + 1) }
      at = head
      while at < end, bytes[at] != "=", !bytes[at].isBlank { at += 1 }
      guard at < end else { return nil }
    case .property:
      while at < end, !dialect.separators.contains(bytes[at]), !bytes[at].isBlank {
        at += bytes[at] == "\\" ? 2 : 1
      }
      // Settee doesn't support a Java properties key that continues on the next line.
      return at > head && at <= end ? (head..<at, at) : nil
    }
    let key = head..<head + bytes[head..<at].trimmed.count
    return key.isEmpty || bytes[key.lowerBound] == "[" && dialect.sections != .none
      ? nil : (key, at)
  }

  private func isKeyPunctuation(_ byte: UInt8, _ isGit: Bool) -> Bool {
    isGit ? byte == "-" : byte == "_" || byte == "." || byte >= 0x80
  }

  /// Returns the offset at which the value of a key starts, or `nil` for a key without a value.
  private func valueStart(_ afterKey: Int, _ end: Int) -> Int? {
    let sign = bytes.skippingBlanks(from: afterKey)
    if sign < end, dialect.separators.contains(bytes[sign]) { return sign + 1 }
    guard dialect.blanksSeparate, sign > afterKey, sign < end else { return nil }
    return sign
  }
}
