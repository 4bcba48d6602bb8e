// Methods that edit multiline values, whose lines are items.
extension Document {
  /// Returns a multiline value with other lines, each with its indentation and its comments.
  ///
  /// Each line has the index of the line in the old value whose comments stay above it, or `nil` if
  /// it is new. The comments above a removed line are removed with it.
  package func value(
    of lines: [(text: String, source: Int?)], in place: DocumentPath
  ) -> Value {
    let whole = Value.text(lines.map(\.text).joined(separator: "\n"))
    guard let literal = node(at: place).flatMap(literal(of:)), let dialect = format.dialect else {
      return whole
    }
    let signs = dialect.commentSigns
    let old = IndentedLines.lines(of: literal.bytes, signs: signs)
    let indent = IndentedLines.indent(of: old)
    var written: [[UInt8]] = []
    for (text, source) in lines {
      let source = source.flatMap { old.indices.contains($0) ? $0 : nil }
      let line = Array(text.utf8)
      // Such a line would be a comment, which `encode` rejects.
      if !written.isEmpty, let first = line.first, signs.contains(first) { return whole }
      let comments = source.map { old[$0].comments } ?? []
      // No comment can be above a value that follows the key, so the value starts below the key.
      if written.isEmpty, !comments.isEmpty { written.append([]) }
      written += comments
      let own = source.flatMap { $0 > 0 ? Array(old[$0].line.prefix(while: \.isBlank)) : nil }
      written.append((written.isEmpty || line.isEmpty ? [] : own ?? indent) + line)
    }
    let new = written.joined(separator: bytes.usualLineEnd)
    return String(validating: new, as: UTF8.self).map { .source($0) } ?? whole
  }
}
