// Methods that repeat interrupted system calls and throw errors that contain the path.
extension FileSystem {
  /// Repeats a system call while signals interrupt it, and adds the path to its errors.
  package func call<Value>(
    _ operation: String, _ path: String, _ body: () throws -> Value
  ) throws -> Value {
    while true {
      do {
        return try body()
      } catch let error as SystemError {
        // Don't limit the number of attempts, because the user can stop the process with ^C.
        if error.code != EINTR {
          throw SystemError(operation: operation, path: path, code: error.code)
        }
      }
    }
  }

  package func call<Value>(
    _ operation: String, _ path: String, _ body: @autoclosure () throws -> Value
  ) throws -> Value { try call(operation, path, body) }

  /// Writes all bytes at the current offset of a file, even if this takes several system calls.
  package func writeAll(_ bytes: [UInt8], to file: Int32, _ path: String) throws {
    try writeAll(bytes, path) { rest, _ in try self.write(file, rest) }
  }

  /// Writes all bytes at an offset of a file, even if this takes several system calls.
  package func writeAll(
    _ bytes: [UInt8], to file: Int32, at offset: Int, _ path: String
  ) throws {
    try writeAll(bytes, path) { rest, done in
      try self.writeAt(file, rest, offset + done)
    }
  }

  private func writeAll(
    _ bytes: [UInt8], _ path: String,
    _ write: (UnsafeRawBufferPointer, Int) throws -> Int
  ) throws {
    var done = 0
    while done < bytes.count {
      let count = try bytes.withUnsafeBufferPointer { buffer in
        let rest = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[done...]))
        return try call("write", path, write(rest, done))
      }
      // Throw an error if a device accepts no bytes without reporting an error, because the loop
      // would never end.
      if count == 0 { throw SystemError(operation: "write", path: path, code: EIO) }
      done += count
    }
  }

  /// Closes a file and ignores any error that the system call reports.
  package func closeQuietly(_ file: Int32) {
    try? close(file)
  }

  /// Returns the status of a path after following symlinks, or `nil` if the path doesn't exist.
  package func existing(_ path: String, followLinks: Bool = true) throws -> FileStatus? {
    do {
      return try call("read", path, self.statusOf(path, followLinks))
    } catch let error as SystemError where error.code == ENOENT || error.code == ENOTDIR {
      return nil
    }
  }

  /// Returns the names of the files in a directory in the order of code units.
  ///
  /// The result is `nil` if the directory doesn't exist.
  package func list(_ folder: String) throws -> [String]? {
    do {
      let names = try call("list", folder, self.names(folder))
      return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    } catch let error as SystemError where error.code == ENOENT || error.code == ENOTDIR {
      return nil
    }
  }
}

extension FileSystem {
  /// Removes a file, or a directory and its contents.
  ///
  /// A symlink is removed itself, but its target isn't.
  package func removeTree(_ path: String) throws {
    guard let status = try existing(path, followLinks: false) else { return }
    if status.kind == .directory {
      for name in try list(path) ?? [] { try removeTree("\(path)/\(name)") }
    }
    try call("remove", path, remove(path))
  }

  package func make(_ path: String, _ bytes: [UInt8], mode: UInt32) throws {
    try makeFolders(FilePath.folder(of: path), mode: 0o755)
    try AtomicFile(path: path, fileSystem: self, newMode: mode).replace(with: bytes)
  }

  package func move(_ path: String, to other: String) throws {
    try call("move", path, rename(path, other))
  }
}
