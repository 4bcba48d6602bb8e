/// A range of bytes in the old text and the corresponding range in the new text.
package struct ReplacedRange: Sendable, Equatable {
  package let old: Range<Int>
  package let new: Range<Int>

  /// Returns the combined effect of two consecutive sets of replacements in a text.
  ///
  /// The replacements in each set must be in file order.
  package static func composed(
    _ first: [ReplacedRange], _ second: [ReplacedRange]
  ) -> [ReplacedRange] {
    var result: [ReplacedRange] = []
    var (one, two) = (first[...], second[...])
    // The number of bytes by which each set of replacements shifts the offsets in the text.
    var (before, after) = (0, 0)
    while let start = [one.first?.new.lowerBound, two.first?.old.lowerBound].compactMap(\.self)
      .min()
    {
      let (old, new) = (start - before, start + after)
      var end = start
      while true {
        if let next = one.first, next.new.lowerBound <= end {
          end = max(end, next.new.upperBound)
          before += next.new.count - next.old.count
          one.removeFirst()
        } else if let next = two.first, next.old.lowerBound <= end {
          end = max(end, next.old.upperBound)
          after += next.new.count - next.old.count
          two.removeFirst()
        } else {
          break
        }
      }
      result.append(ReplacedRange(old: old..<end - before, new: new..<end + after))
    }
    return result
  }
}

extension Document {
  /// Applies several edits and verifies that the rest of the file stays the same.
  ///
  /// The edits of a list are applied in their order. The indices in the paths of all other edits
  /// refer to the document before these edits.
  ///
  /// Edits are applied and verified in batches that are as large as possible. The time is therefore
  /// proportional to the size of the file, rather than to its size times the number of edits.
  ///
  /// The caller passes the commented-out settings of the file if it has them already.
  package func changed(
    by edits: [DocumentEdit], disabled: [DisabledSetting]? = nil
  ) throws -> (document: Document, ranges: [ReplacedRange]) {
    if lens != nil { return try changedLens(by: edits) }
    var (document, ranges): (Document, [ReplacedRange]) = (self, [])
    func apply(_ next: (document: Document, ranges: [ReplacedRange])) {
      (document, ranges) = (next.document, ReplacedRange.composed(ranges, next.ranges))
    }
    /// Removes settings, and removes tables and repeated keys before them.
    func remove(_ edits: [DocumentEdit]) throws {
      var rest: [DocumentEdit] = []
      for edit in edits {
        if let (plan, new) = try document.removingSeveralLines(edit) {
          apply((new, [plan.replaced]))
        } else {
          rest.append(edit)
        }
      }
      apply(try document.changedSettings(by: rest))
    }
    let (items, others) = (edits.filter(\.changesItems), edits.filter { !$0.changesItems })
    let removals = others.filter { $0.kind == .remove }
    // An empty list replaces a list of tables with headers after they are removed.
    let sets = others.filter { $0.kind == .set }
    let hasHeaders = sets.map { node(at: $0.place).map { nodes[$0].form } == .elements }
    // The edits of the lists around it change the indices in its path.
    let emptied = zip(sets, hasHeaders).filter(\.1).compactMap { edit, _ in
      items.reduce(Optional(edit.place)) { place, item in place.flatMap(item.moved) }
        .map { DocumentEdit.set($0, .list([])) }
    }
    apply(
      try document.changedSettings(by: zip(sets, hasHeaders).filter { !$1 }.map(\.0), disabled))
    // The paths of removals inside list items contain the indices before the edits of the lists.
    try remove(removals.filter(\.place.isInItem))
    for run in items.runs { apply(try document.changedList(by: run)) }
    apply(try document.changedSettings(by: emptied))
    // Removals come last. Otherwise, a table could become empty in between although a value is set
    // in it.
    try remove(removals.filter { !$0.place.isInItem })
    return (document, ranges)
  }

  /// Applies edits that don't change the indices of list items.
  private func changedSettings(
    by edits: [DocumentEdit], _ disabled: [DisabledSetting]? = nil
  ) throws -> (document: Document, ranges: [ReplacedRange]) {
    if yaml != nil { return try changedYAML(by: edits) }
    var document = self
    var ranges: [ReplacedRange] = []
    var left = edits
    var memo = PlanMemo(disabled)
    while !left.isEmpty {
      let (batch, others) = try document.batch(of: left, memo)
      (document, ranges) = try document.changed(by: batch, ranges, memo)
      left = others
      memo = PlanMemo()
    }
    return (document, ranges)
  }

