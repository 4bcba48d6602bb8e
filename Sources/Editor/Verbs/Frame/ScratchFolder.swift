import Settee

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder of one's own with a text in it, for an editor to change: nobody else reads the text, or
/// puts another one in its place.
struct ScratchFolder: Sendable {
  private static let limit = 64 << 20
  private let folder: String
  /// The file with the text.
  let path: String

  /// Makes a folder that holds a file with this content.
  init(
    _ content: String, named name: String = "text", environment: [String: String]
  ) throws(Failure) {
    guard content.utf8.count <= Self.limit else {
      throw Failure(.invalid, "The text is longer than the \(Self.limit) bytes that are read back.")
    }
    let places = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap { environment[$0] }
    let place = places.first { $0.hasPrefix("/") } ?? "/tmp"
    var template = Array("\(place)/settee-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Failure(
        .io,
        "\(place) takes no file for the text editor: \(StandardStreams.reason(errno)); make room, or"
          + " name another in TMPDIR.")
    }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = "\(folder)/\(name)"
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      remove()
      throw Failure(.io, "\(path) could not be made: \(StandardStreams.reason(errno)).")
    }
    defer { close(file) }
    do throws(Failure) {
      try StandardStreams.write(Array(content.utf8), to: file)
    } catch {
      remove()
      throw error
    }
  }

  /// The content as it is now; an editor may have replaced the file.
  func content() throws(Failure) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw Failure(.io, "\(path) could not be read: \(StandardStreams.reason(errno)).")
    }
    defer { close(file) }
    return try StandardStreams.readAll(file, limit: Self.limit)
  }

  /// Removes the folder with all that an editor may have left in it.
  func remove() { try? FileDoor.live.removeTree(folder) }

  /// Has the folder go with the process too where a signal ends it, for the rest of the process.
  ///
  /// The editor is asked to end before: it would go on writing beside the text.
  func removeWithProcess() {
    var held = sigset_t()
    sigemptyset(&held)
    for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP] where !isIgnored(number) {
      sigaddset(&held, number)
    }
    pthread_sigmask(SIG_BLOCK, &held, nil)
    let signals = held
    BackgroundThread.start("settee-scratch") {
      var signals = signals
      var number: Int32 = 0
      repeat {
        while sigwait(&signals, &number) != 0 {}
        // While an editor has the terminal, ^C is meant for it and not for us.
      } while ChildProcess.hasTerminal && (number == SIGINT || number == SIGQUIT)
      ChildProcess.endOne(by: number)
      remove()
      signal(number, SIG_DFL)
      var one = sigset_t()
      sigemptyset(&one)
      sigaddset(&one, number)
      pthread_sigmask(SIG_UNBLOCK, &one, nil)
      kill(getpid(), number)
    }
  }

  private func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    #if canImport(Darwin)
      return action.__sigaction_u.__sa_handler == SIG_IGN
    #else
      return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        == unsafeBitCast(SIG_IGN, to: Int.self)
    #endif
  }
}
