/// A regular expression that a whole text has to match, in time in proportion to its length.
///
/// The syntax is the common part of what people write: literals, `.`, classes (`[a-z]`, `\d`, `\w`,
/// `\s` and their opposites), groups, `|`, `*`, `+`, `?`, `{m,n}`, `^`, `$`, and `(?i)` at the
/// start. Look-around and back-references are refused, because with them no expression can be
/// matched without the risk of minutes on a short text.
struct Pattern: Sendable {
  private let program: PatternProgram

  /// Reads an expression, or says what is wrong with it.
  init(_ text: String) throws(PatternError) {
    var parser = PatternParser(text)
    program = try PatternProgram(parser.expression(), ignoresCase: parser.ignoresCase)
  }

  /// Whether all of the text matches.
  func matches(_ text: String) -> Bool { program.matches(text) }
}

/// What is wrong with a regular expression: a part of a sentence.
struct PatternError: Error, Equatable {
  let message: String

  init(_ message: String) { self.message = message }
}
