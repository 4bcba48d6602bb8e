#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs a command of the user's in a POSIX shell, with our terminal and our standard files.
enum ChildProcess {
  /// Runs a command and waits for its end.
  ///
  /// - Parameters:
  ///   - command: What the shell runs; nothing is put into this text.
  ///   - arguments: Its `$1`, `$2` and so on.
  ///   - environment: Its variables.
  /// - Returns: The exit code, or 128 and the number of the signal that ended it.
  /// - Throws: When the shell could not be started.
  static func run(
    _ command: String, arguments: [String] = [], environment: [String: String]
  ) throws(Failure) -> Int32 {
    let words = ["sh", "-c", command, "sh"] + arguments
    let variables = environment.map { "\($0.key)=\($0.value)" }
    var child: pid_t = 0
    let before = ignoreInterrupts()
    defer { restore(before) }
    let code = withStrings(words) { words in
      withStrings(variables) { variables in spawn(&child, words, variables) }
    }
    guard code == 0 else {
      throw Failure(.io, "“\(command)” could not be started: \(StandardStreams.reason(code)).")
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw Failure(.io, "“\(command)” could not be waited for.") }
    }
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }

  private typealias Strings = [UnsafeMutablePointer<CChar>?]

  private static func spawn(_ child: inout pid_t, _ words: Strings, _ variables: Strings) -> Int32 {
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // What we ignore while we wait must reach the child.
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGQUIT, SIGPIPE] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    return posix_spawn(&child, "/bin/sh", nil, &attributes, words, variables)
  }

  private static func withStrings<Result>(_ texts: [String], _ body: (Strings) -> Result) -> Result
  {
    let strings: Strings = texts.map { strdup($0) } + [nil]
    defer { for string in strings { free(string) } }
    return body(strings)
  }

  /// While a command has the terminal, ^C is meant for it and not for us.
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
