/// Base 64 as property lists write it: lines folded, and read with the leniency of Foundation.
enum Base64 {
  /// Decodes; what is not of the alphabet is passed over, a last group that is not whole is dropped.
  static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
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
    return bytes
  }

  static func encode(_ bytes: UnsafeBufferPointer<UInt8>, to sink: inout ByteSink) {
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let has = min(3, bytes.count - start)
      var group: UInt32 = 0
      for index in 0..<3 { group = group << 8 | (index < has ? UInt32(bytes[start + index]) : 0) }
      for index in 0..<4 {
        let digit = Int(group >> UInt32(18 - 6 * index)) & 0x3F
        sink.append(index <= has ? alphabet.utf8Start[digit] : UInt8(ascii: "="))
      }
    }
  }

  private static let alphabet: StaticString =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

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
