import SetteeTerminal

/// How things are drawn: characters, colours, layout and language.
struct Look: Sendable {
  /// Which characters the terminal can show.
  var lettering: Lettering = .unicode { didSet { findDirection() } }
  /// Which looks stand for what.
  var palette: Palette = .colour
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

  /// The characters that are not words.
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
