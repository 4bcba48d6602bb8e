/// A key as a file holds it: its bytes, decoded but not otherwise changed.
///
/// Swift's strings compare by what a reader sees, so that `é` and `e` + U+0301 are one key; to the
/// programs that read these files they are two. An INI file may also hold bytes that are no UTF-8.
package struct Key: Hashable, Sendable {
  package let bytes: [UInt8]

  package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  package init(_ text: String) { bytes = Array(text.utf8) }

  // The bytes at once: one by one, as an array hashes them, reading a file of 2,000 keys takes a tenth longer.
  package func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  /// The name as text; what is no UTF-8 shows as U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The name with the letters A to Z small, for formats to which case is no difference.
  package var folded: Key { Key(bytes.map(\.lowercased)) }
}

extension Key: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self.init(text) }
}