  /// Applies consecutive edits of the items of one list.
  ///
  /// If the edits can't be applied or verified together, they are split in half.
  private func changedList(
    by edits: [DocumentEdit]
  ) throws -> (document: Document, ranges: [ReplacedRange]) {
    if edits.count == 1 {
      let (plan, document) = try changed(by: edits[0])
      return (document, plan.kind == .same ? [] : [plan.replaced])
    }
    do {
      if let yaml { return try YAMLEditor(self, yaml).changedItems(byAll: edits) }
      let (change, document) = try changedItems(byAll: edits)
      return (document, change.replaced)
    } catch is EditError {
      let half = edits.count / 2
      let (first, ranges) = try changedList(by: Array(edits[..<half]))
      let (second, others) = try first.changedList(by: Array(edits[half...]))
      return (second, ReplacedRange.composed(ranges, others))
    }
  }

  private typealias Batch = [(edit: DocumentEdit, plan: EditPlan)]

  /// Applies several edits of the file together and verifies the resulting document.
  ///
  /// If the verification fails, the batch of edits is split to isolate the edit that fails.
  private func changed(
    by batch: Batch, _ ranges: [ReplacedRange], _ memo: PlanMemo
  ) throws -> (Document, [ReplacedRange]) {
    if batch.isEmpty { return (self, ranges) }
    if batch.count == 1 {
      // If a single edit fails, it can still use its alternative plan.
      let (plan, document) = try changed(by: batch[0].edit, memo)
      let replaced = Self.replacements(of: plan.kind == .same ? [] : [(batch[0].edit, plan)])
      return (document, ReplacedRange.composed(ranges, replaced.map(\.range)))
    }
    let replaced = Self.replacements(of: batch)
    var new: [UInt8] = []
    var end = 0
    for (range, text) in replaced {
      new += bytes[end..<range.old.lowerBound] + text
      end = range.old.upperBound
    }
    new += bytes[end...]
    do {
      var verifier = try Verifier(self, batch, new)
      return (
        try verifier.verified(), ReplacedRange.composed(ranges, replaced.map(\.range))
      )
    } catch is EditError {
      var result = (document: self, ranges: ranges)
      for half in [batch[..<(batch.count / 2)], batch[(batch.count / 2)...]] {
        let changed = try result.document.changed(by: half.map(\.edit))
        result = (changed.document, ReplacedRange.composed(result.ranges, changed.ranges))
      }
      return result
    }
  }

