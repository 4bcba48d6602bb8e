package import SetteeValues

// Methods that access lists and tables as values. The property `values` contains only their
// individual settings.
extension SettingsDocument {
  /// Returns the value of a key, which can be an entire table or list of tables.
  package func value(of key: String) -> PropertyList? { values[key] ?? composite(of: key) }

  /// Returns the value of a table or a list of tables, whose fields are separate settings.
  package func composite(of key: String) -> PropertyList? {
    // Most keys have a single value, and looking them up is faster than parsing their path.
    if let node = node(of: key), !document.nodes[node].isContainer, !document.hasFields(node) {
      return nil
    }
    guard let place = path(of: key), let node = document.node(at: place),
      node > 0 || isRootList,
      document.nodes[node].isContainer || document.hasFields(node), !isInValue(place)
    else { return nil }
    return composite(node)
  }

  /// Returns the value at a path, which can also be part of the value of another setting.
  package func value(at key: String) -> PropertyList? {
    if let value = value(of: key) { return value }
    guard let place = path(of: key), let node = document.node(at: place) else { return nil }
    // A line of a repeated key is an item of it.
    guard place.isItem, document.lines(of: node).count > 1 else { return composite(node) }
    return document.literal(of: node)?.propertyList(as: declaredType(of: key))
  }

  /// Returns whether a key is a table or list in brackets, which is removed together with its key, or
  /// a section for hosts, which is removed together with its header.
  func isWrittenComposite(_ key: String) -> Bool {
    guard let node = path(of: key).flatMap({ document.node(at: $0) }), node > 0 else {
      return false
    }
    return document.nodes[node].isContainer
      && (document.nodes[node].isWritten || document.format.hasHosts)
  }

  /// A Boolean value that indicates whether the file is one list, whose key is a dot.
  private var isRootList: Bool {
    document.nodes.first?.form == .brackets && document.documentCount == 1
      || document.isNumberedList(0)
  }

  /// The number of items of a file that is a list, or of its YAML documents if there are several.
  package var rootItems: Int? {
    isRootList || document.documentCount > 1 ? document.items(of: 0).count : nil
  }

  /// Returns the list that contains the item with a key such as `bar[1]`, and the index of the
  /// item.
  package func list(of key: String) -> (key: String, index: Int)? {
    if let place = path(of: key), let node = document.node(at: place), document.isNumbered(node) {
      let list = document.nodes[node].parent
      return document.numbered(in: list).firstIndex(of: node).map {
        (self.key(of: document.place(of: list)), $0)
      }
    }
    guard let place = DocumentPath(key), case .index(let index)? = place.steps.last,
      let above = place.parent, let node = document.node(at: above),
      document.nodes[node].form == .brackets || document.format.isAugeas, node > 0 || isRootList
    else { return nil }
    return (self.key(of: above), index)
  }

  /// Returns whether a path leads into the value of another setting, such as a list in a list of
  /// values.
  private func isInValue(_ place: DocumentPath) -> Bool {
    guard case .index? = place.steps.last else { return false }
    var above = place.parent
    while let one = above, one != .root {
      if values.hasValue(for: self.key(of: one)) { return true }
      above = one.parent
    }
    return false
  }

  private func composite(_ node: Int) -> PropertyList {
    switch document.nodes[node].form {
    case .brackets, .elements:
      return .array(document.items(of: node).map { composite($0) })
    case .value where !document.hasFields(node): return value(of: node, nil)
    case .table where document.isNumberedList(node):
      return .array(document.items(of: node).map { composite($0) })
    case .table, .element, .implied, .dotted, .braces, .value:
      var dictionary = PropertyListDictionary()
      if case .value = document.nodes[node].form {
        dictionary[Document.ownValueKey.text] = value(of: node, nil)
      }
      for child in document.children(of: node) where !document.nodes[child].isOverridden {
        guard case .key(let name) = document.nodes[child].step else { continue }
        dictionary[name.text] = composite(child)
      }
      return .dictionary(dictionary)
    }
  }

