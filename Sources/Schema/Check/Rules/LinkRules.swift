import SetteeValues

// Rules for links to panes, which detect missing panes and panes that can't be reached.

extension CheckRule {
  static let missingFile = CheckRule("missing-file", .error) { bundle, report in
    guard bundle.isWhole else { return }
    let known = Set(
      bundle.names.filter { $0.hasSuffix(".plist") }.map { CheckedPane.base(of: $0) })
    let names = known.sorted()
    let byLowercase = Dictionary(names.map { ($0.lowercased(), $0) }) { first, _ in first }
    var words = Suggestion(among: names)
    for pane in bundle.panes {
      report.file = pane.path
      for row in pane.links {
        guard let file = row["File"], let target = row.target, !known.contains(target),
          VariantResolver.refusal(of: target) == nil
        else { continue }
        let advice =
          if let other = byLowercase[target.lowercased()] {
            "; rename \(other).plist, because devices distinguish case"
          } else {
            " in the bundle; "
              + (words.nearest(to: target).map { "did you mean \($0).plist?" }
                ?? "add it or remove the row")
          }
        report.add(file.place, "missing \(target).plist\(advice)")
      }
    }
  }

  static let fileForm = pane("file-form", .warning) { pane, _, report in
    for row in pane.links {
      guard let node = row["File"], let file = node.value.string else { continue }
      if let reason = VariantResolver.refusal(of: file) {
        report.add(node.place, "\(reason); use the name of a file in the bundle")
      } else if file.hasSuffix(".plist") {
        report.add(node.place, "File has an extension; use \(file.dropLast(6))")
      } else if file.contains("/") {
        report.add(
          node.place,
          "File has a directory; move \(file).plist to the top level of the bundle")
      }
    }
  }

  static let paneCycle = pane("pane-cycle", .error) { pane, bundle, report in
    for row in pane.links {
      guard let target = row.target, let file = row["File"],
        bundle.graph.closesCircle(from: pane.base, to: target)
      else { continue }
      report.add(
        file.place, "circular link: \(target) leads back to \(pane.base); remove one of the links")
    }
  }

  static let unreachablePane = pane("unreachable-pane", .warning) { pane, bundle, report in
    guard bundle.isWhole, bundle.panes.first?.base == "Root",
      !bundle.graph.isReachable(pane.base)
    else { return }
    report.add(
      pane.root.place,
      "unreachable pane \(pane.base); add a row that opens it, or remove the file")
  }
}
