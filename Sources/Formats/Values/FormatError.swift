/// A syntax error in a settings file, with its location.
package struct FormatError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The number of the line with the error, starting at 1, or 0 if the error concerns the entire
  /// file.
  package let line: Int
  /// The column of the error in characters, starting at 1.
  package let column: Int
  /// The reason for the syntax error, without its location.
  package let message: String

  package var words: String { line > 0 ? "line \(line), column \(column): \(message)" : message }

  package var description: String { words }

  package init(line: Int, column: Int, message: String) {
    (self.line, self.column, self.message) = (line, column, message)
  }

  package init(_ message: String) { self.init(line: 0, column: 0, message: message) }
}

extension FormatError {
  /// Converts an error of any type to a format error.
  package init(_ error: any Error) { self = error as? FormatError ?? FormatError("\(error)") }
}

/// The reason why Settee rejected an edit of a settings file.
///
/// A rejected edit leaves the document unchanged.
package struct EditError: Error, Sendable, Equatable, CustomStringConvertible {
  package let message: String
  /// The number of the line that prevents the edit, or `nil` if no specific line does.
  package let line: Int?
  /// A sentence without its final period that advises the user what to do instead.
  ///
  /// If the error contains advice, the message is a complete sentence that includes the key.
  package let advice: String?
  /// A Boolean value that indicates whether the edit was rejected because it would have changed
  /// another setting.
  package var isUnproved = false
  /// A Boolean value that indicates whether the program that reads the file doesn't accept the value.
  package var isInvalidValue = false

  package init(_ message: String, line: Int? = nil, advice: String? = nil) {
    self.message = message
    self.line = line
    self.advice = advice
  }

  /// The message followed by the advice, without the final period.
  package var reason: String { advice.map { "\(message). \($0)" } ?? message }

  package var description: String { reason }

  /// Returns one or two sentences that describe the error in a file.
  package func sentence(about file: String) -> String {
    if advice != nil { return "\(file): \(reason)." }
    return "Can't change \(file)\(line.map { ":\($0)" } ?? ""): \(message)."
  }
}

/// A syntax error at a byte offset, which a parser throws.
///
/// The line and column of the offset are computed only when the error is reported.
struct ParseError: Error, CustomStringConvertible {
  let offset: Int
  let message: String
  /// A Boolean value that indicates whether the text ended before the value was complete.
  ///
  /// If the text ended too early, additional lines might complete the value.
  var isOpen = false

  var description: String { message }
}

extension ParseError {
  /// Converts an error of any type to a parse error.
  init(_ error: any Error) {
    self = error as? ParseError ?? ParseError(offset: -1, message: "\(error)")
  }
}
