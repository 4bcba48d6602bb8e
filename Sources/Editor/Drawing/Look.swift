import SetteeTerminal

/// How things are drawn: characters, colours, layout and language.
struct Look: Sendable {
  /// Which characters the terminal can show.
  var lettering: Lettering = .unicode { didSet { findDirection() } }
  /// What the user wants the colours to be; what they are in this terminal is the device's matter.
  var theme = Theme()
  /// How many colours the terminal has.
  var depth = ColourDepth.full
  /// Whether it is the console of Linux, whose fonts lack some characters.
  var isConsole = false
  /// Whether inks and surfaces are as many as their names: with fewer, shapes say what colours would.
  var hasManyColours: Bool { theme.hasColours && depth >= .many }
  /// Whether rows are sentences at the left margin, for magnifiers and braille lines.
  var isNear = false
  /// Settee's own words in the user's language.
  var ownWords = Words() { didSet { findDirection() } }
  /// The language of the panes, as a tag; decides on which side texts begin.
  var language: String? { didSet { findDirection() } }
  /// Whether the panes' texts run from right to left.
  private(set) var isRightToLeft = false

  /// Settee's own words, in a language that the lettering can write: ASCII has no Japanese.
  var words: Words {
    get { lettering == .ascii && !Look.latin.contains(ownWords.language) ? Words() : ownWords }
    set { ownWords = newValue }
  }

  private static let latin: Set = ["en", "de"]

  private static let rightToLeft: Set = [
    "ar", "he", "fa", "ur", "ps", "yi", "iw", "dv", "ckb", "sd", "ug",
  ]

  // Every line that is drawn asks for it.
  private mutating func findDirection() {
    let code = (language ?? words.language).prefix { $0 != "-" && $0 != "_" }
    isRightToLeft = Look.rightToLeft.contains(String(code))
  }

  /// The button of one choice among several.
  func radio(_ isChosen: Bool) -> String { isChosen ? "(\(glyphs.bullet))" : "( )" }

  var glyphs: Glyphs { lettering == .ascii ? .ascii : .unicode }
}

/// The characters that are not words, in both letterings.
struct Glyphs: Sendable {
  /// Before the focused row.
  let focus = ">"
  /// Behind a row that leads somewhere.
  let more: String
  /// A secret's character.
  let bullet: String
  /// Where text is cut.
  let ellipsis: String
  /// The knob, the rail and the ends of a slider.
  let knob: String, rail: String, left: String, right: String
  /// Between the panes of the path.
  let step: String
  /// A line across the screen.
  let rule: String

  static let unicode = Glyphs(
    more: "›", bullet: "•", ellipsis: "…", knob: "●", rail: "─", left: "├", right: "┤", step: "›",
    rule: "─")
  static let ascii = Glyphs(
    more: ">", bullet: "*", ellipsis: "...", knob: "o", rail: "-", left: "|", right: "|", step: ">",
    rule: "-")
}

/// What the pieces of the screen are drawn in.
extension Style {
  /// Rows, sentences and values.
  static let text = Style()
  /// The line at the top.
  static let header = Style(.text, on: .bar)
  /// The titles of groups.
  static let heading = Style(.accent, .bold)
  /// Texts that explain, placeholders, and values that are the default.
  static let quiet = Style(.quiet)
  /// What cannot be used now.
  static let disabled = Style(.off)
  /// The mark of what the user has set.
  static let modified = Style(.warn)
  /// The mark of what the mirror does not have.
  static let unpushed = Style(.note)
  /// The mark of what an administrator has decided.
  static let managed = Style(.held)
  /// What went wrong.
  static let error = Style(.bad)
  /// A key in the line of keys.
  static let key = Style(.accent, .bold)
  /// A field in which text is typed.
  static let field = Style(.text, on: .field)
}
