/// Turns the content of one file into the groups of a pane.
struct PaneReader {
  let idiom: Idiom
  let strings: PaneStrings
  let domain: String?

  /// The groups of a file, in order.
  func groups(of file: PropertyListNode) -> [PaneGroup] {
    var groups = GroupBuilder()
    var types = SpecifierTypes()
    let elements = file["PreferenceSpecifiers"] ?? file["items"]
    groups.elementsLeft = elements?.value.array?.count ?? 0
    elements?.forEachElement { element, mark in
      groups.elementsLeft -= 1
      guard case .dictionary(let values) = copy element else { return }
      read(consume values, consume mark, &types, into: &groups)
    }
    return groups.finished
  }

  private func read(
    _ values: consuming PropertyListDictionary, _ mark: consuming SourceMark,
    _ types: inout SpecifierTypes, into groups: inout GroupBuilder
  ) {
    let reader = ControlReader(
      specifier: Specifier(
        values: consume values, mark: consume mark, strings: strings, types: &types))
    guard !reader.specifier.has(.type), let cell = Dialect.cell(of: reader.specifier.values) else {
      return add(reader, to: &groups)
    }
    let translated = Dialect.translated(reader.specifier.values, from: cell)
    let own = Specifier(
      values: translated, mark: reader.specifier.mark, strings: strings, types: &types)
    add(ControlReader(specifier: own), writtenAs: cell, to: &groups)
  }

  private func add(
    _ reader: borrowing ControlReader, writtenAs cell: String? = nil,
    to groups: inout GroupBuilder
  ) {
    let type = reader.specifier.type
    guard reader.specifier.isMeant(for: idiom) else { return }
    guard type != .group else { return groups.open(group(reader.specifier)) }
    if type?.isGroup == true { groups.openClosed(group(reader.specifier)) }
    groups.add(reader.control(in: domain, writtenAs: cell))
  }

  private func group(_ specifier: borrowing Specifier) -> PaneGroup {
    var group = PaneGroup(
      title: specifier.localized(.title), footer: specifier.localized(.footer))
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
  /// Whether the group is closed by its first row.
  private var takesOne = false
  /// How many elements of the file have not been read yet.
  var elementsLeft = 0

  mutating func open(_ group: PaneGroup) {
    groups.append(group)
    isOpen = true
    takesOne = false
  }

  /// Opens a radio or list group, which takes one row.
  mutating func openClosed(_ group: PaneGroup) {
    open(group)
    takesOne = true
  }

  mutating func add(_ row: consuming Control) {
    if !isOpen { open(PaneGroup()) }
    let group = groups.count - 1
    makeRoom(in: group, groups[group].controls.count)
    groups[group].controls.append(consume row)
    isOpen = !takesOne
  }

  /// Makes room in a full group: for four times the rows, but no more than can come.
  ///
  /// Rows are large; an array that only doubles moves them more often than it need.
  private mutating func makeRoom(in group: Int, _ rows: Int) {
    guard rows == groups[group].controls.capacity, !takesOne else { return }
    groups[group].controls.reserveCapacity(rows + min(elementsLeft + 1, max(8, rows * 3)))
  }

  var finished: [PaneGroup] { groups }
}

extension Specifier {
  /// Whether the element is for a device of this kind; one that names none is for all.
  fileprivate func isMeant(for idiom: Idiom) -> Bool {
    guard let name = idiom.specifierName else { return true }
    let names = texts(.idioms)
    return names.isEmpty || names.contains { $0.lowercased() == name }
  }
}

extension Idiom {
  /// What `SupportedUserInterfaceIdioms` calls the device, in lower case; nil for all of them.
  fileprivate var specifierName: String? { self == .all ? nil : rawValue }
}
