/// The editor's interface to a terminal, which provides its size, output, and events.
package protocol TerminalDevice: AnyObject {
  var size: Size { get }
  var abilities: TerminalAbilities { get }
  func paint(_ screen: Screen)
  /// Prepares the frame for a screen that is likely to be shown next.
  func keep(_ screen: Screen)
  /// Shows the prepared frame, or returns `false` if the screen must be painted instead.
  func paintKept() -> Bool
  /// Waits for an event or for a descriptor to become readable.
  ///
  /// No other method of the editor blocks. The result is empty if the timeout has expired.
  func wait(for descriptors: [Int32], atMost milliseconds: Int?) -> [TerminalEvent]
  func perform(_ request: TerminalRequest)
}

extension TerminalDevice {
  package func keep(_ screen: Screen) {}
  package func paintKept() -> Bool { false }
}

/// An event that a device received while waiting.
package enum TerminalEvent: Sendable, Hashable {
  case input(InputEvent)
  case resized(Size)
  /// The process continued after being stopped.
  ///
  /// Files might have changed in the meantime.
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
  /// Stops the process, like ^Z in a shell.
  case suspend
  /// Lets another program use the terminal until ``takeBack`` is requested.
  case handOver
  case takeBack
  /// Turns mouse reporting on or off.
  case useMouse(Bool)
  /// Sets how long the rest of an escape sequence can be delayed after Esc.
  case waitAfterEscape(milliseconds: Int)
}

/// The terminal features that affect the editor's output.
package struct TerminalAbilities: Sendable, Hashable {
  package var lettering: GlyphSet
  package var depth: ColourDepth
  /// A Boolean value that indicates whether the terminal is the Linux console.
  ///
  /// The fonts of the Linux console don't have many characters.
  package var isConsole = false
  /// A Boolean value that indicates whether the connection is visibly slow.
  package var isSlow = false

  package init(lettering: GlyphSet = .unicode, depth: ColourDepth = .full) {
    self.lettering = lettering
    self.depth = depth
  }
}

/// Options for opening a terminal.
package struct TerminalOptions: Sendable {
  package var path = "/dev/tty"
  package var kind: String?
  /// The delay after Esc in milliseconds, as specified by `ESCDELAY`.
  package var escapeDelay = 25
  package var usesMouse = true
  /// A Boolean value that indicates whether to use colors.
  ///
  /// Colors aren't used if `NO_COLOR` is set and isn't empty.
  package var usesColors = true
  /// A Boolean value that indicates whether `COLORTERM` claims support for 24-bit color.
  package var hasAllColors = false
  /// The terminal's default colors, if they are known before the terminal is queried.
  package var colours: TerminalColours?
  /// A closure that receives the colors reported by the terminal.
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
  /// The terminal type is known, but the terminal can't position the cursor.
  case linesOnly(kind: String)

  /// A message for the user that explains the problem and suggests a solution.
  package var message: String {
    switch self {
    case .missing(let path):
      "Can't open \(path). Run settee in a terminal, or use a command such as 'settee get'."
    case .unknown(let kind):
      "Unknown terminal type '\(kind)'. Set TERM to a known type such as xterm, or use --plain."
    case .linesOnly(let kind):
      "The terminal type '\(kind)' doesn't support cursor addressing. Use --plain."
    }
  }
}
