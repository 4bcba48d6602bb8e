/// Proves that edits did what was asked and nothing else: reads the new bytes and holds them against the
/// old ones, value by value and comment by comment.
struct Verifier {
  private let old: Document
  private let new: Document
  private let changes: [(edit: DocumentEdit, plan: EditPlan)]
  /// The nodes that the edits set, in their order; nil where there is none after them.
  private var newNodes: [Int?] = []
  /// Whether each old node is edited, or in one that is; the same of those that are taken out.
  private var isEdited: [Bool]
  private var isRemoved: [Bool]
  /// Whether each new node is set by an edit, or in one that is.
  private var isSet: [Bool]
  /// Nodes of the new document that the edits brought: what they were asked for, and what holds that.
  private var inserted: Set<Int> = []
  /// What holds the nodes that were added.
  private var holders: Set<Int> = []
  /// Which node of the old document each new one is.
  private var counterparts: [Int: Int] = [0: 0]

  init(
    _ old: Document, _ changes: [(edit: DocumentEdit, plan: EditPlan)], _ bytes: [UInt8]
  ) throws(EditError) {
    do throws(ParseError) {
      new = try Document.read(bytes, as: old.format)
    } catch {
      throw EditError("the change would make the file unreadable: \(error.message)")
    }
    (self.old, self.changes) = (old, changes)
    isEdited = Array(repeating: false, count: old.nodes.count)
    isRemoved = isEdited
    isSet = Array(repeating: false, count: new.nodes.count)
    for (edit, plan) in changes {
      let node = new.node(at: edit.place)
      newNodes.append(node)
      let oldNode = old.node(at: edit.place)
      if let oldNode { isEdited[oldNode] = true }
      guard case .set = edit else {
        if let oldNode { isRemoved[oldNode] = true }
        continue
      }
      if let node { note(node, of: edit, plan) }
    }
    isEdited = old.withInner(isEdited)
    isRemoved = old.withInner(isRemoved)
    isSet = new.withInner(isSet)
  }

  /// Notes what an edit has set, and what holds that.
  private mutating func note(_ node: Int, of edit: DocumentEdit, _ plan: EditPlan) {
    isSet[node] = true
    inserted.insert(node)
    var known = old.deepest(on: edit.place).rest.count - 1
    var above = new.nodes[node].parent
    while known > 0, above > 0 {
      inserted.insert(above)
      above = new.nodes[above].parent
      known -= 1
    }
    guard plan.kind == .add else { return }
    above = node
    while above >= 0, holders.insert(above).inserted { above = new.nodes[above].parent }
  }

  /// The new document, or a sentence on what else would change.
  mutating func verified() throws(EditError) -> Document {
    try proveEdited()
    try proveOthers()
    try proveHeaders()
    try proveComments()
    guard
      old.unknown.map({ Array(old.bytes[$0.range]) })
        == new.unknown.map({ Array(new.bytes[$0.range]) })
    else { throw EditError("the change would leave a line that is not understood") }
    return new
  }

  private func proveEdited() throws(EditError) {
    for ((edit, _), node) in zip(changes, newNodes) {
      // A place may name one of several lines for a key.
      let isIndexed = if case .index? = edit.place.steps.last { true } else { false }
      switch edit {
      case .set(let place, let value):
        guard let node, new.holds(value, in: node), !new.nodes[node].isOverridden || isIndexed
        else { throw EditError("the change would not make \(place) what was asked for") }
      case .insert, .move: throw EditError("items are changed one at a time")
      case .remove(let place):
        guard let node, !isIndexed else { continue }
        throw EditError(
          "\(place) stands on several lines; take out the one at [0] or another first",
          line: new.line(of: node))
      }
    }
  }

  // Every value but the edited ones.
  private mutating func proveOthers() throws(EditError) {
    let before = old.nodes.indices.filter { old.nodes[$0].isWritten && !isEdited[$0] }
    let after = new.nodes.indices.filter {
      new.nodes[$0].isWritten && !isSet[$0] && !inserted.contains($0)
    }
    guard before.count == after.count else { throw other(before.first) }
    for (one, two) in zip(before, after) {
      guard isCounterpart(two, of: one), old.nodes[one].form == new.nodes[two].form,
        old.nodes[one].isContainer
          || old.literal(of: one)?.meaning == new.literal(of: two)?.meaning
      else { throw other(one) }
    }
  }

