package import Settee
import SetteeValues

/// A key or list item that the user wants to add in the editor, before its value is entered.
package struct Addition: Sendable {
  package enum ElementKind: Sendable {
    case key
    /// A new list item, or another line if a settings file repeats the key.
    case item
    /// A new table in a list of tables, or a new section in a file with several of this name.
    case table
  }

  package let key: String
  package let kind: ElementKind
  package let isSecret: Bool
  /// A Boolean value that indicates whether the file format has types, so that the user can choose
  /// one.
  package let hasTypes: Bool
  /// The names of the fields in the other tables of the list, in order of first occurrence.
  ///
  /// The name of a field in a nested table starts with the name of that table and a dot.
  package let fields: [String]
  /// The type of the new value, or `nil` to infer the type from the text that the user enters.
  private let type: ValueType?
  /// The types of the fields in the other tables of the list, keyed by their names.
  private var fieldTypes: [String: ValueType] = [:]
  private let domain: Domain

  fileprivate init(_ reference: ValueReference, _ kind: ElementKind) {
    let content = reference.place.domain.text?.known
    (key, self.kind, isSecret) = (reference.key, kind, reference.place.isSecret)
    domain = reference.place.domain
    hasTypes = content?.hasTypes ?? true
    var fields: [String] = []
    if kind == .table {
      let tables = (reference.items ?? []).compactMap(\.dictionary)
      for (name, value) in tables.flatMap({ Self.fields(of: $0, isNested: content != nil) }) {
        if !fields.contains(name) { fields.append(name) }
        fieldTypes[name] = fieldTypes[name] ?? value.typeOfSimilar
      }
    }
    self.fields = fields
    switch kind {
    case .key: type = reference.place.typeInFile ?? reference.typeOfSimilar
    case .item: type = reference.typeOfItems
    case .table: type = nil
    }
  }

  /// Creates a field of a new table.
  private init(field name: String, of table: Addition) {
    (key, kind, hasTypes, domain) = (name, .key, table.hasTypes, table.domain)
    (fields, type) = ([], table.fieldTypes[name])
    isSecret = domain.isSecret(SettingPath("\(table.key)[0].\(name)"))
  }

  private static func fields(
    of table: PropertyListDictionary, isNested: Bool
  ) -> [(name: String, value: PropertyList)] {
    table.entries.flatMap { key, value in
      let name = isNested ? DocumentPath(keys: Key(key)).description : key
      guard isNested, let inner = value.dictionary, !inner.isEmpty else { return [(name, value)] }
      return fields(of: inner, isNested: true).map { ("\(name).\($0.name)", $0.value) }
    }
  }

  /// Returns a field of a new table as a key whose value the user enters.
  ///
  /// If the other tables have this field, the value has the same type as there.
  package func field(named name: String) -> Addition { Addition(field: name, of: self) }

  /// Returns the keys that lead to a field in a new table, which are several for a nested table.
  package func keys(ofField name: String) throws -> [String] {
    guard hasTypes, domain.text != nil else { return [name] }
    let keys = DocumentPath(name)?.steps.compactMap { $0.name?.text } ?? []
    guard !keys.isEmpty, keys.count == DocumentPath(name)?.steps.count else {
      throw SetteeError(.usage, "'\(name)' isn't a valid key. Enter the path of a new key.")
    }
    return keys
  }

  /// Converts text that the user entered to a value, with the same rules as the commands.
  ///
  /// If no type has been chosen, the type of the value is inferred from the text.
  package func value(
    of text: String, as chosen: ValueType? = nil
  ) throws -> PropertyList {
    if let type = chosen ?? self.type { return try type.value(of: text, isSecret: isSecret) }
    return hasTypes ? PropertyList(inferredFrom: text) : .string(text)
  }
}

/// A change that removes a list item or moves it to another position.
package enum ItemChange: Sendable {
  case remove
  case move(by: Int)
}

extension PropertyList {
  /// The type that a new value gets if a value like this one is set for a similar key, or `nil` if
  /// the type follows from the text.
  fileprivate var typeOfSimilar: ValueType? {
    switch self {
    case .string: .string
    case .real: .real
    default: nil
    }
  }
}

extension ValueReference {
  /// The type of a new key, which is a string if its table has only strings.
  ///
  /// In a table of a list, the type is the same as for this key in the other tables.
  fileprivate var typeOfSimilar: ValueType? {
    guard steps.isEmpty, place.setting == nil, let content = place.domain.text?.known,
      let path = content.path(of: place.key), let name = path.steps.last?.name?.text,
      let table = path.parent
    else { return nil }
    if case .index(let index)? = table.steps.last, let list = table.parent {
      let items = content.items(of: content.key(of: list)).enumerated()
      let others = items.filter { $0.offset != index }
      let similar = others.lazy.compactMap { $0.element.dictionary?[name] }.first
      if let similar { return similar.typeOfSimilar }
    }
    let values = (content.value(of: content.key(of: table))?.dictionary?.entries ?? []).map(\.value)
    return !values.isEmpty && values.allSatisfy { $0.string != nil } ? .string : nil
  }
}

