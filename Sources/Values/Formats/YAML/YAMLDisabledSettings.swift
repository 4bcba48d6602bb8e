/// Finds commented-out keys in a YAML file.
///
/// A comment such as `# key: value` is a commented-out key if a YAML key would be valid at its
/// column.
struct YAMLDisabledSettings {
  private let document: Document
  private let tree: YAMLTree

  init(_ document: Document, _ tree: YAMLTree) {
    (self.document, self.tree) = (document, tree)
  }

  /// An entry of the YAML file that can contain the lines below it, depending on their indentation.
  private struct Level {
    let column: Int
    let place: DocumentPath
    /// The node of the entry in the document, or -1 if the entry is commented out.
    let node: Int
    /// A Boolean value that indicates whether the entry is a commented-out list item.
    ///
    /// The keys of a commented-out list item only show an example, so the editor doesn't offer to
    /// enable them.
    var isExample = false
  }

  var all: [DisabledSetting] {
    let candidates = document.comments.indices.compactMap { candidate(at: $0) }
    guard !candidates.isEmpty else { return [] }
    var entries = tree.values.indices.filter { isBlockEntry($0) }[...]
    var levels: [Level] = []
    var seen: Set<DocumentPath> = []
    var out: [DisabledSetting] = []
    for candidate in candidates {
      while let entry = entries.first, tree.values[entry].entry < candidate.lines.lowerBound {
        levels = self.levels(of: entry)
        entries.removeFirst()
      }
      while let last = levels.last, last.column >= candidate.column { levels.removeLast() }
      guard let key = candidate.key else {
        levels.append(
          Level(column: candidate.column, place: .root, node: -1, isExample: true))
        continue
      }
      let parent = levels.last
      if parent?.isExample == true { continue }
      guard let base = place(of: parent, column: candidate.column) else { continue }
      let place = base.appending(key)
      levels.append(Level(column: candidate.column, place: place, node: -1))
      guard let literal = candidate.literal, isFree(place), seen.insert(place).inserted else {
        continue
      }
      out.append(
        DisabledSetting(
          place: place, literal: literal, lines: candidate.lines,
          isInItsTable: parent.map { $0.node >= 0 } ?? true,
          commentsAbove: commentsAbove(candidate.comment), lead: []))
    }
    return out
  }

  // MARK: The structure around a comment

  private func isBlockEntry(_ node: Int) -> Bool {
    let parent = document.nodes[node].parent
    guard parent >= 0, !tree.values[node].isInFlow else { return false }
    return tree.events[tree.values[parent].events.lowerBound].style == .block
  }

  private func levels(of node: Int) -> [Level] {
    var levels: [Level] = []
    var above = node
    while above >= 0 {
      if isBlockEntry(above) {
        levels.append(
          Level(
            column: document.bytes.yamlColumn(of: tree.values[above].entry),
            place: document.place(of: above), node: above))
      }
      above = document.nodes[above].parent
    }
    return levels.reversed()
  }

  /// Returns the path of the mapping that would contain a new key at a column below a parent entry.
  ///
  /// The result is `nil` if a YAML key isn't valid at that column.
  private func place(of parent: Level?, column: Int) -> DocumentPath? {
    guard let parent else {
      guard !tree.hasSeveralDocuments, document.nodes[0].form == .braces else { return nil }
      return hasEntries(of: 0, at: column) ? .root : nil
    }
    guard parent.node >= 0 else { return parent.place }
    switch document.nodes[parent.node].form {
    case .braces: return hasEntries(of: parent.node, at: column) ? parent.place : nil
    case .value(.null) where tree.values[parent.node].key >= 0: return parent.place
    default: return nil
    }
  }

  /// Returns whether the keys of a mapping start at a column, or could start there if the mapping
  /// is empty.
  private func hasEntries(of node: Int, at column: Int) -> Bool {
    let event =
      tree.values[node].events.isEmpty
      ? nil : tree.events[tree.values[node].events.lowerBound]
    guard event?.kind == .mapping else { return column == 0 }
    guard event?.style == .block, node + 1 < document.nodes.count else { return false }
    return document.bytes.yamlColumn(of: tree.values[node + 1].entry) == column
  }

  private func isFree(_ place: DocumentPath) -> Bool {
    let (node, rest) = document.deepest(on: place)
    guard !rest.isEmpty else { return false }
    return document.nodes[node].form == .braces || document.nodes[node].form == .value(.null)
  }

