/// Which pane of a bundle opens which: how far each is from Root, and which lie on one circle.
///
/// A pane is known by the name that rows give it, its variants for devices and languages together;
/// one that rows name counts even if there is no such file.
/// Everything is found in one walk, without recursion: a bundle may hold thousands of panes in a row.
struct PaneGraph {
  private var numbers = ["Root": 0]
  private var links: [[Int]] = [[]]
  /// How many links each pane is away from Root; nil for one that no way leads to.
  private var depths: [Int?] = []
  /// A number for each pane; two panes have the same when each leads to the other.
  private var circles: [Int] = []

  init(_ panes: [CheckedPane]) {
    for pane in panes {
      let from = number(of: pane.base)
      for target in pane.links.compactMap(\.target) { links[from].append(number(of: target)) }
    }
    depths = Self.depths(from: 0, links)
    circles = Circles(links).numbers
  }

  /// Whether rows lead from Root to a pane of this name.
  func isReachable(_ base: String) -> Bool { numbers[base].flatMap { depths[$0] } != nil }

  /// Whether a row of a pane closes a circle: its target leads back to the pane, and is no further
  /// from Root.
  func closesCircle(from base: String, to target: String) -> Bool {
    guard let from = numbers[base], let to = numbers[target], circles[from] == circles[to] else {
      return false
    }
    return depths[to] ?? .max <= depths[from] ?? .max
  }

  private mutating func number(of base: String) -> Int {
    if let number = numbers[base] { return number }
    numbers[base] = links.count
    links.append([])
    return links.count - 1
  }

  private static func depths(from root: Int, _ links: [[Int]]) -> [Int?] {
    var depths = [Int?](repeating: nil, count: links.count)
    depths[root] = 0
    var level = [root]
    var depth = 0
    while !level.isEmpty {
      depth += 1
      var next: [Int] = []
      for pane in level {
        for target in links[pane] where depths[target] == nil {
          depths[target] = depth
          next.append(target)
        }
      }
      level = next
    }
    return depths
  }
}

/// The circles of a graph: Tarjan's strongly connected components, with a stack of its own.
private struct Circles {
  /// The circle of each node; a node on no circle has a number to itself.
  private(set) var numbers: [Int]
  private let links: [[Int]]
  /// When each node was met; nil before.
  private var met: [Int?]
  /// The earliest node of the open path that each node leads back to.
  private var earliest: [Int]
  private var isOpen: [Bool]
  /// The nodes whose circle is not yet complete, in the order in which they were met.
  private var open: [Int] = []
  /// The way to the present node, with the next link to follow of each node on it.
  private var way: [(node: Int, next: Int)] = []
  private var count = 0

  init(_ links: [[Int]]) {
    self.links = links
    numbers = Array(repeating: 0, count: links.count)
    met = Array(repeating: nil, count: links.count)
    earliest = numbers
    isOpen = Array(repeating: false, count: links.count)
    for node in links.indices where met[node] == nil { walk(from: node) }
  }

  private mutating func walk(from start: Int) {
    enter(start)
    while let (node, next) = way.last {
      if next < links[node].count {
        way[way.count - 1].next += 1
        let target = links[node][next]
        if met[target] == nil {
          enter(target)
        } else if isOpen[target] {
          earliest[node] = min(earliest[node], met[target] ?? .max)
        }
      } else {
        way.removeLast()
        if let above = way.last?.node { earliest[above] = min(earliest[above], earliest[node]) }
        if earliest[node] == met[node] { close(node) }
      }
    }
  }

  private mutating func enter(_ node: Int) {
    met[node] = count
    earliest[node] = count
    count += 1
    open.append(node)
    isOpen[node] = true
    way.append((node, 0))
  }

  /// Numbers the circle that was first met at this node.
  private mutating func close(_ node: Int) {
    while let last = open.popLast() {
      isOpen[last] = false
      numbers[last] = node
      if last == node { return }
    }
  }
}