  /// Returns whether a key has both a value and fields, as in some system files.
  func hasFields(_ key: String) -> Bool { node(of: key).map(document.hasFields) ?? false }

  /// Returns the items of a list, or an empty array if the list doesn't exist.
  package func items(of key: String) -> [PropertyList] {
    if let lines = lineItems(of: key) { return lines.map { .string($0) } }
    if isNull(key) { return [] }
    return switch value(of: key) {
    case .array(let items)?: items
    case let value?: [value]
    case nil: []
    }
  }

  /// The keys of the lists whose items have fields, and the number of items in each list.
  package var listsOfTables: [(key: String, count: Int)] {
    document.nodes.indices.compactMap { node in
      let form = document.nodes[node].form
      let place = document.place(of: node)
      let isList = form == .elements || form == .brackets || document.isNumberedList(node)
      guard isList, values[place.description] == nil else {
        return nil
      }
      // A list inside a list of values isn't a separate setting, because it is part of the outer
      // list.
      if case .index? = place.steps.last { return nil }
      return (key(of: place), document.items(of: node).count)
    }
  }

  /// Returns whether a key is a mapping that comes from another mapping of YAML through a merge key.
  package func isMergedTable(_ key: String) -> Bool {
    path(of: key).map(document.isMergedMapping) ?? false
  }

  /// Returns an error if a list comes from another mapping of YAML through a merge key, so that its
  /// items can't be changed here.
  func mergeReason(ofPartsOf list: String) -> EditError? {
    path(of: list).flatMap { document.mergeReason(on: DocumentPath($0.steps + [.index(0)])) }
  }

  func list(of edit: ListEdit) -> [PropertyList] {
    guard !edit.steps.isEmpty else { return items(of: edit.path.key) }
    return value(of: edit.path.key)?.value(at: edit.steps)?.array ?? []
  }

  /// Returns whether a key has or can have several lines in the file.
  package func mayRepeat(_ key: String) -> Bool {
    guard let place = path(of: key) else { return false }
    if let node = document.node(at: place) { return document.mayRepeat(node) }
    return document.mayRepeat(place)
  }

  /// Returns whether a value is a string for Settee, but null or another type for some programs.
  package func isAmbiguous(_ key: String, _ steps: [DocumentPath.Step]) -> Bool {
    guard hasTypes, let place = try? place(ofList: key),
      let node = document.node(at: DocumentPath(place.steps + steps))
    else { return false }
    return document.isAmbiguousString(node)
  }

  /// Returns whether a value has a type that JSON doesn't have, such as a date in TOML, so that it is
  /// read as a string although it isn't one.
  package func isBeyondJSON(_ key: String, _ steps: [DocumentPath.Step]) -> Bool {
    guard let place = try? place(ofList: key), case let path = DocumentPath(place.steps + steps),
      let kind = document.node(at: path).flatMap({ document.literal(of: $0) })?.kindBeyondJSON
    else { return false }
    return hasTypes && kind != "null"
  }

  /// Returns whether a value, or a part of it, is null or missing, as in `key:` in YAML.
  package func isNull(_ key: String, _ steps: [DocumentPath.Step] = []) -> Bool {
    guard let place = try? place(ofList: key),
      let node = document.node(at: DocumentPath(place.steps + steps))
    else { return false }
    return document.nodes[node].form == .value(.null)
  }

  /// Returns the texts of the lines of a repeated key, or `nil` for other keys.
  package func texts(of key: String) -> [String]? {
    guard !hasTypes, let node = node(of: key) else { return nil }
    let lines = document.items(of: node)
    guard lines.count > 1, document.mayRepeat(node) else { return nil }
    return lines.map { document.literal(of: $0).map { $0.text ?? $0.source } ?? "" }
  }

