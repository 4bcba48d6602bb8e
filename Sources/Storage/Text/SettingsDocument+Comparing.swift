import SetteeValues

extension SettingsDocument {
  /// Returns whether the file contains the specified values and otherwise has the same values as
  /// other content.
  ///
  /// The key of a value can change although the value stays the same. For example, the name of a key
  /// that is a collection contains its line number. A list is one setting until it contains a table,
  /// and then its items are separate settings.
  func holds(_ wanted: PropertyListDictionary, insteadOf content: SettingsDocument) -> Bool {
    let changed =
      wanted.entries.filter { content.values[$0] != $1 }.map(\.key)
      + content.values.keys.filter { !wanted.hasValue(for: $0) }
    // An alias that a copy replaced has the values of the copy.
    let places = changed.compactMap { path(of: $0) }.map { place in
      document.alias(on: place).map(document.place) ?? place
    }
    let isSeparate = !document.aliases.isEmpty
    let copied = content.values.keys.filter { key in
      isSeparate && path(of: key).flatMap(document.alias) != nil
    }
    guard (changed + copied).allSatisfy({ holds(wanted[$0], at: $0) }) else { return false }
    return values(except: places) == content.values(except: places)
  }

  private func holds(_ wanted: PropertyList?, at key: String) -> Bool {
    // A key can have both a value and fields.
    let fields = wanted?.dictionary == nil ? nil : composite(of: key)
    let value = fields ?? value(at: key)
    return value == wanted || (value?.hasNoValues ?? true) && (wanted?.hasNoValues ?? true)
  }

  /// Returns the values of the file as one value, without the values at the specified paths.
  private func values(except places: [DocumentPath]) -> PropertyList? {
    Remainder(document, except: places).value(of: 0) { value(of: $0, nil) }
  }
}

/// The values of a document, except for the values at certain paths.
private struct Remainder {
  private let document: Document
  /// The nodes at the paths.
  private var excluded: Set<Int> = []
  /// The nodes at the paths and their ancestors.
  ///
  /// Tables and lists on a path can exist in only one of two documents.
  private var onPaths: Set<Int> = []
  private let aliases: Set<Int>

  init(_ document: Document, except places: [DocumentPath]) {
    self.document = document
    aliases = Set(document.aliases)
    for place in places {
      var (node, rest) = document.deepest(on: place)
      if rest.isEmpty { excluded.insert(node) }
      while node >= 0, onPaths.insert(node).inserted { node = document.nodes[node].parent }
    }
  }

  /// Returns the remaining part of the value of a node, or `nil` if nothing remains.
  func value(of node: Int, _ read: (Int) -> PropertyList) -> PropertyList? {
    if excluded.contains(node) { return nil }
    let isOnPath = onPaths.contains(node)
    switch document.nodes[node].form {
    case .brackets, .elements: return items(of: node, read)
    case .table where document.isNumberedList(node): return items(of: node, read)
    case .value where !document.hasFields(node):
      if document.lines(of: node).contains(where: onPaths.contains) { return nil }
      guard aliases.contains(node) else { return read(node) }
      // The value of an alias changes when the value of its anchor changes.
      return .string(String(decoding: document.bytes[document.nodes[node].value], as: UTF8.self))
    case .table, .element, .implied, .dotted, .braces, .value:
      var members = PropertyListDictionary()
      if case .value(let kind) = document.nodes[node].form, kind != .absent || !isOnPath {
        members[Document.ownValueKey.text] = read(node)
      }
      for child in document.children(of: node) where !document.nodes[child].isOverridden {
        guard case .key(let name) = document.nodes[child].step,
          let value = value(of: child, read)
        else { continue }
        let isUnnamed = document.hasCollectionKey(child) || members.hasValue(for: name.text)
        members[isUnnamed ? "? \(members.count)" : name.text] = value
      }
      return members.isEmpty && isOnPath ? nil : .dictionary(members)
    }
  }

  private func items(of node: Int, _ read: (Int) -> PropertyList) -> PropertyList? {
    let items = document.items(of: node).compactMap { value(of: $0, read) }
    return items.isEmpty && onPaths.contains(node) ? nil : .array(items)
  }
}

extension PropertyList {
  /// A Boolean value that indicates whether a list or table is empty except for empty tables.
  ///
  /// The headers of tables stay when the tables are removed.
  var hasNoValues: Bool {
    switch self {
    case .array(let items): items.isEmpty
    case .dictionary(let members): members.entries.allSatisfy { $1.hasNoValues }
    default: self == .removed || self == .emptied
    }
  }
}
