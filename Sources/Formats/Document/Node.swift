/// A part of a document: a value, or what holds values; the first one of a document is its root.
package struct Node: Sendable {
  package enum Form: Sendable, Equatable {
    /// The root, a section, or `[t]`: its members stand on lines of their own.
    case table
    /// An element of an array of tables, `[[t]]`.
    case element
    /// A table that nobody opened: the `a` of `[a.b]`.
    case implied
    /// A table made by dotted keys: the `a` of `a.b = 1`.
    case dotted
    /// `{ … }`: an inline table, an object.
    case braces
    case brackets
    /// An array of tables.
    case elements
    case value(Scalar.Kind)
  }

  /// The node that holds this one; -1 for the root.
  package let parent: Int
  package let step: DocumentPath.Step
  package internal(set) var form: Form
  /// The key as it is written, dots and all; empty where there is none.
  package internal(set) var key = 0..<0
  package internal(set) var value = 0..<0
  /// Lines of its own, with their ends, or the part of one that belongs to it alone.
  package internal(set) var whole = 0..<0
  /// Whether it is an assignment with a line of its own.
  package internal(set) var hasLine = false
  /// The header that it stands below; -1 above the first.
  package internal(set) var section = -1
  /// Whether another line for the same key counts.
  package internal(set) var isOverridden = false

  init(_ form: Form, in parent: Int, at step: DocumentPath.Step) {
    (self.form, self.parent, self.step) = (form, parent, step)
  }

  package var isItem: Bool { step.name == nil }

  package var isContainer: Bool { if case .value = form { false } else { true } }

  /// Whether it has bytes of its own that say what it is, and not only what is in it.
  var isWritten: Bool {
    switch form {
    case .braces, .brackets, .value: true
    case .table, .element, .implied, .dotted, .elements: false
    }
  }

  /// Where it begins: at its key, or at its value where it has none.
  package var start: Int { key.isEmpty ? value.lowerBound : key.lowerBound }
}

/// The line that opens a table: `[t]`, `[[t]]`, `Match …`.
package struct Header: Sendable {
  package let node: Int
  /// From its first sign to its last.
  package let range: Range<Int>
  /// With all that is on its line, and the line's end.
  package let line: Range<Int>
}

/// A comment: from its sign to the end of its line, or to its closing sign.
package struct Comment: Sendable {
  package let range: Range<Int>
  /// Whether something else stands before it on its line.
  package let isBehind: Bool
}

/// A line that nobody understood.
package struct Unknown: Sendable {
  package let range: Range<Int>
  package let message: String
}
