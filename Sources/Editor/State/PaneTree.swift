import Settee
import SetteeTerminal
import SetteeVerbs
import Synchronization

/// The bundle of the open app, with its panes and cached information about them.
struct PaneTree: Sendable {
  let bundle: SettingsBundle
  /// The panes of the bundle, followed by the panes in which the user edits list items.
  let panes: [Pane]
  /// The name of the app as shown to the user, or its domain if the bundle doesn't specify a name.
  let title: String
  let word: String
  /// Formats commands that the user can copy and run in a shell.
  let shell: ShellCommand
  /// A Boolean value that indicates whether the app's settings are in another program's
  /// configuration file.
  let isFile: Bool
  /// A Boolean value that indicates whether the bundle was opened by its path.
  ///
  /// A user who opens a bundle by its path is probably its author, so the editor shows where rows
  /// are defined.
  let isOpenedByPath: Bool
  private let links: PaneLinks
  /// Create the index of rows only when it is needed, because this is slow for thousands of rows.
  private let index: OnDemand<RowIndex>
  private let ways: OnDemand<PaneWays>
  private let widths = TitleWidths()
  private let branches: OnDemand<[PaneBranch]>
  private let outlines: OnDemand<(unicode: Int?, ascii: Int?)>
  /// The path of the settings file in the form that is shown to the user, or an empty string.
  let location: String
  /// The lines of the file around each of the first five problems of the bundle, or `nil` if the
  /// line of a problem is unknown.
  let errorExcerpts: [FileExcerpt?]
  /// The accent color of the app or of the file's format.
  let accent: Accent

  init(
    _ bundle: SettingsBundle, word: String, shell: ShellCommand = ShellCommand(),
    isFile: Bool = false, isOpenedByPath: Bool = false, location: String = "",
    errorExcerpts: [FileExcerpt?] = [], format: String? = nil
  ) {
    self.bundle = bundle
    self.location = location
    accent = Accent(of: format ?? bundle.domain ?? word)
    self.errorExcerpts = errorExcerpts
    self.isFile = isFile
    self.isOpenedByPath = isOpenedByPath
    self.word = word
    self.shell = shell
    let lists = isFile || bundle.path.isEmpty && shell.namesApp ? Self.listPanes(bundle.panes) : []
    panes = bundle.panes + bundle.elementPanes + lists
    let links = PaneLinks(panes)
    self.links = links
    // Omit the panes for list items, because their keys are entries in the list's value rather than
    // settings.
    index = OnDemand { [panes = bundle.panes] in RowIndex(panes) }
    ways = OnDemand { PaneWays(links) }
    let title = bundle.title == "Settings" ? bundle.domain ?? bundle.title : bundle.title
    self.title = title
    let branches = OnDemand { links.tree(from: 0, title: title) }
    self.branches = branches
    outlines = OnDemand { [panes] in
      func columns(_ lettering: GlyphSet) -> Int? {
        OutlineEntry.columns(of: panes, branches.content, lettering)
      }
      return (columns(.unicode), columns(.ascii))
    }
  }

  /// Returns the width of the outline in the sidebar, or `nil` if there is a single pane with a
  /// single section.
  func outlineColumns(_ lettering: GlyphSet) -> Int? {
    lettering == .ascii ? outlines.content.ascii : outlines.content.unicode
  }

  /// A Boolean value that indicates whether a bundle describes the app's panes and its valid
  /// values.
  ///
  /// If the app has no bundle, the panes are generated from its values.
  var hasBundle: Bool { !bundle.path.isEmpty || !shell.namesApp }

  /// Returns the lines of the file that a note about a problem shows, or `nil` if it doesn't show
  /// any.
  func errorExcerpt(of id: RowID) -> FileExcerpt? {
    guard case .note(let number) = id, errorExcerpts.indices.contains(number - 1) else {
      return nil
    }
    return errorExcerpts[number - 1]
  }

