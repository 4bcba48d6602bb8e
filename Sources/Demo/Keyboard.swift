import Settee
import Synchronization
import SetteeFiles

/// The terminal of the demo: single keys in, whole frames out, and all as it was at the end.
struct Keyboard: Sendable {
  let isTerminal = isatty(0) == 1 && isatty(1) == 1

  /// Gives every key to `take`, from a thread of its own, and nil when the input ends.
  static func forEachKey(_ take: @escaping @Sendable (Character?) -> Void) {
    BackgroundThread.start("settee-demo-keys") {
      var byte: UInt8 = 0
      while read(0, &byte, 1) == 1 { take(Character(Unicode.Scalar(byte))) }
      take(nil)
    }
  }

  /// Where the handler says which signal came.
  private static let said = Atomic<Int32>(-1)

  /// Gives the first signal that asks the demo to end to `take`, instead of ending: the terminal goes
  /// back first.
  static func hearEnding(_ take: @escaping @Sendable (Int32) -> Void) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    let heard = ends[0]
    said.store(ends[1], ordering: .relaxed)
    for number in [SIGTERM, SIGINT, SIGHUP, SIGQUIT] {
      signal(number) { number in
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(Keyboard.said.load(ordering: .relaxed), &byte, 1)
      }
    }
    BackgroundThread.start("settee-demo-end") {
      var byte: UInt8 = 0
      if read(heard, &byte, 1) == 1 { take(Int32(byte)) }
    }
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
