// Methods that edit keys with several lines, some of which an empty line can reset.
extension Document {
  /// Returns the document without the rule that an empty value resets the lines before it, so that
  /// each line is an item.
  private func readingAllLines() throws -> Document? {
    guard var dialect = format.dialect, dialect.emptyResets else { return nil }
    dialect.emptyResets = false
    return dialect.listsSections
      ? try dialect.read(bytes, listing: listSections)
      : try Document.read(bytes, as: .lines(dialect))
  }

  /// Changes an item of a key that has an empty line, or gets one.
  ///
  /// Returns `nil` for any other list, whose items are all of its lines.
  func changedLines(
    _ list: Int, _ edit: DocumentEdit
  ) throws -> (plan: EditPlan, document: Document)? {
    guard case .value = nodes[list].form, let all = try readingAllLines() else { return nil }
    let lines = occurrences(of: list)
    let hidden = lines.count - items(of: list).count
    let shifted: DocumentEdit
    switch edit {
    case .insert(let place, let index, let value):
      guard value == .text("") || lines.contains(where: { nodes[$0].value.isEmpty }) else {
        return nil
      }
      shifted = .insert(place, at: index + hidden, value)
    case .remove(let place) where hidden > 0: shifted = .remove(place.shifted(by: hidden))
    case .move(let place, let index) where hidden > 0:
      shifted = .move(place.shifted(by: hidden), to: index + hidden)
    case .remove, .move, .set: return nil
    }
    let (plan, new) = try all.changedItems(by: shifted)
    return (plan, try reading(new.bytes, sections: listSections).withoutSingleSections)
  }

  /// Removes a key that has several lines.
  ///
  /// Returns `nil` for any other edit.
  func removingLines(_ edit: DocumentEdit) throws -> (plan: EditPlan, document: Document)? {
    guard case .remove(let place) = edit, !place.isItem, format.dialect != nil,
      let node = node(at: place), case .value = nodes[node].form
    else { return nil }
    let count = occurrences(of: node).count
    guard count > 1 else { return nil }
    var document = try readingAllLines() ?? self
    for index in (1..<count).reversed() {
      let line = DocumentPath(place.steps + [.index(index)])
      document = try document.changed(by: .remove(line)).document
    }
    let last = mayRepeat(node) ? DocumentPath(place.steps + [.index(0)]) : place
    document = try document.changed(by: .remove(last)).document
    return (
      EditPlan(kind: .remove, from: bytes, to: document.bytes),
      try reading(document.bytes, sections: listSections).withoutSingleSections
    )
  }
}

extension DocumentPath {
  /// Returns the path of the item that follows the one at this path after a number of items.
  fileprivate func shifted(by count: Int) -> DocumentPath {
    DocumentPath(steps.dropLast() + [.index(lastIndex + count)])
  }
}
