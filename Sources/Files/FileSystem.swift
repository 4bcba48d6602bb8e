/// The file system API, which is a struct with one closure for each system call.
///
/// All file access uses this type, so that tests can make any call fail, record the order of calls,
/// and terminate the process between two calls. ``FileSystem/live`` is the file system of the
/// operating system. Use the methods in `FileSystem+Calls.swift`, which repeat interrupted calls
/// and convert error numbers to a ``SystemError``. The closures are plain system calls.
package struct FileSystem: Sendable {
  /// Opens a file with open(2), always with the flag O_CLOEXEC.
  ///
  /// If the flags include O_NOFOLLOW, the file is opened in the directory of a ``DirectoryHandle``.
  package var open: @Sendable (_ path: String, _ flags: Int32, _ mode: UInt32) throws -> Int32
  /// Opens a file without a name in the directory of a path, with the flag O_TMPFILE of openat(2).
  ///
  /// The file doesn't have a name until ``link`` is called.
  package var openUnnamed: @Sendable (_ path: String, _ mode: UInt32) throws -> Int32
  /// Calls linkat(2) to name a file that was opened without a name.
  package var link: @Sendable (_ file: Int32, _ path: String) throws -> Void
  /// Calls close(2).
  package var close: @Sendable (_ file: Int32) throws -> Void
  /// Calls read(2).
  package var read: @Sendable (_ file: Int32, _ into: UnsafeMutableRawBufferPointer) throws -> Int
  /// Calls write(2).
  package var write: @Sendable (_ file: Int32, _ from: UnsafeRawBufferPointer) throws -> Int
  /// Calls pwrite(2).
  package var writeAt:
    @Sendable (_ file: Int32, _ from: UnsafeRawBufferPointer, _ offset: Int) throws ->
      Int
  /// Calls ftruncate(2).
  package var truncate: @Sendable (_ file: Int32, _ size: Int) throws -> Void
  /// Calls fsync(2) for a file or directory.
  package var sync: @Sendable (_ file: Int32) throws -> Void
  /// Calls fstat(2).
  package var status: @Sendable (_ file: Int32) throws -> FileStatus
  /// Returns the status of a path with stat(2), or with lstat(2) if symlinks aren't followed.
  package var statusOf: @Sendable (_ path: String, _ followLinks: Bool) throws -> FileStatus
  /// Calls fchmod(2).
  package var changeMode: @Sendable (_ file: Int32, _ mode: UInt32) throws -> Void
  /// Calls fchown(2).
  package var changeOwner: @Sendable (_ file: Int32, _ user: UInt32, _ group: UInt32) throws -> Void
  /// Calls flock(2).
  package var lock: @Sendable (_ file: Int32, _ operation: Int32) throws -> Void
  /// Renames a file with rename(2) in the directories of a ``DirectoryHandle``.
  package var rename: @Sendable (_ from: String, _ to: String) throws -> Void
  /// Renames a file as ``rename`` does, or throws EEXIST if the new path exists.
  package var renameToNew: @Sendable (_ from: String, _ to: String) throws -> Void
  /// Calls unlink(2), or rmdir(2) for an empty directory, in the directory of a
  /// ``DirectoryHandle``.
  package var remove: @Sendable (_ path: String) throws -> Void
  /// Creates a directory with mkdir(2) in the directory of a ``DirectoryHandle``.
  package var makeFolder: @Sendable (_ path: String, _ mode: UInt32) throws -> Void
  /// Calls readlink(2) for a symlink that this process may follow.
  package var linkTarget: @Sendable (_ path: String) throws -> String
  /// Returns the names in a directory, in any order and without `.` and `..`.
  package var names: @Sendable (_ folder: String) throws -> [String]
  /// Calls flistxattr(2).
  ///
  /// Access control lists and security labels are extended attributes. The names of attributes are
  /// bytes.
  package var attributes: @Sendable (_ file: Int32) throws -> [[UInt8]]
  /// Returns an extended attribute with fgetxattr(2), or `nil` if the attribute is missing.
  package var attribute: @Sendable (_ file: Int32, _ name: [UInt8]) throws -> [UInt8]?
  /// Sets an extended attribute with fsetxattr(2), or removes it with fremovexattr(2) if the value
  /// is `nil`.
  package var setAttribute:
    @Sendable (_ file: Int32, _ name: [UInt8], _ value: [UInt8]?) throws -> Void
  /// Returns the chattr(1) flags of a file that a replacement of the file must also have.
  package var flags: @Sendable (_ file: Int32) throws -> UInt32
  /// Sets those chattr(1) flags of a new file that it must have in common with the old file.
  package var setFlags: @Sendable (_ file: Int32, _ flags: UInt32) throws -> Void
  /// Checks whether the caller may write to an open file, with faccessat(2) and W_OK.
  package var mayWrite: @Sendable (_ file: Int32) throws -> Void
  /// Acquires a lease on a file with fcntl(2) and F_SETLEASE, so that other programs can't open it
  /// for writing meanwhile.
  ///
  /// This closure throws EAGAIN if another process has the file open for writing. A process that
  /// opens the file for writing waits until the lease ends.
  package var takeLease: @Sendable (_ file: Int32) throws -> Void
  /// Ends the lease on a file.
  ///
  /// This closure throws EAGAIN if another process is waiting for the lease to end.
  package var endLease: @Sendable (_ file: Int32) throws -> Void
}

