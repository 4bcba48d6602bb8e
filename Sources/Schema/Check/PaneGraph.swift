/// Which pane of a bundle opens which: how far each is from Root, and which rows close a circle.
///
/// A pane is known by the name that rows give it, its variants for devices and languages together;
/// one that rows name counts even if there is no such file. Nothing recurses: a bundle may hold
/// thousands of panes in a row.
struct PaneGraph {
  /// How many links each pane is away from Root; only those that a way leads to are there.
  private let depths: [String: Int]
  /// Links whose target leads back to where they start, by target.
  private var circles: [String: Set<String>] = [:]

  init(_ panes: [CheckedPane]) {
    let links = Dictionary(grouping: panes, by: \.base)
      .mapValues { $0.flatMap(\.links).compactMap(\.target) }
    depths = Self.depths(from: "Root", links)
    // A circle is closed by a link that leads no further from Root.
    for (from, targets) in links {
      for to in targets where depths[to] ?? .max <= depths[from] ?? .max {
        circles[to, default: []].insert(from)
      }
    }
    for (to, starts) in circles {
      let reached = Self.depths(from: to, links)
      circles[to] = starts.filter { reached[$0] != nil }
    }
  }

  /// Whether rows lead from Root to a pane of this name.
  func isReachable(_ base: String) -> Bool { depths[base] != nil }

  /// Whether a row of a pane closes a circle: its target leads back to the pane, and is no further
  /// from Root.
  func closesCircle(from base: String, to target: String) -> Bool {
    circles[target]?.contains(base) == true
  }

  private static func depths(from start: String, _ links: [String: [String]]) -> [String: Int] {
    var depths = [start: 0]
    var waiting = [start][...]
    while let pane = waiting.popFirst() {
      for target in links[pane] ?? [] where depths[target] == nil {
        depths[target] = (depths[pane] ?? 0) + 1
        waiting.append(target)
      }
    }
    return depths
  }
}
