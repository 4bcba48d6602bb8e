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
    if let first = edits.first, edits.count == 1 || first.changesItems {
      return ([(first, try plan(for: first))], Array(edits.dropFirst()))
    }
    let rows = Dictionary(
      document.disabledSettings.filter(\.isInItsTable).map { ($0.place, $0) }
    ) { first, _ in first }
    var planned: [(order: Int, edit: DocumentEdit, plan: YAMLPlan)] = []
    var others: [(order: Int, edit: DocumentEdit)] = []
    var made: Set<DocumentPath> = []
    for (order, edit) in edits.enumerated() {
      // An edit that moves or inserts a list item changes the indices in the paths of later edits.
      if edit.changesItems {
        others += edits[order...].enumerated().map { (order + $0.offset, $0.element) }
        break
      }
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
    var bytes: [UInt8] = []
    var ranges: [ReplacedRange] = []
    var end = 0
    for (_, plan) in batch where plan.kind != .same {
      guard let change = plan.changes.first else { continue }
      bytes += self.bytes[end..<change.range.lowerBound]
      let start = bytes.count
      bytes += change.replacement
      end = change.range.upperBound
      ranges.append(ReplacedRange(old: change.range, new: start..<bytes.count))
    }
    bytes += self.bytes[end...]
    do {
      var proof = try YAMLProof(document, YAMLPlan(joining: batch.map(\.plan)), bytes)
      return (try proof.verified(), ReplacedRange.composed([], ranges))
    } catch is EditError {
      var result: (document: Document, ranges: [ReplacedRange]) = (document, [])
      for half in [batch[..<(batch.count / 2)], batch[(batch.count / 2)...]] {
        let (next, ranges) = try result.document.changedYAML(by: half.map(\.edit))
        result = (next, ReplacedRange.composed(result.ranges, ranges))
      }
      return result
    }
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
