/// An error in the text of a file or value, with its location.
///
/// Parsers throw this error, and so do writers for a value that a format doesn't support.
package struct ParseError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A code for a parse error, which determines how the caller can respond.
  package enum Code: Sendable {
    /// The text is invalid.
    case syntax
    /// The text ends before a value is complete, so additional lines might complete it.
    case incomplete
    /// A library that the parser requires isn't installed, took too long, or failed.
    case library
    /// The lens of a system file can't be used, for example because it doesn't exist.
    case lens
    /// A system file can't contain the requested values, because they don't match its lens.
    case mismatch
  }

  /// A code that callers can check.
  package let code: Code
  /// The location of the error, or `nil` if the error concerns the entire text.
  package let place: SourcePlace?
  /// A message that describes the problem and a possible solution, without the location.
  package let message: String

  package init(at place: SourcePlace? = nil, _ message: String, code: Code = .syntax) {
    self.code = code
    self.place = place
    self.message = message
  }

  /// Converts an error of any type to a parse error.
  package init(_ error: any Error) { self = error as? ParseError ?? ParseError("\(error)") }

  /// The number of the line with the error, starting at 1, or 0 if it is unknown.
  package var line: Int { if case .text(let line, _) = place { line } else { 0 } }
  /// The column of the error in its line, starting at 1, or 0 if it is unknown.
  package var column: Int { if case .text(_, let column) = place { column } else { 0 } }

  /// The byte offset of the error, or `nil` if it is unknown.
  package var offset: Int? { if case .offset(let offset) = place { offset } else { nil } }

  /// The message with its location, such as `line 3, column 7: expected a value`.
  package var description: String { place.map { "\($0.words): \(message)" } ?? message }
}

/// A location in a file, which is a line and a column in text, or an offset in a binary file.
package enum SourcePlace: Sendable, Equatable {
  /// A line and a column of a text file, both starting at 1.
  ///
  /// The column counts Unicode scalars, as most text editors do. For example, `é` is one scalar,
  /// or two if it is written as `e` + U+0301. A byte order mark isn't counted.
  case text(line: Int, column: Int)
  /// A byte offset in a binary file, starting at 0.
  case offset(Int)
}

extension SourcePlace {
  /// The location as text for messages, such as `line 3, column 7`.
  package var words: String {
    switch self {
    case .text(let line, let column): "line \(line), column \(column)"
    case .offset(let offset): "byte \(offset)"
    }
  }
}
