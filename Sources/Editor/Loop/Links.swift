import Settee
import SetteeVerbs

extension String {
  /// A Boolean value that indicates whether the text starts with a URL scheme other than `file`.
  ///
  /// A text with a URL scheme can't be mistaken for a command-line option or a path when it is
  /// passed to another program.
  private var isLink: Bool {
    guard let colon = utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let scheme = utf8[..<colon]
    guard let first = scheme.first, first.isASCIILetter else { return false }
    guard !scheme.elementsEqual("file".utf8) else { return false }
    return scheme.allSatisfy {
      $0.isASCIILetter || (0x30...0x39).contains($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
    }
  }

  /// The URL in a form that is safe to embed in an escape sequence for the terminal, or `nil` if it
  /// is invalid or too long.
  ///
  /// Special characters in the URL are percent-encoded.
  var safeLink: String? {
    guard isLink else { return nil }
    let digits = Array("0123456789ABCDEF".utf8)
    let others = Array("\"<>\\^`{|}".utf8)
    var bytes: [UInt8] = []
    for byte in utf8 {
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

  /// Opens the URL in the default application of the desktop, or returns `false` if no desktop is
  /// running.
  func openAsLink(environment: [String: String]) -> Bool {
    #if canImport(Darwin)
      let (program, hasDesktop) = ("open", true)
    #else
      let program = "xdg-open"
      let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains {
        !(environment[$0] ?? "").isEmpty
      }
    #endif
    guard isLink, hasDesktop else { return false }
    return (try? ChildProcess.run([program, self], environment: environment)) == 0
  }
}
