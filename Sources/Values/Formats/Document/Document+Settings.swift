extension Document {
  /// The effective settings of the file, in file order.
  ///
  /// Settings are scalars, lists of scalars, and empty containers. Settings that are overridden in
  /// the same file are excluded.
  package var settings: [(place: DocumentPath, node: Int)] {
    if lens != nil { return lensSettings }
    let plain = plainLists
    var isFull = [Bool](repeating: false, count: nodes.count)
    for index in nodes.indices where nodes[index].parent >= 0 { isFull[nodes[index].parent] = true }
    var places: [DocumentPath?] = Array(repeating: nil, count: nodes.count)
    var out: [(place: DocumentPath, node: Int)] = []
    // Access each node by its index, because iterating over the nodes would copy them.
    for index in nodes.indices where !nodes[index].isOverridden {
      var place = DocumentPath.root
      if nodes[index].parent >= 0 {
        // Items in a list of scalars aren't separate settings, so they have no path, and neither do
        // overridden values.
        guard let above = places[nodes[index].parent] else { continue }
        place = above
        place.steps.append(nodes[index].step)
      }
      if nodes[index].isWritten, !isFull[index] || plain[index] {
        if index > 0 || !nodes[index].isContainer { out.append((place, index)) }
      } else {
        places[index] = place
      }
    }
    return out
  }

  /// The Boolean values that indicate, for each node, whether it is a list that contains only
  /// scalars and such lists.
  var plainLists: [Bool] {
    var isPlain = nodes.map { $0.form == .brackets }
    // The editor has no row for a list at the root of a file, so show its items as separate settings.
    if !isPlain.isEmpty { isPlain[0] = false }
    for index in nodes.indices.reversed() where nodes[index].parent >= 0 {
      if nodes[index].isContainer, !isPlain[index] { isPlain[nodes[index].parent] = false }
    }
    return isPlain
  }

  /// The headings in the comments of a file that has no sections.
  ///
  /// Examples of headings are `# --- Fonts ---` and a title in a box of `#` characters.
  package var titles: [(offset: Int, name: Key)] {
    comments.indices.compactMap { index in
      title(at: index).map { (comments[index].range.lowerBound, $0) }
    }
  }

  /// Returns the heading in a comment, or `nil` if the comment isn't a heading.
  func title(at index: Int) -> Key? {
    guard headers.isEmpty, !format.isJSON, let text = titleText(at: index) else { return nil }
    let comment = comments[index].range
    let isFramed =
      bytes[comment.lowerBound..<text.startIndex].count { !$0.isBlank } > 1
      && bytes[text.endIndex..<comment.upperBound].contains { !$0.isBlank }
    return isFramed || isBoxed(index) ? Key(text) : nil
  }

  /// Returns whether a comment is a heading in a box or one of the lines above and below it.
  func isInBox(_ index: Int) -> Bool { (index - 1...index + 1).contains(where: isBoxed) }

  /// Returns whether lines of characters such as `#` or `-` are directly above and below a comment.
  private func isBoxed(_ index: Int) -> Bool {
    func isRule(_ rule: Int) -> Bool {
      guard comments.indices.contains(rule), !comments[rule].isBehind,
        comments[rule].range.count > (format.isJSON ? 5 : 4), drawingTrimmed(rule).isEmpty
      else { return false }
      let (first, second) = (comments[min(index, rule)].range, comments[max(index, rule)].range)
      return bytes[first.upperBound..<second.lowerBound].count { $0 == 0x0A } == 1
    }
    return comments.indices.contains(index) && isRule(index - 1) && isRule(index + 1)
      && titleText(at: index) != nil
  }

  /// Returns the text of a comment that could be a heading, or `nil` if the comment can't be one.
  private func titleText(at index: Int) -> ArraySlice<UInt8>? {
    let text = drawingTrimmed(index)
    guard !comments[index].isBehind, text.count < 60, text.contains(where: \.isLetter),
      !text.contains(UInt8(ascii: "="))
    else { return nil }
    return text
  }

  private func drawingTrimmed(_ index: Int) -> ArraySlice<UInt8> {
    let text = bytes[comments[index].range]
    return (format.isJSON ? text.drop { $0 == "/" } : text).drawingTrimmed
  }

  /// A Boolean value that indicates whether the root has a key, a dot, because it can be a list.
  package var hasRootKey: Bool { format.mayBeList || lens != nil }

  /// Returns a path with its keys case-folded if the format ignores case.
  package func folded(_ place: DocumentPath) -> DocumentPath { format.folded(place) }
}

extension ArraySlice<UInt8> {
  /// The text of a comment without the comment and line-drawing characters at both ends.
  fileprivate var drawingTrimmed: ArraySlice<UInt8> {
    func isDrawing(_ byte: UInt8) -> Bool { byte.isBlank || "#;-=*~_".utf8.contains(byte) }
    let text = drop(while: isDrawing)
    return text.dropLast(text.reversed().prefix(while: isDrawing).count)
  }
}
