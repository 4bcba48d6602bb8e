/// The format of a property-list file.
public enum PropertyListFormat: Sendable, Equatable {
  /// `<plist version="1.0">…`
  case xml
  /// `bplist00…`
  case binary
  /// OpenStep text, `.strings` tables included.
  case oldStyle
}

/// Where in a file something stands: a line and column in text, an offset in a binary file.
public enum SourcePlace: Sendable, Equatable {
  /// A line and a column in characters, both counted from 1.
  case text(line: Int, column: Int)
  /// A byte offset, counted from 0.
  case offset(Int)
}

/// What makes a file unreadable, and where: one sentence.
public struct PropertyListError: Error, Sendable, Equatable {
  /// Where reading stopped.
  public let place: SourcePlace
  /// What is wrong and, where it helps, what to do: one sentence without the place.
  public let message: String

  /// Makes an error.
  public init(at place: SourcePlace, _ message: String) {
    self.place = place
    self.message = message
  }
}

/// Something odd that did not stop the reading: a key given twice, a line of a table passed over.
public struct PropertyListNote: Sendable, Equatable {
  /// What kind of oddity it is.
  public enum Kind: Sendable, Equatable {
    /// The key stands twice in one dictionary; the last one counts.
    case duplicateKey(String)
    /// A statement of an old-style table that could not be read was passed over.
    case skippedStatement
  }

  /// What kind of oddity it is.
  public let kind: Kind
  /// Where it stands.
  public let place: SourcePlace
  /// What it is: one sentence without the place.
  public let message: String

  /// Makes a note.
  public init(_ kind: Kind, at place: SourcePlace, _ message: String) {
    self.kind = kind
    self.place = place
    self.message = message
  }
}
