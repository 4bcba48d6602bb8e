/// The links between the panes of a bundle, as a graph.
///
/// The graph contains how far each pane is from the root pane, and which links lead in a circle.
///
/// Versions of a pane for different devices or languages are treated as one pane, because links use
/// the same name for them. A linked pane is included even if its file is missing. The algorithms
/// aren't recursive, because a bundle can have thousands of nested panes.
struct PaneGraph {
  /// The smallest number of links from the root pane to each pane that can be reached.
  private let depths: [String: Int]
  /// For each pane, the panes whose links to it lead in a circle.
  private var circles: [String: Set<String>] = [:]

  init(_ panes: [CheckedPane]) {
    let links = Dictionary(grouping: panes, by: \.base)
      .mapValues { $0.flatMap(\.links).compactMap(\.target) }
    depths = Self.depths(from: "Root", links)
    // Follow only links that lead further away from the root pane, because other links can lead in
    // a circle.
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

  /// Returns whether links lead from the root pane to a pane.
  func isReachable(_ base: String) -> Bool { depths[base] != nil }

  /// Returns whether a link leads in a circle, so that the user could open panes endlessly.
  ///
  /// A link leads in a circle if its target leads back to the pane and isn't further from the root
  /// pane.
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
