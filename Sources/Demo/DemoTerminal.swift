import Settee
import Synchronization
import SetteeFiles

/// The terminal of the demo, which reads single keys and writes full screens.
struct DemoTerminal: Sendable {
  let isTerminal = isatty(0) == 1 && isatty(1) == 1

  /// Passes each typed key to `take` on a background thread, followed by `nil` at the end of the
  /// input.
  static func forEachKey(_ take: @escaping @Sendable (Character?) -> Void) {
    CurrentProcess.startThread("settee-demo-keys") {
      var byte: UInt8 = 0
      while read(0, &byte, 1) == 1 { take(Character(Unicode.Scalar(byte))) }
      take(nil)
    }
  }

  /// The file descriptor to which the signal handler writes the number of the signal.
  private static let signalPipe = Atomic<Int32>(-1)

  /// Passes the first terminating signal to `take` instead of exiting.
  ///
  /// The demo can then restore the terminal before it exits.
  static func onTermination(_ take: @escaping @Sendable (Int32) -> Void) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    let readEnd = ends[0]
    signalPipe.store(ends[1], ordering: .relaxed)
    for number in [SIGTERM, SIGINT, SIGHUP, SIGQUIT] {
      signal(number) { number in
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(DemoTerminal.signalPipe.load(ordering: .relaxed), &byte, 1)
      }
    }
    CurrentProcess.startThread("settee-demo-end") {
      var byte: UInt8 = 0
      if read(readEnd, &byte, 1) == 1 { take(Int32(byte)) }
    }
  }

  /// Runs a closure with unbuffered input and without echo, and then restores the terminal.
  func withSingleKeys<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    var before = termios()
    guard isTerminal, tcgetattr(0, &before) == 0 else { return try await body() }
    var raw = before
    raw.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    tcsetattr(0, TCSANOW, &raw)
    // Disable line wrapping in the terminal, so that a long value doesn't scroll the screen.
    put("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l")
    defer {
      put("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
      tcsetattr(0, TCSANOW, &before)
    }
    return try await body()
  }

  /// Writes a frame of the demo's screen in a single system call.
  ///
  /// On a terminal, the frame replaces the previous one.
  func show(_ lines: [String]) {
    if isTerminal {
      put("\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J")
    } else {
      put(lines.joined(separator: "\n") + "\n\n")
    }
  }

  private func put(_ text: String) { Self.put(text, to: 1) }

  /// Writes text directly to a file descriptor, without the buffers of the C library.
  static func put(_ text: String, to file: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest.removeFirst(count)
    }
  }
}