  /// Returns the bytes of a value, or of each line of a repeated key, if they aren't valid UTF-8.
  package func bytesBeyondUTF8(of key: String) -> [[UInt8]]? {
    guard !hasTypes, let node = node(of: key) else { return nil }
    let isRepeated = texts(of: key) != nil
    let bytes = (isRepeated ? document.items(of: node) : [node]).map { line in
      document.literal(of: line).map { $0.decoded ?? $0.bytes } ?? []
    }
    return bytes.contains { String(validating: $0, as: UTF8.self) == nil } ? bytes : nil
  }
}

// Methods that change lists and tables.
extension SettingsDocument {
  /// Returns the content of the file after a change to a list, and the ranges of bytes that differ.
  func changed(
    by edit: ListEdit
  ) throws -> (content: SettingsDocument, ranges: [ReplacedRange]) {
    if let lines = lineItems(of: edit.path.key) { return try changed(by: edit, lines) }
    let list = DocumentPath(try place(ofList: edit.path.key).steps + edit.steps)
    var steps: [DocumentEdit] = []
    func item(_ index: Int) -> DocumentPath { DocumentPath(list.steps + [.index(index)]) }
    switch edit.operation {
    case .insert(let value, let index):
      let index = index ?? self.list(of: edit).count
      // An item without the user's text has an explicit type, such as a string in a list of dates.
      let coded = try edit.text == nil ? coded(value) : coded(value, in: list)
      steps = [.insert(list, at: index, typed(edit, value, at: nil) ?? coded)]
    case .remove(let index): steps = [.remove(item(index))]
    case .move(let index, let target): steps = [.move(item(index), to: target)]
    case .replace(let index, let value):
      let node = document.node(at: item(index))
      let typed = typed(edit, value, at: node)
      let old = self.list(of: edit)[index]
      steps =
        if let typed, !typed.isComposite {
          [.set(item(index), typed)]
        } else {
          try edits(item(index), to: value, from: old, as: typed)
        }
    case .quote(let text): steps = [.set(list, .text(text))]
    }
    return try changed(by: steps)
  }

  /// Makes edits and returns the content after them.
  func changed(
    by edits: [DocumentEdit]
  ) throws -> (content: SettingsDocument, ranges: [ReplacedRange]) {
    let (document, ranges) = try document.changed(by: edits, disabled: commented.map(\.row))
    return (SettingsDocument(document, spelling), ranges)
  }

  /// Returns the current path of a list, or the path at which the list would be added.
  func place(ofList key: String) throws -> DocumentPath {
    if let node = node(of: key) { return document.place(of: node) }
    if let place = path(of: key) {
      let isNew = document.format.hasHosts && document.node(at: place) == nil
      return isNew ? document.place(ofNew: place) : place
    }
    throw invalidPath(key)
  }

  /// Returns a new list item as the user typed it, or `nil` if it is written in its usual form.
  private func typed(_ edit: ListEdit, _ value: PropertyList, at node: Int?) -> Value? {
    edit.text.flatMap { written(TypedValue(value, text: $0), at: node)?.written }
  }

  private func coded(_ value: PropertyList) throws -> Value {
    try document.format.value(of: value, like: nil)
  }

  /// Returns a new item of a list, which is a date if all other items are dates.
  private func coded(_ value: PropertyList, in list: DocumentPath) throws -> Value {
    let items = document.node(at: list).map(document.items) ?? []
    let old = items.first.flatMap { document.literal(of: $0) }
    let isLikeOld =
      old?.kindBeyondJSON != nil
      && items.allSatisfy { document.literal(of: $0)?.kind == old?.kind }
    return try document.format.value(of: value, like: isLikeOld ? old : nil)
  }

