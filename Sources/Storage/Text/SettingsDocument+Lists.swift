import SetteeFormats
package import SetteePropertyLists

// Lists and tables as values. The property `values` contains only the individual settings in them.
extension SettingsDocument {
  /// Returns the value of a key, which can be an entire table or list of tables.
  package func value(of key: String) -> PropertyList? { values[key] ?? composite(of: key) }

  /// Returns the value of a table or a list of tables, whose fields are separate settings.
  package func composite(of key: String) -> PropertyList? {
    guard let place = path(of: key), let node = document.node(at: place),
      node > 0 || isRootList,
      document.nodes[node].isContainer, !isInValue(place)
    else { return nil }
    return composite(node, document.childrenOfNodes)
  }

  /// Returns whether a key is a table or list in brackets, which is removed together with its key.
  func isWrittenComposite(_ key: String) -> Bool {
    guard let node = path(of: key).flatMap({ document.node(at: $0) }), node > 0 else {
      return false
    }
    return document.nodes[node].isContainer && document.nodes[node].isWritten
  }

  /// A Boolean value that indicates whether the file is one list, whose key is a dot.
  private var isRootList: Bool {
    document.nodes.first?.form == .brackets && document.documentCount == 1
  }

  /// The list that contains an item with a separate key, and the index of the item.
  package func list(of key: String) -> (key: String, index: Int)? {
    guard let place = DocumentPath(key), case .index(let index)? = place.steps.last,
      let above = place.parent, let node = document.node(at: above),
      document.nodes[node].form == .brackets, node > 0 || isRootList
    else { return nil }
    return (self.key(of: above), index)
  }

  /// Returns whether a path is within a value, such as a list in a list of values.
  private func isInValue(_ place: DocumentPath) -> Bool {
    guard case .index? = place.steps.last else { return false }
    var above = place.parent
    while let one = above, one != .root {
      if values.hasValue(for: self.key(of: one)) { return true }
      above = one.parent
    }
    return false
  }

  private func composite(_ node: Int, _ children: [[Int]]) -> PropertyList {
    switch document.nodes[node].form {
    case .brackets, .elements:
      return .array(document.items(of: node).map { composite($0, children) })
    case .value: return value(of: node, nil)
    case .table, .element, .implied, .dotted, .braces:
      var dictionary = PropertyListDictionary()
      for child in children[node] where !document.nodes[child].isOverridden {
        guard case .key(let name) = document.nodes[child].step else { continue }
        dictionary[name.text] = composite(child, children)
      }
      return .dictionary(dictionary)
    }
  }

  /// The lines of a multiline value of Python's `configparser`, which are its items.
  package func lineItems(of key: String) -> [String]? {
    guard document.format.hasLineItems, let text = values[key]?.string,
      text.contains("\n")
    else { return nil }
    return text.split(separator: "\n").map(String.init)
  }

  /// Returns the items of a list, or an empty array if the list doesn't exist.
  package func items(of key: String) -> [PropertyList] {
    if let lines = lineItems(of: key) { return lines.map { .string($0) } }
    if let node = node(of: key), document.nodes[node].form == .value(.null) { return [] }
    return switch value(of: key) {
    case .array(let items)?: items
    case let value?: [value]
    case nil: []
    }
  }

  /// The keys of lists whose items have fields, with the number of items in each list.
  package var listsOfTables: [(key: String, count: Int)] {
    document.nodes.indices.compactMap { node in
      let form = document.nodes[node].form
      let place = document.place(of: node)
      guard form == .elements || form == .brackets, values[place.description] == nil else {
        return nil
      }
      // A list within a list of values is part of the key of that list.
      if case .index? = place.steps.last { return nil }
      return (key(of: place), document.items(of: node).count)
    }
  }

  func list(of edit: ListEdit) -> [PropertyList] {
    guard !edit.steps.isEmpty else { return items(of: edit.path.key) }
    return value(of: edit.path.key)?.value(at: edit.steps)?.array ?? []
  }

  /// Returns whether a key has several lines or may have several lines.
  package func mayRepeat(_ key: String) -> Bool {
    guard let place = DocumentPath(key) else { return false }
    if let node = document.node(at: place) { return document.mayRepeat(node) }
    return document.mayRepeat(place)
  }

  /// Returns the texts of the lines of a repeated key, or `nil` for other keys.
  package func texts(of key: String) -> [String]? {
    guard !hasTypes, let node = node(of: key) else { return nil }
    let lines = document.items(of: node)
    guard lines.count > 1, document.mayRepeat(node) else { return nil }
    return lines.map { document.literal(of: $0).map { $0.text ?? $0.source } ?? "" }
  }
}

