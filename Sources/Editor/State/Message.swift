/// A sentence in the status line until the next key.
struct Message: Sendable, Equatable {
  /// The sentence.
  var text: String
  /// Whether something went wrong: then the cursor stands on it, so that a screen reader reads it.
  var isError = false
}
