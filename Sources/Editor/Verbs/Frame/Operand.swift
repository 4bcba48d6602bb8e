/// One word that a verb takes besides its options, as data.
package struct Operand: Sendable {
  /// What the word names, so that completion can offer something.
  package enum Kind: Sendable, Equatable {
    /// An app: a path, a domain, or the end of one.
    case app
    /// A key of the app.
    case key
    /// A value of the key.
    case value
    /// A file or folder.
    case path
    /// One of these words.
    case oneOf([String])
    /// Any text.
    case text
  }

  /// How often it may stand.
  package enum Count: Sendable {
    case once
    case optional
    case many
    /// Once or more.
    case some
  }

  /// What help calls it, such as `KEY`.
  package let name: String
  /// What it names.
  package let kind: Kind
  /// How often it may stand.
  package let count: Count

  /// Makes an operand.
  package init(_ name: String, _ kind: Kind, _ count: Count = .once) {
    self.name = name
    self.kind = kind
    self.count = count
  }

  /// The app that nearly every verb begins with.
  package static let app = Operand("APP", .app)

  /// Whether a call without it is wrong.
  package var isNeeded: Bool { count == .once || count == .some }

  /// The operand as help shows it: `KEY`, `[KEY]`, `KEY...`, `[KEY...]`.
  package var usage: String {
    switch count {
    case .once: name
    case .optional: "[\(name)]"
    case .some: "\(name)..."
    case .many: "[\(name)...]"
    }
  }
}
