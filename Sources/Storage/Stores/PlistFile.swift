import Synchronization
import SetteeFiles
import SetteeValues

/// A store in a property-list file, which Settee reads as a whole and replaces atomically.
package final class PlistFile: LayerStore {
  /// The content of the file when Settee read or wrote it.
  ///
  /// Settee doesn't parse the file again while its bytes stay the same.
  struct ParsedContent: Sendable {
    let bytes: [UInt8]
    let sum: Checksum
    var status: FileStatus
    /// The values in the file, or an empty dictionary if it is corrupt.
    var values = PropertyListDictionary()
    /// The reason why the content is invalid, or `nil` if it is valid.
    var corruption: String?
    /// A Boolean value that indicates whether the user has been informed of the corruption.
    ///
    /// After the user has been informed, reads don't wait for another program to finish writing the
    /// file.
    var isReported = false

    var snapshot: Snapshot { Snapshot(values, revision: sum.revision) }
  }

  let file: SettingsFile
  /// The location of the backups, or `nil` for a file that Settee only reads.
  let lastGood: BackupSlots?
  /// The most recently read or written valid content of the file.
  let valid = Mutex<ParsedContent?>(nil)
  /// The corrupt content that Settee detected when it last read the file.
  let corrupt = Mutex<ParsedContent?>(nil)
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
    guard let sum = valid.withLock({ $0?.sum }) else { return false }
    return lastGood?.isOfCommit(sum, at: file.path) ?? false
  }

  /// Creates a store in a file that an administrator writes for all users, or in a user's file.
  ///
  /// All users can read an administrator's file, and denied access is reported as a missing
  /// permission.
  init(
    _ path: String, _ fileSystem: FileSystem, isAdministrators: Bool = false,
    lastGood: BackupSlots? = nil
  ) {
    file = SettingsFile(
      path: path, fileSystem: fileSystem, lockKind: .sidecar,
      newMode: isAdministrators ? 0o644 : 0o600, tellsDenied: isAdministrators)
    self.lastGood = lastGood
  }

  package var path: String? { file.path }

  // MARK: Reading

  /// Reads the file, and falls back to the backup if the file is corrupt.
  ///
  /// Before falling back to the backup, this method reads a corrupt file a second time.
  package func read(_ report: (DomainIssue) -> Void) throws -> Snapshot {
    guard let content = try readStable(file.path) else { return .missing }
    return content.corruption == nil ? content.snapshot : snapshot(ofCorrupt: content, report)
  }

  /// Reads the file once, without waiting for other programs.
  ///
  /// The result is `nil` if the file is empty, corrupt, or being written, which might be temporary.
  package func readOnce() throws -> Snapshot? {
    let bytes = try bytes(of: file.path)
    if bytes?.mayBeUnderWay == true { return nil }
    guard let content = interpret(bytes) else { return .missing }
    return content.corruption == nil ? content.snapshot : nil
  }

  /// Reads the file repeatedly for a short time in case another program is writing it.
  ///
  /// If `links` is `.noneAtEnd`, the path itself is the file, so the result can be used for
  /// writing.
  func readStable(_ path: String, _ links: FollowedLinks = .earned) throws -> ParsedContent? {
    var pause: Int64 = .milliseconds(1)
    while true {
      let bytes = try bytes(of: path, links)
      let content = interpret(bytes)
      let isCorrupt = content.map { $0.corruption != nil && !$0.isReported } ?? false
      let longest: Int64 = bytes?.isOpenForWriting == true ? 128 : isCorrupt ? 32 : 0
      guard pause <= .milliseconds(longest) else { return content }
      Monotonic.sleep(nanoseconds: pause)
      pause *= 2
    }
  }

  func bytes(of path: String, _ links: FollowedLinks = .earned) throws -> FileContent? {
    do { return try file.fileSystem.readFile(path, links: links, noticesWriters: true) } catch {
      throw DomainError(error)
    }
  }

  /// Returns the values of a file or the reason why it is corrupt, or `nil` if it is missing.
  func interpret(_ read: FileContent?) -> ParsedContent? {
    guard let read else {
      corrupt.exchange(nil)
      return nil
    }
    if let known = valid.withLock({ $0 }), known.bytes.hasSameBytes(as: read.bytes) {
      corrupt.exchange(nil)
      return known
    }
    var content =
      corrupt.withLock { $0?.bytes == read.bytes ? $0 : nil }
      ?? ParsedContent(read)
    content.status = read.status
    if content.corruption != nil {
      corrupt.exchange(content)
    } else {
      remember(content)
      needsBackup.store(true, ordering: .relaxed)
    }
    return content
  }

  func remember(_ new: ParsedContent) {
    corrupt.exchange(nil)
    let old = valid.exchange(new)
    if old?.status.inode == new.status.inode {
      lastInPlaceWrite.store(Monotonic.now, ordering: .relaxed)
    }
  }

  /// Watches the directory of the file and, for a symlink, the directory of its target.
  package func watch(_ wake: @escaping @Sendable (_ isUnderWay: Bool) -> Void) -> DomainWatch? {
    DomainWatch(file: file.path, wake)
  }
}

extension PlistFile.ParsedContent {
  /// Parses the bytes of a file.
  fileprivate init(_ read: FileContent) {
    (bytes, sum, status) = (read.bytes, Checksum(of: read.bytes), read.status)
    if bytes.isEmpty {
      corruption = "it is empty"
      return
    }
    do {
      if case .dictionary(let read) = try PropertyList(reading: bytes) {
        values = read
      } else {
        corruption = "its root isn't a dictionary"
      }
    } catch { corruption = "\(error)" }
  }
}
