/// Associates each comment in a settings file with the setting or table that it describes.
package struct CommentAttachment: Sendable {
  enum Owner: Hashable, Sendable {
    /// The comment is on the lines directly above the setting or table.
    case above(Int)
    /// The comment follows the setting or table on the same line.
    case behind(Int)
    case unattached

    var node: Int? {
      switch self {
      case .above(let node), .behind(let node): node
      case .unattached: nil
      }
    }
  }

  /// The node that each comment of the document describes, in file order.
  let owners: [Owner]

  /// The first comment above each node that has comments above it.
  let firstAbove: [Int: Int]

  private let texts: [Owner: [String]]

  package init(_ document: Document) {
    owners = Self.owners(of: document)
    var texts: [Owner: [String]] = [:]
    for (comment, owner) in zip(document.comments, owners) where owner != .unattached {
      let text = String(decoding: document.bytes[comment.range], as: UTF8.self)
      texts[owner, default: []].append(text)
    }
    self.texts = texts
    let above = owners.enumerated().compactMap { index, owner -> (Int, Int)? in
      if case .above(let node) = owner { (node, index) } else { nil }
    }
    firstAbove = Dictionary(above) { first, _ in first }
  }

  /// Returns the comment lines directly above a setting or table, excluding commented-out settings.
  package func comments(above node: Int) -> [String] { texts[.above(node)] ?? [] }

  package func comments(behind node: Int) -> [String] { texts[.behind(node)] ?? [] }
}

/// A comment of an old or new document, with its owner in the new document.
struct AttachedComment: Hashable {
  let text: [UInt8]
  /// What the comment belongs to, or `nil` if that is removed.
  let owner: CommentAttachment.Owner?
}

extension CommentAttachment {
  private static func owners(of document: Document) -> [Owner] {
    var owners = [Owner](repeating: .unattached, count: document.comments.count)
    guard !owners.isEmpty else { return [] }
    let spans = document.spans + document.headers.map { (range: $0.range, node: $0.node) }
    let starts = Dictionary(
      spans.map { ($0.range.lowerBound, $0.node) }, uniquingKeysWith: { first, _ in first })
    var edges = spans.map { (offset: $0.range.lowerBound, node: $0.node) }
    edges += spans.map { (offset: $0.range.upperBound, node: $0.node) }
    edges.sort { $0.offset < $1.offset }
    let indent = { (offset: Int) in offset - document.bytes.lineStart(of: offset) }
    // The setting or table below the current block of comments, and its start offset.
    var run: (node: Int, start: Int)?
    for (index, comment) in document.comments.enumerated().reversed() {
      let start = comment.range.lowerBound
      var found: (node: Int, start: Int)?
      if comment.isBehind {
        while let edge = edges.last, edge.offset > start { edges.removeLast() }
        owners[index] = edges.last.map { .behind($0.node) } ?? .unattached
      } else if !document.isCandidate(comment), !document.isPreamble(comment),
        let next = document.bytes.startOfNextLine(after: comment.range.upperBound)
      {
        // A commented-out setting is treated as a setting, so it owns the comments above it.
        let below = document.comments.dropFirst(index + 1).first
        let isRun = below?.range.lowerBound == next
        found = isRun ? run : starts[next].map { ($0, next) }
      }
      // A comment that is indented farther than the next setting describes the setting above the
      // comment.
      if let found, indent(start) <= indent(found.start) { owners[index] = .above(found.node) }
      run = found
    }
    return owners
  }
}

extension [UInt8] {
  /// Returns the offset of the first character on the next line, or `nil` if the next line is
  /// empty.
  fileprivate func startOfNextLine(after offset: Int) -> Int? {
    var at = skippingBlanks(from: offset)
    if at < count, self[at] == 0x0D { at += 1 }
    if at < count, self[at] == 0x0A { at = skippingBlanks(from: at + 1) }
    return at < count && !self[at].isLineEnd ? at : nil
  }
}

extension Document {
  /// The nodes that comments can be attached to, with their ranges in the file.
  fileprivate var spans: [(range: Range<Int>, node: Int)] {
    if let yaml { return yamlSpans(yaml) }
    if let lens { return lensSpans(lens) }
    return nodes.enumerated().filter(\.element.isWritten).map { index, node in
      (range: node.start..<node.value.upperBound, node: index)
    }
  }

  /// Returns whether a comment might be a commented-out setting or table header.
  ///
  /// Examples of such comments are `# key = …` and `# [table]`.
  func isCandidate(_ comment: Comment) -> Bool {
    guard !comment.isBehind, format.notation.allowsDisabledSettings else { return false }
    if yaml != nil { return isYAMLCandidate(comment) }
    let sign = bytes[comment.range.lowerBound]
    let text = bytes[comment.range].drop { $0 == sign }.trimmed
    if text.first == UInt8(ascii: "["), text.last == UInt8(ascii: "]") { return true }
    guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else { return false }
    let key = text[..<equals].trimmed
    return !key.isEmpty && (!key.contains(where: \.isBlank) || key.starts(with: "export ".utf8))
  }

  fileprivate func isPreamble(_ comment: Comment) -> Bool {
    isPreamble(bytes.lineStart(of: comment.range.lowerBound))
  }
}
