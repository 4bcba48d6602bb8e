package import SetteeFiles
package import SetteeValues

/// Functions that read the files of a bundle, which tests can replace with an in-memory version.
package struct BundleFiles: Sendable {
  /// A closure that returns the type of a file after resolving symlinks, or `nil` if it doesn't
  /// exist.
  package var kind: @Sendable (_ path: String) -> FileStatus.FileType?
  /// A closure that returns the names of the files and directories in a directory, in any order.
  package var list: @Sendable (_ folder: String) throws -> [String]
  /// A closure that returns the content of a file as bytes.
  ///
  /// If the file is larger than the limit, the closure throws an error.
  package var read: @Sendable (_ file: String, _ limit: Int) throws -> [UInt8]
  /// A closure that returns whether a path, with all symlinks resolved, is inside a directory.
  var isInside: @Sendable (_ path: String, _ folder: String) -> Bool
  var isSameFolder: @Sendable (_ one: String, _ other: String) -> Bool

  package static let live = BundleFiles(
    kind: { FileSystem.live.status($0)?.kind },
    list: { folder in
      guard let names = try FileSystem.live.list(folder) else { throw missing(folder) }
      return names
    },
    read: { path, limit in
      guard let content = try FileSystem.live.readFile(path, limit: limit, links: .all) else {
        throw missing(path)
      }
      return content.bytes
    },
    isInside: { FileSystem.live.isInside($0, $1) },
    isSameFolder: { FileSystem.live.isSame($0, $1) })

  private static func missing(_ path: String) -> SystemError {
    SystemError(operation: "read", path: path, code: ENOENT)
  }

  /// Returns a file system in memory that contains the specified files, for tests and generated
  /// bundles.
  package static func memory(_ contents: [String: [UInt8]]) -> BundleFiles {
    let folders = contents.keys.reduce(into: [String: Set<String>]()) { folders, path in
      var path = path
      while path != ".", path != "/", FilePath.parent(of: path) != path {
        let parent = FilePath.parent(of: path)
        folders[parent, default: []].insert(FilePath.name(of: path))
        path = parent
      }
    }
    return BundleFiles(
      kind: { contents[$0] != nil ? .file : folders[$0] != nil ? .directory : nil },
      list: { folder in
        guard let names = folders[FilePath.withoutTrailingSlash(folder)] else {
          throw missing(folder)
        }
        return names.sorted()
      },
      read: { path, limit in
        guard let bytes = contents[path] else { throw missing(path) }
        guard bytes.count <= limit else {
          throw SystemError(operation: "read", path: path, code: EFBIG)
        }
        return bytes
      },
      isInside: { path, folder in path.hasPrefix(folder + "/") }, isSameFolder: { $0 == $1 })
  }

  /// Returns the property list in a file, such as a string table, or `nil` if the file can't be
  /// read.
  package func table(at path: String) -> PropertyListDictionary? {
    guard let bytes = try? read(path, PropertyListLimits.standard.bytes) else { return nil }
    // Skip invalid lines of a string table so that the other strings are still displayed. Tables
    // are never written back.
    let value =
      (try? PropertyList(reading: bytes)) ?? (try? PropertyListDocument(reading: bytes).value)
    return value?.dictionary
  }
}

extension FileSystem {
  /// The maximum number of parent directories to check, which is more than any valid path has.
  private static let mostFolders = 2048

  /// Returns whether a path, with all symlinks resolved, is inside a directory.
  ///
  /// This method compares the parent directories themselves, because several paths can refer to the
  /// same directory.
  fileprivate func isInside(_ path: String, _ folder: String) -> Bool {
    guard let wanted = status(folder), let end = try? resolved(path), status(end) != nil else {
      return false
    }
    var place = FilePath.parent(of: end)
    for _ in 0..<Self.mostFolders {
      guard let here = status(place) else { return false }
      if here.isSameFile(as: wanted) { return true }
      let above = FilePath.join(place, "..")
      guard let next = status(above), !next.isSameFile(as: here) else { return false }
      place = above
    }
    return false
  }

  fileprivate func isSame(_ one: String, _ other: String) -> Bool {
    guard let one = status(one), let other = status(other) else { return false }
    return one.isSameFile(as: other)
  }

  fileprivate func status(_ path: String) -> FileStatus? { (try? existing(path)) ?? nil }
}
