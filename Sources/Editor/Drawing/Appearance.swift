import SetteeTerminal

/// The appearance of the editor, which includes its characters, colors, layout, and language.
struct Appearance: Sendable {
  var lettering: GlyphSet = .unicode { didSet { findDirection() } }
  /// The colors that the user has chosen.
  ///
  /// The device maps these colors to the ones that the terminal supports.
  var theme = Theme()
  var ownThemes: [String: GivenColours] = [:]
  var depth = ColourDepth.full
  /// A Boolean value that indicates whether this is the Linux console, whose fonts don't have some
  /// characters.
  var isConsole = false
  /// A Boolean value that indicates whether rows are shown as sentences at the left margin, for
  /// screen magnifiers and braille displays.
  var isNear = false
  /// A Boolean value that indicates whether the keys of other programs' settings are shown next to
  /// their titles.
  var showsKeys = true
  var ownWords = Strings() { didSet { findDirection() } }
  /// The language tag of the panes, which determines the direction of text.
  var language: String? { didSet { findDirection() } }
  private(set) var isRightToLeft = false

  /// The editor's strings, in a language that the character set can display.
  ///
  /// With the ASCII character set, languages such as Japanese fall back to English.
  var words: Strings {
    get { lettering == .ascii && !ownWords.areLatin ? Strings() : ownWords }
    set { ownWords = newValue }
  }

  private static let rightToLeft: Set = [
    "ar", "he", "fa", "ur", "ps", "yi", "iw", "dv", "ckb", "sd", "ug",
  ]

  // The result is stored because every line that is drawn needs it.
  private mutating func findDirection() {
    let code = (language ?? words.language).prefix { $0 != "-" && $0 != "_" }
    isRightToLeft = Appearance.rightToLeft.contains(String(code))
  }

  var hidden: String { String(repeating: glyphs.bullet, count: 8) }

  func radio(_ isChosen: Bool) -> String { isChosen ? glyphs.chosen : glyphs.unchosen }

  /// Returns the label of a key in the hints, with arrow characters if they are available.
  func keyName(_ key: String) -> String {
    guard lettering == .unicode else { return key }
    return ["Up": "↑", "Down": "↓", "Left": "←", "Right": "→"][key] ?? key
  }

  /// Returns the label of a button, which is in brackets if color alone can't mark it as a button.
  func button(_ words: String) -> String { hasPills ? " \(words) " : "[ \(words) ]" }

  /// A Boolean value that indicates whether a background color is enough to mark a switch or a
  /// button.
  ///
  /// Terminals with few colors need brackets or other shapes.
  var hasPills: Bool { lettering == .unicode && theme.hasColours && depth >= .many }

  /// Applies the value of `SETTEE_STYLE`.
  ///
  /// Unknown words are ignored.
  mutating func take(style: String) {
    for word in style.split(separator: ",") {
      if word == "ascii" { lettering = .ascii } else { theme.take(String(word)) }
    }
  }

  var glyphs: Glyphs { lettering == .ascii ? .ascii : isConsole ? .console : .unicode }
}

/// The symbols of the user interface for one character set.
struct Glyphs: Sendable {
  var focus = "▌"
  /// The markers of rows that are set by the user, not saved, not pushed, managed, or invalid, or
  /// that require a restart.
  var changed = "•", staged = "+", unpushed = "↑", managed = "§", fault = "!", restart = "↻"
  /// The suffixes of rows that open a pane, or a link outside of the app.
  var more = "›", link = "↗"
  /// The opening bracket of a number, and the suffix of a value that is chosen from a list.
  var less = "‹", drop = "▾"
  var chosen = "◉", unchosen = "○"
  var checked = "[✓]", unchecked = "[ ]"
  /// The two states of a switch in themes without background colors.
  var on = "━●", off = "●━"
  /// The rail of a slider before the knob, the knob, and the rail after it.
  var fill = "━", knob = "●", rail = "─"
  var bullet = "•"
  var ellipsis = "…"
  /// The separators between the steps of the breadcrumb path and between facts.
  var step = "›", dot = "·"
  var dash = "–"
  /// The directions of a sync, to the mirror and from the mirror.
  var send = "→", take = "←"
  /// The prefix of messages that report success.
  var done = "✓"
  var rule = "─"
  /// The thumb of a scroll bar, which is drawn reversed if it is blank, and its track.
  var thumb = " ", track = "│"
  /// The symbol before the number of rows below the visible ones.
  var below = "▼"
  /// The symbol in the color that a value names.
  var swatch = "■"
  /// The corners of a box, from top to bottom, followed by its vertical side.
  var frame = "╭╮╰╯│"

  static let unicode = Glyphs()
  /// The symbols that every font of the Linux console contains.
  static let console = Glyphs(
    focus: "┃", restart: "~", link: "→", chosen: "(•)", unchosen: "( )", checked: "[x]", done: "ok",
    below: "v", frame: "┌┐└┘│")
  static let ascii = Glyphs(
    focus: ">", changed: "*", unpushed: "^", managed: "#", restart: "~", more: ">", link: "->",
    less: "<", drop: "v", chosen: "(*)", unchosen: "( )", checked: "[x]", on: "[x]", off: "[ ]",
    fill: "=", knob: "o", rail: "-", bullet: "*", ellipsis: "...", step: ">", dot: "|", dash: "-",
    send: "->", take: "<-", done: "ok", rule: "-", thumb: "#", track: "|",
    below: "v", frame: "++++|")
}

/// The named styles of the user interface.
///
/// The colors are documented in ``Foreground`` and ``Background``.
extension Style {
  static let text = Style()
  static let heading = Style(.accent, .bold)
  static let quiet = Style(.quiet)
  static let disabled = Style(.off)
  static let modified = Style(.warn, .bold)
  static let unpushed = Style(.note, .bold)
  static let managed = Style(.held, .bold)
  static let error = Style(.bad)
  static let knob = Style(.accent)
  static let good = Style(.good)
  static let foreign = Style(.note)
  static let rule = Style(.line)
  static let rail = Style(.off)
  static let key = Style(.accent, .bold)
  static let field = Style(.text, on: .field)
}
