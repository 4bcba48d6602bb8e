/// Verifies that edits of a settings file change only the requested values.
///
/// The verifier parses the edited file and compares every value and comment with the old document.
struct Verifier {
  private let old: Document
  private let new: Document
  private let changes: [(edit: DocumentEdit, plan: EditPlan)]
  /// The new nodes that the edits set, in the order of the edits, or `nil` for removals.
  private var newNodes: [Int?] = []
  /// An array that indicates whether each old node, or one of its ancestors, is edited or removed.
  private var isEdited: [Bool]
  private var isRemoved: [Bool]
  /// An array that indicates whether each new node, or one of its ancestors, is set by an edit.
  private var isSet: [Bool]
  /// The new nodes that the edits insert, including new parents.
  private var inserted: Set<Int> = []
  /// The ancestors of the nodes that the edits insert.
  private var holders: Set<Int> = []
  /// The old node that corresponds to each new node.
  private var counterparts: [Int: Int] = [0: 0]

  init(
    _ old: Document, _ changes: [(edit: DocumentEdit, plan: EditPlan)], _ bytes: [UInt8]
  ) throws {
    do {
      new = try Document.read(bytes, as: old.format)
    } catch let error as ParseError {
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

  /// Records which node an edit sets, and which of its ancestors are new.
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

  /// Returns the new document, or throws an error if anything else in the file would change.
  mutating func verified() throws -> Document {
    try verifyEdits()
    try verifyOthers()
    try verifyHeaders()
    try verifyComments()
    guard
      old.unknown.map({ Array(old.bytes[$0]) }) == new.unknown.map({ Array(new.bytes[$0]) })
    else { throw EditError("the change would leave a line that can't be parsed") }
    return new
  }

  private func verifyEdits() throws {
    for ((edit, _), node) in zip(changes, newNodes) {
      // If a key has several lines, an index in the path selects one of these lines.
      let isIndexed = if case .index? = edit.place.steps.last { true } else { false }
      switch edit {
      case .set(let place, let value):
        guard let node, !new.nodes[node].isOverridden || isIndexed else {
          throw EditError("the file can't contain this value of '\(place)'; edit the file instead")
        }
        guard new.holds(value, in: node) else {
          throw EditError.invalidValue(
            "the format can't contain this value of '\(place)'; use another value")
        }
      case .insert, .move: throw EditError("items are changed one at a time")
      case .remove(let place):
        guard let node, !isIndexed else { continue }
        throw EditError(
          "\(place) is set on more than one line; remove them one by one, such as the one at [0]",
          line: new.line(of: node))
      }
    }
  }

  /// Verifies that all values that the edits don't set are unchanged.
  private mutating func verifyOthers() throws {
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
      "the change would affect another setting\(node.map { ", \(old.place(of: $0))" } ?? "")")
  }

  /// Returns whether an old node and a new node have the same path.
  ///
  /// Comparing paths is expensive, so the results for all parent nodes are cached.
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

  private mutating func verifyHeaders() throws {
    var before = old.headers[...]
    for header in new.headers {
      if let one = before.first, isCounterpart(header.node, of: one.node) {
        before.removeFirst()
      } else {
        guard holders.contains(header.node) else {
          throw EditError("the change would affect the table \(new.place(of: header.node))")
        }
      }
    }
    guard let lost = before.first else { return }
    throw EditError("the change would remove the table \(old.place(of: lost.node))")
  }

  /// Verifies that every comment is unchanged and still belongs to the same setting.
  private mutating func verifyComments() throws {
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
      // If the replaced range contains a comment, the replacement might contain the same comment
      // again.
      return !plan.replacement.isEmpty
        && plan.range.lowerBound + plan.replacement.count >= comment.range.upperBound - 1
    }
    let after = Array(zip(new.comments, CommentAttachment(new).owners))
    guard before.count == after.count else {
      throw EditError("the change would remove a comment; edit the file instead")
    }
    for ((one, owner), (two, newOwner)) in zip(before, after) {
      guard old.bytes[one.range] == new.bytes[two.range],
        isSame(owner, newOwner) || isAboveInserted(one, newOwner)
      else {
        let line = old.line(at: one.range.lowerBound)
        throw EditError(
          "the change would separate the comment on line \(line) from its setting", line: line)
      }
    }
  }

  /// Returns whether a comment is directly above an inserted setting and shows that setting.
  ///
  /// Only the last line of the comment must show the setting.
  private func isAboveInserted(_ comment: Comment, _ owner: CommentAttachment.Owner) -> Bool {
    guard case .above(let node) = owner, inserted.contains(node) else { return false }
    return changes.contains { _, plan in
      guard plan.kind == .uncomment, comment.range.upperBound <= plan.range.upperBound else {
        return false
      }
      // There is no blank line between the comment and the setting.
      let between = old.bytes[comment.range.upperBound..<plan.range.upperBound]
      return !between.split(separator: 0x0A, omittingEmptySubsequences: false).dropFirst()
        .dropLast()
        .contains { $0.allSatisfy { $0.isBlank || $0.isLineEnd } }
    }
  }

  private mutating func isSame(_ one: CommentAttachment.Owner, _ two: CommentAttachment.Owner)
    -> Bool
  {
    switch (one, two) {
    case (.unattached, .unattached): true
    case (.above(let one), .above(let two)), (.behind(let one), .behind(let two)):
      isEdited[one]
        ? isRemoved[one] || inserted.contains(two) || isSet[two] : isCounterpart(two, of: one)
    // After a line is removed, the comment above it can belong to the next setting or to no
    // setting.
    case (.above(let one), .unattached): isRemoved[one]
    default: false
    }
  }
}

extension Document {
  /// Returns an array in which the descendants of the marked nodes are also marked.
  ///
  /// Parent nodes always precede their children, so a single pass is enough.
  func withInner(_ marks: [Bool]) -> [Bool] {
    var marks = marks
    for (index, node) in nodes.enumerated() where node.parent >= 0 && marks[node.parent] {
      marks[index] = true
    }
    return marks
  }
}
