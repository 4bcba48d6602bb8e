/// The one door to the file system: a struct of closures, one for each system call that is used.
///
/// Everything that touches a file goes through a door, so that tests can fail any call, record the
/// order of the calls, and end the process between two of them. ``FileSystem/live`` is the real one.
/// Call the methods of `FileSystem+Calls.swift`, which repeat interrupted calls and turn an error
/// number into a ``FileFault``; the closures below are the bare calls.
package struct FileSystem: Sendable {
  /// open(2), always with O_CLOEXEC; with O_NOFOLLOW in the folder that ``DirectoryHandle`` holds.
  package var open:
    @Sendable (_ path: String, _ flags: Int32, _ mode: UInt32) throws(ErrorNumber) -> Int32
  /// close(2).
  package var close: @Sendable (_ file: Int32) throws(ErrorNumber) -> Void
  /// read(2).
  package var read:
    @Sendable (_ file: Int32, _ into: UnsafeMutableRawBufferPointer) throws(ErrorNumber) -> Int
  /// write(2).
  package var write:
    @Sendable (_ file: Int32, _ from: UnsafeRawBufferPointer) throws(ErrorNumber) -> Int
  /// pwrite(2).
  package var writeAt:
    @Sendable (_ file: Int32, _ from: UnsafeRawBufferPointer, _ offset: Int) throws(ErrorNumber) ->
      Int
  /// ftruncate(2).
  package var truncate: @Sendable (_ file: Int32, _ size: Int) throws(ErrorNumber) -> Void
  /// fsync(2), of a file or of a folder.
  package var sync: @Sendable (_ file: Int32) throws(ErrorNumber) -> Void
  /// fstat(2).
  package var status: @Sendable (_ file: Int32) throws(ErrorNumber) -> FileStatus
  /// stat(2), or lstat(2) when links are not followed.
  package var statusOf:
    @Sendable (_ path: String, _ followLinks: Bool) throws(ErrorNumber) -> FileStatus
  /// fchmod(2).
  package var changeMode: @Sendable (_ file: Int32, _ mode: UInt32) throws(ErrorNumber) -> Void
  /// fchown(2).
  package var changeOwner:
    @Sendable (_ file: Int32, _ user: UInt32, _ group: UInt32) throws(ErrorNumber) -> Void
  /// flock(2).
  package var lock: @Sendable (_ file: Int32, _ operation: Int32) throws(ErrorNumber) -> Void
  /// rename(2), in held folders.
  package var rename: @Sendable (_ from: String, _ to: String) throws(ErrorNumber) -> Void
  /// unlink(2), or rmdir(2) of an empty folder, in a held one.
  package var remove: @Sendable (_ path: String) throws(ErrorNumber) -> Void
  /// mkdir(2), in a held folder.
  package var makeFolder: @Sendable (_ path: String, _ mode: UInt32) throws(ErrorNumber) -> Void
  /// readlink(2), of a link that may be followed.
  package var linkTarget: @Sendable (_ path: String) throws(ErrorNumber) -> String
  /// The names in a folder, unsorted, without `.` and `..`: opendir(3) to closedir(3).
  package var names: @Sendable (_ folder: String) throws(ErrorNumber) -> [String]
  /// flistxattr(2): access lists and labels are such attributes.
  ///
  /// Their names are bytes.
  package var attributes: @Sendable (_ file: Int32) throws(ErrorNumber) -> [[UInt8]]
  /// fgetxattr(2); nil where there is none of that name.
  package var attribute: @Sendable (_ file: Int32, _ name: [UInt8]) throws(ErrorNumber) -> [UInt8]?
  /// fsetxattr(2), or fremovexattr(2) without a value.
  package var setAttribute:
    @Sendable (_ file: Int32, _ name: [UInt8], _ value: [UInt8]?) throws(ErrorNumber) -> Void
  /// The flags of chattr(1) that a new file in place of this one has to have.
  package var flags: @Sendable (_ file: Int32) throws(ErrorNumber) -> UInt32
  /// Sets those flags.
  package var setFlags: @Sendable (_ file: Int32, _ flags: UInt32) throws(ErrorNumber) -> Void
  /// faccessat(2) with W_OK, of an open file.
  package var mayWrite: @Sendable (_ file: Int32) throws(ErrorNumber) -> Void
  /// fcntl(2) with F_SETLEASE: throws EAGAIN where another process has the file open for writing.
  ///
  /// Whoever opens it so from now on waits for the end of the lease.
  package var takeLease: @Sendable (_ file: Int32) throws(ErrorNumber) -> Void
  /// Ends a lease; throws EAGAIN where somebody waits for that.
  package var endLease: @Sendable (_ file: Int32) throws(ErrorNumber) -> Void
}