  /// Returns the edits that change the items of a list or the members of a table.
  ///
  /// Items that don't change keep their exact bytes. The `written` argument contains the new value
  /// with the digits of its numbers.
  func edits(
    _ place: DocumentPath, to new: PropertyList, from old: PropertyList?, as written: Value? = nil
  ) throws -> [DocumentEdit] {
    let node = document.node(at: place)
    switch (new, old) {
    case (.emptied, .array(let old)?): return try edits(place, [], old, nil)
    case (.emptied, _): return try removals(in: place, old, keepingHeaders: true)
    case (.array(let items), .array(let old)?):
      // A list of TOML tables with headers is removed together with its last table.
      let isEmptied = items.isEmpty && node.map { document.nodes[$0].form } == .elements
      let empty: [DocumentEdit] = isEmptied && hasTypes ? [.set(place, .list([]))] : []
      return try edits(place, items, old, written) + empty
    case (.array(let items), .some(let old)) where node.map(document.mayRepeat) ?? false:
      return try edits(place, items, [old], written)
    case (.array(let items), nil) where !hasTypes || items.contains { $0.dictionary != nil }:
      return try edits(place, items, [], written)
    case (.dictionary, nil)
    where document.hasInlineTables(beside: place) || document.isMerged(place):
      return [.set(place, try written ?? coded(new))]
    case (.dictionary(let members), .some(let old))
    where hasTypes && !members.isEmpty && old.dictionary == nil && isReplaceable(place):
      return [.set(place, try written ?? coded(new))]
    case (.dictionary(let members), _)
    where !members.isEmpty && (hasTypes || old == nil && document.canBeSection(place))
      || old?.dictionary != nil:
      return try edits(place, members, old?.dictionary ?? [:], written)
    case (_, .array(let old)?) where !hasTypes: return try edits(place, [new], old, nil)
    default:
      if let written, written.isSource || new.array != nil || new.dictionary != nil {
        return [.set(place, written)]
      }
      let literal = node.flatMap { document.literal(of: $0) }
      if case .boolean(let flag) = new, document.format == .yaml, literal?.kind == .text {
        // A word such as `yes` is text in YAML 1.2, so it can't become a Boolean value.
        return [.set(place, .source(String(flag)))]
      }
      return [.set(place, try document.format.value(of: new, like: literal))]
    }
  }

  /// Returns whether a table can be written in place of the value at a path.
  private func isReplaceable(_ place: DocumentPath) -> Bool {
    guard let literal = document.node(at: place).flatMap({ document.literal(of: $0) }) else {
      return false
    }
    // In YAML, a key without a value is filled with lines below it.
    return literal.kind != .null || document.format != .yaml
  }

  private func edits(
    _ table: DocumentPath, _ new: PropertyListDictionary, _ old: PropertyListDictionary,
    _ written: Value?
  ) throws -> [DocumentEdit] {
    var result: [DocumentEdit] = []
    for (index, (key, value)) in new.entries.enumerated() where old[key] != value {
      result += try edits(
        table.appending(Key(key)), to: value, from: old[key], as: written?.part(index))
    }
    for (key, value) in old.entries where !new.hasValue(for: key) {
      result += try removals(of: table.appending(Key(key)), value, keepingHeaders: false)
    }
    return result
  }

  /// Returns the edits that remove everything at a path.
  ///
  /// A table with a header is removed together with it, unless `keepingHeaders` is `true`.
  private func removals(
    of place: DocumentPath, _ value: PropertyList, keepingHeaders: Bool
  ) throws -> [DocumentEdit] {
    let node = document.node(at: place)
    if node.map({ document.literal(of: $0) != nil }) ?? false { return [.remove(place)] }
    if value.array != nil { return try edits(place, to: .emptied, from: value) }
    if !keepingHeaders, node.map(document.hasHeaders) ?? false { return [.remove(place)] }
    return try removals(in: place, value, keepingHeaders: keepingHeaders)
  }

  private func removals(
    in table: DocumentPath, _ value: PropertyList?, keepingHeaders: Bool
  ) throws -> [DocumentEdit] {
    try (value?.dictionary?.entries ?? []).flatMap { key, value in
      try removals(of: table.appending(Key(key)), value, keepingHeaders: keepingHeaders)
    }
  }

