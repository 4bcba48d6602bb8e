/// The line `<?xml version="1.0" encoding="…"?>` that an XML file may begin with.
enum XMLDeclaration {
  /// The line that nearly every file begins with, which need not be looked into.
  private static let usual = #"<?xml version="1.0" encoding="UTF-8"?>"#

  /// The encoding that the file names, nil when it names none.
  static func encoding(in bytes: [UInt8]) -> String? {
    if bytes.starts(with: usual.utf8) { return "UTF-8" }
    guard let line = text(of: bytes), let equals = line.range(after: "encoding") else { return nil }
    guard let quote = equals.first, quote == "\"" || quote == "'" else { return nil }
    return String(equals.dropFirst().prefix { $0 != quote })
  }

  /// Whether the text begins with a declaration whose version or encoding has lost its quotes.
  static func isBroken(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    if text.starts(with: usual.utf8) { return false }
    guard let line = Self.text(of: text) else { return false }
    return ["version", "encoding", "standalone"].contains { name in
      guard let value = line.range(after: name) else { return false }
      guard let quote = value.first, quote == "\"" || quote == "'" else { return true }
      return !value.dropFirst().contains(quote)
    }
  }

  /// What stands between `<?xml` and `?>`, a kilobyte at most.
  private static func text(of bytes: some Collection<UInt8>) -> Substring? {
    guard bytes.starts(with: "<?xml".utf8) else { return nil }
    let line = bytes.dropFirst(5).prefix(1024).prefix {
      $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: ">")
    }
    return String(decoding: line, as: Unicode.ASCII.self)[...]
  }
}

extension Substring {
  /// What follows the name and its equals sign.
  fileprivate func range(after name: String) -> Substring? {
    for start in indices where self[start...].hasPrefix(name) {
      let rest = self[start...].dropFirst(name.count).drop { $0.isWhitespace }
      if rest.first == "=" { return rest.dropFirst().drop { $0.isWhitespace } }
    }
    return nil
  }
}