package struct ErrorNumber: Error, Equatable {
  package let code: Int32

  package init(_ code: Int32) { self.code = code }

  /// None of the system's: a link on the way, or a second name, that another user may have put there.
  static let untrusted: Int32 = 10_001
  /// None of the system's: a file isn't as it was read.
  static let changed: Int32 = 10_002
  /// None of the system's: a file has several names.
  static let hardLinked: Int32 = 10_003
  static let notSupported: Set<Int32> = [EINVAL, ENOTSUP, EOPNOTSUPP, ENOSYS, EBADF]
  package static let lockless: Set<Int32> = [EBADF, ENOLCK, EOPNOTSUPP, ENOTSUP, ENOSYS]
}

/// What stat(2) tells about a file, as far as it matters here.
package struct FileStatus: Sendable, Equatable {
  package enum Kind: String, Sendable {
    case file = "a file"
    case directory = "a directory"
    case link = "a symbolic link"
    case fifo = "a FIFO"
    case socket = "a socket"
    case device = "a device"
  }

  package var kind: Kind
  package var device: UInt64
  package var inode: UInt64
  package var size: Int
  /// Nanoseconds since 1970.
  package var modified: Int64
  package var mode: UInt32
  package var user: UInt32
  package var group: UInt32
  package var links: Int

  /// Whether its content changed less than so many nanoseconds ago, or in the future.
  package func wasModified(within span: Int64) -> Bool {
    CurrentProcess.nanoseconds - modified < span
  }

  /// Whether both are the same file, whatever happened to its content.
  package func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }
}

/// What can go wrong with a file.
package protocol FileProblem: Error {
  /// The caller has no right to the place, or nobody has.
  var isDenied: Bool { get }

  /// One sentence: what, where, why, and what to do where that helps.
  var message: String { get }

  /// Why, and what to do where that helps: a part of a sentence whose reader knows the place.
  var reason: String { get }
}

/// A file operation that failed: what was done, where, and the reason that the system gave.
package struct FileFault: FileProblem, Equatable {
  /// What was done, as the start of a sentence: “read”, “write”.
  let operation: String
  let path: String
  package let code: Int32

  package init(operation: String, path: String, code: Int32) {
    (self.operation, self.path, self.code) = (operation, path, code)
  }

  package var isMissing: Bool { code == ENOENT }

  package var isDenied: Bool {
    [EACCES, EPERM, EROFS, ErrorNumber.hardLinked].contains(code)
  }

  /// Whether a file wasn't replaced because another program has changed it since it was read.
  package var isChanged: Bool { code == ErrorNumber.changed }

  package var message: String { "Can't \(operation) \(path): \(reason)." }

  package var reason: String {
    if code == ErrorNumber.untrusted {
      return
        "a symlink in its path, or a hard link, belongs to a user who doesn't own the target;"
        + " remove it, or run as that user"
    }
    if code == ErrorNumber.changed { return "another program changed it; try again" }
    if code == ErrorNumber.hardLinked {
      return
        "it has several hard links, which replacing it would break; edit the file instead"
    }
    let reason = String(cString: strerror(code))
    return "\(reason)\(Self.advice[code].map { "; " + $0 } ?? "")"
  }

  private static let advice: [Int32: String] = [
    ENOSPC: "free up space and try again",
    EDQUOT: "remove files and try again",
    ENOLCK: "the file system doesn't support locks, which are required to write safely;"
      + " enable locking, or store the file elsewhere",
    EACCES: "check its owner and permissions",
    ENOTDIR: "move or remove the file in its place",
    EILSEQ: "the target of a symlink isn't valid UTF-8; rename it",
    EROFS: "make it writable, or choose other directories with the XDG variables",
    EMFILE: "this program has too many open files",
    ENFILE: "the system has too many open files",
  ]
}
