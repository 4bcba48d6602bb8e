/// A parsed settings file, which contains its bytes and the location of every element.
package struct Document: Sendable {
  package let format: Format
  package let bytes: [UInt8]
  let lines: LineIndex
  package internal(set) var nodes: [Node] = []
  package internal(set) var headers: [Header] = []
  /// The comments of the file, in file order.
  package internal(set) var comments: [Comment] = []
  /// The ranges of the lines that can't be parsed.
  package internal(set) var unknown: [Range<Int>] = []
  /// The lines of an INI file that can't be parsed.
  ///
  /// Other line-based files can have statements that aren't settings.
  package var invalidLines: [Range<Int>] {
    guard case .lines(let dialect) = format, [.brackets, .git].contains(dialect.sections)
    else { return [] }
    return unknown
  }
  /// The parts of a YAML file's structure that the nodes of the document don't represent.
  var yaml: YAMLTree?
  /// The tree of a system file.
  var lens: LensTree?
  /// A Boolean value that indicates whether edits can change a YAML value to which aliases refer.
  ///
  /// If the value is `true`, edits can also replace the YAML aliases themselves.
  package var allowsSharedChanges = false
  /// A Boolean value that indicates whether the names of a new key are joined with dots.
  package var hasDottedKeys = false
  /// A Boolean value that indicates whether new strings in a TOML file have single quotes.
  var hasSingleQuotes = false
  /// The index of each node in the document, by its parent and its key.
  ///
  /// If a key is repeated, the index refers to the node that takes precedence.
  var members: [MemberIdentity: Int] = [:]
  /// The names of the sections that are read as lists, because the file can contain several
  /// sections with that name.
  var listSections: Set<Key> = []
  /// The children of each node, in the order of the file.
  private var children: [[Int]] = []
  /// The items of each list, in the order of the file.
  private var elements: [Int: [Int]] = [:]
  /// The keys that occur more than once in the same table.
  private var repeated: Set<MemberIdentity> = []

  /// A key together with the table that contains it, which identifies a member of the document.
  ///
  /// In git's configuration format, a section can have the same name as a key.
  struct MemberIdentity: Hashable {
    let parent: Int
    let name: Key
    let isTable: Bool
  }

  /// The largest file that Settee opens.
  package static let mostBytes = 32 << 20
  package static let maxDepth = 256

  init(_ bytes: [UInt8], _ format: Format) {
    (self.bytes, self.format) = (bytes, format)
    lines = LineIndex(bytes)
    // Most files have about one value in each line.
    nodes.reserveCapacity(lines.count)
    children.reserveCapacity(lines.count)
    members.reserveCapacity(lines.count)
  }

  package init(reading bytes: [UInt8], as format: Format) throws {
    self = try Self.locatingErrors(in: bytes, atMost: Self.mostBytes) {
      try Self.read(bytes, as: format)
    }
  }

  /// Reads a JSON file in which comments are allowed.
  ///
  /// This initializer throws an error if the JSON file exceeds the specified number of bytes or
  /// values.
  package init(
    readingJSON bytes: [UInt8], mostBytes: Int, mostValues: Int
  ) throws {
    self = try Self.locatingErrors(in: bytes, atMost: mostBytes) {
      var reader = JSONReader(bytes, .json(allowsComments: true), mostValues: mostValues)
      return try reader.read()
    }
  }

  /// Runs a parser and converts the offset of an error that it throws to a line and a column.
  static func locatingErrors<Result>(
    in bytes: [UInt8], atMost most: Int = .max, _ read: () throws -> Result
  ) throws -> Result {
    do {
      guard bytes.count <= most else {
        throw ParseError(at: .offset(0), "the file is larger than \(most >> 20) MB")
      }
      return try read()
    } catch let error as ParseError {
      guard let offset = error.offset else { throw error }
      throw ParseError(at: SourcePlace(of: offset, in: LineIndex(bytes)), error.message)
    }
  }

  /// Returns the document that represents an empty or missing settings file.
  ///
  /// Empty text isn't valid JSON, so an empty JSON document contains an implicit object.
  package static func empty(_ format: Format) -> Document {
    if let document = try? read([], as: format) { return document }
    if case .augeas(let lens) = format { return Document([], LensTree([], lens)) }
    var document = Document([], format)
    _ = document.add(Node(.braces, in: -1, at: .index(0)))
    return document
  }

  static func read(
    _ bytes: [UInt8], as format: Format, isPart: Bool = false
  ) throws -> Document {
    try format.notation.read(bytes, isPart: isPart)
  }
}

