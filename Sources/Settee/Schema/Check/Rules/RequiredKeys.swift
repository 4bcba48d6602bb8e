/// The keys that an element of each type must have.
enum RequiredKeys {
  /// Those without which the row does not work.
  static func essential(_ type: SpecifierType) -> [String] {
    switch type {
    case .toggle, .slider, .text, .title, .textview, .date, .custom, .list: ["Key"]
    case .choice, .radio: ["Key"]
    case .pane, .link: ["File"]
    case .group, .mail, .button: []
    }
  }

  /// Those that Apple requires and devices do without.
  static func expected(_ type: SpecifierType) -> [String] {
    switch type {
    case .toggle: ["Title", "DefaultValue"]
    case .slider: ["DefaultValue", "MinimumValue", "MaximumValue"]
    case .title: ["DefaultValue"]
    case .choice: ["Title", "DefaultValue", "Titles"]
    case .radio: ["DefaultValue", "Titles"]
    case .pane, .link, .mail: ["Title"]
    case .button: ["Title", "Key"]
    case .text, .textview, .date, .custom, .list, .group: []
    }
  }
}

/// An element without a key that it cannot do without.
struct MissingKey: ElementRule {
  static let id = "missing-key"
  static let severity = Severity.error

  func check(_ element: CheckedElement, _ report: inout RuleReport) {
    guard let type = element.type, !element.isDrawnByApp else { return }
    for key in RequiredKeys.essential(type) where element[key] == nil {
      report.add(
        element.place, "\(element.fullName) has no \(key) and does nothing; add it")
    }
  }
}

/// An element without a key that Apple requires.
struct MissingPart: ElementRule {
  static let id = "missing-part"
  static let severity = Severity.warning

  func check(_ element: CheckedElement, _ report: inout RuleReport) {
    guard let type = element.type else { return }
    for key in RequiredKeys.expected(type) where element[key] == nil {
      report.add(element.place, "\(element.fullName) has no \(key); add it")
    }
  }
}

extension CheckedElement {
  /// Whether the app itself makes what the row shows, so that files need not say it.
  var isDrawnByApp: Bool {
    control.isDrawnByApp || type == .custom || type == .button && self["IASKButtonClass"] != nil
  }
}
