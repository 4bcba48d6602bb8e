package import SetteePropertyLists

/// A page of settings.
///
/// A pane comes from a bundle, is declared in code, or is generated from a domain's values.
package struct Pane: Sendable {
  /// The name of the pane in paths and for `--pane`.
  ///
  /// The name is the base name of the pane's file, such as `Root`.
  package var file: String
  /// The path of the pane's file relative to the bundle, or an empty string if the pane has no
  /// file.
  package var path: String
  package var title: String
  /// The domain of the keys, or `nil` if no domain is declared.
  package var domain: String?
  package var groups: [PaneGroup]
  /// The path of a table whose entries are the rows of this pane (`SetteeEntries`).
  ///
  /// The table is in a program's file.
  package var entries: String?
  /// The path of the table that the pane shows, or `nil` if a bundle declares the pane.
  package var table: String?

  package init(
    file: String, path: String = "", title: String, domain: String? = nil,
    groups: [PaneGroup] = []
  ) {
    self.file = file
    self.path = path
    self.title = title
    self.domain = domain
    self.groups = groups
  }

  package var controls: [Control] { groups.flatMap(\.controls) }
}

/// The rows of a pane below a heading.
package struct PaneGroup: Sendable {
  /// The localized heading, or `nil` for a group without one.
  package var title: String?
  /// The localized text below the rows.
  package var footer: String?
  /// The rows of the group, in order.
  ///
  /// A radio group or list group contains exactly one control of that type.
  package var controls: [Control]
  /// The conditions for showing the group, all of which must be met.
  package var visibleWhen: [Condition] = []
  /// The conditions for enabling the rows, all of which must be met.
  package var enabledWhen: [Condition] = []
  package var help: String?
  /// The path of the list item whose settings are the rows, or `nil`.
  package var item: String?
  private var mark: SourceMark?

  package init(title: String? = nil, footer: String? = nil, controls: [Control] = []) {
    self.title = title
    self.footer = footer
    self.controls = controls
  }

  init(_ specifier: Specifier) {
    self.init(title: specifier.localized(.title), footer: specifier.localized(.footer))
    mark = specifier.mark
    guard specifier.hasSetteeKeys else { return }
    help = specifier.localized("SetteeHelp")
    visibleWhen = specifier.conditions("SetteeVisibleWhen")
    enabledWhen = specifier.conditions("SetteeEnabledWhen")
  }

  /// The location of the group's element in its file, or `nil` if the group has no element.
  package var place: SourcePlace? { mark?.place }
}

// MARK: Generated panes

extension Pane {
  /// Returns a generated pane for a domain without a bundle.
  ///
  /// The types of the values determine the controls. Data and nested values are read-only. The keys
  /// are sorted. Keys with the same prefix before the first dot form a group, and these groups
  /// follow all other keys.
  package static func inferred(
    from values: PropertyListDictionary, domain: String, title: String? = nil
  ) -> Pane {
    var counts: [Substring: Int] = [:]
    for (key, _) in values { counts[family(of: key), default: 0] += 1 }
    var groups = [PaneGroup()]
    for (key, value) in values.sorted(by: { $0.key.precedes($1.key) }) {
      var control = Control(.inferred(from: value), key: key)
      control.domain = domain
      let family = family(of: key)
      guard !family.isEmpty, counts[family, default: 0] > 1 else {
        groups[0].controls.append(control)
        continue
      }
      if groups.last?.title != String(family) { groups.append(PaneGroup(title: String(family))) }
      groups[groups.count - 1].controls.append(control)
    }
    if groups[0].controls.isEmpty { groups.removeFirst() }
    return Pane(file: "Root", title: title ?? domain, domain: domain, groups: groups)
  }

  /// Returns the part of a key before its first dot, or an empty string if it contains no dot.
  private static func family(of key: String) -> Substring {
    key.firstIndex(of: ".").map { key[..<$0] } ?? ""
  }
}

extension ControlContent {
  /// Returns the type of control for a value.
  package static func inferred(from value: PropertyList) -> ControlContent {
    switch value {
    case .boolean: .toggle
    case .string(let text): text.contains(where: \.isNewline) ? .textview : .text
    case .integer, .bigInteger: .text(TextInput(type: .integer))
    case .real: .text(TextInput(type: .real))
    case .date: .date
    case .array(let elements):
      elements.allSatisfy { $0.string?.contains(where: \.isNewline) == false }
        ? .text(TextInput(type: .list)) : .title
    case .data, .dictionary, .uid: .title
    }
  }
}

/// The strings on generated panes, in English.
///
/// The editor translates these strings.
package enum GeneratedText: String, CaseIterable, Sendable {
  case rest = "Other settings in this file"
  case faults = "Problems"
  case faultsHelp = "The file doesn't match its schema."
  case line = "Line"
  case deprecated = "Deprecated"
  case entries = "Shows the settings in the file."
  case newEntries = "To add items, edit the file."
  case edited = "Edit in the file"
}
