extension Document {
  /// Applies several edits to a YAML file and verifies as many of the edits together as possible.
  ///
  /// Verifying an edit means parsing the entire file again. Verifying the edits one by one would
  /// multiply that time by the number of edits.
  func changedYAML(
    by edits: [DocumentEdit]
  ) throws -> (document: Document, ranges: [ReplacedRange]) {
    var document = self
    var ranges: [ReplacedRange] = []
    var left = edits
    while !left.isEmpty {
      guard let yaml = document.yaml else { break }
      let editor = YAMLEditor(document, yaml)
      if let first = left.first, let (plan, separate) = try editor.separating(first) {
        document = separate
        ranges = ReplacedRange.composed(ranges, [plan.replaced])
        continue
      }
      let (batch, others) = try editor.batch(of: left)
      let (next, replaced) = try editor.changed(byAll: batch)
      (document, ranges) = (next, ReplacedRange.composed(ranges, replaced))
      left = others
    }
    return (document, ranges)
  }
}

extension YAMLEditor {
  typealias PlannedEdits = [(edit: DocumentEdit, plan: YAMLPlan)]

  /// Returns the edits that can be applied and verified together, in file order, and the remaining
  /// edits.
  fileprivate func batch(
    of edits: [DocumentEdit]
  ) throws -> (PlannedEdits, others: [DocumentEdit]) {
    if edits.count == 1 { return ([(edits[0], try plan(for: edits[0]))], []) }
    let rows = Dictionary(
      document.disabledSettings.filter(\.isInItsTable).map { ($0.place, $0) }
    ) { first, _ in first }
    var planned: [(order: Int, edit: DocumentEdit, plan: YAMLPlan)] = []
    var others: [(order: Int, edit: DocumentEdit)] = []
    var made: Set<DocumentPath> = []
    for (order, edit) in edits.enumerated() {
      do {
        let (plan, new) = try plan(for: edit, rows)
        // If a batch adds two keys to a mapping that doesn't exist yet, the second key must wait
        // for the first one.
        if let new, !made.insert(new).inserted || plan.fillsFile && made.count > 1 {
          others.append((order, edit))
        } else {
          planned.append((order, edit, plan))
        }
      } catch let error as EditError {
        // Try a failed edit again in the next batch, because it might depend on an earlier edit.
        guard order > 0 else { throw error }
        others.append((order, edit))
      }
    }
    planned.sort {
      ($0.plan.range.lowerBound, $0.plan.range.upperBound, $0.order)
        < ($1.plan.range.lowerBound, $1.plan.range.upperBound, $1.order)
    }
    var batch: PlannedEdits = []
    for (order, edit, plan) in planned {
      if let last = batch.last?.plan, !plan.mayFollow(last) {
        others.append((order, edit))
      } else {
        batch.append((edit, plan))
      }
    }
    return (batch, others.sorted { $0.order < $1.order }.map(\.edit))
  }

  /// Returns the plan for an edit of a YAML file, and the path of the key that the edit adds, if
  /// any.
  private func plan(
    for edit: DocumentEdit, _ rows: [DocumentPath: DisabledSetting]
  ) throws -> (YAMLPlan, new: DocumentPath?) {
    guard case .set(let place, let value) = edit else { return (try plan(for: edit), nil) }
    let (node, rest) = try find(place)
    guard let step = rest.first else { return (try plan(for: edit), nil) }
    let new = DocumentPath(document.place(of: node).steps + [step])
    if let row = rows[place], let below = try planToAdd(try YAMLValue(value), below: row, in: node)
    {
      return (below, new)
    }
    return (try plan(for: edit), new)
  }

