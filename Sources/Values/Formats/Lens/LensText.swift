/// A system file, which a lens of Augeas reads and writes.
struct LensText: Notation {
  let lens: String
  /// The lens in messages, without the part of its name that nearly all lenses share.
  var name: String { lens.hasSuffix(".lns") ? String(lens.dropLast(4)) : lens }
  let separator = " "

  /// The largest file that a lens reads, because the time that it takes can grow with the square of the size.
  static let mostBytes = 1 << 20

  static let missingEngine = ParseError(
    "this program can't read system files; use the command settee", code: .library)

  func read(_ bytes: [UInt8], isPart: Bool) throws -> Document {
    guard bytes.count <= Self.mostBytes else {
      throw ParseError("the file is larger than 1 MB, the limit for system files")
    }
    if let zero = bytes.firstIndex(of: 0) {
      throw ParseError(at: .offset(zero), "a NUL character isn't allowed")
    }
    guard let engine = Format.lensEngine else { throw Self.missingEngine }
    do {
      let nodes = try engine.tree(of: bytes.withFinalNewline, lens: lens)
      return Document(bytes, LensTree(nodes, lens))
    } catch let error as ParseError {
      throw parseError(error, in: bytes)
    }
  }

  /// Returns an error of the engine with a message and a location for the user.
  private func parseError(_ error: ParseError, in bytes: [UInt8]) -> ParseError {
    switch error.code {
    case .library: error
    case .lens, .mismatch:
      ParseError("the lens \(name) can't be used: \(error.message)", code: error.code)
    case .syntax, .incomplete:
      ParseError(
        at: .offset(min(error.offset ?? 0, bytes.count)),
        "this doesn't have the syntax that the lens \(name) describes")
    }
  }

  func decode(_ literal: [UInt8]) -> [UInt8]? { literal }

  func encode(_ value: Value, like old: Scalar?) throws -> [UInt8] {
    switch value {
    case .text(let text), .decimal(let text), .source(let text): return Array(text.utf8)
    case .integer(let number): return Array(String(number).utf8)
    case .boolean(let isOn):
      let word = old?.decoded.flatMap { BooleanWord($0)?.word(isOn: isOn) }
      return Array((word ?? (isOn ? "true" : "false")).utf8)
    case .null, .list, .table: throw EditError.invalidValue("this isn't a single value")
    }
  }

  func written(_ keys: [Key]) throws -> [UInt8] { keys.last?.bytes ?? [] }
}

/// The tree of a system file, and the nodes of the document that represent it.
struct LensTree: Sendable {
  let lens: String
  let nodes: [LensNode]
  /// The index of the parent of each node, or -1.
  let parents: [Int]
  /// The children of each node.
  ///
  /// The first element has the children of the root.
  private let children: [[Int]]
  /// The node of the tree for each node of the document, or -1 for a list, which is no node of the tree.
  fileprivate(set) var sources: [Int] = []
  /// The node of the tree for each comment of the document.
  fileprivate(set) var comments: [Int] = []

  /// The keys of logrotate that have one value, unlike a script or `include`.
  private static let logrotateKeys: Set<Key> = [
    "compresscmd", "compressext", "compressoptions", "create", "createolddir", "dateformat",
    "extension", "mail", "maxage", "maxsize", "minage", "minsize", "olddir", "rotate", "schedule",
    "shredcycles", "size", "start", "su", "uncompresscmd",
  ]

  /// Returns whether the program uses only one line of a key.
  func hasOneValue(for key: Key) -> Bool {
    switch lens {
    case "Postfix_Main.lns", "Vsftpd.lns": true
    case "Logrotate.lns": Self.logrotateKeys.contains(key)
    default: false
    }
  }

  init(_ nodes: [LensNode], _ lens: String) {
    (self.nodes, self.lens) = (nodes, lens)
    var parents: [Int] = []
    var children: [[Int]] = Array(repeating: [], count: nodes.count + 1)
    var above: [Int] = []
    for (index, node) in nodes.enumerated() {
      above.removeLast(max(0, above.count - node.depth))
      parents.append(above.last ?? -1)
      children[parents[index] + 1].append(index)
      above.append(index)
    }
    (self.parents, self.children) = (parents, children)
  }

  func children(of node: Int) -> [Int] { children[node + 1] }

  /// Returns the position of a node among the children of its parent.
  func position(of node: Int) -> Int { children(of: parents[node]).firstIndex(of: node) ?? 0 }
}

extension LensNode {
  var isComment: Bool { label.bytes.first == UInt8(ascii: "#") && label.bytes.ends(in: "comment") }

  /// A Boolean value that indicates whether the node is a part of the layout, such as an empty line.
  var isLayout: Bool { isComment || label == "#empty" || label == "#eol" }
}

extension Key {
  /// A Boolean value that indicates whether the key is a number that a lens assigns to an item.
  var isNumber: Bool { !bytes.isEmpty && bytes.count < 10 && bytes.allSatisfy(\.isDigit) }
}

extension [UInt8] {
  fileprivate func ends(in text: String) -> Bool {
    suffix(text.utf8.count).elementsEqual(text.utf8)
  }

  /// The text with a line ending after its last line, which most lenses require.
  var withFinalNewline: [UInt8] { isEmpty || last == 0x0A ? self : self + [0x0A] }
}

// MARK: The document

