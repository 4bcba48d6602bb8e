import SetteeValues

/// Replaces a file atomically with new content.
///
/// Other programs see either the old or the new file, even after a power failure.
package struct AtomicFile {
  let path: String
  let fileSystem: FileSystem
  let newMode: UInt32
  /// A Boolean value that indicates whether the replacement must have the same owner as the old
  /// file.
  let keepsOwner: Bool
  let care: Care

  /// The parts of a file replacement that must survive a power failure.
  package enum Care {
    /// A power failure can revert the replacement or leave an empty file.
    case none
    /// A power failure can revert the replacement but never leaves a partial file.
    case content
    /// Both the new content and the replacement survive a power failure.
    case full
  }

  /// An expectation about the current file at the path, which is checked before the file is
  /// replaced.
  ///
  /// If the path contains a different file, the caller's file isn't written.
  package enum Expected {
    case anything
    case nothing
    /// The path must still contain the file that the caller has read, with the same bytes.
    ///
    /// The new file gets the current owner, mode, attributes, and flags of this file.
    case file(FileContent)
  }

  package init(
    path: String, fileSystem: FileSystem, newMode: UInt32, keepsOwner: Bool = false,
    care: Care = .full
  ) {
    (self.path, self.fileSystem, self.newMode, self.keepsOwner) = (
      path, fileSystem, newMode, keepsOwner
    )
    self.care = care
  }

  /// Replaces the content of the file atomically.
  ///
  /// This method writes and syncs a temporary file, checks the old file, renames the temporary
  /// file, and syncs the directory.
  ///
  /// If this method throws an error, the old file is unchanged, unless only the sync of the
  /// directory failed. The property ``SystemError/isChanged`` of the error is `true` if another
  /// program has changed the file. The closure `onReplaced` is called after the old file is
  /// replaced, so that the caller can close its descriptors. The sync of the directory then
  /// includes freeing the old file's blocks.
  @discardableResult
  package func replace(
    with bytes: [UInt8], expecting expected: Expected = .anything, onReplaced: () -> Void = {}
  ) throws -> FileStatus {
    // Before creating a temporary file, check and open everything that can fail.
    let old = try look(for: expected)
    let folder = care == .full ? try fileSystem.openFolder(FilePath.folder(of: path)) : nil
    defer { if let folder { fileSystem.closeQuietly(folder) } }
    let status: FileStatus
    do {
      status = try replace(with: bytes, like: old, expected, isNamed: false)
    } catch let error as SystemError where error.code == SystemError.unnamed {
      status = try replace(with: bytes, like: old, expected, isNamed: true)
    }
    onReplaced()
    if let folder { try fileSystem.syncFolder(folder, FilePath.folder(of: path)) }
    return status
  }

  /// Writes a temporary file and renames it to the path of the old file.
  ///
  /// If `isNamed` is `false`, the temporary file has no name until it is complete. If the process
  /// is killed before that, the operating system removes the file.
  private func replace(
    with bytes: [UInt8], like old: Properties?, _ expected: Expected, isNamed: Bool
  ) throws -> FileStatus {
    let new = try isNamed ? create() : createUnnamed()
    defer { new.cleanup?.cancel() }
    var isNamed = isNamed
    do {
      let status = try fill(new, with: bytes, like: old, expected) {
        if !isNamed { try link(new.file, new.path) }
        isNamed = true
      }
      try rename(new.path, expected)
      return status
    } catch {
      if isNamed { try? fileSystem.remove(new.path) }
      throw error
    }
  }

  private func rename(_ temporary: String, _ expected: Expected) throws {
    guard case .nothing = expected else {
      return try fileSystem.call("replace", path, fileSystem.rename(temporary, path))
    }
    do {
      try fileSystem.call("create", path, fileSystem.renameToNew(temporary, path))
    } catch let error as SystemError where error.code == EEXIST {
      throw SystemError(operation: "create", path: path, code: SystemError.changed)
    }
  }

  /// A temporary file that is open for writing.
  ///
  /// Forked child processes close this file until its slot is canceled. Otherwise, they would keep
  /// the new file open for writing, and other programs would wait for it.
  private struct TemporaryFile {
    let file: Int32
    let slot: Int32
    let path: String
    let cleanup: SignalCleanup?

    init(_ file: Int32, _ path: String, _ cleanup: SignalCleanup?) {
      (self.file, self.path, self.cleanup) = (file, path, cleanup)
      slot = SystemCalls.closeInChildren(file)
    }
  }

  private func createUnnamed() throws -> TemporaryFile {
    SystemCalls.delayForks()
    defer { SystemCalls.allowForks() }
    let temporary = FilePath.temporary(for: path)
    do {
      let file = try fileSystem.openUnnamed(temporary, 0o600)
      return TemporaryFile(file, temporary, SignalCleanup(temporary))
    } catch {
      throw SystemError(operation: "create", path: temporary, code: SystemError.unnamed)
    }
  }

  private func link(_ file: Int32, _ temporary: String) throws {
    do {
      try fileSystem.link(file, temporary)
    } catch {
      throw SystemError(operation: "create", path: temporary, code: SystemError.unnamed)
    }
  }

  /// Creates a temporary file without overwriting an existing file.
  private func create() throws -> TemporaryFile {
    SystemCalls.delayForks()
    defer { SystemCalls.allowForks() }
    var tries = 0
    while true {
      let temporary = FilePath.temporary(for: path)
      let cleanup = SignalCleanup(temporary)
      do {
        let file = try fileSystem.call(
          "create", temporary, fileSystem.open(temporary, OpenFlags.temporary, 0o600))
        return TemporaryFile(file, temporary, cleanup)
      } catch {
        cleanup?.cancel()
        tries += 1
        if (error as? SystemError)?.code != EEXIST || tries == 8 { throw error }
      }
    }
  }

  /// Writes the temporary file, names it, and closes it.
  private func fill(
    _ new: TemporaryFile, with bytes: [UInt8], like old: Properties?, _ expected: Expected,
    name: () throws -> Void
  ) throws -> FileStatus {
    let file = new.file
    var isOpen = true
    defer { if isOpen { try? close(new) } }
    // Set the flags of the old file first, because some flags can be set only on an empty file.
    if let old { try keep(old.flags, of: file) }
    try fileSystem.writeAll(bytes, to: file, path)
    let own = try fileSystem.call("read", path, fileSystem.status(file))
    try applyProperties(file, own, like: old)
    if care != .none { try fileSystem.call("sync", path, fileSystem.sync(file)) }
    try updateProperties(file, like: old, expected)
    try name()
    isOpen = false
    // If a signal interrupts close(2), the descriptor is already closed. Closing it again could
    // close another file.
    do {
      try close(new)
    } catch let error as SystemError {
      if error.code != EINTR {
        throw SystemError(operation: "write", path: path, code: error.code)
      }
    }
    return own
  }

  private func close(_ new: TemporaryFile) throws {
    SystemCalls.delayForks()
    defer { SystemCalls.allowForks() }
    SystemCalls.cancelCloseInChildren(new.slot)
    try fileSystem.close(new.file)
  }

  // MARK: Checking the old file

  /// The properties that the new file inherits from the old file.
  private struct Properties: Equatable {
    let mode: UInt32
    let user: UInt32
    let group: UInt32
    let attributes: [[UInt8]: [UInt8]]
    let flags: UInt32
  }

  /// Returns the properties of the old file that the new file must have.
  ///
  /// This method throws an error if the old file isn't the expected one or can't be replaced.
  private func look(for expected: Expected) throws -> Properties? {
    let changed = SystemError(operation: "replace", path: path, code: SystemError.changed)
    switch expected {
    case .anything: return nil
    case .nothing:
      if try fileSystem.existing(path, followLinks: false) != nil { throw changed }
      return nil
    case .file(let known):
      let opened: (file: Int32, status: FileStatus)?
      do { opened = try fileSystem.openFile(path, .noneAtEnd) } catch let error as SystemError
        where [ELOOP, SystemError.unsuitable].contains(error.code)
      {
        throw changed
      }
      guard let file = opened?.file else { throw changed }
      defer { fileSystem.closeQuietly(file) }
      let now: FileContent
      do { now = try fileSystem.readNoticingWriters(file, path) } catch let error as SystemError
        where error.code == SystemError.unsuitable
      {
        throw changed
      }
      guard now.status.isSameFile(as: known.status), now.isOpenForWriting != true,
        now.bytes.hasSameBytes(as: known.bytes)
      else { throw changed }
      return try properties(of: file, now.status)
    }
  }

  private func properties(of file: Int32, _ status: FileStatus) throws -> Properties {
    if status.links > 1 {
      throw SystemError(operation: "replace", path: path, code: SystemError.hardLinked)
    }
    try fileSystem.call("write", path, fileSystem.mayWrite(file))
    return Properties(
      mode: status.mode, user: status.user, group: status.group,
      attributes: try fileSystem.attributes(of: file, path),
      flags: try fileSystem.call("read the flags of", path, fileSystem.flags(file)))
  }

  /// Checks the old file one last time and copies its properties that changed during the write.
  private func updateProperties(
    _ file: Int32, like old: Properties?, _ expected: Expected
  ) throws {
    var last = old
    for _ in 0..<16 {
      guard let now = try look(for: expected), let previous = last, now != previous else { return }
      for name in previous.attributes.keys where now.attributes[name] == nil {
        try? fileSystem.setAttribute(file, name, nil)
      }
      if now.flags != previous.flags { try keep(now.flags, of: file) }
      try applyProperties(
        file, try fileSystem.call("read", path, fileSystem.status(file)), like: now)
      if care != .none { try fileSystem.call("sync", path, fileSystem.sync(file)) }
      last = now
    }
    throw SystemError(operation: "replace", path: path, code: SystemError.changed)
  }

  private func keep(_ flags: UInt32, of file: Int32) throws {
    try fileSystem.call("preserve the flags (chattr) of", path, fileSystem.setFlags(file, flags))
  }

  /// Sets the owner, mode, and attributes of the new file to the values of the old file.
  private func applyProperties(
    _ file: Int32, _ own: FileStatus, like old: Properties?
  ) throws {
    guard let old else {
      if newMode != 0o600 { try setMode(file, newMode) }
      return
    }
    var mode = old.mode
    if keepsOwner, own.user != old.user || own.group != old.group {
      try fileSystem.call(
        "preserve the owner of", path, fileSystem.changeOwner(file, old.user, old.group))
    } else if own.user != old.user || own.group != old.group,
      (try? fileSystem.changeOwner(file, old.user, old.group)) == nil, own.group != old.group,
      (try? fileSystem.changeOwner(file, own.user, old.group)) == nil
    {
      // Only root can change the owner, so the caller owns the new file, as with any editor. The
      // new group gets the permissions of others.
      mode = mode & ~0o070 | (mode & 0o007) << 3
    }
    try fileSystem.give(old.attributes, to: file, path)
    // Set the mode of the new file last, because setting an access control list changes the mode.
    if own.mode != mode || !old.attributes.isEmpty { try setMode(file, mode) }
  }

  private func setMode(_ file: Int32, _ mode: UInt32) throws {
    try fileSystem.call("set the permissions of", path, fileSystem.changeMode(file, mode))
  }
}

