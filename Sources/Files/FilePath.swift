/// The parts of a path, and where its symbolic links lead.
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

  /// The folder that holds what the path names; `.` for a bare name, `..` steps further up.
  package static func parent(of path: String) -> String {
    let name = name(of: path)
    if name == "." || name == ".." || name.isEmpty { return join(path, "..") }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return withoutTrailingSlash(String(path[...slash]))
  }

  /// The name without an ending; nil when it does not end so, or is nothing else.
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

  /// The sidecar that the writers of a file lock.
  package static func lock(of path: String) -> String {
    sibling(of: path, named: ".\(name(of: path)).lock")
  }

  /// A name for a temporary file beside a path that no other writer chooses.
  ///
  /// The dot keeps sync programs and other devices from taking it for a whole file.
  static func temporary(for path: String) -> String {
    let name = name(of: path)
    // A file system takes names of 255 bytes.
    let stem = name.utf8.count > 200 ? "settee" : name
    let number = String(UInt64.random(in: 0 ... .max), radix: 36)
    return sibling(of: path, named: ".\(stem).\(number).new")
  }

  /// Where those who wait for that lock stand in line; there once somebody has had to wait.
  package static func queue(of path: String) -> String {
    sibling(of: path, named: ".\(name(of: path)).queue")
  }
}

extension FileSystem {
  /// Where a path leads when the links at its end are followed; the target need not exist.
  package func resolved(_ path: String) throws(FileFault) -> String {
    var path = path
    for _ in 0..<40 {
      guard let status = try existing(path, followLinks: false), status.kind == .link else {
        return path
      }
      let link = path
      let target = try call("read", link, linkTarget(link))
      path = target.hasPrefix("/") ? target : FilePath.sibling(of: link, named: target)
    }
    throw FileFault(operation: "follow the symlink", path: path, code: ELOOP)
  }

  /// Makes a folder and those above it that are missing.
  package func makeFolders(_ path: String, mode: UInt32) throws(FileFault) {
    if let status = try existing(path) {
      if status.kind == .directory { return }
      throw FileFault(operation: "create the directory", path: path, code: ENOTDIR)
    }
    try makeFolders(FilePath.folder(of: path), mode: mode)
    do {
      try call("create the directory", path, makeFolder(path, mode))
    } catch {
      if error.code != EEXIST { throw error }
    }
  }

  /// Whether a folder, or the nearest one above it that there is, belongs to the caller: who only
  /// reads notes nothing in another's.
  package func isCallers(_ folder: String) -> Bool { owner(of: folder) == CurrentProcess.userID }

  /// Who owns a file or folder, or the nearest folder above it that there is.
  package func owner(of path: String) -> UInt32? { nearest(path)?.user }

  /// What stands at a path, else the nearest folder above it that there is.
  func nearest(_ path: String) -> FileStatus? {
    var place = path
    while true {
      if let status = try? existing(place) { return status }
      if place == "/" || place == "." { return nil }
      place = FilePath.folder(of: place)
    }
  }
}
