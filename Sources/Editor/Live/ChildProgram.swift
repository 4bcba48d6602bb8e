#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Another program: one that has the terminal until it ends, one with a window of its own, or one
/// that is asked for something.
package enum ChildProgram {
  /// Where the input and output of a program lead.
  private enum Streams {
    /// Where ours lead.
    case inherited
    /// Nowhere, as for a program with its own window.
    case nowhere
    /// Its output into a pipe.
    case writing(to: Int32)
  }

  /// Runs a program and waits for its end.
  ///
  /// - Parameters:
  ///   - words: The program, found on the path, and its arguments.
  ///   - environment: Its variables.
  ///   - quietly: Whether its input and output lead nowhere.
  /// - Returns: Its exit code, or nil when it could not be started or was ended by a signal.
  static func run(
    _ words: [String], environment: [String: String], quietly: Bool = false
  ) -> Int32? {
    guard case .success(let child) = start(words, environment, quietly ? .nowhere : .inherited)
    else { return nil }
    return end(of: child)
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
    var pipe: [Int32] = [-1, -1]
    guard makePipe(&pipe) else {
      throw Failure(
        .io, "“\(name)” cannot be asked: \(StandardStreams.reason(errno)); close some files.")
    }
    defer { close(pipe[0]) }
    let started = start(words, environment, .writing(to: pipe[1]))
    close(pipe[1])
    let child: pid_t
    switch started {
    case .success(let id): child = id
    case .failure(let error):
      throw Failure(.usage, "“\(name)” cannot be run: \(error.reason); name a program.")
    }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = piece.withUnsafeMutableBytes { read(pipe[0], $0.baseAddress, $0.count) }
      if count > 0 { bytes += piece[..<count] }
      if count == 0 || count < 0 && errno != EINTR { break }
    }
    // One that goes on and on is ended; else its end is waited for.
    if bytes.count > limit { kill(child, SIGKILL) }
    let code = end(of: child)
    guard bytes.count <= limit else {
      throw Failure(.io, "“\(name)” prints more than \(limit >> 20) MB; nothing of it was taken.")
    }
    guard code == 0 else {
      throw Failure(
        .io,
        "“\(words.joined(separator: " "))” ended with \(code.map { "exit code \($0)" } ?? "a signal")."
      )
    }
    return bytes
  }

  private struct StartError: Error {
    let reason: String
  }

  private static func start(
    _ words: [String], _ environment: [String: String], _ streams: Streams
  ) -> Result<pid_t, StartError> {
    guard let name = words.first else { return .failure(StartError(reason: "no program is named")) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    switch streams {
    case .inherited: break
    case .nowhere:
      for descriptor: Int32 in 0...2 {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
      }
    case .writing(let descriptor):
      posix_spawn_file_actions_adddup2(&actions, descriptor, 1)
    }
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A worker thread blocks every signal, and a child that took that over could not be ended.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var child: pid_t = 0
    let code = posix_spawnp(&child, name, &actions, &attributes, &arguments, &variables)
    return code == 0 ? .success(child) : .failure(StartError(reason: StandardStreams.reason(code)))
  }

  /// Waits for the end of a program; nil when a signal ended it.
  private static func end(of child: pid_t) -> Int32? {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 { guard errno == EINTR else { return nil } }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
  }

  /// A pipe whose ends no other program inherits.
  private static func makePipe(_ ends: inout [Int32]) -> Bool {
    guard pipe(&ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return true
  }
}
