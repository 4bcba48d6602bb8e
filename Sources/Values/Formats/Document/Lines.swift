/// Methods that find the lines of a settings file by byte offset.
extension [UInt8] {
  package func lineStart(of offset: Int) -> Int {
    var at = offset
    while at > 0, self[at - 1] != 0x0A { at -= 1 }
    return at
  }

  /// Returns the start of the line of an offset, or the given start if the line starts before it.
  func lineStart(of offset: Int, from start: Int) -> Int {
    var at = offset
    while at > start, self[at - 1] != 0x0A { at -= 1 }
    return at
  }

  func contentEnd(of offset: Int) -> Int {
    var at = offset
    while at < count, self[at] != 0x0A { at += 1 }
    if at < count, at > offset, self[at - 1] == 0x0D { at -= 1 }
    return at
  }

  package func lineEnd(of offset: Int) -> Int {
    var at = offset
    while at < count, self[at] != 0x0A { at += 1 }
    return Swift.min(at + 1, count)
  }

  func skippingBlanks(from offset: Int) -> Int {
    var at = offset
    while at < count, self[at].isBlank { at += 1 }
    return at
  }

  /// Returns whether only whitespace precedes an offset on its line.
  func isIndent(before offset: Int) -> Bool {
    // A byte order mark at the start of the file isn't part of the first line.
    let start = Swift.max(lineStart(of: offset), afterMark)
    return offset < start || self[start..<offset].allSatisfy(\.isBlank)
  }

  func isEmptyLine(at start: Int) -> Bool {
    let at = skippingBlanks(from: start)
    return at == count || self[at] == 0x0A
      || (self[at] == 0x0D && at + 1 < count && self[at + 1] == 0x0A)
  }

  /// The line ending of the file, which is determined by its first line.
  var usualLineEnd: [UInt8] {
    guard let end = firstIndex(of: 0x0A), end > 0, self[end - 1] == 0x0D else { return [0x0A] }
    return [0x0D, 0x0A]
  }
}

extension Document {
  /// Returns the index of the first comment that starts at an offset or later.
  func firstComment(from offset: Int) -> Int {
    comments.partitioningIndex { $0.range.lowerBound >= offset }
  }

  package func line(of node: Int) -> Int { line(at: nodes[node].start) }

  /// Returns the offset at which a 1-based line begins, or the end of the file after its last line.
  package func start(ofLine line: Int) -> Int { lines.start(of: line) }

  /// Returns the 1-based line of an offset.
  package func line(at offset: Int) -> Int { lines.line(of: offset) }

  /// Returns the 1-based line and column of an offset.
  ///
  /// A byte order mark isn't a column.
  package func position(of offset: Int) -> (line: Int, column: Int) { lines.position(of: offset) }
}

extension Array {
  /// Returns the index of the first element that satisfies a predicate, if all elements after it
  /// also satisfy the predicate.
  package func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
