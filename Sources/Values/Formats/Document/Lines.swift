/// Methods that find the lines of a settings file by byte offset.
extension [UInt8] {
  package func lineStart(of offset: Int) -> Int {
    var at = offset
    while at > 0, self[at - 1] != 0x0A { at -= 1 }
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

  /// Returns the line and column of an offset, both starting at 1.
  ///
  /// A byte order mark isn't counted as a column of the first line.
  func place(of offset: Int) -> (line: Int, column: Int) {
    let offset = Swift.min(offset, count)
    let line = self[..<offset].count { $0 == 0x0A } + 1
    let start = Swift.min(Swift.max(lineStart(of: offset), afterMark), offset)
    return (line, self[start..<offset].count { $0 & 0xC0 != 0x80 } + 1)
  }
}

extension [UInt8] {
  /// The offsets at which lines begin.
  var lineStarts: [Int] {
    var starts = [0]
    for (offset, byte) in enumerated() where byte == 0x0A { starts.append(offset + 1) }
    return starts
  }
}

extension Document {
  package func line(of node: Int) -> Int { line(at: nodes[node].start) }

  /// Returns the 1-based line of an offset.
  func line(at offset: Int) -> Int {
    var (low, high) = (0, lineStarts.count)
    while low < high {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return max(low, 1)
  }

  /// Returns the 1-based line and column of an offset.
  ///
  /// A byte order mark doesn't take up a column.
  package func position(of offset: Int) -> (line: Int, column: Int) {
    let offset = min(offset, bytes.count)
    let line = self.line(at: offset)
    let start = min(max(lineStarts[line - 1], bytes.afterMark), offset)
    return (
      line, offset - start - (continuations(before: offset) - continuations(before: start)) + 1
    )
  }

  /// Returns the number of bytes before an offset that continue a character.
  private func continuations(before offset: Int) -> Int {
    let start = offset / Self.countedBytes * Self.countedBytes
    return continuationCounts[offset / Self.countedBytes]
      + bytes[start..<offset].count { $0 & 0xC0 == 0x80 }
  }

  private static let countedBytes = 4096

  /// Returns the number of bytes that continue a character, before every multiple of a step.
  static func continuationCounts(of bytes: [UInt8]) -> [Int] {
    var counts = [0]
    var count = 0
    for (offset, byte) in bytes.enumerated() {
      if byte & 0xC0 == 0x80 { count += 1 }
      if (offset + 1) % countedBytes == 0 { counts.append(count) }
    }
    return counts
  }
}
