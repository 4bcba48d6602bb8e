/// A plan for one edit of a YAML file, with the expected result and one or more ways to achieve it.
struct YAMLPlan {
  /// A replacement of one range.
  struct TextReplacement {
    let range: Range<Int>
    let replacement: [UInt8]
  }

  let kind: EditPlan.EditKind
  /// The best one first.
  let changes: [TextReplacement]
  /// In file order.
  let splices: [Splice]
  /// The byte ranges in which the edit removes comments or, if it moves an item, leaves headings to
  /// another item.
  var removed: [Range<Int>] = []
  /// A Boolean value that indicates whether the edit can change the order of the comments in the
  /// file.
  var moves = false
  /// A Boolean value that indicates whether the edit adds the first entry to an empty file.
  ///
  /// Comments that weren't attached to any entry can then become attached to this first entry.
  var fillsFile = false

  /// A range of parser events in the old file, and the events that replace them in the new file.
  struct Splice {
    let old: Range<Int>
    let new: [ExpectedEvent]
  }

  /// An event after the change.
  enum ExpectedEvent {
    /// An old event, unchanged.
    case old(Int)
    /// A string scalar that keeps the anchor and the tag of the old event at the index `like`, if
    /// any.
    case text([UInt8], like: Int? = nil)
    case plain([UInt8], like: Int? = nil)
    /// An unquoted string with a new tag, which keeps the anchor of the old event.
    case tagged([UInt8], tag: [UInt8], like: Int? = nil)
    /// The start or end of a YAML collection or document.
    case boundary(YAMLEvent.EventKind, like: Int? = nil)
  }
}

extension YAMLValue {
  /// The events of the value; `like` is the event whose anchor and tag it keeps.
  func expected(like: Int? = nil) -> [YAMLPlan.ExpectedEvent] {
    switch self {
    case .text(let text): return [.text(text, like: like)]
    case .plain(let text): return [.plain(text, like: like)]
    case .tagged(let tag, let text): return [.tagged(text, tag: tag, like: like)]
    case .list(let values):
      return [.boundary(.sequence, like: like)] + values.flatMap { $0.expected() }
        + [.boundary(.sequenceEnd)]
    case .mapping(let members):
      let inner = members.flatMap { [.text($0.key.bytes)] + $0.value.expected() }
      return [.boundary(.mapping, like: like)] + inner + [.boundary(.mappingEnd)]
    }
  }
}

/// Verifies that an edit changed a YAML file exactly as planned.
///
/// The verification compares the parser events and comments of the old file and the new file.
struct YAMLProof {
  private let old: Document
  private let new: Document
  private let (before, after): (YAMLTree, YAMLTree)
  private let plan: YAMLPlan
  /// The path of the changed value, for error messages.
  private let place: DocumentPath
  /// The index of the new parser event for each old event, or -1 if the edit removed the event.
  private var counterparts: [Int]

  init(
    _ old: Document, _ plan: YAMLPlan, _ bytes: [UInt8], _ place: DocumentPath = .root
  ) throws {
    do {
      var new = try Document.read(bytes, as: .yaml)
      new.allowsSharedChanges = old.allowsSharedChanges
      self.new = new
    } catch let error as ParseError {
      throw EditError("the change would make the file unreadable: \(error.message)")
    }
    guard let before = old.yaml, let after = new.yaml else {
      throw EditError("the change can't be verified")
    }
    (self.before, self.after) = (before, after)
    (self.old, self.plan, self.place) = (old, plan, place)
    counterparts = [Int](repeating: -1, count: before.events.count)
  }

  /// Returns the document after the edit, or throws an error that describes an unintended change.
  mutating func verified() throws -> Document {
    var at = 0
    var next = 0
    for splice in plan.splices {
      while next < splice.old.lowerBound {
        try expect(.old(next), at: &at)
        next += 1
      }
      for expected in splice.new { try expect(expected, at: &at) }
      next = splice.old.upperBound
    }
    while next < before.events.count {
      try expect(.old(next), at: &at)
      next += 1
    }
    guard at == after.events.count else { throw other(nil) }
    try proveAliases()
    try proveComments()
    return new
  }

  // MARK: Events

  private mutating func expect(_ expected: YAMLPlan.ExpectedEvent, at: inout Int) throws {
    guard at < after.events.count else { throw other(nil) }
    let event = after.events[at]
    let isSame: Bool
    switch expected {
    case .old(let index):
      let one = before.events[index]
      isSame =
        one.kind == event.kind && one.style == event.style && hasProperties(event, of: index)
        && (one.kind != .scalar || hasText(event, of: one))
      counterparts[index] = at
    case .text(let text, let like):
      let isString =
        event.style != .plain || event.hasTypeTag(in: new.bytes) || !YAMLText.isAmbiguous(text)
      isSame =
        event.kind == .scalar && isString && hasProperties(event, of: like)
        && event.text(in: new.bytes) == text
      if let like { counterparts[like] = at }
    case .plain(let text, let like):
      isSame =
        event.kind == .scalar && event.style == .plain && hasProperties(event, of: like)
        && event.text(in: new.bytes) == text
      if let like { counterparts[like] = at }
    case .tagged(let text, let tag, let like):
      isSame =
        event.kind == .scalar && event.style == .plain && hasAnchor(event, of: like)
        && event.tag.map { new.bytes[$0].elementsEqual(tag) } == true
        && event.text(in: new.bytes) == text
      if let like { counterparts[like] = at }
    case .boundary(let kind, let like):
      isSame = event.kind == kind && hasProperties(event, of: like)
      if let like { counterparts[like] = at }
    }
    guard isSame else { throw other(at) }
    at += 1
  }

