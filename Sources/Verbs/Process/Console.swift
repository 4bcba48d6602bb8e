import SetteeFiles
package import Settee
package import SetteeTerminal
import Synchronization

/// The standard input, standard output, and standard error of the program.
///
/// Only values and other results are written to standard output, so that scripts can read them. The
/// output is buffered until ``flush()`` is called.
package final class Console {
  /// A Boolean value that indicates whether standard output is a terminal.
  ///
  /// In a terminal, characters that could control it are escaped.
  package let showsOnTerminal: Bool
  /// A Boolean value that indicates whether the program can ask the user for input.
  ///
  /// The program can ask only if standard input is a terminal.
  package let canAsk: Bool
  private static let lettering = GlyphSet.ofLocale()
  private let program: String
  private var gathered: [UInt8] = []
  /// An error that occurred when the output was flushed before a message was printed.
  ///
  /// The error is stored so that the next call to `flush()` can throw it.
  private var lost: SetteeError?

  /// Creates a console for a program with a specific name.
  ///
  /// Each message on standard error starts with the name of the program.
  package init(program: String) {
    self.program = program
    showsOnTerminal = StandardStreams.isTerminal(1)
    canAsk = StandardStreams.isTerminal(0)
  }

  /// A closure that returns whether the user's locale can display a string.
  ///
  /// If the user's locale can display all characters, the closure is `nil`.
  package var reads: (@Sendable (String) -> Bool)? {
    Self.lettering == .ascii ? String.hasASCIILetters : nil
  }

  package func write(_ text: String) throws {
    gathered.append(contentsOf: text.utf8)
    if gathered.count > 1 << 16 { try flush() }
  }

  package func line(_ text: String) throws { try write(text + "\n") }

  /// Writes the bytes of a value and a text as one line.
  func line(_ bytes: [UInt8], _ end: String) throws {
    gathered.append(contentsOf: bytes)
    try line(end)
  }

  /// Writes the buffered output.
  ///
  /// Characters that could control a terminal are escaped unless the output is a pipe or a file.
  package func flush() throws {
    var bytes = gathered
    gathered = []
    if showsOnTerminal, !bytes.isEmpty {
      let text = SafeText.lines(String(decoding: bytes, as: UTF8.self))
      bytes = Array(Self.lettering.lines(text).utf8)
    }
    if let lost { throw lost }
    try StandardStreams.writeAll(bytes, to: 1)
  }

  /// Prints a message for the user to standard error.
  ///
  /// The message is escaped and starts with the name of the program.
  package func report(_ sentence: String) {
    flushBeforeError()
    Self.report(sentence, of: program)
  }

  /// Flushes standard output, so that a message on standard error appears after earlier output.
  ///
  /// If flushing fails, the error is stored and thrown by the next call to `flush()`.
  private func flushBeforeError() { do { try flush() } catch { lost = SetteeError(error) } }

  /// Prints a message to standard error immediately, without first flushing standard output.
  ///
  /// This method is safe to call from any thread.
  static func report(_ sentence: String, of program: String) {
    try? StandardStreams.writeAll(
      Array("\(program): \(lettering.lines(SafeText.sentence(sentence)))\n".utf8), to: 2)
  }

  /// Prints an error as a sentence, or as a JSON object with the exit code.
  package func report(_ failure: SetteeError, asJSON: Bool) {
    guard asJSON else { return report(failure.message) }
    flushBeforeError()
    let object: JSON = [
      "error": .string(failure.message), "exit": .integer(Int64(failure.exitCode)),
    ]
    try? StandardStreams.writeAll(Array((object.text() + "\n").utf8), to: 2)
  }

  func readAll() throws -> [UInt8] { try StandardStreams.readAll(0, limit: 64 << 20) }

  /// Asks the user for a secret, which isn't shown while it is typed.
  ///
  /// This method returns `nil` if the user ends the input instead.
  package func askSecret(_ prompt: String) throws -> String? {
    guard let bytes = try Self.readHidden(prompt) else { return nil }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    throw SetteeError(.invalid, "The input isn't valid UTF-8; no changes were made.")
  }

  /// Asks the user for a passphrase and stores it in memory that is zeroed when it is freed.
  func askPassphrase(_ prompt: String) throws -> SecretBytes? {
    guard var bytes = try Self.readHidden(prompt) else { return nil }
    return SecretBytes(wiping: &bytes)
  }

  /// Reads a passphrase from the first line of standard input.
  func readPassphrase() throws -> SecretBytes {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.longestSecret)
    _ = try StandardStreams.readLine(0, into: &bytes)
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    return SecretBytes(wiping: &bytes)
  }
}

