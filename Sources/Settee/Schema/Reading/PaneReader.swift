/// Turns the content of one file into the groups of a pane.
struct PaneReader {
  let idiom: Idiom
  let strings: PaneStrings
  let domain: String?

  /// The groups of a file, in order.
  func groups(of file: PropertyListNode) -> [PaneGroup] {
    var groups = GroupBuilder()
    for node in elements(of: file) {
      guard case .dictionary(let values) = node.value else { continue }
      let cell = Dialect.cell(of: values)
      let specifier = Specifier(
        values: cell.map { Dialect.translated(values, from: $0) } ?? values, place: node.place,
        strings: strings)
      guard specifier.isMeant(for: idiom) else { continue }
      add(specifier, writtenAs: cell, to: &groups)
    }
    return groups.finished
  }

  private func elements(of file: PropertyListNode) -> [PropertyListNode] {
    (file["PreferenceSpecifiers"] ?? file["items"])?.elements ?? []
  }

  private func add(
    _ specifier: Specifier, writtenAs cell: String?, to groups: inout GroupBuilder
  ) {
    guard specifier.type != .group else { return groups.open(group(specifier)) }
    var control = ControlReader(specifier: specifier).control()
    control.domain = domain
    if let cell { control.type = cell }
    guard specifier.type?.isGroup == true else { return groups.add(control) }
    var own = group(specifier)
    own.controls = [control]
    groups.addClosed(own)
  }

  private func group(_ specifier: Specifier) -> PaneGroup {
    var group = PaneGroup(
      title: specifier.localized("Title"), footer: specifier.localized("FooterText"))
    group.place = specifier.place
    guard specifier.hasSetteeKeys else { return group }
    group.help = specifier.localized("SetteeHelp")
    group.visibleWhen = specifier.conditions("SetteeVisibleWhen")
    group.enabledWhen = specifier.conditions("SetteeEnabledWhen")
    return group
  }
}

/// Collects rows into groups: rows that no heading precedes form a group without one.
private struct GroupBuilder {
  private var groups: [PaneGroup] = []
  private var isOpen = false

  mutating func open(_ group: PaneGroup) {
    groups.append(group)
    isOpen = true
  }

  mutating func add(_ control: Control) {
    if !isOpen { open(PaneGroup()) }
    groups[groups.count - 1].controls.append(control)
  }

  /// Adds a radio or list group, which takes no further rows.
  mutating func addClosed(_ group: PaneGroup) {
    groups.append(group)
    isOpen = false
  }

  var finished: [PaneGroup] { groups }
}

extension Specifier {
  /// Whether the element is for a device of this kind; one that names none is for all.
  fileprivate func isMeant(for idiom: Idiom) -> Bool {
    guard let name = idiom.specifierName else { return true }
    let names = texts("SupportedUserInterfaceIdioms")
    return names.isEmpty || names.contains { $0.lowercased() == name }
  }
}

extension Idiom {
  /// What `SupportedUserInterfaceIdioms` calls the device, in lower case; nil for all of them.
  fileprivate var specifierName: String? { self == .all ? nil : rawValue }
}
