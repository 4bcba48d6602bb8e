/// A list in brackets, such as `[1, 2]`, divided into its items.
///
/// An item can be inserted, removed, or moved together with its comments. The bytes of the other
/// items stay the same.
struct BracketList {
  /// An item of the list, with the comments and whitespace around it.
  struct Item {
    /// The blank lines and comments that precede a list item but don't belong to it.
    var floating: [UInt8] = []
    /// The heading above a list item, which stays if the item is removed or moved.
    var heading: [UInt8] = []
    /// The indentation of a list item and the comments above the item that belong to it.
    var lead: [UInt8] = []
    var value: [UInt8]
    var beforeComma: [UInt8] = []
    /// The comments that follow a list item on the same line.
    var afterComma: [UInt8] = []
    /// The line ending after a list item, or an empty array if another item follows on the line.
    var newline: [UInt8] = []
    /// A Boolean value that indicates whether the item is the first one on its line.
    var startsLine = false

    var indent: [UInt8] {
      let start = lead.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      return Array(lead[start...].prefix(while: \.isBlank))
    }

    var hasComments: Bool {
      lead.contains { !$0.isBlank } || !heading.isEmpty || !afterComma.isEmpty
    }

    /// Everything that precedes the value of a list item.
    var beforeValue: [UInt8] { floating + heading + lead }
  }

  private(set) var items: [Item] = []
  private var head: [UInt8]
  private var tail: [UInt8] = []
  private var hasTrailingComma = false
  private let lineEnd: [UInt8]

  /// The maximum length of a line to which an item is added, before the list is split into several
  /// lines.
  static let columns = 100
}

// Methods that divide a list in brackets into items and write it again.
extension BracketList {
  init(_ document: Document, _ list: Int, _ attachment: CommentAttachment) {
    let bytes = document.bytes
    let inner =
      document.nodes[list].value.lowerBound + 1..<document.nodes[list].value.upperBound - 1
    lineEnd = bytes.usualLineEnd
    var at = inner.lowerBound
    let firstEnd = document.passing(at..<inner.upperBound, while: \.isBlank)
    if firstEnd < inner.upperBound, bytes[firstEnd].isLineEnd {
      head = Array(bytes[at..<bytes.lineEnd(of: firstEnd)])
      at = bytes.lineEnd(of: firstEnd)
    } else {
      head = []
    }
    for node in document.items(of: list) {
      let value = document.nodes[node].value
      var item = Item(value: Array(bytes[value]))
      let lineStart = bytes.lineStart(of: value.lowerBound, from: at)
      let own = min(
        attachment.startBelowHeadings(above: node, in: document) ?? lineStart, lineStart)
      let leadStart = max(own, at)
      let all = min(attachment.start(above: node, in: document) ?? leadStart, leadStart)
      let headingStart = max(all, at)
      item.floating = Array(bytes[at..<headingStart])
      item.heading = Array(bytes[headingStart..<leadStart])
      item.lead = Array(bytes[leadStart..<value.lowerBound])
      item.startsLine = bytes.isIndent(before: value.lowerBound)
      at = value.upperBound
      let comma = document.firstComma(in: bytes[at..<inner.upperBound])
      if let comma {
        item.beforeComma = Array(bytes[at..<comma])
        at = comma + 1
      }
      hasTrailingComma = comma != nil
      let end = document.passing(at..<inner.upperBound, while: \.isBlank)
      if end < inner.upperBound, bytes[end].isLineEnd {
        item.afterComma = Array(bytes[at..<end])
        item.newline = Array(bytes[end..<bytes.lineEnd(of: end)])
        at = bytes.lineEnd(of: end)
      } else {
        let last = document.comments[..<document.firstComment(from: end)].last
        let commentEnd = max(last?.range.upperBound ?? at, at)
        item.afterComma = Array(bytes[at..<commentEnd])
        at = commentEnd
      }
      items.append(item)
    }
    tail = Array(bytes[at..<inner.upperBound])
  }

  /// The text of the list without its brackets, after any changes to its items.
  var text: [UInt8] {
    var text = head
    for (index, item) in items.enumerated() {
      let hasComma = index < items.count - 1 || hasTrailingComma
      text += item.beforeValue + item.value + item.beforeComma
      text += (hasComma ? [0x2C] : []) + item.afterComma + item.newline
    }
    return text + tail
  }

  /// The offset of the value of each item in the text.
  var values: [Int] {
    var offset = head.count
    return items.enumerated().map { index, item in
      let hasComma = index < items.count - 1 || hasTrailingComma
      let start = offset + item.beforeValue.count
      offset = start + item.value.count + item.beforeComma.count + (hasComma ? 1 : 0)
      offset += item.afterComma.count + item.newline.count
      return start
    }
  }

  var isOnOneLine: Bool { !text.contains(0x0A) }

  /// Puts each item on a separate line.
  mutating func expand(indent: [UInt8], unit: [UInt8], hasTrailingComma: Bool) {
    items = items.map { Item(lead: lineEnd + indent + unit, value: $0.value) }
    (head, tail, self.hasTrailingComma) = ([], lineEnd + indent, hasTrailingComma)
  }
}

