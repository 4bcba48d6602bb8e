/// A syntax error in a file, with its location.
package struct FormatError: Error, Sendable, Equatable {
  /// The 1-based line, or 0 if the error concerns the entire file.
  package let line: Int
  /// The 1-based column, in characters.
  package let column: Int
  /// The reason for the error, without the location.
  package let message: String

  package var words: String { line > 0 ? "line \(line), column \(column): \(message)" : message }

  package init(line: Int, column: Int, message: String) {
    (self.line, self.column, self.message) = (line, column, message)
  }

  package init(_ message: String) { self.init(line: 0, column: 0, message: message) }
}

/// The reason why an edit was rejected.
///
/// A rejected edit leaves the document unchanged.
package struct EditError: Error, Sendable, Equatable {
  package let message: String
  /// The line that prevents the edit, or `nil` if there is none.
  package let line: Int?
  /// What to do, as a sentence without its period.
  ///
  /// With it, the message is a sentence that names the key.
  package let advice: String?
  /// A Boolean value that indicates whether the edit was made, but its result differed in another
  /// setting.
  package var isUnproved = false
  /// A Boolean value that indicates whether the program that reads the file doesn't accept the value.
  package var isInvalidValue = false

  package init(_ message: String, line: Int? = nil, advice: String? = nil) {
    self.message = message
    self.line = line
    self.advice = advice
  }

  /// The message with the advice, without the final period.
  package var reason: String { advice.map { "\(message). \($0)" } ?? message }

  /// The error as sentences about a file.
  package func sentence(about file: String) -> String {
    if advice != nil { return "\(file): \(reason)." }
    return "Can't change \(file)\(line.map { ":\($0)" } ?? ""): \(message)."
  }
}

/// The offset at which a reader failed, and the reason.
///
/// The line is computed only when the error is reported.
struct ParseError: Error {
  let offset: Int
  let message: String
  /// A Boolean value that indicates whether the text ends prematurely, so that additional lines
  /// might complete it.
  var isOpen = false
}
