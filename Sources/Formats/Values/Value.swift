/// A value that somebody asks to have written.
package enum Value: Sendable, Equatable {
  case text(String)
  case integer(Int)
  /// Digits as they were typed: `0.8` stays `0.8`.
  case decimal(String)
  case boolean(Bool)
  case null
  case list([Value])
  /// What is to stand in the file, letter for letter: a date, a long number, a table.
  case source(String)
}
