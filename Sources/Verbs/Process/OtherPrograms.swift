import Settee
import SetteeFiles
import Synchronization

/// Methods that run other programs, either on this terminal, detached from it, or with captured
/// output.
package enum ChildProcess {
  /// Runs a command of the user in a POSIX shell on this terminal, and returns its exit code.
  ///
  /// The shell interprets the text of the command exactly as the user entered it. The arguments are
  /// available as `$1`, `$2`, and so on.
  static func runShell(
    _ command: String, arguments: [String] = [], environment: [String: String]
  ) throws -> Int32 {
    // Ignore ^C while the command uses the terminal, because the user means it for the command.
    try withHandler(SIG_IGN, for: [SIGINT, SIGQUIT]) {
      try runOnTerminal(["/bin/sh", "-c", command, "sh"] + arguments, command, environment)
    }
  }

  private static func runOnTerminal(
    _ words: [String], _ command: String, _ environment: [String: String]
  ) throws -> Int32 {
    let child: pid_t
    do {
      child = try start(words, environment, .ours)
    } catch let error as SystemError {
      throw SetteeError(.io, "Can't run '\(command)': \(error.reason).")
    }
    onTerminal.withLock { $0.child = child }
    let code = exitCode(of: child)
    let isEnding = onTerminal.withLock { state in
      state.child = nil
      return state.isEnding
    }
    // Another thread has terminated the command because of a signal, and will now end this process.
    while isEnding { pause() }
    return code
  }

  /// The process ID of the command that uses the terminal, and whether the command is being
  /// terminated.
  private static let onTerminal = Mutex<(child: pid_t?, isEnding: Bool)>((nil, false))

  /// A Boolean value that indicates whether another program is using the terminal.
  static var hasTerminal: Bool { onTerminal.withLock { $0.child != nil } }

  /// Sends a signal to the program that uses the terminal, and waits up to a second until the
  /// program exits.
  static func endOne(by signal: Int32) {
    let child = onTerminal.withLock { state in
      state.isEnding = true
      return state.child
    }
    guard let child else { return }
    kill(child, signal)
    for _ in 0..<100 where hasTerminal { usleep(10_000) }
  }

  /// Runs a program that doesn't use the terminal, and returns its exit code.
  ///
  /// Use this method for a program that opens a window on the desktop, for example.
  package static func run(
    _ words: [String], environment: [String: String]
  ) throws -> Int32 {
    exitCode(of: try start(words, environment, .nowhere))
  }

  /// Runs a program and returns what it writes to standard output.
  ///
  /// Errors that the program prints to standard error remain visible to the user.
  static func output(
    of words: [String], environment: [String: String], limit: Int = 64 << 20
  ) throws -> [UInt8] {
    let name = words.first ?? ""
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      let reason = StandardStreams.reason(errno)
      throw SetteeError(.io, "Can't run '\(name)': \(reason).")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let child: pid_t
    do {
      defer { close(ends[1]) }
      child = try start(words, environment, .writing(to: ends[1]))
    } catch let error as SystemError {
      throw SetteeError(.usage, "Can't run '\(name)': \(error.reason).")
    }
    let bytes = try? StandardStreams.readAll(ends[0], limit: limit)
    // Kill a program that prints too much, because it would wait forever for its output to be read.
    if bytes == nil { kill(child, SIGKILL) }
    let code = exitCode(of: child)
    guard let bytes else {
      throw SetteeError(
        .io, "The output of '\(name)' is larger than \(limit >> 20) MB, the limit.")
    }
    guard code == 0 else {
      throw SetteeError(
        .io, "'\(words.joined(separator: " "))' exited with status \(code).")
    }
    return bytes
  }

  // MARK: Steps

  /// The destination of a child process's standard input and output.
  private enum Streams {
    case ours, nowhere
    case writing(to: Int32)
  }

  private static func start(
    _ words: [String], _ environment: [String: String], _ streams: Streams
  ) throws -> pid_t {
    guard let name = words.first else {
      throw SystemError(
        operation: "run", path: "", code: ENOENT, detail: "no program was specified")
    }
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
    // Reset the signals of the child process, because a process that inherits ignored or blocked
    // signals couldn't be terminated.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var child: pid_t = 0
    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for string in arguments + variables { free(string) } }
    let code = posix_spawnp(&child, name, &actions, &attributes, arguments, variables)
    guard code == 0 else {
      throw SystemError(
        operation: "run", path: name, code: code, detail: StandardStreams.reason(code))
    }
    return child
  }

  /// Waits for a child process to exit, and returns its exit status in the form that a shell
  /// reports.
  private static func exitCode(of child: pid_t) -> Int32 {
    var status: Int32 = 0
    // Repeat the call only after a signal, because no other thread waits for this child process.
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }
}

