/// The graph of links between panes.
///
/// The graph contains the distance of each pane from Root and the links that close a cycle.
///
/// Variants of a pane for devices and languages are treated as one pane, which is identified by the
/// name that links use. A linked pane is included even if its file is missing. The algorithms
/// aren't recursive, because a bundle can have thousands of nested panes.
struct PaneGraph {
  /// The number of links from Root to each reachable pane.
  private let depths: [String: Int]
  /// The panes whose links to a target are part of a cycle, keyed by target.
  private var circles: [String: Set<String>] = [:]

  init(_ panes: [CheckedPane]) {
    let links = Dictionary(grouping: panes, by: \.base)
      .mapValues { $0.flatMap(\.links).compactMap(\.target) }
    depths = Self.depths(from: "Root", links)
    // A link that closes a cycle doesn't lead further away from Root.
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

  /// Returns whether a pane can be reached from Root.
  func isReachable(_ base: String) -> Bool { depths[base] != nil }

  /// Returns whether a link closes a cycle.
  ///
  /// The target of such a link leads back to the pane and isn't further away from Root.
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
