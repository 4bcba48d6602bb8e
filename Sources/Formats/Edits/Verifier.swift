/// Proves that an edit did what was asked and nothing else: reads the new bytes and holds them against the
/// old ones, value by value and comment by comment.
struct Verifier {
  private let old: Document
  private let new: Document
  private let edit: Edit
  private let plan: EditPlan
  /// The node that is edited, where it is there before and after.
  private let oldNode: Int?
  private let newNode: Int?
  /// Nodes of the new document that the edit brought: what it was asked for, and what holds that.
  private var brought: Set<Int> = []
  /// Which node of the old document each new one is.
  private var twins: [Int: Int] = [0: 0]

  init(_ old: Document, _ edit: Edit, _ plan: EditPlan) throws(Refusal) {
    do throws(Fault) {
      new = try Document.read(plan.applied(to: old.bytes), as: old.format)
    } catch {
      throw Refusal("the change would make the file unreadable: \(error.message)")
    }
    (self.old, self.edit, self.plan) = (old, edit, plan)
    oldNode = old.node(at: edit.place)
    newNode = new.node(at: edit.place)
    if let newNode, case .set = edit {
      brought.insert(newNode)
      var known = old.deepest(on: edit.place).rest.count - 1
      var above = new.nodes[newNode].parent
      while known > 0, above > 0 {
        brought.insert(above)
        above = new.nodes[above].parent
        known -= 1
      }
    }
  }

  /// The new document, or a sentence on what else would change.
  mutating func proved() throws(Refusal) -> Document {
    try proveEdited()
    try proveOthers()
    try proveHeaders()
    try proveComments()
    guard
      old.unknown.map({ Array(old.bytes[$0.range]) })
        == new.unknown.map({ Array(new.bytes[$0.range]) })
    else { throw Refusal("the change would leave a line that is not understood") }
    return new
  }

  private func proveEdited() throws(Refusal) {
    switch edit {
    case .set(let place, let value):
      guard let newNode, new.holds(value, in: newNode),
        !new.nodes[newNode].isOverridden || isIndexed
      else { throw Refusal("the change would not make \(place) what was asked for") }
    case .remove(let place):
      if let newNode, !isIndexed {
        throw Refusal(
          "\(place) stands on several lines; take out the one at [0] or another first",
          line: new.line(of: newNode))
      }
    }
  }

  /// Whether the place names one of several lines for a key.
  private var isIndexed: Bool { if case .index? = edit.place.steps.last { true } else { false } }

  // Every value but the edited one.
  private mutating func proveOthers() throws(Refusal) {
    let before = written(in: old, without: oldNode, [])
    let after = written(in: new, without: isRemoval ? nil : newNode, brought)
    guard before.count == after.count else { throw other(before.first) }
    for (one, two) in zip(before, after) {
      guard isTwin(two, of: one), old.nodes[one].form == new.nodes[two].form,
        old.nodes[one].isContainer
          || old.literal(of: one)?.meaning == new.literal(of: two)?.meaning
      else { throw other(one) }
    }
  }

  private var isRemoval: Bool { if case .remove = edit { true } else { false } }

  private func other(_ node: Int?) -> Refusal {
    Refusal("the change would touch another setting\(node.map { ", \(old.place(of: $0))" } ?? "")")
  }

  /// The nodes with bytes of their own, but for one with all that is in it, and for some others.
  private func written(in document: Document, without node: Int?, _ others: Set<Int>) -> [Int] {
    document.nodes.indices.filter { index in
      document.nodes[index].isWritten && !others.contains(index)
        && node.map { !document.isWithin(index, $0) } ?? true
    }
  }

  /// Whether two nodes have one place; found once for each.
  private mutating func isTwin(_ two: Int, of one: Int) -> Bool {
    var pairs: [(Int, Int)] = []
    var (one, two) = (one, two)
    while true {
      if let known = twins[two] {
        guard known == one else { return false }
        break
      }
      guard one > 0, two > 0, old.nodes[one].step == new.nodes[two].step else { return false }
      pairs.append((two, one))
      (one, two) = (old.nodes[one].parent, new.nodes[two].parent)
    }
    for (two, one) in pairs { twins[two] = one }
    return true
  }

  private mutating func proveHeaders() throws(Refusal) {
    var before = old.headers[...]
    for header in new.headers {
      if let one = before.first, isTwin(header.node, of: one.node) {
        before.removeFirst()
      } else {
        guard new.isWithin(newNode ?? 0, header.node), plan.kind == .add else {
          throw Refusal("the change would touch the table \(new.place(of: header.node))")
        }
      }
    }
    guard let lost = before.first else { return }
    throw Refusal("the change would lose the table \(old.place(of: lost.node))")
  }

  // Every comment, and whom it belongs to.
  private mutating func proveComments() throws(Refusal) {
    var before = Array(zip(old.comments, Ownership(old).owners))
    if isRemoval {
      before = before.filter { !plan.range.contains($0.0.range.lowerBound) || isKept($0.0) }
    }
    let after = Array(zip(new.comments, Ownership(new).owners))
    guard before.count == after.count else {
      throw Refusal("the change would lose a comment; make it in an editor")
    }
    for ((one, owner), (two, newOwner)) in zip(before, after) {
      guard old.bytes[one.range] == new.bytes[two.range], isSame(owner, newOwner) else {
        let line = old.bytes.place(of: one.range.lowerBound).line
        throw Refusal(
          "the change would take the comment of line \(line) from its setting", line: line)
      }
    }
  }

  /// Whether a comment within the removed range is written again.
  private func isKept(_ comment: Comment) -> Bool {
    !plan.replacement.isEmpty
      && plan.range.lowerBound + plan.replacement.count >= comment.range.upperBound - 1
  }

  private mutating func isSame(_ one: Ownership.Owner, _ two: Ownership.Owner) -> Bool {
    switch (one, two) {
    case (.nobody, .nobody): true
    case (.above(let one), .above(let two)), (.behind(let one), .behind(let two)):
      isEdited(one)
        ? isRemoval || brought.contains(two) || isWithinEdited(two) : isTwin(two, of: one)
    // What stood above a removed line stands above what follows, or above nothing.
    case (.above(let one), .nobody): isEdited(one) && isRemoval
    default: false
    }
  }

  private func isEdited(_ node: Int) -> Bool { oldNode.map { old.isWithin(node, $0) } ?? false }

  private func isWithinEdited(_ node: Int) -> Bool {
    newNode.map { new.isWithin(node, $0) } ?? false
  }
}
