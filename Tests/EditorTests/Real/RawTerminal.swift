import Foundation
import Settee
import SetteeTestSupport
import Testing

/// A pseudoterminal without an emulator, for tests that read the program's output byte by byte.
final class RawTerminal {
  let folder: Folder
  private let user: Int32
  private let line: Int32
  private let process = Process()
  private var isHungUp = false
  /// All output of the program so far.
  private(set) var output: [UInt8] = []

  /// Starts the program as the controlling process of the terminal.
  init(
    _ arguments: [String] = [RealTerminal.bundle], columns: Int = 80, rows: Int = 24,
    variables: [String: String] = [:], in folder: Folder? = nil
  ) throws {
    self.folder = try folder ?? Folder()
    var (user, line): (Int32, Int32) = (-1, -1)
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&user, &line, nil, nil, &size) == 0 else { throw CocoaError(.fileReadUnknown) }
    (self.user, self.line) = (user, line)
    for end in [user, line] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(user, F_SETFL, O_NONBLOCK)
    process.executableURL = URL(fileURLWithPath: "/usr/bin/setsid")
    process.arguments = ["--ctty", "--wait", RealTerminal.program] + arguments
    process.environment = [
      "HOME": self.folder.path, "SETTEE_ROOT": self.folder.path + "/root",
      "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color",
    ].merging(variables) { $1 }
    let terminal = FileHandle(fileDescriptor: line)
    process.standardInput = terminal
    process.standardOutput = terminal
    process.standardError = terminal
    modesBefore = RawTerminal.modes(of: line)
    try process.start()
  }

  deinit {
    if process.isRunning, let number = try? processOfProgram() { kill(number, SIGKILL) }
    hangUp()
    process.waitUntilExit()
  }

  /// The terminal modes before the program started.
  let modesBefore: String
  /// The current terminal modes.
  var modes: String { RawTerminal.modes(of: line) }

  private static func modes(of line: Int32) -> String {
    var modes = termios()
    tcgetattr(line, &modes)
    return "\(modes.c_iflag) \(modes.c_oflag) \(modes.c_cflag) \(modes.c_lflag) \(modes.c_cc)"
  }

  /// Types text.
  func type(_ text: String) {
    guard !isHungUp else { return }
    let bytes = Array(text.utf8)
    _ = write(user, bytes, bytes.count)
  }

  /// Reads the available output up to a limit, and returns the number of bytes.
  @discardableResult
  func read(atMost limit: Int = 65536) -> Int {
    // After the hangup, the number of the descriptor can belong to another test.
    guard !isHungUp else { return 0 }
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = Foundation.read(user, &bytes, bytes.count)
    if count > 0 { output += bytes.prefix(count) }
    return max(count, 0)
  }

  /// Reads until no output has arrived for `quiet` seconds.
  func settle(for quiet: TimeInterval = 0.15) {
    var last = Date()
    while Date().timeIntervalSince(last) < quiet {
      if read() > 0 { last = Date() } else { Thread.sleep(forTimeInterval: 0.005) }
    }
  }

  /// Reads until a condition is true.
  ///
  /// Returns false after ten seconds.
  @discardableResult
  func wait(until holds: () -> Bool) -> Bool {
    let end = Date().addingTimeInterval(10)
    while Date() < end {
      read()
      if holds() { return true }
      Thread.sleep(forTimeInterval: 0.01)
    }
    return false
  }

  /// Waits until the program has printed `text`.
  func wait(for text: String) throws {
    let seen = wait { String(decoding: output, as: UTF8.self).contains(text) }
    try #require(seen, "never saw “\(text)” in \(String(decoding: output, as: UTF8.self))")
  }

  /// Waits for the program to exit, and returns whether it has.
  func waitForEnd() -> Bool {
    let ended = wait { !process.isRunning }
    read()
    return ended
  }

  /// The pending input that the next program would read from the terminal.
  var rest: String {
    var modes = termios()
    tcgetattr(line, &modes)
    var before = modes
    modes.c_lflag &= ~tcflag_t(ICANON)
    tcsetattr(line, TCSANOW, &modes)
    defer { tcsetattr(line, TCSANOW, &before) }
    var polled = pollfd(fd: line, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, 0) > 0 else { return "" }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = Foundation.read(line, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// The program's exit status, or the signal that ended it.
  var status: Int32 { process.terminationStatus }

  /// Closes the terminal the way a closed window does.
  func hangUp() {
    guard !isHungUp else { return }
    isHungUp = true
    close(user)
    close(line)
  }

  /// The process ID of the program.
  func processOfProgram() throws -> Int32 {
    try childProcess(of: "\(process.processIdentifier)")
  }

  /// The stored values of a domain, read from its file.
  static func stored(in folder: Folder, domain: String = "org.settee.mail") -> [String: Any] {
    let file = URL(fileURLWithPath: "\(folder.path)/.config/\(domain).plist")
    guard let bytes = try? Data(contentsOf: file) else { return [:] }
    let list = try? PropertyListSerialization.propertyList(from: bytes, format: nil)
    return list as? [String: Any] ?? [:]
  }
}
