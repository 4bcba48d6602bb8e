import SetteeFiles
import SetteeFormats
import SetteePropertyLists

/// A file that a settings file includes, as a layer: read and never written.
///
/// For each key the place of the line that includes it says which of the two counts; so there are two
/// layers of it, one above the file itself, one below.
final class IncludedFile: DomainStorage {
  private let main: TextFile
  private let own: TextFile
  private let inclusion: Inclusion
  private let isAbove: Bool
  private let folders: IncludeFolders
  private let depth: Int

  /// How deep files may include others.
  private static let mostDepth = 8

  init(
    _ path: String, by main: TextFile, _ inclusion: Inclusion, isAbove: Bool,
    _ folders: IncludeFolders, depth: Int
  ) {
    (self.main, self.inclusion, self.isAbove) = (main, inclusion, isAbove)
    (self.folders, self.depth) = (folders, depth)
    own = TextFile(path, main.role, door: main.door)
  }

  var place: String { own.place }
  var filePath: String? { own.filePath }

  func read(_ report: (DomainIssue) -> Void) throws(DomainError) -> StoredValues {
    let content = try main.content()
    let found = try own.read(report)
    var values = found.values
    for inner in layers(isAbove: false) {
      values = try inner.read(report).values.covered(by: values)
    }
    // The one that counts most comes first.
    for inner in layers(isAbove: true).reversed() {
      values = values.covered(by: try inner.read(report).values)
    }
    let counts = values.entries.filter { key, _ in
      guard let node = content.node(of: key) else { return !isAbove }
      let isBefore = content.document.nodes[node].start < inclusion.offset
      return isAbove == (content.document.firstCounts != isBefore)
    }
    var result = StoredValues(PropertyListDictionary(counts), revision: 0)
    let key = counts.map { "\($0.key)\n\($0.value)" }.joined(separator: "\n")
    result.revision = ContentSum(of: Array(key.utf8)).revision
    return result
  }

  private func layers(isAbove: Bool) -> [IncludedFile] {
    depth < Self.mostDepth ? own.included(isAbove: isAbove, folders, depth: depth + 1) : []
  }

  func text(of key: String) -> String? {
    func has(_ storage: any DomainStorage) -> Bool {
      (try? storage.read { _ in })?.values.hasValue(for: key) ?? false
    }
    if let inner = layers(isAbove: true).first(where: has) { return inner.text(of: key) }
    if has(own) { return own.text(of: key) }
    return layers(isAbove: false).first(where: has)?.text(of: key)
  }

  func update(
    _ step: (WorkingValues) throws(DomainError) -> Void, _ report: (DomainIssue) -> Void
  ) throws(DomainError) {
    throw DomainError(.denied, "\(place) is read by another file; change it by its own path.")
  }

  func watch(_ wake: @escaping @Sendable (_ isUnderWay: Bool) -> Void) -> DomainWatch? {
    own.watch(wake)
  }
}

/// Where paths that are not absolute begin.
package struct IncludeFolders: Sendable {
  package var home: String?

  package init(home: String?) { self.home = home }

  fileprivate func folder(of path: String, _ format: Format) -> String {
    switch format {
    case .lines(.sshd): "/etc/ssh"
    case .lines(.ssh) where !path.hasPrefix("/etc/"): (home ?? "") + "/.ssh"
    default: FilePath.folder(of: path)
    }
  }
}

extension TextFile {
  /// The files that this one includes, the one that counts first; either above it or below it.
  func included(isAbove: Bool, _ folders: IncludeFolders, depth: Int = 0) -> [IncludedFile] {
    guard let content = try? content() else { return [] }
    let all = content.document.inclusions.flatMap { inclusion in
      paths(of: inclusion, folders).map {
        IncludedFile($0, by: self, inclusion, isAbove: isAbove, folders, depth: depth)
      }
    }
    return content.document.firstCounts ? all : all.reversed()
  }

  private func paths(of inclusion: Inclusion, _ folders: IncludeFolders) -> [String] {
    inclusion.patterns.flatMap { pattern in
      var path = pattern
      if path.hasPrefix("~/"), let home = folders.home { path = home + path.dropFirst() }
      if !path.hasPrefix("/") { path = folders.folder(of: file, role.format) + "/" + path }
      if inclusion.isFolder { path += "/*.conf" }
      return inclusion.isFolder || path.contains { "*?[".contains($0) } ? matches(path) : [path]
    }
  }

  /// The files of a folder whose names match, in the order of their names.
  private func matches(_ pattern: String) -> [String] {
    let (folder, name) = (FilePath.folder(of: pattern), FilePath.name(of: pattern))
    let names = ((try? door.list(folder)) ?? nil) ?? []
    return names.filter { fnmatch(name, $0, FNM_PERIOD) == 0 }
      .sorted { $0.precedes($1) }
      .map { "\(folder)/\($0)" }
  }
}

extension PropertyListDictionary {
  /// These values, with those of another in their place where it has any.
  fileprivate func covered(by other: PropertyListDictionary) -> PropertyListDictionary {
    var all = self
    for (key, value) in other.entries { all[key] = value }
    return all
  }
}
