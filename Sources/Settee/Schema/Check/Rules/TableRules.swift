/// A pane that names a table of texts that is not there.
struct MissingTable: CheckRule {
  static let id = "missing-table"
  static let severity = Severity.warning

  func check(_ bundle: CheckedBundle, _ report: inout RuleReport) {
    guard bundle.isWhole else { return }
    let names = Set(bundle.names.compactMap { Path.stem(of: $0, dropping: ".strings") })
    for pane in bundle.panes {
      guard let node = pane.root["StringsTable"], let table = node.value.string else { continue }
      report.file = pane.path
      if let stem = Path.stem(of: table, dropping: ".strings") {
        report.add(node.place, "StringsTable takes a name without extension; write \(stem)")
      } else if !names.contains(table) {
        report.add(
          node.place,
          "there is no \(table).strings, so every text stays as it is; add it or remove the key")
      }
    }
  }
}

/// A text that some languages of the bundle have and others lack.
struct Untranslated: CheckRule {
  static let id = "untranslated"
  static let severity = Severity.warning
  /// As many languages are named in one sentence.
  private static let mostLanguages = 12

  func check(_ bundle: CheckedBundle, _ report: inout RuleReport) {
    for pane in bundle.panes {
      report.file = pane.path
      let tables = bundle.tables(of: pane)
      guard tables.count > 1 else { continue }
      var seen: Set<ExactText> = []
      for text in pane.texts {
        guard let raw = text.value.string, !raw.isEmpty, seen.insert(ExactText(raw)).inserted else {
          continue
        }
        let lacking = tables.filter { $0.lacks(raw) }
        guard lacking.count < tables.count else { continue }
        let missing = lacking.filter { !$0.isWritten(by: raw) }.map(\.language)
        guard !missing.isEmpty else { continue }
        report.add(text.place, message(raw, missing, table: tables[0].name))
      }
    }
  }

  private func message(_ raw: String, _ missing: [String], table: String) -> String {
    let more = missing.count - Self.mostLanguages
    let languages =
      missing.prefix(Self.mostLanguages).joined(separator: ", ")
      + (more > 0 ? " and \(more) others" : "")
    return "\(Quotation.of(raw)) has no text in \(languages); add it to "
      + "\(missing[0]).lproj/\(table).strings\(missing.count > 1 ? " and so on" : "")"
  }
}

/// Entries of a table that no pane uses.
struct UnusedString: CheckRule {
  static let id = "unused-string"
  static let severity = Severity.warning

  func check(_ bundle: CheckedBundle, _ report: inout RuleReport) {
    guard bundle.isWhole, !bundle.panes.isEmpty else { return }
    var used: [String: Set<ExactText>] = [:]
    for pane in bundle.panes {
      let texts = Set(pane.texts.compactMap { $0.value.string.map(ExactText.init) })
      for table in bundle.tableNames(of: pane) { used[table, default: []].formUnion(texts) }
    }
    for file in bundle.tables {
      let entries = file.document?.root.entries ?? []
      // A table that no pane names may be the app's own.
      guard let texts = used[file.tableName] else { continue }
      let idle = entries.filter { !texts.contains(ExactText($0.key)) }
      guard let first = idle.first, let place = first.node.keyPlace else { continue }
      report.file = file.path
      report.add(place, message(idle.map(\.key)))
    }
  }

  private func message(_ keys: [String]) -> String {
    let some = keys.prefix(3).map(Quotation.of).joined(separator: ", ")
    return keys.count == 1
      ? "no pane uses the text \(some); remove it"
      : "no pane uses \(keys.count) texts, \(some)\(keys.count > 3 ? " and others" : ""); remove them"
  }
}
