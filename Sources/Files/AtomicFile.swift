import SetteePropertyLists

/// Replaces a file atomically.
///
/// Readers see either the old or the new file, even after a power failure.
package struct AtomicFile {
  let path: String
  let door: FileSystem
  let newMode: UInt32
  /// A Boolean value that indicates whether the replacement fails if the owner of the file can't be
  /// preserved.
  let keepsOwner: Bool
  let care: Care

  /// The parts of the replacement that must survive a power failure.
  package enum Care {
    /// Nothing has to survive a power failure.
    ///
    /// A power failure may revert the replacement or leave an empty file.
    case none
    /// The content has to survive a power failure.
    ///
    /// A power failure may revert the replacement, but it never leaves a partial file.
    case content
    /// The content and the replacement have to survive a power failure.
    case full
  }

  /// The file that is expected at the path.
  ///
  /// If there is a different file at the path, nothing is replaced.
  package enum Expected {
    case anything
    case nothing
    /// The file that was read, with the same bytes.
    ///
    /// The new file gets the current owner, mode, attributes, and flags of this file.
    case file(FileContent)
  }

  package init(
    path: String, door: FileSystem, newMode: UInt32, keepsOwner: Bool = false, care: Care = .full
  ) {
    (self.path, self.door, self.newMode, self.keepsOwner) = (path, door, newMode, keepsOwner)
    self.care = care
  }

  /// Replaces the content of the file.
  ///
  /// This method writes and syncs a temporary file, checks the old file, renames the temporary
  /// file, and syncs the directory.
  ///
  /// If this method throws an error, the old file is unchanged, unless only the sync of the
  /// directory failed. The property ``FileFault/isChanged`` of the error is `true` if another
  /// program has changed the file. The closure `onReplaced` is called when the old file has been
  /// replaced, so that the caller closes its descriptors before the sync of the directory, which
  /// then includes freeing the old file's blocks.
  @discardableResult
  package func replace(
    with bytes: [UInt8], expecting expected: Expected = .anything, onReplaced: () -> Void = {}
  ) throws(FileFault) -> FileStatus {
    // Everything that can fail is checked and opened before a temporary file is created.
    let old = try look(for: expected)
    let folder = care == .full ? try door.openFolder(FilePath.folder(of: path)) : nil
    defer { if let folder { door.closeQuietly(folder) } }
    let status: FileStatus
    do {
      status = try replace(with: bytes, like: old, expected, isNamed: false)
    } catch {
      if error.code != ErrorNumber.unnamed { throw error }
      status = try replace(with: bytes, like: old, expected, isNamed: true)
    }
    onReplaced()
    if let folder { try door.syncFolder(folder, FilePath.folder(of: path)) }
    return status
  }

  /// Writes the temporary file and renames it.
  ///
  /// If `isNamed` is `false`, the file has no name until it is complete, so the system removes it
  /// if the process is killed before that.
  private func replace(
    with bytes: [UInt8], like old: Properties?, _ expected: Expected, isNamed: Bool
  ) throws(FileFault) -> FileStatus {
    let new = try isNamed ? create() : createUnnamed()
    defer { new.cleanup?.cancel() }
    var isNamed = isNamed
    do {
      let status = try fill(new, with: bytes, like: old, expected) { () throws(FileFault) in
        if !isNamed { try link(new.file, new.path) }
        isNamed = true
      }
      try door.call("replace", path, door.rename(new.path, path))
      return status
    } catch {
      if isNamed { try? door.remove(new.path) }
      throw error
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

  private func createUnnamed() throws(FileFault) -> TemporaryFile {
    SystemCalls.delayForks()
    defer { SystemCalls.allowForks() }
    let temporary = FilePath.temporary(for: path)
    do {
      let file = try door.openUnnamed(temporary, 0o600)
      return TemporaryFile(file, temporary, SignalCleanup(temporary))
    } catch {
      throw FileFault(operation: "create", path: temporary, code: ErrorNumber.unnamed)
    }
  }

  private func link(_ file: Int32, _ temporary: String) throws(FileFault) {
    do {
      try door.link(file, temporary)
    } catch {
      throw FileFault(operation: "create", path: temporary, code: ErrorNumber.unnamed)
    }
  }

  /// Creates the temporary file without overwriting an existing file.
  private func create() throws(FileFault) -> TemporaryFile {
    SystemCalls.delayForks()
    defer { SystemCalls.allowForks() }
    var tries = 0
    while true {
      let temporary = FilePath.temporary(for: path)
      let cleanup = SignalCleanup(temporary)
      do {
        let file = try door.call(
          "create", temporary, door.open(temporary, OpenFlags.temporary, 0o600))
        return TemporaryFile(file, temporary, cleanup)
      } catch {
        cleanup?.cancel()
        tries += 1
        if error.code != EEXIST || tries == 8 { throw error }
      }
    }
  }

  /// Writes the temporary file, gives it its name, and closes it.
  private func fill(
    _ new: TemporaryFile, with bytes: [UInt8], like old: Properties?, _ expected: Expected,
    name: () throws(FileFault) -> Void
  ) throws(FileFault) -> FileStatus {
    let file = new.file
    var isOpen = true
    defer { if isOpen { try? close(new) } }
    // Some flags can be set only on an empty file.
    if let old { try keep(old.flags, of: file) }
    try door.writeAll(bytes, to: file, path)
    let own = try door.call("read", path, door.status(file))
    try applyProperties(file, own, like: old)
    if care != .none { try door.call("sync", path, door.sync(file)) }
    try updateProperties(file, like: old, expected)
    try name()
    isOpen = false
    // If close(2) is interrupted, the descriptor is already closed. Closing it again could close
    // another file.
    do {
      try close(new)
    } catch {
      if error.code != EINTR {
        throw FileFault(operation: "write", path: path, code: error.code)
      }
    }
    return own
  }

  private func close(_ new: TemporaryFile) throws(ErrorNumber) {
    SystemCalls.delayForks()
    defer { SystemCalls.allowForks() }
    SystemCalls.cancelCloseInChildren(new.slot)
    try door.close(new.file)
  }

  // MARK: Checking the old file

  /// The properties that the new file gets from the old file.
  private struct Properties: Equatable {
    let mode: UInt32
    let user: UInt32
    let group: UInt32
    let attributes: [FileAttribute]
    let flags: UInt32
  }

  /// Returns the properties to preserve, or throws an error if the file isn't as expected or can't
  /// be replaced.
  private func look(for expected: Expected) throws(FileFault) -> Properties? {
    let changed = FileFault(operation: "replace", path: path, code: ErrorNumber.changed)
    switch expected {
    case .anything: return nil
    case .nothing:
      if try door.existing(path, followLinks: false) != nil { throw changed }
      return nil
    case .file(let known):
      let opened: (file: Int32, status: FileStatus)?
      do { opened = try door.openFile(path, .noneAtEnd) } catch {
        if case .failed(let fault) = error, fault.code != ELOOP { throw fault }
        throw changed
      }
      guard let file = opened?.file else { throw changed }
      defer { door.closeQuietly(file) }
      let now: FileContent
      do { now = try door.readNoticingWriters(file, path) } catch {
        if case .failed(let fault) = error { throw fault }
        throw changed
      }
      guard now.status.isSameFile(as: known.status), now.writers != .some,
        now.bytes == known.bytes
      else { throw changed }
      return try properties(of: file, now.status)
    }
  }

  private func properties(of file: Int32, _ status: FileStatus) throws(FileFault) -> Properties {
    if status.links > 1 {
      throw FileFault(operation: "replace", path: path, code: ErrorNumber.hardLinked)
    }
    try door.call("write", path, door.mayWrite(file))
    return Properties(
      mode: status.mode, user: status.user, group: status.group,
      attributes: try door.attributes(of: file, path),
      flags: try door.call("read the flags of", path, door.flags(file)))
  }

  /// Checks the old file for the last time, and copies properties that were changed while the new
  /// file was written.
  private func updateProperties(
    _ file: Int32, like old: Properties?, _ expected: Expected
  ) throws(FileFault) {
    var last = old
    for _ in 0..<16 {
      guard let now = try look(for: expected), let previous = last, now != previous else { return }
      for attribute in previous.attributes
      where !now.attributes.contains(where: attribute.hasSameName) {
        try? door.setAttribute(file, attribute.name, nil)
      }
      if now.flags != previous.flags { try keep(now.flags, of: file) }
      try applyProperties(file, try door.call("read", path, door.status(file)), like: now)
      if care != .none { try door.call("sync", path, door.sync(file)) }
      last = now
    }
    throw FileFault(operation: "replace", path: path, code: ErrorNumber.changed)
  }

  private func keep(_ flags: UInt32, of file: Int32) throws(FileFault) {
    try door.call("preserve the flags (chattr) of", path, door.setFlags(file, flags))
  }

  /// Sets the owner, mode, and attributes of the new file to those of the old file.
  private func applyProperties(
    _ file: Int32, _ own: FileStatus, like old: Properties?
  ) throws(FileFault) {
    guard let old else {
      if newMode != 0o600 { try setMode(file, newMode) }
      return
    }
    var mode = old.mode
    if keepsOwner, own.user != old.user || own.group != old.group {
      try door.call("preserve the owner of", path, door.changeOwner(file, old.user, old.group))
    } else if own.user != old.user || own.group != old.group,
      (try? door.changeOwner(file, old.user, old.group)) == nil, own.group != old.group,
      (try? door.changeOwner(file, own.user, old.group)) == nil
    {
      // Only root can change the owner, so the caller owns the new file, as with any editor. The
      // new group gets the permissions of others.
      mode = mode & ~0o070 | (mode & 0o007) << 3
    }
    try door.give(old.attributes, to: file, path)
    // The mode is set last, because an access control list changes it.
    if own.mode != mode || !old.attributes.isEmpty { try setMode(file, mode) }
  }

  private func setMode(_ file: Int32, _ mode: UInt32) throws(FileFault) {
    try door.call("set the permissions of", path, door.changeMode(file, mode))
  }
}

extension FileSystem {
  package func openFolder(_ path: String) throws(FileFault) -> Int32 {
    try call("open", path, self.open(path, OpenFlags.folder, 0))
  }

  /// Writes the entries of a directory to disk, if the file system supports this.
  package func syncFolder(_ folder: Int32, _ path: String) throws(FileFault) {
    do {
      try call("sync", path, self.sync(folder))
    } catch {
      if !ErrorNumber.notSupported.contains(error.code) { throw error }
    }
  }
}

/// An extended attribute, such as an access control list or a security label.
package struct FileAttribute: Sendable, Equatable {
  static let accessList = Array("system.posix_acl_access".utf8)
  // The attributes that the kernel derives from the content. They would be wrong for different
  // content.
  private static let ofContent = Set(
    ["security.ima", "security.evm", "security.capability"].map { Array($0.utf8) })

  let name: [UInt8]
  let value: [UInt8]

  static func isKept(_ name: [UInt8]) -> Bool { !ofContent.contains(name) }

  func hasSameName(as other: FileAttribute) -> Bool { name == other.name }
}

extension FileSystem {
  /// Returns the attributes that a replacement of a file must have.
  package func attributes(of file: Int32, _ path: String) throws(FileFault) -> [FileAttribute] {
    let operation = "read the attributes of"
    var all: [FileAttribute] = []
    for name in try call(operation, path, attributes(file)) where FileAttribute.isKept(name) {
      if let value = try call(operation, path, attribute(file, name)) {
        all.append(FileAttribute(name: name, value: value))
      }
    }
    return all
  }

  /// Sets the attributes of the new file to those of the old file, or throws an error if the caller
  /// isn't permitted to set them.
  func give(
    _ wanted: [FileAttribute], to file: Int32, _ path: String
  ) throws(FileFault) {
    let own = try attributes(of: file, path)
    // The new file may inherit an access control list that the old file didn't have.
    let list = FileAttribute.accessList
    if own.contains(where: { $0.name == list }), !wanted.contains(where: { $0.name == list }) {
      try call("preserve the access control list of", path, setAttribute(file, list, nil))
    }
    for attribute in wanted where !own.contains(attribute) {
      try call(
        "preserve the attribute \(String(decoding: attribute.name, as: UTF8.self)) of", path,
        setAttribute(file, attribute.name, attribute.value))
    }
  }
}