extension FileSystem {
  package func openFolder(_ path: String) throws -> Int32 {
    try call("open", path, self.open(path, OpenFlags.folder, 0))
  }

  /// Writes the entries of a directory to disk if the file system supports this.
  package func syncFolder(_ folder: Int32, _ path: String) throws {
    do {
      try call("sync", path, self.sync(folder))
    } catch let error as SystemError where SystemError.notSupported.contains(error.code) {
    }
  }
}

// Extended attributes, such as access control lists and security labels.
extension FileSystem {
  static let accessList = Array("system.posix_acl_access".utf8)
  // The attributes that the kernel derives from the content of a file, so they would be wrong for
  // new content.
  private static let attributesOfContent = Set(
    ["security.ima", "security.evm", "security.capability"].map { Array($0.utf8) })

  /// Returns the extended attributes that a replacement of the file must have, by their names.
  package func attributes(of file: Int32, _ path: String) throws -> [[UInt8]: [UInt8]] {
    let operation = "read the attributes of"
    var all: [[UInt8]: [UInt8]] = [:]
    for name in try call(operation, path, attributes(file))
    where !Self.attributesOfContent.contains(name) {
      all[name] = try call(operation, path, attribute(file, name))
    }
    return all
  }

  /// Copies the extended attributes of the old file to the new file.
  ///
  /// This method throws an error if the caller isn't permitted to set the attributes.
  func give(
    _ wanted: [[UInt8]: [UInt8]], to file: Int32, _ path: String
  ) throws {
    let own = try attributes(of: file, path)
    // Remove an access control list that the new file has inherited but the old file didn't have.
    if own[Self.accessList] != nil, wanted[Self.accessList] == nil {
      try call(
        "preserve the access control list of", path, setAttribute(file, Self.accessList, nil))
    }
    for (name, value) in wanted where own[name] != value {
      try call(
        "preserve the attribute \(String(decoding: name, as: UTF8.self)) of", path,
        setAttribute(file, name, value))
    }
  }
}
