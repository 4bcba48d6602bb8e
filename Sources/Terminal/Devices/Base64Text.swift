/// Text in the alphabet that OSC 52 wants.
enum Base64Text {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func of(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var number = 0
      for byte in group { number = number << 8 | Int(byte) }
      number <<= 8 * (3 - group.count)
      for place in 0..<4 {
        result.append(
          place <= group.count
            ? alphabet[number >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
