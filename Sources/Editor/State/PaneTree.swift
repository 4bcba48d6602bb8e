import Settee
import SetteeTerminal
import SetteeVerbs

/// The bundle of the open app, with its panes and the indexes of them.
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
  /// The index of each pane in the array of panes, keyed by the name of its file.
  ///
  /// File names are compared by code units, so differently encoded accents are different names.
  private let byFile: [SettingPath: Int]
  /// The rows of each pane that open other panes.
  private let links: [[PaneLink]]
  /// For each pane, the row that opens it on the shortest path from the root pane.
  private let shortest: [Int: RowPlace]
  /// The panes as a tree.
  ///
  /// In the tree, each pane is below the pane with the first row that links to it.
  let tree: [PaneBranch]
  /// The first row that shows each setting, in the order of the panes.
  let rowsByName: [SettingName: RowPlace]
  /// The other rows that show each setting.
  ///
  /// Nearly every setting has exactly one row, so this dictionary is small.
  private let otherRows: [SettingName: [RowPlace]]
  /// For each pane of a file, the beginnings of the titles of sections inside of an earlier section,
  /// such as `tool.ruff.` in `tool.ruff.lint`, keyed by their groups.
  private var parentTitles: [[Int: String]] = []
  private var titleWidths: [GlyphSet: [Int]] = [:]
  private var outlineWidths: [GlyphSet: Int] = [:]
  /// The path of the settings file in the form that is shown to the user, or an empty string.
  let location: String
  /// The format of the settings file as it is shown to the user, such as `TOML`, or `nil` for an app.
  let format: String?
  /// The lines of the file around each of the first five problems of the bundle, or `nil` if the
  /// line of a problem is unknown.
  let errorExcerpts: [FileExcerpt?]
  /// The accent color of the app or of the file's format.
  let accent: Accent
  /// The keys that have several values in the settings file, each of which has a pane with its
  /// values.
  let repeatedKeys: Set<SettingPath>

  init(
    _ bundle: SettingsBundle, word: String, shell: ShellCommand = ShellCommand(),
    isFile: Bool = false, isOpenedByPath: Bool = false, location: String = "",
    errorExcerpts: [FileExcerpt?] = [], format: String? = nil,
    repeatedKeys: Set<SettingPath> = []
  ) {
    self.bundle = bundle
    self.location = location
    self.format = format.map { HomeLoader.shown(format: $0) }
    accent = Accent(of: format ?? bundle.domain ?? word)
    self.errorExcerpts = errorExcerpts
    self.isFile = isFile
    self.isOpenedByPath = isOpenedByPath
    self.word = word
    self.shell = shell
    self.repeatedKeys = repeatedKeys
    let lists =
      isFile || bundle.path.isEmpty && shell.namesApp
      ? Self.listPanes(bundle.panes, repeatedKeys) : []
    panes = bundle.panes + bundle.elementPanes + lists
    title = bundle.title == "Settings" ? bundle.domain ?? bundle.title : bundle.title
    let files = panes.map { SettingPath($0.file) }
    byFile = Dictionary(zip(files, panes.indices)) { first, _ in first }
    links = Self.links(panes, byFile)
    shortest = Self.shortest(links) { _ in true }
    tree = Self.tree(from: 0, title: title, links)
    // Omit the panes for list items, because their keys are entries in the list's value rather than
    // settings.
    (rowsByName, otherRows) = Self.rows(bundle.panes)
    if isFile, !hasBundle { parentTitles = panes.map(Self.parentTitles) }
    for lettering in [GlyphSet.unicode, .ascii] {
      var look = Appearance()
      look.lettering = lettering
      titleWidths[lettering] = panes.indices.map { longestTitle(of: $0, look) }
      outlineWidths[lettering] = measuredOutline(look)
    }
  }

  /// Returns the width of the outline in the sidebar, or `nil` if there is a single pane with a
  /// single section.
  func outlineColumns(_ lettering: GlyphSet) -> Int? { outlineWidths[lettering] }

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

  private static func parentTitles(in pane: Pane) -> [Int: String] {
    var (parents, titles): ([Int: String], Set<String>) = ([:], [])
    for index in pane.groups.indices {
      guard let title = pane.groups[index].title else { continue }
      var parent = title[...]
      while parents[index] == nil, let dot = parent.lastIndex(of: ".") {
        if titles.contains(String(parent[..<dot])) { parents[index] = String(parent[...dot]) }
        parent = parent[..<dot]
      }
      titles.insert(title)
    }
    return parents
  }

  /// Returns the beginning of a section's title that names an earlier section, such as `tool.ruff.`
  /// in `tool.ruff.lint`, or `nil` if there is none or the file has a bundle.
  func parentTitle(of group: Int, in pane: Int) -> String? {
    parentTitles.indices.contains(pane) ? parentTitles[pane][group] : nil
  }

  /// Returns a pane for each list and each repeated key in the app's panes, with a row for each list
  /// item.
  private static func listPanes(_ panes: [Pane], _ repeatedKeys: Set<SettingPath>) -> [Pane] {
    var lists: [Pane] = []
    for pane in panes {
      for group in pane.groups {
        // Access each control by its index, because iterating over the controls would copy them.
        for index in group.controls.indices {
          let isRepeated =
            !repeatedKeys.isEmpty
            && group.controls[index].key.map { repeatedKeys.contains(SettingPath($0)) } == true
          let content = group.controls[index].content
          guard let item = itemContent(of: content, isRepeated: isRepeated) else { continue }
          let control = group.controls[index]
          guard let key = control.key, control.error == nil, !control.isSecure || isRepeated
          else { continue }
          var row = Control(item)
          row.isSecure = control.isSecure
          let items = ItemList(item: row, add: row, isDeletable: true)
          var list = Control(.list(items), key: key, title: control.label)
          (list.domain, list.isSecure) = (control.domain, control.isSecure)
          lists.append(
            Pane(
              file: listFile(key), title: control.label, domain: pane.domain,
              groups: [PaneGroup(controls: [list])]))
        }
      }
    }
    return lists
  }

  /// Returns the type of the rows for the items of a list or of a repeated key, or `nil` for any
  /// other control.
  private static func itemContent(
    of content: ControlContent, isRepeated: Bool
  ) -> ControlContent? {
    switch content {
    case .text(let input) where input.type == .list: return .text
    case .title: return .text
    case .toggle, .slider, .text, .textview, .choice, .radio, .date:
      guard isRepeated else { return nil }
      if case .radio(let choices) = content { return .choice(choices) }
      return content
    default: return nil
    }
  }

  private static func listFile(_ key: String) -> String { key + "[]" }

  /// Returns the pane that shows the items of a list, or `nil` if the control isn't a list.
  func listPane(of control: Control) -> Int? {
    guard hasOpenKeys, control.kind != .list else { return nil }
    return control.key.flatMap { pane(named: Self.listFile($0)) }
  }

  func listPane(named key: String) -> Int? { pane(named: Self.listFile(key)) }

  func pane(named file: String) -> Int? { byFile[SettingPath(file)] }

  /// Returns the width of the longest title on a pane, up to ``ScreenLayout/widestTitle``.
  func titleColumns(of pane: Int, _ lettering: GlyphSet) -> Int {
    let widths = titleWidths[lettering] ?? []
    return widths.indices.contains(pane) ? widths[pane] : 0
  }

  private func longestTitle(of pane: Int, _ look: Appearance) -> Int {
    let limit = ScreenLayout.widestTitle
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
        if case .pane = group.controls[row].content {
          columns = min(columns, ScreenLayout.linkTitle)
        }
        if let section { columns += look.columns(of: section) + 1 }
        if parentTitle(of: index, in: pane) != nil { columns += ScreenLayout.nesting * 2 }
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

  func row(named name: SettingName) -> RowPlace? { rowsByName[name] }

  /// Returns all rows that show a setting, in the order of the panes.
  func rows(named name: SettingName) -> [RowPlace] {
    row(named: name).map { [$0] + otherRows[name, default: []] } ?? []
  }

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

  func panes(from pane: Int) -> [Int] { Self.tree(from: pane, title: "", links).map(\.pane) }

  /// Returns the navigation path from the root pane to a pane, or only the pane if no link leads to
  /// it.
  func way(to pane: Int) -> [NavigationEntry] { way(by: steps(to: pane)) }

  func way(by steps: [RouteStep]) -> [NavigationEntry] {
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
  func steps(to pane: Int, where isOpen: ((RowPlace) -> Bool)? = nil) -> [RouteStep] {
    let last = isOpen.map { Self.shortest(links, where: $0) } ?? shortest
    var steps: [RouteStep] = []
    var place = pane
    while let link = last[place] {
      steps.append((place, link))
      place = link.pane
    }
    return [(place, nil)] + steps.reversed()
  }
}

// The indexes that are created together with the tree.
extension PaneTree {
  /// A row that opens another pane, with the index of that pane and its title.
  private typealias PaneLink = (row: RowPlace, target: Int, title: String)
  /// A pane on the path to another pane, with the row that opens it.
  typealias RouteStep = (pane: Int, link: RowPlace?)

  private static func links(_ panes: [Pane], _ byFile: [SettingPath: Int]) -> [[PaneLink]] {
    panes.indices.map { pane in
      panes[pane].groups.enumerated().flatMap { number, group in
        // Access each control by its index, because both iterating over the controls and the property
        // `pane` would copy them.
        group.controls.indices.compactMap { index in
          guard case .pane(_, let file?) = group.controls[index].content,
            let target = byFile[SettingPath(file)]
          else { return nil }
          let row = RowPlace(pane: pane, group: number, index: index)
          return (row, target, group.controls[index].title ?? panes[target].title)
        }
      }
    }
  }

  /// Returns a pane and all panes below it, in the order in which the sidebar shows them.
  private static func tree(
    from pane: Int, title: String, _ links: [[PaneLink]]
  ) -> [PaneBranch] {
    var tree: [PaneBranch] = []
    var seen: Set<Int> = []
    var waiting = [PaneBranch(pane: pane, title: title, depth: 0)]
    while let next = waiting.popLast() {
      guard links.indices.contains(next.pane), seen.insert(next.pane).inserted else { continue }
      tree.append(next)
      waiting += links[next.pane].reversed().map {
        PaneBranch(pane: $0.target, title: $0.title, depth: next.depth + 1)
      }
    }
    return tree
  }

  /// Returns, for each pane, the row that opens it on the shortest path from the root pane.
  private static func shortest(
    _ links: [[PaneLink]], where isOpen: (RowPlace) -> Bool
  ) -> [Int: RowPlace] {
    var last: [Int: RowPlace] = [:]
    var waiting = links.isEmpty ? [] : [0]
    while let pane = waiting.first {
      waiting.removeFirst()
      for link in links[pane]
      where link.target != 0 && last[link.target] == nil && isOpen(link.row) {
        last[link.target] = link.row
        waiting.append(link.target)
      }
    }
    return last
  }

  private static func rows(
    _ panes: [Pane]
  ) -> (first: [SettingName: RowPlace], others: [SettingName: [RowPlace]]) {
    var first: [SettingName: RowPlace] = [:]
    var others: [SettingName: [RowPlace]] = [:]
    first.reserveCapacity(panes.lazy.flatMap(\.groups).reduce(0) { $0 + $1.controls.count })
    for (number, pane) in panes.enumerated() {
      for (group, content) in pane.groups.enumerated() {
        // Access each control by its index, because iterating over the controls would copy them.
        for index in content.controls.indices {
          guard let key = content.controls[index].key else { continue }
          let name = SettingName(domain: content.controls[index].domain ?? pane.domain, key: key)
          let row = RowPlace(pane: number, group: group, index: index)
          guard let earlier = first.updateValue(row, forKey: name) else { continue }
          first[name] = earlier
          others[name, default: []].append(row)
        }
      }
    }
    return (first, others)
  }
}

/// A pane in the tree that the sidebar shows.
struct PaneBranch: Sendable, Equatable {
  let pane: Int
  let title: String
  let depth: Int
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
