/// Whom the comments of a document belong to; worked out once for all of them.
package struct Ownership: Sendable {
  enum Owner: Hashable, Sendable {
    /// It stands in the lines right above a value or a table.
    case above(Int)
    /// It stands behind it, on a line of its.
    case behind(Int)
    case nobody
  }

  /// One for each comment, in file order.
  let owners: [Owner]

  private let texts: [Owner: [String]]

  package init(_ document: Document) {
    owners = OwnerFinder(document).owners()
    var texts: [Owner: [String]] = [:]
    for (comment, owner) in zip(document.comments, owners) where owner != .nobody {
      let text = String(decoding: document.bytes[comment.range], as: UTF8.self)
      texts[owner, default: []].append(text)
    }
    self.texts = texts
  }

  /// The comment lines right above a node, what is only switched off left out.
  package func comments(above node: Int) -> [String] { texts[.above(node)] ?? [] }

  package func comments(behind node: Int) -> [String] { texts[.behind(node)] ?? [] }
}

private struct OwnerFinder {
  private struct Mark {
    let offset: Int
    let node: Int
  }

  private let document: Document
  private let starts: [Mark]
  private let edges: [Mark]

  init(_ document: Document) {
    self.document = document
    guard !document.comments.isEmpty else {
      (starts, edges) = ([], [])
      return
    }
    var starts: [Mark] = []
    var ends: [Mark] = []
    for (index, node) in document.nodes.enumerated() where node.isWritten {
      starts.append(Mark(offset: node.start, node: index))
      ends.append(Mark(offset: node.value.upperBound, node: index))
    }
    for header in document.headers {
      starts.append(Mark(offset: header.range.lowerBound, node: header.node))
      ends.append(Mark(offset: header.range.upperBound, node: header.node))
    }
    self.starts = starts.sorted { $0.offset < $1.offset }
    edges = (starts + ends).sorted { $0.offset < $1.offset }
  }

  func owners() -> [Ownership.Owner] {
    var owners = [Ownership.Owner](repeating: .nobody, count: document.comments.count)
    for (index, comment) in document.comments.enumerated().reversed() {
      owners[index] = owner(
        of: comment, next: index + 1 < owners.count ? owners[index + 1] : nil, index)
    }
    // What begins deeper than the setting below goes on with what stands before it.
    for (index, comment) in document.comments.enumerated() {
      guard case .above = owners[index] else { continue }
      let below = starts[first(in: starts, notBefore: comment.range.upperBound)].offset
      func indent(of offset: Int) -> Int { offset - document.bytes.lineStart(of: offset) }
      if indent(of: comment.range.lowerBound) > indent(of: below) {
        owners[index] = .nobody
      }
    }
    return owners
  }

  private func owner(
    of comment: Comment, next: Ownership.Owner?, _ index: Int
  ) -> Ownership.Owner {
    if comment.isBehind {
      let position = first(in: edges, notBefore: comment.range.lowerBound + 1)
      return position > 0 ? .behind(edges[position - 1].node) : .nobody
    }
    // What looks like a setting is a row of its own, and what stands above it belongs to that.
    if document.isCandidate(comment) || document.isPreamble(comment) { return .nobody }
    guard let offset = startOfNextLine(after: comment.range.upperBound) else { return .nobody }
    if let next, document.comments[index + 1].range.lowerBound == offset {
      if case .above = next { return next }
      return .nobody
    }
    let position = first(in: starts, notBefore: offset)
    guard position < starts.count, starts[position].offset == offset else { return .nobody }
    return .above(starts[position].node)
  }

  /// Where the first sign of the next line stands, nil where that is empty.
  private func startOfNextLine(after offset: Int) -> Int? {
    let bytes = document.bytes
    var at = bytes.skippingBlanks(from: offset)
    if at < bytes.count, bytes[at] == 0x0D { at += 1 }
    if at < bytes.count, bytes[at] == 0x0A { at = bytes.skippingBlanks(from: at + 1) }
    return at < bytes.count && !bytes[at].isLineEnd ? at : nil
  }

  private func first(in marks: [Mark], notBefore offset: Int) -> Int {
    var low = 0
    var high = marks.count
    while low < high {
      let middle = (low + high) / 2
      if marks[middle].offset < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Document {
  /// Whether a comment may be a setting that is switched off: `# key = …`, `# [table]`.
  func isCandidate(_ comment: Comment) -> Bool {
    guard !comment.isBehind, format.notation.hasCommentedRows else { return false }
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
