/// A syntax in which a backslash at the end of a line continues the value on the next line.
///
/// The backslash is read as a space. Comments between the lines of a value belong to the value.
struct ContinuationLines: ValueGrammar {
  func scan(_ bytes: [UInt8], from start: Int, keyIndent: Int, signs: [UInt8]) -> ValueScan? {
    var comments: [Comment] = []
    var end = bytes.contentEnd(of: start)
    var isOpen = isFolded(bytes[start..<end])
    while isOpen {
      let next = bytes.lineEnd(of: end)
      guard next < bytes.count else { break }
      let head = bytes.skippingBlanks(from: next)
      end = bytes.contentEnd(of: head)
      if head < end, signs.contains(bytes[head]) {
        comments.append(Comment(range: head..<end, isBehind: false))
      } else {
        isOpen = isFolded(bytes[head..<end])
      }
    }
    return ValueScan(value: bytes.trimmedRange(start, end), end: end, comments: comments)
  }

  private func isFolded(_ line: ArraySlice<UInt8>) -> Bool {
    line.reversed().prefix { $0 == "\\" }.count % 2 == 1
  }

  func decode(_ literal: [UInt8], signs: [UInt8]) -> [UInt8]? {
    var out: [UInt8] = []
    for (index, line) in literal.trimmedLines.enumerated() {
      if index > 0, let sign = line.first, signs.contains(sign) { continue }
      out += isFolded(line) ? line.dropLast() + [0x20] : line
    }
    return Array(out.trimmed)
  }

  func encode(_ text: [UInt8], like old: [UInt8], signs: [UInt8]) -> [UInt8]? {
    text.contains(where: \.isLineEnd) ? nil : text
  }
}

/// A syntax in which a value includes the following lines that are indented farther than the key.
///
/// The new lines of encoded values end in LF, which the document replaces with the line ending of the
/// file.
struct IndentedLines: ValueGrammar {
  func scan(_ bytes: [UInt8], from start: Int, keyIndent: Int, signs: [UInt8]) -> ValueScan? {
    let firstEnd = bytes.contentEnd(of: start)
    var scan = ValueScan(value: bytes.trimmedRange(start, firstEnd), end: firstEnd)
    var pending: [Comment] = []
    var line = bytes.lineEnd(of: firstEnd)
    while line < bytes.count {
      let head = bytes.skippingBlanks(from: line)
      let end = bytes.contentEnd(of: head)
      if head < end, signs.contains(bytes[head]) {
        pending.append(Comment(range: head..<end, isBehind: false))
      } else if head < end {
        guard head - line > keyIndent else { break }
        // Even if an indented value begins on the line below its key, its range starts after the
        // separator.
        scan.value = scan.value.lowerBound..<head + bytes[head..<end].trimmed.count
        scan.end = end
        scan.comments += pending
        pending = []
      }
      line = bytes.lineEnd(of: end)
    }
    return scan
  }

  func decode(_ literal: [UInt8], signs: [UInt8]) -> [UInt8]? {
    let lines = literal.trimmedLines.enumerated().filter { index, line in
      index == 0 || line.first.map { !signs.contains($0) } ?? true
    }
    return Array(lines.map(\.element).joined(separator: [0x0A]))
  }

  /// Returns the new lines of a multiline value, and keeps the bytes of the unchanged lines and the
  /// comments between them.
  ///
  /// A line that is kept can end in a carriage return.
  func encode(_ text: [UInt8], like old: [UInt8], signs: [UInt8]) -> [UInt8]? {
    var lines: [(comments: [[UInt8]], line: [UInt8])] = []
    var comments: [[UInt8]] = []
    for line in old.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if !lines.isEmpty, let sign = line.trimmed.first, signs.contains(sign) {
        comments.append(Array(line))
      } else {
        lines.append((comments, Array(line)))
        comments = []
      }
    }
    let texts = lines.map { $0.line.withoutReturn.trimmed }
    let new = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    let head = zip(texts, new).prefix { $0.elementsEqual($1) }.count
    // The first line of a multiline value follows the key, so it never moves down.
    let rest = max(head, 1)
    let tail = zip(texts.dropFirst(rest).reversed(), new.dropFirst(rest).reversed())
      .prefix { $0.elementsEqual($1) }.count
    let example = texts.indices.dropFirst().first { !texts[$0].isEmpty }.map { lines[$0].line }
    let indent = example.map { Array($0.prefix(while: \.isBlank)) } ?? Array("    ".utf8)
    var out = lines[..<head].flatMap { $0.comments + [$0.line] }
    let (gone, come) = (lines.count - tail, new.count - tail)
    // The lines that can be at another index now.
    var moved = Array(rest..<max(rest, gone))
    for index in head..<max(gone, come) {
      if index < gone { out += lines[index].comments }
      guard index < come else { continue }
      if index > 0, let source = moved.firstIndex(where: { texts[$0].elementsEqual(new[index]) }) {
        out.append(lines[moved.remove(at: source)].line)
      } else {
        out.append((index == 0 ? [] : indent) + new[index])
      }
    }
    out += lines[gone...].flatMap { $0.comments + [$0.line] }
    // The line ending after the value stays in the file.
    if let last = out.popLast() { out.append(Array(last.withoutReturn)) }
    return Array(out.joined(separator: [0x0A]))
  }
}

extension [UInt8] {
  /// A line without a carriage return at its end.
  fileprivate var withoutReturn: ArraySlice<UInt8> { last == 0x0D ? dropLast() : self[...] }
}
