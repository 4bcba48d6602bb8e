/// A key in a settings file, which is equal to another key only if all bytes are equal.
///
/// Swift compares strings by canonical equivalence, so `é` and `e` + U+0301 would be equal. The
/// programs that read these files treat them as different keys. A key in an INI file can also
/// contain invalid UTF-8.
package struct Key: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let bytes: [UInt8]

  package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  package init(_ text: String) { bytes = Array(text.utf8) }

  // Hash all bytes of the key in one call. Hashing them one by one would make reading a file with
  // 2,000 keys 10% slower.
  package func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  package static func < (left: Self, right: Self) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// The key as a string, in which U+FFFD replaces invalid UTF-8.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package var description: String { text }

  /// The key in lowercase, for formats that ignore the case of ASCII characters.
  package var folded: Key { Key(bytes.map(\.lowercased)) }
}

extension Key: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self.init(text) }
}
