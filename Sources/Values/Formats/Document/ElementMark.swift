/// The identity of a list item, by which Settee recognizes the item later.
///
/// Settee uses the identity to find the item again after another program has changed the list.
package struct ItemIdentity: Sendable, Equatable {
  /// A property of a list item that identifies the item within its list.
  ///
  /// The values of list items are stored as checksums, because they might be secrets.
  package enum Sign: Sendable, Equatable {
    /// The list item has a key, such as `name`, whose value is unique within the list.
    case key(Key, UInt64)
    /// The checksum of the entire content of the list item, if no key identifies the item.
    case content(UInt64)
  }

  package let index: Int
  package let sign: Sign
  /// The checksum of the entire list at the time when the item was marked.
  ///
  /// If the checksum of the list is unchanged, the index still identifies the item.
  package let list: UInt64

  package init(index: Int, sign: Sign, list: UInt64) {
    (self.index, self.sign, self.list) = (index, sign, list)
  }
}

/// A path that also identifies its list items and section by their content.
///
/// Settee can find the setting again after another program has moved these items.
package struct ElementMark: Sendable, Equatable {
  package let place: DocumentPath
  /// The identity of the list item for each index in the path.
  package let items: [ItemIdentity]
  /// The identity of the section that contains the setting, if several sections have the same name.
  package let section: ItemIdentity?

  package init(place: DocumentPath, items: [ItemIdentity], section: ItemIdentity?) {
    (self.place, self.items, self.section) = (place, items, section)
  }

  /// A Boolean value that indicates whether the path alone identifies the element.
  package var isEmpty: Bool { items.isEmpty && section == nil }
}

