/// What the words of a command line come to: a verb, its words and its options.
package struct Invocation: Sendable {
  /// The verb; nil opens the editor.
  package var verb: Verb?
  /// The words that are no options, in order.
  package var operands: [String] = []
  /// The options that were given, with their values; a flag's is empty.
  package var options: [String: String] = [:]

  /// Makes an invocation.
  package init(verb: Verb? = nil, operands: [String] = [], options: [String: String] = [:]) {
    self.verb = verb
    self.operands = operands
    self.options = options
  }

  /// Whether an option was given.
  package func has(_ option: String) -> Bool { options[option] != nil }

  /// The value of an option.
  package func value(of option: String) -> String? { options[option] }
}
