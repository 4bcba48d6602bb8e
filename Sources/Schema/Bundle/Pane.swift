package import SetteeValues

/// A page of settings.
///
/// The pane comes from a bundle, from declarations in code, or from the values of a domain.
package struct Pane: Sendable {
  /// The name of the pane, which other panes and the option `--pane` use to refer to it.
  ///
  /// The name of a pane is the name of its file without the extension, such as `Root`.
  package var file: String
  /// The path of the pane's file within the bundle, or an empty string if the pane has no file.
  package var path: String
  package var title: String
  /// The domain that stores the pane's settings, or `nil` if neither the pane nor the bundle
  /// declares it.
  package var domain: String?
  package var groups: [PaneGroup]
  /// The path of a table whose entries the pane shows as rows, as declared by `SetteeEntries`.
  ///
  /// The table is in another program's settings file.
  package var entries: String?
  /// The path of the table that a generated pane shows, or `nil` if a bundle declares the pane.
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

/// A group of rows in a pane, with an optional heading above them.
package struct PaneGroup: Sendable {
  /// The heading of the group in the user's language, or `nil` if it has no heading.
  package var title: String?
  /// The text below the rows of the group, in the user's language.
  package var footer: String?
  /// The rows of the group, in the order in which they are displayed.
  ///
  /// A radio group or a list is a group that contains exactly one control.
  package var controls: [Control]
  /// The conditions under which the group is visible, all of which must be met.
  package var visibleWhen: [Condition] = []
  /// The conditions under which the rows of the group are enabled, all of which must be met.
  package var enabledWhen: [Condition] = []
  package var help: String?
  /// The path of the list item or of the table without keys that the group shows, or `nil` for any
  /// other group.
  package var item: String?
  private var mark: SourceMark?

  package init(title: String? = nil, footer: String? = nil, controls: [Control] = []) {
    self.title = title
    self.footer = footer
    self.controls = controls
  }

  init(_ specifier: Specifier) {
    self.init(title: specifier.localized("Title"), footer: specifier.localized("FooterText"))
    mark = specifier.mark
    guard specifier.hasSetteeKeys else { return }
    help = specifier.localized("SetteeHelp")
    visibleWhen = specifier.conditions("SetteeVisibleWhen")
    enabledWhen = specifier.conditions("SetteeEnabledWhen")
  }

  /// The location of the group's declaration in the pane's file, or `nil` if the group wasn't
  /// declared.
  package var place: SourcePlace? { mark?.place }
}

// MARK: Generated panes

extension Pane {
  /// Returns a pane for a domain without a bundle, generated from the domain's values.
  ///
  /// The type of each value determines the control that edits it. Data and nested values are
  /// read-only. The keys are sorted. Keys with the same prefix before the first dot form a group,
  /// and these groups follow all other keys.
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

  /// Returns the part of a key before its first dot, such as `proxy` for `proxy.port`, or an empty
  /// string.
  private static func family(of key: String) -> Substring {
    key.firstIndex(of: ".").map { key[..<$0] } ?? ""
  }
}

extension ControlContent {
  /// Returns the type of control that can edit a value.
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
    case .null: .text
    case .data, .dictionary, .uid: .title
    }
  }
}

/// The English text in generated panes, such as headings.
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
