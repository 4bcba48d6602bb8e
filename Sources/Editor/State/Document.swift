import Settee

/// The panes that are open, with what is asked of them again and again.
struct Document: Sendable {
  /// The bundle.
  let bundle: SettingsBundle
  /// Its panes, then those that edit an element of a list.
  let panes: [Pane]
  /// The word that names the app on the command line.
  let word: String
  /// How commands are written that others may run.
  let shell: ShellCommand
  /// The panes by name.
  private let paneByFile: [String: Int]
  private let index: OnDemand<DocumentIndex>
  private let ways: OnDemand<PaneWays>

  init(_ bundle: SettingsBundle, word: String, shell: ShellCommand = ShellCommand()) {
    self.bundle = bundle
    self.word = word
    self.shell = shell
    let panes = bundle.panes + bundle.elementPanes
    self.panes = panes
    let paneByFile = Dictionary(panes.indices.map { (panes[$0].file, $0) }) { first, _ in first }
    self.paneByFile = paneByFile
    // The keys of an element are entries of a list's value, which has a row of its own.
    index = OnDemand { [panes = bundle.panes] in DocumentIndex(panes) }
    ways = OnDemand { PaneWays(panes) { paneByFile[$0] } }
  }

  /// Whether somebody has written the panes, so that they check values; else they are guesses.
  var hasBundle: Bool { !bundle.path.isEmpty || !shell.namesApp }

  /// The panes that show a value.
  var panesByName: [SettingName: [Int]] { index.content.panes }

  /// The index of the pane of a name.
  func pane(named file: String) -> Int? { paneByFile[file] }

  /// The first row that shows a value.
  func row(named name: SettingName) -> RowPlace? { index.content.rows[name] }

  /// The first control that shows a value.
  func control(named name: SettingName) -> Control? { row(named: name).map { content(at: $0).1 } }

  /// The group and the control of a row.
  func content(at row: RowPlace) -> (PaneGroup, Control) {
    let group = panes[row.pane].groups[row.group]
    return (group, group.controls[row.index])
  }

  /// The first row of a key, whatever its domain; in one pane where one is given.
  func row(ofKey key: String, in pane: Int? = nil) -> RowPlace? {
    for number in bundle.panes.indices where pane.map({ $0 == number }) ?? true {
      for (group, content) in panes[number].groups.enumerated() {
        let index = content.controls.firstIndex { $0.key?.utf8.elementsEqual(key.utf8) ?? false }
        if let index { return RowPlace(pane: number, group: group, index: index) }
      }
    }
    return nil
  }

  /// The name of a control's value, or nil where it has no key.
  func name(of control: Control, in pane: Int) -> SettingName? {
    guard let key = control.key else { return nil }
    return SettingName(domain: control.domain ?? domain(of: pane), key: key)
  }

  private func domain(of pane: Int) -> String? {
    panes.indices.contains(pane) ? panes[pane].domain : nil
  }

  /// A pane and every pane below it, each once.
  func panes(from pane: Int) -> [Int] {
    var found: [Int] = []
    var seen: Set<Int> = []
    var waiting = [pane]
    while let next = waiting.popLast() {
      guard panes.indices.contains(next), seen.insert(next).inserted else { continue }
      found.append(next)
      waiting += panes[next].groups.flatMap { group in
        group.controls.compactMap { $0.pane.flatMap(self.pane(named:)) }
      }
    }
    return found
  }

  /// The panes on the way from the root to a pane, as places; the pane alone when none leads there.
  func way(to pane: Int) -> [PaneVisit] { way(by: steps(to: pane)) }

  /// Steps through the panes, as places.
  func way(by steps: [PaneWays.Step]) -> [PaneVisit] {
    steps.map { step in
      guard step.pane != 0, panes.indices.contains(step.pane) else {
        return PaneVisit(pane: step.pane, title: bundle.title)
      }
      let title = step.link.flatMap { content(at: $0).1.title }
      return PaneVisit(pane: step.pane, title: title ?? panes[step.pane].title)
    }
  }

  /// The steps from the root to a pane, by the fewest rows; by those rows alone that are given.
  func steps(to pane: Int, where isOpen: ((RowPlace) -> Bool)? = nil) -> [PaneWays.Step] {
    guard let isOpen else { return ways.content.steps(to: pane) }
    return PaneWays(panes, named: self.pane(named:), where: isOpen).steps(to: pane)
  }
}
