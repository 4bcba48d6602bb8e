/// A commented-out setting in a file.
package struct DisabledSetting: Sendable {
  package let place: DocumentPath
  /// The value that the commented-out line would assign to the setting.
  ///
  /// The commented-out value isn't necessarily the default value of the setting.
  package let literal: Scalar
  package let lines: Range<Int>
  /// A Boolean value that indicates whether the commented-out line is inside the table that the
  /// setting belongs to.
  package let isInItsTable: Bool
  /// The comment lines directly above the commented-out setting, which document it.
  package let commentsAbove: [String]
  /// The text before the commented-out value on its line, without the comment characters.
  let lead: [UInt8]
}

extension Document {
  /// The commented-out settings of the file, in file order.
  ///
  /// A comment line is treated as a setting if it parses as `key = value` and has a common
  /// indentation. At least 8% of such lines in the file must have the same indentation after the
  /// comment character. This rule excludes prose that contains an equals sign.
  package var disabledSettings: [DisabledSetting] {
    if let yaml { return YAMLDisabledSettings(self, yaml).all }
    let candidates = CommentedCandidate.usual(in: self)
    guard !candidates.isEmpty else { return [] }
    var finder = DisabledSettingFinder(self)
    return candidates.compactMap { finder.row($0) }
  }

  /// The offset of the first commented-out table header, such as `# [table]`.
  var firstDisabledHeader: Int? {
    CommentedCandidate.usual(in: self).first(where: \.isHeader)?.lines.lowerBound
  }
}

/// One or more comment lines whose text can be parsed as part of a settings file.
struct CommentedCandidate {
  let lines: Range<Int>
  /// The index of the first comment line that might be part of the commented-out setting.
  let comment: Int
  /// The whitespace between the comment characters and the commented-out text.
  let gap: [UInt8]
  /// The commented-out text.
  let text: [UInt8]
  let statement: Statement

  enum Statement {
    /// A table header with the path of its table.
    case header(DocumentPath, isItem: Bool)
    /// An assignment with its path, its value, and the text before the value.
    case setting(DocumentPath, Scalar, lead: [UInt8])
  }

  var isHeader: Bool { if case .header = statement { true } else { false } }

  private static let maxLines = 64

  /// Returns the candidates for commented-out settings that have a common indentation after the
  /// comment character.
  ///
  /// An indentation is common if at least 8% of all candidates in the file have it.
  static func usual(in document: Document) -> [CommentedCandidate] {
    guard document.format.notation.allowsDisabledSettings, !document.comments.isEmpty else {
      return []
    }
    let candidates = all(in: document)
    let counts = Dictionary(candidates.map { ($0.gap, 1) }, uniquingKeysWith: +)
    return candidates.filter { counts[$0.gap, default: 0] * 100 >= candidates.count * 8 }
  }

  private static func all(in document: Document) -> [CommentedCandidate] {
    var out: [CommentedCandidate] = []
    var values = Array(document.nodes.lazy.filter(\.hasLine).map(\.value))[...]
    var index = 0
    while index < document.comments.count {
      let comment = document.comments[index]
      while let value = values.first, value.upperBound <= comment.range.lowerBound {
        values.removeFirst()
      }
      // A `#` inside a multiline value doesn't begin a separate comment line, so skip it.
      let isWithin = values.first.map { $0.contains(comment.range.lowerBound) } ?? false
      if !isWithin, let found = candidate(in: document, at: index) {
        out.append(found.candidate)
        index += found.count
      } else {
        index += 1
      }
    }
    return out
  }

  /// Returns the commented-out candidate that starts at a comment, and the number of comments that
  /// it spans.
  private static func candidate(
    in document: Document, at index: Int
  ) -> (candidate: CommentedCandidate, count: Int)? {
    let bytes = document.bytes
    let first = document.comments[index]
    guard !first.isBehind else { return nil }
    let text = bytes[first.range].drop { $0 == bytes[first.range.lowerBound] }
    let gap = Array(text.prefix(while: \.isBlank))
    guard text.contains(UInt8(ascii: "=")) || text.trimmed.first == UInt8(ascii: "[") else {
      return nil
    }
    var lines = Array(text.dropFirst(gap.count))
    var count = 1
    while true {
      do {
        let part = try Document.read(lines, as: document.format, isPart: true)
        let start = bytes.lineStart(of: first.range.lowerBound)
        guard let statement = part.statement(bytes[start..<first.range.lowerBound]) else {
          return nil
        }
        let last = document.comments[index + count - 1].range.upperBound
        let candidate = CommentedCandidate(
          lines: start..<bytes.lineEnd(of: last), comment: index, gap: gap, text: lines,
          statement: statement)
        return (candidate, count)
      } catch {
        guard ParseError(error).code == .incomplete, count < maxLines,
          let next = furtherLine(in: document, index + count, gap)
        else { return nil }
        lines += [0x0A] + next
        count += 1
      }
    }
  }

