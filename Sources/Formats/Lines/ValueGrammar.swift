/// How a dialect writes its values.
enum ValueGrammar: Sendable, Equatable {
  /// The rest of the line as it is, perhaps in quotes.
  case rest
  /// The rest of the line, with `\n`, `\s` and the like in it.
  case desktop
  /// Quotes anywhere, comments outside of them, lines folded by a backslash.
  case git
  /// One word, or text in single quotes.
  case postgres
  /// Words as a shell would split them, and a comment behind.
  case arguments
  /// Words as a shell would split them, without comments.
  case redis
  /// What a shell takes for one word.
  case shell
}

/// Where a value and what comes behind it stand.
struct ValueScan {
  var value: Range<Int>
  /// Somewhere on the value's last line.
  var end: Int
  var comments: [Comment] = []
}

extension Dialect {
  /// Finds a value that begins behind its separator, nil where the line cannot be understood.
  func scan(_ bytes: [UInt8], from start: Int, keyIndent: Int) -> ValueScan? {
    switch values {
    case .rest, .desktop:
      switch continuation {
      case .none: scanLine(bytes, start)
      case .backslash: scanFolded(bytes, start)
      case .indent: scanIndented(bytes, start, keyIndent)
      }
    case .git: scanGit(bytes, start)
    case .postgres: scanPostgres(bytes, start)
    case .arguments, .redis: scanArguments(bytes, start)
    case .shell: scanShell(bytes, start)
    }
  }

