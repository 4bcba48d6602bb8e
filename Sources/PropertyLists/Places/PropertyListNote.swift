/// Something odd that did not stop the reading: a key given twice, a line of a table passed over.
public struct PropertyListNote: Sendable, Equatable {
  /// What kind of oddity it is.
  public enum Kind: Sendable, Equatable {
    /// The key stands twice in one dictionary, perhaps with the same value; the last one counts,
    /// in binary files the first.
    case duplicateKey(String, isSame: Bool)
    /// A statement of an old-style table that could not be read was passed over.
    case skippedStatement
    /// A statement of an old-style table lacks its `;` but was read.
    case missingSemicolon
    /// An old-style table is not UTF-8 and was read as ISO Latin 1.
    case assumedLatin1
    /// UTF-16 text holds half a surrogate pair or ends in the middle; U+FFFD took its place.
    case brokenText
    /// The XML declaration is not well-formed; Foundation passes over it too.
    case brokenDeclaration
    /// Something stands behind the end of the property list; Foundation passes over it too.
    case textAfterEnd
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

extension PropertyListNote.Kind {
  /// What to say of a key that is there already, and of which value counts.
  func sentence(counting which: String) -> String {
    guard case .duplicateKey(let key, let isSame) = self else { return "" }
    return isSame
      ? "the key \"\(key)\" stands here again with the same value"
      : "the key \"\(key)\" stands here again with another value, and the \(which) one counts"
  }
}
