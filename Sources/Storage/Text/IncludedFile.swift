import SetteeFiles
import SetteeValues

/// A read-only layer for a file that a settings file includes.
///
/// The position of the include directive relative to a key determines whether the included file or
/// the main file takes precedence for that key. There are therefore two layers, one above the main
/// file and one below it.
final class IncludedFile: LayerStore {
  private let main: TextFile
  private let own: TextFile
  private let inclusion: Inclusion
  private let isAbove: Bool
  private let home: String?

  init(
    _ path: String, by main: TextFile, _ inclusion: Inclusion, isAbove: Bool,
    home: String?
  ) {
    (self.main, self.inclusion, self.isAbove) = (main, inclusion, isAbove)
    self.home = home
    own = TextFile(path, main.role, fileSystem: main.file.fileSystem)
  }

  var path: String? { own.path }

  func read(_ report: (DomainIssue) -> Void) throws -> Snapshot {
    let counts = try values(report).all.entries
    var result = Snapshot(PropertyListDictionary(counts), revision: 0)
    let key = counts.map { "\($0.key)\n\($0.value)" }.joined(separator: "\n")
    result.revision = Checksum(of: Array(key.utf8)).revision
    return result
  }

  func text(of key: String) -> String? {
    guard let texts = (try? values { _ in })?.texts, case .string(let text)? = texts[key] else {
      return nil
    }
    return text
  }

  /// Returns the effective values of the included file and the files that it includes.
  private func values(
    _ report: (DomainIssue) -> Void
  ) throws -> IncludeReader.Values {
    let content = try main.content()
    var reader = IncludeReader(main, home: home)
    let all = try reader.values(of: own, includedBy: main, report)
    return all.filtered(isAbove: isAbove, inclusion, in: content)
  }

  func update(
    _ step: (Transaction) throws -> Void, _ report: (DomainIssue) -> Void
  ) throws {
    throw DomainError(
      .denied, "Can't change \(own.place) here: another file includes it. Open it by its path.")
  }

  func watch(_ wake: @escaping @Sendable (_ isUnderWay: Bool) -> Void) -> DomainWatch? {
    own.watch(wake)
  }
}

/// Reads an included file and the files that it includes.
///
/// Files are read in order of precedence. Each file is read only once, because a repeated inclusion
/// doesn't add any values.
private struct IncludeReader {
  /// The maximum depth of nested include directives, which is the same as in git.
  private static let mostDepth = 10

  private let home: String?
  /// The files that have been read or are being read, identified by device and inode.
  private var seen: Set<Key>
  private var open: [Key]
  /// A Boolean value that indicates whether an issue was reported for files that include each
  /// other.
  ///
  /// A single message is sufficient, even if several files form a cycle.
  private var hasReportedCycle = false

  init(_ main: TextFile, home: String?) {
    self.home = home
    open = [main.identity]
    seen = Set(open)
  }

  mutating func values(
    of file: TextFile, includedBy outer: TextFile, _ report: (DomainIssue) -> Void
  ) throws -> Values {
    let path = file.identity
    guard seen.insert(path).inserted else {
      if open.contains(path), !hasReportedCycle {
        hasReportedCycle = true
        report(
          DomainIssue(
            .passedOver,
            "\(outer.place) includes \(file.place), which includes it in turn; "
              + "the second inclusion is ignored."))
      }
      return Values()
    }
    guard open.count <= Self.mostDepth else {
      report(
        DomainIssue(
          .passedOver,
          "\(outer.place) includes \(file.place) at a depth of more than \(Self.mostDepth) files; "
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
    // The values that override the including file, starting with the highest precedence.
    var above: [Values] = []
    for (path, inclusion) in file.inclusions(home: home) {
      let inner = try values(
        of: TextFile(path, file.role, fileSystem: file.file.fileSystem), includedBy: file, report)
      all = inner.filtered(isAbove: false, inclusion, in: content).overridden(by: all)
      above.append(inner.filtered(isAbove: true, inclusion, in: content))
    }
    for inner in above.reversed() { all = all.overridden(by: inner) }
    return all
  }

  /// The values of an included file, and the strings of its untyped values.
  struct Values {
    var all = PropertyListDictionary()
    var texts = PropertyListDictionary()

    /// Returns these values after applying the values of a file that overrides them.
    func overridden(by others: Values) -> Values {
      var result = self
      for (key, value) in others.all.entries {
        result.all[key] = value
        result.texts[key] = others.texts[key]
      }
      return result
    }

    /// Returns only the values that override the including file, or only the values that don't.
    func filtered(isAbove: Bool, _ inclusion: Inclusion, in content: SettingsDocument) -> Values {
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

extension TextFile {
  /// Returns the included files as layers above or below this file, in order of precedence.
  func included(isAbove: Bool, home: String?) -> [IncludedFile] {
    inclusions(home: home).map { IncludedFile($0, by: self, $1, isAbove: isAbove, home: home) }
  }

  /// Returns the paths of the included files, in order of precedence.
  fileprivate func inclusions(
    home: String?
  ) -> [(path: String, inclusion: Inclusion)] {
    guard let content = try? content() else { return [] }
    let all = content.document.inclusions.flatMap { inclusion in
      paths(of: inclusion, home).map { (path: $0, inclusion: inclusion) }
    }
    return content.document.firstWins ? all : all.reversed()
  }

  /// A key that identifies a file independently of its path, such as its device and inode.
  ///
  /// If the file doesn't exist, the key is the path of the file.
  fileprivate var identity: Key {
    let status = (try? file.fileSystem.existing(place)) ?? nil
    return Key(status.map { "\($0.device) \($0.inode)" } ?? place)
  }

  private func paths(of inclusion: Inclusion, _ home: String?) -> [String] {
    inclusion.patterns.flatMap { pattern in
      var path = pattern
      if path.hasPrefix("~/"), let home { path = home + path.dropFirst() }
      if !path.hasPrefix("/") { path = includeFolder(home) + "/" + path }
      if inclusion.isFolder { path += "/*.conf" }
      return inclusion.isFolder || path.contains { "*?[".contains($0) } ? matches(path) : [path]
    }
  }

  /// Returns the directory to which the relative paths of include directives in this file refer.
  private func includeFolder(_ home: String?) -> String {
    switch role.format {
    case .lines(.sshd): "/etc/ssh"
    case .lines(.ssh) where !place.hasPrefix("/etc/"): (home ?? "") + "/.ssh"
    default: FilePath.folder(of: place)
    }
  }

  /// Returns the files whose names match a pattern such as `*.conf`, sorted by name.
  private func matches(_ pattern: String) -> [String] {
    let (folder, name) = (FilePath.folder(of: pattern), FilePath.name(of: pattern))
    let names = ((try? file.fileSystem.list(folder)) ?? nil) ?? []
    return names.filter { fnmatch(name, $0, FNM_PERIOD) == 0 }
      .sorted { $0.precedes($1) }
      .map { "\(folder)/\($0)" }
  }
}