  private func edits(
    _ list: DocumentPath, _ new: [PropertyList], _ old: [PropertyList], _ written: Value?
  ) throws -> [DocumentEdit] {
    func item(_ index: Int) -> DocumentPath { DocumentPath(list.steps + [.index(index)]) }
    func value(at index: Int) throws -> Value {
      if let part = written?.part(index), part.isSource || part.isComposite { return part }
      return try coded(new[index], in: list)
    }
    let (removals, insertions) = ListDifference.changes(from: old, to: new)
    if removals.count == 1, insertions.count == 1, new[insertions[0]] == old[removals[0]] {
      return [.move(item(removals[0]), to: insertions[0])]
    }
    // Move items that only change their order, so that their comments stay with them.
    let moves = ListDifference.moves(of: removals, in: old, to: insertions, in: new)
    if !document.comments.isEmpty {
      let changed = ListDifference.changedMoves(
        of: removals, in: old, to: insertions, in: new, moves)
      let all = moves.merging(changed) { first, _ in first }
      let isInPlace = removals == insertions && all.allSatisfy { $0 == $1 }
      if !all.isEmpty, !isInPlace {
        // The paths of changes inside the items contain the old indices.
        let inner = try changed.sorted { $0 < $1 }.flatMap {
          try edits(item($1), to: new[$0], from: old[$1], as: written?.part($0))
        }
        return try inner
          + reordering(list, new.count, old.count, removals, insertions, all, value(at:))
      }
    }
    // If no item stays, replace the items in place, so that the list keeps its style and position.
    let replaced =
      removals == insertions
      ? removals[...]
      : removals.count == old.count ? removals.prefix(insertions.count) : []
    var result = try replaced.flatMap {
      try edits(item($0), to: new[$0], from: old[$0], as: written?.part($0))
    }
    result += removals.dropFirst(replaced.count).reversed().map { .remove(item($0)) }
    for index in insertions.dropFirst(replaced.count) {
      result.append(.insert(list, at: index, try value(at: index)))
    }
    return result
  }
}

extension SettingsDocument {
  /// Returns the edits that remove, move, and insert items until a list has its new items.
  ///
  /// Items that are neither removed nor inserted stay in their place.
  private func reordering(
    _ list: DocumentPath, _ count: Int, _ oldCount: Int, _ removals: [Int], _ insertions: [Int],
    _ moves: [Int: Int], _ value: (Int) throws -> Value
  ) throws -> [DocumentEdit] {
    func item(_ index: Int) -> DocumentPath { DocumentPath(list.steps + [.index(index)]) }
    var waiting = Set(moves.values)
    let removed = removals.filter { !waiting.contains($0) }
    var result: [DocumentEdit] = removed.reversed().map { .remove(item($0)) }
    // The old indices of the current items, or `nil` for new items.
    let isRemoved = Set(removed)
    var items: [Int?] = (0..<oldCount).filter { !isRemoved.contains($0) }
    let inserted = Set(insertions)
    // The index after the item that was placed last.
    var next = 0
    for index in 0..<count {
      guard inserted.contains(index) else {
        while let old = items[next], waiting.contains(old) { next += 1 }
        next += 1
        continue
      }
      if let moved = moves[index], let source = items.firstIndex(of: moved) {
        let target = source < next ? next - 1 : next
        if source != target { result.append(.move(item(source), to: target)) }
        items.insert(items.remove(at: source), at: target)
        waiting.remove(moved)
        next = target + 1
      } else {
        result.append(.insert(list, at: next, try value(index)))
        items.insert(nil, at: next)
        next += 1
      }
    }
    return result
  }
}

extension Value {
  /// A Boolean value that indicates whether the value is a number with its digits, or other source
  /// text.
  fileprivate var isSource: Bool { if case .source = self { true } else { false } }

  var isComposite: Bool {
    switch self {
    case .list, .table: true
    default: false
    }
  }

  /// Returns an item of a list, or the value of a member of a table.
  fileprivate func part(_ index: Int) -> Value? {
    switch self {
    case .list(let items): items.indices.contains(index) ? items[index] : nil
    case .table(let members): members.indices.contains(index) ? members[index].value : nil
    default: nil
    }
  }
}