  /// Applies a batch of edits.
  ///
  /// If the combined result doesn't pass verification, this method splits the batch in half and
  /// tries each half.
  fileprivate func changed(
    byAll batch: PlannedEdits
  ) throws -> (document: Document, ranges: [ReplacedRange]) {
    guard batch.count > 1 else {
      guard let edit = batch.first?.edit else { return (document, []) }
      // Unlike a batch, a single edit can try other notations if the preferred one doesn't pass
      // verification.
      let (plan, new) = try changed(by: edit)
      return (new, plan.kind == .same ? [] : [plan.replaced])
    }
    do {
      return try changed(byJoining: batch.map(\.plan))
    } catch is EditError {
      var result: (document: Document, ranges: [ReplacedRange]) = (document, [])
      for half in [batch[..<(batch.count / 2)], batch[(batch.count / 2)...]] {
        let (next, ranges) = try result.document.changedYAML(by: half.map(\.edit))
        result = (next, ReplacedRange.composed(result.ranges, ranges))
      }
      return result
    }
  }

  /// Applies plans that are in file order together.
  private func changed(
    byJoining plans: [YAMLPlan]
  ) throws -> (document: Document, ranges: [ReplacedRange]) {
    var bytes: [UInt8] = []
    var ranges: [ReplacedRange] = []
    var end = 0
    for plan in plans where plan.kind != .same {
      guard let change = plan.changes.first else { continue }
      bytes += self.bytes[end..<change.range.lowerBound]
      let start = bytes.count
      bytes += change.replacement
      end = change.range.upperBound
      ranges.append(ReplacedRange(old: change.range, new: start..<bytes.count))
    }
    bytes += self.bytes[end...]
    var proof = try YAMLProof(document, YAMLPlan(joining: plans), bytes)
    return (try proof.verified(), ReplacedRange.composed([], ranges))
  }

  /// Makes several changes to the items of one list and verifies them together.
  func changedItems(
    byAll edits: [DocumentEdit]
  ) throws -> (document: Document, ranges: [ReplacedRange]) {
    let (list, rest) = try find(edits[0].list)
    guard rest.isEmpty, !tree.events.isEmpty, event(list).kind == .sequence else {
      throw EditError("it isn't a list")
    }
    let items = document.children(of: list)
    var order: [ItemSource] = items.indices.map { .old($0) }
    for edit in edits { try order.apply(edit) }
    let removed = order.removed(of: items.count)
    guard !items.isEmpty, removed.count < items.count else {
      throw EditError("the last item of a list is removed separately")
    }
    let kept = Set(items.indices).subtracting(removed)
    let (first, last) = (kept.min() ?? 0, kept.max() ?? 0)
    var plans = try removed.map { index in
      try planToRemove(items[index], isFirst: index < first, isLast: index > last)
    }
    for (values, _, after) in order.insertions {
      plans.append(try planToInsert(try values.map { try YAMLValue($0) }, into: list, at: after))
    }
    plans = plans.enumerated().sorted {
      ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
        < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
    }.map(\.element)
    for (plan, next) in zip(plans, plans.dropFirst()) where !next.mayFollow(plan) {
      throw EditError("the changes overlap")
    }
    return try changed(byJoining: plans)
  }
}

extension YAMLPlan {
  /// Creates a plan that combines the plans of several edits of a YAML file.
  fileprivate init(joining plans: [YAMLPlan]) {
    self.init(
      kind: .set, changes: [],
      splices: plans.flatMap(\.splices).enumerated()
        .sorted { ($0.element.old.lowerBound, $0.offset) < ($1.element.old.lowerBound, $1.offset) }
        .map(\.element),
      removed: plans.flatMap(\.removed), fillsFile: plans.contains(where: \.fillsFile))
  }

  /// The range of bytes that the preferred change of this plan replaces.
  fileprivate var range: Range<Int> { changes.first?.range ?? 0..<0 }

  /// Returns whether a batch can contain this plan in addition to the plan before it.
  ///
  /// Two plans can change the file at the same offset only if both of them add entries.
  fileprivate func mayFollow(_ last: YAMLPlan) -> Bool {
    let isAddition = range.isEmpty && splices.allSatisfy(\.old.isEmpty)
    let wasAddition = last.range.isEmpty && last.splices.allSatisfy(\.old.isEmpty)
    if range == last.range { return isAddition && wasAddition }
    return range.lowerBound >= last.range.upperBound
  }
}