/// The status of a file, as returned by stat(2).
package struct FileStatus: Sendable, Equatable {
  package enum FileType: String, Sendable {
    case file = "a file"
    case directory = "a directory"
    case link = "a symbolic link"
    case fifo = "a FIFO"
    case socket = "a socket"
    case device = "a device"
  }

  package var kind: FileType
  package var device: UInt64
  package var inode: UInt64
  package var size: Int
  /// The time of the last modification of the file, in nanoseconds since 1970.
  package var modified: Int64
  package var mode: UInt32
  package var user: UInt32
  package var group: UInt32
  package var links: Int

  /// Returns whether the content of the file changed within a number of nanoseconds.
  ///
  /// The result is also `true` if the modification time is in the future.
  package func wasModified(within span: Int64) -> Bool {
    CurrentProcess.nanoseconds - modified < span
  }

  /// Returns whether two status values refer to the same file, regardless of its content.
  package func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }
}

/// An error that the operating system or Settee reports for a file operation.
///
/// The closures of ``FileSystem`` throw errors with only a code. Its methods add the operation and
/// the path for the error message.
package struct SystemError: Error, Equatable, CustomStringConvertible {
  /// An error number of the operating system, or one of Settee's own codes.
  package let code: Int32
  /// The operation as a verb for a message, such as "read".
  let operation: String
  let path: String
  /// The reason for the failure if the code doesn't imply it.
  private let detail: String?

  package init(_ code: Int32) { self.init(operation: "access", path: "", code: code) }

  /// Converts an error of any type to a system error.
  package init(_ error: any Error) { self = error as? SystemError ?? SystemError(EIO) }

  package init(operation: String, path: String, code: Int32, detail: String? = nil) {
    (self.operation, self.path, self.code, self.detail) = (operation, path, code, detail)
  }

  package var isMissing: Bool { code == ENOENT }

  /// A Boolean value that indicates whether permission is denied or the file system is read-only.
  package var isDenied: Bool {
    [EACCES, EPERM, EROFS, SystemError.hardLinked].contains(code)
  }

  /// A Boolean value that indicates whether the caller doesn't have permission.
  package var needsPermission: Bool { code == EACCES || code == EPERM }

  /// A Boolean value that indicates whether another program has changed the file since it was read.
  package var isChanged: Bool { code == SystemError.changed }

  /// A message for the user that explains what failed, where, why, and what to do.
  package var message: String { "Can't \(operation) \(path): \(reason)." }

  package var description: String { message }

  /// The reason for the failure and a suggested solution, for messages that already contain the
  /// path.
  package var reason: String {
    if let detail { return detail }
    if code == SystemError.untrusted {
      return
        "a symlink in its path, or a hard link, belongs to a user who doesn't own the target;"
        + " remove it, or run as that user"
    }
    if code == SystemError.changed { return "another program changed it; try again" }
    if code == SystemError.hardLinked {
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

extension SystemError {
  // Settee's own codes, for errors for which the operating system has no suitable number.

  /// A code for a symlink or hard link that another user might have created.
  static let untrusted: Int32 = 10_001
  /// A code for a file that has changed since it was read.
  static let changed: Int32 = 10_002
  /// A code for a file with several hard links.
  static let hardLinked: Int32 = 10_003
  /// A code for a file that can't be written before it has a name.
  static let unnamed: Int32 = 10_004
  /// A code for a file that Settee doesn't read, because of its type or its size.
  static let unsuitable: Int32 = 10_005

  static let notSupported: Set<Int32> = [EINVAL, ENOTSUP, EOPNOTSUPP, ENOSYS, EBADF]
  package static let lockless: Set<Int32> = [EBADF, ENOLCK, EOPNOTSUPP, ENOTSUP, ENOSYS]

  /// Creates an error for a path that isn't a regular file.
  package static func notRegular(_ path: String, _ kind: FileStatus.FileType) -> SystemError {
    SystemError(
      operation: "read", path: path, code: unsuitable,
      detail: "it is \(kind.rawValue), not a regular file")
  }

  /// Creates an error for a file that is larger than Settee reads.
  package static func tooLarge(_ path: String, size: Int, limit: Int) -> SystemError {
    SystemError(
      operation: "read", path: path, code: unsuitable,
      detail: "it has \(size) bytes; the limit is \(limit)")
  }
}
