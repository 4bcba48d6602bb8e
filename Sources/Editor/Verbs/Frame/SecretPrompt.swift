#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
import Synchronization

/// Asks for a secret on the terminal with its echo off, and leaves the terminal as it was.
enum SecretPrompt {
  /// The signal that came while the user typed; it is raised again once the echo is back.
  private static let interruption = Atomic<Int32>(0)

  /// Reads a line; nil when the user ends the input.
  static func ask(_ prompt: String) throws(Failure) -> String? {
    let file = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    var before = termios()
    guard file >= 0, tcgetattr(file, &before) == 0 else {
      throw Failure(.usage, "There is no terminal to ask on; give the secret with --stdin.")
    }
    defer { close(file) }
    let handlers = catchInterruptions()
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(file, TCSAFLUSH, &silent)
    defer {
      tcsetattr(file, TCSAFLUSH, &before)
      restore(handlers)
    }
    try StandardStreams.write(Array(prompt.utf8), to: file)
    let line = try readLine(from: file)
    try StandardStreams.write([0x0A], to: file)
    return line
  }

  private static func readLine(from file: Int32) throws(Failure) -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      let count = read(file, &byte, 1)
      if count == 1, byte == 0x0A { break }
      if count == 1 {
        bytes.append(byte)
      } else if count == 0 {
        if bytes.isEmpty { return nil }
        break
      } else if errno != EINTR {
        throw Failure(
          .io, "The terminal could not be read: \(StandardStreams.reason(errno)).")
      } else if interruption.load(ordering: .relaxed) != 0 {
        return nil
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(.invalid, "What was typed is not UTF-8; nothing was changed.")
    }
    return text
  }

  private static let signals = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU,
  ]

  private static func catchInterruptions() -> [sigaction] {
    interruption.store(0, ordering: .relaxed)
    return signals.map { signal in
      var action = sigaction()
      var before = sigaction()
      // Without SA_RESTART: read(2) has to return.
      let handler: @convention(c) (Int32) -> Void = {
        SecretPrompt.interruption.store($0, ordering: .relaxed)
      }
      #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = handler
      #else
        action.__sigaction_handler.sa_handler = handler
      #endif
      sigaction(signal, &action, &before)
      return before
    }
  }

  private static func restore(_ handlers: [sigaction]) {
    for (signal, handler) in zip(signals, handlers) {
      var handler = handler
      sigaction(signal, &handler, nil)
    }
    let signal = interruption.load(ordering: .relaxed)
    if signal != 0 { raise(signal) }
  }
}
