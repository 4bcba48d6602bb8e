/// Why a bundle cannot be opened: one sentence, with the file and what to do.
public struct BundleError: Error, Sendable, Equatable {
  /// What stands in the way.
  public enum Kind: Sendable, Equatable {
    /// There is nothing at the path.
    case missing
    /// There is something, but no settings bundle.
    case notABundle
    /// Its Root.plist is damaged, empty, or may not be read.
    case unreadable
  }

  /// What stands in the way.
  public let kind: Kind
  /// The file or folder.
  public let path: String
  /// Where in the file, when the file could be read so far.
  public let place: SourcePlace?
  /// The whole sentence, path included.
  public let message: String

  /// Makes an error.
  public init(_ kind: Kind, path: String, place: SourcePlace? = nil, _ message: String) {
    self.kind = kind
    self.path = path
    self.place = place
    self.message = message
  }
}

extension BundleError {
  /// A path without a letter, as a variable that is not set leaves it.
  static let emptyPath = BundleError(
    .missing, path: "", "The path is empty; give a bundle, or a file of one.")
}