extension GlyphSet {
  /// Returns text in which characters that the terminal can't display are replaced.
  package func lines(_ text: String) -> String {
    guard self == .ascii else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var plain = String.UnicodeScalarView()
      forEachGlyph(of: String(line)) { glyph in
        if let scalar = Unicode.Scalar(glyph.base) { plain.append(scalar) }
        return true
      }
      return String(plain)
    }.joined(separator: "\n")
  }
}

// The prompt for a secret hides what the user types and restores the terminal afterward.
extension Console {
  /// The signal that was received while the user was typing a secret.
  ///
  /// The signal is raised again after the terminal has been restored.
  private static let interruption = Atomic<Int32>(0)

  /// The maximum size of a secret that the user can enter, in bytes.
  ///
  /// Buffers are allocated at this size, because a buffer that grows would leave copies of the
  /// secret in memory.
  fileprivate static let longestSecret = 4096

  /// The signals that end the program while the user types a secret.
  private static let endingSignals = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU,
  ]

  /// Reads a line without showing what the user types, or returns `nil` at the end of the input.
  private static func readHidden(_ prompt: String) throws -> [UInt8]? {
    let file = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    var before = termios()
    guard file >= 0, tcgetattr(file, &before) == 0 else {
      throw SetteeError(.usage, "Not a terminal. Use --stdin to give the secret.")
    }
    defer { close(file) }
    interruption.store(0, ordering: .relaxed)
    defer {
      let signal = interruption.load(ordering: .relaxed)
      if signal != 0 { raise(signal) }
    }
    return try withHandler(
      { Console.interruption.store($0, ordering: .relaxed) }, for: endingSignals
    ) {
      var silent = before
      silent.c_lflag &= ~tcflag_t(ECHO)
      tcsetattr(file, TCSAFLUSH, &silent)
      defer { tcsetattr(file, TCSAFLUSH, &before) }
      try StandardStreams.writeAll(Array(lettering.lines(SafeText.line(prompt)).utf8), to: file)
      var bytes: [UInt8] = []
      bytes.reserveCapacity(longestSecret)
      let isWhole = try StandardStreams.readLine(file, into: &bytes) {
        interruption.load(ordering: .relaxed) != 0
      }
      try StandardStreams.writeAll([0x0A], to: file)
      return isWhole || !bytes.isEmpty ? bytes : nil
    }
  }
}

