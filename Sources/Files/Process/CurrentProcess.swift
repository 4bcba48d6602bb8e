import Synchronization

/// What the system says about this process.
package enum CurrentProcess {
  /// Kept in memory, because each read of a setting asks for it; a forked child notes its own.
  package static var id: Int32 {
    if known.load(ordering: .relaxed) == 0 { _ = noted }
    return known.load(ordering: .relaxed)
  }

  /// 0 until somebody asks.
  private static let known = Atomic<Int32>(0)
  private static let noted: Void = {
    known.store(getpid(), ordering: .relaxed)
    pthread_atfork(nil, nil) { CurrentProcess.known.store(getpid(), ordering: .relaxed) }
  }()

  package static var userID: UInt32 { geteuid() }

  package static var isRoot: Bool { userID == 0 }

  package static var thread: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }

  /// The name of the program: the last part of the path that it was started by.
  package static var program: String {
    FilePath.name(of: CommandLine.arguments.first ?? path)
  }

  package static var path: String {
    let own = try? FileSystem.live.linkTarget("/proc/self/exe")
    return own ?? CommandLine.arguments.first ?? ""
  }

  static var time: Double { Double(nanoseconds) / 1e9 }

  /// When this is now, in nanoseconds since 1970.
  static var nanoseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// When this is now, in whole milliseconds since 1970.
  package static var milliseconds: Int64 { nanoseconds / 1_000_000 }

  /// The environment of this process; without `SETTEE_ROOT` where the process runs with more rights
  /// than its caller, because the caller would choose whose decisions hold.
  package static var environment: [String: String] {
    // Room for what most have: to make room while it grows takes longer than to read it.
    var result = [String: String](minimumCapacity: 64)
    var next = environ
    while let entry = next.pointee {
      let text = UnsafeRawBufferPointer(start: entry, count: strlen(entry))
      if let equals = text.firstIndex(of: UInt8(ascii: "=")) {
        let value = text[(equals + 1)...]
        result[String(decoding: text[..<equals], as: UTF8.self)] =
          String(decoding: value, as: UTF8.self)
      }
      next += 1
    }
    // What AT_SECURE says, without its header: set-user-ID and set-group-ID programs.
    if getuid() != geteuid() || getgid() != getegid() { result["SETTEE_ROOT"] = nil }
    return result
  }

  /// A write beyond the file-size limit shall fail with a reason, not end the process.
  package static let ignoresFileSizeSignal: Void = {
    // Left alone where the program has a handler of its own.
    if hasDefaultAction(SIGXFSZ) { signal(SIGXFSZ, SIG_IGN) }
  }()

  /// Whether the program has no handler for a signal, nor ignores it; the one of ``SignalCleanup`` is as
  /// good as none.
  package static func hasDefaultAction(_ number: Int32) -> Bool {
    if SystemCalls.handlesSignal(number) { return true }
    var action = sigaction()
    sigaction(number, nil, &action)
    #if canImport(Darwin)
      return action.__sigaction_u.__sa_handler == nil
    #else
      return action.__sigaction_handler.sa_handler == nil
    #endif
  }

  /// Ends the process as a signal would have that it has handled itself.
  package static func end(by number: Int32) {
    SignalCleanup.removeFiles()
    signal(number, SIG_DFL)
    // The threads of tasks take no signals.
    var one = sigset_t()
    sigemptyset(&one)
    sigaddset(&one, number)
    pthread_sigmask(SIG_UNBLOCK, &one, nil)
    kill(getpid(), number)
  }
}

/// Combinations of flags for opening files.
package enum OpenFlags {
  static let folder = O_RDONLY | O_DIRECTORY
  /// For what we keep beside a file, which is made where it is missing.
  package static let sidecar = existingSidecar | O_CREAT
  package static let existingSidecar = O_RDWR | O_NOFOLLOW | O_NONBLOCK
  package static let temporary = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
  /// None of the system's: asks the door for the links that ``DirectoryHandle`` follows, and no others.
  package static let earned = Int32.min
  package static let reading = O_RDONLY | O_NONBLOCK | O_NOCTTY
  static let readingNoLink = reading | O_NOFOLLOW
  package static let writingNoLink = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW
  package static let append = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK
}
