import SetteeFiles
import SetteeStorage
import Synchronization

// The lenses for the paths of files, according to the text of the lens files.
//
// A filter includes `/etc/hosts`, for example. It matches the end of a path, so that it also applies to the files of an
// image or a repository.
extension AugeasEngine {
  /// Returns the lens whose filter is the most specific one for a path.
  package func lens(forFileAt path: String) -> String? {
    let parts = path.split(separator: "/").map { Array($0.utf8) }
    let ranked = allFilters.compactMap { filter in filter.rank(of: parts).map { ($0, filter.lens) }
    }
    return ranked.max { ($0.0, $1.1) < ($1.0, $0.1) }?.1
  }

  /// Returns the lens whose filter includes a file with a name in `/etc`, or in as few directories
  /// below it as possible.
  package func lens(forFileNamed name: String) -> String? {
    let depths = allFilters.compactMap { filter in
      filter.depth(ofFileNamed: Array(name.utf8)).map { ($0, filter.lens) }
    }
    return depths.min { ($0.0, $0.1) < ($1.0, $1.1) }?.1
  }

  var hasLenses: Bool { !allFilters.isEmpty }

  private var allFilters: [LensFilter] {
    filters.withLock { known in
      let all = known ?? readFilters()
      known = all
      return all
    }
  }

  /// Reads the filters from the state directory, or from the lens files if a directory of lenses has changed.
  private func readFilters() -> [LensFilter] {
    let stamp = lensFolders.map { folder in
      let status = (try? FileSystem.live.existing(folder)) ?? nil
      return "\(folder) \(status?.modified ?? 0)"
    }.joined(separator: " ")
    let state = (try? SettingsDirectories(environment: environment)).map {
      PlistFile(state: "lenses", $0)
    }
    if let text = state?.text(for: "filters") {
      let lines = text.split(separator: "\n").map(String.init)
      if lines.first == stamp { return LensFilter.filters(in: lines.dropFirst()) }
    }
    let lines = LensSources(lensFolders).lines
    state?.remember(([stamp] + lines).joined(separator: "\n"), for: "filters")
    return LensFilter.filters(in: lines[...])
  }
}

/// The files for which a lens is made.
struct LensFilter: Sendable {
  let lens: String
  private var included: [[[UInt8]]] = []
  private var excluded: [[[UInt8]]] = []

  /// Reads lines such as `Hosts.lns + /etc/hosts`, in which a minus sign excludes files.
  static func filters(in lines: ArraySlice<String>) -> [LensFilter] {
    var filters: [LensFilter] = []
    for line in lines {
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count == 3 else { continue }
      let lens = String(words[0])
      if filters.last?.lens != lens { filters.append(LensFilter(lens: lens)) }
      let parts = words[2].split(separator: "/").map { Array($0.utf8) }
      if words[1] == "+" {
        filters[filters.count - 1].included.append(parts)
      } else {
        filters[filters.count - 1].excluded.append(parts)
      }
    }
    return filters
  }

  private init(lens: String) { self.lens = lens }

  /// Returns the number of characters that the filter specifies for a path, or `nil` if it doesn't match.
  func rank(of path: [[UInt8]]) -> Int? {
    let ranks = included.filter { Self.matches($0, path) }.map { pattern in
      pattern.reduce(0) { $0 + $1.count { !"*?[]".utf8.contains($0) } }
    }
    guard let rank = ranks.max(), !excluded.contains(where: { Self.matches($0, path) }) else {
      return nil
    }
    return rank
  }

  /// Returns the number of directories above a file with a name, or `nil` if no such file in `/etc`
  /// is included.
  func depth(ofFileNamed name: [UInt8]) -> Int? {
    included.filter { $0.first == Array("etc".utf8) && $0.last == name }.map(\.count).min()
  }

  private static func matches(_ pattern: [[UInt8]], _ path: [[UInt8]]) -> Bool {
    !pattern.isEmpty && path.count >= pattern.count
      && zip(pattern, path.suffix(pattern.count)).allSatisfy { matches($0[...], $1[...]) }
  }

  /// Returns whether a name matches a shell pattern, such as `*.conf`.
  private static func matches(_ pattern: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
    guard let first = pattern.first else { return name.isEmpty }
    let rest = pattern.dropFirst()
    switch first {
    case UInt8(ascii: "*"):
      return (name.startIndex...name.endIndex).contains { matches(rest, name[$0...]) }
    case UInt8(ascii: "?"): return !name.isEmpty && matches(rest, name.dropFirst())
    case UInt8(ascii: "["):
      guard let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "]")), let byte = name.first
      else { return false }
      let isNegated = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^")
      let set = Array(isNegated ? rest[..<end].dropFirst() : rest[..<end])
      let isIn = set.indices.contains { index in
        set[index] == byte
          || index > 0 && index + 1 < set.count && set[index] == UInt8(ascii: "-")
            && (set[index - 1]...max(set[index - 1], set[index + 1])).contains(byte)
      }
      return isIn != isNegated && matches(pattern[(end + 1)...], name.dropFirst())
    default: return name.first == first && matches(rest, name.dropFirst())
    }
  }
}
