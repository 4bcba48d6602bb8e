import Foundation

/// A pseudoterminal in this process.
///
/// The program opens one end, and the test uses the other end as the user.
final class PseudoTerminal {
  /// The path that the program opens.
  let path: String
  private let user: Int32
  private let program: Int32
  private var isHungUp = false

  init(rows: Int, columns: Int) throws {
    var (user, program): (Int32, Int32) = (-1, -1)
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&user, &program, nil, nil, &size) == 0, let name = ttyname(program) else {
      throw CocoaError(.fileReadUnknown)
    }
    path = String(cString: name)
    (self.user, self.program) = (user, program)
    _ = fcntl(user, F_SETFL, O_NONBLOCK)
  }

  deinit { hangUp() }

  /// Resizes the terminal.
  func resize(rows: Int, columns: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(user, UInt(TIOCSWINSZ), &size)
  }

  /// Types text.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(user, bytes, bytes.count)
  }

  /// Returns the program's output since the last call.
  func output() -> String {
    var result: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(user, &bytes, bytes.count)
      guard count > 0 else { return String(decoding: result, as: UTF8.self) }
      result += bytes.prefix(count)
    }
  }

  /// Returns the terminal modes as a string for comparison.
  func modes() -> String {
    var modes = termios()
    tcgetattr(program, &modes)
    return "\(modes.c_iflag) \(modes.c_oflag) \(modes.c_cflag) \(modes.c_lflag) \(modes.c_cc)"
  }

  /// Closes the terminal the way a closed window does.
  ///
  /// Later calls do nothing, because the number of a closed descriptor may already refer to a file
  /// of another test in this process.
  func hangUp() {
    guard !isHungUp else { return }
    isHungUp = true
    close(user)
    close(program)
  }
}
