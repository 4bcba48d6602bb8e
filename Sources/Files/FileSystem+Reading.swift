/// The content and the status of a file.
package struct FileContent: Sendable {
  package let bytes: [UInt8]
  package let status: FileStatus
  /// A Boolean value that indicates whether another process has the file open for writing.
  ///
  /// The value is `nil` if the operating system doesn't report which processes write the file, or
  /// if the caller didn't request it.
  package var isOpenForWriting: Bool?

  package init(bytes: [UInt8], status: FileStatus) {
    (self.bytes, self.status) = (bytes, status)
  }

  /// A Boolean value that indicates whether another program seems to be writing the file.
  ///
  /// An empty file is a sign of this, because many programs truncate a file and write it only
  /// later.
  package var isUnderWay: Bool {
    isOpenForWriting == true || bytes.isEmpty && status.wasModified(within: .milliseconds(200))
  }

  /// A Boolean value that indicates whether another program might be writing a recently changed
  /// file.
  ///
  /// If the operating system doesn't report which processes write the file, a recent change is a
  /// sign that the file is still being written.
  package var mayBeUnderWay: Bool {
    isUnderWay || isOpenForWriting == nil && status.wasModified(within: .milliseconds(200))
  }
}

extension [UInt8] {
  /// Returns whether both arrays contain the same bytes.
  ///
  /// The operator `==` compares the bytes one by one, which takes as long as reading the file.
  package func hasSameBytes(as other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBytes { bytes in
      other.withUnsafeBytes { other in
        guard let bytes = bytes.baseAddress, let other = other.baseAddress else { return true }
        return memcmp(bytes, other, count) == 0
      }
    }
  }
}

/// A policy that determines which symlinks in a path are followed.
package enum FollowedLinks {
  /// All symlinks are followed, as the operating system does by default.
  ///
  /// This policy is for files that the user specifies on the command line.
  case all
  /// Only the symlinks that ``DirectoryHandle`` allows are followed.
  ///
  /// This policy is for files whose contents Settee sends, stores, or acts on.
  case earned
  /// The symlinks that ``DirectoryHandle`` allows are followed, except in the last component of the
  /// path.
  case noneAtEnd

  fileprivate var flags: Int32 {
    switch self {
    case .all: OpenFlags.reading
    case .earned: OpenFlags.reading | OpenFlags.earned
    case .noneAtEnd: OpenFlags.readingNoLink
    }
  }
}

extension FileSystem {
  /// The maximum size of a property-list file that Settee reads.
  ///
  /// The limit of 64 MB is twenty times the size of the largest known property list.
  package static let standardLimit = 64 << 20

  /// Reads an entire file without blocking, or returns `nil` if the file doesn't exist.
  ///
  /// This method throws an error if the file isn't a regular file or is too large. If
  /// `noticesWriters` is `true`, it checks whether another program has the file open for writing,
  /// unless the file hasn't changed recently.
  package func readFile(
    _ path: String, limit: Int = FileSystem.standardLimit, links: FollowedLinks = .earned,
    noticesWriters: Bool = false
  ) throws -> FileContent? {
    guard let (file, status) = try openFile(path, links) else { return nil }
    defer { closeQuietly(file) }
    if noticesWriters, status.wasModified(within: .milliseconds(2000)) {
      return try readNoticingWriters(file, path, limit)
    }
    return try readOpen(file, status, path, limit)
  }

  /// Reads a file that was just opened and checks whether another program has it open for writing.
  package func readNoticingWriters(
    _ file: Int32, _ path: String, _ limit: Int = FileSystem.standardLimit
  ) throws -> FileContent {
    var isOpenForWriting: Bool? = false
    do { try call("lease", path, takeLease(file)) } catch let error as SystemError {
      isOpenForWriting = error.code == EAGAIN ? true : nil
    }
    // While this process has the lease, programs that open the file for writing must wait, so the
    // content is complete.
    let hasLease = isOpenForWriting == false
    var content: FileContent
    do {
      let status = try call("read", path, self.status(file))
      content = try readOpen(file, status, path, limit)
    } catch {
      if hasLease { try? endLease(file) }
      throw error
    }
    if hasLease, (try? call("lease", path, endLease(file))) == nil { isOpenForWriting = true }
    // On NFS, a lease fails with the same error for any file without a delegation from the server.
    if isOpenForWriting == true, isRemote(path) { isOpenForWriting = nil }
    content.isOpenForWriting = isOpenForWriting
    return content
  }

  /// Opens a regular file without blocking, or returns `nil` if the file doesn't exist.
  package func openFile(
    _ path: String, _ links: FollowedLinks
  ) throws -> (file: Int32, FileStatus)? {
    let file: Int32
    do {
      // Use O_NONBLOCK, because opening a FIFO without a writer would block, and O_NOCTTY, because
      // the file might be a terminal.
      file = try call("open", path, self.open(path, links.flags, 0))
    } catch let error as SystemError {
      if error.code == ENOENT || error.code == ENOTDIR { return nil }
      throw error.code == ENXIO ? .notRegular(path, .socket) : error
    }
    let status: FileStatus
    do {
      status = try call("read", path, self.status(file))
    } catch {
      closeQuietly(file)
      throw error
    }
    if status.kind == .file { return (file, status) }
    closeQuietly(file)
    throw SystemError.notRegular(path, status.kind)
  }

  /// Reads an open file from its start to its end.
  package func readOpen(
    _ file: Int32, _ status: FileStatus, _ path: String, _ limit: Int = FileSystem.standardLimit
  ) throws -> FileContent {
    guard status.size <= limit else {
      throw SystemError.tooLarge(path, size: status.size, limit: limit)
    }
    return FileContent(bytes: try readAll(file, path, status.size, limit), status: status)
  }

  /// Reads to the end of a file, whose size might have changed since it was determined.
  private func readAll(
    _ file: Int32, _ path: String, _ size: Int, _ limit: Int
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var room = size + 1
    while true {
      let start = bytes.count
      // If the system call throws an error, `initializedCount` stays 0, so the array is still
      // valid.
      let chunk = try [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        let raw = UnsafeMutableRawBufferPointer(buffer)
        count = try call("read", path, self.read(file, raw))
      }
      if chunk.isEmpty { return bytes }
      if start == 0 { bytes = chunk } else { bytes += chunk }
      if bytes.count > limit {
        throw SystemError.tooLarge(path, size: bytes.count, limit: limit)
      }
      room = max(size + 1 - bytes.count, 4096)
    }
  }
}
