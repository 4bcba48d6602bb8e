package import SetteePropertyLists

/// One page of settings: a property list of a bundle, a page from code, or a bare domain.
package struct Pane: Sendable {
  /// What the pane is called in paths and in `--pane`: the base name of its file, such as `Root`.
  package var file: String
  /// The path of the file that was read, from the bundle's folder; empty for a pane from no file.
  package var path: String
  package var title: String
  /// The domain that the keys live in; nil where nobody names one.
  package var domain: String?
  package var groups: [PaneGroup]
  /// The place of a table in a program's file whose entries are rows of this pane: `SetteeEntries`.
  package var entries: String?

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

/// The rows of a pane between two headings.
package struct PaneGroup: Sendable {
  /// The heading, in the user's language; nil for a gap.
  package var title: String?
  /// The text below the rows, in the user's language.
  package var footer: String?
  /// The rows in order; a radio or list group holds exactly one control, of that kind.
  package var controls: [Control]
  /// What has to hold for the group and its rows to be there; empty: always.
  package var visibleWhen: [Condition] = []
  /// What has to hold for its rows to be usable; empty: always.
  package var enabledWhen: [Condition] = []
  package var help: String?
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

  /// Where in its file the group's element begins; nil where no element opens the group.
  package var place: SourcePlace? { mark?.place }
}

// MARK: Panes without a file

extension Pane {
  /// The raw pane of a domain without a bundle: a control for each value, by the value's type.
  ///
  /// Flags are toggles, numbers, texts and arrays of texts are typed fields, dates are dates; what
  /// else there is (data, nested values) is shown and not changed. Keys are in order; those that
  /// share the part before their first dot form a group called by it, after the plain ones.
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

  /// The part of a key before its first dot; empty where there is none.
  private static func family(of key: String) -> Substring {
    key.firstIndex(of: ".").map { key[..<$0] } ?? ""
  }
}

extension ControlContent {
  /// The sort of row that a value's type calls for.
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

/// What Settee itself says on the panes that it makes; the screen says it in the user's language.
package enum MadeText: String, CaseIterable, Sendable {
  case rest = "Also in the file"
  case faults = "Faults"
  case faultsHelp = "The file does not fit its schema."
  case line = "Line"
  case deprecated = "Deprecated"
  case entries = "What the file has is shown here."
  case newEntries = "New entries are added in the file itself."
  case edited = "Edited in the file itself"
}
