/// Edits a system file, and verifies that only the requested part of its tree changes.
///
/// Most edits replace or move bytes of the file. If the new text doesn't have the requested tree, the lens
/// writes the text.
struct LensEditor {
  let document: Document
  let tree: LensTree
  /// The text as the lens reads it, with a final line ending.
  let text: [UInt8]

  init(_ document: Document, _ tree: LensTree) {
    (self.document, self.tree) = (document, tree)
    text = document.bytes.withFinalNewline
  }

  typealias LensEdit = (plan: EditPlan, document: Document)

  func changed(by edit: DocumentEdit) throws -> LensEdit {
    let change = try made(by: edit)
    try rejectAddresses(in: change.document)
    try rejectEffects(of: edit, in: change.document)
    return change
  }

  private func made(by edit: DocumentEdit) throws -> LensEdit {
    switch edit {
    case .set(let place, let value):
      let (node, rest) = document.deepest(on: place)
      guard rest.isEmpty else { return try add(value, at: rest, to: node) }
      return try set(node, to: value)
    case .remove(let place):
      let node = try existing(place)
      return try remove(node, withComments: place.isItem || document.isNumbered(node))
    case .move(let place, let index): return try move(try existing(place), to: index)
    case .insert(let place, let index, let value):
      return try insert(value, at: index, into: try list(at: place))
    }
  }

  // MARK: Nodes

  private func existing(_ place: DocumentPath) throws -> Int {
    guard let node = document.node(at: place), node > 0 else {
      throw EditError("\(place) isn't set in this file")
    }
    return node
  }

  /// Returns the node of the tree for a node of the document, or throws an error for a list.
  func source(of node: Int) throws -> Int {
    let source = tree.sources[node]
    guard source >= 0 || node == 0 else {
      let place = document.place(of: node)
      let count = document.items(of: node).count
      throw EditError(
        "'\(place)' has \(count) items", line: document.line(of: node),
        advice: "Give one of them an index, from '\(place)[0]' to '\(place)[\(count - 1)]'")
    }
    return source
  }

  /// Returns the comments that belong to a node, which are its siblings directly above it.
  func comments(above node: Int) -> [Int] {
    guard !document.comments.isEmpty else { return [] }
    let owners = CommentAttachment(document).owners
    let parent = tree.parents[tree.sources[node]]
    return zip(tree.comments, owners).compactMap { comment, owner in
      guard case .above(let other) = owner else { return nil }
      return other == node && tree.parents[comment] == parent ? comment : nil
    }
  }

  // MARK: Setting a value

  private func set(_ node: Int, to value: Value) throws -> LensEdit {
    if case .list(let items) = value { return try setList(node, to: items) }
    let source = try source(of: node)
    if case .table(let members) = value {
      guard members.isEmpty, node > 0 else {
        throw EditError("\(document.place(of: node)) is a table; set its keys one by one")
      }
      return try remove(node, withComments: false)
    }
    guard node > 0, document.nodes[node].form == .value(.untyped) else {
      if document.nodes[node].form == .value(.absent), value == .boolean(true) { return unchanged }
      let place = document.place(of: node)
      throw EditError(
        document.nodes[node].isContainer
          ? "\(place) is a table; set its keys one by one"
          : "\(place) is on because it has no value; to turn it off, remove it",
        line: document.line(of: node))
    }
    let new = try LensText(lens: tree.lens).encode(value, like: document.literal(of: node))
    let old = tree.nodes[source]
    if old.value ?? [] == new { return unchanged }
    var expected = LensBranch(-1, in: tree)
    expected[tree.path(of: source)[...]].value = new
    let scope = lines(of: old.range)
    if let (name, text) = option(value, labeled: old.label) {
      let branch = LensBranch(
        old.label, Array(name.utf8), [LensBranch("value", Array(text.utf8))])
      if LensBranch(source, in: tree) == branch { return unchanged }
      expected[tree.path(of: source)[...]] = branch
      let changes: [LensChange] = [
        .set(old.path, Array(name.utf8)), .set(old.path + Array("/value".utf8), Array(text.utf8)),
      ]
      return try written(changes, expected, .set, within: scope, new, at: node)
    }
    let hasFields = !LensBranch(source, in: tree).children.isEmpty
    if tree.lens == "Fstab.lns", old.label == "opt", hasFields {
      // The value belongs to the mount option that is replaced.
      expected[tree.path(of: source)[...]] = LensBranch(old.label, new, [])
      let changes: [LensChange] = [.set(old.path, new), .remove(old.path + Array("/value".utf8))]
      return try written(changes, expected, .set, within: scope, new, at: node)
    }
    if let value = old.value, !value.isEmpty, text[old.valueRange].elementsEqual(value),
      let change = try? verified(
        text.replacing(old.valueRange, with: new), expected, .set, within: scope)
    {
      return change
    }
    return try written([.set(old.path, new)], expected, .set, within: scope, new, at: node)
  }

  private func setList(_ node: Int, to items: [Value]) throws -> LensEdit {
    let place = document.place(of: node)
    guard items.count == 1, let item = items.first, document.items(of: node).count == 1 else {
      throw EditError(
        "'\(place)' is changed one item at a time; use add, remove, or set with an index")
    }
    return try set(node, to: item)
  }

