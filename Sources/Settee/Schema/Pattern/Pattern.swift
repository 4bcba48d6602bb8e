/// A regular expression that a whole text has to match, in time in proportion to its length.
///
/// The syntax is the common part of what people write: literals, `.`, classes (`[a-z]`, `\d`, `\w`,
/// `\s` and their opposites), groups, `|`, `*`, `+`, `?`, `{m,n}`, `^`, `$`, and `(?i)` at the
/// start. What it takes means what it means to PCRE and ICU; all else is refused: look-around and
/// back-references because with them no expression can be matched without the risk of minutes.
struct Pattern: Sendable {
  private static let longest = 10_000
  private let program: PatternProgram

  /// Reads an expression, or says what is wrong with it.
  init(_ text: String) throws(PatternError) {
    guard text.utf8.count <= Self.longest else {
      throw PatternError("it is longer than \(Self.longest) bytes")
    }
    var parser = PatternParser(text)
    program = try PatternProgram(parser.expression(), parser.sets)
  }

  /// Whether all of the text matches; nil where the text is too long for so wide an expression.
  func matches(_ text: String) -> Bool? { program.matches(text) }
}

/// What is wrong with a regular expression: a part of a sentence.
struct PatternError: Error, Equatable {
  let message: String

  init(_ message: String) { self.message = message }
}
