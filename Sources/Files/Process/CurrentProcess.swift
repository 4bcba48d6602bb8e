import Synchronization

/// Information about the current process, such as its ID and its user.
package enum CurrentProcess {
  /// The process ID, which is cached because every read of a setting needs it.
  ///
  /// After a fork, the child process updates the cached process ID.
  package static var id: Int32 {
    if known.load(ordering: .relaxed) == 0 { _ = noted }
    return known.load(ordering: .relaxed)
  }

  /// The cached process ID, or 0 before the first use.
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

  /// The name of the program, which is the last component of the path that started it.
  package static var program: String {
    FilePath.name(of: CommandLine.arguments.first ?? path)
  }

  package static var path: String {
    let own = try? FileSystem.live.linkTarget("/proc/self/exe")
    return own ?? CommandLine.arguments.first ?? ""
  }

  static var time: Double { Double(nanoseconds) / 1e9 }

  /// The current time in nanoseconds since 1970.
  static var nanoseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The current time in milliseconds since 1970.
  package static var milliseconds: Int64 { nanoseconds / 1_000_000 }

  /// The environment variables of this process.
  ///
  /// If the process runs with more privileges than its caller, `SETTEE_ROOT` is removed, because
  /// the caller could use this variable to choose the managed settings.
  package static var environment: [String: String] {
    // Reserve capacity, because growing the dictionary takes longer than reading the variables.
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
    // For set-user-ID and set-group-ID programs, this check is equivalent to AT_SECURE.
    if getuid() != geteuid() || getgid() != getegid() { result["SETTEE_ROOT"] = nil }
    return result
  }

  /// Ignores the signal SIGXFSZ, so that a write beyond the file size limit fails with an error
  /// instead.
  package static let ignoresFileSizeSignal: Void = {
    // If the program has its own handler for SIGXFSZ, keep this handler.
    if hasDefaultAction(SIGXFSZ) { signal(SIGXFSZ, SIG_IGN) }
  }()

  /// Returns whether the program leaves a signal at its default action.
  ///
  /// The handler of ``SignalCleanup`` is considered equivalent to the default action.
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

  /// Terminates the process with a signal for which the program has its own handler.
  package static func end(by number: Int32) {
    SignalCleanup.removeFiles()
    signal(number, SIG_DFL)
    // Unblock the signal, because it might be blocked on the threads that run Swift tasks.
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
  /// The flags for a file next to the settings file, which is created if it is missing.
  package static let sidecar = existingSidecar | O_CREAT
  package static let existingSidecar = O_RDWR | O_NOFOLLOW | O_NONBLOCK
  package static let temporary = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
  /// A flag that requests the symlink policy of ``DirectoryHandle``.
  ///
  /// This flag is specific to Settee and isn't passed to the operating system.
  package static let earned = Int32.min
  package static let reading = O_RDONLY | O_NONBLOCK | O_NOCTTY
  static let readingNoLink = reading | O_NOFOLLOW
  package static let writingNoLink = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW
  package static let append = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK
}
