/// The text of a property-list file, converted to UTF-8.
///
/// The encoding is determined by a byte order mark, by zero bytes as in UTF-16, or by an XML
/// declaration of ISO-8859-1. Otherwise, the encoding is UTF-8. A table that isn't valid UTF-8 is
/// read as ISO Latin 1.
struct TextDecoding {
  /// An encoding error in the text, which makes an XML file invalid.
  struct Flaw {
    /// The offset of the encoding error in `utf8`.
    let offset: Int
    /// A sentence that describes the encoding error.
    let message: String
    /// The warning for an old-style file that has this error but is still readable.
    ///
    /// The warning is `nil` for errors that are specific to XML.
    var note: PropertyListNote.NoteKind?
  }

  /// The text of the file in UTF-8 without a byte order mark.
  ///
  /// If `flaw` is `nil`, the text is valid UTF-8.
  private(set) var utf8: [UInt8]
  /// The first encoding error in the text, or `nil` if there is none.
  private(set) var flaw: Flaw?

  init(_ bytes: [UInt8]) {
    utf8 = bytes
    switch Self.mark(of: bytes) {
    case .utf16(let isBig, let start): readUTF16(bytes, from: start, isBig: isBig)
    case .utf8(let start):
      if start > 0 { utf8.removeFirst(start) }
      checkUTF8(mayBeOther: start == 0)
    }
  }

  /// The detected encoding of the file and the offset at which its text starts.
  private enum Encoding {
    case utf8(start: Int)
    case utf16(isBig: Bool, start: Int)
  }

  private static func mark(of bytes: [UInt8]) -> Encoding {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return .utf8(start: 3) }
    guard bytes.count >= 2 else { return .utf8(start: 0) }
    switch (bytes[0], bytes[1]) {
    case (0xFE, 0xFF): return .utf16(isBig: true, start: 2)
    case (0xFF, 0xFE): return .utf16(isBig: false, start: 2)
    case (0, 1...): return .utf16(isBig: true, start: 0)
    case (1..., 0): return .utf16(isBig: false, start: 0)
    default: return .utf8(start: 0)
    }
  }

  private mutating func readUTF16(_ bytes: [UInt8], from start: Int, isBig: Bool) {
    var units = stride(from: start, to: bytes.count - 1, by: 2).lazy.map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBig ? first << 8 | second : second << 8 | first
    }.makeIterator()
    var text: [UInt8] = []
    var broken: Int?
    var parser = UTF16.ForwardParser()
    reading: while true {
      switch parser.parseScalar(from: &units) {
      case .valid(let scalar): text.append(UTF16.decode(scalar))
      case .error:
        broken = broken ?? text.count
        text.append("\u{FFFD}")
      case .emptyInput: break reading
      }
    }
    if (bytes.count - start) % 2 == 1 { broken = broken ?? text.count }
    utf8 = text
    flaw = broken.map { offset in
      Flaw(
        offset: offset,
        message: "invalid UTF-16: unpaired surrogate or odd number of bytes",
        note: .brokenText)
    }
  }

  private mutating func checkUTF8(mayBeOther: Bool) {
    if mayBeOther, let name = utf8.withUnsafeBufferPointer(XMLDeclaration.encoding) {
      switch name.lowercased() {
      case "utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf-16le", "utf-16be": break
      case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1": return readLatin1()
      default:
        flaw = Flaw(
          offset: 0, message: "unknown encoding \(name); save the file as UTF-8")
      }
    }
    guard flaw == nil, let bad = utf8.withUnsafeBufferPointer({ $0.firstNonUTF8 }) else { return }
    if utf8.withUnsafeBufferPointer({ XMLReader.recognises($0) }) {
      flaw = Flaw(
        offset: bad,
        message: "not valid UTF-8; save the file as UTF-8, or declare its encoding")
    } else {
      let offset = bad + utf8[..<bad].count { $0 >= 0x80 }
      readLatin1()
      flaw = Flaw(
        offset: offset,
        message: "not valid UTF-8, read as ISO Latin 1; save the file as UTF-8",
        note: .assumedLatin1)
    }
  }

  private mutating func readLatin1() {
    let text = String.UnicodeScalarView(utf8.map { Unicode.Scalar($0) })
    utf8 = Array(String(text).utf8)
  }
}

extension [UInt8] {
  mutating func append(_ scalar: Unicode.Scalar) {
    if scalar.isASCII {
      append(UInt8(scalar.value))
    } else {
      append(contentsOf: String(scalar).utf8)
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The offset of the first byte that isn't valid UTF-8, or `nil` if all bytes are valid.
  var firstNonUTF8: Int? {
    // Nearly every file is valid, and the standard library checks this fastest.
    guard var offset = firstNonASCII else { return nil }
    if String(validating: self[offset...], as: UTF8.self) != nil { return nil }
    var parser = UTF8.ForwardParser()
    var rest = self[offset...].makeIterator()
    while case .valid(let scalar) = parser.parseScalar(from: &rest) { offset += scalar.count }
    return offset
  }

  /// The offset of the first non-ASCII byte, or `nil` if there is none.
  var firstNonASCII: Int? { firstIndex { $0 >= 0x80 } }
}

/// The declaration of an XML file, such as `<?xml version="1.0" encoding="…"?>`.
enum XMLDeclaration {
  /// Returns the encoding that an XML declaration specifies, or `nil` if it doesn't specify one.
  static func encoding(in text: UnsafeBufferPointer<UInt8>) -> String? {
    guard let line = line(of: text), let value = value(of: "encoding", in: line) else { return nil }
    guard let quote = value.first, isQuote(quote) else { return nil }
    return String(decoding: value.dropFirst().prefix { $0 != quote }, as: UTF8.self)
  }

  /// Returns whether an attribute in the XML declaration is missing its quotes.
  static func isBroken(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let line = line(of: text) else { return false }
    return ["version", "encoding", "standalone"].contains { name in
      guard let value = value(of: name, in: line) else { return false }
      guard let quote = value.first, isQuote(quote) else { return true }
      return !value.dropFirst().contains(quote)
    }
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }

  /// Returns the contents of the XML declaration, which is up to one kilobyte of text between
  /// `<?xml` and `?>`.
  private static func line(of text: UnsafeBufferPointer<UInt8>) -> ArraySlice<UInt8>? {
    let line = Array(text.prefix(5 + 1024))
    guard line.starts(with: "<?xml".utf8) else { return nil }
    return line.dropFirst(5).prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: ">") }
  }

  /// Returns the text after the name of an attribute in the XML declaration and the equals sign.
  private static func value(of name: String, in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let name = Array(name.utf8)
    for start in line.indices where line[start...].starts(with: name) {
      let rest = line[start...].dropFirst(name.count).drop(while: isBlank)
      if rest.first == UInt8(ascii: "=") { return rest.dropFirst().drop(while: isBlank) }
    }
    return nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (UInt8(ascii: "\t")...UInt8(ascii: "\r")).contains(byte)
  }
}
