/// A row whose pane is not there.
struct MissingFile: CheckRule {
  static let id = "missing-file"
  static let severity = Severity.error

  func check(_ bundle: CheckedBundle, _ report: inout RuleReport) {
    guard bundle.isWhole else { return }
    let bases = Set(
      bundle.names.filter { $0.hasSuffix(".plist") }.map { CheckedPane.base(of: $0) })
    for pane in bundle.panes {
      report.file = pane.path
      for row in pane.links {
        guard let file = row["File"], let target = row.target, !bases.contains(target),
          PaneFiles.refusal(of: target) == nil
        else { continue }
        report.add(file.place, message(target, bases))
      }
    }
  }

  private func message(_ target: String, _ bases: Set<String>) -> String {
    let lower = target.lowercased()
    if let other = bases.first(where: { $0.lowercased() == lower }) {
      return "there is no \(target).plist, only \(other).plist; devices tell them apart by case"
    }
    let near = NearestWord.of(target, among: bases.sorted())
    return "there is no \(target).plist in the bundle; "
      + (near.map { "\($0).plist may be meant" } ?? "add it or remove the row")
  }
}

/// A row whose file is named in a way that devices do not follow.
struct FileForm: ElementRule {
  static let id = "file-form"
  static let severity = Severity.warning

  func check(_ bundle: CheckedBundle, _ report: inout RuleReport) {
    for pane in bundle.panes {
      report.file = pane.path
      for row in pane.links { check(row, &report) }
    }
  }

  func check(_ element: CheckedElement, _ report: inout RuleReport) {
    guard let node = element["File"], let file = node.value.string else { return }
    if let reason = PaneFiles.refusal(of: file) {
      report.add(node.place, "\(reason) and is not followed; name a file of the bundle")
    } else if file.hasSuffix(".plist") {
      report.add(node.place, "File is named without its extension; write \(file.dropLast(6))")
    } else if file.contains("/") {
      report.add(node.place, "File is a name without a folder; move \(file).plist up")
    }
  }
}

/// A pane that leads back to itself.
struct PaneCycle: CheckRule {
  static let id = "pane-cycle"
  static let severity = Severity.error

  func check(_ bundle: CheckedBundle, _ report: inout RuleReport) {
    let byBase = bundle.panesByBase
    let links = byBase.mapValues { Set($0.flatMap { $0.links.compactMap(\.target) }) }
    for pane in bundle.panes {
      report.file = pane.path
      for row in pane.links {
        guard let target = row.target, let file = row["File"], byBase[target] != nil,
          Self.leads(from: target, to: pane.base, links), Self.isBackward(target, pane, links)
        else { continue }
        report.add(
          file.place, "\(target) leads back to \(pane.base), a circle without end; remove a link")
      }
    }
  }

  /// Whether there is a way along the links.
  private static func leads(
    from start: String, to end: String, _ links: [String: Set<String>]
  ) -> Bool {
    var seen: Set<String> = []
    var waiting = [start]
    while let base = waiting.popLast() {
      if base == end { return true }
      if seen.insert(base).inserted { waiting += links[base] ?? [] }
    }
    return false
  }

  /// Whether the link is the one that closes the circle: its target is met before its own pane.
  private static func isBackward(
    _ target: String, _ pane: CheckedPane, _ links: [String: Set<String>]
  ) -> Bool {
    let depths = depths(links)
    return depths[target, default: .max] <= depths[pane.base, default: .max]
  }

  /// How many links each pane is away from Root.
  private static func depths(_ links: [String: Set<String>]) -> [String: Int] {
    var depths = ["Root": 0]
    var level = ["Root"]
    while !level.isEmpty {
      let next = Set(level.flatMap { links[$0] ?? [] }).filter { depths[$0] == nil }
      for base in next { depths[base] = (depths[level[0]] ?? 0) + 1 }
      level = Array(next)
    }
    return depths
  }
}

/// A pane that no row opens.
struct UnreachablePane: CheckRule {
  static let id = "unreachable-pane"
  static let severity = Severity.warning

  func check(_ bundle: CheckedBundle, _ report: inout RuleReport) {
    guard bundle.isWhole, bundle.panes.contains(where: { $0.base == "Root" }) else { return }
    let reachable = bundle.reachable
    for pane in bundle.panes where !reachable.contains(pane.base) {
      report.file = pane.path
      report.add(
        pane.root.place, "no row opens \(pane.base); add one or remove the file")
    }
  }
}