/// Finds list items by their identity instead of their index.
///
/// If every item in the list has a key with a unique value, the key identifies the items. This key
/// is the one that is passed to ``init(_:itemKey:)``, or `name`, `key`, or `id`. Otherwise, the
/// entire content of an item identifies it.
package struct ItemFinder {
  private let document: Document
  private let itemKeys: [Key]
  private var contents: [Int: UInt64] = [:]
  private var lists: [Int: ItemList] = [:]
  private var tables: [Int: ItemList] = [:]
  /// The sections with the same table, and the assignments in each of these sections.
  private var sections: [Int: [Int]] = [:]
  private var lines: [Int: [Int]] = [:]

  /// The items of a list, or the sections with the same name, including the nodes of each item.
  fileprivate struct ItemList {
    var items: [[Int]]
    var contents: [UInt64]
    var hash: UInt64
    var signs: [ItemIdentity.Sign]
  }

  package init(_ document: Document, itemKey: Key? = nil) {
    self.document = document
    itemKeys = (itemKey.map { [$0] } ?? []) + ["name", "key", "id"]
    guard document.format.dialect != nil else { return }
    for (index, header) in document.headers.enumerated() {
      sections[header.node, default: []].append(index)
    }
    for (index, node) in document.nodes.enumerated() where node.hasLine && node.section >= 0 {
      lines[node.section, default: []].append(index)
    }
  }

  // MARK: Marking and finding

  /// Returns the mark with which the setting at a path can be found again later.
  ///
  /// The `section` argument is required for a path that no longer exists in the document.
  package mutating func mark(of place: DocumentPath, section: Int? = nil) -> ElementMark {
    var items: [ItemIdentity] = []
    for (count, step) in place.steps.enumerated() {
      guard let node = document.node(at: DocumentPath(Array(place.steps[..<count]))),
        let index = document.itemIndex(of: step, in: node)
      else { continue }
      let list = list(of: node)
      if list.items.indices.contains(index) { items.append(list.identity(of: index)) }
    }
    let node = document.node(at: place)
    let own = node.map { document.nodes[$0].section } ?? section ?? -1
    guard document.format.dialect != nil, document.headers.indices.contains(own),
      let table = table(of: place, node), let index = sections[table]?.firstIndex(of: own)
    else { return ElementMark(place: place, items: items, section: nil) }
    return ElementMark(
      place: place, items: items, section: sectionList(of: table).identity(of: index))
  }

  /// Returns the current path of a setting or item that was marked earlier.
  ///
  /// The result is `nil` if the marked element was removed or is ambiguous.
  package mutating func find(_ mark: ElementMark) -> DocumentPath? {
    var items = mark.items[...]
    var steps: [DocumentPath.Step] = []
    for step in mark.place.steps {
      if case .key = step, let section = mark.section, let index = sectionItem(at: steps, section) {
        // When the setting was marked, its section was the only one with this name, but now there
        // are several.
        steps.append(.index(index))
      }
      steps.append(step)
      let node = document.node(at: DocumentPath(steps.dropLast()))
      guard step.name == nil || node.map({ document.isNumberedItem(step, in: $0) }) == true else {
        continue
      }
      guard let item = items.popFirst(), let node,
        let index = list(of: node).index(of: item, itemValues)
      else { return nil }
      steps[steps.count - 1] =
        step.name == nil ? .index(index) : document.nodes[document.items(of: node)[index]].step
    }
    var place = DocumentPath(steps)
    if let node = document.node(at: place) { place = document.place(of: node) }
    return isInSection(place, mark.section) ? place : nil
  }

  /// Returns the index of a marked section among the sections with the same name, if there are
  /// several.
  private mutating func sectionItem(
    at steps: [DocumentPath.Step], _ section: ItemIdentity
  ) -> Int? {
    guard document.format.dialect?.listsSections == true,
      let node = document.node(at: DocumentPath(steps)), document.nodes[node].form == .elements
    else { return nil }
    return list(of: node).index(of: section, itemValues)
  }

  /// Returns whether the setting at a path is in the specified section.
  ///
  /// The section matters only if the file contains several sections with the same name.
  private mutating func isInSection(_ place: DocumentPath, _ section: ItemIdentity?) -> Bool {
    let node = document.node(at: place)
    guard let section, let table = table(of: place, node), let all = sections[table],
      all.count > 1
    else { return true }
    guard let index = sectionList(of: table).index(of: section, itemValues) else { return false }
    // A setting that isn't in the file yet would be added to the last section with this name.
    return node.map { document.nodes[$0].section == all[index] } ?? (index == all.count - 1)
  }

  private func table(of place: DocumentPath, _ node: Int?) -> Int? {
    if let node { return document.nodes[node].parent }
    return place.parent.flatMap { document.node(at: $0) }
  }

  // MARK: Lists

  private mutating func list(of node: Int) -> ItemList {
    if let known = lists[node] { return known }
    // Treat a key that occurs on several lines as a list of the values on these lines.
    let isList = document.nodes[node].isContainer
    let items = document.items(of: node)
    let list = makeList(
      items.map { isList ? document.children(of: $0) : [] }, items.map { content(of: $0) })
    lists[node] = list
    return list
  }

  private mutating func sectionList(of table: Int) -> ItemList {
    if let known = tables[table] { return known }
    let items = (sections[table] ?? []).map { lines[$0] ?? [] }
    let list = makeList(
      items,
      items.map { nodes in
        var hash = UInt64.fnvStart
        for node in nodes { add(node, to: &hash) }
        return hash
      })
    tables[table] = list
    return list
  }

  private func makeList(_ items: [[Int]], _ contents: [UInt64]) -> ItemList {
    var hash = UInt64.fnvStart
    contents.forEach { hash.combine($0) }
    var list = ItemList(
      items: items, contents: contents, hash: hash, signs: contents.map { .content($0) })
    for key in itemKeys {
      let values = itemValues(items, key)
      let known = values.compactMap(\.self)
      guard known.count == items.count, Set(known).count == items.count else { continue }
      list.signs = known.map { .key(key, $0) }
      break
    }
    return list
  }

  /// Returns a checksum of the value that each item of a list has for a key.
  private func itemValues(_ items: [[Int]], _ key: Key) -> [UInt64?] {
    items.map { nodes in
      let node = nodes.last {
        document.nodes[$0].step.name == key && !document.nodes[$0].isContainer
      }
      return node.flatMap { document.literal(of: $0)?.decoded }.map(\.fnvHash)
    }
  }

  /// Returns a checksum of a node and its descendants, which identifies a list item.
  private mutating func content(of node: Int) -> UInt64 {
    if let known = contents[node] { return known }
    var hash = UInt64.fnvStart
    if document.children(of: node).isEmpty || !document.nodes[node].isContainer {
      hash = document.bytes[document.nodes[node].value].fnvHash
    }
    for child in document.children(of: node) { add(child, to: &hash) }
    contents[node] = hash
    return hash
  }

  private mutating func add(_ node: Int, to hash: inout UInt64) {
    if let name = document.nodes[node].step.name { hash.mixFNV(name.bytes + [0]) }
    hash.combine(content(of: node))
  }
}

extension Document {
  /// Returns the index of the list item that a step of a path selects, or `nil` if it selects a key.
  fileprivate func itemIndex(of step: DocumentPath.Step, in node: Int) -> Int? {
    switch step {
    case .index(let index): index
    case .key where isNumberedItem(step, in: node):
      items(of: node).firstIndex { nodes[$0].step == step }
    case .key: nil
    }
  }

  /// Returns whether a step is the name of an item that a lens numbers.
  fileprivate func isNumberedItem(_ step: DocumentPath.Step, in node: Int) -> Bool {
    lens != nil && step.name?.isNumber == true && !numbered(in: node).isEmpty
  }
}

extension ItemFinder.ItemList {
  fileprivate func identity(of index: Int) -> ItemIdentity {
    ItemIdentity(index: index, sign: signs[index], list: hash)
  }

  /// Returns the index of the list item with an identity, or `nil` unless exactly one item matches.
  fileprivate func index(
    of identity: ItemIdentity, _ values: (_ items: [[Int]], _ key: Key) -> [UInt64?]
  ) -> Int? {
    if identity.list == hash, items.indices.contains(identity.index) { return identity.index }
    let found =
      switch identity.sign {
      case .content(let content): contents.indices.filter { contents[$0] == content }
      case .key(let key, let value):
        values(items, key).enumerated().filter { $1 == value }.map(\.offset)
      }
    return found.count == 1 ? found[0] : nil
  }
}

extension UInt64 {
  /// Combines a checksum with the bytes of another number.
  fileprivate mutating func combine(_ number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      mixFNV(number >> shift & 0xFF)
    }
  }
}
