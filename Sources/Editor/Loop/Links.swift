import Settee
import SetteeVerbs

extension Control {
  /// Where the row leads outside Settee: a page, or a message to write.
  var outside: String? { url ?? (kind == .mail ? mail.url : nil) }
}

/// Texts that lead somewhere outside.
enum LinkText {
  /// Whether a text begins as a link does: a word of letters and a colon, so that it can be neither
  /// an option nor a file.
  static func isLink(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let scheme = text.utf8[..<colon]
    guard let first = scheme.first, first.isASCIILetter else { return false }
    guard !scheme.elementsEqual("file".utf8) else { return false }
    return scheme.allSatisfy {
      $0.isASCIILetter || (0x30...0x39).contains($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
    }
  }

  /// A link as a terminal may be told it: what links are not made of is written in percents, so that
  /// nothing in it means anything to the terminal; nil for what is no link, or too long for one.
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
      // As long as terminals take it.
      if bytes.count > 2048 { return nil }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Opens a link outside the terminal; false where there is no desktop to open it on.
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
    return (try? ChildProcess.run([program, link], environment: environment)) == .exit(0)
  }
}