/// Runs a closure with a handler for signals, and then installs the previous handlers again.
///
/// The signals interrupt system calls that are waiting, such as `read`.
func withHandler<Result>(
  _ handler: (@convention(c) (Int32) -> Void)?, for signals: [Int32], _ body: () throws -> Result
) rethrows -> Result {
  let before = signals.map { signal in
    var action = sigaction()
    var before = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = handler
    #else
      action.__sigaction_handler.sa_handler = handler
    #endif
    sigaction(signal, &action, &before)
    return (signal, before)
  }
  defer {
    for (signal, action) in before {
      var action = action
      sigaction(signal, &action, nil)
    }
  }
  return try body()
}

// The text editor that the user has specified, such as `vim`, edits long text and files.
extension ChildProcess {
  /// Returns the shell command of the user's text editor, as specified by an environment variable
  /// such as `EDITOR`.
  static func editor(in environment: [String: String]) -> String? {
    ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
  }

  /// Opens a file in the user's text editor and waits until the editor exits.
  package static func openInEditor(
    _ path: String, at line: Int? = nil, environment: [String: String]
  ) throws {
    let editor = editor(in: environment) ?? "vi"
    // Specify the line as `+LINE`, which common terminal editors support.
    let place = line.map { "+\($0) " } ?? ""
    let code = try runShell(
      editor + " \(place)\"$1\"", arguments: [path], environment: environment)
    if code == 0 { return }
    throw SetteeError(.io, "'\(editor)' exited with status \(code); no changes were made.")
  }

  /// Lets the user edit text in a text editor and returns the edited text.
  package static func edit(_ text: String, environment: [String: String]) throws -> String {
    let scratch = try ScratchFolder(text, environment: environment)
    defer { scratch.remove() }
    try openInEditor(scratch.path, environment: environment)
    guard var result = String(validating: try scratch.content(), as: UTF8.self) else {
      throw SetteeError(.io, "The edited text isn't valid UTF-8; no changes were made.")
    }
    // Text editors add a newline at the end of a file, so remove it unless the original text had
    // one.
    if result.hasSuffix("\n"), !text.hasSuffix("\n") { result.removeLast() }
    return result
  }
}

/// A private temporary directory that contains the text while the user edits it.
struct ScratchFolder: Sendable {
  private static let limit = 64 << 20
  private let folder: String
  let path: String

  init(
    _ content: String, named name: String = "text", environment: [String: String]
  ) throws {
    guard content.utf8.count <= Self.limit else {
      throw SetteeError(.invalid, "The text is larger than \(Self.limit) bytes, the limit.")
    }
    let places = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap { environment[$0] }
    let place = places.first { $0.hasPrefix("/") } ?? "/tmp"
    var template = Array("\(place)/settee-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      let reason = StandardStreams.reason(errno)
      throw SetteeError(
        .io,
        "Can't create a temporary file in \(place): \(reason). Set TMPDIR to another directory."
      )
    }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = "\(folder)/\(name)"
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      remove()
      throw SetteeError(.io, "Can't create \(path): \(StandardStreams.reason(errno)).")
    }
    defer { close(file) }
    do {
      // Report a file that exceeds the size limit as an error, because the signal would otherwise
      // end the process.
      _ = CurrentProcess.ignoresFileSizeSignal
      try StandardStreams.writeAll(Array(content.utf8), to: file, called: path)
    } catch let error as SetteeError {
      remove()
      throw error
    }
  }

  /// Returns what the temporary file contains after the user has edited it.
  ///
  /// The file is opened again by its name, because a text editor might have replaced it.
  func content() throws -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw SetteeError(.io, "Can't read \(path): \(StandardStreams.reason(errno)).")
    }
    defer { close(file) }
    return try StandardStreams.readAll(file, limit: Self.limit, called: path)
  }

  /// Removes the temporary directory, including any files that the text editor left there.
  func remove() { try? FileSystem.live.removeTree(folder) }

  /// Removes the temporary directory if a signal ends the process.
  ///
  /// The text editor is terminated before its directory is removed. Otherwise, it could still write
  /// to the directory.
  func removeWithProcess() {
    var held = sigset_t()
    sigemptyset(&held)
    let numbers = [SIGINT, SIGQUIT, SIGTERM, SIGHUP].filter(CurrentProcess.hasDefaultAction)
    for number in numbers { sigaddset(&held, number) }
    pthread_sigmask(SIG_BLOCK, &held, nil)
    let signals = held
    CurrentProcess.startThread("settee-scratch") {
      var signals = signals
      var number: Int32 = 0
      repeat {
        while sigwait(&signals, &number) != 0 {}
        // Ignore ^C while the text editor uses the terminal, because the user means it for the
        // editor.
      } while ChildProcess.hasTerminal && (number == SIGINT || number == SIGQUIT)
      ChildProcess.endOne(by: number)
      remove()
      CurrentProcess.end(by: number)
    }
  }
}
