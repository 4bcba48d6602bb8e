import Settee
import SetteeTerminal
import SetteeVerbs
import Synchronization

/// The panes that are open, with what is asked of them again and again.
struct Document: Sendable {
  let bundle: SettingsBundle
  /// Its panes, then those that edit an element of a list.
  let panes: [Pane]
  /// The app's name; its domain where all that is known is that these are settings.
  let title: String
  let word: String
  /// How commands are written that others may run.
  let shell: ShellCommand
  /// Whether the settings stand in the file of another program.
  let isFile: Bool
  private let links: PaneLinks
  /// The first picture needs it only where something is changed, and thousands of rows take a while.
  private let index: OnDemand<RowIndex>
  private let ways: OnDemand<PaneWays>
  private let widths = TitleWidths()
  private let branches: OnDemand<[PaneBranch]>

  init(
    _ bundle: SettingsBundle, word: String, shell: ShellCommand = ShellCommand(),
    isFile: Bool = false
  ) {
    self.bundle = bundle
    self.isFile = isFile
    self.word = word
    self.shell = shell
    panes = bundle.panes + bundle.elementPanes
    let links = PaneLinks(panes)
    self.links = links
    // The keys of an element are entries of a list's value, which has a row of its own.
    index = OnDemand { [panes = bundle.panes] in RowIndex(panes) }
    ways = OnDemand { PaneWays(links) }
    let title = bundle.title == "Settings" ? bundle.domain ?? bundle.title : bundle.title
    self.title = title
    branches = OnDemand { links.tree(from: 0, title: title) }
  }

  /// Whether somebody has written the panes, so that they check values; else they are guesses.
  var hasBundle: Bool { !bundle.path.isEmpty || !shell.namesApp }

  /// Whether nobody knows what holds while a value is not set.
  var hasDefaults: Bool { hasBundle || !isFile }

  /// The rows that show each value, in the order of the panes; nearly every value has one.
  var rowsByName: [SettingName: [RowPlace]] { index.content.rows }

  func pane(named file: String) -> Int? { links.byFile[LeafPath(file)] }

  /// The panes as a tree, from the root down; each stands below the first row that leads to it.
  var tree: [PaneBranch] { branches.content }

  /// How many columns the longest title of a pane covers, as far as that matters.
  func titleColumns(of pane: Int, _ look: Look) -> Int {
    widths.columns(of: pane, look.lettering) { longestTitle(of: pane, look) }
  }

  private func longestTitle(of pane: Int, _ look: Look) -> Int {
    guard panes.indices.contains(pane) else { return 0 }
    let limit = Frame.titles.upperBound
    var longest = 0
    for group in panes[pane].groups {
      // By position, and by what is stored: a `for` loop would copy each control, with all that it
      // holds, and so does what it works out, such as its kind.
      for row in group.controls.indices where longest < limit {
        let title: String?
        switch group.controls[row].content {
        case .radio, .button: continue
        case .list(let list): title = list.item?.title
        default:
          title =
            group.controls[row].title ?? group.controls[row].key ?? group.controls[row].type
        }
        longest = max(longest, look.columns(of: title ?? "", limit: limit))
      }
    }
    return min(longest, limit)
  }

  func row(named name: SettingName) -> RowPlace? { rowsByName[name]?.first }

  func control(named name: SettingName) -> Control? { row(named: name).map(control(at:)) }

  func content(at row: RowPlace) -> (PaneGroup, Control) {
    let group = panes[row.pane].groups[row.group]
    return (group, group.controls[row.index])
  }

  func control(at row: RowPlace) -> Control { content(at: row).1 }

  func has(_ row: RowPlace) -> Bool {
    panes.indices.contains(row.pane) && panes[row.pane].groups.indices.contains(row.group)
      && panes[row.pane].groups[row.group].controls.indices.contains(row.index)
  }

  /// The first row of a key, whatever its domain; in one pane where one is given.
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

  /// The panes on the way from the root to a pane, as places; the pane alone when none leads there.
  func way(to pane: Int) -> [PaneVisit] { way(by: steps(to: pane)) }

