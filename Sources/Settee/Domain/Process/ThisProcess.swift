#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the system says about this process.
enum ThisProcess {
  static var id: Int32 { getpid() }

  static var userID: UInt32 { geteuid() }

  static var isRoot: Bool { userID == 0 }

  /// Tells threads apart.
  static var thread: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }

  /// The name of the program: the last part of the path that it was started by.
  static var program: String {
    FilePath.name(of: CommandLine.arguments.first ?? path)
  }

  /// Where the program is.
  static var path: String {
    let own = try? FileDoor.live.linkTarget("/proc/self/exe")
    return own ?? CommandLine.arguments.first ?? ""
  }

  /// When this is now, in seconds since 1970.
  static var time: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// When this is now, in whole milliseconds since 1970.
  static var milliseconds: Int64 { Int64(time * 1000) }

  /// The name of the user, else the number; looked up once, because that reads files.
  static var user: String {
    let id = geteuid()
    let lastUser = ProcessWide.current.user
    if let known = lastUser.withLock({ $0 }), known.id == id { return known.name }
    let entry = getpwuid(id)
    let name = entry?.pointee.pw_name.map { String(cString: $0) } ?? String(id)
    lastUser.withLock { $0 = (id, name) }
    return name
  }

  /// A write beyond the file-size limit shall fail with a reason, not end the process.
  static let ignoresFileSizeSignal: Void = {
    var action = sigaction()
    sigaction(SIGXFSZ, nil, &action)
    // Left alone where the program has a handler of its own.
    #if canImport(Darwin)
      let isDefault = action.__sigaction_u.__sa_handler == nil
    #else
      let isDefault = action.__sigaction_handler.sa_handler == nil
    #endif
    if isDefault { signal(SIGXFSZ, SIG_IGN) }
  }()
}

/// Combinations of flags for opening files.
enum OpenFlags {
  static let folder = O_RDONLY | O_DIRECTORY
  static let lock = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK
  static let queue = O_RDWR | O_NOFOLLOW | O_NONBLOCK
  static let temporary = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
  /// None of the system's: asks the door for the links that ``HeldFolder`` follows, and no others.
  static let earned = Int32.min
  static let reading = O_RDONLY | O_NONBLOCK | O_NOCTTY
  static let readingNoLink = reading | O_NOFOLLOW
  static let slot = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK
  static let append = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK
}

extension ErrorNumber {
  static let broken = EIO
  static let interrupted = EINTR
  static let noDevice = ENXIO
  static let loop = ELOOP
  static let exists = EEXIST
  static let missing = ENOENT
  /// None of the system's: a link on the way, or a second name, that another user may have put there.
  static let untrusted: Int32 = 10_001
  static let notFolder = ENOTDIR
  static let wouldBlock = EWOULDBLOCK
  static let notSupported: Set<Int32> = [EINVAL, ENOTSUP, EOPNOTSUPP, ENOSYS, EBADF]
  static let lockless: Set<Int32> = [EBADF, ENOLCK, EOPNOTSUPP, ENOTSUP, ENOSYS]
}
