import SetteeFiles
import SetteeValues

// Rules for the string tables that contain translations, and for how panes use them.

extension CheckRule {
  static let missingTable = pane("missing-table", .warning) { pane, bundle, report in
    guard bundle.isWhole, let node = pane.root["StringsTable"], let table = node.value.string else {
      return
    }
    if let stem = FilePath.stem(of: table, dropping: ".strings") {
      report.add(node.place, "StringsTable has an extension; use \(stem)")
    } else if !bundle.tableNames.contains(table) {
      report.add(
        node.place,
        "missing \(table).strings, so nothing is translated; add it or remove StringsTable")
    }
  }

  /// A rule that detects strings with a translation in only some of the bundle's languages.
  static let untranslated = pane("untranslated", .warning) { pane, bundle, report in
    let tables = bundle.tables(of: pane)
    guard tables.count > 1 else { return }
    var seen: Set<Key> = []
    for text in pane.texts {
      guard let raw = text.value.string, !raw.isEmpty, seen.insert(Key(raw)).inserted else {
        continue
      }
      let lacking = tables.filter { $0.document?.value.dictionary?[raw] == nil }
      guard lacking.count < tables.count else { continue }
      let missing = lacking.filter { !$0.isWritten(by: raw) }.compactMap(\.language)
      guard !missing.isEmpty else { continue }
      let more = missing.count - 12
      let languages =
        missing.prefix(12).joined(separator: ", ") + (more > 0 ? " and \(more) others" : "")
      report.add(
        text.place,
        "no translation of \(ValueFormatter.quoted(raw)) in \(languages); add it to "
          + "\(missing[0]).lproj/\(tables[0].tableName).strings\(missing.count > 1 ? " and so on" : "")"
      )
    }
  }

  static let unusedString = CheckRule("unused-string", .warning) { bundle, report in
    guard bundle.isWhole, !bundle.panes.isEmpty else { return }
    var used: [String: Set<Key>] = [:]
    for pane in bundle.panes {
      let texts = Set(pane.texts.compactMap { $0.value.string.map { Key($0) } })
      for table in bundle.tableNames(of: pane) { used[table, default: []].formUnion(texts) }
    }
    for file in bundle.tables {
      // Skip a string table that no pane uses, because the app itself might use it.
      guard let texts = used[file.tableName] else { continue }
      let idle = (file.document?.root.entries ?? []).filter { !texts.contains(Key($0.key)) }
      guard let place = idle.first?.node.keyPlace else { continue }
      report.file = file.path
      let some = idle.prefix(3).map { ValueFormatter.quoted($0.key) }.joined(separator: ", ")
      report.add(
        place,
        idle.count == 1
          ? "unused string \(some); remove it"
          : "\(idle.count) unused strings: \(some)\(idle.count > 3 ? " and others" : ""); remove them"
      )
    }
  }
}

extension CheckedFile {
  /// Returns whether a string doesn't need a translation, because the string table has the language
  /// in which it is written.
  ///
  /// A string is considered English unless it is an identifier such as `SOUND_TITLE`.
  fileprivate func isWritten(by raw: String) -> Bool {
    let isEnglish = language == "Base" || language.flatMap { LanguageTag($0) }?.language == "en"
    return isEnglish && raw.contains { $0.isLowercase || $0 == " " }
  }
}

extension CheckedBundle {
  /// Returns the names of the string tables that can contain a pane's translations.
  ///
  /// If no string table has the name of the pane, the table of the root pane is used.
  func tableNames(of pane: CheckedPane) -> [String] {
    if let name = pane.root["StringsTable"]?.value.string { return [name] }
    let own = FilePath.name(of: pane.base)
    return tablesByName[own] == nil ? ["Root"] : [own]
  }

  func tables(of pane: CheckedPane) -> [CheckedFile] {
    tableNames(of: pane).flatMap { tablesByName[$0] ?? [] }
  }
}

extension CheckedPane {
  /// All strings of a pane that can be translated.
  var texts: [PropertyListNode] {
    let own = ["Title", "SetteeReload"].compactMap { root[$0] }
    return own + elements.flatMap { Self.texts(of: $0.node) }
  }

  private static let single = [
    "Title", "FooterText", "IASKPlaceholder", "IASKMailComposeSubject", "IASKMailComposeBody",
    "IASKChildTitle", "SetteeHelp", "SetteeUnit",
  ]

  private static func texts(of element: PropertyListNode) -> [PropertyListNode] {
    let own = single.compactMap { element[$0] }
    let listed = ["Titles", "ShortTitles"].flatMap { element[$0]?.elements ?? [] }
    let inner = ["ItemSpecifier", "AddSpecifier"].compactMap { element[$0] }.flatMap(texts)
    guard let subtitle = element["IASKSubtitle"] else { return own + listed + inner }
    let lines = subtitle.value.dictionary == nil ? [subtitle] : subtitle.entries.map(\.node)
    return own + listed + lines + inner
  }
}
