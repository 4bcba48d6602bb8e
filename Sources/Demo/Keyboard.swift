import Settee
import Synchronization
import SetteeFiles

/// The terminal of the demo: single keys in, whole frames out, and all as it was at the end.
struct Keyboard: Sendable {
  let isTerminal = isatty(0) == 1 && isatty(1) == 1

  /// Calls `body` with every key, on a thread of its own, until the input ends.
  func keys() -> AsyncStream<Character> {
    AsyncStream { continuation in
      let reading = Task.detached {
        var byte: UInt8 = 0
        while !Task.isCancelled, read(0, &byte, 1) == 1 {
          continuation.yield(Character(Unicode.Scalar(byte)))
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in reading.cancel() }
    }
  }

  /// Where the handler says which signal came.
  private static let said = Atomic<Int32>(-1)

  /// Hears, instead of ending, the signals that ask the demo to end: the terminal goes back first.
  static func endings() -> AsyncStream<Int32> {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return AsyncStream { $0.finish() } }
    let heard = ends[0]
    said.store(ends[1], ordering: .relaxed)
    for number in [SIGTERM, SIGINT, SIGHUP, SIGQUIT] {
      signal(number) { number in
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(Keyboard.said.load(ordering: .relaxed), &byte, 1)
      }
    }
    return AsyncStream { continuation in
      BackgroundThread.start("settee-demo-end") {
        var byte: UInt8 = 0
        if read(heard, &byte, 1) == 1 { continuation.yield(Int32(byte)) }
      }
    }
  }

  /// Ends the process as the signal would have.
  static func die(of number: Int32) {
    signal(number, SIG_DFL)
    // The threads of tasks take no signals.
    var one = sigset_t()
    sigemptyset(&one)
    sigaddset(&one, number)
    pthread_sigmask(SIG_UNBLOCK, &one, nil)
    raise(number)
  }

  /// Runs `body` with keys coming singly and unseen; the terminal is given back as it was.
  func withSingleKeys<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    var before = termios()
    guard isTerminal, tcgetattr(0, &before) == 0 else { return try await body() }
    var raw = before
    raw.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    tcsetattr(0, TCSANOW, &raw)
    // Without wrapping: a long value ends at the edge instead of pushing the picture up.
    put("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l")
    defer {
      put("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
      tcsetattr(0, TCSANOW, &before)
    }
    return try await body()
  }

  /// Shows a frame in one write: on a terminal over the last one.
  func show(_ lines: [String]) {
    if isTerminal {
      put("\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J")
    } else {
      put(lines.joined(separator: "\n") + "\n\n")
    }
  }

  private func put(_ text: String) { Self.put(text, to: 1) }

  /// Writes text as it is, whatever the buffers of the C library hold.
  static func put(_ text: String, to file: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest.removeFirst(count)
    }
  }
}

/// Ends the process; what is registered for its end still runs.
func exitProcess(_ code: Int32) -> Never { exit(code) }