  /// Returns the text of the next comment line if no other line separates it from the previous one.
  private static func furtherLine(
    in document: Document, _ index: Int, _ gap: [UInt8]
  ) -> ArraySlice<UInt8>? {
    guard index < document.comments.count else { return nil }
    let bytes = document.bytes
    let comment = document.comments[index]
    let before = document.comments[index - 1]
    let lineEnd = bytes.lineEnd(of: before.range.upperBound)
    guard !comment.isBehind, bytes.lineStart(of: comment.range.lowerBound) == lineEnd else {
      return nil
    }
    let text = bytes[comment.range].drop { $0 == bytes[comment.range.lowerBound] }
    return text.starts(with: gap) ? text.dropFirst(gap.count) : text.drop(while: \.isBlank)
  }
}

extension Document {
  /// Returns the statement in a commented-out text, or `nil` if the text isn't a single table header
  /// or assignment.
  ///
  /// An assignment whose key looks like prose, such as `use this = …`, is excluded.
  fileprivate func statement(_ indent: ArraySlice<UInt8>) -> CommentedCandidate.Statement? {
    let lines = nodes.indices.filter { nodes[$0].hasLine }
    guard unknown.isEmpty, headers.count + lines.count == 1 else { return nil }
    guard let leaf = lines.first else {
      let node = headers[0].node
      return .header(place(of: node), isItem: nodes[node].form == .element)
    }
    let line = nodes[leaf]
    if let dialect = format.dialect {
      let key = bytes[line.key]
      let separator = bytes[line.key.upperBound..<line.value.lowerBound]
      guard dialect.separators.contains(UInt8(ascii: "=")), !key.contains(where: \.isBlank),
        key.contains(where: \.isLetter), separator.contains(UInt8(ascii: "=")),
        line.form != .value(.absent)
      else { return nil }
    }
    return literal(of: leaf).map {
      .setting(place(of: leaf), $0, lead: Array(indent) + bytes[..<line.value.lowerBound])
    }
  }
}

private struct DisabledSettingFinder {
  private let document: Document
  /// The offset of each line that isn't a comment, and the table that the line belongs to.
  private var active: ArraySlice<(offset: Int, table: Int)>
  private var table = 0
  /// The table that a commented-out header has opened since the last active line, or `nil`.
  private var commentedTable: DocumentPath?
  /// A Boolean value that indicates whether the commented-out header opens an item of an array, as
  /// `[[item]]` does.
  ///
  /// A commented-out array item is only an example, so its lines aren't treated as settings.
  private var isExample = false
  private var seen: Set<DocumentPath> = []

  init(_ document: Document) {
    self.document = document
    let headers = document.headers.map { (offset: $0.range.lowerBound, table: $0.node) }
    let lines = document.nodes.lazy.filter(\.hasLine).map { node in
      (offset: node.key.lowerBound, table: document.table(of: node))
    }
    active = (headers + lines).sorted { $0.offset < $1.offset }[...]
  }

  mutating func row(_ candidate: CommentedCandidate) -> DisabledSetting? {
    while let line = active.first, line.offset < candidate.lines.lowerBound {
      table = line.table
      (commentedTable, isExample) = (nil, false)
      active.removeFirst()
    }
    let (path, literal, lead): (DocumentPath, Scalar, [UInt8])
    switch candidate.statement {
    case .header(let place, let isItem):
      (commentedTable, isExample) = (place, isItem)
      return nil
    case .setting(let own, let value, let text): (path, literal, lead) = (own, value, text)
    }
    let isPlaced = commentedTable != nil || table > 0
    guard !isExample, isPlaced || document.format.dialect?.needsSection != true else { return nil }
    let own = document.place(of: table)
    let place = DocumentPath((commentedTable ?? own).steps + path.steps)
    guard isFree(place), seen.insert(place).inserted else { return nil }
    return DisabledSetting(
      place: place, literal: literal, lines: candidate.lines,
      isInItsTable: commentedTable == nil || commentedTable == own,
      commentsAbove: commentsAbove(candidate), lead: lead)
  }

  /// Returns the comment lines directly above a commented-out setting, up to the previous one.
  private func commentsAbove(_ candidate: CommentedCandidate) -> [String] {
    let bytes = document.bytes
    var out: [String] = []
    var start = candidate.lines.lowerBound
    var index = candidate.comment - 1
    while index >= 0, out.count < 64 {
      let comment = document.comments[index]
      guard !comment.isBehind, bytes.lineEnd(of: comment.range.upperBound) == start,
        !document.isCandidate(comment)
      else { break }
      out.append(String(decoding: bytes[comment.range], as: UTF8.self))
      start = bytes.lineStart(of: comment.range.lowerBound)
      index -= 1
    }
    return out.reversed()
  }

  /// Returns whether a setting can be added at a path without conflicting with an active setting.
  private func isFree(_ place: DocumentPath) -> Bool {
    let (node, rest) = document.deepest(on: place)
    return !rest.isEmpty && document.nodes[node].isContainer
      && document.nodes[node].form != .elements
  }
}
