/// A line that has other files read in its place.
package struct Inclusion: Sendable {
  /// Where the line begins: what is set before and after it counts differently.
  package let offset: Int
  /// The paths as written, perhaps with wildcards.
  package let patterns: [String]
  /// Whether each path is a folder whose `*.conf` files are read.
  package let isFolder: Bool
}

extension Document {
  /// The lines that have other files read, in file order; those that depend on something, or stand in
  /// a scope, are left out.
  package var inclusions: [Inclusion] {
    includes.compactMap { node in
      guard let text = literal(of: node)?.text, let name = place(of: node).steps.last,
        case .key(let key) = name
      else { return nil }
      let depth = place(of: node).steps.count
      guard depth == (format == .lines(.git) ? 2 : 1) else { return nil }
      let isList = format == .lines(.ssh) || format == .lines(.sshd)
      let patterns = isList ? text.split(separator: " ").map(String.init) : [text]
      return Inclusion(
        offset: nodes[node].start, patterns: patterns, isFolder: key.folded == "include_dir")
    }
  }

  package var continuesLines: Bool { format.dialect?.values is FoldedLines }

  package var firstCounts: Bool { format.dialect?.firstCounts ?? false }
}
