/// A settings file that was read: its bytes, and where in them everything stands.
package struct Document: Sendable {
  package let format: Format
  package let bytes: [UInt8]
  package internal(set) var nodes: [Node] = []
  package internal(set) var headers: [Header] = []
  /// In file order.
  package internal(set) var comments: [Comment] = []
  package internal(set) var unknown: [Unknown] = []
  /// The nodes by what holds them and their key; of several for one key, the one that counts.
  var members: [Member: Int] = [:]
  /// The names of which the sections are lists.
  var listSections: Set<Key> = []
  /// The elements of lists by what holds them, in file order.
  private var elements: [Int: [Int]] = [:]
  /// The keys that stand more than once in what holds them.
  private var repeated: Set<Member> = []

  /// A key in what holds it; a section of git may have the name of a key beside it.
  struct Member: Hashable {
    let parent: Int
    let name: Key
    let isTable: Bool
  }

  static let mostBytes = 32 << 20
  static let mostDepth = 256

  init(_ bytes: [UInt8], _ format: Format) { (self.bytes, self.format) = (bytes, format) }

  package init(reading bytes: [UInt8], as format: Format) throws(FormatError) {
    self = try Self.reading(bytes, atMost: Self.mostBytes) { () throws(ParseError) in
      try Self.read(bytes, as: format)
    }
  }

  /// Reads JSON with comments that may not be larger than so many bytes and values.
  package init(
    readingJSON bytes: [UInt8], mostBytes: Int, mostValues: Int
  ) throws(FormatError) {
    self = try Self.reading(bytes, atMost: mostBytes) { () throws(ParseError) in
      var reader = JSONReader(bytes, allowsComments: true, mostValues: mostValues)
      return try reader.read()
    }
  }

  private static func reading(
    _ bytes: [UInt8], atMost most: Int, _ read: () throws(ParseError) -> Document
  ) throws(FormatError) -> Document {
    do throws(ParseError) {
      guard bytes.count <= most else {
        throw ParseError(offset: 0, message: "the file is larger than \(most >> 20) MB")
      }
      return try read()
    } catch {
      let (line, column) = bytes.place(of: error.offset)
      throw FormatError(line: line, column: column, message: error.message)
    }
  }

  /// A file that is empty, or not there yet; JSON knows no such text, so an object is thought of.
  package static func empty(_ format: Format) -> Document {
    if let document = try? read([], as: format) { return document }
    var document = Document([], format)
    _ = document.add(Node(.braces, in: -1, at: .index(0)))
    return document
  }

  static func read(
    _ bytes: [UInt8], as format: Format, isPart: Bool = false
  ) throws(ParseError) -> Document {
    try format.notation.read(bytes, isPart: isPart)
  }
}

extension Document {
  mutating func add(_ node: Node) -> Int {
    let index = nodes.count
    nodes.append(node)
    if node.parent >= 0, let member = identity(of: index) {
      let other = node.isOverridden ? index : members.updateValue(index, forKey: member)
      if other != nil { repeated.insert(member) }
    } else if node.parent >= 0 {
      elements[node.parent, default: []].append(index)
    }
    return index
  }

  func member(_ name: Key, of node: Int, isTable: Bool) -> Int? {
    members[identity(of: name, in: node, isTable: isTable)]
  }

  /// What makes a key the same key: some dialects take large letters for small ones.
  private func identity(of name: Key, in parent: Int, isTable: Bool) -> Member {
    guard let dialect = format.dialect else {
      return Member(parent: parent, name: name, isTable: false)
    }
    let folds = isTable ? dialect.foldsSections && parent == 0 : dialect.foldsKeys
    return Member(parent: parent, name: folds ? name.folded : name, isTable: isTable)
  }

  /// What a node holds, in file order.
  package func children(of node: Int) -> [Int] {
    var behind = nodes[(node + 1)...]
    // What is written in brackets stands together.
    if nodes[node].isWritten { behind = behind.prefix { $0.parent >= node } }
    return behind.indices.filter { nodes[$0].parent == node }
  }

  /// Whether a node is another one, or in it; what holds a node comes before it.
  func isWithin(_ node: Int, _ other: Int) -> Bool {
    var above = node
    while above > other { above = nodes[above].parent }
    return above == other
  }

  package func place(of node: Int) -> DocumentPath {
    var steps: [DocumentPath.Step] = []
    var node = node
    while nodes[node].parent >= 0 {
      steps.append(nodes[node].step)
      node = nodes[node].parent
    }
    return DocumentPath(steps.reversed())
  }

  /// The node at a place; an index behind a key that stands several times counts its lines.
  package func node(at place: DocumentPath) -> Int? {
    let (node, rest) = deepest(on: place)
    return rest.isEmpty ? node : nil
  }

  /// How far a place leads, and what is left of it then.
  func deepest(on place: DocumentPath) -> (node: Int, rest: ArraySlice<DocumentPath.Step>) {
    var node = 0
    var rest = place.steps[...]
    while let step = rest.first, let next = child(step, of: node, isLast: rest.count == 1) {
      node = next
      rest.removeFirst()
    }
    return (node, rest)
  }

  private func child(_ step: DocumentPath.Step, of node: Int, isLast: Bool) -> Int? {
    switch step {
    case .key(let name):
      member(name, of: node, isTable: !isLast) ?? member(name, of: node, isTable: isLast)
    case .index(let index):
      index < 0 ? nil : items(of: node).dropFirst(index).first
    }
  }

  func elements(in node: Int) -> [Int] { elements[node] ?? [] }

  /// Every line for the key of a value, in file order.
  package func occurrences(of node: Int) -> [Int] {
    guard let own = identity(of: node), repeated.contains(own) else { return [node] }
    return nodes.indices.filter { nodes[$0].parent == own.parent && identity(of: $0) == own }
  }

  private func identity(of node: Int) -> Member? {
    nodes[node].step.name.map {
      identity(of: $0, in: nodes[node].parent, isTable: nodes[node].isContainer)
    }
  }

  /// The table in whose lines a node stands, be its key dotted or not.
  func table(of node: Node) -> Int { node.section < 0 ? 0 : headers[node.section].node }

  package func literal(of node: Int) -> Scalar? {
    let kind: Scalar.Kind
    switch nodes[node].form {
    case .value(let own): kind = own
    case .braces: kind = .table
    case .brackets: kind = .list
    case .table, .element, .implied, .dotted, .elements: return nil
    }
    return Scalar(kind, Array(bytes[nodes[node].value]), in: format)
  }
}
