package import SetteeValues

/// The terminal as seen by the editor, which has a size, shows screens, and delivers input events.
package protocol TerminalDevice: AnyObject {
  var size: Size { get }
  var abilities: TerminalAbilities { get }
  func paint(_ screen: Screen)
  /// Waits for an event, or for a descriptor to become readable.
  ///
  /// The editor never waits in any other method, so it always responds to input. The result is
  /// empty if the timeout has expired.
  func wait(for descriptors: [Int32], atMost milliseconds: Int?) -> [TerminalEvent]
  func perform(_ request: TerminalRequest)
}

/// An event that was received while a device waited.
package enum TerminalEvent: Sendable, Hashable {
  case key(KeyPress)
  case paste(String)
  case mouse(MouseAction, at: Position)
  case resized(Size)
  /// The process continued after it was stopped, for example with ^Z.
  ///
  /// While the process was stopped, other programs might have changed settings files.
  case resumed
  case ready(Int32)
  /// A signal such as SIGTERM requested that the process terminate.
  case ending(signal: Int32)
  case closed
}

/// A request to a device.
package enum TerminalRequest: Sendable, Hashable {
  /// Copies text to the clipboard if the terminal supports this.
  case copy(String)
  case bell
  /// Redraws the entire screen the next time the editor shows it.
  case redraw
  /// Stops the process, like pressing ^Z in a shell.
  case suspend
  /// Lets another program, such as a text editor, use the terminal until ``takeBack`` is requested.
  case handOver
  case takeBack
  /// Sets whether the terminal reports mouse events.
  case useMouse(Bool)
  /// Sets how long to wait after Esc for the rest of an escape sequence.
  case waitAfterEscape(milliseconds: Int)
}

/// The features of the terminal that determine how the editor is displayed.
package struct TerminalAbilities: Sendable, Hashable {
  package var lettering: GlyphSet
  package var depth: ColorDepth
  /// A Boolean value that indicates whether the terminal is the Linux console.
  ///
  /// The fonts of the Linux console contain only a few hundred characters.
  package var isConsole = false
  /// A Boolean value that indicates whether the terminal connection is noticeably slow.
  package var isSlow = false

  package init(lettering: GlyphSet = .unicode, depth: ColorDepth = .full) {
    self.lettering = lettering
    self.depth = depth
  }
}

/// Options for opening a terminal.
package struct TerminalOptions: Sendable {
  package var path = "/dev/tty"
  package var kind: String?
  /// The time to wait after Esc for the rest of an escape sequence in milliseconds, as specified by
  /// `ESCDELAY`.
  package var escapeDelay = 25
  package var usesMouse = true
  /// A Boolean value that indicates whether the editor uses colors.
  ///
  /// As usual, the environment variable `NO_COLOR` turns off colors unless it is empty.
  package var usesColors = true
  /// A Boolean value that indicates whether the variable `COLORTERM` promises support for 24-bit
  /// color.
  package var hasAllColors = false
  /// The terminal's default colors, if they are known before querying the terminal.
  package var colors: TerminalColors?
  /// A closure that stores the colors that the terminal has reported.
  package var remember: (@Sendable (TerminalColors) -> Void)?

  package init(environment: [String: String]) {
    kind = environment["TERM"]
    if let delay = environment["ESCDELAY"].flatMap(Int.init), (0...10_000).contains(delay) {
      escapeDelay = delay
    }
    usesColors = (environment["NO_COLOR"] ?? "").isEmpty
    hasAllColors = ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
    // The variable `COLORFGBG` contains color numbers such as `15;0`, and the last number is the
    // background.
    let page = environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
    if let page, 0...15 ~= page {
      colors = TerminalColors(page: page < 7 || page == 8 ? .black : .white)
    }
  }
}

// The reasons why a terminal can't be opened.
extension SetteeError {
  package static func missingTerminal(path: String) -> SetteeError {
    SetteeError(
      .terminal,
      "Can't open \(path). Run settee in a terminal, or use a command such as 'settee get'.")
  }

  package static func unknownTerminal(kind: String) -> SetteeError {
    SetteeError(
      .unsupportedTerminal,
      "Unknown terminal type '\(kind)'. Set TERM to a known type such as xterm, or use --plain.")
  }

  /// The terminal is of a known type that can't position the cursor.
  package static func linesOnly(kind: String) -> SetteeError {
    SetteeError(
      .unsupportedTerminal,
      "The terminal type '\(kind)' doesn't support ANSI cursor addressing. Use --plain.")
  }
}
