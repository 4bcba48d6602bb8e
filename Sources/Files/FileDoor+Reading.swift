/// The content of a file and what the system tells about it.
package struct FileContent: Sendable {
  package let bytes: [UInt8]
  package let status: FileStatus
}

/// Which links on the way to a file, and at its end, are followed.
package enum FollowedLinks {
  /// As the system does: for files that the caller named.
  case all
  /// Those that ``HeldFolder`` follows: for what is sent, stored or acted on.
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
    case .odd(let path, _), .tooLarge(let path, _, _): "Cannot read \(path): \(reason)."
    }
  }

  package var reason: String {
    switch self {
    case .failed(let fault): fault.reason
    case .odd(_, let kind): "it is \(kind.rawValue), not a file; move it away"
    case .tooLarge(_, let size, let limit):
      "it has \(size) bytes, and \(limit) is the limit; move it away"
    }
  }
}

extension FileDoor {
  /// The most that a property list may have: 64 MB, twenty times what anyone keeps in one.
  package static let standardLimit = 64 << 20

  /// Reads a whole file, never blocks, and refuses what is no file or too large; nil when nothing
  /// stands at the path.
  package func readFile(
    _ path: String, limit: Int = FileDoor.standardLimit, links: FollowedLinks = .earned
  ) throws(ReadingFault) -> FileContent? {
    guard let (file, status) = try openFile(path, links) else { return nil }
    defer { closeQuietly(file) }
    return try readOpen(file, status, path, limit)
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
    _ file: Int32, _ status: FileStatus, _ path: String, _ limit: Int = FileDoor.standardLimit
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
