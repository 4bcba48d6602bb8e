extension OldStyleReader {
  /// Reads a `.strings` table: `key = value;` over and over, without braces around.
  mutating func table() throws(PropertyListError) -> PropertyList {
    let mark = places.mark
    var values = PropertyListDictionary()
    // Room that is not used costs addresses and no memory.
    values.reserveCapacity(text.count / 16)
    var recovery = Recovery(budget: 8 * text.count + 1 << 20)
    skipBlanks()
    while at < text.count {
      let start = at
      let checkpoint = places.checkpoint
      do {
        try statement(into: &values, mark)
        recovery.isAmidBadLines = false
      } catch {
        guard tolerates else { throw error }
        places.takeBack(to: checkpoint)
        try recover(from: error, statementAt: start, &recovery)
      }
      skipBlanks()
    }
    if let first = recovery.firstError, values.isEmpty { throw first }
    return table(values, from: mark)
  }

  mutating func table(_ values: PropertyListDictionary, from mark: Int) -> PropertyList {
    places.close(at: 0, from: mark)
    return .dictionary(values)
  }

  /// How the passing over of bad statements goes; what it may read twice is bounded.
  struct Recovery {
    var budget: Int
    var firstError: PropertyListError?
    var isAmidBadLines = false
  }

  private mutating func statement(
    into values: inout PropertyListDictionary, _ mark: Int
  ) throws(PropertyListError) {
    let entry = try entry(depth: 0)
    let end = at
    skipBlanks()
    if next == UInt8(ascii: ";") {
      at += 1
    } else if tolerates, next == nil || hasLineEnd(from: end, to: at) {
      places.remark(.missingSemicolon, at: end, "a ; is missing here, to end the statement")
    } else {
      throw failure(at: at, "a ; is due here, to end the statement")
    }
    set(entry, in: &values, mark)
  }

  /// Goes on at the line behind the one where the bad statement began.
  private mutating func recover(
    from error: PropertyListError, statementAt start: Int, _ recovery: inout Recovery
  ) throws(PropertyListError) {
    recovery.firstError = recovery.firstError ?? error
    recovery.budget -= max(at - start, 0)
    guard recovery.budget > 0 else { throw error }
    if !recovery.isAmidBadLines {
      places.remark(
        .skippedStatement, at: start, "this statement was passed over: \(error.message)")
    }
    recovery.isAmidBadLines = true
    at = start
    while at < text.count, text[at] != UInt8(ascii: "\n"), text[at] != UInt8(ascii: "\r") {
      at += 1
    }
  }

  private func hasLineEnd(from start: Int, to end: Int) -> Bool {
    text[start..<end].contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
  }

  /// Notes what was wrong with the bytes of the text.
  mutating func note(_ flaw: TextDecoding.Flaw, at offset: Int) {
    switch flaw {
    case .assumedLatin1:
      places.remark(
        .assumedLatin1, at: offset,
        "this is not UTF-8; the file was read as ISO Latin 1, save it as UTF-8")
    case .brokenUTF16:
      places.remark(
        .brokenText, at: offset,
        "the UTF-16 text is broken here: half a surrogate pair, or an odd byte at the end")
    case .notUTF8, .unknownEncoding: break
    }
  }
}
