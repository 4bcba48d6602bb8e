import SetteePropertyLists

/// Replaces a file so that whoever looks, even after a power failure, finds the old or the new one.
package struct AtomicFile {
  let path: String
  let door: FileSystem
  let newMode: UInt32
  /// Whether a file whose owner cannot be kept is left as it is.
  let keepsOwner: Bool
  let care: Care

  /// What of a new file has to be on the disk at the end.
  package enum Care {
    /// Nothing: a power failure may take it back, or empty it.
    case none
    /// What it holds: a power failure may bring the old file back, but never half of one.
    case content
    /// That it took the old one's place.
    case full
  }

  /// What has to be at the path, or it isn't replaced.
  package enum Expected {
    case anything
    case nothing
    /// The file that was read, with the same bytes in it. Its owner, mode, attributes and flags are kept,
    /// as they are at the moment of the replacement.
    case file(FileContent)
  }

  package init(
    path: String, door: FileSystem, newMode: UInt32, keepsOwner: Bool = false, care: Care = .full
  ) {
    (self.path, self.door, self.newMode, self.keepsOwner) = (path, door, newMode, keepsOwner)
    self.care = care
  }

  /// Replaces the content: temporary file, sync, a last look at the old file, rename, sync of the folder.
  ///
  /// Where something fails the old file stands, unless only the sync of the folder failed. A fault that
  /// ``FileFault/isChanged`` says that another program came in between. `letGo` is called when the old file
  /// has lost its name: whoever has it open closes it now, so that the sync of the folder also covers that
  /// its blocks are free, and the next one need not.
  @discardableResult
  package func replace(
    with bytes: [UInt8], expecting expected: Expected = .anything, letGo: () -> Void = {}
  ) throws(FileFault) -> FileStatus {
    // Looked at and opened first: what can fail shall fail before there is a temporary file.
    let old = try look(for: expected)
    let folder = care == .full ? try door.openFolder(FilePath.folder(of: path)) : nil
    defer { if let folder { door.closeQuietly(folder) } }
    let (file, temporary, cleanup) = try create()
    defer { cleanup?.cancel() }
    let status: FileStatus
    do {
      status = try fill(file, with: bytes, like: old, expected)
      try door.call("replace", path, door.rename(temporary, path))
    } catch {
      try? door.remove(temporary)
      throw error
    }
    letGo()
    if let folder { try door.syncFolder(folder, FilePath.folder(of: path)) }
    return status
  }

  /// Makes the temporary file; one that is there already is never touched.
  private func create() throws(FileFault) -> (file: Int32, path: String, SignalCleanup?) {
    var tries = 0
    while true {
      let temporary = FilePath.temporary(for: path)
      let cleanup = SignalCleanup(temporary)
      do {
        let file = try door.call(
          "create", temporary, door.open(temporary, OpenFlags.temporary, 0o600))
        return (file, temporary, cleanup)
      } catch {
        cleanup?.cancel()
        tries += 1
        if error.code != EEXIST || tries == 8 { throw error }
      }
    }
  }

  /// Writes the temporary file, and closes it.
  private func fill(
    _ file: Int32, with bytes: [UInt8], like old: Properties?, _ expected: Expected
  ) throws(FileFault) -> FileStatus {
    // A forked child would keep the new file open for writing, and others would wait for it.
    let slot = SystemCalls.closeInChildren(file)
    var isOpen = true
    defer {
      if isOpen {
        SystemCalls.cancelCloseInChildren(slot)
        door.closeQuietly(file)
      }
    }
    // Some flags only an empty file takes.
    if let old { try keep(old.flags, of: file) }
    try door.writeAll(bytes, to: file, path)
    let own = try door.call("read", path, door.status(file))
    try dress(file, own, like: old)
    if care != .none { try door.call("sync", path, door.sync(file)) }
    try dressAgain(file, like: old, expected)
    isOpen = false
    SystemCalls.cancelCloseInChildren(slot)
    // NB: close(2) that was interrupted has closed; a second one could close another's file.
    do {
      try door.close(file)
    } catch {
      if error.code != EINTR {
        throw FileFault(operation: "write", path: path, code: error.code)
      }
    }
    return own
  }

  // MARK: The old file

  /// What a new file takes over from the old one.
  private struct Properties: Equatable {
    let mode: UInt32
    let user: UInt32
    let group: UInt32
    let attributes: [FileAttribute]
    let flags: UInt32
  }

  /// What the new file takes over from what is at the path now; throws where that is not what is expected,
  /// or may not be replaced.
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
        now.bytes.hasSameBytes(as: known.bytes)
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

  /// Looks at the old file for the last time, and takes over what was changed of its mode, its owner and
  /// the like while the new one was written.
  private func dressAgain(
    _ file: Int32, like old: Properties?, _ expected: Expected
  ) throws(FileFault) {
    var last = old
    for _ in 0..<16 {
      guard let now = try look(for: expected), let worn = last, now != worn else { return }
      for attribute in worn.attributes where !now.attributes.contains(where: attribute.hasSameName)
      {
        try? door.setAttribute(file, attribute.name, nil)
      }
      if now.flags != worn.flags { try keep(now.flags, of: file) }
      try dress(file, try door.call("read", path, door.status(file)), like: now)
      if care != .none { try door.call("sync", path, door.sync(file)) }
      last = now
    }
    throw FileFault(operation: "replace", path: path, code: ErrorNumber.changed)
  }

  private func keep(_ flags: UInt32, of file: Int32) throws(FileFault) {
    try door.call("preserve the flags (chattr) of", path, door.setFlags(file, flags))
  }

  /// Gives the new file the owner, the mode and the attributes of the old one.
  private func dress(
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
      // Only root may give files away: the file becomes the caller's, as with any editor. What its
      // group was allowed is nothing for another group.
      mode = mode & ~0o070 | (mode & 0o007) << 3
    }
    try door.give(old.attributes, to: file, path)
    // NB: the last one. An access list sets the mode, and the mode narrows it again.
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

  /// Brings the names in a folder to the disk, where the file system knows how.
  package func syncFolder(_ folder: Int32, _ path: String) throws(FileFault) {
    do {
      try call("sync", path, self.sync(folder))
    } catch {
      if !ErrorNumber.notSupported.contains(error.code) { throw error }
    }
  }
}

/// An extended attribute of a file: its access list, its label, or a note of some program.
package struct FileAttribute: Sendable, Equatable {
  static let accessList = Array("system.posix_acl_access".utf8)
  /// What the kernel notes itself about what is in a file; it means nothing for other bytes.
  private static let ofContent = Set(
    ["security.ima", "security.evm", "security.capability"].map { Array($0.utf8) })

  let name: [UInt8]
  let value: [UInt8]

  static func isKept(_ name: [UInt8]) -> Bool { !ofContent.contains(name) }

  func hasSameName(as other: FileAttribute) -> Bool { name == other.name }
}

extension FileSystem {
  /// The attributes that a new file in place of this one has to have too.
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

  /// Gives a new file the attributes of the old one; who may not do that replaces nothing.
  func give(
    _ wanted: [FileAttribute], to file: Int32, _ path: String
  ) throws(FileFault) {
    let own = try attributes(of: file, path)
    // A folder may give its new files an access list that the old one did not have.
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
