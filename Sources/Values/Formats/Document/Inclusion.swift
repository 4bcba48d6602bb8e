/// A directive in a settings file that includes other files, such as `Include conf.d/*.conf`.
package struct Inclusion: Sendable {
  /// The offset of the include directive in the file.
  ///
  /// The precedence of a setting depends on whether it comes before or after the include directive.
  package let offset: Int
  /// The paths of the included files as written in the directive, possibly with wildcards.
  package let patterns: [String]
  /// A Boolean value that indicates whether each path is a directory whose `*.conf` files are
  /// included.
  package let isFolder: Bool
}

extension Document {
  /// The include directives of the settings file, in file order.
  ///
  /// Conditional include directives and directives inside a section such as `Host` are excluded.
  package var inclusions: [Inclusion] {
    guard let names = format.dialect?.includes, !names.isEmpty else { return [] }
    let isGit = format == .lines(.git)
    let isList = format == .lines(.ssh) || format == .lines(.sshd)
    return nodes.indices.compactMap { node in
      guard nodes[node].hasLine, let key = nodes[node].step.name?.folded, names.contains(key),
        let text = literal(of: node)?.text
      else { return nil }
      let place = place(of: node).steps
      let isInclude = ["include", "includeif"].contains(place[0].name?.folded)
      guard isGit ? place.count == 2 && isInclude : place.count == 1 else { return nil }
      let patterns = isList ? text.split(separator: " ").map(String.init) : [text]
      return Inclusion(
        offset: nodes[node].start, patterns: patterns, isFolder: key == "include_dir")
    }
  }

  /// The paths of all files that a git configuration includes, conditionally or unconditionally.
  package var gitIncludes: [String] {
    guard format == .lines(.git) else { return [] }
    return nodes.indices.compactMap { node in
      let names = place(of: node).steps.compactMap(\.name)
      guard nodes[node].hasLine, names.count > 1, names.last?.folded == "path",
        ["include", "includeif"].contains(names[0].folded)
      else { return nil }
      return literal(of: node)?.text
    }
  }

  package var continuesLines: Bool { format.dialect?.values is ContinuationLines }

  package var firstWins: Bool { format.dialect?.firstWins ?? false }
}
