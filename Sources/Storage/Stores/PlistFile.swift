import Synchronization
import SetteeFiles
import SetteePropertyLists

/// One property-list file as a store of values: read whole, replaced whole, never torn.
package final class PlistFile: LayerStore {
  struct Options {
    var newMode: UInt32 = 0o600
    var folderMode: UInt32 = 0o700
    /// Whether a refusal by the system is a matter of rights to a layer.
    var isAdministrators = false
    /// Where the last good copies are; nil for files that are only read.
    var lastGood: BackupSlots?
  }

  /// What was last read or written: a file with the same bytes is not parsed again.
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
  /// What makes no sense in the file since it was last read: as long as it stays so, it is not parsed
  /// again.
  let standingDamage = Mutex<Corruption?>(nil)
  private let inPlace = Atomic<Int64>(.min / 2)
  /// Whether another program's edit was read that is not among the good copies.
  let hasUnkept = Atomic<Bool>(false)

  /// When the file was last seen with other content in the same inode: no writer of ours does that.
  package var lastWrittenInPlace: Int64 { inPlace.load(ordering: .relaxed) }

  /// Whether what was read last is what a Settee, here or in another process, committed last.
  package var holdsLastGood: Bool {
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

  /// Reads the file; a damaged one is retried, then left alone and answered from the last good copy.
  package func read(_ report: (DomainIssue) -> Void) throws(DomainError) -> Snapshot {
    switch try settled(path) {
    case .missing: return .missing
    case .values(let stored): return stored
    case .damaged(let damage): return answer(damage, report)
    }
  }

  /// Reads the file as it is now; nil when it is empty, damaged or being written, which may pass.
  package func readOnce() throws(DomainError) -> Snapshot? {
    let content = try content(of: path)
    if content?.mayBeUnderWay == true { return nil }
    return switch interpret(content) {
    case .missing: .missing
    case .values(let stored): stored
    case .damaged: nil
    }
  }

  // MARK: What stands in the file

  /// The three cases of a file that can be read, and the damage of one that makes no sense.
  enum ReadResult {
    case missing
    case values(Snapshot)
    case damaged(Corruption)
  }

  /// A file whose content makes no sense.
  struct Corruption {
    let bytes: [UInt8]
    let reason: String
    let status: FileStatus
    /// Whether a reader has told it; nobody waits for it to pass any more.
    var isTold = false

    var isEmpty: Bool { bytes.isEmpty }
  }

  /// Reads again for a moment while the file makes no sense: another program may be writing it.
  ///
  /// With no link at the end what is read may be written: then it is what the path itself names.
  func settled(_ path: String, _ links: FollowedLinks = .earned) throws(DomainError) -> ReadResult {
    var pause: Int64 = .milliseconds(1)
    while true {
      let content = try content(of: path, links)
      let found = interpret(content)
      var mayPass = content?.writers == .some && pause <= .milliseconds(128)
      if case .damaged(let damage) = found, !damage.isTold, pause <= .milliseconds(32) {
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
      standingDamage.exchange(nil)
      return .missing
    }
    let bytes = content.bytes
    func damaged(_ reason: String, isTold: Bool = false) -> ReadResult {
      let damage = Corruption(bytes: bytes, reason: reason, status: content.status, isTold: isTold)
      standingDamage.exchange(damage)
      return .damaged(damage)
    }
    if let known = memo.withLock({ $0 }), known.content.hasSameBytes(as: bytes) {
      standingDamage.exchange(nil)
      return .values(known.stored)
    }
    if let known = standingDamage.withLock({ $0 }), known.bytes.hasSameBytes(as: bytes) {
      return damaged(known.reason, isTold: known.isTold)
    }
    if bytes.isEmpty { return damaged("it is empty") }
    do {
      guard case .dictionary(let values) = try PropertyList(reading: bytes) else {
        return damaged("it holds no dictionary")
      }
      let sum = ContentSum(of: bytes)
      let stored = Snapshot(values, revision: sum.revision)
      remember(bytes, sum, stored, content.status.inode)
      hasUnkept.store(true, ordering: .relaxed)
      return .values(stored)
    } catch {
      return damaged("\(error.place.words): \(error.message)")
    }
  }

  func remember(
    _ bytes: [UInt8], _ sum: ContentSum, _ stored: Snapshot, _ inode: UInt64
  ) {
    standingDamage.exchange(nil)
    let new = Memo(content: bytes, sum: sum, stored: stored, inode: inode)
    let old = memo.exchange(new)
    if old?.inode == inode { inPlace.store(Monotonic.now, ordering: .relaxed) }
  }

  /// Watches the folders of the file and of what it is a link to.
  package func watch(_ wake: @escaping @Sendable (_ isUnderWay: Bool) -> Void) -> DomainWatch? {
    FolderWatch.watch(file: path, wake)
  }
}
