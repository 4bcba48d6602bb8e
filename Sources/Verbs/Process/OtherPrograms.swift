import Settee
import SetteeFiles
import Synchronization

/// Child processes that run on this terminal, detached from it, or with captured output.
package enum ChildProcess {
  /// Runs a user's command in a POSIX shell on this terminal and returns its exit code.
  ///
  /// The text of the command is unchanged. The arguments are available as `$1`, `$2`, and so on.
  static func runShell(
    _ command: String, arguments: [String] = [], environment: [String: String]
  ) throws(CommandError) -> Int32 {
    // While the command uses the terminal, ^C is intended for the command.
    let handlers = SignalHandlers([SIGINT, SIGQUIT], SIG_IGN)
    defer { handlers.restore() }
    let child: pid_t
    do {
      child = try start(["/bin/sh", "-c", command, "sh"] + arguments, environment, .ours)
    } catch {
      throw CommandError(.io, "Can't run '\(command)': \(error.reason).")
    }
    onTerminal.withLock { $0.child = child }
    let end = end(of: child)
    let isEnding = onTerminal.withLock { state in
      state.child = nil
      return state.isEnding
    }
    // The thread that terminates the command ends this process next.
    while isEnding { pause() }
    return end.exitCode
  }

  /// The command that uses the terminal, and whether it is being terminated.
  private static let onTerminal = Mutex<(child: pid_t?, isEnding: Bool)>((nil, false))

  /// A Boolean value that indicates whether a command uses the terminal.
  static var hasTerminal: Bool { onTerminal.withLock { $0.child != nil } }

  /// Sends a signal to the command that uses the terminal and waits up to a second until it exits.
  static func endOne(by signal: Int32) {
    let child = onTerminal.withLock { state in
      state.isEnding = true
      return state.child
    }
    guard let child else { return }
    kill(child, signal)
    for _ in 0..<100 where hasTerminal { usleep(10_000) }
  }

  /// Runs a program without standard streams and waits for it to exit.
  ///
  /// An example is a program that opens a window.
  package static func run(
    _ words: [String], environment: [String: String]
  ) throws(StartError) -> End {
    end(of: try start(words, environment, .nowhere))
  }

  /// Runs a program and returns its output.
  ///
  /// The program's standard error is unchanged.
  static func output(
    of words: [String], environment: [String: String], limit: Int = 64 << 20
  ) throws(CommandError) -> [UInt8] {
    let name = words.first ?? ""
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      let reason = StandardStreams.reason(errno)
      throw CommandError(.io, "Can't run '\(name)': \(reason).")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let child: pid_t
    do throws(StartError) {
      defer { close(ends[1]) }
      child = try start(words, environment, .writing(to: ends[1]))
    } catch {
      throw CommandError(.usage, "Can't run '\(name)': \(error.reason).")
    }
    let bytes = try? StandardStreams.readAll(ends[0], limit: limit)
    // Kill a program whose output exceeds the limit.
    if bytes == nil { kill(child, SIGKILL) }
    let end = end(of: child)
    guard let bytes else {
      throw CommandError(
        .io, "The output of '\(name)' is larger than \(limit >> 20) MB, the limit.")
    }
    guard end == .exit(0) else {
      throw CommandError(
        .io, "'\(words.joined(separator: " "))' exited with status \(end.exitCode).")
    }
    return bytes
  }

  /// The way a process ended.
  package enum End: Equatable {
    case exit(Int32)
    case signal(Int32)

    /// The exit status as reported by a shell.
    var exitCode: Int32 {
      switch self {
      case .exit(let code): code
      case .signal(let signal): 128 + signal
      }
    }
  }

  package struct StartError: Error { let reason: String }

  // MARK: Steps

  /// The standard streams of a child process.
  private enum Streams {
    case ours, nowhere
    case writing(to: Int32)
  }

  private static func start(
    _ words: [String], _ environment: [String: String], _ streams: Streams
  ) throws(StartError) -> pid_t {
    guard let name = words.first else { throw StartError(reason: "no program was specified") }
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
    // The child process must not inherit this process's ignored signals or the blocked signals of a
    // worker thread. Otherwise, it couldn't be terminated.
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
    guard code == 0 else { throw StartError(reason: StandardStreams.reason(code)) }
    return child
  }

  private static func end(of child: pid_t) -> End {
    var status: Int32 = 0
    // Repeat the call only after signals, because no other thread waits for this child process.
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
  }
}