  /// A Boolean value that indicates whether default values are known.
  var hasDefaults: Bool { hasBundle || !isFile }

  /// A Boolean value that indicates whether the user can add and remove keys.
  ///
  /// If the app has a bundle, the bundle declares all keys, so the user can't add others.
  var hasOpenKeys: Bool { isFile || !hasBundle }

  /// Returns a pane for each list in the app's panes, with a row for each list item.
  private static func listPanes(_ panes: [Pane]) -> [Pane] {
    var lists: [Pane] = []
    for pane in panes {
      for group in pane.groups {
        // Access each control by its index, because iterating over the controls would copy them.
        for index in group.controls.indices {
          switch group.controls[index].content {
          case .text(let input) where input.type == .list: break
          case .title: break
          default: continue
          }
          let control = group.controls[index]
          guard let key = control.key, !control.isSecure, control.error == nil else { continue }
          let items = ItemList(item: Control(.text), add: Control(.text), isDeletable: true)
          var list = Control(.list(items), key: key, title: control.label)
          list.domain = control.domain
          lists.append(
            Pane(
              file: listFile(key), title: control.label, domain: pane.domain,
              groups: [PaneGroup(controls: [list])]))
        }
      }
    }
    return lists
  }

  private static func listFile(_ key: String) -> String { key + "[]" }

  /// Returns the pane that shows the items of a list, or `nil` if the control isn't a list.
  func listPane(of control: Control) -> Int? {
    guard hasOpenKeys, control.kind == .text || control.kind == .title else { return nil }
    return control.key.flatMap { pane(named: Self.listFile($0)) }
  }

  /// The rows that show each setting, in the order of the panes.
  ///
  /// Nearly every setting has exactly one row.
  var rowsByName: [SettingName: [RowPlace]] { index.content.rows }

  func pane(named file: String) -> Int? { links.byFile[SettingPath(file)] }

  /// The panes as a tree.
  ///
  /// In the tree, each pane is below the pane with the first row that links to it.
  var tree: [PaneBranch] { branches.content }

  /// Returns the width of the longest title on a pane, up to a limit.
  func titleColumns(of pane: Int, _ look: Appearance, limit: Int) -> Int {
    widths.columns(of: pane, look.lettering, limit) { longestTitle(of: pane, look, limit) }
  }

  private func longestTitle(of pane: Int, _ look: Appearance, _ limit: Int) -> Int {
    guard panes.indices.contains(pane) else { return 0 }
    var longest = 0
    for (index, group) in panes[pane].groups.enumerated() {
      let section = inlineTitle(of: index, in: panes[pane].groups)
      // Access each control by its index, because both iterating over the controls and the property
      // `kind` would copy them.
      for row in group.controls.indices where longest < limit {
        let title: String?
        switch group.controls[row].content {
        case .radio, .button: continue
        case .list(let list): title = list.item?.title
        default:
          title =
            group.controls[row].title ?? group.controls[row].key ?? group.controls[row].type
        }
        var columns = look.columns(of: title ?? "", limit: limit)
        // The text next to a link with a long title needn't be aligned.
        if case .pane = group.controls[row].content { columns = min(columns, 24) }
        if let section { columns += look.columns(of: section) + 1 }
        longest = max(longest, columns)
      }
    }
    return min(longest, limit)
  }

  /// Returns the title of a section that is shown in the row of its only setting, such as `pull` in
  /// `pull.rebase`, or `nil` if the section has a heading.
  ///
  /// In settings files without a bundle, several sections with a single setting often follow each
  /// other.
  func inlineTitle(of index: Int, in groups: [PaneGroup]) -> String? {
    guard isFile, !hasBundle, groups.indices.contains(index),
      let title = groups[index].titleOfSingleSetting
    else { return nil }
    let hasNeighbor = [index - 1, index + 1].contains {
      groups.indices.contains($0) && groups[$0].titleOfSingleSetting != nil
    }
    return hasNeighbor ? title : nil
  }

