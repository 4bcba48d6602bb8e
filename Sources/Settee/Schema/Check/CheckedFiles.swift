/// Gathers what a path that is to be checked stands for.
struct CheckedFiles {
  /// Deeper than any bundle, so that no folder of links is walked for ever.
  private static let deepest = 16

  private let files: BundleFiles

  init(_ files: BundleFiles) { self.files = files }

  /// The bundles at a path; a single file, and what stands loose in a folder, is one of its own.
  func bundles(at path: String) throws(BundleError) -> [CheckedBundle] {
    let path = Path.withoutTrailingSlash(path)
    switch files.kind(path) {
    case .missing:
      throw BundleError(.missing, path: path, "\(path): there is nothing here; check the path.")
    case .special:
      throw BundleError(.notABundle, path: path, "\(path) is neither a file nor a folder.")
    case .file:
      if Path.name(of: path) == "Root.plist" { return [bundle(at: Path.parent(of: path))] }
      return [single(path)]
    case .folder: return folder(path, depth: 0)
    }
  }

  private func folder(_ path: String, depth: Int) -> [CheckedBundle] {
    let names = ((try? files.list(path)) ?? []).sorted()
    if path.hasSuffix(".bundle") || names.contains(where: Self.isRoot) { return [bundle(at: path)] }
    guard depth < Self.deepest else { return [] }
    return names.flatMap { name -> [CheckedBundle] in
      let inner = Path.join(path, name)
      switch files.kind(inner) {
      case .folder: return name.hasPrefix(".") ? [] : folder(inner, depth: depth + 1)
      case .file: return Self.isChecked(name) ? [single(inner)] : []
      case .special, .missing: return []
      }
    }
  }

  private static func isRoot(_ name: String) -> Bool {
    CheckedPane.base(of: name) == "Root" && name.hasSuffix(".plist")
  }

  private static func isChecked(_ name: String) -> Bool {
    [".plist", ".strings", ".stringsdict", ".xcstrings"].contains { name.hasSuffix($0) }
  }

  private func single(_ path: String) -> CheckedBundle {
    let file = CheckedFile(path: path, name: Path.name(of: path), content: read(path))
    return CheckedBundle(
      folder: Path.parent(of: path), files: [file], names: [file.name], isWhole: false)
  }

  private func bundle(at folder: String) -> CheckedBundle {
    let names = names(below: folder, prefix: "", depth: 0)
    var read: [CheckedFile] = []
    var strays: [CheckedFile] = []
    for name in names where Self.isChecked(name) {
      let path = Path.join(folder, name)
      guard files.isInside(path, folder) else {
        let error = PropertyListError(at: .text(line: 1, column: 1), "it leads out of the bundle")
        strays.append(CheckedFile(path: path, name: name, content: .failure(error)))
        continue
      }
      read.append(CheckedFile(path: path, name: name, content: self.read(path)))
    }
    return CheckedBundle(folder: folder, files: read, names: names, strays: strays, isWhole: true)
  }

  private func names(below folder: String, prefix: String, depth: Int) -> [String] {
    guard depth < Self.deepest, let names = try? files.list(Path.join(folder, prefix)) else {
      return []
    }
    return names.sorted().flatMap { name -> [String] in
      let path = prefix.isEmpty ? name : "\(prefix)/\(name)"
      switch files.kind(Path.join(folder, path)) {
      case .file: return [path]
      // A folder, a pipe or a broken link in place of a file: reading it says so.
      case _ where Self.isChecked(name): return [path]
      case .folder: return self.names(below: folder, prefix: path, depth: depth + 1)
      case .special, .missing: return []
      }
    }
  }

  private func read(_ path: String) -> Result<PropertyListDocument?, PropertyListError> {
    do {
      let bytes = try files.read(path, PropertyListLimits.standard.bytes)
      return Result { () throws(PropertyListError) in
        try path.hasSuffix(".xcstrings")
          ? Self.readCatalog(bytes) : PropertyListDocument(reading: bytes)
      }
    } catch {
      return .failure(PropertyListError(at: .text(line: 1, column: 1), error.reason))
    }
  }

  /// Reads a string catalog, which is JSON and what Xcode makes tables of; only its form matters.
  private static func readCatalog(
    _ bytes: [UInt8]
  ) throws(PropertyListError) -> PropertyListDocument? {
    do { _ = try JSON(reading: bytes) } catch {
      throw PropertyListError(
        at: .text(line: error.line ?? 1, column: error.column ?? 1), error.message)
    }
    return nil
  }
}
