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
  /// A Boolean value that indicates whether the format of the file, or the program that reads it,
  /// doesn't accept the value.
  package var isInvalidValue = false

  package init(_ message: String, line: Int? = nil, advice: String? = nil) {
    self.message = message
    self.line = line
    self.advice = advice
  }

  /// Returns the error for a value that the format of the file doesn't accept.
  static package func invalidValue(_ message: String, line: Int? = nil) -> EditError {
    var error = EditError(message, line: line)
    error.isInvalidValue = true
    return error
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