  func row(named name: SettingName) -> RowPlace? { rowsByName[name]?.first }

  func control(named name: SettingName) -> Control? { row(named: name).map(control(at:)) }

  func content(at row: RowPlace) -> (PaneGroup, Control) {
    let group = panes[row.pane].groups[row.group]
    return (group, group.controls[row.index])
  }

  /// Returns the first row that opens a pane.
  func link(to pane: Int) -> RowPlace? { steps(to: pane).last?.link }

  func control(at row: RowPlace) -> Control { content(at: row).1 }

  func has(_ row: RowPlace) -> Bool {
    panes.indices.contains(row.pane) && panes[row.pane].groups.indices.contains(row.group)
      && panes[row.pane].groups[row.group].controls.indices.contains(row.index)
  }

  /// Returns the first row for a key, which can be in any domain and, optionally, only on one pane.
  func row(ofKey key: String, in pane: Int? = nil) -> RowPlace? {
    for number in bundle.panes.indices where pane.map({ $0 == number }) ?? true {
      for (group, content) in panes[number].groups.enumerated() {
        let index = content.controls.firstIndex { $0.key?.isSame(as: key) ?? false }
        if let index { return RowPlace(pane: number, group: group, index: index) }
      }
    }
    return nil
  }

  func name(of control: Control, in pane: Int) -> SettingName? {
    guard let key = control.key else { return nil }
    return SettingName(domain: control.domain ?? domain(of: pane), key: key)
  }

  func domain(of pane: Int) -> String? {
    panes.indices.contains(pane) ? panes[pane].domain : nil
  }

  func panes(from pane: Int) -> [Int] { links.tree(from: pane, title: "").map(\.pane) }

  /// Returns the navigation path from the root pane to a pane, or only the pane if no link leads to
  /// it.
  func way(to pane: Int) -> [NavigationEntry] { way(by: steps(to: pane)) }

  func way(by steps: [PaneWays.RouteStep]) -> [NavigationEntry] {
    steps.map { step in
      guard step.pane != 0, panes.indices.contains(step.pane) else {
        return NavigationEntry(pane: step.pane, title: title)
      }
      let title = step.link.flatMap { control(at: $0).title }
      return NavigationEntry(pane: step.pane, title: title ?? panes[step.pane].title)
    }
  }

  /// Returns the shortest sequence of links from the root pane to a pane.
  ///
  /// If `isOpen` is specified, only links for which the closure returns `true` are used.
  func steps(to pane: Int, where isOpen: ((RowPlace) -> Bool)? = nil) -> [PaneWays.RouteStep] {
    guard let isOpen else { return ways.content.steps(to: pane) }
    return PaneWays(links, where: isOpen).steps(to: pane)
  }
}

/// An index that finds the rows of a setting by its name.
///
/// The index is a separate type to avoid a slow search for the `Hashable` conformance when the
/// editor starts.
private struct RowIndex: Sendable {
  private(set) var rows: [SettingName: [RowPlace]] = [:]

  init(_ panes: [Pane]) {
    rows.reserveCapacity(panes.lazy.flatMap(\.groups).reduce(0) { $0 + $1.controls.count })
    for (number, pane) in panes.enumerated() {
      for (group, content) in pane.groups.enumerated() {
        // Access each control by its index, because iterating over the controls would copy them.
        for index in content.controls.indices {
          guard let key = content.controls[index].key else { continue }
          let name = SettingName(domain: content.controls[index].domain ?? pane.domain, key: key)
          rows[name, default: []].append(RowPlace(pane: number, group: group, index: index))
        }
      }
    }
  }
}

/// A pane in the tree that the sidebar shows.
struct PaneBranch: Sendable, Equatable {
  let pane: Int
  let title: String
  let depth: Int
}

/// The panes of an app and the rows that open them.
struct PaneLinks: Sendable {
  private let panes: [Pane]
  /// The index of each pane in the array of panes, keyed by the name of its file.
  ///
  /// File names are compared by code units, so differently encoded accents are different names.
  let byFile: [SettingPath: Int]

