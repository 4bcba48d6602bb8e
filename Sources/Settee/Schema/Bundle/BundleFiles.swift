/// The files of a bundle as the schema sees them: look, list and read, and nothing else.
public struct BundleFiles: Sendable {
  /// What stands at a path, links followed.
  public enum Kind: Sendable, Equatable {
    /// A file with content.
    case file
    /// A folder.
    case folder
    /// A pipe, socket or device, which is never opened.
    case special
    /// Nothing, or a link to nothing.
    case missing
  }

  /// Why a file or folder could not be read: the system's reason.
  public struct Failure: Error, Sendable, Equatable {
    /// The reason in words, and what to do: a part of a sentence, without the path.
    public let reason: String

    /// Makes a failure.
    public init(_ reason: String) { self.reason = reason }
  }

  /// What stands at a path.
  public var kind: @Sendable (_ path: String) -> Kind
  /// The names in a folder, in any order.
  public var list: @Sendable (_ folder: String) throws(Failure) -> [String]
  /// The content of a file; fails when it is longer than the limit.
  public var read: @Sendable (_ file: String, _ limit: Int) throws(Failure) -> [UInt8]
  /// Whether what stands at a path, links followed, stands below a folder.
  public var isInside: @Sendable (_ path: String, _ folder: String) -> Bool
  /// Whether two paths, links followed, lead to one folder.
  public var isSameFolder: @Sendable (_ one: String, _ other: String) -> Bool

  /// Makes a seam.
  public init(
    kind: @escaping @Sendable (_ path: String) -> Kind,
    list: @escaping @Sendable (_ folder: String) throws(Failure) -> [String],
    read: @escaping @Sendable (_ file: String, _ limit: Int) throws(Failure) -> [UInt8],
    isInside: @escaping @Sendable (_ path: String, _ folder: String) -> Bool,
    isSameFolder: @escaping @Sendable (_ one: String, _ other: String) -> Bool = { $0 == $1 }
  ) {
    self.kind = kind
    self.list = list
    self.read = read
    self.isInside = isInside
    self.isSameFolder = isSameFolder
  }
}