extension Document {
  /// Creates the document of a system file.
  ///
  /// A node of the tree becomes a node of the document, except for comments. Nodes with the same
  /// label become the items of a list.
  init(_ bytes: [UInt8], _ tree: LensTree) {
    self.init(bytes, .augeas(lens: tree.lens))
    lens = tree
    _ = addLens(Node(.table, in: -1, at: .index(0)), -1)
    addLens(childrenOf: -1, to: 0)
    for (index, node) in tree.nodes.enumerated() where node.isComment {
      let range = trimmed(node.range)
      guard !range.isEmpty else { continue }
      comments.append(Comment(range: range, isBehind: !bytes.isIndent(before: range.lowerBound)))
      lens?.comments.append(index)
    }
  }

  private mutating func addLens(_ node: Node, _ source: Int) -> Int {
    lens?.sources.append(source)
    return add(node)
  }

  private mutating func addLens(childrenOf parent: Int, to node: Int) {
    guard let tree = lens else { return }
    let children = tree.children(of: parent).filter { !tree.nodes[$0].isLayout }
    let groups = Dictionary(grouping: children) { tree.nodes[$0].label }
    var known: Set<Key> = []
    for child in children where known.insert(tree.nodes[child].label).inserted {
      let label = tree.nodes[child].label
      let group = groups[label] ?? []
      guard group.count > 1 else {
        addLens(child, in: node, at: .key(label))
        continue
      }
      let arePlain = group.allSatisfy { item in
        tree.nodes[item].value != nil
          && tree.children(of: item).allSatisfy { tree.nodes[$0].isLayout }
      }
      var list = Node(arePlain ? .brackets : .elements, in: node, at: .key(label))
      list.value = start(of: tree.nodes[child])
      let index = addLens(list, -1)
      for (position, item) in group.enumerated() { addLens(item, in: index, at: .index(position)) }
    }
  }

  private mutating func addLens(_ source: Int, in parent: Int, at step: DocumentPath.Step) {
    guard let tree = lens else { return }
    let own = tree.nodes[source]
    let isEmpty = tree.children(of: source).allSatisfy { tree.nodes[$0].isLayout }
    let hasEmptyValue = isEmpty && bytes[trimmed(own.range)].last == UInt8(ascii: "=")
    let form: Node.Form =
      own.value != nil || hasEmptyValue ? .value(.untyped) : isEmpty ? .value(.absent) : .table
    var node = Node(form, in: parent, at: step)
    node.whole = clipped(own.range)
    let value = clipped(own.valueRange)
    node.value = value.isEmpty ? start(of: own) : value
    addLens(childrenOf: source, to: addLens(node, source))
  }

  private func clipped(_ range: Range<Int>) -> Range<Int> {
    min(range.lowerBound, bytes.count)..<min(range.upperBound, bytes.count)
  }

  private func start(of node: LensNode) -> Range<Int> {
    let start = trimmed(node.range).lowerBound
    return start..<start
  }

  /// Returns a range without the whitespace and line endings at both ends.
  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    let range = clipped(range)
    let isBlank = { (byte: UInt8) in byte.isBlank || byte.isLineEnd }
    guard let start = range.first(where: { isBlank(bytes[$0]) == false }),
      let end = range.last(where: { isBlank(bytes[$0]) == false })
    else { return range.lowerBound..<range.lowerBound }
    return start..<end + 1
  }

  /// The nodes to which comments of a system file can belong.
  func lensSpans(_ tree: LensTree) -> [(range: Range<Int>, node: Int)] {
    nodes.indices.compactMap { node in
      guard tree.sources[node] >= 0 else { return nil }
      let range = trimmed(tree.nodes[tree.sources[node]].range)
      return range.isEmpty ? nil : (range, node)
    }
  }

  /// Returns the value of a node of a system file.
  func lensLiteral(of node: Int, _ kind: Scalar.ScalarType, _ tree: LensTree) -> Scalar {
    let source = tree.sources[node]
    let value = source < 0 ? nil : tree.nodes[source].value
    return Scalar(kind, value ?? [], in: format, text: value)
  }

  /// The settings of a system file, where a setting can contain others.
  var lensSettings: [(place: DocumentPath, node: Int)] {
    nodes.indices.compactMap { node in
      let parent = nodes[node].parent
      guard nodes[node].isWritten, parent < 0 || nodes[parent].form != .brackets else { return nil }
      return (place(of: node), node)
    }
  }

  /// The key for the value of a node that also has fields.
  package static var ownValueKey: Key { LensBranch.ownValue }

  /// Returns whether a node of a system file has both a value and fields.
  package func hasFields(_ node: Int) -> Bool {
    lens != nil && !nodes[node].isContainer && !children(of: node).isEmpty
  }

  /// Returns the children of a node that a lens numbers, which are a list.
  package func numbered(in node: Int) -> [Int] {
    guard lens != nil else { return [] }
    return children(of: node).filter { nodes[$0].step.name?.isNumber == true }
  }

  /// Returns whether a node is an item that a lens numbers.
  package func isNumbered(_ node: Int) -> Bool {
    lens != nil && node > 0 && nodes[node].step.name?.isNumber == true
  }

  /// Returns whether the numbered children of a node are its whole content, or those of the file.
  package func isNumberedList(_ node: Int) -> Bool {
    let children = lens == nil ? [] : children(of: node)
    let count = children.count { nodes[$0].step.name?.isNumber == true }
    return count > 0 && (node == 0 || count == children.count)
  }
}
