/// Bytes as text in base 64 (RFC 4648): padded, on one line.
package enum Base64 {
  package static func text(of bytes: some Sequence<UInt8>) -> String {
    Data(bytes).base64EncodedString()
  }

  /// The bytes; nil for a text that is none.
  package static func bytes(of text: String) -> [UInt8]? {
    // NB: Foundation alone would take = anywhere.
    let padding = text.utf8.drop { $0 != UInt8(ascii: "=") }
    guard text.utf8.count % 4 == 0, padding.count <= 2,
      padding.allSatisfy({ $0 == UInt8(ascii: "=") })
    else { return nil }
    return Data(base64Encoded: text).map { [UInt8]($0) }
  }

  /// The bytes of the text in a property list, with the leniency of Foundation there: what is not of
  /// the alphabet is passed over, a last group that is not whole is dropped.
  static func lenientBytes(of text: UnsafeBufferPointer<UInt8>) -> Data {
    // Data takes bytes one by one ten times as slowly.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var group: UInt32 = 0
    var digits = 0
    var padding = 0
    for character in text {
      if character == UInt8(ascii: "=") { padding += 1 } else if !character.isBlank { padding = 0 }
      guard let digit = value(of: character) else { continue }
      group = group << 6 | UInt32(digit)
      digits += 1
      guard digits & 3 == 0 else { continue }
      bytes.append(UInt8(truncatingIfNeeded: group >> 16))
      if padding < 2 { bytes.append(UInt8(truncatingIfNeeded: group >> 8)) }
      if padding < 1 { bytes.append(UInt8(truncatingIfNeeded: group)) }
    }
    return Data(bytes)
  }

  private static func value(of character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    case UInt8(ascii: "="): 0
    default: nil
    }
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
