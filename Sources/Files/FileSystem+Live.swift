extension FileSystem {
  /// The file system of the operating system.
  ///
  /// If the environment variable `SETTEE_LOG` is set, this file system logs the files that are
  /// opened, renamed, and removed.
  package static let live = Trace.isOn ? system.traced : system

  private var traced: FileSystem {
    replaced { call, path, body in
      do {
        try body()
        if ["open", "rename", "remove"].contains(call) { Trace.note("\(call) \(path)") }
      } catch {
        Trace.note("\(call) \(path): \(String(cString: strerror(SystemError(error).code)))")
        throw error
      }
    }
  }

  private static let system = FileSystem(
    open: { path, flags, mode in
      if flags & O_ACCMODE != O_RDONLY { _ = CurrentProcess.ignoresFileSizeSignal }
      // Resolve the path safely for callers that write a file, or that read a file to write it
      // again. They pass O_NOFOLLOW.
      if flags & O_NOFOLLOW != 0 { return try DirectoryHandle.open(path, flags, mode) }
      if flags & OpenFlags.earned != 0 {
        return try DirectoryHandle.read(path, flags & ~OpenFlags.earned)
      }
      return try SystemCalls.checked(systemOpen(path, flags | O_CLOEXEC))
    },
    openUnnamed: { path, mode in
      _ = CurrentProcess.ignoresFileSizeSignal
      return try DirectoryHandle.openUnnamed(path, mode)
    },
    link: { file, path in
      try DirectoryHandle.with(path) { folder, name in
        try SystemCalls.linkUnnamed(file, folder, name)
      }
    },
    close: { file in try SystemCalls.done(systemClose(file)) },
    read: { file, buffer in
      prefault(buffer)
      return try SystemCalls.checked(systemRead(file, buffer))
    },
    write: { file, buffer in
      try SystemCalls.checked(systemWrite(file, buffer))
    },
    writeAt: { file, buffer, offset in
      try SystemCalls.checked(pwrite(file, buffer.baseAddress, buffer.count, off_t(offset)))
    },
    truncate: { file, size in
      try SystemCalls.done(ftruncate(file, off_t(size)))
    },
    sync: { file in try SystemCalls.done(fsync(file)) },
    status: { file in FileStatus(try SystemCalls.status(file)) },
    statusOf: { path, followLinks in
      var result = stat()
      try SystemCalls.done(followLinks ? stat(path, &result) : lstat(path, &result))
      return FileStatus(result)
    },
    changeMode: { file, mode in
      try SystemCalls.done(fchmod(file, mode_t(mode)))
    },
    changeOwner: { file, user, group in
      try SystemCalls.done(fchown(file, user, group))
    },
    lock: { file, operation in try SystemCalls.done(flock(file, operation)) },
    rename: { from, to in try DirectoryHandle.rename(from, to) },
    renameToNew: { from, to in
      try DirectoryHandle.rename(from, to, replaces: false)
    },
    remove: { path in try DirectoryHandle.remove(path) },
    makeFolder: { path, mode in
      try DirectoryHandle.with(path) { folder, name in
        try SystemCalls.makeFolder(folder, name, mode)
      }
    },
    linkTarget: { path in try DirectoryHandle.target(ofLink: path) },
    names: { folder in try listNames(folder) },
    attributes: { file in try SystemCalls.attributes(file) },
    attribute: { file, name in try SystemCalls.attribute(file, name) },
    setAttribute: { file, name, value in
      try SystemCalls.setAttribute(file, name, value)
    },
    flags: { file in SystemCalls.flags(file) },
    setFlags: { file, flags in try SystemCalls.setFlags(file, flags) },
    mayWrite: { file in try SystemCalls.mayWrite(file) },
    takeLease: { file in try SystemCalls.takeLease(file) },
    endLease: { file in try SystemCalls.endLease(file) }
  )

  private static func listNames(_ path: String) throws -> [String] {
    guard let folder = opendir(path) else { throw SystemError(errno) }
    defer { closedir(folder) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
      errno = 0
    }
    if errno != 0 { throw SystemError(errno) }
    return names
  }
}

// Wrappers for system calls whose names are shadowed by the properties of `FileSystem`.

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
private func systemClose(_ file: Int32) -> Int32 { close(file) }
private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(file, buffer.baseAddress, buffer.count)
}
private func systemWrite(_ file: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
  write(file, buffer.baseAddress, buffer.count)
}

/// Asks the kernel to provide the memory pages of a large buffer in a single call.
///
/// Without this call, page faults during the read would take as long as the read itself. Errors are
/// ignored.
private func prefault(_ buffer: UnsafeMutableRawBufferPointer) {
  #if os(Linux)
    let (page, populateForWriting) = (4096, Int32(23))
    guard buffer.count >= 32 * page, let start = buffer.baseAddress else { return }
    let first = start.alignedUp(toMultipleOf: page)
    let length = (buffer.count - (first - start)) / page * page
    let error = errno
    _ = madvise(first, length, populateForWriting)
    errno = error
  #endif
}

extension FileStatus {
  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .directory
      case S_IFLNK: .link
      case S_IFIFO: .fifo
      case S_IFSOCK: .socket
      default: .device
      }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    modified = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    mode = UInt32(status.st_mode & 0o7777)
    user = status.st_uid
    group = status.st_gid
    links = Int(status.st_nlink)
  }
}
