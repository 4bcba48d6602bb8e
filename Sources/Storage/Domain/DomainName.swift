/// The name of a defaults domain, checked so that it can never lead to a file in the wrong place.
public struct DomainName: Sendable, Hashable, CustomStringConvertible {
  /// The name as given.
  public let text: String

  /// Checks a name: not empty, no `/`, no NUL, no leading dot pair, short enough for a file name.
  ///
  /// - Parameter text: The name, such as `org.example.mail`.
  /// - Throws: A ``DomainError`` of kind `usage` that says what is wrong with the name.
  public init(_ text: String) throws(DomainError) {
    if let fault = Self.fault(of: text) {
      throw DomainError(
        .usage, "The domain name “\(text)” \(fault); use a name like org.example.app.")
    }
    self.text = text
  }

  /// Names the settings file of some program by its path from the root.
  package init(file path: String) { text = path }

  /// Whether this is a file of another program; no domain's name has a slash.
  package var isFile: Bool { text.utf8.first == UInt8(ascii: "/") }

  /// The name.
  public var description: String { text }

  // NB: `<name>.plist.corrupt-9999` and the temporary name have to fit NAME_MAX (255) too.
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
  /// Foundation's domain of what holds for every program of the user.
  package static let global = DomainName(unchecked: ".GlobalPreferences")

  private init(unchecked text: String) { self.text = text }
}
