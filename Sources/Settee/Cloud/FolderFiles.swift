#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The few file operations of the folder mirror and of the cloud's state, through the one door.
extension FileDoor {
  /// The names in a folder; none where there is no folder.
  func cloudNames(in folder: String) throws(CloudError) -> [String] {
    do {
      return try list(folder) ?? []
    } catch {
      throw CloudError(.unreachable, error.message)
    }
  }

  /// Makes a folder and those above it, for nobody else's eyes.
  func makeCloudFolders(_ path: String) throws(FileFault) {
    if let status = try existing(path) {
      if status.kind == .directory { return }
      throw FileFault(operation: "make the folder", path: path, code: ENOTDIR)
    }
    if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash != path.startIndex {
      try makeCloudFolders(String(path[..<slash]))
    }
    do {
      try call("make the folder", path) { () throws(ErrorNumber) in try makeFolder(path, 0o700) }
    } catch {
      if error.code != EEXIST { throw error }
    }
  }

  /// What of a new file has to be on the disk when the call returns.
  enum Care {
    /// Nothing: a power failure may take it back, or empty it.
    case none
    /// What it holds: a power failure may bring the old file back, but never half of one.
    case content
    /// That it took the old one's place.
    case full
  }

  /// Replaces a file so that whoever looks finds the old or the new one, whole.
  func replaceCloudFile(
    _ path: String, with bytes: [UInt8], care: Care = .full
  ) throws(FileFault) {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
    let folder = String(path[..<slash])
    let name = path[path.utf8.index(after: slash)...]
    // The dot keeps sync programs and other devices from taking it for a whole file.
    let temporary = "\(folder)/.\(name).\(UInt32.random(in: 0 ... .max)).new"
    do {
      try writeNew(temporary, bytes, care)
      try call("replace", path) { () throws(ErrorNumber) in try rename(temporary, path) }
    } catch {
      try? remove(temporary)
      throw error
    }
    if care == .full { try syncFolderQuietly(folder) }
  }

  private func writeNew(
    _ path: String, _ bytes: [UInt8], _ care: Care
  ) throws(FileFault) {
    let file = try call("make", path) { () throws(ErrorNumber) in
      try open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600)
    }
    defer { closeQuietly(file) }
    try writeAll(bytes, to: file, path)
    if care == .none { return }
    try call("sync", path) { () throws(ErrorNumber) in try sync(file) }
  }

  private func syncFolderQuietly(_ folder: String) throws(FileFault) {
    let file = try call("open", folder) { () throws(ErrorNumber) in
      try open(folder, O_RDONLY | O_DIRECTORY, 0)
    }
    defer { closeQuietly(file) }
    // Not every file system can sync a folder; the file itself is on the disk.
    try? sync(file)
  }
}

extension FileDoor {
  /// Adds whole lines to the end of a file, made when missing.
  func append(_ bytes: [UInt8], to path: String) throws(FileFault) {
    let file = try call("open", path) { () throws(ErrorNumber) in
      try open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600)
    }
    defer { closeQuietly(file) }
    try writeAll(bytes, to: file, path)
  }
}