  /// The result of an edit that changes nothing.
  var unchanged: LensEdit {
    (EditPlan(kind: .same, range: 0..<0, replacement: []), document)
  }

  // MARK: Verification

  /// Returns the range of the complete lines that contain a range, without blank lines at its end.
  func lines(of range: Range<Int>) -> Range<Int> {
    var end = min(range.upperBound, text.count)
    while end > range.lowerBound, text[end - 1].isBlank || text[end - 1].isLineEnd { end -= 1 }
    var start = min(range.lowerBound, end)
    while start < end, text[start].isBlank || text[start].isLineEnd { start += 1 }
    return text.lineStart(of: start)..<text.lineEnd(of: end)
  }

  /// Returns the document with a new text if its tree is the expected one, and only bytes in a range are replaced.
  func verified(
    _ new: [UInt8], _ expected: LensBranch, _ kind: EditPlan.EditKind, within scope: Range<Int>
  ) throws -> LensEdit {
    var bytes = new
    if document.bytes.last != 0x0A, !document.bytes.isEmpty, bytes.last == 0x0A {
      bytes.removeLast()
    }
    let plan = EditPlan(kind: kind, from: document.bytes, to: bytes)
    guard bytes != document.bytes else { throw EditError("the file can't represent this change") }
    // The range of the plan can be outside if lines below are equal, as in two similar blocks.
    guard new.count >= text.count - scope.count, new.starts(with: text[..<scope.lowerBound]),
      new.suffix(text.count - scope.upperBound) == text[scope.upperBound...],
      kind == .add || new.lineCount <= text.lineCount
    else { throw EditError("the lens would also change other lines") }
    let result: Document
    do { result = try Document.read(bytes, as: document.format) } catch let error as ParseError {
      throw EditError("the change would make the file unreadable: \(error.message)")
    }
    guard let tree = result.lens, expected.matches(LensBranch(-1, in: tree)) else {
      throw EditError("the change would affect another setting")
    }
    return (plan, result)
  }

  /// Lets the lens write the text of a changed tree, and verifies the result.
  func written(
    _ changes: [LensChange], _ expected: LensBranch, _ kind: EditPlan.EditKind,
    within scope: Range<Int>, _ value: [UInt8]? = nil, at node: Int? = nil
  ) throws -> LensEdit {
    let new = try lensText(changes) { error in
      let place = node.map { document.place(of: $0) }
      let label = node.flatMap { tree.sources[$0] < 0 ? nil : tree.nodes[tree.sources[$0]].label }
      throw EditError(rejecting: value, label, at: place, lens: tree.lens, error.message)
    }
    return try verified(new, expected, kind, within: scope)
  }

  /// Returns the text that the lens writes for a changed tree.
  private func lensText(
    _ changes: [LensChange], _ rejected: (ParseError) throws -> Never
  ) throws -> [UInt8] {
    guard let engine = Format.lensEngine else { throw EditError(LensText.missingEngine.message) }
    do {
      let new = try engine.text(changing: text, lens: tree.lens, by: changes)
      // Some lenses change a file even if nothing in its tree changes.
      let same = try engine.text(changing: text, lens: tree.lens, by: [])
      return same == text ? new : restored(new, like: same)
    } catch let error as ParseError {
      if error.code == .mismatch { try rejected(error) }
      throw EditError(error.message)
    }
  }

  /// Returns the text with the difference between two texts that the lens wrote, or the new text if
  /// the difference is where the lens changed the unedited file.
  private func restored(_ new: [UInt8], like same: [UInt8]) -> [UInt8] {
    let own = EditPlan(kind: .set, from: same, to: new)
    let other = EditPlan(kind: .set, from: text, to: same)
    let shift = text.count - same.count
    if own.range.upperBound <= other.range.lowerBound {
      return text.replacing(own.range, with: own.replacement)
    }
    guard own.range.lowerBound >= other.range.lowerBound + other.replacement.count else {
      return new
    }
    return text.replacing(
      own.range.lowerBound + shift..<own.range.upperBound + shift, with: own.replacement)
  }
}

extension [UInt8] {
  fileprivate var lineCount: Int { count { $0 == 0x0A } }
}

extension Document {
  /// Makes several edits of a system file, one after the other.
  func changedLens(
    by edits: [DocumentEdit]
  ) throws -> (document: Document, ranges: [ReplacedRange]) {
    var (document, ranges): (Document, [ReplacedRange]) = (self, [])
    for edit in edits {
      // A setting is removed together with the one that contains it.
      if case .remove(let place) = edit, document.node(at: place) == nil, node(at: place) != nil {
        continue
      }
      let (plan, new) = try document.changed(by: edit)
      if plan.kind == .same { continue }
      ranges = ReplacedRange.composed(ranges, [plan.replaced])
      document = new
    }
    if edits.count > 1 { try rejectChangedRights(in: document) }
    return (document, ranges)
  }

  /// Returns the items of a list in a system file; a name that occurs only once is a list with one item.
  func lensItems(of node: Int) -> [Int] {
    if lens?.sources[node] == -1, node > 0 { return elements(in: node) }
    let numbered = numbered(in: node)
    if !numbered.isEmpty || node == 0 || nodes[node].isItem { return numbered }
    return [node]
  }
}
