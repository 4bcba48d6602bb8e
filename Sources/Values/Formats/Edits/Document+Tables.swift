// Methods that remove a table together with its headers.
extension Document {
  /// Returns whether a node is a table with a header, or contains such a table.
  package func hasHeaders(_ node: Int) -> Bool {
    headers.contains { isWithin($0.node, node) }
  }

  /// Returns whether a path can be a section of a file with a key on each line.
  package func canBeSection(_ place: DocumentPath) -> Bool {
    let names = place.steps.compactMap(\.name)
    return names.count == place.steps.count && format.dialect?.header(of: names) != nil
  }

  /// Removes a table with its headers, or a key that has several lines.
  ///
  /// Returns `nil` for any other edit.
  func removingSeveralLines(
    _ edit: DocumentEdit
  ) throws -> (plan: EditPlan, document: Document)? {
    removesTable(edit) ? try removingTable(edit) : try removingLines(edit)
  }

  /// Returns whether an edit removes a table with its headers, rather than a value or a list item.
  private func removesTable(_ edit: DocumentEdit) -> Bool {
    guard case .remove(let place) = edit, !place.isItem, let node = node(at: place), node > 0 else {
      return false
    }
    return !nodes[node].isWritten && hasHeaders(node)
  }

  /// Removes a table and verifies that the rest of the file stays the same.
  private func removingTable(_ edit: DocumentEdit) throws -> (plan: EditPlan, document: Document) {
    guard let table = node(at: edit.place) else {
      throw EditError("\(edit.place) isn't set in this file")
    }
    let change = removingHeaders(of: table)
    do {
      let new = try Document.read(change.bytes, as: format)
      let plan = EditPlan(kind: .remove, from: bytes, to: change.bytes)
      return (plan, try ItemsVerifier(self, new, change).verified())
    } catch let error as ParseError {
      throw EditError("the change would make the file unreadable: \(error.message)")
    }
  }

  /// Removes the headers and lines of a table, including its subtables and comments.
  private func removingHeaders(of table: Int) -> ItemsChange {
    let attachment = CommentAttachment(self)
    let own = headers.indices.filter { isWithin(headers[$0].node, table) }
    // Other tables can be between the removed ones.
    var runs: [ClosedRange<Int>] = []
    for header in own {
      if let last = runs.last, last.upperBound + 1 == header {
        runs[runs.count - 1] = last.lowerBound...header
      } else {
        runs.append(header...header)
      }
    }
    let ends = sectionEnds
    var change = ItemsChange(bytes: bytes, order: [], list: place(of: table), isTable: true)
    for run in runs.reversed() {
      let block = withoutFileComment(block(of: run, ends, attachment))
      change.removed.append(block)
      change.bytes = change.bytes.replacing(change.bytes.blockWithGap(block), with: [])
    }
    return change
  }
}
