import Synchronization
import SetteeFiles
import SetteePropertyLists

/// A store in a property-list file, which is read as a whole and replaced atomically.
package final class PlistFile: LayerStore {
  struct Options {
    var newMode: UInt32 = 0o600
    var folderMode: UInt32 = 0o700
    /// A Boolean value that indicates whether denied access is reported as a missing permission for
    /// the layer.
    var isAdministrators = false
    /// The location of the backups, or `nil` for read-only files.
    var lastGood: BackupSlots?
  }

  /// The content that was last read or written.
  ///
  /// A file with the same bytes isn't parsed again.
  struct Memo: Sendable {
    var content: [UInt8]
    var sum: ContentSum
    var stored: Snapshot
    var inode: UInt64
  }

  let path: String
  let door: FileSystem
  let role: Options
  let memo = Mutex<Memo?>(nil)
  /// The corruption that the last read found.
  ///
  /// The file isn't parsed again until it changes.
  let knownCorruption = Mutex<Corruption?>(nil)
  private let lastInPlaceWrite = Atomic<Int64>(.min / 2)
  /// A Boolean value that indicates whether content written by another program was read but not
  /// backed up.
  let needsBackup = Atomic<Bool>(false)

  /// The last time at which the file had other content in the same inode, which Settee never
  /// causes.
  package var lastWrittenInPlace: Int64 { lastInPlaceWrite.load(ordering: .relaxed) }

  /// A Boolean value that indicates whether the content that was last read was committed by Settee,
  /// in this or another process.
  package var isLastCommit: Bool {
    guard let sum = memo.withLock({ $0?.sum }) else { return false }
    return role.lastGood?.isOfCommit(sum, at: path) ?? false
  }

  init(_ path: String, _ door: FileSystem, _ role: Options = Options()) {
    self.path = path
    self.door = door
    self.role = role
  }

  package var place: String { path }
  package var filePath: String? { path }

  /// Reads the file.
  ///
  /// A corrupt file is read again. If it is still corrupt, the backup is read.
  package func read(_ report: (DomainIssue) -> Void) throws(DomainError) -> Snapshot {
    switch try readStable(path) {
    case .missing: return .missing
    case .values(let stored): return stored
    case .damaged(let damage): return answer(damage, report)
    }
  }

  /// Reads the file once, or returns `nil` if it is empty, corrupt, or being written, which may be
  /// temporary.
  package func readOnce() throws(DomainError) -> Snapshot? {
    let content = try content(of: path)
    if content?.mayBeUnderWay == true { return nil }
    return switch interpret(content) {
    case .missing: .missing
    case .values(let stored): stored
    case .damaged: nil
    }
  }

  // MARK: File content

  /// The result of reading a file.
  enum ReadResult {
    case missing
    case values(Snapshot)
    case damaged(Corruption)
  }

  /// A file whose content is invalid.
  struct Corruption {
    let bytes: [UInt8]
    let reason: String
    let status: FileStatus
    /// A Boolean value that indicates whether the corruption was reported.
    ///
    /// Later reads don't wait for the corruption to end.
    var isReported = false

    var isEmpty: Bool { bytes.isEmpty }
  }

  /// Reads the file repeatedly for a short time while it is unreadable, in case another program is
  /// writing it.
  ///
  /// With `.noneAtEnd`, the result may be used for writing, because the path itself names the file.
  func readStable(_ path: String, _ links: FollowedLinks = .earned) throws(DomainError)
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
  ) throws(DomainError) -> FileContent? {
    do { return try door.readFile(path, links: links, noticesWriters: true) } catch {
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
      let sum = ContentSum(of: bytes)
      let stored = Snapshot(values, revision: sum.revision)
      remember(bytes, sum, stored, content.status.inode)
      needsBackup.store(true, ordering: .relaxed)
      return .values(stored)
    } catch {
      return damaged("\(error.place.words): \(error.message)")
    }
  }

  func remember(
    _ bytes: [UInt8], _ sum: ContentSum, _ stored: Snapshot, _ inode: UInt64
  ) {
    knownCorruption.exchange(nil)
    let new = Memo(content: bytes, sum: sum, stored: stored, inode: inode)
    let old = memo.exchange(new)
    if old?.inode == inode { lastInPlaceWrite.store(Monotonic.now, ordering: .relaxed) }
  }

  /// Watches the directories of the file and of the target of its symlink.
  package func watch(_ wake: @escaping @Sendable (_ isUnderWay: Bool) -> Void) -> DomainWatch? {
    FolderWatch.watch(file: path, wake)
  }
}