extension SettingsDocument {
  /// Returns whether the file has the given values.
  ///
  /// They can include entire tables and lists of tables that were changed in other content.
  func holds(_ wanted: PropertyListDictionary, insteadOf content: SettingsDocument) -> Bool {
    let composites = wanted.entries.filter { key, value in
      content.values[key] != value
        && (value.holdsTables
          || !content.values.hasValue(for: key) && content.composite(of: key) != nil)
    }
    // The value of an alias changes with the value of its anchor.
    let aliases = content.document.aliases.compactMap { node -> String? in
      let key = content.key(of: content.document.place(of: node))
      return wanted[key] == content.values[key] ? key : nil
    }
    if composites.isEmpty, aliases.isEmpty, values == wanted { return true }
    let places = composites.compactMap { path(of: $0.key) }
    func others(_ values: PropertyListDictionary) -> PropertyListDictionary {
      var values = values
      // A table without keys is a setting only as long as it is empty.
      values.removeAll { $1 == .dictionary([:]) }
      for alias in aliases { values[alias] = nil }
      if places.isEmpty { return values }
      values.removeAll { key, _ in
        let steps = DocumentPath(key)?.steps ?? []
        return places.contains { steps.starts(with: $0.steps) }
      }
      return values
    }
    return others(values) == others(wanted)
      && composites.allSatisfy { key, value in
        let isEmpty = [.array([]), .dictionary([:]), .removed].contains(value)
        return self.value(of: key).map { $0 == value } ?? isEmpty
      }
  }
}

// Methods that change lists and tables.
extension SettingsDocument {
  /// Returns the content after a change to a list, and the ranges of bytes that differ.
  func changed(
    by edit: ListEdit
  ) throws(EditError) -> (content: SettingsDocument, ranges: [ReplacedRange]) {
    if let lines = lineItems(of: edit.path.key) { return try changed(by: edit, lines) }
    let list = DocumentPath(try place(ofList: edit.path.key).steps + edit.steps.map(\.place))
    var steps: [DocumentEdit] = []
    func item(_ index: Int) -> DocumentPath { DocumentPath(list.steps + [.index(index)]) }
    switch edit.action {
    case .insert(let value, let index):
      let index = index ?? self.list(of: edit).count
      steps = [.insert(list, at: index, try coded(value))]
    case .remove(let index): steps = [.remove(item(index))]
    case .move(let index, let target): steps = [.move(item(index), to: target)]
    case .replace(let index, let value):
      steps = try edits(item(index), to: value, from: self.list(of: edit)[index])
    }
    return try changed(by: steps)
  }

  /// Returns the content after a change to a multiline value.
  private func changed(
    by edit: ListEdit, _ lines: [String]
  ) throws(EditError) -> (content: SettingsDocument, ranges: [ReplacedRange]) {
    let key = edit.path.key
    let items = edit.applied(to: lines.map { .string($0) }).map { $0.string ?? "" }
    guard !items.contains(where: { $0.isEmpty || $0.contains(where: \.isNewline) }) else {
      throw EditError("an item of '\(key)' is one line of text")
    }
    let startsBelow = values[key]?.string?.first == "\n" || items.isEmpty
    let text = (startsBelow && !items.isEmpty ? "\n" : "") + items.joined(separator: "\n")
    return try changed(by: [.set(try place(ofList: key), .text(text))])
  }

  /// Makes edits one after the other.
  func changed(
    by edits: [DocumentEdit]
  ) throws(EditError) -> (content: SettingsDocument, ranges: [ReplacedRange]) {
    var document = document
    var ranges: [ReplacedRange] = []
    for edit in edits {
      let (plan, new) = try document.changed(by: edit)
      if plan.kind == .same { continue }
      ranges = ReplacedRange.composed(ranges, [plan.replaced])
      document = new
    }
    return (SettingsDocument(document, spelling), ranges)
  }

  /// Returns the path of a list, which is its current path or the path that its key denotes.
  func place(ofList key: String) throws(EditError) -> DocumentPath {
    if let node = node(of: key) { return document.place(of: node) }
    if let place = path(of: key) {
      return document.format.hasHosts ? document.place(ofNew: place) : place
    }
    throw EditError("'\(key)' isn't a valid key path")
  }

  private func coded(_ value: PropertyList) throws(EditError) -> Value {
    try ScalarCoding.write(value, like: nil, document.format)
  }

