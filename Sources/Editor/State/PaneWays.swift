import Settee

/// How each pane is reached from the root, by the fewest rows.
struct PaneWays: Sendable {
  /// A pane on a way, and the row that leads to it from the pane before.
  struct Step: Sendable, Equatable {
    var pane: Int
    var link: RowPlace?
  }

  /// The last step to each pane that a row leads to, and the pane before.
  private var last: [Int: (from: Int, step: Step)] = [:]

  /// Finds the ways that go by rows for which something holds.
  init(
    _ panes: [Pane], named: (String) -> Int?, where isOpen: (RowPlace) -> Bool = { _ in true }
  ) {
    var waiting = panes.isEmpty ? [] : [0]
    var next = 0
    while next < waiting.count {
      let pane = waiting[next]
      next += 1
      for (number, group) in panes[pane].groups.enumerated() {
        // By position: a `for` loop would copy each control, with all that it holds.
        for row in group.controls.indices {
          let link = RowPlace(pane: pane, group: number, index: row)
          guard let target = group.controls[row].pane.flatMap(named), target != 0,
            last[target] == nil, isOpen(link)
          else { continue }
          last[target] = (pane, Step(pane: target, link: link))
          waiting.append(target)
        }
      }
    }
  }

  /// The way from the root to a pane; the pane alone when no row leads there.
  func steps(to pane: Int) -> [Step] {
    guard pane == 0 || last[pane] != nil else { return [Step(pane: pane)] }
    var steps: [Step] = []
    var place = pane
    while let found = last[place] {
      steps.append(found.step)
      place = found.from
    }
    return [Step(pane: 0)] + steps.reversed()
  }
}
