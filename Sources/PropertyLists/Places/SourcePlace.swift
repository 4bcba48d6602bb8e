/// Where in a file something stands: a line and column in text, an offset in a binary file.
public enum SourcePlace: Sendable, Equatable {
  /// A line and a column, both counted from 1.
  ///
  /// The column counts characters as Unicode scalars, the way most editors do: `é` counts one, and
  /// two when it is written as `e` + U+0301. A byte order mark counts nothing.
  case text(line: Int, column: Int)
  /// A byte offset, counted from 0.
  case offset(Int)
}