  /// Returns the plans of the edits that can be applied together, in file order, and the remaining
  /// edits.
  private func batch(
    of edits: [DocumentEdit], _ memo: PlanMemo
  ) throws -> (Batch, others: [DocumentEdit]) {
    var planned: [(order: Int, edit: DocumentEdit, plan: EditPlan)] = []
    var others: [(order: Int, edit: DocumentEdit)] = []
    for (order, edit) in edits.enumerated() {
      do {
        let plan = try plans(for: edit, memo)[0]
        if plan.kind != .same { planned.append((order, edit, plan)) }
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
    var batch: Batch = []
    var made: Set<DocumentPath> = []
    for (order, edit, plan) in planned {
      if let last = batch.last?.plan, !plan.mayFollow(last, made) {
        others.append((order, edit))
      } else {
        if batch.last.map({ $0.plan.range != plan.range }) ?? true { made = [] }
        if let joint = plan.joint { made.insert(joint.made) }
        batch.append((edit, plan))
      }
    }
    others.sort { $0.order < $1.order }
    return (batch, others.map(\.edit))
  }

  /// Returns the ranges and texts with which a batch of edits changes the file, in file order.
  ///
  /// Additions at the same offset of the file are merged into one replacement.
  private static func replacements(
    of batch: Batch
  ) -> [(range: ReplacedRange, text: [UInt8])] {
    var result: [(range: ReplacedRange, text: [UInt8])] = []
    var shift = 0
    var rest = batch[...]
    while let plan = rest.popFirst()?.plan {
      var text = plan.replacement
      if let joint = plan.joint {
        text = Array(text[..<joint.item.upperBound])
        while let next = rest.first?.plan, next.range == plan.range, let other = next.joint {
          text += joint.separator + next.replacement[other.item]
          rest.removeFirst()
        }
        text += plan.replacement[joint.item.upperBound...]
      }
      let start = plan.range.lowerBound + shift
      result.append((ReplacedRange(old: plan.range, new: start..<start + text.count), text))
      shift += text.count - plan.range.count
    }
    return result
  }
}

extension [DocumentEdit] {
  /// The edits of list items, grouped into consecutive edits of the same list.
  ///
  /// A move is a separate group.
  fileprivate var runs: [[DocumentEdit]] {
    reduce(into: []) { runs, edit in
      if let last = runs.last?.last, last.list == edit.list, last.kind != .move,
        edit.kind != .move
      {
        runs[runs.count - 1].append(edit)
      } else {
        runs.append([edit])
      }
    }
  }
}

extension DocumentEdit {
  /// Returns a path with the index that it has after this edit of a list, or `nil` if the edit
  /// removes the item that contains it.
  fileprivate func moved(_ place: DocumentPath) -> DocumentPath? {
    let depth = list.steps.count
    guard changesItems, place.steps.count > depth, place.steps.starts(with: list.steps),
      case .index(var index) = place.steps[depth]
    else { return place }
    switch self {
    case .insert(_, let target, _): if target <= index { index += 1 }
    case .remove(let item):
      if item.lastIndex == index { return nil }
      if item.lastIndex < index { index -= 1 }
    case .move(let item, let target):
      if item.lastIndex == index {
        index = target
      } else {
        if item.lastIndex < index { index -= 1 }
        if target <= index { index += 1 }
      }
    case .set: break
    }
    return DocumentPath(place.steps[..<depth] + [.index(index)] + place.steps[(depth + 1)...])
  }
}

extension EditPlan {
  /// Returns whether a batch can contain this plan in addition to the plan before it.
  ///
  /// The `made` argument contains the paths that the previous plans create at the same offset.
  fileprivate func mayFollow(_ last: EditPlan, _ made: Set<DocumentPath>) -> Bool {
    if let joint, let other = last.joint, range == last.range {
      return joint.holder == other.holder && joint.separator == other.separator
        && !made.contains(joint.made)
    }
    return range.lowerBound >= last.range.upperBound
      && (range.lowerBound > last.range.lowerBound || range.count > 0)
  }
}

/// A cache of intermediate results that are shared by the plans for several edits of a document.
final class PlanMemo {
  private let disabled: [DisabledSetting]?
  private var rows: [DocumentPath: DisabledSetting]?
  var insertionPoints: [Int: Document.InsertionPoint?] = [:]
  var leads: [Int: [UInt8]] = [:]
  var separators: [Int?: [UInt8]] = [:]
  var neighbours: [Int: [Node]] = [:]
  var lastMembers: [Int: Int?] = [:]
  /// The lines of each table and the members of each object by the beginnings of their names.
  var lines: [Int: [[ArraySlice<UInt8>]: Int]] = [:]
  var members: [Int: [[ArraySlice<UInt8>]: Int]] = [:]

  private var sections: [Int: [Int]]?
  private var sectionsOfTables: [Int: Int]?

  init(_ disabled: [DisabledSetting]? = nil) { self.disabled = disabled }

  /// Returns the assignments in a section, which has the index -1 before the first header.
  func lines(in section: Int, of document: Document) -> [Int] {
    let known =
      sections
      ?? Dictionary(
        grouping: document.nodes.indices.filter { document.nodes[$0].hasLine },
        by: { document.nodes[$0].section })
    sections = known
    return known[section] ?? []
  }

  /// Returns the index of the header that opens the section in which a new key of a table belongs.
  ///
  /// If several headers open the table, this is the last one, or the first one if a program such as
  /// ssh uses the first value.
  func section(of table: Int, in document: Document) -> Int? {
    let firstWins = document.format.dialect?.firstWins == true
    let known =
      sectionsOfTables
      ?? Dictionary(document.headers.enumerated().map { ($1.node, $0) }) { firstWins ? $0 : $1 }
    sectionsOfTables = known
    return known[table]
  }

  /// Returns the commented-out setting at a path, if its line is inside the table that it belongs
  /// to.
  func disabledSetting(_ place: DocumentPath, in document: Document) -> DisabledSetting? {
    if rows == nil {
      let own = (disabled ?? document.disabledSettings).filter(\.isInItsTable).map {
        ($0.place, $0)
      }
      rows = Dictionary(own) { first, _ in first }
    }
    return rows?[place]
  }
}

extension Dictionary {
  /// Returns the value of a key, and computes and stores it if the dictionary doesn't contain the
  /// key.
  mutating func value(of key: Key, orStore compute: () throws -> Value) rethrows -> Value {
    if let value = self[key] { return value }
    let value = try compute()
    self[key] = value
    return value
  }
}