  func way(by steps: [PaneWays.Step]) -> [PaneVisit] {
    steps.map { step in
      guard step.pane != 0, panes.indices.contains(step.pane) else {
        return PaneVisit(pane: step.pane, title: title)
      }
      let title = step.link.flatMap { control(at: $0).title }
      return PaneVisit(pane: step.pane, title: title ?? panes[step.pane].title)
    }
  }

  /// The steps from the root to a pane, by the fewest rows; by those rows alone that are given.
  func steps(to pane: Int, where isOpen: ((RowPlace) -> Bool)? = nil) -> [PaneWays.Step] {
    guard let isOpen else { return ways.content.steps(to: pane) }
    return PaneWays(links, where: isOpen).steps(to: pane)
  }
}

/// The rows of all panes by the names of their values.
///
/// A type of its own: without it, the runtime looks through all conformances for how to hash a name,
/// before the first picture.
private struct RowIndex: Sendable {
  private(set) var rows: [SettingName: [RowPlace]] = [:]

  init(_ panes: [Pane]) {
    rows.reserveCapacity(panes.lazy.flatMap(\.groups).reduce(0) { $0 + $1.controls.count })
    for (number, pane) in panes.enumerated() {
      for (group, content) in pane.groups.enumerated() {
        // By position: a `for` loop would copy each control, with all that it holds.
        for index in content.controls.indices {
          guard let key = content.controls[index].key else { continue }
          let name = SettingName(domain: content.controls[index].domain ?? pane.domain, key: key)
          rows[name, default: []].append(RowPlace(pane: number, group: group, index: index))
        }
      }
    }
  }
}

struct PaneBranch: Sendable, Equatable {
  let pane: Int
  let title: String
  let depth: Int
}

/// The panes, and the rows that lead from one to another.
struct PaneLinks: Sendable {
  private let panes: [Pane]
  /// The panes by the names of their files, by code units.
  let byFile: [LeafPath: Int]

  init(_ panes: [Pane]) {
    self.panes = panes
    byFile = Dictionary(panes.indices.map { (LeafPath(panes[$0].file), $0) }) { first, _ in first }
  }

  /// The rows of a pane that lead to panes, with what each calls that.
  func links(from pane: Int) -> [(row: RowPlace, target: Int, title: String)] {
    panes[pane].groups.enumerated().flatMap { number, group in
      // By position: a `for` loop would copy each control, with all that it holds.
      group.controls.indices.compactMap { index in
        guard case .pane(let link) = group.controls[index].content,
          let target = link.pane.flatMap({ byFile[LeafPath($0)] })
        else { return nil }
        let row = RowPlace(pane: pane, group: number, index: index)
        return (row, target, group.controls[index].title ?? panes[target].title)
      }
    }
  }

  /// A pane and every pane below it, each below the first row that leads to it.
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

/// How wide the titles of panes are, each measured when it is first shown.
private final class TitleWidths: Sendable {
  private let known = Mutex<[(pane: Int, lettering: Lettering, columns: Int)]>([])

  func columns(of pane: Int, _ lettering: Lettering, _ measure: () -> Int) -> Int {
    known.withLock { known in
      if let found = known.first(where: { $0.pane == pane && $0.lettering == lettering }) {
        return found.columns
      }
      known.append((pane, lettering, measure()))
      return known[known.count - 1].columns
    }
  }
}

/// How each pane is reached from the root, by the fewest rows.
struct PaneWays: Sendable {
  struct Step: Sendable, Equatable {
    var pane: Int
    var link: RowPlace?
  }

  /// The row that leads to each pane from the pane before.
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

  /// The way from the root to a pane; the pane alone when no row leads there.
  func steps(to pane: Int) -> [Step] {
    var steps: [Step] = []
    var place = pane
    while let link = last[place] {
      steps.append(Step(pane: place, link: link))
      place = link.pane
    }
    return [Step(pane: place)] + steps.reversed()
  }
}

/// Where a control stands in the panes, whether or not it is on the screen.
struct RowPlace: Sendable, Equatable {
  var pane: Int, group: Int, index: Int
}
