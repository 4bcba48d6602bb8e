/// The place of one value in a domain: a literal key, and the keys to walk down nested dictionaries.
///
/// A string literal is one literal key, dots included: `"proxy.port"` is a single key, and
/// `LeafPath("proxy", "port")` is the entry `port` of the dictionary under `proxy`.
public struct LeafPath: Sendable {
  /// The keys from the outside in; never empty.
  public let parts: [String]

  /// A place from a literal key and the keys of nested dictionaries.
  public init(_ key: String, _ nested: String...) {
    parts = [key] + nested
  }

  /// A place from a literal key and the keys of nested dictionaries.
  public init(_ key: String, nested: some Sequence<String>) {
    parts = [key] + nested
  }

  /// The literal key of the domain.
  public var key: String { parts[0] }

  /// Whether it walks into a dictionary.
  public var isNested: Bool { parts.count > 1 }

  /// The place one dictionary further in.
  public func appending(_ part: String) -> LeafPath {
    LeafPath(key, nested: parts.dropFirst() + [part])
  }

  /// The text that people write: a literal key as it is; nested keys joined by dots, a dot within as `\.`.
  public var text: String {
    guard isNested else { return key }
    return parts.map(Self.escaped).joined(separator: ".")
  }

  private static func escaped(_ part: String) -> String {
    var result = ""
    for character in part.unicodeScalars {
      if character == "." || character == "\\" { result.unicodeScalars.append("\\") }
      result.unicodeScalars.append(character)
    }
    return result
  }
}

extension LeafPath {
  /// Reads a place as people write it.
  ///
  /// A text that is a known key stands for that key. Else, where its first part names a known
  /// dictionary, its dots walk into that (`\.` is a dot). Else it is a new literal key.
  ///
  /// - Parameters:
  ///   - text: What the person wrote.
  ///   - isKey: Whether such a key is stored or declared.
  ///   - isDictionary: Whether such a key holds a dictionary or is declared to.
  public init(
    written text: String, isKey: (String) -> Bool, isDictionary: (String) -> Bool
  ) {
    if !isKey(text) {
      let parts = Self.split(text)
      if parts.count > 1, !parts.contains(where: \.isEmpty), isDictionary(parts[0]) {
        self.init(parts[0], nested: parts.dropFirst())
        return
      }
    }
    self.init(text)
  }

  private static func split(_ text: String) -> [String] {
    var parts = [""]
    var escaped = false
    for scalar in text.unicodeScalars {
      if escaped {
        parts[parts.count - 1].unicodeScalars.append(scalar)
        escaped = false
      } else if scalar == "\\" {
        escaped = true
      } else if scalar == "." {
        parts.append("")
      } else {
        parts[parts.count - 1].unicodeScalars.append(scalar)
      }
    }
    if escaped { parts[parts.count - 1].unicodeScalars.append("\\") }
    return parts
  }
}

extension LeafPath: Hashable {
  /// Whether two places are the same, by code units.
  public static func == (left: LeafPath, right: LeafPath) -> Bool {
    left.parts.elementsEqual(right.parts) { $0.utf8.elementsEqual($1.utf8) }
  }

  /// Hashes the code units.
  public func hash(into hasher: inout Hasher) {
    for part in parts {
      for byte in part.utf8 { hasher.combine(byte) }
      hasher.combine(UInt8(0xFF))
    }
  }
}

extension LeafPath: ExpressibleByStringLiteral, CustomStringConvertible {
  /// A literal key.
  public init(stringLiteral key: String) { self.init(key) }

  /// The text that people write.
  public var description: String { text }
}
