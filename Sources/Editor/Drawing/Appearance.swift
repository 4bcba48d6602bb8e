import SetteeTerminal

/// The appearance of the editor, including its characters, colors, layout, and language.
struct Appearance: Sendable {
  var lettering: GlyphSet = .unicode { didSet { findDirection() } }
  /// The color theme that the user has chosen for the editor.
  ///
  /// The terminal device converts the theme's colors to colors that the terminal supports.
  var theme = Theme()
  /// A Boolean value that indicates whether all apps have the accent color of the theme.
  var hasOneAccent = true
  var ownThemes: [String: GivenColors] = [:]
  var depth = ColorDepth.full
  /// A Boolean value that indicates whether the terminal is the Linux console.
  ///
  /// The editor avoids characters that the fonts of the Linux console don't contain.
  var isConsole = false
  /// A Boolean value that indicates whether each row is shown as a sentence at the left margin.
  ///
  /// The layout with sentences is for users of screen magnifiers and braille displays.
  var isNear = false
  /// A Boolean value that indicates whether rows for the settings of other programs show the key
  /// at their end.
  var showsKeys = false
  var ownWords = Strings() { didSet { findDirection() } }
  /// The language tag of the panes, such as `ar`, which determines the direction of text.
  var language: String? { didSet { findDirection() } }
  private(set) var isRightToLeft = false

  /// The strings of the user interface, in a language that the current character set can display.
  ///
  /// With the ASCII character set, languages such as Japanese are replaced by English.
  var words: Strings {
    get { lettering == .ascii && !ownWords.areLatin ? Strings() : ownWords }
    set { ownWords = newValue }
  }

  private static let rightToLeft: Set = [
    "ar", "he", "fa", "ur", "ps", "yi", "iw", "dv", "ckb", "sd", "ug",
  ]

  // Store the text direction, because every line that is drawn needs it.
  private mutating func findDirection() {
    let code = (language ?? words.language).prefix { $0 != "-" && $0 != "_" }
    isRightToLeft = Appearance.rightToLeft.contains(String(code))
  }

  var hidden: String { String(repeating: glyphs.bullet, count: 8) }

  func radio(_ isChosen: Bool) -> String { isChosen ? glyphs.chosen : glyphs.unchosen }

  /// Returns the label of a key in the key hints, such as an arrow character for an arrow key.
  func keyName(_ key: String) -> String {
    guard lettering == .unicode else { return key }
    return ["Up": "↑", "Down": "↓", "Left": "←", "Right": "→"][key] ?? key
  }

  /// Returns the label of a button, with brackets around it if color alone can't mark it as a
  /// button.
  func button(_ words: String) -> String { hasPills ? " \(words) " : "[ \(words) ]" }

  /// A Boolean value that indicates whether a background color can mark a switch or a button.
  ///
  /// Terminals with few colors show buttons in brackets instead.
  var hasPills: Bool { lettering == .unicode && theme.hasColors && depth >= .many }

  /// The style of values that are set, which without colors only bold text distinguishes from
  /// default values.
  var setValue: Style { theme.hasColors && depth >= .many ? .text : Style(.text, .bold) }

  /// Applies the value of `SETTEE_STYLE`.
  ///
  /// Unknown words are ignored.
  mutating func apply(style: String) {
    for word in style.split(separator: ",") {
      if word == "ascii" { lettering = .ascii } else { theme.select(String(word)) }
    }
  }

  var glyphs: Glyphs { lettering == .ascii ? .ascii : isConsole ? .console : .unicode }
}

/// The symbols that the editor draws with one character set, such as markers and borders.
struct Glyphs: Sendable {
  var focus = "▌"
  /// The markers of rows.
  ///
  /// The markers before the title of a row, which show whether it is changed, unsaved, not pushed,
  /// managed, or invalid, or requires a restart.
  var changed = "•", staged = "+", unpushed = "↑", managed = "§", fault = "!", restart = "↻"
  /// The symbols after the titles of rows that open a pane or an external link.
  var more = "›", link = "↗"
  /// The opening bracket of a number, and the symbol after a value that the user chooses from a
  /// list.
  var less = "‹", drop = "▾"
  var chosen = "◉", unchosen = "○"
  var checked = "[✓]", unchecked = "[ ]"
  /// The two states of a switch, for color themes without background colors.
  var on = "━●", off = "●━"
  /// The parts of a slider, which are the rail before the knob, the knob, and the rail after the
  /// knob.
  var fill = "━", knob = "●", rail = "─"
  var bullet = "•"
  var ellipsis = "…"
  /// The separators between the steps of the breadcrumb path and between facts in the status line.
  var step = "›", dot = "·"
  var dash = "–"
  /// The arrows for changes that are sent to the cloud mirror and received from it.
  var send = "→", take = "←"
  /// The prefix of success messages.
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

/// The named text styles of the user interface, such as headings.
///
/// The colors of these text styles are documented in ``Foreground`` and ``Background``.
extension Style {
  static let text = Style()
  static let heading = Style(.accent, .bold)
  /// The style of the heading of a section inside of another one.
  static let subheading = Style(.accent)
  static let quiet = Style(.quiet)
  /// The style of help texts and comments, which differs from the one of default values.
  static let explanation = Style(.quiet, .italic)
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
