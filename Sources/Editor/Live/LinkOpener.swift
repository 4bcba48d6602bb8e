/// Opens links outside the terminal, where there is a desktop to open them on.
struct LinkOpener {
  /// The variables of the process.
  let environment: [String: String]

  /// Opens a link; false when that cannot be done here.
  func open(_ link: String) -> Bool {
    guard isLink(link), let program else { return false }
    let end = try? ChildProcess.run([program, link], environment: environment, quietly: true)
    return end == .exit(0)
  }

  private var program: String? {
    #if canImport(Darwin)
      return "open"
    #else
      let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains {
        !(environment[$0] ?? "").isEmpty
      }
      return hasDesktop ? "xdg-open" : nil
    #endif
  }

  /// Whether a text begins as a link does: a word of letters and a colon, so that it can be neither
  /// an option nor a file.
  private func isLink(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let scheme = text.utf8[..<colon]
    guard let first = scheme.first, Self.isLetter(first) else { return false }
    guard !scheme.elementsEqual("file".utf8) else { return false }
    return scheme.allSatisfy {
      Self.isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20)
  }
}
