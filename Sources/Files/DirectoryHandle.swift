/// The open parent directory of a path, which can't be replaced during an operation.
///
/// If the path contains symlinks, it is resolved name by name. A symlink is followed only if the
/// caller or root owns it, or if its owner also owns the target. Otherwise, a user could redirect
/// root, or another user, to a directory that the user doesn't own.
final class DirectoryHandle {
  private(set) var file: Int32
  private var links = 40

  /// Opens the parent directory of a path.
  init(of path: String) throws {
    let folder = FilePath.folder(of: path)
    // Try to open the directory with a single call. A program reads about fifty files at startup,
    // and resolving each path by name would take 10% of that time.
    if let found = try SystemCalls.lookAtFolder(folder) {
      file = found
      return
    }
    // Don't open the current directory for reading, because the caller might not have permission.
    file = try SystemCalls.look(AT_FDCWD, folder.utf8.first == UInt8(ascii: "/") ? "/" : ".")
    try walk(folder)
  }

  deinit { SystemCalls.closeQuietly(file) }

  /// Calls a closure with the open parent directory and the last component of a path.
  static func with<Result>(
    _ path: String, _ body: (_ folder: Int32, _ name: String) throws -> Result
  ) throws -> Result {
    let folder = try DirectoryHandle(of: path)
    // Keep the directory handle alive, because its deinitializer closes the descriptor.
    defer { withExtendedLifetime(folder) {} }
    return try body(folder.file, FilePath.name(of: path))
  }

  // MARK: Resolving paths

  private func walk(_ path: String) throws {
    if path.utf8.first == UInt8(ascii: "/") { go(to: try SystemCalls.look(AT_FDCWD, "/")) }
    for name in path.split(separator: "/") where name != "." { try step(String(name)) }
  }

  private func go(to next: Int32) {
    SystemCalls.closeQuietly(file)
    file = next
  }

  private func step(_ name: String) throws {
    let next = try SystemCalls.look(file, name)
    do {
      let status = FileStatus(try SystemCalls.status(next))
      switch status.kind {
      case .directory: return go(to: next)
      case .link: try follow(next, status)
      default: throw SystemError(ENOTDIR)
      }
    } catch {
      SystemCalls.closeQuietly(next)
      throw error
    }
    SystemCalls.closeQuietly(next)
  }

  private func follow(_ link: Int32, _ status: FileStatus) throws {
    links -= 1
    guard links > 0 else { throw SystemError(ELOOP) }
    try walk(try SystemCalls.target(ofLink: link))
    if status.isTrusted { return }
    guard try SystemCalls.status(file).st_uid == status.user else {
      throw SystemError(SystemError.untrusted)
    }
  }

  // MARK: Operations

  /// Opens a file in its directory, which is resolved safely.
  ///
  /// If root creates a file in another user's directory, the file belongs to that user.
  static func open(
    _ path: String, _ flags: Int32, _ mode: UInt32
  ) throws -> Int32 {
    try with(path) { folder, name in
      let owner = try SystemCalls.status(folder)
      guard CurrentProcess.isRoot, owner.st_uid != 0 else {
        return try SystemCalls.checked(openat(folder, name, flags | O_CLOEXEC, mode_t(mode)))
      }
      for _ in 0..<10 {
        if flags & O_CREAT != 0 {
          let made = openat(folder, name, flags | O_EXCL | O_CLOEXEC, mode_t(mode))
          if made >= 0 {
            // Only this process has opened the new file, so it is safe to change the owner.
            _ = fchown(made, owner.st_uid, owner.st_gid)
            return made
          }
          guard errno == EEXIST, flags & O_EXCL == 0 else { throw SystemError(errno) }
        }
        let found = openat(folder, name, flags & ~O_CREAT | O_CLOEXEC)
        if found < 0, errno == ENOENT, flags & O_CREAT != 0 { continue }
        return try refusingOtherNames(try SystemCalls.checked(found), owner.st_uid)
      }
      throw SystemError(ENOENT)
    }
  }

  /// Opens a new file without a name in the directory of a path.
  static func openUnnamed(_ path: String, _ mode: UInt32) throws -> Int32 {
    try with(path) { folder, _ in
      let owner = try SystemCalls.status(folder)
      let made = try SystemCalls.openUnnamed(folder, mode)
      if CurrentProcess.isRoot, owner.st_uid != 0 { _ = fchown(made, owner.st_uid, owner.st_gid) }
      return made
    }
  }

  /// Opens a file for reading, and follows only trusted symlinks.
  ///
  /// The last component of the path can be a symlink, to which the same restrictions apply.
  static func read(_ path: String, _ flags: Int32) throws -> Int32 {
    let held = try DirectoryHandle(of: path)
    defer { withExtendedLifetime(held) {} }
    var name = FilePath.name(of: path)
    var owners: Set<UInt32> = []
    while true {
      let found = openat(held.file, name, flags | O_NOFOLLOW | O_CLOEXEC)
      if found >= 0 { return try held.keeping(found, ifOf: owners) }
      guard errno == ELOOP else { throw SystemError(errno) }
      name = try held.followLink(named: name, &owners)
    }
  }

