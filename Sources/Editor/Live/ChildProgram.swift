#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Another program: one that has the terminal until it ends, or one with a window of its own.
enum ChildProgram {
  /// Runs a program and waits for its end.
  ///
  /// - Parameters:
  ///   - words: The program, found on the path, and its arguments.
  ///   - environment: Its variables.
  ///   - quietly: Whether its input and output lead nowhere, as for a program with its own window.
  /// - Returns: Its exit code, or nil when it could not be started or was ended by a signal.
  static func run(
    _ words: [String], environment: [String: String], quietly: Bool = false
  ) -> Int32? {
    guard let name = words.first else { return nil }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if quietly {
      for descriptor: Int32 in 0...2 {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
      }
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
    guard posix_spawnp(&child, name, &actions, &attributes, &arguments, &variables) == 0 else {
      return nil
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 { guard errno == EINTR else { return nil } }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
  }
}