extension App {
  /// Checks a name that the user entered, and returns the key or list item to add under this name.
  package func addition(named text: String, isForced: Bool) throws -> Addition {
    let content = domains[0].text?.known
    let isRoot = text == "." && content?.document.hasRootKey == true
    guard !text.isEmpty,
      domains[0].text == nil || isRoot
        || (content?.path(of: text) ?? DocumentPath(text))?.steps.isEmpty == false
    else {
      throw SetteeError(.usage, "'\(text)' isn't a valid key. Enter the path of a new key.")
    }
    let reference = try reference(text)
    guard let value = reference.value else {
      try requireNew(reference.place, isForced: isForced)
      return Addition(reference, .key)
    }
    guard let items = reference.items else {
      throw SetteeError(
        .usage,
        value.dictionary == nil
          ? "'\(reference.key)' is already set."
          : "'\(reference.key)' is a table. Enter the path of a key in it, such as '\(reference.key).NAME'."
      )
    }
    // An item of a system file is entered as a line of the file.
    let isOfTables =
      content?.document.format.isAugeas != true && !items.isEmpty
      && items.allSatisfy { $0.dictionary != nil }
    return Addition(reference, isOfTables ? .table : .item)
  }

  /// Converts text to a value for a new list item, or for the existing item at an index.
  package func item(
    _ text: String, in key: String, at index: Int? = nil
  ) throws -> PropertyList {
    let list = try reference(key)
    let items = list.items ?? []
    let old = index.flatMap { items.indices.contains($0) ? items[$0] : nil }
    guard let type = old.map({ ValueType(of: $0) }) ?? list.typeOfItems else {
      return PropertyList(inferredFrom: text)
    }
    return try type.value(of: text)
  }

  /// Returns the edit that inserts a new item into a list.
  package func insertion(
    of value: PropertyList, in key: String, at index: Int?, typed text: String?
  ) throws -> (domain: Domain, edit: ListEdit) {
    let list = try reference(key)
    let edit = ListEdit(
      .insert(value, at: index), at: list.place.path, steps: list.steps, typed: text)
    try list.check(edit, value)
    return (list.place.domain, edit)
  }

  /// Returns the edit that removes or moves a list item such as `keyboard.bindings[1]`.
  ///
  /// If the list item is already at the end and can't be moved any further, the result is `nil`.
  package func edit(
    _ change: ItemChange, ofItem key: String
  ) throws -> (domain: Domain, edit: ListEdit)? {
    guard let (list, index) = try reference(key).item, let items = list.items else {
      throw SetteeError(.conflict, "'\(key)' isn't in the file anymore.")
    }
    let (path, text) = (list.place.path, list.place.domain.text)
    // Change the list item that the user sees, even if another program has changed the file since
    // then.
    let shown = list.steps.isEmpty ? text?.shownContent?.items(of: path.key) ?? items : items
    let item = (shown.indices.contains(index) ? shown : items)[index]
    let action: ListEdit.Operation
    switch change {
    case .remove: action = .remove(index)
    case .move(let count):
      guard items.indices.contains(index + count) else { return nil }
      action = .move(index, to: index + count)
    }
    let edit = ListEdit(action, at: path, steps: list.steps, item: item)
    return (list.place.domain, edit)
  }

  /// Returns the path of the table that contains a key of a settings file.
  package func table(of key: String) -> String? {
    domains[0].text == nil ? nil : DocumentPath(key)?.parent?.description
  }

  /// Returns the keys that an app accepts in a table but that aren't set yet.
  package func missingKeys(in table: String) -> [String] {
    let content = domains[0].text?.known
    let accepted = (bundle?.programFile?.knownKeys ?? []).filter { !$0.contains("*") }
    var names = settings.filter { $0.effective?.origin != .user }.compactMap(\.control.key)
    names += accepted.filter { content?.value(of: $0) == nil }
    let prefix = table.isEmpty ? "" : table + "."
    // Suggest the fields of the other tables in the list, because a new table probably has the same
    // fields.
    if let (list, index) = (try? reference(table))?.item, let items = list.items {
      let own = items[index].dictionary ?? [:]
      let fields = Addition(list, .table).fields.filter { !own.hasValue(for: $0) }
      names += fields.map { prefix + DocumentPath(keys: Key($0)).description }
    }
    if let content, content.document.format.hasHosts, !table.isEmpty {
      names = names.filter { DocumentPath($0)?.steps.count == 1 }.map { prefix + $0 }
        .filter { content.value(of: $0) == nil }
    }
    var seen: Set<String> = []
    return names.filter { $0.hasPrefix(prefix) && seen.insert($0).inserted }
  }
}
