/// An element of a document, which is a value or a container.
///
/// The first node of a document is its root.
package struct Node: Sendable {
  package enum Form: Sendable, Equatable {
    /// The root, a section, or `[t]`. The members of this table have their own lines.
    case table
    /// An item of an array of tables, such as `[[t]]`.
    case element
    /// A table without a header, such as the `a` of `[a.b]`.
    case implied
    /// A table that is defined by dotted keys, such as the `a` of `a.b = 1`.
    case dotted
    /// An inline table or object: `{ … }`.
    case braces
    case brackets
    /// An array of tables.
    case elements
    case value(Scalar.Kind)
  }

  /// The index of the parent node, or -1 for the root.
  package let parent: Int
  package let step: DocumentPath.Step
  package internal(set) var form: Form
  /// The range of the key as it is written, including dots.
  ///
  /// The range is empty for nodes without a key.
  package internal(set) var key = 0..<0
  package internal(set) var value = 0..<0
  /// The complete lines of the node including their line endings, or its part of a shared line.
  package internal(set) var whole = 0..<0
  /// A Boolean value that indicates whether the node is an assignment on a separate line.
  package internal(set) var hasLine = false
  /// The index of the header above the node, or -1 before the first header.
  package internal(set) var section = -1
  /// A Boolean value that indicates whether another line for the same key takes precedence.
  package internal(set) var isOverridden = false

  init(_ form: Form, in parent: Int, at step: DocumentPath.Step) {
    (self.form, self.parent, self.step) = (form, parent, step)
  }

  package var isItem: Bool { step.name == nil }

  package var isContainer: Bool { if case .value = form { false } else { true } }

  /// A Boolean value that indicates whether the node has a literal in the file.
  ///
  /// A table that is defined by headers or keys has none.
  package var isWritten: Bool {
    switch form {
    case .braces, .brackets, .value: true
    case .table, .element, .implied, .dotted, .elements: false
    }
  }

  /// The offset of the key, or of the value if there is no key.
  package var start: Int { key.isEmpty ? value.lowerBound : key.lowerBound }
}

/// The line that opens a table, such as `[t]`, `[[t]]`, or `Match …`.
package struct Header: Sendable {
  package let node: Int
  /// The range of the header, without the surrounding whitespace and comments.
  package let range: Range<Int>
  /// The range of the complete line, including its line ending.
  package let line: Range<Int>
}

/// A comment that extends to the end of its line or to its closing delimiter.
package struct Comment: Sendable {
  package let range: Range<Int>
  /// A Boolean value that indicates whether the comment follows other content on its line.
  package let isBehind: Bool
}

/// A line that can't be parsed.
package struct Unknown: Sendable {
  package let range: Range<Int>
  package let message: String
}