  /// The range between two offsets without blanks at its ends; an empty one has a blank before it.
  private func trimmed(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Range<Int> {
    let first = bytes.skippingBlanks(from: start)
    if first >= end {
      let empty = min(start + (start < end ? 1 : 0), end)
      return empty..<empty
    }
    return first..<first + bytes[first..<end].trimmed.count
  }

  private func scanLine(_ bytes: [UInt8], _ start: Int) -> ValueScan {
    let end = bytes.contentEnd(of: start)
    var sign: Int?
    if hasCommentsBehind {
      var at = afterQuotes(bytes, bytes.skippingBlanks(from: start), end)
      while at < end, sign == nil {
        let isSign = commentSigns.contains(bytes[at]) && at > start && bytes[at - 1].isBlank
        if isSign, at + 1 == end || bytes[at + 1].isBlank { sign = at }
        at += 1
      }
    }
    let value = trimmed(bytes, start, sign ?? end)
    let comments = sign.map { [Comment(range: $0..<end, isBehind: true)] } ?? []
    return ValueScan(value: value, end: end, comments: comments)
  }

  /// Where a value in quotes ends, if only a comment follows; a sign within is none.
  private func afterQuotes(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
    guard start < end, bytes[start] == "\"" || bytes[start] == "'" else { return start }
    guard let close = bytes[(start + 1)..<end].firstIndex(of: bytes[start]) else { return start }
    let rest = bytes.skippingBlanks(from: close + 1)
    return rest >= end || commentSigns.contains(bytes[rest]) ? close + 1 : start
  }

  /// A backslash at the end takes the next line with it; comments in between belong to the value.
  private func scanFolded(_ bytes: [UInt8], _ start: Int) -> ValueScan {
    var comments: [Comment] = []
    var end = bytes.contentEnd(of: start)
    var isFolded = endsInBackslash(bytes[start..<end])
    while isFolded {
      let next = bytes.lineEnd(of: end)
      guard next < bytes.count else { break }
      let head = bytes.skippingBlanks(from: next)
      end = bytes.contentEnd(of: head)
      if head < end, commentSigns.contains(bytes[head]) {
        comments.append(Comment(range: head..<end, isBehind: false))
      } else {
        isFolded = endsInBackslash(bytes[head..<end])
      }
    }
    return ValueScan(value: trimmed(bytes, start, end), end: end, comments: comments)
  }

  private func endsInBackslash(_ line: ArraySlice<UInt8>) -> Bool {
    line.reversed().prefix { $0 == "\\" }.count % 2 == 1
  }

  /// Lines that are indented deeper than the key go on with its value.
  private func scanIndented(_ bytes: [UInt8], _ start: Int, _ keyIndent: Int) -> ValueScan {
    let firstEnd = bytes.contentEnd(of: start)
    var scan = ValueScan(value: trimmed(bytes, start, firstEnd), end: firstEnd)
    var pending: [Comment] = []
    var line = bytes.lineEnd(of: firstEnd)
    while line < bytes.count {
      let head = bytes.skippingBlanks(from: line)
      let end = bytes.contentEnd(of: head)
      if head < end, commentSigns.contains(bytes[head]) {
        pending.append(Comment(range: head..<end, isBehind: false))
      } else if head < end {
        guard head - line > keyIndent else { break }
        // NB: a value that begins on the next line begins behind its sign all the same.
        scan.value = scan.value.lowerBound..<head + bytes[head..<end].trimmed.count
        scan.end = end
        scan.comments += pending
        pending = []
      }
      line = bytes.lineEnd(of: end)
    }
    return scan
  }

  private func scanGit(_ bytes: [UInt8], _ start: Int) -> ValueScan? {
    var at = bytes.skippingBlanks(from: start)
    let first = at
    var last = at
    var isQuoted = false
    var comments: [Comment] = []
    while at < bytes.count, bytes[at] != 0x0A {
      let byte = bytes[at]
      if byte == 0x0D, at + 1 < bytes.count, bytes[at + 1] == 0x0A { break }
      if !isQuoted, commentSigns.contains(byte) {
        comments = [Comment(range: at..<bytes.contentEnd(of: at), isBehind: true)]
        break
      }
      at += 1
      if byte == "\"" { isQuoted.toggle() }
      if byte == "\\" {
        if at + 1 < bytes.count, bytes[at] == 0x0D, bytes[at + 1] == 0x0A { at += 1 }
        guard at < bytes.count, "\"\\nbt\n".utf8.contains(bytes[at]) else { return nil }
        at += 1
      }
      if isQuoted || !byte.isBlank { last = at }
    }
    guard !isQuoted else { return nil }
    let value = last > first ? first..<last : trimmed(bytes, start, at)
    return ValueScan(value: value, end: at, comments: comments)
  }

  private func scanPostgres(_ bytes: [UInt8], _ start: Int) -> ValueScan? {
    let end = bytes.contentEnd(of: start)
    let first = bytes.skippingBlanks(from: start)
    guard first < end else { return nil }
    var at = first
    if bytes[at] == "'" {
      at += 1
      while at < end, bytes[at] != "'" || (at + 1 < end && bytes[at + 1] == "'") {
        at += bytes[at] == "\\" || bytes[at] == "'" ? 2 : 1
      }
      guard at < end else { return nil }
      at += 1
    } else {
      while at < end, Self.isUnquotedInPostgres(bytes[at]) { at += 1 }
      guard at > first else { return nil }
    }
    return finish(bytes, first..<at, end)
  }

  static func isUnquotedInPostgres(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte >= 0x80 || "_-.:/+".utf8.contains(byte)
  }

  /// Behind the value nothing or a comment may stand.
  private func finish(_ bytes: [UInt8], _ value: Range<Int>, _ end: Int) -> ValueScan? {
    let rest = bytes.skippingBlanks(from: value.upperBound)
    if rest >= end { return ValueScan(value: value, end: end) }
    guard commentSigns.contains(bytes[rest]) else { return nil }
    return ValueScan(
      value: value, end: end, comments: [Comment(range: rest..<end, isBehind: true)])
  }

  private func scanArguments(_ bytes: [UInt8], _ start: Int) -> ValueScan? {
    let end = bytes.contentEnd(of: start)
    let first = bytes.skippingBlanks(from: start)
    var at = first
    var last = at
    var quote: UInt8 = 0
    while at < end {
      let byte = bytes[at]
      let isStart = at == first || bytes[at - 1].isBlank
      if quote == 0, values == .arguments, byte == "#", isStart { break }
      if byte == "\\", at + 1 < end { at += 1 }
      if quote != 0, byte == quote {
        quote = 0
      } else if quote == 0, byte == "\"" || byte == "'" {
        quote = byte
      }
      at += 1
      if quote != 0 || !byte.isBlank { last = at }
    }
    guard quote == 0 else { return nil }
    let value = last > first ? first..<last : trimmed(bytes, start, at)
    return finish(bytes, value, end)
  }

  private static let mostLines = 64

  private func scanShell(_ bytes: [UInt8], _ start: Int) -> ValueScan? {
    let start = bytes.skippingBlanks(from: start)
    var at = start
    var lines = 0
    while at < bytes.count, !bytes[at].isLineEnd {
      let byte = bytes[at]
      if byte == "#", bytes[at - 1].isBlank { break }
      at += 1
      if byte == "\\", at < bytes.count, !bytes[at].isLineEnd { at += 1 }
      guard byte == "\"" || byte == "'" else { continue }
      while at < bytes.count, bytes[at] != byte {
        if bytes[at] == 0x0A { lines += 1 }
        guard lines < Self.mostLines else { return nil }
        at += bytes[at] == "\\" && byte == "\"" ? 2 : 1
      }
      guard at < bytes.count else { return nil }
      at += 1
    }
    let end = bytes.contentEnd(of: at)
    let value = at > start ? start..<start + bytes[start..<at].trimmedAtEnd.count : start..<start
    return finish(bytes, value, end)
  }
}

extension ArraySlice<UInt8> {
  fileprivate var trimmedAtEnd: ArraySlice<UInt8> {
    dropLast(reversed().prefix(while: \.isBlank).count)
  }
}
