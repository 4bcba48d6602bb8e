import SetteeFiles
import SetteeFormats
import SetteePropertyLists

/// A settings file under its lock: what it held when the lock was taken, and the way to replace it.
///
/// The lock is flock(2) on the file itself, or on its folder where there is none, so that all users
/// share one and nothing is left behind. Git's own lock is a file, and is taken as git does.
struct HeldText {
  let bytes: [UInt8]?
  private let path: String
  private let role: TextFile.Role
  private let door: FileDoor
  private let file: Int32
  private let status: FileStatus?
  private let gitLock: String?

  /// Waits for the lock, and reads the file.
  init(_ path: String, _ role: TextFile.Role, _ door: FileDoor) throws(DomainError) {
    (self.path, self.role, self.door) = (path, role, door)
    gitLock = role.format == .lines(.git) ? path + ".lock" : nil
    if let gitLock { try Self.take(gitLock, of: path, door) }
    do throws(DomainError) {
      (file, status, bytes) = try Self.hold(path, role, door)
    } catch {
      if let gitLock { try? door.remove(gitLock) }
      throw error
    }
  }

  func release() {
    try? door.lock(file, LockOperation.release)
    door.closeQuietly(file)
    if let gitLock { try? door.remove(gitLock) }
  }

  private static func hold(
    _ path: String, _ role: TextFile.Role, _ door: FileDoor
  ) throws(DomainError) -> (Int32, FileStatus?, [UInt8]?) {
    var wait = Wait(for: try? door.existing(path))
    do {
      while true {
        if let (file, status) = try door.openFile(path, .noneAtEnd) {
          let held = try keeping(file, door) { () throws -> (FileStatus, [UInt8])? in
            try refuse(path, status, door)
            try lock(file, path, &wait, door)
            guard try door.existing(path)?.isSameFile(as: status) == true else { return nil }
            let now = try door.call("read", path, door.status(file))
            return (now, try door.readOpen(file, now, path).bytes)
          }
          if let (status, bytes) = held { return (file, status, bytes) }
        } else {
          guard role.mayMake else {
            throw DomainError(.missing, "There is no file \(path) any more; check its name.")
          }
          try door.makeFolders(FilePath.folder(of: path), mode: 0o700)
          let folder = try door.openFolder(FilePath.folder(of: path))
          let isHeld: Bool? = try keeping(folder, door) {
            try lock(folder, path, &wait, door)
            return try door.existing(path) == nil ? true : nil
          }
          if isHeld != nil { return (folder, nil, nil) }
        }
      }
    } catch {
      throw DomainError(error, tellsDenied: true)
    }
  }

  /// Closes an open file, and lets go of its lock, where `body` fails or has no use for it.
  private static func keeping<Result>(
    _ file: Int32, _ door: FileDoor, _ body: () throws -> Result?
  ) throws -> Result? {
    var isKept = false
    defer { if !isKept { door.closeQuietly(file) } }
    let result = try body()
    isKept = result != nil
    return result
  }

  /// What may not be replaced: a file that the caller has no right to, or with another name.
  private static func refuse(
    _ path: String, _ status: FileStatus, _ door: FileDoor
  ) throws {
    let file = try door.call("write", path, door.open(path, OpenFlags.writingNoLink, 0))
    door.closeQuietly(file)
    guard status.links < 2 else {
      throw DomainError(
        .denied,
        "\(path) has \(status.links) names (hard links), and a new file would leave the others behind; "
          + "change it in an editor.")
    }
  }

  private static func lock(
    _ file: Int32, _ path: String, _ wait: inout Wait, _ door: FileDoor
  ) throws {
    while true {
      do throws(FileFault) {
        return try door.call("lock", path, door.lock(file, LockOperation.tryExclusive))
      } catch {
        if ErrorNumber.lockless.contains(error.code) { return }
        guard error.code == EWOULDBLOCK else { throw error }
      }
      guard wait.goOn(try? door.existing(path)) else {
        throw DomainError(
          .busy, "Cannot write \(path): another program holds its lock; let it go on, or end it.")
      }
    }
  }

  /// Takes the lock file of git, which waits for nobody; we do.
  private static func take(
    _ lock: String, of path: String, _ door: FileDoor
  ) throws(DomainError) {
    var wait = Wait(for: try? door.existing(path))
    while true {
      do throws(FileFault) {
        let file = try door.call("make the lock", lock, door.open(lock, OpenFlags.temporary, 0o600))
        return door.closeQuietly(file)
      } catch {
        guard error.code == EEXIST else {
          throw DomainError(error, tellsDenied: true)
        }
      }
      guard wait.goOn(try? door.existing(path)) else {
        throw DomainError(
          .busy,
          "Cannot write \(path): git holds \(lock); let it finish, or remove that file if no git runs."
        )
      }
    }
  }

  /// Replaces the file; false where it is not as it was read.
  func replace(with new: [UInt8]) throws(DomainError) -> Bool {
    var hasChanged = false
    do throws(FileFault) {
      let old = try status.map { status throws(FileFault) in
        OldFile(status: status, attributes: try door.attributes(of: file, path))
      }
      let whole = AtomicFile(path: path, door: door, newMode: role.newMode, keepsOwner: true)
      try whole.replace(
        with: new, keeping: old,
        look: { () throws(FileFault) in
          guard try isAsRead() else {
            hasChanged = true
            throw FileFault(operation: "replace", path: path, code: EBUSY)
          }
        })
      return true
    } catch {
      if hasChanged { return false }
      if error.code == EBUSY {
        throw DomainError(
          .denied,
          "\(path) is a mount of its own and cannot be replaced; change it where it is mounted from."
        )
      }
      throw DomainError(error, tellsDenied: true)
    }
  }

  /// Whether the path still leads to the file that was read, with the same bytes in it.
  private func isAsRead() throws(FileFault) -> Bool {
    guard let status, let bytes else { return try door.existing(path) == nil }
    guard let now = try door.existing(path, followLinks: false), now.isSameFile(as: status) else {
      return false
    }
    if now == status { return true }
    return (try? door.readFile(path))??.bytes.hasSameBytes(as: bytes) ?? false
  }
}
