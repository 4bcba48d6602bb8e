import SetteeFiles
import SetteeValues

// Methods that collect the files at a path that the command `check` examines.
extension BundleFiles {
  /// The maximum depth of directories that are searched, which is more than any real project has.
  private static let deepest = 64

  /// Returns the bundles at a path that the user wants to check.
  ///
  /// A single file, or all separate files in a directory, are treated like a bundle. At most
  /// `mostFolders` directories are searched. The limit is more than any project has, but it
  /// prevents a search of the entire disk.
  func checkedBundles(at path: String, mostFolders: Int = 50_000) throws -> [CheckedBundle] {
    let path = FilePath.withoutTrailingSlash(path)
    if try isFolder(path) {
      var left = mostFolders
      if let bundles = folder(path, within: [], &left) { return bundles }
      throw SetteeError(
        .notABundle,
        "\(path) contains more than \(mostFolders) directories. Give the path of a bundle or a project."
      )
    }
    guard FilePath.name(of: path) == "Root.plist" else { return [single(path)] }
    let folder = FilePath.parent(of: path)
    let isOfLanguage = folder.hasSuffix(".lproj")
    return [bundle(at: isOfLanguage ? FilePath.parent(of: folder) : folder, isAsked: true)]
  }

  /// Returns the bundles in a directory and below it, or `nil` if it contains too many directories.
  private func folder(
    _ path: String, within outer: [String], _ left: inout Int
  ) -> [CheckedBundle]? {
    left -= 1
    guard left >= 0 else { return nil }
    let names: [String]
    do { names = try list(path).sorted() } catch {
      return [CheckedBundle(folder: path, files: [unread(path, error)], names: [], isWhole: false)]
    }
    if path.hasSuffix(".bundle") || names.contains(where: Self.isRoot) {
      return [bundle(at: path, isAsked: outer.isEmpty)]
    }
    let outer = outer + [path]
    var found: [CheckedBundle] = []
    for name in names {
      let inner = FilePath.join(path, name)
      switch kind(inner) {
      case .directory where name.hasPrefix(".") || isCircle(inner, outer): break
      case .directory:
        guard let bundles = folder(inner, within: outer, &left) else { return nil }
        found += bundles
      case .file: if Self.isChecked(name) { found.append(single(inner)) }
      default: break
      }
    }
    return found
  }

  /// Returns whether following a symlink would lead back to a directory that contains it.
  private func isCircle(_ folder: String, _ outer: [String]) -> Bool {
    outer.count >= Self.deepest || outer.contains { isSameFolder($0, folder) }
  }

  private static func isRoot(_ name: String) -> Bool {
    CheckedPane.base(of: name) == "Root" && name.hasSuffix(".plist")
  }

  private static func isChecked(_ name: String) -> Bool {
    [".plist", ".strings", ".stringsdict", ".xcstrings"].contains { name.hasSuffix($0) }
  }

  private func single(_ path: String) -> CheckedBundle {
    let file = CheckedFile(path: path, name: FilePath.name(of: path), content: content(of: path))
    return CheckedBundle(
      folder: FilePath.parent(of: path), files: [file], names: [file.name], isWhole: false)
  }

  private func bundle(at folder: String, isAsked: Bool) -> CheckedBundle {
    var gathered: GatheredFiles = ([], [], [])
    gather(below: folder, prefix: "", within: [], into: &gathered)
    return CheckedBundle(
      folder: folder, files: gathered.files, names: gathered.names, strays: gathered.strays,
      isWhole: true, isAsked: isAsked)
  }

  /// The names, the files, and the symlinks out of the bundle that have been collected so far.
  private typealias GatheredFiles = (names: [String], files: [CheckedFile], strays: [String])

  private func gather(
    below folder: String, prefix: String, within outer: [String], into gathered: inout GatheredFiles
  ) {
    let place = FilePath.join(folder, prefix)
    let inner: [String]
    do { inner = try list(place).sorted() } catch {
      return gathered.files.append(unread(place, error))
    }
    let outer = outer + [place]
    for name in inner {
      let name = FilePath.join(prefix, name)
      let path = FilePath.join(folder, name)
      let kind = kind(path)
      if Self.isChecked(name) {
        gathered.names.append(name)
        // Include directories, pipes, and broken symlinks, because reading them later reports the
        // error.
        if kind == nil || isInside(path, folder) {
          gathered.files.append(CheckedFile(path: path, name: name, content: content(of: path)))
        } else {
          gathered.strays.append(path)
        }
      } else if kind == .file {
        gathered.names.append(name)
      } else if kind == .directory, !isCircle(path, outer) {
        if isInside(path, folder) {
          gather(below: folder, prefix: name, within: outer, into: &gathered)
        } else {
          gathered.strays.append(path)
        }
      }
    }
  }

  private func unread(_ path: String, _ error: any Error) -> CheckedFile {
    let error = ParseError(SystemError(error).reason)
    return CheckedFile(path: path, name: FilePath.name(of: path), content: .failure(error))
  }

  private func content(of path: String) -> Result<PropertyListDocument?, ParseError> {
    guard kind(path) != nil else {
      return .failure(ParseError("broken symlink; replace it with the file"))
    }
    do {
      var bytes = try read(path, PropertyListLimits.standard.bytes)
      // Treat an empty file as a valid string table without strings.
      if bytes.isEmpty, path.hasSuffix(".strings") { bytes = Array("{}".utf8) }
      return .success(
        try path.hasSuffix(".xcstrings")
          ? Self.readCatalog(bytes) : PropertyListDocument(reading: bytes))
    } catch let error as ParseError {
      return .failure(error)
    } catch {
      return .failure(ParseError(SystemError(error).reason))
    }
  }

  /// Checks the syntax of a string catalog, which is a JSON file from which Xcode generates string
  /// tables.
  private static func readCatalog(_ bytes: [UInt8]) throws -> PropertyListDocument? {
    _ = try JSON(reading: bytes)
    return nil
  }
}
