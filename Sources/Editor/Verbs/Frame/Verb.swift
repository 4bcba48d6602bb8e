/// One verb as data, with what it does; a new verb is one file and one row of a table.
package struct Verb: Sendable {
  /// The word.
  package let name: String
  /// What it does, as a phrase that follows its name: `prints the value of a key`.
  package let summary: String
  /// The words that it takes.
  package let operands: [Operand]
  /// The options that it takes besides those of all verbs.
  package let options: [VerbOption]
  /// What else there is to know: a paragraph each.
  package let notes: [String]
  /// Calls to learn from, without the program's name.
  package let examples: [String]
  /// Whether help and completions leave it out.
  package let isHidden: Bool
  /// Does it; the result is the exit code.
  package let run: @Sendable (Call) throws -> ExitCode

  /// Makes a verb.
  package init(
    _ name: String, _ summary: String, operands: [Operand] = [], options: [VerbOption] = [],
    notes: [String] = [], examples: [String] = [], hidden: Bool = false,
    run: @escaping @Sendable (Call) throws -> ExitCode
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.options = options
    self.notes = notes
    self.examples = examples
    isHidden = hidden
    self.run = run
  }
}

extension Verb {
  /// The verb with more options, in a program whose part of it needs them.
  package func taking(_ more: [VerbOption]) -> Verb {
    Verb(
      name, summary, operands: operands, options: options + more, notes: notes, examples: examples,
      hidden: isHidden, run: run)
  }
}