  private func other(_ node: Int?) -> EditError {
    EditError(
      "the change would touch another setting\(node.map { ", \(old.place(of: $0))" } ?? "")")
  }

  /// Whether two nodes have one place; found once for each.
  private mutating func isCounterpart(_ two: Int, of one: Int) -> Bool {
    var pairs: [(Int, Int)] = []
    var (one, two) = (one, two)
    while true {
      if let known = counterparts[two] {
        guard known == one else { return false }
        break
      }
      guard one > 0, two > 0, old.nodes[one].step == new.nodes[two].step else { return false }
      pairs.append((two, one))
      (one, two) = (old.nodes[one].parent, new.nodes[two].parent)
    }
    for (two, one) in pairs { counterparts[two] = one }
    return true
  }

  private mutating func proveHeaders() throws(EditError) {
    var before = old.headers[...]
    for header in new.headers {
      if let one = before.first, isCounterpart(header.node, of: one.node) {
        before.removeFirst()
      } else {
        guard holders.contains(header.node) else {
          throw EditError("the change would touch the table \(new.place(of: header.node))")
        }
      }
    }
    guard let lost = before.first else { return }
    throw EditError("the change would lose the table \(old.place(of: lost.node))")
  }

  // Every comment, and whom it belongs to.
  private mutating func proveComments() throws(EditError) {
    let removals = changes.filter { if case .remove = $0.edit { true } else { false } }.map(\.plan)
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
    var left = removals[...]
    let before = zip(old.comments, CommentAttachment(old).owners).filter { comment, _ in
      while let plan = left.first, plan.range.upperBound <= comment.range.lowerBound {
        left.removeFirst()
      }
      guard let plan = left.first, plan.range.contains(comment.range.lowerBound) else {
        return true
      }
      // It may be written again.
      return !plan.replacement.isEmpty
        && plan.range.lowerBound + plan.replacement.count >= comment.range.upperBound - 1
    }
    let after = Array(zip(new.comments, CommentAttachment(new).owners))
    guard before.count == after.count else {
      throw EditError("the change would lose a comment; make it in an editor")
    }
    for ((one, owner), (two, newOwner)) in zip(before, after) {
      guard old.bytes[one.range] == new.bytes[two.range],
        isSame(owner, newOwner) || isAboveInserted(one, newOwner)
      else {
        let line = old.bytes.place(of: one.range.lowerBound).line
        throw EditError(
          "the change would take the comment of line \(line) from its setting", line: line)
      }
    }
  }

  /// Whether a comment is in the lines right above a setting that its last line shows.
  private func isAboveInserted(_ comment: Comment, _ owner: CommentAttachment.Owner) -> Bool {
    guard case .above(let node) = owner, inserted.contains(node) else { return false }
    return changes.contains { _, plan in
      guard plan.kind == .uncomment, comment.range.upperBound <= plan.range.lowerBound else {
        return false
      }
      // No blank line is between them.
      let between = old.bytes[comment.range.upperBound..<plan.range.lowerBound]
      return !between.split(separator: 0x0A, omittingEmptySubsequences: false).dropFirst()
        .dropLast()
        .contains { $0.allSatisfy { $0.isBlank || $0.isLineEnd } }
    }
  }

  private mutating func isSame(_ one: CommentAttachment.Owner, _ two: CommentAttachment.Owner)
    -> Bool
  {
    switch (one, two) {
    case (.nobody, .nobody): true
    case (.above(let one), .above(let two)), (.behind(let one), .behind(let two)):
      isEdited[one]
        ? isRemoved[one] || inserted.contains(two) || isSet[two] : isCounterpart(two, of: one)
    // What stood above a removed line stands above what follows, or above nothing.
    case (.above(let one), .nobody): isRemoved[one]
    default: false
    }
  }
}

extension Document {
  /// Marks, with marks on all that is in a marked node; what holds a node comes before it.
  fileprivate func withInner(_ marks: [Bool]) -> [Bool] {
    var marks = marks
    for (index, node) in nodes.enumerated() where node.parent >= 0 && marks[node.parent] {
      marks[index] = true
    }
    return marks
  }
}
