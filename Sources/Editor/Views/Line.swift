import SetteeTerminal

/// A piece of a line with one look.
struct Span: Sendable {
  /// The text.
  var text: String
  /// What it is.
  var role: Role

  init(_ text: String, _ role: Role = .text) {
    self.text = text
    self.role = role
  }
}

/// A line of the screen before it has a place: pieces from the left and pieces from the right.
struct Line: Sendable {
  /// The pieces at the left.
  var left: [Span]
  /// The pieces at the right.
  var right: [Span]
  /// The column at which the left pieces begin.
  var indent = 0
  /// Where the line leads outside the terminal, as a terminal may open it.
  var link: String?
  /// Where the caret stands: how many columns into the right pieces, or into the left ones.
  var caret: Caret?

  /// A caret within a line.
  enum Caret: Sendable, Equatable {
    case left(Int)
    case right(Int)
  }

  init(_ left: [Span] = [], right: [Span] = [], indent: Int = 0) {
    self.left = left
    self.right = right
    self.indent = indent
  }

  init(_ text: String, _ role: Role = .text, indent: Int = 0) {
    self.init([Span(text, role)], indent: indent)
  }
}

/// Several lines that belong to one item: made at once, or a long text of which a part is seen.
enum Block: Sendable {
  case lines([Line])
  case text([Substring], Role, indent: Int, isAtRight: Bool)

  /// How many lines there are; never none.
  var count: Int {
    switch self {
    case .lines(let lines): max(lines.count, 1)
    case .text(let lines, _, _, _): max(lines.count, 1)
    }
  }

  /// One of the lines.
  func line(_ index: Int) -> Line {
    switch self {
    case .lines(let lines): lines.indices.contains(index) ? lines[index] : Line()
    case .text(let lines, let role, let indent, let isAtRight):
      if !lines.indices.contains(index) {
        Line()
      } else if isAtRight {
        Line(right: [Span(String(lines[index]), role)])
      } else {
        Line(String(lines[index]), role, indent: indent)
      }
    }
  }
}
