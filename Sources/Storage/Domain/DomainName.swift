import SetteeValues

/// The name of a domain, which is validated to be a safe file name.
public struct DomainName: Sendable, Hashable, CustomStringConvertible {
  /// The name of the domain, exactly as it was specified.
  public let text: String

  /// Creates a domain name from a string, or throws an error if the string is invalid.
  ///
  /// The name must be short enough for a file name, and must not start with two dots. It must not
  /// be empty or a single dot, and must not contain a slash or a control character.
  ///
  /// - Parameter text: The name, such as `org.example.mail`.
  /// - Throws: A ``DomainError`` of kind `usage` if the name is invalid.
  public init(_ text: String) throws {
    if let fault = Self.fault(of: text) {
      throw DomainError(
        .usage, "Invalid domain name '\(text)': it \(fault). Use a name such as org.example.app.")
    }
    self.text = text
  }

  /// Creates the domain name of an application's configuration file from the absolute path of the
  /// file.
  package init(file path: String) { text = path }

  /// A Boolean value that indicates whether the domain name is the path of a configuration file.
  ///
  /// The names of other domains can't contain slashes, so a slash at the start identifies a path.
  package var isFile: Bool { text.utf8.first == UInt8(ascii: "/") }

  /// The name of the domain as a string, such as `org.example.mail`.
  public var description: String { text }

  // The file names `<name>.plist.corrupt-9999` and `<name>.plist` with a temporary suffix must also
  // fit into NAME_MAX, which is 255.
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
  /// The domain that Foundation uses for the settings of all programs of the user.
  package static let global = DomainName(unchecked: ".GlobalPreferences")

  private init(unchecked text: String) { self.text = text }
}
