/// The links between panes: the distance of each from Root, and the links that close a cycle.
///
/// Variants for devices and languages count as one pane, identified by the name in links. A linked
/// pane counts even if its file is missing. The algorithms aren't recursive, because a bundle can
/// have thousands of nested panes.
struct PaneGraph {
  /// The distance of each reachable pane from Root, in links.
  private let depths: [String: Int]
  /// The links that are part of a cycle, by target.
  private var circles: [String: Set<String>] = [:]

  init(_ panes: [CheckedPane]) {
    let links = Dictionary(grouping: panes, by: \.base)
      .mapValues { $0.flatMap(\.links).compactMap(\.target) }
    depths = Self.depths(from: "Root", links)
    // Of the links in a cycle, those that don't lead further from Root close it.
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

  /// Returns whether a link closes a cycle: the target leads back to the pane, and isn't further
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