extension Document {
  mutating func add(_ node: Node) -> Int {
    let index = nodes.count
    nodes.append(node)
    children.append([])
    if node.parent >= 0 { children[node.parent].append(index) }
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

  /// Returns the identity of a key in its table, with the key in lowercase if the dialect ignores
  /// case.
  private func identity(of name: Key, in parent: Int, isTable: Bool) -> MemberIdentity {
    guard let dialect = format.dialect else {
      return MemberIdentity(parent: parent, name: name, isTable: false)
    }
    guard isTable else {
      return MemberIdentity(parent: parent, name: dialect.compared(name), isTable: false)
    }
    guard parent == 0 else { return MemberIdentity(parent: parent, name: name, isTable: true) }
    return MemberIdentity(parent: parent, name: dialect.compared(section: name), isTable: true)
  }

  /// Returns the children of a node, in the order of the file.
  package func children(of node: Int) -> [Int] { children[node] }

  /// Returns whether a node is another node of the document or one of its descendants.
  ///
  /// Parent nodes always precede their children, so the loop can stop at the index of the other
  /// node.
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
    steps.reverse()
    return DocumentPath(steps)
  }

  /// Returns the node at a path of the document, or `nil` if the path doesn't exist.
  ///
  /// In a path, an index after a repeated key selects one of the lines that contain the key.
  package func node(at place: DocumentPath) -> Int? {
    let (node, rest) = deepest(on: place)
    return rest.isEmpty ? node : nil
  }

  /// Returns the deepest existing node on a path, and the remaining steps of the path.
  package func deepest(
    on place: DocumentPath, throughAliases: Bool = true
  ) -> (node: Int, rest: ArraySlice<DocumentPath.Step>) {
    var node = 0
    var rest = place.steps[...]
    while true {
      if throughAliases, !rest.isEmpty, let target = yamlTarget(of: node) { node = target }
      guard let step = rest.first, let next = child(step, of: node, isLast: rest.count == 1)
      else { return (node, rest) }
      node = next
      rest.removeFirst()
    }
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

  /// Returns all lines that set the same key, in file order.
  package func occurrences(of node: Int) -> [Int] {
    guard let own = identity(of: node), repeated.contains(own) else { return [node] }
    return nodes.indices.filter { nodes[$0].parent == own.parent && identity(of: $0) == own }
  }

  private func identity(of node: Int) -> MemberIdentity? {
    nodes[node].step.name.map {
      identity(of: $0, in: nodes[node].parent, isTable: nodes[node].isContainer)
    }
  }

  /// Returns the table whose lines include a node, even if the key of the node is dotted, as in
  /// `a.b = 1`.
  func table(of node: Node) -> Int { node.section < 0 ? 0 : headers[node.section].node }

  package func literal(of node: Int) -> Scalar? {
    let kind: Scalar.ScalarType
    switch nodes[node].form {
    case .value(let own): kind = own
    case .braces: kind = .table
    case .brackets: kind = .list
    case .table, .element, .implied, .dotted, .elements: return nil
    }
    if let yaml { return yamlLiteral(of: node, kind, yaml) }
    if let lens { return lensLiteral(of: node, kind, lens) }
    let source = Array(bytes[nodes[node].value])
    let isWholeLine = nodes[node].step.name.map { format.dialect?.takesWholeLine($0) ?? false }
    return Scalar(kind, source, in: format, text: isWholeLine == true ? source : nil)
  }
}
