/// Which pane of a bundle opens which: how far each is from Root, and which rows close a circle.
///
/// A pane is known by the name that rows give it, its variants for devices and languages together;
/// one that rows name counts even if there is no such file. Nothing recurses: a bundle may hold
/// thousands of panes in a row.
struct PaneGraph {
  private var numbers = ["Root": 0]
  private var links: [[Int]] = [[]]
  /// How many links each pane is away from Root; nil for one that no way leads to.
  private let depths: [Int?]
  /// Links whose target leads back to where they start, by target.
  private var circles: [Int: Set<Int>] = [:]

  init(_ panes: [CheckedPane]) {
    var (numbers, links) = (numbers, links)
    func number(of base: String) -> Int {
      if let number = numbers[base] { return number }
      numbers[base] = links.count
      links.append([])
      return links.count - 1
    }
    for pane in panes {
      let from = number(of: pane.base)
      for target in pane.links.compactMap(\.target) { links[from].append(number(of: target)) }
    }
    (self.numbers, self.links) = (numbers, links)
    let depths = Self.depths(from: 0, links)
    self.depths = depths
    // A circle is closed by a link that leads no further from Root.
    for (from, targets) in links.enumerated() {
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
  func isReachable(_ base: String) -> Bool { numbers[base].flatMap { depths[$0] } != nil }

  /// Whether a row of a pane closes a circle: its target leads back to the pane, and is no further
  /// from Root.
  func closesCircle(from base: String, to target: String) -> Bool {
    guard let from = numbers[base], let to = numbers[target] else { return false }
    return circles[to]?.contains(from) == true
  }

  private static func depths(from start: Int, _ links: [[Int]]) -> [Int?] {
    var depths = [Int?](repeating: nil, count: links.count)
    depths[start] = 0
    var waiting = [start][...]
    while let pane = waiting.popFirst() {
      for target in links[pane] where depths[target] == nil {
        depths[target] = (depths[pane] ?? 0) + 1
        waiting.append(target)
      }
    }
    return depths
  }
}
