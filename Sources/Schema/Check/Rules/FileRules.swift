import SetteeValues

// Rules that examine entire files and detect read errors, parser warnings, and panes without
// elements.

extension CheckRule {
  static let unreadableFile = CheckRule("unreadable-file", .error) { bundle, report in
    for file in bundle.files {
      guard case .failure(let error) = file.content else { continue }
      report.file = file.path
      report.add(error.place ?? .start, "unreadable file: \(error.message)")
    }
  }

  static let outsideFile = CheckRule("outside-file", .error) { bundle, report in
    for path in bundle.strays {
      report.file = path
      report.add(
        .start, "the symlink points outside the bundle; replace it with the file")
    }
  }

  // MARK: Parser warnings

  /// A rule that detects string tables that devices ignore entirely because of a single invalid
  /// line.
  static let lostStatement = notes("lost-statement", .error) { kind in
    switch kind {
    case .skippedStatement, .missingSemicolon: "devices may ignore the entire table"
    default: nil
    }
  }

  static let brokenText = notes("broken-text", .warning) { kind in
    switch kind {
    case .assumedLatin1: ""
    case .brokenText: "save the file as UTF-8"
    default: nil
    }
  }

  /// A rule that detects files that only some parsers can read.
  static let oddFormat = notes("odd-format", .warning) { kind in
    switch kind {
    case .brokenDeclaration: ""
    case .textAfterEnd: "remove it"
    default: nil
    }
  }

  static let repeatedKey = notes("repeated-key", .warning) { kind in
    guard case .duplicateKey(_, let isSame) = kind else { return nil }
    return isSame ? "remove one of them" : "keep only one"
  }

  /// Creates a rule that reports warnings of the property list parser.
  ///
  /// The closure returns a suggestion, which is empty if the warning contains one already, or `nil`
  /// if another rule reports the warning.
  private static func notes(
    _ id: String, _ severity: Severity,
    _ advice: @escaping @Sendable (PropertyListNote.NoteKind) -> String?
  ) -> CheckRule {
    CheckRule(id, severity) { bundle, report in
      for file in bundle.files {
        report.file = file.path
        for note in file.document?.notes ?? [] {
          guard let advice = advice(note.kind) else { continue }
          report.add(note.place, advice.isEmpty ? note.message : "\(note.message); \(advice)")
        }
      }
    }
  }

  // MARK: Panes and their elements

  static let missingRoot = CheckRule("missing-root", .error) { bundle, report in
    let roots = bundle.files.filter { CheckedPane.base(of: $0.name) == "Root" && !$0.isTable }
    guard bundle.isWhole, roots.isEmpty, bundle.isSettings else { return }
    report.file = bundle.folder
    let other = bundle.names.first { $0.lowercased() == "root.plist" }
    report.add(
      .start,
      other.map { "missing Root.plist; rename \($0), because devices distinguish case" }
        ?? "missing Root.plist; without it, devices show no settings")
  }

  static let noSpecifiers = CheckRule("no-specifiers", .error) { bundle, report in
    for file in bundle.files
    where !file.isTable && bundle.graph.isReachable(CheckedPane.base(of: file.name)) {
      guard let root = file.document?.root, root["PreferenceSpecifiers"] == nil else { continue }
      report.file = file.path
      guard root.value.dictionary != nil else {
        report.add(
          root.place,
          "the root is \(root.value.typePhrase), so the pane is empty; "
            + "use a dictionary with PreferenceSpecifiers")
        continue
      }
      report.add(
        root.place,
        root["items"] == nil
          ? "missing PreferenceSpecifiers, so the pane is empty; add the array"
          : "only PreferenceLoader reads items; use PreferenceSpecifiers for devices")
    }
  }

  static let emptyPane = pane("empty-pane", .warning) { pane, _, report in
    guard let list = pane.root["PreferenceSpecifiers"], list.value.array?.isEmpty == true else {
      return
    }
    report.add(list.place, "the pane is empty; add elements to PreferenceSpecifiers")
  }

  static let elementForm = pane("element-form", .error) { pane, _, report in
    guard let list = pane.root["PreferenceSpecifiers"] else { return }
    guard case .array = list.value else {
      return report.add(list.place, "PreferenceSpecifiers must be an array of dictionaries")
    }
    for element in list.elements where element.value.dictionary == nil {
      report.add(element.place, "an element must be a dictionary with a Type")
    }
  }
}

extension SourcePlace {
  /// The start of a file, which is reported as the location of problems with the entire file.
  static let start = SourcePlace.text(line: 1, column: 1)
}
