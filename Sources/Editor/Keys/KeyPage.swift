/// The keymap as the man page shows it: contexts with their keys and what they do, in English.
package enum KeyPage {
  /// The keys of one context.
  package struct Section: Sendable {
    /// What the context is called.
    package let title: String
    /// Keys, and the sentence that says what they do.
    package let lines: [(keys: String, help: String)]
  }

  /// Every context that has keys, in the order of ``KeyContext``.
  package static var sections: [Section] {
    KeyContext.allCases.map { context in
      let bound = KeyMap.standard.lines(of: context).filter { !$0.keys.isEmpty }
      return Section(
        title: context.phrase.rawValue,
        lines: bound.map { ($0.keys.joined(separator: ", "), $0.help.rawValue) })
    }
  }
}