  private func hasText(_ event: YAMLEvent, of one: YAMLEvent) -> Bool {
    if one.text == nil, event.text == nil {
      return new.bytes[event.content] == old.bytes[one.content]
    }
    return event.text(in: new.bytes) == one.text(in: old.bytes)
  }

  private func hasProperties(_ event: YAMLEvent, of index: Int?) -> Bool {
    hasAnchor(event, of: index) && isSame(index.flatMap { before.events[$0].tag }, event.tag)
  }

  private func hasAnchor(_ event: YAMLEvent, of index: Int?) -> Bool {
    isSame(index.flatMap { before.events[$0].anchor }, event.anchor)
  }

  /// Returns whether a range of the old file and a range of the new file have the same bytes.
  private func isSame(_ first: Range<Int>?, _ second: Range<Int>?) -> Bool {
    guard let first, let second else { return first == nil && second == nil }
    return old.bytes[first] == new.bytes[second]
  }

  private func other(_ event: Int?) -> EditError {
    let node = event.flatMap { event in
      after.values.firstIndex { $0.events.contains(event) && $0.events.count == 1 }
    }
    let name = node.map { "'\(new.place(of: $0))'" } ?? "another setting"
    var error = EditError(
      "Changing '\(place)' would also change \(name)", advice: "No changes were made")
    error.isUnproved = true
    return error
  }

  private func proveAliases() throws {
    for (index, event) in before.events.enumerated() where event.kind == .alias {
      let now = counterparts[index]
      guard now >= 0 else { continue }
      guard counterparts[event.target] == after.events[now].target else {
        throw EditError("the change would make an alias refer to another value")
      }
    }
  }

  // MARK: Comments

  private func proveComments() throws {
    var one = comments(of: old, before, except: plan.removed) { counterparts[$0] }
    var two = comments(of: new, after, except: []) { $0 }
    if plan.moves {
      two = try withoutHeadings(two, expecting: one)
      (one, two) = (one.sortedByOwner, two.sortedByOwner)
    }
    guard one.count == two.count else {
      throw EditError("the change would lose or create a comment")
    }
    for (first, second) in zip(one, two) {
      guard first.text == second.text,
        plan.fillsFile || first.owner == nil || first.owner == second.owner
      else { throw EditError("the change would take a comment from its setting") }
    }
  }

  /// Returns the comments of the new document without the headings that a moved item leaves behind.
  ///
  /// The headings can be anywhere, but the other comments must be unchanged.
  private func withoutHeadings(
    _ comments: [AttachedComment], expecting others: [AttachedComment]
  ) throws -> [AttachedComment] {
    let headings = old.comments.filter { comment in
      plan.removed.contains { $0.contains(comment.range.lowerBound) }
    }.map { Array(old.bytes[$0.range]) }
    guard !headings.isEmpty else { return comments }
    for start in comments.indices.dropLast(headings.count - 1) {
      let range = start..<start + headings.count
      guard comments[range].map(\.text) == headings else { continue }
      let rest = Array(comments[..<start] + comments[range.upperBound...])
      if rest.sortedByOwner == others.sortedByOwner { return rest }
    }
    throw EditError("the change would take a comment from its setting")
  }

  /// The comments of a document; an event identifies the owner.
  private func comments(
    of document: Document, _ tree: YAMLTree, except removed: [Range<Int>],
    _ counterpart: (Int) -> Int
  ) -> [AttachedComment] {
    zip(document.comments, CommentAttachment(document).owners).compactMap { comment, owner in
      if removed.contains(where: { $0.contains(comment.range.lowerBound) }) { return nil }
      let event = owner.node.map { counterpart(tree.values[$0].entryEvent) }
      let moved: CommentAttachment.Owner? =
        switch owner {
        case .above: event.flatMap { $0 < 0 ? nil : .above($0) }
        case .behind: event.flatMap { $0 < 0 ? nil : .behind($0) }
        case .unattached: .unattached
        }
      return AttachedComment(text: Array(document.bytes[comment.range]), owner: moved)
    }
  }
}

extension [AttachedComment] {
  fileprivate var sortedByOwner: Self {
    enumerated().sorted {
      ($0.element.owner?.node ?? -1, $0.offset) < ($1.element.owner?.node ?? -1, $1.offset)
    }.map(\.element)
  }
}
