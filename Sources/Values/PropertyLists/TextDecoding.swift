/// The text of a property-list file, converted to UTF-8.
///
/// The encoding is determined by a byte order mark, by zero bytes as in UTF-16, or by an XML
/// declaration of ISO-8859-1. Otherwise, the encoding is UTF-8. A table that isn't valid UTF-8 is
/// read as ISO Latin 1.
struct TextDecoding {
  /// The text of the file in UTF-8 without a byte order mark.
  ///
  /// If `flaw` is `nil`, the text is valid UTF-8.
  private(set) var utf8: [UInt8]
  /// The first encoding error in the text with its offset in `utf8`, or `nil` if there is none.
  ///
  /// An encoding error makes an XML file invalid. If an old-style file with the error is still
  /// readable, `note` is the warning for such a file.
  private(set) var flaw: (offset: Int, message: String, note: PropertyListNote.NoteKind?)?

  init(_ bytes: [UInt8]) {
    utf8 = bytes
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xFE, 0xFF): readUTF16(bytes, from: 2, isBig: true)
    case (0xFF, 0xFE): readUTF16(bytes, from: 2, isBig: false)
    case (0?, (1...)?): readUTF16(bytes, from: 0, isBig: true)
    case ((1...)?, 0?): readUTF16(bytes, from: 0, isBig: false)
    case _ where bytes.starts(with: [0xEF, 0xBB, 0xBF]):
      utf8.removeFirst(3)
      checkUTF8(mayBeOther: false)
    default: checkUTF8(mayBeOther: true)
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
    if let broken {
      flaw = (broken, "invalid UTF-16: unpaired surrogate or odd number of bytes", .brokenText)
    }
  }

  private mutating func checkUTF8(mayBeOther: Bool) {
    if mayBeOther, let name = utf8.withUnsafeBufferPointer(\.declaredXMLEncoding) {
      switch name.lowercased() {
      case "utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf-16le", "utf-16be": break
      case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1": return readLatin1()
      default:
        flaw = (0, "unknown encoding \(name); save the file as UTF-8", nil)
      }
    }
    guard flaw == nil, let bad = utf8.withUnsafeBufferPointer({ $0.firstNonUTF8 }) else { return }
    if utf8.withUnsafeBufferPointer({ XMLReader.recognises($0) }) {
      flaw = (bad, "not valid UTF-8; save the file as UTF-8, or declare its encoding", nil)
    } else {
      let offset = bad + utf8[..<bad].count { $0 >= 0x80 }
      readLatin1()
      flaw = (
        offset, "not valid UTF-8, read as ISO Latin 1; save the file as UTF-8", .assumedLatin1
      )
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
  var firstNonASCII: Int? {
    // Rule out nearly all text with a loop that the compiler can vectorize.
    var bits: UInt8 = 0
    for byte in self { bits |= byte }
    return bits < 0x80 ? nil : firstIndex { $0 >= 0x80 }
  }
}

// The declaration of an XML file, such as `<?xml version="1.0" encoding="…"?>`.
extension UnsafeBufferPointer<UInt8> {
  /// The encoding that the XML declaration specifies, or `nil` if it doesn't specify one.
  var declaredXMLEncoding: String? {
    guard let value = xmlAttribute("encoding"), let quote = value.first, quote.isXMLQuote else {
      return nil
    }
    return String(decoding: value.dropFirst().prefix { $0 != quote }, as: UTF8.self)
  }

  /// A Boolean value that indicates whether an attribute in the XML declaration is missing its
  /// quotes.
  var hasBrokenXMLDeclaration: Bool {
    ["version", "encoding", "standalone"].contains { name in
      guard let value = xmlAttribute(name) else { return false }
      guard let quote = value.first, quote.isXMLQuote else { return true }
      return !value.dropFirst().contains(quote)
    }
  }

  /// Returns the text after the name of an attribute in the XML declaration and the equals sign.
  ///
  /// The declaration is up to one kilobyte of text between `<?xml` and `?>`.
  private func xmlAttribute(_ name: String) -> ArraySlice<UInt8>? {
    let text = Array(prefix(5 + 1024))
    guard text.starts(with: "<?xml".utf8) else { return nil }
    let line = text.dropFirst(5).prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: ">") }
    let name = Array(name.utf8)
    for start in line.indices where line[start...].starts(with: name) {
      let rest = line[start...].dropFirst(name.count).drop(while: \.isCSpace)
      if rest.first == UInt8(ascii: "=") { return rest.dropFirst().drop(while: \.isCSpace) }
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var isXMLQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }
}
