/// The editor's interface to a terminal, which provides its size, its output, and its events.
package protocol TerminalDevice: AnyObject {
  var size: Size { get }
  var abilities: TerminalAbilities { get }
  func paint(_ screen: Screen)
  /// Waits for an event, or for a descriptor to become readable.
  ///
  /// This is the only method of the editor that blocks.
  ///
  /// The result is empty if the timeout has expired.
  func wait(for descriptors: [Int32], atMost milliseconds: Int?) -> [TerminalEvent]
  func perform(_ request: TerminalRequest)
}

/// An event that was received while a device waited.
package enum TerminalEvent: Sendable, Hashable {
  case input(InputEvent)
  case resized(Size)
  /// The process continued after it had been stopped.
  ///
  /// Files may have changed in the meantime.
  case resumed
  case ready(Int32)
  /// A signal requested that the process terminate.
  case ending(signal: Int32)
  case closed
}

/// A request to a device.
package enum TerminalRequest: Sendable, Hashable {
  /// Copies text to the clipboard if the terminal allows it.
  case copy(String)
  case bell
  /// Redraws everything with the next screen.
  case redraw
  /// Stops the process, as ^Z in a shell does.
  case suspend
  /// Lets another program use the terminal until ``takeBack`` is requested.
  case handOver
  case takeBack
  /// Turns mouse reporting on or off.
  case useMouse(Bool)
  /// Sets the time to wait after Esc for the rest of an escape sequence.
  case waitAfterEscape(milliseconds: Int)
}

/// The features of a terminal that affect what the editor draws.
package struct TerminalAbilities: Sendable, Hashable {
  package var lettering: GlyphSet
  package var depth: ColourDepth
  /// A Boolean value that indicates whether this is the Linux console, whose fonts don't have many
  /// characters.
  package var isConsole = false
  /// A Boolean value that indicates whether the connection is so slow that users can see the
  /// transmission.
  package var isSlow = false

  package init(lettering: GlyphSet = .unicode, depth: ColourDepth = .full) {
    self.lettering = lettering
    self.depth = depth
  }
}

/// The options for opening a terminal.
package struct TerminalOptions: Sendable {
  package var path = "/dev/tty"
  package var kind: String?
  /// The time to wait after Esc in milliseconds, as specified by `ESCDELAY`.
  package var escapeDelay = 25
  package var usesMouse = true
  /// A Boolean value that indicates whether colors are used.
  ///
  /// Colors aren't used if `NO_COLOR` is set and isn't empty.
  package var usesColors = true
  /// A Boolean value that indicates whether `COLORTERM` claims that the terminal supports 24-bit
  /// color.
  package var hasAllColors = false
  /// The terminal's default colors, if they are known before the terminal is queried.
  package var colours: TerminalColours?
  /// A closure that is called with the colors that the terminal reports.
  package var remember: (@Sendable (TerminalColours) -> Void)?

  package init(environment: [String: String]) {
    kind = environment["TERM"]
    if let delay = environment["ESCDELAY"].flatMap(Int.init), (0...10_000).contains(delay) {
      escapeDelay = delay
    }
    usesColors = (environment["NO_COLOR"] ?? "").isEmpty
    hasAllColors = ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
    // The value consists of color numbers such as `15;0`, and the background is the last number.
    let page = environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
    if let page, 0...15 ~= page {
      colours = TerminalColours(page: page < 7 || page == 8 ? .black : .white)
    }
  }
}

/// The reason why a terminal can't be opened.
package enum TerminalError: Error, Sendable, Hashable {
  case missing(path: String)
  case unknown(kind: String)
  /// The terminal type is known, but the terminal can't move the cursor to a position, or not with
  /// the sequence of ANSI terminals.
  case linesOnly(kind: String)

  /// A message for the user that explains what is missing and what to do.
  package var message: String {
    switch self {
    case .missing(let path):
      "Can't open \(path). Run settee in a terminal, or use a command such as 'settee get'."
    case .unknown(let kind):
      "Unknown terminal type '\(kind)'. Set TERM to a known type such as xterm, or use --plain."
    case .linesOnly(let kind):
      "The terminal type '\(kind)' doesn't support ANSI cursor addressing. Use --plain."
    }
  }
}
