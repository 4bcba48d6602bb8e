import SetteeTerminal

/// How things are drawn: characters, colours, layout and language.
struct Look: Sendable {
  var lettering: Lettering = .unicode { didSet { findDirection() } }
  /// What the user wants the colours to be; what they are in this terminal is the device's matter.
  var theme = Theme()
  var ownThemes: [String: GivenColours] = [:]
  var depth = ColourDepth.full
  /// Whether it is the console of Linux, whose fonts lack some characters.
  var isConsole = false
  /// Whether rows are sentences at the left margin, for magnifiers and braille lines.
  var isNear = false
  var ownWords = Words() { didSet { findDirection() } }
  /// The language of the panes, as a tag; decides on which side texts begin.
  var language: String? { didSet { findDirection() } }
  private(set) var isRightToLeft = false

  /// Settee's own words, in a language that the lettering can write: ASCII has no Japanese.
  var words: Words {
    get { lettering == .ascii && !ownWords.areLatin ? Words() : ownWords }
    set { ownWords = newValue }
  }

  private static let rightToLeft: Set = [
    "ar", "he", "fa", "ur", "ps", "yi", "iw", "dv", "ckb", "sd", "ug",
  ]

  // Every line that is drawn asks for it.
  private mutating func findDirection() {
    let code = (language ?? words.language).prefix { $0 != "-" && $0 != "_" }
    isRightToLeft = Look.rightToLeft.contains(String(code))
  }

  var hidden: String { String(repeating: glyphs.bullet, count: 8) }

  func radio(_ isChosen: Bool) -> String { isChosen ? glyphs.chosen : glyphs.unchosen }

  /// What a key is called in the line of keys: an arrow where there is one.
  func keyName(_ key: String) -> String {
    guard lettering == .unicode else { return key }
    return ["Up": "↑", "Down": "↓", "Left": "←", "Right": "→"][key] ?? key
  }

  /// A button with its words: where nothing but a colour would show what it is, in brackets.
  func button(_ words: String) -> String { hasPills ? " \(words) " : "[ \(words) ]" }

  /// Whether a surface of its own is enough to show a switch or a button: with fewer colours than
  /// surfaces, shapes say it.
  var hasPills: Bool { lettering == .unicode && theme.hasColours && depth >= .many }

  /// Takes over what `SETTEE_STYLE` asks for; words that mean nothing are left out.
  mutating func take(style: String) {
    for word in style.split(separator: ",") {
      if word == "ascii" { lettering = .ascii } else { theme.take(String(word)) }
    }
  }

  var glyphs: Glyphs { lettering == .ascii ? .ascii : isConsole ? .console : .unicode }
}

/// The characters that are not words, in each lettering.
struct Glyphs: Sendable {
  var focus = "▌"
  /// The marks of rows: set by the user, waiting to be stored, not in the cloud, decided by an
  /// administrator, wrong, in effect after the next start.
  var changed = "•", staged = "+", unpushed = "↑", managed = "§", fault = "!", restart = "↻"
  /// Behind a row that leads somewhere, in the app and outside of it.
  var more = "›", link = "↗"
  /// Around a number, and behind a value that is chosen from a list.
  var less = "‹", drop = "▾"
  var chosen = "◉", unchosen = "○"
  var checked = "[✓]", unchecked = "[ ]"
  /// A switch where there are no pills.
  var on = "━●", off = "●━"
  /// The rail of a slider before its knob, and behind it.
  var fill = "━", knob = "●", rail = "─"
  var bullet = "•"
  var ellipsis = "…"
  /// Between the panes of the path, and between facts.
  var step = "›", dot = "·"
  var dash = "–"
  /// What goes to the cloud, and what comes from there.
  var send = "→", take = "←"
  /// Before the sentence that tells what went well.
  var done = "✓"
  var rule = "─"
  var thumb = "▐"
  /// The corners of a box, the upper ones first, and its side.
  var frame = "╭╮╰╯│"

  static let unicode = Glyphs()
  /// What every font of a Linux console has.
  static let console = Glyphs(
    focus: "┃", restart: "~", link: "→", chosen: "(•)", unchosen: "( )", checked: "[x]", done: "ok",
    thumb: "█", frame: "┌┐└┘│")
  static let ascii = Glyphs(
    focus: ">", changed: "*", unpushed: "^", managed: "#", restart: "~", more: ">", link: "->",
    less: "<", drop: "v", chosen: "(*)", unchosen: "( )", checked: "[x]", on: "[x]", off: "[ ]",
    fill: "=", knob: "o", rail: "-", bullet: "*", ellipsis: "...", step: ">", dot: "|", dash: "-",
    send: "->", take: "<-", done: "ok", rule: "-", thumb: "#", frame: "++++|")
}

/// What the pieces of the screen are drawn in; ``Ink`` and ``Surface`` say what each means.
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
