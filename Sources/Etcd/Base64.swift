/// Base 64 as the gateway writes it: RFC 4648, padded, one line.
///
/// A document of a megabyte passes through it in both directions in every round, straight between
/// bytes and text.
enum Base64 {
  private static let alphabet: StaticString =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

  static func text(of bytes: [UInt8]) -> String {
    let length = (bytes.count + 2) / 3 * 4
    return String(unsafeUninitializedCapacity: length) { text in
      bytes.withUnsafeBufferPointer { bytes in write(bytes, to: text) }
      return length
    }
  }

  private static func write(
    _ bytes: UnsafeBufferPointer<UInt8>, to text: UnsafeMutableBufferPointer<UInt8>
  ) {
    let whole = bytes.count / 3 * 3
    var place = 0
    pairs.withUnsafeBufferPointer { pairs in
      for start in stride(from: 0, to: whole, by: 3) {
        let group = bits(bytes[start], bytes[start + 1], bytes[start + 2])
        let (left, right) = (pairs[group >> 12], pairs[group & 0xFFF])
        text[place] = UInt8(truncatingIfNeeded: left)
        text[place + 1] = UInt8(truncatingIfNeeded: left >> 8)
        text[place + 2] = UInt8(truncatingIfNeeded: right)
        text[place + 3] = UInt8(truncatingIfNeeded: right >> 8)
        place += 4
      }
    }
    guard whole < bytes.count else { return }
    let hasSecond = whole + 1 < bytes.count
    let group = bits(bytes[whole], hasSecond ? bytes[whole + 1] : 0, 0)
    let letters = alphabet.utf8Start
    text[place] = letters[group >> 18]
    text[place + 1] = letters[group >> 12 & 63]
    text[place + 2] = hasSecond ? letters[group >> 6 & 63] : UInt8(ascii: "=")
    text[place + 3] = UInt8(ascii: "=")
  }

  @inline(__always)
  private static func bits(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Int {
    Int(first) << 16 | Int(second) << 8 | Int(third)
  }

  /// The two characters that stand for twelve bits, the first one in the lower byte.
  private static let pairs: [UInt16] = (0..<4096).map { bits in
    UInt16(alphabet.utf8Start[bits >> 6]) | UInt16(alphabet.utf8Start[bits & 63]) << 8
  }

  /// The bytes; nil for a text that is none.
  static func bytes(of text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8 { text in
      guard text.count % 4 == 0 else { return nil }
      let padding = text.reversed().prefix(2).prefix { $0 == UInt8(ascii: "=") }.count
      let count = text.count / 4 * 3 - padding
      var isSound = true
      let bytes = [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3) { bytes, filled in
        isSound = decode(text, padding, into: bytes)
        filled = isSound ? count : 0
      }
      return isSound ? bytes : nil
    }
  }

  private static func decode(
    _ text: UnsafeBufferPointer<UInt8>, _ padding: Int,
    into bytes: UnsafeMutableBufferPointer<UInt8>
  ) -> Bool {
    var place = 0
    var wrong: UInt8 = 0
    values.withUnsafeBufferPointer { values in
      for start in stride(from: 0, to: text.count, by: 4) {
        let isLast = start + 4 == text.count
        let a = values[Int(text[start])]
        let b = values[Int(text[start + 1])]
        let c = isLast && padding > 1 ? 0 : values[Int(text[start + 2])]
        let d = isLast && padding > 0 ? 0 : values[Int(text[start + 3])]
        wrong |= a | b | c | d
        bytes[place] = a << 2 | b >> 4
        bytes[place + 1] = b << 4 | c >> 2
        bytes[place + 2] = c << 6 | d
        place += 3
      }
    }
    return wrong < 64
  }

  /// What each character stands for; 64 and above for those that are not of the alphabet.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for place in 0..<64 { values[Int(alphabet.utf8Start[place])] = UInt8(place) }
    return values
  }()
}