// Methods that insert, remove, and move the items of a list in brackets.
extension BracketList {
  /// Inserts an item into the list at an index.
  ///
  /// The `indent` argument is the indentation for the first item of an empty list.
  mutating func insert(
    _ value: [UInt8], at index: Int, indent: [UInt8], isCompact: Bool, hasTrailingComma: Bool
  ) {
    var new = Item(value: value)
    guard !items.isEmpty else {
      if head.isEmpty, !tail.contains(0x0A) {
        new.lead = tail.allSatisfy(\.isBlank) ? tail : []
      } else {
        (new.lead, new.newline, new.startsLine) = (tail.commentIndent ?? indent, lineEnd, true)
        self.hasTrailingComma = hasTrailingComma
      }
      items = [new]
      return
    }
    let blank: [UInt8] = items.count > 1 && !items[1].startsLine ? items[1].lead.onlyBlanks : [0x20]
    let gap = items.count == 1 && isCompact ? [] : blank
    guard index > 0 else {
      new.startsLine = items[0].startsLine
      new.lead = new.startsLine ? items[0].indent : items[0].lead.onlyBlanks
      if new.startsLine { new.newline = lineEnd } else { items[0].lead = gap }
      items.insert(new, at: 0)
      return
    }
    let before = items[index - 1]
    let isLast = index == items.count
    let needsLine = before.afterComma.contains { !$0.isBlank }
    if before.startsLine && (isLast || !before.newline.isEmpty) || needsLine {
      let first = items[..<index].last { $0.startsLine }
      new.lead = first?.indent ?? indent
      new.startsLine = true
      new.newline = before.newline
      if before.newline.isEmpty { items[index - 1].newline = lineEnd }
    } else {
      new.lead = gap
      new.newline = before.newline
      items[index - 1].newline = []
    }
    items.insert(new, at: index)
  }

  /// Removes an item of the list together with its comments.
  mutating func remove(at index: Int) {
    let item = items.remove(at: index)
    if index < items.count {
      items[index].floating = item.floating + items[index].floating
      items[index].heading = item.heading + items[index].heading
      if !items[index].startsLine {
        items[index].lead =
          item.startsLine ? item.indent : index == 0 ? item.lead : items[index].lead
        items[index].startsLine = item.startsLine
      }
    } else {
      tail = item.floating + item.heading + tail
    }
    guard index > 0 else { return }
    let isLast = index == items.count
    if !item.startsLine, items[index - 1].newline.isEmpty {
      items[index - 1].newline = item.newline
    } else if isLast, item.startsLine, item.heading.isEmpty, !items[index - 1].hasComments {
      items[index - 1].newline = item.newline
    }
  }

  /// Moves an item of the list together with its comments.
  ///
  /// Blank lines and comments that don't belong to an item keep their positions. The heading of the
  /// moved item then belongs to the next item.
  mutating func move(from index: Int, to target: Int) throws {
    let old = items
    let isSpread = old.allSatisfy(\.startsLine)
    guard isSpread || !old.contains(where: \.hasComments) else {
      throw EditError("its items share lines with comments; edit the file instead")
    }
    var order = Array(old.indices)
    order.insert(order.remove(at: index), at: target)
    for (position, source) in order.enumerated() {
      items[position].value = old[source].value
      guard isSpread else { continue }
      items[position].heading = source == index ? [] : old[source].heading
      if source == index + 1 {
        items[position].heading = old[index].heading + items[position].heading
      }
      items[position].lead = old[source].lead
      items[position].beforeComma = old[source].beforeComma
      items[position].afterComma = old[source].afterComma
      if items[position].hasComments, items[position].newline.isEmpty {
        items[position].newline = lineEnd
      }
    }
    guard index == old.count - 1, !old[index].heading.isEmpty else { return }
    tail = old[index].heading + tail
    if items[index].newline.isEmpty { items[index].newline = lineEnd }
  }
}

extension [UInt8] {
  /// The indentation of the first line that is a comment, such as a commented-out item.
  fileprivate var commentIndent: [UInt8]? {
    for line in split(separator: 0x0A) {
      let text = line.drop(while: \.isBlank)
      if text.starts(with: "#".utf8) || text.starts(with: "//".utf8) {
        return Array(line.prefix(while: \.isBlank))
      }
    }
    return nil
  }

  fileprivate var onlyBlanks: [UInt8] { allSatisfy(\.isBlank) ? self : [0x20] }
}

extension CommentAttachment {
  /// Returns the start of the first comment line above a node that belongs to the node.
  func start(above node: Int, in document: Document) -> Int? {
    firstAbove[node].map { document.bytes.lineStart(of: document.comments[$0].range.lowerBound) }
  }

  /// Returns the start of the first comment line that belongs to a node and isn't part of a heading
  /// in a box, because a heading can describe several items.
  func startBelowHeadings(above node: Int, in document: Document) -> Int? {
    guard let first = firstAbove[node] else { return nil }
    let comments = first..<document.firstComment(from: document.nodes[node].start)
    let heading = comments.last { owners[$0] == .above(node) && document.isInBox($0) }
    guard let heading else { return start(above: node, in: document) }
    return comments.first { $0 > heading && owners[$0] == .above(node) }
      .map { document.bytes.lineStart(of: document.comments[$0].range.lowerBound) }
  }
}