  /// Moves to the directory of a symlink's target and returns the last component of the target.
  private func followLink(
    named name: String, _ owners: inout Set<UInt32>
  ) throws -> String {
    links -= 1
    guard links > 0 else { throw SystemError(ELOOP) }
    let link = try SystemCalls.look(file, name)
    defer { SystemCalls.closeQuietly(link) }
    let status = FileStatus(try SystemCalls.status(link))
    if !status.isTrusted { owners.insert(status.user) }
    let target = try SystemCalls.target(ofLink: link)
    try walk(FilePath.folder(of: target))
    return FilePath.name(of: target)
  }

  private func keeping(
    _ found: Int32, ifOf owners: Set<UInt32>
  ) throws -> Int32 {
    let owner: uid_t
    do {
      let user = try SystemCalls.status(found).st_uid
      guard owners.allSatisfy({ $0 == user }) else { throw SystemError(SystemError.untrusted) }
      owner = try SystemCalls.status(file).st_uid
    } catch {
      SystemCalls.closeQuietly(found)
      throw error
    }
    return CurrentProcess.isRoot && owner != 0 ? try Self.refusingOtherNames(found, owner) : found
  }

  /// Throws an error if a file in another user's directory is a hard link to a file of someone
  /// else.
  ///
  /// The owner of the directory might have created the hard link to make this process change the
  /// other file.
  private static func refusingOtherNames(
    _ file: Int32, _ owner: uid_t
  ) throws -> Int32 {
    let status = try SystemCalls.status(file)
    if status.st_nlink < 2 || status.st_uid == owner || FileStatus(status).kind != .file {
      return file
    }
    SystemCalls.closeQuietly(file)
    throw SystemError(SystemError.untrusted)
  }

  /// Opens a log file for appending lines.
  ///
  /// In a directory that other users can write to, the log must not be a symlink. It must be owned
  /// by the caller or by the owner of the directory.
  static func openLog(_ path: String) throws -> Int32 {
    _ = CurrentProcess.ignoresFileSizeSignal
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC
    var owner: UInt32 = 0
    let own: Int32? = try with(path) { folder, name in
      let status = FileStatus(try SystemCalls.status(folder))
      owner = status.user
      guard status.isTrusted, status.mode & 0o022 == 0 else { return nil }
      return try SystemCalls.checked(openat(folder, name, flags, 0o600))
    }
    if let own { return own }
    // Use O_NONBLOCK, because opening a FIFO without a reader would block.
    let file = try open(path, flags | O_NOFOLLOW | O_NONBLOCK, 0o600)
    if let status = try? FileStatus(SystemCalls.status(file)), status.kind == .file,
      status.user == owner || status.user == CurrentProcess.userID
    {
      return file
    }
    SystemCalls.closeQuietly(file)
    throw SystemError(SystemError.untrusted)
  }

  /// Renames a file, and moves it to another directory if the paths differ in their directories.
  static func rename(
    _ from: String, _ to: String, replaces: Bool = true
  ) throws {
    try with(from) { folder, name in
      try with(to) { other, newName in
        try SystemCalls.done(
          replaces
            ? renameat(folder, name, other, newName)
            : SystemCalls.renameToNew(folder, name, other, newName))
      }
    }
  }

  static func remove(_ path: String) throws {
    try with(path) { folder, name in
      if unlinkat(folder, name, 0) == 0 { return }
      let reason = errno
      if unlinkat(folder, name, AT_REMOVEDIR) == 0 { return }
      throw SystemError(errno == ENOTDIR ? reason : errno)
    }
  }

  /// Returns the target of a symlink if its owner may redirect this process to the target.
  static func target(ofLink path: String) throws -> String {
    let held = try DirectoryHandle(of: path)
    defer { withExtendedLifetime(held) {} }
    let link = try SystemCalls.look(held.file, FilePath.name(of: path))
    defer { SystemCalls.closeQuietly(link) }
    let status = FileStatus(try SystemCalls.status(link))
    let target = try SystemCalls.target(ofLink: link)
    if status.isTrusted { return target }
    // The caller replaces the target in its directory, so the directory must have the same owner
    // too.
    try held.walk(FilePath.folder(of: target))
    var found = try SystemCalls.status(held.file)
    guard found.st_uid == status.user else { throw SystemError(SystemError.untrusted) }
    if fstatat(held.file, FilePath.name(of: target), &found, AT_SYMLINK_NOFOLLOW) == 0,
      found.st_uid != status.user
    {
      throw SystemError(SystemError.untrusted)
    }
    return target
  }
}

extension FileStatus {
  /// A Boolean value that indicates whether the caller or root owns the file.
  fileprivate var isTrusted: Bool { user == 0 || user == CurrentProcess.userID }
}