  init(_ panes: [Pane]) {
    self.panes = panes
    byFile = Dictionary(panes.indices.map { (SettingPath(panes[$0].file), $0) }) { first, _ in first
    }
  }

  /// Returns the rows on a pane that open other panes, with the index of the other pane and its
  /// title.
  func links(from pane: Int) -> [(row: RowPlace, target: Int, title: String)] {
    panes[pane].groups.enumerated().flatMap { number, group in
      // Access each control by its index, because iterating over the controls would copy them.
      group.controls.indices.compactMap { index in
        guard let target = group.controls[index].pane.flatMap({ byFile[SettingPath($0)] })
        else { return nil }
        let row = RowPlace(pane: pane, group: number, index: index)
        return (row, target, group.controls[index].title ?? panes[target].title)
      }
    }
  }

  /// Returns a pane and all panes below it, in the order in which the sidebar shows them.
  func tree(from pane: Int, title: String) -> [PaneBranch] {
    var tree: [PaneBranch] = []
    var seen = Array(repeating: false, count: panes.count)
    var waiting = [PaneBranch(pane: pane, title: title, depth: 0)]
    while let next = waiting.popLast() {
      guard panes.indices.contains(next.pane), !seen[next.pane] else { continue }
      seen[next.pane] = true
      tree.append(next)
      waiting += links(from: next.pane).reversed().map {
        PaneBranch(pane: $0.target, title: $0.title, depth: next.depth + 1)
      }
    }
    return tree
  }
}

/// A cache of the title widths for each pane, which are measured when the pane is first shown.
private final class TitleWidths: Sendable {
  private typealias Width = (pane: Int, lettering: GlyphSet, limit: Int, columns: Int)
  private let known = Mutex<[Width]>([])

  func columns(
    of pane: Int, _ lettering: GlyphSet, _ limit: Int, _ measure: () -> Int
  ) -> Int {
    known.withLock { known in
      let found = known.first {
        $0.pane == pane && $0.lettering == lettering && $0.limit == limit
      }
      if let found { return found.columns }
      known.append((pane, lettering, limit, measure()))
      return known[known.count - 1].columns
    }
  }
}

/// The shortest sequence of links from the root pane to each other pane.
struct PaneWays: Sendable {
  /// A pane on the path to another pane, with the row that opens it.
  typealias RouteStep = (pane: Int, link: RowPlace?)

  /// For each pane, the row that opens it on the shortest path.
  private var last: [Int: RowPlace] = [:]

  init(_ links: PaneLinks, where isOpen: (RowPlace) -> Bool = { _ in true }) {
    var waiting = links.byFile.isEmpty ? [] : [0]
    while let pane = waiting.first {
      waiting.removeFirst()
      for link in links.links(from: pane)
      where link.target != 0 && last[link.target] == nil && isOpen(link.row) {
        last[link.target] = link.row
        waiting.append(link.target)
      }
    }
  }

  /// Returns the path from the root pane to a pane, or only the pane if no link leads to it.
  func steps(to pane: Int) -> [RouteStep] {
    var steps: [RouteStep] = []
    var place = pane
    while let link = last[place] {
      steps.append((place, link))
      place = link.pane
    }
    return [(place, nil)] + steps.reversed()
  }
}

/// The position of a control in the panes, even if the control is currently hidden.
struct RowPlace: Sendable, Equatable {
  var pane: Int, group: Int, index: Int
}

extension PaneGroup {
  /// The title of a group whose only setting is a value, or `nil` for any other group.
  fileprivate var titleOfSingleSetting: String? {
    guard controls.count == 1, item == nil, footer == nil, let title, !title.isEmpty,
      title.utf8.count + controls[0].label.utf8.count < ScreenLayout.titles.upperBound
    else { return nil }
    switch controls[0].content {
    case .list, .radio, .button, .pane: return nil
    default: return title
    }
  }
}