  /// Returns the edits that change the items of a list or the members of a table.
  ///
  /// Unchanged items keep their bytes.
  func edits(
    _ place: DocumentPath, to new: PropertyList, from old: PropertyList?
  ) throws(EditError) -> [DocumentEdit] {
    switch (new, old) {
    case (.array(let items), .array(let old)?): return try edits(place, items, old)
    case (.array(let items), .some(let old))
    where document.node(at: place).map(document.mayRepeat) ?? false:
      return try edits(place, items, [old])
    case (.array(let items), nil) where !hasTypes || items.contains { $0.dictionary != nil }:
      return try edits(place, items, [])
    case (.dictionary, nil) where document.hasInlineTables(beside: place):
      return [.set(place, try coded(new))]
    case (.dictionary(let members), _) where !members.isEmpty && hasTypes || old?.dictionary != nil:
      return try edits(place, members, old?.dictionary ?? [:])
    case (_, .array(let old)?) where !hasTypes: return try edits(place, [new], old)
    default:
      let literal = document.node(at: place).flatMap { document.literal(of: $0) }
      return [.set(place, try ScalarCoding.write(new, like: literal, document.format))]
    }
  }

  private func edits(
    _ table: DocumentPath, _ new: PropertyListDictionary, _ old: PropertyListDictionary
  ) throws(EditError) -> [DocumentEdit] {
    var result: [DocumentEdit] = []
    for (key, value) in new.entries where old[key] != value {
      result += try edits(table.appending(Key(key)), to: value, from: old[key])
    }
    for (key, value) in old.entries where !new.hasValue(for: key) {
      let place = table.appending(Key(key))
      let isWritten = document.node(at: place).map { document.literal(of: $0) != nil } ?? false
      let empty: PropertyList = value.array == nil ? .dictionary([:]) : .array([])
      result += isWritten ? [.remove(place)] : try edits(place, to: empty, from: value)
    }
    return result
  }

  private func edits(
    _ list: DocumentPath, _ new: [PropertyList], _ old: [PropertyList]
  ) throws(EditError) -> [DocumentEdit] {
    func item(_ index: Int) -> DocumentPath { DocumentPath(list.steps + [.index(index)]) }
    var removals: [Int] = []
    var insertions: [(index: Int, value: PropertyList)] = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removals.append(offset)
      case .insert(let offset, let value, _): insertions.append((offset, value))
      }
    }
    if removals.count == 1, insertions.count == 1, insertions[0].value == old[removals[0]] {
      return [.move(item(removals[0]), to: insertions[0].index)]
    }
    if removals.sorted() == insertions.map(\.index).sorted() {
      var result: [DocumentEdit] = []
      for (index, value) in insertions {
        result += try edits(item(index), to: value, from: old[index])
      }
      return result
    }
    var result: [DocumentEdit] = removals.sorted(by: >).map { .remove(item($0)) }
    for (index, value) in insertions.sorted(by: { $0.index < $1.index }) {
      result.append(.insert(list, at: index, try coded(value)))
    }
    return result
  }
}

extension ListEdit.Step {
  fileprivate var place: DocumentPath.Step {
    switch self {
    case .key(let key): .key(Key(key))
    case .index(let index): .index(index)
    }
  }
}

extension PropertyListDictionary {
  /// Applies a change to the values of a file.
  ///
  /// The key of a table or list of tables changes it as a whole.
  mutating func apply(_ change: ChangeSet, in content: SettingsDocument?) -> [KeyChange] {
    guard let content else { return apply(change) }
    var composites: [KeyChange] = []
    var plain = ChangeSet()
    for entry in change.entries {
      let key = entry.path.key
      let table = hasValue(for: key) || entry.path.isNested ? nil : content.composite(of: key)
      guard table != nil || entry.value?.holdsTables == true else {
        plain[entry.path] = entry.value
        continue
      }
      let old = table ?? value(at: entry.path)
      if old == entry.value { continue }
      let isList = old?.array != nil || content.mayRepeat(key)
      let isWritten = content.isWrittenComposite(key)
      self[key] = entry.value ?? (isWritten ? .removed : isList ? .array([]) : .dictionary([:]))
      composites.append(KeyChange(entry.path, old: old, new: entry.value))
    }
    return composites + apply(plain)
  }
}

extension PropertyList {
  /// A placeholder for a table that is removed with its key, unlike one that becomes empty.
  ///
  /// Settings files can't contain values of this type.
  static let removed = PropertyList.uid(.max)

  /// A Boolean value that indicates whether this value is a nonempty table, or a list that contains
  /// a table.
  fileprivate var holdsTables: Bool {
    switch self {
    case .dictionary(let members): !members.isEmpty
    case .array(let items): items.contains { $0.dictionary != nil || $0.holdsTables }
    default: false
    }
  }
}
