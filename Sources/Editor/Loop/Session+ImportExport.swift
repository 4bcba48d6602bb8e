import Settee
import SetteeFiles
import SetteeVerbs

// Methods of the session that export the values of an app to a file and import them, like the
// `export` and `import` commands.

extension Session {
  /// Exports an app's effective values, without secrets, to a file and returns the number of
  /// values.
  ///
  /// If the file already exists and `replaces` is `false`, nothing is exported, and the result is
  /// `nil`. The format is JSON for paths that end in `.json`, and a property list otherwise.
  func export(to typed: String, replaces: Bool) throws -> Int? {
    guard let app else { return 0 }
    let path = try path(typed)
    let own = app.domains.compactMap { $0.text?.place }
    if let old = try? FileSystem.live.existing(path),
      own.contains(where: { (try? FileSystem.live.existing($0))?.isSameFile(as: old) == true })
    {
      throw SetteeError(
        .usage, "\(typed) is the settings file itself. Give the path of another file.")
    }
    switch BundleFiles.live.kind(path) {
    case nil: break
    case .directory: throw SetteeError(.usage, "\(typed) is a directory. Give the path of a file.")
    case .file: if !replaces { return nil }
    case .link, .fifo, .socket, .device:
      throw SetteeError(.usage, "\(typed) isn't a regular file. Give the path of another file.")
    }
    let exported = ExportedValues(app, modifiedOnly: false, secrets: false, layer: namedLayer)
    let bytes =
      path.hasSuffix(".json")
      ? Array((exported.json.text(isPretty: true) + "\n").utf8)
      : try PropertyList.dictionary(exported.dictionary).xml()
    do { try write(bytes, to: path) } catch let error as SystemError {
      throw SetteeError(.io, "Can't write \(typed): \(error.reason).")
    }
    return exported.rows.count
  }

  /// Creates or replaces a file, or the file that a symlink leads to.
  ///
  /// An existing file keeps its owner and permissions.
  private func write(_ bytes: [UInt8], to path: String) throws {
    let fileSystem = FileSystem.live
    let target = try fileSystem.resolved(path)
    let old = try fileSystem.readFile(target, links: .noneAtEnd)
    try AtomicFile(path: target, fileSystem: fileSystem, newMode: 0o600)
      .replace(with: bytes, expecting: old.map { .file($0) } ?? .nothing)
  }

  /// Reads a file and returns the changes to the settings that importing the file would make.
  func importPlan(from typed: String) throws -> Event {
    let path = try path(typed)
    if BundleFiles.live.kind(path) == .directory {
      throw SetteeError(.usage, "\(typed) is a directory. Give the path of a file.")
    }
    let imported = try ImportedValues(bytes: try ImportedValues.read(path), name: typed)
    var found: [ValueChange] = []
    let layer = namedLayer ?? .user
    let planned = try app?.imports(imported, layer: layer, exact: false, isForced: false) ?? []
    // Preview the changes as the command does, because only the file contains the values of entire
    // tables.
    let changes = planned.compactMap(\.change)
    let places = planned.filter { $0.change != nil }.map(\.place)
    for (place, change) in zip(places, try changes.preview(in: layer)) {
      guard let change, change.old != change.new else { continue }
      let name = SettingName(domain: place.domain.name.text, key: place.path.key)
      let isSecret = place.isSecret || place.holdsSecret(change.old, change.new)
      found.append(
        ValueChange(name: name, old: change.old, new: change.new, isSecret: isSecret))
    }
    return .importPlan(file: typed, found, untold: imported.untold)
  }

  private func path(_ typed: String) throws -> String {
    guard !typed.isEmpty else {
      throw SetteeError(.usage, "Missing file name. Give the path of a file.")
    }
    return Self.expanded(typed, home: home)
  }

  /// Returns the existing paths that start with the typed text, sorted, with a trailing slash for
  /// directories.
  static func completions(of typed: String, home: String?) -> [String] {
    let bytes = Array(typed.utf8)
    let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(decoding: bytes[...$0], as: UTF8.self) } ?? ""
    let start = slash.map { bytes[($0 + 1)...] } ?? bytes[...]
    let place = expanded(folder.isEmpty ? "." : folder, home: home)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    // Suggest hidden files only if the typed name starts with a dot.
    let wantsHidden = start.first == UInt8(ascii: ".")
    return names.filter { name in
      name.utf8.starts(with: start) && (wantsHidden || name.utf8.first != UInt8(ascii: "."))
    }
    .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    .map { folder + $0 + (isFolder(place + "/" + $0) ? "/" : "") }
  }

  /// Returns the path with a leading `~` expanded to the user's home directory.
  private static func expanded(_ path: String, home: String?) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home else { return path }
    return home + path.dropFirst()
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
  }
}
