/// A pane without a list of elements.
struct NoSpecifiers: CheckRule {
  static let id = "no-specifiers"
  static let severity = Severity.error

  func check(_ bundle: CheckedBundle, _ report: inout RuleReport) {
    for file in bundle.files
    where !file.isTable && bundle.graph.isReachable(CheckedPane.base(of: file.name)) {
      guard let root = file.document?.root, root["PreferenceSpecifiers"] == nil else { continue }
      report.file = file.path
      report.add(root.place, message(root))
    }
  }

  private func message(_ root: PropertyListNode) -> String {
    guard root.value.dictionary != nil else {
      return "the file holds \(root.value.typePhrase), so the pane shows nothing; "
        + "put a dictionary with PreferenceSpecifiers around it"
    }
    return root["items"] == nil
      ? "there is no PreferenceSpecifiers, so the pane shows nothing; add the array"
      : "only PreferenceLoader reads items; name the array PreferenceSpecifiers for devices"
  }
}

/// A bundle without the pane that everything begins with.
struct MissingRoot: CheckRule {
  static let id = "missing-root"
  static let severity = Severity.error

  func check(_ bundle: CheckedBundle, _ report: inout RuleReport) {
    let roots = bundle.files.filter { CheckedPane.base(of: $0.name) == "Root" && !$0.isTable }
    guard bundle.isWhole, roots.isEmpty, bundle.isSettings else { return }
    report.file = bundle.folder
    let other = bundle.names.first { $0.lowercased() == "root.plist" }
    report.add(
      .text(line: 1, column: 1),
      other.map { "there is no Root.plist, only \($0), which devices tell apart; rename it" }
        ?? "there is no Root.plist, so no device shows any settings; add it")
  }
}

/// A pane whose list of elements is empty.
struct EmptyPane: CheckRule {
  static let id = "empty-pane"
  static let severity = Severity.warning

  func check(_ bundle: CheckedBundle, _ report: inout RuleReport) {
    for pane in bundle.panes {
      guard let list = pane.root["PreferenceSpecifiers"], list.value.array?.isEmpty == true else {
        continue
      }
      report.file = pane.path
      report.add(list.place, "the pane is empty; add elements to PreferenceSpecifiers")
    }
  }
}

/// A list of elements that is no array, or an element that is no dictionary.
struct ElementForm: CheckRule {
  static let id = "element-form"
  static let severity = Severity.error

  func check(_ bundle: CheckedBundle, _ report: inout RuleReport) {
    for pane in bundle.panes {
      report.file = pane.path
      guard let list = pane.root["PreferenceSpecifiers"] else { continue }
      guard case .array = list.value else {
        report.add(list.place, "PreferenceSpecifiers has to be an array of dictionaries")
        continue
      }
      for element in list.elements where element.value.dictionary == nil {
        report.add(element.place, "an element has to be a dictionary with a Type")
      }
    }
  }
}
