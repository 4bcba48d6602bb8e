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
      let letters = alphabet.utf8Start
      var place = 0
      for start in stride(from: 0, to: bytes.count, by: 3) {
        let has = min(3, bytes.count - start)
        let first = UInt32(bytes[start]) << 16
        let second = has > 1 ? UInt32(bytes[start + 1]) << 8 : 0
        let group = first | second | (has > 2 ? UInt32(bytes[start + 2]) : 0)
        text[place] = letters[Int(group >> 18)]
        text[place + 1] = letters[Int(group >> 12 & 63)]
        text[place + 2] = has > 1 ? letters[Int(group >> 6 & 63)] : UInt8(ascii: "=")
        text[place + 3] = has > 2 ? letters[Int(group & 63)] : UInt8(ascii: "=")
        place += 4
      }
      return length
    }
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