  private func commentsAbove(_ index: Int) -> [String] {
    let bytes = document.bytes
    let column = bytes.yamlColumn(of: document.comments[index].range.lowerBound)
    var out: [String] = []
    var start = bytes.lineStart(of: document.comments[index].range.lowerBound)
    for comment in document.comments[..<index].reversed().prefix(64) {
      guard !comment.isBehind, bytes.lineEnd(of: comment.range.upperBound) == start,
        bytes.yamlColumn(of: comment.range.lowerBound) == column, !document.isCandidate(comment)
      else { break }
      out.append(String(decoding: bytes[comment.range], as: UTF8.self))
      start = bytes.lineStart(of: comment.range.lowerBound)
    }
    return out.reversed()
  }

  // MARK: Comment lines

  private struct Candidate {
    let comment: Int
    let lines: Range<Int>
    let column: Int
    /// The commented-out key, or `nil` if the comment is a list item, such as `# - value`.
    let key: Key?
    /// The commented-out value, or `nil` for a key such as `# server:`, which only contains the
    /// keys below it.
    let literal: Scalar?
  }

  private func candidate(at index: Int) -> Candidate? {
    let comment = document.comments[index]
    let bytes = document.bytes
    guard !comment.isBehind, let text = document.yamlCommentText(comment) else { return nil }
    let start = comment.range.lowerBound
    let lines = bytes.lineStart(of: start)..<bytes.lineEnd(of: comment.range.upperBound)
    let column = bytes.yamlColumn(of: start)
    if text.first == UInt8(ascii: "-") {
      return Candidate(comment: index, lines: lines, column: column, key: nil, literal: nil)
    }
    guard let key = text.yamlKey, tree.hasCapitalKeys || key.first?.isCapital == false else {
      return nil
    }
    let rest = text[(key.endIndex + 1)...].trimmed
    if rest.isEmpty || rest.first == UInt8(ascii: "#") {
      return Candidate(comment: index, lines: lines, column: column, key: Key(key), literal: nil)
    }
    guard rest.first != UInt8(ascii: "|"), rest.first != UInt8(ascii: ">"),
      let part = try? Document.read(Array(text), as: .yaml), part.nodes.count > 1,
      part.nodes[1].parent == 0, let name = part.nodes[1].step.name,
      let literal = part.literal(of: 1), part.children(of: 0).count == 1
    else { return nil }
    return Candidate(comment: index, lines: lines, column: column, key: name, literal: literal)
  }
}

extension Document {
  /// Returns whether a comment might contain a commented-out YAML key, such as `# port: 80`.
  func isYAMLCandidate(_ comment: Comment) -> Bool {
    guard let text = yamlCommentText(comment), let key = text.yamlKey else { return false }
    return yaml?.hasCapitalKeys == true || key.first?.isCapital == false
  }

  /// Returns the text of a YAML comment without the `#` and the optional space after it.
  ///
  /// The result is `nil` if the YAML comment starts with `##` or indents its text by more than one
  /// space.
  fileprivate func yamlCommentText(_ comment: Comment) -> ArraySlice<UInt8>? {
    var text = bytes[comment.range].dropFirst()
    if text.first == 0x20 { text = text.dropFirst() }
    guard let first = text.first, !first.isBlank, first != "#" else { return nil }
    return text
  }
}

extension ArraySlice<UInt8> {
  /// The key before the first colon of a comment, or `nil` if the comment looks like prose.
  fileprivate var yamlKey: ArraySlice<UInt8>? {
    guard let colon = firstIndex(of: UInt8(ascii: ":")), colon > startIndex else { return nil }
    let key = self[..<colon]
    let after = self[(colon + 1)...].first
    guard after == nil || after?.isBlank == true,
      key.allSatisfy({ $0.isLetter || $0.isDigit || "_-./".utf8.contains($0) || $0 >= 0x80 }),
      key.contains(where: \.isLetter),
      !Self.prose.contains(String(decoding: key, as: UTF8.self).lowercased())
    else { return nil }
    return key
  }

  private static let prose: Set = [
    "yaml-language-server", "spdx-license-identifier", "renovate", "default", "defaults", "note",
    "source", "example", "examples", "see", "todo", "ref", "fixme", "warning", "e.g.", "i.e.",
  ]
}
