/// The name of a domain, validated so that it is a safe file name.
public struct DomainName: Sendable, Hashable, CustomStringConvertible {
  /// The name as given.
  public let text: String

  /// Validates a name: it must be short enough for a file name, must not start with two dots, and
  /// must not be empty, a single dot, or contain a slash or a control character.
  ///
  /// - Parameter text: The name, such as `org.example.mail`.
  /// - Throws: A ``DomainError`` of kind `usage` if the name is invalid.
  public init(_ text: String) throws(DomainError) {
    if let fault = Self.fault(of: text) {
      throw DomainError(
        .usage, "Invalid domain name '\(text)': it \(fault). Use a name such as org.example.app.")
    }
    self.text = text
  }

  /// Creates the name of an application's configuration file from its absolute path.
  package init(file path: String) { text = path }

  /// A Boolean value that indicates whether this is an application's configuration file.
  ///
  /// Names of domains have no slash.
  package var isFile: Bool { text.utf8.first == UInt8(ascii: "/") }

  /// The name.
  public var description: String { text }

  // `<name>.plist.corrupt-9999` and the temporary name must fit in NAME_MAX (255) too.
  private static let longest = 200

  private static func fault(of text: String) -> String? {
    let bytes = text.utf8
    if bytes.isEmpty { return "is empty" }
    if bytes.contains(UInt8(ascii: "/")) { return "contains a slash" }
    if bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return "contains a control character" }
    if bytes.starts(with: "..".utf8) { return "begins with two dots" }
    if bytes.elementsEqual(".".utf8) { return "is a dot" }
    if bytes.count > longest { return "is longer than \(longest) bytes" }
    return nil
  }
}

extension DomainName {
  /// Foundation's domain for all programs of the user.
  package static let global = DomainName(unchecked: ".GlobalPreferences")

  private init(unchecked text: String) { self.text = text }
}
