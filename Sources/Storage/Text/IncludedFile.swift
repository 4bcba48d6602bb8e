import SetteeFiles
import SetteeFormats
import SetteePropertyLists

/// A file that a settings file includes, as a layer: read and never written.
///
/// For each key the place of the line that includes it says which of the two counts; so there are two
/// layers of it, one above the file itself, one below.
final class IncludedFile: LayerStore {
  private let main: TextFile
  private let own: TextFile
  private let inclusion: Inclusion
  private let isAbove: Bool
  private let folders: IncludeFolders

  init(
    _ path: String, by main: TextFile, _ inclusion: Inclusion, isAbove: Bool,
    _ folders: IncludeFolders
  ) {
    (self.main, self.inclusion, self.isAbove) = (main, inclusion, isAbove)
    self.folders = folders
    own = TextFile(path, main.role, door: main.door)
  }

  var place: String { own.place }
  var filePath: String? { own.filePath }

  func read(_ report: (DomainIssue) -> Void) throws(DomainError) -> Snapshot {
    let counts = try values(report).all.entries
    var result = Snapshot(PropertyListDictionary(counts), revision: 0)
    let key = counts.map { "\($0.key)\n\($0.value)" }.joined(separator: "\n")
    result.revision = ContentSum(of: Array(key.utf8)).revision
    return result
  }

  func text(of key: String) -> String? {
    guard let texts = (try? values { _ in })?.texts, case .string(let text)? = texts[key] else {
      return nil
    }
    return text
  }

  /// What counts of the file and of those that it includes in turn.
  private func values(
    _ report: (DomainIssue) -> Void
  ) throws(DomainError) -> IncludeReader.Values {
    let content = try main.content()
    var reader = IncludeReader(main, folders)
    let all = try reader.values(of: own, includedBy: main, report)
    return all.counting(isAbove: isAbove, inclusion, in: content)
  }

  func update(
    _ step: (Transaction) throws(DomainError) -> Void, _ report: (DomainIssue) -> Void
  ) throws(DomainError) {
    throw DomainError(.denied, "\(place) is read by another file; change it by its own path.")
  }

  func watch(_ wake: @escaping @Sendable (_ isUnderWay: Bool) -> Void) -> DomainWatch? {
    own.watch(wake)
  }
}

/// Reads an included file with all that it includes in turn, each file once.
///
/// Files are read in the order of their precedence, so a file that is included again has nothing to add.
private struct IncludeReader {
  /// How deep files may include others, as in git.
  private static let mostDepth = 10

  private let folders: IncludeFolders
  /// The files that were read, and those that are being read, by device and inode.
  private var seen: Set<Key>
  private var open: [Key]
  /// One sentence is enough where many files include each other.
  private var hasToldLoop = false

  init(_ main: TextFile, _ folders: IncludeFolders) {
    self.folders = folders
    open = [main.identity]
    seen = Set(open)
  }

  mutating func values(
    of file: TextFile, includedBy outer: TextFile, _ report: (DomainIssue) -> Void
  ) throws(DomainError) -> Values {
    let path = file.identity
    guard seen.insert(path).inserted else {
      if open.contains(path), !hasToldLoop {
        hasToldLoop = true
        report(
          DomainIssue(
            .passedOver,
            "\(outer.file) includes \(file.file), which includes it in turn; "
              + "the second inclusion is ignored."))
      }
      return Values()
    }
    guard open.count <= Self.mostDepth else {
      report(
        DomainIssue(
          .passedOver,
          "\(outer.file) includes \(file.file) more than \(Self.mostDepth) files deep; "
            + "it is ignored."))
      return Values()
    }
    open.append(path)
    defer { open.removeLast() }
    let stored = try file.read(report)
    let content = try file.content()
    var all = Values(all: stored.values)
    for (key, _) in stored.values.entries {
      all.texts[key] = file.text(of: key).map { .string($0) }
    }
    // The one with the highest precedence comes first.
    var above: [Values] = []
    for (path, inclusion) in file.inclusions(folders) {
      let inner = try values(
        of: TextFile(path, file.role, door: file.door), includedBy: file, report)
      all = inner.counting(isAbove: false, inclusion, in: content).covered(by: all)
      above.append(inner.counting(isAbove: true, inclusion, in: content))
    }
    for inner in above.reversed() { all = all.covered(by: inner) }
    return all
  }

  /// Values, and the texts of those that have no type.
  struct Values {
    var all = PropertyListDictionary()
    var texts = PropertyListDictionary()

    /// These values, with those of others in their place where they have any.
    func covered(by others: Values) -> Values {
      var result = self
      for (key, value) in others.all.entries {
        result.all[key] = value
        result.texts[key] = others.texts[key]
      }
      return result
    }

    /// The values that count above, or below, those of the file with the line that includes them.
    func counting(isAbove: Bool, _ inclusion: Inclusion, in content: SettingsDocument) -> Values {
      var result = self
      result.all.removeAll { key, _ in
        guard let node = content.node(of: key) else { return isAbove }
        let isBefore = content.document.nodes[node].start < inclusion.offset
        return isAbove != (content.document.firstWins != isBefore)
      }
      return result
    }
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
  /// The files that this one includes, the one that counts first, as layers above it or below it.
  func included(isAbove: Bool, _ folders: IncludeFolders) -> [IncludedFile] {
    inclusions(folders).map { IncludedFile($0, by: self, $1, isAbove: isAbove, folders) }
  }

  /// The paths of the files that this one includes, the one that counts first.
  fileprivate func inclusions(
    _ folders: IncludeFolders
  ) -> [(path: String, inclusion: Inclusion)] {
    guard let content = try? content() else { return [] }
    let all = content.document.inclusions.flatMap { inclusion in
      paths(of: inclusion, folders).map { (path: $0, inclusion: inclusion) }
    }
    return content.document.firstWins ? all : all.reversed()
  }

  /// Identifies a file regardless of its path, or by its path if it doesn't exist.
  fileprivate var identity: Key {
    let status = (try? door.existing(file)) ?? nil
    return Key(status.map { "\($0.device) \($0.inode)" } ?? file)
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
