/// What a terminal tells of itself among the keys.
enum TerminalAnswer: Sendable, Hashable {
  /// What it writes in (OSC 10), and on (OSC 11).
  case ink(RGB), page(RGB)
  /// What it is (DA1), which is asked last: there are no more answers after it.
  case last
  /// The desktop has gone from light to dark, or back (mode 2031).
  case switched

  /// Asks for the ink, the page, and the last word.
  static let question = "\u{1B}]10;?\u{1B}\\\u{1B}]11;?\u{1B}\\\u{1B}[c"

  /// Reads such as `11;rgb:0000/2b2b/3636`, with one to four digits each.
  init?(osc bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let parts = text[text.index(after: colon)...].split(
      separator: "/", omittingEmptySubsequences: false
    ).map { part -> UInt8? in
      guard (1...4).contains(part.count), part.allSatisfy(\.isHexDigit),
        let value = Int(part, radix: 16)
      else { return nil }
      let most = 1 << (4 * part.count) - 1
      return UInt8((value * 255 + most / 2) / most)
    }
    guard parts.count >= 3, let red = parts[0], let green = parts[1], let blue = parts[2] else {
      return nil
    }
    let color = RGB(red, green, blue)
    switch text[..<colon] {
    case "10;rgb", "10;rgba": self = .ink(color)
    case "11;rgb", "11;rgba": self = .page(color)
    default: return nil
    }
  }
}

extension InputDecoder {
  /// Whether bytes after `Esc ]` are the beginning of an answer.
  static func mayAnswer(_ bytes: [UInt8]) -> Bool {
    ["10;rgb", "11;rgb"].contains { known in
      zip(bytes, known.utf8).allSatisfy { $0 == $1 }
    }
  }
}
