import SetteeValues

extension PropertyListDictionary {
  /// Applies a change set to the values of a settings file.
  ///
  /// The key of a table or a list of tables refers to the entire table or list.
  ///
  /// The new values of tables are returned as they will be read from the file if `readsBack` is
  /// `true`, so that undo recognizes them.
  mutating func apply(
    _ change: ChangeSet, in content: SettingsDocument?, readsBack: Bool
  ) -> [KeyChange] {
    guard let content else { return apply(change) }
    var composites: [KeyChange] = []
    var plain = ChangeSet()
    for entry in change.entries {
      let key = entry.path.key
      // A value with fields is removed together with them.
      let isWhole = entry.value == nil && content.hasFields(key)
      // An item of a list of values isn't a setting itself.
      let item =
        entry.value == nil && content.path(of: key)?.isItem == true ? content.value(at: key) : nil
      let table =
        hasValue(for: key) && !isWhole || entry.path.isNested
        ? nil : content.composite(of: key) ?? item
      guard table != nil || entry.value?.holdsTables == true else {
        plain[entry.path] = entry.value
        continue
      }
      let old = table ?? value(at: entry.path) ?? content.value(at: key)
      if old == entry.value { continue }
      let isList = old?.array != nil || content.mayRepeat(key)
      let isWritten = item != nil && item?.dictionary == nil || content.isWrittenComposite(key)
      let isOfTables = old?.array?.isEmpty == false && content.hasTypes
      self[key] =
        entry.value ?? (isWritten ? .removed : isList && !isOfTables ? .array([]) : .emptied)
      composites.append(KeyChange(entry.path, old: old, new: entry.value))
    }
    var changes: [KeyChange] = []
    for change in apply(plain) {
      let old = change.old ?? (change.path.isNested ? nil : content.value(at: change.path.key))
      let change = KeyChange(change.path, old: old, new: change.new)
      // Some tags of YAML determine the type of a value.
      let hasTag = content.node(of: change.path.key).flatMap(content.document.tag) != nil
      if change.new?.array != nil || change.new?.dictionary != nil || hasTag && change.new != nil {
        composites.append(change)
      } else {
        changes.append(change)
      }
    }
    let mustRead = readsBack && !composites.isEmpty
    changes = (mustRead ? asStored(composites, change.written, in: content) : composites) + changes
    // The text of a value can change although the value stays the same.
    return changes
      + change.written.compactMap { path, value in
        guard let literal = content.literal(of: path.key), !literal.holds(value),
          !value.isComposite, !changes.contains(where: { $0.path == path })
        else { return nil }
        let same = content.values[path.key]
        return KeyChange(path, old: same, new: same)
      }
  }

  /// Returns changes of tables and lists with the new values as they will be read from the file,
  /// without the changes that have no effect.
  ///
  /// For example, a date in a table becomes a string in a JSON file.
  private func asStored(
    _ changes: [KeyChange], _ written: [SettingPath: SetteeValues.Value],
    in content: SettingsDocument
  ) -> [KeyChange] {
    var values: [SetteeValues.Key: SetteeValues.Value] = [:]
    for (path, value) in written { values[.init(path.key)] = value }
    // If the changes can't be made, writing the file reports the reason.
    guard let new = try? content.changed(to: self, values).content else { return changes }
    return changes.compactMap { change in
      let read = new.value(at: change.path.key)
      // The next item, which can be equal, takes the place of a removed item.
      let isRemovedItem = change.new == nil && content.path(of: change.path.key)?.isItem == true
      if read == change.old, !isRemovedItem { return nil }
      return KeyChange(change.path, old: change.old, new: change.new == nil ? nil : read)
    }
  }
}

extension PropertyList {
  /// A placeholder for a table that is removed with its key, unlike one that becomes empty.
  ///
  /// Settings files can't contain values of this type.
  static let removed = PropertyList.uid(.max)

  /// A placeholder for a table whose settings are removed, but whose headers stay.
  static let emptied = PropertyList.uid(.max - 1)

  /// A Boolean value that indicates whether this value is null, a nonempty table, or a list that
  /// contains a table or null.
  fileprivate var holdsTables: Bool {
    switch self {
    case .dictionary(let members): !members.isEmpty
    case .array(let items): items.contains { $0.dictionary != nil || $0.holdsTables }
    default: self == .null
    }
  }
}