/// The system calls with which the console accesses its standard streams.
package enum StandardStreams {
  package static func isTerminal(_ file: Int32) -> Bool { isatty(file) == 1 }

  /// Returns the width of the terminal that a file descriptor refers to, or `nil` if it isn't a
  /// terminal.
  package static func columns(of file: Int32) -> Int? {
    var size = winsize()
    guard ioctl(file, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes all bytes to a file descriptor, even if this takes several system calls.
  ///
  /// If the reader of a pipe has exited, the program exits without an error message, as after
  /// SIGPIPE.
  static func writeAll(
    _ bytes: [UInt8], to file: Int32, called name: String = "standard output"
  ) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count > 0 {
        rest.removeFirst(count)
      } else if errno == EPIPE {
        exit(128 + SIGPIPE)
      } else if errno == EAGAIN {
        var wanted = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
        poll(&wanted, 1, -1)
      } else if errno != EINTR {
        throw SetteeError(.io, "Can't write \(name): \(reason(errno)).")
      }
    }
  }

  /// Reads a line byte by byte, so that later input remains available to other readers.
  ///
  /// This method returns `false` if the input ends before the end of a line.
  static func readLine(
    _ file: Int32, into bytes: inout [UInt8], isEnded: () -> Bool = { false }
  ) throws -> Bool {
    var byte: UInt8 = 0
    while true {
      let count = read(file, &byte, 1)
      if count == 1, byte == 0x0A { return true }
      if count == 0 { return false }
      if count == 1 {
        guard bytes.count < Console.longestSecret else {
          throw SetteeError(
            .invalid, "The secret is longer than \(Console.longestSecret) bytes, the limit.")
        }
        bytes.append(byte)
      } else if errno != EINTR {
        throw SetteeError(.io, "Can't read the input: \(reason(errno)).")
      } else if isEnded() {
        bytes = []
        return false
      }
    }
  }

  static func readAll(
    _ file: Int32, limit: Int, called name: String = "standard input"
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = piece.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      if count > 0 {
        bytes += piece[..<count]
      } else if errno != EINTR {
        throw SetteeError(.io, "Can't read \(name): \(reason(errno)).")
      }
      guard bytes.count <= limit else {
        throw SetteeError(.io, "\(name) is larger than \(limit >> 20) MB, the limit.")
      }
    }
  }

  package static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

  /// Returns whether a descriptor is open.
  package static func isOpen(_ file: Int32) -> Bool { fcntl(file, F_GETFD) != -1 }

  /// Waits until input is available on a file descriptor, or returns `false` if waiting isn't
  /// possible.
  package static func waitToRead(_ file: Int32) -> Bool {
    var waiting = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
    while poll(&waiting, 1, -1) < 0 { guard errno == EINTR else { return false } }
    return waiting.revents & Int16(POLLIN) != 0
  }
}

/// A queue with which any thread can send messages to a single reader.
///
/// Adding a message writes to a pipe, which wakes up the reader.
package final class MessageQueue<IncomingMessage: Sendable>: Sendable {
  /// A file descriptor that is readable while the queue contains messages.
  package let descriptor: Int32
  private let bell: Int32
  private let letters = Mutex<[IncomingMessage]>([])
  /// The error number from creating the pipe of the queue, or 0 if no error occurred.
  private let fault: Int32

  package init() {
    var ends: [Int32] = [-1, -1]
    fault = pipe(&ends) == 0 ? 0 : errno
    for end in ends where fault == 0 {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      // Make the pipe nonblocking, because a full pipe wakes up the reader anyway and writers must
      // not wait.
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (descriptor, bell) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(bell)
  }

  /// Adds a message to the queue and wakes up the reader.
  ///
  /// This method is safe to call from any thread.
  package func post(_ letter: IncomingMessage) {
    letters.withLock { $0.append(letter) }
    var byte: UInt8 = 0
    _ = write(bell, &byte, 1)
  }

  /// Removes all messages from the queue and returns them.
  package func removeAll() -> [IncomingMessage] {
    var bytes = [UInt8](repeating: 0, count: 256)
    while read(descriptor, &bytes, bytes.count) == bytes.count {}
    return letters.withLock { letters in
      defer { letters = [] }
      return letters
    }
  }

  /// Waits for messages.
  ///
  /// If `watchesReader` is `true`, the result is `nil` after the program that reads standard output
  /// has exited.
  func wait(watchesReader: Bool = true) throws -> [IncomingMessage]? {
    guard fault == 0 else {
      throw SetteeError(.io, "Can't create a pipe: \(StandardStreams.reason(fault)).")
    }
    while true {
      let letters = removeAll()
      guard letters.isEmpty else { return letters }
      var files = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        // Request no events for standard output, because `poll` then reports only that its reader
        // has exited.
        pollfd(fd: 1, events: 0, revents: 0),
      ]
      guard poll(&files, watchesReader ? 2 : 1, -1) > 0 else { continue }
      if files[1].revents & Int16(POLLERR | POLLHUP) != 0 { return nil }
    }
  }
}
