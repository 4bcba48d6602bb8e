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

/// What a piece of the screen is, whatever it looks like.
enum Role: Sendable {
  /// Rows and sentences.
  case text
  /// The line at the top.
  case header
  /// The titles of groups.
  case heading
  /// Values.
  case value
  /// Texts that explain, and placeholders.
  case quiet
  /// What cannot be used now.
  case disabled
  /// The mark of what the user has set.
  case modified
  /// The mark of what the mirror does not have.
  case unpushed
  /// The mark of what an administrator has decided.
  case managed
  /// What went wrong.
  case error
  /// The line at the bottom that says what happened, or what is stored.
  case status
  /// A key in the line of keys.
  case key
  /// A field in which text is typed.
  case field
}

/// Which looks stand for what; no meaning is carried by colour alone.
enum Palette: String, Sendable {
  /// Colours and attributes.
  case colour
  /// Attributes alone.
  case mono
  /// Strong differences: no dim text, bold values.
  case contrast

  /// The look of a role.
  func style(_ role: Role) -> Style {
    switch self {
    case .colour: Palette.coloured(role)
    case .mono: Palette.plain(role)
    case .contrast: Palette.strong(role)
    }
  }

  /// Shows that a cell belongs to the focused row.
  func focus(_ style: inout Style) {
    style.attributes = style.attributes.union(.reverse).subtracting(.dim)
    style.foreground = .standard
    style.background = .standard
  }

  private static func coloured(_ role: Role) -> Style {
    switch role {
    case .text, .status: .plain
    case .value: Style(foreground: .cyan)
    case .header: Style(.bold, foreground: .white, background: .blue)
    case .heading: Style(.bold, foreground: .blue)
    case .quiet, .disabled: .dim
    case .modified: Style(.bold, foreground: .yellow)
    case .unpushed: Style(foreground: .cyan)
    case .managed: Style(foreground: .magenta)
    case .error: Style(.bold, foreground: .red)
    case .key: Style(.bold, foreground: .green)
    case .field: Style(.underline)
    }
  }

  private static func plain(_ role: Role) -> Style {
    switch role {
    case .text, .value, .status, .unpushed, .managed: .plain
    case .header: Style(.reverse)
    case .heading, .modified, .error, .key: .bold
    case .quiet, .disabled: .dim
    case .field: Style(.underline)
    }
  }

  private static func strong(_ role: Role) -> Style {
    switch role {
    case .text, .status, .quiet, .disabled: .plain
    case .header: Style([.bold, .reverse])
    case .value, .heading, .modified, .error, .key, .unpushed, .managed: .bold
    case .field: Style([.bold, .underline])
    }
  }
}
