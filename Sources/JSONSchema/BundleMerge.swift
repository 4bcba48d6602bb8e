package import SetteeValues

/// A merge that updates a bundle for a changed schema while preserving the user's modifications.
///
/// This is a three-way merge whose base is the originally generated bundle. Any key, row, or group
/// that differs from the base was modified by the user and is preserved.
package struct BundleMerge {
  package typealias Files = [(name: String, content: PropertyListDictionary)]

  /// The property lists of the merged bundle, starting with Root.
  package private(set) var files: Files = []
  /// The keys of the settings that the schema has added since the bundle was generated.
  package private(set) var added: [String] = []
  /// The keys of the settings that the schema no longer contains.
  package private(set) var gone: [String] = []

  private let before: [RowName: PropertyListDictionary]
  private let after: [RowName: PropertyListDictionary]
  private let present: Set<RowName>

  /// The identity of a row within a bundle, such as the key of its setting.
  ///
  /// The initializer returns `nil` for rows that must have been added by the user.
  private enum RowName: Hashable {
    case setting(Key)
    case pane(String)
    case group(file: String, title: String)

    init?(_ row: PropertyListDictionary, in file: String) {
      switch row["Type"] {
      case "PSGroupSpecifier"?: self = .group(file: file, title: row["Title"]?.string ?? "")
      case "PSChildPaneSpecifier"?:
        guard let target = row["File"]?.string else { return nil }
        self = .pane(target)
      default:
        guard let key = row["Key"]?.string else { return nil }
        self = .setting(Key(key))
      }
    }
  }

  /// Merges the originally generated bundle, the current bundle, and the newly generated bundle.
  package init(before: Files, now: Files, after: Files) {
    self.before = Self.rows(of: before)
    self.after = Self.rows(of: after)
    present = Set(Self.rows(of: now).keys)
    let old = Dictionary(before.map { ($0.name, $0.content) }) { first, _ in first }
    let new = Dictionary(after.map { ($0.name, $0.content) }) { first, _ in first }
    for file in now {
      var content = Self.joined(
        file.content.withoutRows, old[file.name]?.withoutRows, new[file.name]?.withoutRows)
      content.rows = kept(file)
      files.append((file.name, content))
    }
    for file in after { add(file) }
    dropEmptyPanes()
    func settings(_ files: Files) -> Set<Key> {
      Set(files.flatMap { $0.content.settings.map { Key($0) } })
    }
    added = settings(after).subtracting(settings(before)).map(\.text).sorted { $0.precedes($1) }
    gone = settings(before).subtracting(settings(after)).map(\.text).sorted { $0.precedes($1) }
  }

  private static func rows(of files: Files) -> [RowName: PropertyListDictionary] {
    var rows: [RowName: PropertyListDictionary] = [:]
    for file in files {
      for row in file.content.rows {
        if let name = RowName(row, in: file.name) { rows[name] = row }
      }
    }
    return rows
  }

  /// Returns the rows of a property list that remain in the merged bundle.
  ///
  /// In these rows, keys that the user hasn't modified get the values of the new schema.
  private func kept(_ file: (name: String, content: PropertyListDictionary))
    -> [PropertyListDictionary]
  {
    file.content.rows.compactMap { row in
      guard let name = RowName(row, in: file.name) else { return row }
      if let new = after[name] { return Self.joined(row, before[name], new) }
      switch (name, before[name]) {
      case (_, nil), (.pane, _): return row
      case (.setting, _): return nil
      case (.group, let old): return row == old ? nil : row
      }
    }
  }

  /// Adds the new rows of a generated property list after the rows that precede them there.
  private mutating func add(_ file: (name: String, content: PropertyListDictionary)) {
    let own = files.firstIndex { $0.name == file.name }
    var rows = own.map { files[$0].content.rows } ?? []
    var place = 0
    for row in file.content.rows {
      guard let name = RowName(row, in: file.name) else { continue }
      if let there = rows.firstIndex(where: { RowName($0, in: file.name) == name }) {
        place = there + 1
      } else if before[name] == nil, !present.contains(name) {
        // A group without a title already exists in the bundle, even if the user has renamed it.
        if case .group(_, "") = name, own != nil { continue }
        rows.insert(row, at: min(place, rows.count))
        place += 1
      }
    }
    if let own {
      files[own].content.rows = rows
    } else if rows.contains(where: { $0["Type"] != "PSGroupSpecifier" }) {
      // Add the pane again, because the user removed it but the schema has new settings for it.
      var content = file.content
      content.rows = rows
      files.append((file.name, content))
      linkAgain(file.name)
    }
  }

  private mutating func linkAgain(_ name: String) {
    guard let row = after[.pane(name)],
      !files.contains(where: { $0.content.rows.contains { $0["File"] == .string(name) } })
    else { return }
    files[0].content.rows.append(row)
  }

  /// Removes panes that are no longer in the schema, unless the user has added rows to them.
  private mutating func dropEmptyPanes() {
    let empty = Set(
      files.dropFirst().filter { file in
        after[.pane(file.name)] == nil && before[.pane(file.name)] != nil
          && file.content.rows.allSatisfy { $0["Type"] == "PSGroupSpecifier" }
      }.map(\.name))
    files.removeAll { empty.contains($0.name) }
    for index in files.indices {
      files[index].content.rows.removeAll { row in
        row["Type"] == "PSChildPaneSpecifier" && row["File"]?.string.map(empty.contains) == true
      }
    }
  }

  /// Merges the keys of a row from the original, the current, and the new bundle.
  ///
  /// Keys that the user has modified keep their value, and all other keys get the new value.
  private static func joined(
    _ now: PropertyListDictionary, _ before: PropertyListDictionary?,
    _ after: PropertyListDictionary?
  ) -> PropertyListDictionary {
    guard let after else { return now }
    var result: PropertyListDictionary = [:]
    for key in after.keys + now.keys where result[key] == nil {
      let isUsers = now[key] != before?[key]
      if let value = isUsers ? now[key] : after[key] { result[key] = value }
    }
    return result
  }
}

extension PropertyListDictionary {
  fileprivate var rows: [PropertyListDictionary] {
    get { (self["PreferenceSpecifiers"]?.array ?? []).compactMap(\.dictionary) }
    set { self["PreferenceSpecifiers"] = .array(newValue.map { .dictionary($0) }) }
  }

  fileprivate var withoutRows: PropertyListDictionary {
    var copy = self
    copy["PreferenceSpecifiers"] = nil
    return copy
  }

  fileprivate var settings: [String] { rows.compactMap { $0["Key"]?.string } }
}
