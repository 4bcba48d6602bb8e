/// An element of a settings file, which is a value or a container of other elements.
///
/// The first node of a document is the root, which contains all other nodes.
package struct Node: Sendable {
  package enum Form: Sendable, Equatable {
    /// The root of the document, a section, or a table such as `[t]`, whose members have their own
    /// lines.
    case table
    /// An item of an array of tables, such as `[[t]]`.
    case element
    /// A table without its own header, such as the `a` of `[a.b]`.
    case implied
    /// A table that is defined by dotted keys, such as the `a` of `a.b = 1`.
    case dotted
    /// An inline table or object, such as `{ … }`.
    case braces
    case brackets
    /// An array of tables in TOML, which consists of `[[t]]` sections.
    case elements
    case value(Scalar.ScalarType)
  }

  /// The index of the parent node in the document, or -1 for the root.
  package let parent: Int
  package let step: DocumentPath.Step
  package internal(set) var form: Form
  /// The range of the key as written in the file, including dots.
  ///
  /// The range of the key is empty for nodes without a key, such as list items.
  package internal(set) var key = 0..<0
  package internal(set) var value = 0..<0
  /// The range of the node's lines, or of its part of a line if other nodes are on the same line.
  package internal(set) var whole = 0..<0
  /// A Boolean value that indicates whether the node is an assignment on a separate line.
  package internal(set) var hasLine = false
  /// The index of the table header above the node, or -1 before the first header.
  package internal(set) var section = -1
  /// A Boolean value that indicates whether another line for the same key takes precedence over
  /// this node.
  package internal(set) var isOverridden = false

  init(_ form: Form, in parent: Int, at step: DocumentPath.Step) {
    (self.form, self.parent, self.step) = (form, parent, step)
  }

  package var isItem: Bool { step.name == nil }

  package var isContainer: Bool { if case .value = form { false } else { true } }

  /// A Boolean value that indicates whether the file contains the node as a literal, such as `[1,
  /// 2]`.
  ///
  /// A table that is defined by headers or keys doesn't have a literal in the file.
  package var isWritten: Bool {
    switch form {
    case .braces, .brackets, .value: true
    case .table, .element, .implied, .dotted, .elements: false
    }
  }

  /// The offset of the node's key, or of its value if the node has no key.
  package var start: Int { key.isEmpty ? value.lowerBound : key.lowerBound }
}

/// A line that opens a table, such as `[t]`, `[[t]]`, or `Match …`.
package struct Header: Sendable {
  package let node: Int
  /// The range of the table header without surrounding whitespace and comments.
  package let range: Range<Int>
  /// The range of the complete line that contains the table header, including its line ending.
  package let line: Range<Int>
}

/// A comment that extends to the end of its line or to its closing delimiter.
package struct Comment: Sendable {
  package let range: Range<Int>
  /// A Boolean value that indicates whether the comment follows other content on its line.
  package let isBehind: Bool
}
