/// The file system API, which is a struct of closures with one closure for each system call.
///
/// All file access uses this type, so that tests can make any call fail, record the order of calls,
/// and terminate the process between two calls. ``FileSystem/live`` is the file system of the
/// operating system. Use the methods in `FileSystem+Calls.swift`, which repeat interrupted calls
/// and convert error numbers to a ``FileFault``. The closures are the plain calls.
package struct FileSystem: Sendable {
  /// Calls open(2), always with O_CLOEXEC.
  ///
  /// With O_NOFOLLOW, the file is opened in the directory of a ``DirectoryHandle``.
  package var open:
    @Sendable (_ path: String, _ flags: Int32, _ mode: UInt32) throws(ErrorNumber) -> Int32
  /// openat(2) with O_TMPFILE in the folder of a path: a file that has no name until ``link``.
  package var openUnnamed: @Sendable (_ path: String, _ mode: UInt32) throws(ErrorNumber) -> Int32
  /// linkat(2), of such a file.
  package var link: @Sendable (_ file: Int32, _ path: String) throws(ErrorNumber) -> Void
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
  /// Calls fsync(2) for a file or directory.
  package var sync: @Sendable (_ file: Int32) throws(ErrorNumber) -> Void
  /// fstat(2).
  package var status: @Sendable (_ file: Int32) throws(ErrorNumber) -> FileStatus
  /// Calls stat(2), or lstat(2) if symlinks aren't followed.
  package var statusOf:
    @Sendable (_ path: String, _ followLinks: Bool) throws(ErrorNumber) -> FileStatus
  /// fchmod(2).
  package var changeMode: @Sendable (_ file: Int32, _ mode: UInt32) throws(ErrorNumber) -> Void
  /// fchown(2).
  package var changeOwner:
    @Sendable (_ file: Int32, _ user: UInt32, _ group: UInt32) throws(ErrorNumber) -> Void
  /// flock(2).
  package var lock: @Sendable (_ file: Int32, _ operation: Int32) throws(ErrorNumber) -> Void
  /// Calls rename(2) in the directories of a ``DirectoryHandle``.
  package var rename: @Sendable (_ from: String, _ to: String) throws(ErrorNumber) -> Void
  /// Renames a file as ``rename`` does, or throws EEXIST if the new path exists.
  package var renameToNew: @Sendable (_ from: String, _ to: String) throws(ErrorNumber) -> Void
  /// Calls unlink(2), or rmdir(2) for an empty directory, in the directory of a
  /// ``DirectoryHandle``.
  package var remove: @Sendable (_ path: String) throws(ErrorNumber) -> Void
  /// Calls mkdir(2) in the directory of a ``DirectoryHandle``.
  package var makeFolder: @Sendable (_ path: String, _ mode: UInt32) throws(ErrorNumber) -> Void
  /// Calls readlink(2) for a symlink that may be followed.
  package var linkTarget: @Sendable (_ path: String) throws(ErrorNumber) -> String
  /// Returns the names in a directory, in any order and without `.` and `..`.
  package var names: @Sendable (_ folder: String) throws(ErrorNumber) -> [String]
  /// flistxattr(2).
  ///
  /// Access control lists and security labels are extended attributes.
  ///
  /// The names of attributes are bytes.
  package var attributes: @Sendable (_ file: Int32) throws(ErrorNumber) -> [[UInt8]]
  /// Calls fgetxattr(2), and returns `nil` if the attribute is missing.
  package var attribute: @Sendable (_ file: Int32, _ name: [UInt8]) throws(ErrorNumber) -> [UInt8]?
  /// Calls fsetxattr(2), or fremovexattr(2) if there is no value.
  package var setAttribute:
    @Sendable (_ file: Int32, _ name: [UInt8], _ value: [UInt8]?) throws(ErrorNumber) -> Void
  /// Returns the flags of chattr(1) that a replacement of the file must have.
  package var flags: @Sendable (_ file: Int32) throws(ErrorNumber) -> UInt32
  /// Sets the flags of chattr(1) that a replacement of the file must have.
  package var setFlags: @Sendable (_ file: Int32, _ flags: UInt32) throws(ErrorNumber) -> Void
  /// Calls faccessat(2) with W_OK for an open file.
  package var mayWrite: @Sendable (_ file: Int32) throws(ErrorNumber) -> Void
  /// Calls fcntl(2) with F_SETLEASE.
  ///
  /// This closure throws EAGAIN if another process has the file open for writing.
  ///
  /// A process that opens the file for writing waits for the end of the lease.
  package var takeLease: @Sendable (_ file: Int32) throws(ErrorNumber) -> Void
  /// Ends a lease.
  ///
  /// This closure throws EAGAIN if another process is waiting for the end of the lease.
  package var endLease: @Sendable (_ file: Int32) throws(ErrorNumber) -> Void
}

package struct ErrorNumber: Error, Equatable {
  package let code: Int32

  package init(_ code: Int32) { self.code = code }

  /// An error for a symlink or hard link that another user may have created.
  ///
  /// This isn't an error number of the system.
  static let untrusted: Int32 = 10_001
  /// An error for a file that was changed since it was read.
  ///
  /// This isn't an error number of the system.
  static let changed: Int32 = 10_002
  /// An error for a file that has several hard links.
  ///
  /// This isn't an error number of the system.
  static let hardLinked: Int32 = 10_003
  /// Not an error of the system: a file can't be written before it has a name.
  static let unnamed: Int32 = 10_004
  static let notSupported: Set<Int32> = [EINVAL, ENOTSUP, EOPNOTSUPP, ENOSYS, EBADF]
  package static let lockless: Set<Int32> = [EBADF, ENOLCK, EOPNOTSUPP, ENOTSUP, ENOSYS]
}

/// The status of a file, as returned by stat(2).
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
  /// The modification time in nanoseconds since 1970.
  package var modified: Int64
  package var mode: UInt32
  package var user: UInt32
  package var group: UInt32
  package var links: Int

  /// Returns whether the content changed within the given number of nanoseconds, or has a date in
  /// the future.
  package func wasModified(within span: Int64) -> Bool {
    CurrentProcess.nanoseconds - modified < span
  }

  /// Returns whether both are the same file, regardless of its content.
  package func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }
}

/// An error that concerns a file.
package protocol FileProblem: Error {
  /// A Boolean value that indicates whether the caller doesn't have permission, or the file system
  /// is read-only.
  var isDenied: Bool { get }

  /// A Boolean value that indicates whether the caller doesn't have permission.
  var needsPermission: Bool { get }

  /// A message for the user that explains what failed, where, why, and what to do.
  var message: String { get }

  /// The reason and what to do, for messages that already contain the path.
  var reason: String { get }
}

/// A file operation that failed, with its path and the reason that the system reported.
package struct FileFault: FileProblem, Equatable {
  /// The operation as a verb for a message, such as "read".
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

  package var needsPermission: Bool { code == EACCES || code == EPERM }

  /// A Boolean value that indicates whether another program has changed the file since it was read.
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
