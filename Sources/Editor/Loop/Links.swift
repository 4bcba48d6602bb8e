import Settee
import SetteeVerbs

extension Control {
  /// The URL that a row opens in another program, such as a web page or an email message.
  var outside: String? { url ?? (kind == .mail ? mail.url : nil) }
}

/// Functions that validate and open URLs.
enum LinkText {
  /// Returns whether a text starts with a URL scheme other than `file`.
  ///
  /// A text with a URL scheme can't be mistaken for a command-line option or a path when it is
  /// passed to another program.
  static func isLink(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let scheme = text.utf8[..<colon]
    guard let first = scheme.first, first.isASCIILetter else { return false }
    guard !scheme.elementsEqual("file".utf8) else { return false }
    return scheme.allSatisfy {
      $0.isASCIILetter || (0x30...0x39).contains($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
    }
  }

  /// Returns a URL that is safe to embed in an escape sequence for the terminal, or `nil` if it is
  /// invalid or too long.
  ///
  /// Special characters in the URL are percent-encoded.
  static func safe(_ text: String) -> String? {
    guard isLink(text) else { return nil }
    let digits = Array("0123456789ABCDEF".utf8)
    let others = Array("\"<>\\^`{|}".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if (0x21...0x7E).contains(byte), !others.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
      // Reject longer URLs, because terminals commonly limit hyperlinks to about 2 KB.
      if bytes.count > 2048 { return nil }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Opens a URL in the default application of the desktop, or returns `false` if no desktop is
  /// running.
  static func open(_ link: String, environment: [String: String]) -> Bool {
    #if canImport(Darwin)
      let (program, hasDesktop) = ("open", true)
    #else
      let program = "xdg-open"
      let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains {
        !(environment[$0] ?? "").isEmpty
      }
    #endif
    guard isLink(link), hasDesktop else { return false }
    return (try? ChildProcess.run([program, link], environment: environment)) == 0
  }
}
