/// What the editor needs of a terminal: a size, a way to show a screen, and a way to wait.
package protocol TerminalDevice: AnyObject {
  var size: Size { get }
  var abilities: TerminalAbilities { get }
  func paint(_ screen: Screen)
  /// Gets ready to show a picture that is likely the next one.
  func keep(_ screen: Screen)
  /// Shows the picture that was kept last; false when it has to be painted.
  func paintKept() -> Bool
  /// Waits until something happens here or a descriptor can be read; the one place that waits.
  ///
  /// What is returned is empty when the time ran out.
  func wait(for descriptors: [Int32], atMost milliseconds: Int?) -> [TerminalEvent]
  func perform(_ request: TerminalRequest)
}

extension TerminalDevice {
  package func keep(_ screen: Screen) {}
  package func paintKept() -> Bool { false }
}

/// Something that happened while a device waited.
package enum TerminalEvent: Sendable, Hashable {
  case input(InputEvent)
  case resized(Size)
  /// The program went on after it was stopped; files may have changed meanwhile.
  case resumed
  case ready(Int32)
  /// A signal asks the program to end.
  case ending(signal: Int32)
  case closed
}

/// Something that a device is asked to do.
package enum TerminalRequest: Sendable, Hashable {
  /// Put text on the clipboard, where the terminal lets programs do that.
  case copy(String)
  case bell
  /// Draw everything again with the next screen.
  case redraw
  /// Stop this program as a shell's ^Z does.
  case suspend
  /// Give the terminal to another program until ``takeBack``.
  case handOver
  case takeBack
  /// Use the mouse from now on, or leave it to the terminal.
  case useMouse(Bool)
  /// Wait so long after an Esc whether more follows.
  case waitAfterEscape(milliseconds: Int)
}

package struct TerminalAbilities: Sendable, Hashable {
  package var lettering: Lettering
  package var depth: ColourDepth
  /// Whether it is the console of Linux, whose fonts have few characters.
  package var isConsole = false
  /// Whether it is at the end of a line on which every byte can be seen to come.
  package var isSlow = false

  package init(lettering: Lettering = .unicode, depth: ColourDepth = .full) {
    self.lettering = lettering
    self.depth = depth
  }
}

/// How a terminal is opened: where it is, what its user asks for.
package struct TerminalOptions: Sendable {
  package var path = "/dev/tty"
  package var kind: String?
  /// How many milliseconds an Esc waits for more: `ESCDELAY`.
  package var escapeDelay = 25
  package var usesMouse = true
  /// Whether colours are used: not where `NO_COLOR` is set and not empty.
  package var usesColors = true
  /// Whether the terminal says that it has all colours that there are: `COLORTERM`.
  package var hasAllColors = false
  /// The terminal's own colours, as far as they are known before it is asked.
  package var colours: TerminalColours?
  /// Is told what the terminal answers.
  package var remember: (@Sendable (TerminalColours) -> Void)?

  package init(environment: [String: String]) {
    kind = environment["TERM"]
    if let delay = environment["ESCDELAY"].flatMap(Int.init), (0...10_000).contains(delay) {
      escapeDelay = delay
    }
    usesColors = (environment["NO_COLOR"] ?? "").isEmpty
    hasAllColors = ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
    // Such as `15;0`: numbers of the eight and the lighter eight, the page last.
    let page = environment["COLORFGBG"]?.split(separator: ";").last.flatMap { Int($0) }
    if let page, 0...15 ~= page {
      colours = TerminalColours(page: page < 7 || page == 8 ? .black : .white)
    }
  }
}

/// Why a terminal cannot be opened.
package enum TerminalError: Error, Sendable, Hashable {
  case missing(path: String)
  case unknown(kind: String)
  /// The kind is known, but its cursor cannot be moved: only lines can be written.
  case linesOnly(kind: String)

  /// One sentence: what is missing and what to do.
  package var message: String {
    switch self {
    case .missing(let path):
      "\(path) cannot be opened: run settee in a terminal, or use a verb such as `settee get`."
    case .unknown(let kind):
      "The terminal \"\(kind)\" is not known here: set TERM to a known one, such as xterm, or use --plain."
    case .linesOnly(let kind):
      "The terminal \"\(kind)\" cannot move its cursor: use --plain."
    }
  }
}
