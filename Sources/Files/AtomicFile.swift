/// Replaces a file so that whoever looks, even after a power failure, finds the old or the new one.
package struct AtomicFile {
  let path: String
  let door: FileDoor
  let newMode: UInt32
  /// Whether a file whose owner cannot be kept is left as it is.
  let keepsOwner: Bool
  /// Whether no two writers meet.
  let isLocked: Bool
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

  package init(
    path: String, door: FileDoor, newMode: UInt32, keepsOwner: Bool = false, isLocked: Bool = true,
    care: Care = .full
  ) {
    (self.path, self.door, self.newMode, self.keepsOwner) = (path, door, newMode, keepsOwner)
    (self.isLocked, self.care) = (isLocked, care)
  }

  /// Replaces the content: temporary file, sync, rename, sync of the folder.
  ///
  /// The owner, mode and attributes of the old file are kept, and where something fails it stands,
  /// unless only the sync of the folder failed. `letGo` is called when the old file has lost its name:
  /// whoever has it open closes it now, so that the sync of the folder also covers that its blocks are
  /// free, and the next one need not. `look` is called right before the old file loses its name; what
  /// it throws leaves that alone.
  @discardableResult
  package func replace(
    with bytes: [UInt8], keeping old: OldFile?, letGo: () -> Void = {},
    look: () throws(FileFault) -> Void = { () throws(FileFault) in }
  ) throws(FileFault) -> FileStatus {
    // Where the lock is held, a temporary file at this name is what a killed writer left. The dot keeps
    // sync programs and other devices from taking it for a whole file.
    let number = isLocked ? "" : ".\(UInt32.random(in: 0 ... .max))"
    let temporary = FilePath.sibling(of: path, named: ".\(FilePath.name(of: path))\(number).new")
    // Opened first: what can fail shall fail while the old file still stands.
    let folder = care == .full ? try door.openFolder(FilePath.folder(of: path)) : nil
    defer { if let folder { door.closeQuietly(folder) } }
    let status: FileStatus
    do {
      status = try write(bytes, to: temporary, keeping: old)
      try look()
      try door.call("replace", path, door.rename(temporary, path))
    } catch {
      if error.operation != "make" { try? door.remove(temporary) }
      throw error
    }
    letGo()
    if let folder { try door.syncFolder(folder, FilePath.folder(of: path)) }
    return status
  }

  private func write(
    _ bytes: [UInt8], to temporary: String, keeping old: OldFile?
  ) throws(FileFault) -> FileStatus {
    let file = try create(temporary)
    var isOpen = true
    defer { if isOpen { door.closeQuietly(file) } }
    try door.writeAll(bytes, to: file, path)
    let own = try door.call("read", path, door.status(file))
    try dress(file, own, like: old)
    if care != .none { try door.call("sync", path, door.sync(file)) }
    isOpen = false
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

  private func create(_ temporary: String) throws(FileFault) -> Int32 {
    func make() throws(FileFault) -> Int32 {
      try door.call("make", temporary, door.open(temporary, OpenFlags.temporary, 0o600))
    }
    do {
      return try make()
    } catch {
      guard error.code == EEXIST else { throw error }
      try door.call("make", temporary, door.remove(temporary))
      return try make()
    }
  }

  /// Gives the new file the owner, the mode and the attributes of the old one.
  private func dress(
    _ file: Int32, _ own: FileStatus, like old: OldFile?
  ) throws(FileFault) {
    guard let old else {
      if newMode != 0o600 { try setMode(file, newMode) }
      return
    }
    let status = old.status
    var mode = status.mode
    if keepsOwner, own.user != status.user || own.group != status.group {
      try door.call("keep the owner of", path, door.changeOwner(file, status.user, status.group))
    } else if own.user != status.user || own.group != status.group,
      (try? door.changeOwner(file, status.user, status.group)) == nil, own.group != status.group,
      (try? door.changeOwner(file, own.user, status.group)) == nil
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
    try door.call("set the mode of", path, door.changeMode(file, mode))
  }
}

/// What is kept of a file that is replaced.
package struct OldFile: Sendable {
  package let status: FileStatus
  let attributes: [FileAttribute]

  package init(status: FileStatus, attributes: [FileAttribute]) {
    (self.status, self.attributes) = (status, attributes)
  }
}

extension FileDoor {
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
  static let accessList = "system.posix_acl_access"
  /// What the kernel notes itself about what is in a file; it means nothing for other bytes.
  private static let ofContent: Set = ["security.ima", "security.evm", "security.capability"]

  let name: String
  let value: [UInt8]

  static func isKept(_ name: String) -> Bool { !ofContent.contains(name) }
}

extension FileDoor {
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
      try call("keep the access list of", path, setAttribute(file, list, nil))
    }
    for attribute in wanted where !own.contains(attribute) {
      try call(
        "keep the attribute \(attribute.name) of", path,
        setAttribute(file, attribute.name, attribute.value))
    }
  }
}
