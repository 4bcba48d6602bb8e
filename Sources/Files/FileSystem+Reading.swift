/// The content of a file and what the system tells about it.
package struct FileContent: Sendable {
  /// Whether another process has a file open for writing.
  package enum Writers: Sendable {
    case none
    case some
    /// The system doesn't say, or nobody has asked it.
    case unknown
  }

  package let bytes: [UInt8]
  package let status: FileStatus
  package var writers = Writers.unknown

  package init(bytes: [UInt8], status: FileStatus) {
    (self.bytes, self.status) = (bytes, status)
  }

  /// Whether another program seems to be in the middle of writing it.
  ///
  /// Many programs truncate a file, and write to it only later.
  package var isUnderWay: Bool {
    writers == .some || bytes.isEmpty && status.wasModified(within: .milliseconds(200))
  }

  /// The same while the file is known to change; where the system doesn't tell of writers, it may be theirs.
  package var mayBeUnderWay: Bool {
    isUnderWay || writers == .unknown && status.wasModified(within: .milliseconds(200))
  }
}

/// Which links on the way to a file, and at its end, are followed.
package enum FollowedLinks {
  /// As the system does: for files that the caller named.
  case all
  /// Those that ``DirectoryHandle`` follows: for what is sent, stored or acted on.
  case earned
  /// On the way as the earned ones; at the end none.
  case noneAtEnd

  fileprivate var flags: Int32 {
    switch self {
    case .all: OpenFlags.reading
    case .earned: OpenFlags.reading | OpenFlags.earned
    case .noneAtEnd: OpenFlags.readingNoLink
    }
  }
}

/// Why a file was not read: the system refused, or what stands there is not for reading.
package enum ReadingFault: FileProblem, Equatable {
  case failed(FileFault)
  case odd(path: String, FileStatus.Kind)
  case tooLarge(path: String, size: Int, limit: Int)

  package var isDenied: Bool {
    if case .failed(let fault) = self { fault.isDenied } else { false }
  }

  package var message: String {
    switch self {
    case .failed(let fault): fault.message
    case .odd(let path, _), .tooLarge(let path, _, _): "Can't read \(path): \(reason)."
    }
  }

  package var reason: String {
    switch self {
    case .failed(let fault): fault.reason
    case .odd(_, let kind): "it is \(kind.rawValue), not a regular file"
    case .tooLarge(_, let size, let limit):
      "it has \(size) bytes; the limit is \(limit)"
    }
  }
}

extension FileSystem {
  /// The most that a property list may have: 64 MB, twenty times what anyone keeps in one.
  package static let standardLimit = 64 << 20

  /// Reads a whole file, never blocks, and refuses what is no file or too large; nil when nothing
  /// stands at the path.
  ///
  /// With `noticesWriters` it asks whether another program has the file open for writing, unless the file
  /// hasn't changed for so long that it makes no difference.
  package func readFile(
    _ path: String, limit: Int = FileSystem.standardLimit, links: FollowedLinks = .earned,
    noticesWriters: Bool = false
  ) throws(ReadingFault) -> FileContent? {
    guard let (file, status) = try openFile(path, links) else { return nil }
    defer { closeQuietly(file) }
    if noticesWriters, status.wasModified(within: .milliseconds(2000)) {
      return try readNoticingWriters(file, path, limit)
    }
    return try readOpen(file, status, path, limit)
  }

  /// Reads a file that was just opened, and asks whether another program has it open for writing.
  package func readNoticingWriters(
    _ file: Int32, _ path: String, _ limit: Int = FileSystem.standardLimit
  ) throws(ReadingFault) -> FileContent {
    var writers = FileContent.Writers.none
    do { try call("lease", path, takeLease(file)) } catch {
      writers = error.code == EAGAIN ? .some : .unknown
    }
    // What is read under the lease is whole: whoever wants to write waits for its end.
    let hasLease = writers == .none
    var content: FileContent
    do {
      let status = try call("read", path, self.status(file))
      content = try readOpen(file, status, path, limit)
    } catch {
      if hasLease { try? endLease(file) }
      if let fault = error as? ReadingFault { throw fault }
      throw .failed(error as? FileFault ?? FileFault(operation: "read", path: path, code: EIO))
    }
    if hasLease, (try? call("lease", path, endLease(file))) == nil { writers = .some }
    // NFS answers so to everybody whose server has not promised to tell of others.
    if writers == .some, isRemote(path) { writers = .unknown }
    content.writers = writers
    return content
  }

  /// Opens what is a file, without ever waiting; nil when nothing stands at the path.
  package func openFile(
    _ path: String, _ links: FollowedLinks
  ) throws(ReadingFault) -> (file: Int32, FileStatus)? {
    let file: Int32
    do {
      // O_NONBLOCK: a FIFO without a writer would hold us in open(2); O_NOCTTY: a terminal.
      file = try call("open", path, self.open(path, links.flags, 0))
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR { return nil }
      if error.code == ENXIO { throw .odd(path: path, .socket) }
      throw .failed(error)
    }
    let status: FileStatus
    do {
      status = try call("read", path, self.status(file))
    } catch {
      closeQuietly(file)
      throw .failed(error)
    }
    if status.kind == .file { return (file, status) }
    closeQuietly(file)
    throw .odd(path: path, status.kind)
  }

  /// Reads an open file from its beginning to its end.
  package func readOpen(
    _ file: Int32, _ status: FileStatus, _ path: String, _ limit: Int = FileSystem.standardLimit
  ) throws(ReadingFault) -> FileContent {
    guard status.size <= limit else {
      throw .tooLarge(path: path, size: status.size, limit: limit)
    }
    do {
      return FileContent(bytes: try readAll(file, path, status.size, limit), status: status)
    } catch let fault as FileFault {
      throw .failed(fault)
    } catch let fault as ReadingFault {
      throw fault
    } catch {
      throw .failed(FileFault(operation: "read", path: path, code: EIO))
    }
  }

  /// Reads to the end, which may have moved since the size was taken.
  private func readAll(
    _ file: Int32, _ path: String, _ size: Int, _ limit: Int
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var room = size + 1
    while true {
      let start = bytes.count
      // NB: a call that fails leaves the array as it was: `initializedCount` is set last.
      let chunk = try [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        let raw = UnsafeMutableRawBufferPointer(buffer)
        count = try call("read", path, self.read(file, raw))
      }
      if chunk.isEmpty { return bytes }
      if start == 0 { bytes = chunk } else { bytes += chunk }
      if bytes.count > limit {
        throw ReadingFault.tooLarge(path: path, size: bytes.count, limit: limit)
      }
      room = max(size + 1 - bytes.count, 4096)
    }
  }
}
