import SetteeValues

extension CheckRule {
  static let conditionForm = element("condition-form", .error) { element, report in
    for node in element.conditionNodes where node.value.dictionary.flatMap(Condition.init) == nil {
      report.add(node.place, "invalid condition; use a dictionary with Key and either Is or IsNot")
    }
  }

  static let conditionKey = CheckRule("condition-key", .error) { bundle, report in
    guard bundle.isWhole else { return }
    let keys = Set(bundle.panes.flatMap(\.elements).compactMap { $0.control.key.map { Key($0) } })
    var words = Suggestion(among: keys.map(\.text).sorted())
    for pane in bundle.panes {
      report.file = pane.path
      for node in pane.elements.flatMap(\.conditionNodes) {
        guard let key = node["Key"], let text = key.value.string, !keys.contains(Key(text))
        else { continue }
        let near = words.nearest(to: text)
        report.add(
          key.place,
          "unknown key \(ValueFormatter.quoted(text)); "
            + (near.map { "did you mean \(ValueFormatter.quoted($0))?" } ?? "correct or remove it"))
      }
    }
  }
}

extension CheckedElement {
  /// All conditions of an element that determine whether it is visible or enabled, including
  /// invalid conditions.
  fileprivate var conditionNodes: [PropertyListNode] {
    ["SetteeVisibleWhen", "SetteeEnabledWhen"].compactMap { self[$0] }.flatMap { node in
      node.value.array == nil ? (node.value.dictionary == nil ? [] : [node]) : node.elements
    }
  }
}
