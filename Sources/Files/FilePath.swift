/// Functions that split and combine the paths of files.
package enum FilePath {
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  package static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  package static func sibling(of path: String, named name: String) -> String {
    let folder = folder(of: path)
    return folder == "/" ? "/" + name : folder + "/" + name
  }

  package static func join(_ folder: String, _ name: String) -> String {
    if name.isEmpty { return folder }
    if folder.isEmpty || folder == "." { return name }
    return folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// Returns the directory that contains the file or directory at a path.
  ///
  /// The result is `.` for a name without a directory. For a path that ends in `..`, the result has
  /// another `..` at the end.
  package static func parent(of path: String) -> String {
    let name = name(of: path)
    if name == "." || name == ".." || name.isEmpty { return join(path, "..") }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return withoutTrailingSlash(String(path[...slash]))
  }

  /// Returns the last component of a path without a suffix, such as `Mail` for `Panes/Mail.bundle`.
  ///
  /// The result is `nil` if the component doesn't have the suffix or is equal to it.
  package static func stem(of path: String, dropping ending: String) -> String? {
    let name = name(of: path)
    guard name.hasSuffix(ending), name != ending else { return nil }
    return String(name.dropLast(ending.count))
  }

  package static func withoutTrailingSlash(_ path: String) -> String {
    var bytes = path.utf8[...]
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return String(bytes) ?? path
  }

  /// Returns the path of the sidecar file that programs lock before they write a settings file.
  package static func lock(of path: String) -> String {
    sibling(of: path, named: ".\(name(of: path)).lock")
  }

  /// Returns a unique path for a temporary file in the same directory.
  ///
  /// The name starts with a dot, so sync programs and other devices don't treat the temporary file
  /// as a complete file.
  static func temporary(for path: String) -> String {
    let name = name(of: path)
    // Shorten the name, because file names are limited to 255 bytes.
    let stem = name.utf8.count > 200 ? "settee" : name
    let number = String(UInt64.random(in: 0 ... .max), radix: 36)
    return sibling(of: path, named: ".\(stem).\(number).new")
  }

  /// Returns the path of the file that writers use to queue for a lock.
  ///
  /// The queue file exists after a writer had to wait for the first time.
  package static func queue(of path: String) -> String {
    sibling(of: path, named: ".\(name(of: path)).queue")
  }
}

extension FileSystem {
  /// Follows the symlinks at the end of a path and returns the path of the target.
  ///
  /// The target of the last symlink doesn't need to exist.
  package func resolved(_ path: String) throws -> String {
    var path = path
    for _ in 0..<40 {
      guard let status = try existing(path, followLinks: false), status.kind == .link else {
        return path
      }
      let link = path
      let target = try call("read", link, linkTarget(link))
      path = target.hasPrefix("/") ? target : FilePath.sibling(of: link, named: target)
    }
    throw SystemError(operation: "follow the symlink", path: path, code: ELOOP)
  }

  /// Creates a directory and all of its missing ancestors.
  package func makeFolders(_ path: String, mode: UInt32) throws {
    if let status = try existing(path) {
      if status.kind == .directory { return }
      throw SystemError(operation: "create the directory", path: path, code: ENOTDIR)
    }
    try makeFolders(FilePath.folder(of: path), mode: mode)
    do {
      try call("create the directory", path, makeFolder(path, mode))
    } catch let error as SystemError where error.code == EEXIST {
    }
  }

  /// Returns whether the caller owns a directory or its nearest existing ancestor.
  package func isCallers(_ folder: String) -> Bool { owner(of: folder) == CurrentProcess.userID }

  /// Returns the owner of a file or directory, or of its nearest existing ancestor.
  package func owner(of path: String) -> UInt32? { nearest(path)?.user }

  /// Returns the status of a file or directory, or of its nearest existing ancestor.
  func nearest(_ path: String) -> FileStatus? {
    var place = path
    while true {
      if let status = try? existing(place) { return status }
      if place == "/" || place == "." { return nil }
      place = FilePath.folder(of: place)
    }
  }
}