/// Temporary signal handlers that can be replaced by the previous handlers.
struct SignalHandlers {
  private let before: [(signal: Int32, action: sigaction)]

  /// Installs a handler for signals.
  ///
  /// These signals interrupt blocking system calls.
  init(_ signals: [Int32], _ handler: (@convention(c) (Int32) -> Void)?) {
    before = signals.map { signal in
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
  }

  func restore() {
    for (signal, action) in before {
      var action = action
      sigaction(signal, &action, nil)
    }
  }
}

/// The user's text editor for long strings.
package struct ExternalEditor {
  let environment: [String: String]

  package init(environment: [String: String]) { self.environment = environment }

  /// The editor specified by the environment, which is a shell command that can have arguments.
  var named: String? {
    ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
  }

  /// Opens a file in the editor and waits for the editor to exit.
  package func open(_ path: String, at line: Int? = nil) throws(CommandError) {
    let editor = named ?? "vi"
    // Common terminal editors support this form of argument.
    let place = line.map { "+\($0) " } ?? ""
    let code = try ChildProcess.runShell(
      editor + " \(place)\"$1\"", arguments: [path], environment: environment)
    if code == 0 { return }
    throw CommandError(.io, "'\(editor)' exited with status \(code); no changes were made.")
  }

  /// Opens a string in the editor and returns the edited string.
  package func edit(_ text: String) throws(CommandError) -> String {
    let scratch = try ScratchFolder(text, environment: environment)
    defer { scratch.remove() }
    try open(scratch.path)
    guard var result = String(validating: try scratch.content(), as: UTF8.self) else {
      throw CommandError(.io, "The edited text isn't valid UTF-8; no changes were made.")
    }
    // Editors end the last line with a newline, so remove it unless the original string had one.
    if result.hasSuffix("\n"), !text.hasSuffix("\n") { result.removeLast() }
    return result
  }
}

/// A private temporary directory for a file to edit.
struct ScratchFolder: Sendable {
  private static let limit = 64 << 20
  private let folder: String
  let path: String

  init(
    _ content: String, named name: String = "text", environment: [String: String]
  ) throws(CommandError) {
    guard content.utf8.count <= Self.limit else {
      throw CommandError(.invalid, "The text is larger than \(Self.limit) bytes, the limit.")
    }
    let places = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap { environment[$0] }
    let place = places.first { $0.hasPrefix("/") } ?? "/tmp"
    var template = Array("\(place)/settee-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      let reason = StandardStreams.reason(errno)
      throw CommandError(
        .io,
        "Can't create a temporary file in \(place): \(reason). Set TMPDIR to another directory."
      )
    }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = "\(folder)/\(name)"
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      remove()
      throw CommandError(.io, "Can't create \(path): \(StandardStreams.reason(errno)).")
    }
    defer { close(file) }
    do throws(CommandError) {
      // Report a file that exceeds the size limit as an error instead of terminating the process.
      _ = CurrentProcess.ignoresFileSizeSignal
      try StandardStreams.writeAll(Array(content.utf8), to: file, called: path)
    } catch {
      remove()
      throw error
    }
  }

  /// Returns the current content of the file.
  ///
  /// The file is opened again, because an editor might have replaced it.
  func content() throws(CommandError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw CommandError(.io, "Can't read \(path): \(StandardStreams.reason(errno)).")
    }
    defer { close(file) }
    return try StandardStreams.readAll(file, limit: Self.limit, called: path)
  }

  /// Removes the directory, including any files left by the editor.
  func remove() { try? FileSystem.live.removeTree(folder) }

  /// Removes the directory if a signal terminates the process.
  ///
  /// The editor is terminated first. Otherwise, it could still write to the directory.
  func removeWithProcess() {
    var held = sigset_t()
    sigemptyset(&held)
    let numbers = [SIGINT, SIGQUIT, SIGTERM, SIGHUP].filter(CurrentProcess.hasDefaultAction)
    for number in numbers { sigaddset(&held, number) }
    pthread_sigmask(SIG_BLOCK, &held, nil)
    let signals = held
    BackgroundThread.start("settee-scratch") {
      var signals = signals
      var number: Int32 = 0
      repeat {
        while sigwait(&signals, &number) != 0 {}
        // While the editor uses the terminal, ^C is intended for the editor.
      } while ChildProcess.hasTerminal && (number == SIGINT || number == SIGQUIT)
      ChildProcess.endOne(by: number)
      remove()
      CurrentProcess.end(by: number)
    }
  }
}
