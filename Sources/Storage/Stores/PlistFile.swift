import Synchronization
import SetteeFiles
import SetteeValues

/// A store in a property-list file, which Settee reads as a whole and replaces atomically.
package final class PlistFile: LayerStore {
  /// The most recently read or written content of the file.
  ///
  /// Settee doesn't parse the file again while its bytes stay the same.
  struct Memo: Sendable {
    var content: [UInt8]
    var sum: Checksum
    var stored: Snapshot
    var inode: UInt64
  }

  let path: String
  let fileSystem: FileSystem
  /// A Boolean value that indicates whether an administrator writes the file for all users.
  ///
  /// All users can read such a file, and denied access is reported as a missing permission.
  let isAdministrators: Bool
  /// The location of the backups, or `nil` for a file that Settee only reads.
  let lastGood: BackupSlots?
  let memo = Mutex<Memo?>(nil)
  /// The corruption that Settee detected when it last read the file.
  ///
  /// Settee doesn't parse a corrupt file again until its bytes change.
  let knownCorruption = Mutex<Corruption?>(nil)
  private let lastInPlaceWrite = Atomic<Int64>(.min / 2)
  /// A Boolean value that indicates whether another program has written content that has no backup
  /// yet.
  let needsBackup = Atomic<Bool>(false)

  /// The last time another program modified the file in place, in monotonic nanoseconds.
  ///
  /// Settee itself always replaces the file instead of modifying it in place.
  var lastWrittenInPlace: Int64 { lastInPlaceWrite.load(ordering: .relaxed) }

  /// A Boolean value that indicates whether Settee committed the most recently read content.
  ///
  /// The commit can be from this process or from another process that uses Settee.
  var isLastCommit: Bool {
    guard let sum = memo.withLock({ $0?.sum }) else { return false }
    return lastGood?.isOfCommit(sum, at: path) ?? false
  }

  init(
    _ path: String, _ fileSystem: FileSystem, isAdministrators: Bool = false,
    lastGood: BackupSlots? = nil
  ) {
    (self.path, self.fileSystem) = (path, fileSystem)
    (self.isAdministrators, self.lastGood) = (isAdministrators, lastGood)
  }

  package var place: String { path }
  package var filePath: String? { path }

  /// Reads the file, and falls back to the backup if the file is corrupt.
  ///
  /// Before falling back to the backup, this method reads a corrupt file a second time.
  package func read(_ report: (DomainIssue) -> Void) throws -> Snapshot {
    switch try readStable(path) {
    case .missing: return .missing
    case .values(let stored): return stored
    case .damaged(let damage): return answer(damage, report)
    }
  }

  /// Reads the file once, without waiting for other programs.
  ///
  /// The result is `nil` if the file is empty, corrupt, or being written, which might be temporary.
  package func readOnce() throws -> Snapshot? {
    let content = try content(of: path)
    if content?.mayBeUnderWay == true { return nil }
    return switch interpret(content) {
    case .missing: .missing
    case .values(let stored): stored
    case .damaged: nil
    }
  }

  // MARK: File content

  /// The result of reading a property-list file, which can be missing or corrupt.
  enum ReadResult {
    case missing
    case values(Snapshot)
    case damaged(Corruption)
  }

  /// A property-list file whose content is invalid.
  struct Corruption {
    let bytes: [UInt8]
    let reason: String
    let status: FileStatus
    /// A Boolean value that indicates whether the user has been informed of the corruption.
    ///
    /// After the user has been informed, reads don't wait for another program to finish writing the
    /// file.
    var isReported = false

    var isEmpty: Bool { bytes.isEmpty }
  }

  /// Reads the file repeatedly for a short time in case another program is writing it.
  ///
  /// If `links` is `.noneAtEnd`, the path itself is the file, so the result can be used for
  /// writing.
  func readStable(_ path: String, _ links: FollowedLinks = .earned) throws
    -> ReadResult
  {
    var pause: Int64 = .milliseconds(1)
    while true {
      let content = try content(of: path, links)
      let found = interpret(content)
      var mayPass = content?.writers == .some && pause <= .milliseconds(128)
      if case .damaged(let damage) = found, !damage.isReported, pause <= .milliseconds(32) {
        mayPass = true
      }
      guard mayPass else { return found }
      Monotonic.sleep(nanoseconds: pause)
      pause *= 2
    }
  }

  func content(
    of path: String, _ links: FollowedLinks = .earned
  ) throws -> FileContent? {
    do { return try fileSystem.readFile(path, links: links, noticesWriters: true) } catch {
      throw DomainError(error)
    }
  }

  func interpret(_ content: FileContent?) -> ReadResult {
    guard let content else {
      knownCorruption.exchange(nil)
      return .missing
    }
    let bytes = content.bytes
    func damaged(_ reason: String, isReported: Bool = false) -> ReadResult {
      let damage = Corruption(
        bytes: bytes, reason: reason, status: content.status, isReported: isReported)
      knownCorruption.exchange(damage)
      return .damaged(damage)
    }
    if let known = memo.withLock({ $0 }), known.content == bytes {
      knownCorruption.exchange(nil)
      return .values(known.stored)
    }
    if let known = knownCorruption.withLock({ $0 }), known.bytes == bytes {
      return damaged(known.reason, isReported: known.isReported)
    }
    if bytes.isEmpty { return damaged("it is empty") }
    do {
      guard case .dictionary(let values) = try PropertyList(reading: bytes) else {
        return damaged("its root isn't a dictionary")
      }
      let sum = Checksum(of: bytes)
      let stored = Snapshot(values, revision: sum.revision)
      remember(bytes, sum, stored, content.status.inode)
      needsBackup.store(true, ordering: .relaxed)
      return .values(stored)
    } catch {
      return damaged("\(error)")
    }
  }

  func remember(
    _ bytes: [UInt8], _ sum: Checksum, _ stored: Snapshot, _ inode: UInt64
  ) {
    knownCorruption.exchange(nil)
    let new = Memo(content: bytes, sum: sum, stored: stored, inode: inode)
    let old = memo.exchange(new)
    if old?.inode == inode { lastInPlaceWrite.store(Monotonic.now, ordering: .relaxed) }
  }

  /// Watches the directory of the file and, for a symlink, the directory of its target.
  package func watch(_ wake: @escaping @Sendable (_ isUnderWay: Bool) -> Void) -> DomainWatch? {
    FolderWatch.watch(file: path, wake)
  }
}
