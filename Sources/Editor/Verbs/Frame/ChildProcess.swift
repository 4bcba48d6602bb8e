import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Another program: one that has the terminal until it ends, one with a window of its own, or one
/// that is asked for something.
package enum ChildProcess {
  /// Runs a command of the user's in a POSIX shell, with our terminal and our standard files.
  ///
  /// - Parameters:
  ///   - command: What the shell runs; nothing is put into this text.
  ///   - arguments: Its `$1`, `$2` and so on.
  ///   - environment: Its variables.
  /// - Returns: The exit code, or 128 and the number of the signal that ended it.
  /// - Throws: When the shell could not be started.
  static func runShell(
    _ command: String, arguments: [String] = [], environment: [String: String]
  ) throws(Failure) -> Int32 {
    // While a command has the terminal, ^C is meant for it and not for us.
    let before = ignoreInterrupts()
    defer { restore(before) }
    do throws(StartError) {
      let child = try start(["/bin/sh", "-c", command, "sh"] + arguments, environment, .ours)
      onTerminal.withLock { $0.child = child }
      let end = end(of: child)
      let isEnding = onTerminal.withLock { state in
        state.child = nil
        return state.isEnding
      }
      // The thread that has asked for the end of the command ends this process next.
      while isEnding { pause() }
      return end.exitCode
    } catch {
      throw Failure(.io, "“\(command)” could not be started: \(error.reason).")
    }
  }

  /// The command that has our terminal, and whether it was asked to end.
  private static let onTerminal = Mutex<(child: pid_t?, isEnding: Bool)>((nil, false))

  /// Whether a command has our terminal.
  static var hasTerminal: Bool { onTerminal.withLock { $0.child != nil } }

  /// Asks the command that has our terminal to end, and waits a second for it.
  static func endOne(by signal: Int32) {
    let child = onTerminal.withLock { state in
      state.isEnding = true
      return state.child
    }
    guard let child else { return }
    kill(child, signal)
    for _ in 0..<100 where hasTerminal { usleep(10_000) }
  }

  /// Runs a program and waits for its end.
  ///
  /// - Parameters:
  ///   - words: The program, found on the path, and its arguments.
  ///   - environment: Its variables.
  ///   - quietly: Whether its input and output lead nowhere, as for a program with its own window.
  /// - Returns: How it ended.
  /// - Throws: ``StartError`` when it could not be started.
  static func run(
    _ words: [String], environment: [String: String], quietly: Bool = false
  ) throws(StartError) -> End {
    end(of: try start(words, environment, quietly ? .nowhere : .ours))
  }

  /// Runs a program and takes what it prints; what it says on standard error stays there.
  ///
  /// - Parameters:
  ///   - words: The program, found on the path, and its arguments.
  ///   - environment: Its variables.
  ///   - limit: How many bytes are taken at most.
  /// - Returns: All that it printed.
  /// - Throws: ``Failure`` when it could not be run, did not end well or prints without end.
  package static func output(
    of words: [String], environment: [String: String], limit: Int = 64 << 20
  ) throws(Failure) -> [UInt8] {
    let name = words.first ?? ""
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw Failure(
        .io, "“\(name)” cannot be asked: \(StandardStreams.reason(errno)); close some files.")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let child: pid_t
    do throws(StartError) {
      defer { close(ends[1]) }
      child = try start(words, environment, .writing(to: ends[1]))
    } catch {
      throw Failure(.usage, "“\(name)” cannot be run: \(error.reason); name a program.")
    }
    let bytes = readAll(ends[0], limit: limit)
    // One that goes on and on is ended; else its end is waited for.
    if bytes == nil { kill(child, SIGKILL) }
    let end = end(of: child)
    guard let bytes else {
      throw Failure(.io, "“\(name)” prints more than \(limit >> 20) MB; nothing of it was taken.")
    }
    guard end == .exit(0) else {
      throw Failure(.io, "“\(words.joined(separator: " "))” ended with exit code \(end.exitCode).")
    }
    return bytes
  }

  /// How a program ended.
  enum End: Equatable {
    case exit(Int32)
    case signal(Int32)

    /// What a shell would say.
    var exitCode: Int32 {
      switch self {
      case .exit(let code): code
      case .signal(let signal): 128 + signal
      }
    }
  }

  /// Why a program could not be started.
  struct StartError: Error {
    let reason: String
  }

  // MARK: Steps

  /// Where the input and output of a program lead.
  private enum Streams {
    case ours
    case nowhere
    case writing(to: Int32)
  }

  private static func start(
    _ words: [String], _ environment: [String: String], _ streams: Streams
  ) throws(StartError) -> pid_t {
    guard let name = words.first else { throw StartError(reason: "no program is named") }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    switch streams {
    case .ours: break
    case .nowhere:
      for file: Int32 in 0...2 {
        posix_spawn_file_actions_addopen(&actions, file, "/dev/null", O_RDWR, 0)
      }
    case .writing(let file): posix_spawn_file_actions_adddup2(&actions, file, 1)
    }
    // What we ignore while we wait must reach the child. A worker thread blocks every signal, and a
    // child that took that over could not be ended.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGINT, SIGQUIT, SIGPIPE] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var child: pid_t = 0
    let code = withStrings(words) { words in
      withStrings(environment.map { "\($0.key)=\($0.value)" }) { variables in
        posix_spawnp(&child, name, &actions, &attributes, words, variables)
      }
    }
    guard code == 0 else { throw StartError(reason: StandardStreams.reason(code)) }
    return child
  }

  private static func end(of child: pid_t) -> End {
    var status: Int32 = 0
    // Only a signal of ours comes in between: nobody else waits for this child.
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
  }

  /// All that comes until its writer has ended; nil when it is more than the limit.
  private static func readAll(_ file: Int32, limit: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = piece.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes += piece[..<count]
      } else if count == 0 || errno != EINTR {
        return bytes
      }
    }
    return nil
  }

  private typealias Strings = [UnsafeMutablePointer<CChar>?]

  private static func withStrings<Result>(_ texts: [String], _ body: (Strings) -> Result) -> Result
  {
    let strings: Strings = texts.map { strdup($0) } + [nil]
    defer { for string in strings { free(string) } }
    return body(strings)
  }

  private static func ignoreInterrupts() -> [sigaction] {
    [SIGINT, SIGQUIT].map { signal in
      var ignore = sigaction()
      var before = sigaction()
      #if canImport(Darwin)
        ignore.__sigaction_u.__sa_handler = SIG_IGN
      #else
        ignore.__sigaction_handler.sa_handler = SIG_IGN
      #endif
      sigaction(signal, &ignore, &before)
      return before
    }
  }

  private static func restore(_ handlers: [sigaction]) {
    for (signal, handler) in zip([SIGINT, SIGQUIT], handlers) {
      var handler = handler
      sigaction(signal, &handler, nil)
    }
  }
}
