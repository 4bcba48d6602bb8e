/// Why a file cannot be read, and where: one sentence.
package struct FormatError: Error, Sendable, Equatable {
  /// Counted from 1; 0 where it is the file as a whole.
  package let line: Int
  /// Counted in characters, from 1.
  package let column: Int
  /// What is wrong, without the place.
  package let message: String

  package var words: String { line > 0 ? "line \(line), column \(column): \(message)" : message }

  package init(line: Int, column: Int, message: String) {
    (self.line, self.column, self.message) = (line, column, message)
  }

  package init(_ message: String) { self.init(line: 0, column: 0, message: message) }
}

/// Why an edit is not made, so that nothing was changed: one sentence.
package struct EditError: Error, Sendable, Equatable {
  package let message: String
  /// The line to look at, where there is one.
  package let line: Int?

  package init(_ message: String, line: Int? = nil) {
    self.message = message
    self.line = line
  }
}

/// Where a reader stopped; lines are counted only when it is told.
struct ParseError: Error {
  let offset: Int
  let message: String
  /// Whether the text merely ends too soon, so that more lines might complete it.
  var isOpen = false
}
