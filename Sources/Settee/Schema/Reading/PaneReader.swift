/// Turns the content of one file into the groups of a pane.
struct PaneReader {
  let idiom: Idiom
  let strings: PaneStrings
  let domain: String?

  /// The groups of a file, in order.
  func groups(of file: PropertyListNode) -> [PaneGroup] {
    var groups = GroupBuilder()
    let elements = file["PreferenceSpecifiers"] ?? file["items"]
    groups.elementsLeft = elements?.value.array?.count ?? 0
    elements?.forEachElement { node in
      groups.elementsLeft -= 1
      guard case .dictionary(let values) = node.value else { return }
      let cell = Dialect.cell(of: values)
      let specifier = Specifier(
        values: cell.map { Dialect.translated(values, from: $0) } ?? values, mark: node.mark,
        strings: strings)
      guard specifier.isMeant(for: idiom) else { return }
      add(specifier, writtenAs: cell, to: &groups)
    }
    return groups.finished
  }

  private func add(
    _ specifier: Specifier, writtenAs cell: String?, to groups: inout GroupBuilder
  ) {
    guard specifier.type != .group else { return groups.open(group(specifier)) }
    func describe(_ control: inout Control) {
      ControlReader(specifier: specifier).describe(&control)
      control.domain = domain
      if let cell { control.type = cell }
    }
    guard specifier.type?.isGroup == true else { return groups.add(describedBy: describe) }
    var own = group(specifier)
    own.controls = [Control(.unknown)]
    describe(&own.controls[0])
    groups.addClosed(own)
  }

  private func group(_ specifier: Specifier) -> PaneGroup {
    var group = PaneGroup(
      title: specifier.localized("Title"), footer: specifier.localized("FooterText"))
    group.mark = specifier.mark
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
  /// How many elements of the file have not been read yet.
  var elementsLeft = 0

  mutating func open(_ group: PaneGroup) {
    groups.append(group)
    isOpen = true
  }

  /// Adds a row, which is described where it will stay: a control is too large to be handed around.
  mutating func add(describedBy describe: (inout Control) -> Void) {
    if !isOpen { open(PaneGroup()) }
    let (group, row) = (groups.count - 1, groups[groups.count - 1].controls.count)
    makeRoom(in: group, row)
    groups[group].controls.append(Control(.unknown))
    describe(&groups[group].controls[row])
  }

  /// Makes room in a full group: for four times the rows, but no more than can come.
  ///
  /// Rows are large; an array that only doubles moves them more often than it need.
  private mutating func makeRoom(in group: Int, _ rows: Int) {
    guard rows == groups[group].controls.capacity else { return }
    groups[group].controls.reserveCapacity(rows + min(elementsLeft + 1, max(8, rows * 3)))
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
