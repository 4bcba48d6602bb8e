/// A terminal's response to a query, or its notification about a change.
enum TerminalAnswer: Sendable, Hashable {
  /// The terminal's default text color (OSC 10) or background color (OSC 11).
  case ink(RGB), page(RGB)
  /// The device attributes (DA1).
  ///
  /// The response to the query for device attributes, which is always last because this query is
  /// sent last.
  case last
  /// A notification that the desktop switched between light and dark colors (mode 2031).
  case switched

  /// The query for the terminal's text color, background color, and device attributes.
  static let question = "\u{1B}]10;?\u{1B}\\\u{1B}]11;?\u{1B}\\\u{1B}[c"

  /// Parses a terminal's response such as `11;rgb:0000/2b2b/3636`, with one to four digits per
  /// color component.
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
  /// Returns whether the bytes after `Esc ]` could be the beginning of a terminal's response.
  static func mayAnswer(_ bytes: [UInt8]) -> Bool {
    ["10;rgb", "11;rgb"].contains { known in
      zip(bytes, known.utf8).allSatisfy { $0 == $1 }
    }
  }
}
