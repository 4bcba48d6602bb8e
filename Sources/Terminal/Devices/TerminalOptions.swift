/// How a terminal is opened: where it is, what its user asks for.
public struct TerminalOptions: Sendable {
  /// The terminal.
  public var path = "/dev/tty"
  /// What kind of terminal it is: `TERM`.
  public var kind: String?
  /// How many milliseconds an Esc waits for more: `ESCDELAY`.
  public var escapeDelay = 25
  /// Whether the mouse is used.
  public var usesMouse = true
  /// Whether colours are used: not where `NO_COLOR` is set and not empty.
  public var usesColors = true

  /// Makes options from an environment.
  public init(environment: [String: String]) {
    kind = environment["TERM"]
    if let delay = environment["ESCDELAY"].flatMap(Int.init), (0...10_000).contains(delay) {
      escapeDelay = delay
    }
    usesColors = (environment["NO_COLOR"] ?? "").isEmpty
  }
}

/// Why a terminal cannot be opened.
public enum TerminalError: Error, Sendable, Hashable {
  /// There is no terminal at the path.
  case missing(path: String)
  /// The terminal database does not know the kind.
  case unknown(kind: String)
  /// The kind is known, but its cursor cannot be moved: only lines can be written.
  case linesOnly(kind: String)

  /// One sentence: what is missing and what to do.
  public var message: String {
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
