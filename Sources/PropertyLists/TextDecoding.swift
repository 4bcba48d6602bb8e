/// The text of a file as UTF-8, whatever encoding it came in.
///
/// A byte order mark decides; else zero bytes tell UTF-16; else an XML declaration may name
/// ISO-8859-1; else it is UTF-8. A table that is not UTF-8 after all is taken as ISO Latin 1.
struct TextDecoding {
  /// What is wrong with the bytes.
  enum Flaw {
    case notUTF8
    case assumedLatin1
    case brokenUTF16
    case unknownEncoding(String)
  }

  /// The text without a byte order mark.
  ///
  /// Valid UTF-8 unless `flaw` says otherwise.
  private(set) var utf8: [UInt8]
  /// What is wrong first, and the offset in `utf8` where.
  private(set) var flaw: (offset: Int, what: Flaw)?

  init(_ bytes: [UInt8]) {
    utf8 = bytes
    switch Self.mark(of: bytes) {
    case .utf16(let isBig, let start): readUTF16(bytes, from: start, isBig: isBig)
    case .utf8(let start):
      if start > 0 { utf8.removeFirst(start) }
      checkUTF8(mayBeOther: start == 0)
    }
  }

  /// The sentence that refuses the text because of its flaw.
  func refusal(in text: UnsafeBufferPointer<UInt8>) -> PropertyListError? {
    guard let (offset, what) = flaw else { return nil }
    let place = TextLines.place(of: offset, in: text)
    switch what {
    case .notUTF8:
      return PropertyListError(
        at: place, "this byte is not UTF-8; save the file as UTF-8, or declare its encoding")
    case .brokenUTF16:
      return PropertyListError(
        at: place,
        "the UTF-16 text is broken here: half a surrogate pair, or an odd byte at the end")
    case .unknownEncoding(let name):
      return PropertyListError(
        at: place, "the encoding \(name) is not known; save the file as UTF-8")
    case .assumedLatin1: return nil
    }
  }

  private enum Mark {
    case utf8(start: Int)
    case utf16(isBig: Bool, start: Int)
  }

  private static func mark(of bytes: [UInt8]) -> Mark {
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
    let units = (bytes.count - start) / 2
    let unit = { (index: Int) -> UInt16 in
      let first = UInt16(bytes[start + 2 * index])
      let second = UInt16(bytes[start + 2 * index + 1])
      return isBig ? first << 8 | second : second << 8 | first
    }
    var text: [UInt8] = []
    text.reserveCapacity(units * 2)
    var broken: Int?
    var index = 0
    while index < units {
      let next = index + 1 < units ? unit(index + 1) : 0
      let scalar = Unicode.Scalar(utf16: unit(index), next)
      if scalar == nil { broken = broken ?? text.count }
      let known = scalar ?? "\u{FFFD}"
      text.append(known)
      index += known.value > 0xFFFF ? 2 : 1
    }
    if (bytes.count - start) % 2 == 1 { broken = broken ?? text.count }
    utf8 = text
    flaw = broken.map { ($0, .brokenUTF16) }
  }

  private mutating func checkUTF8(mayBeOther: Bool) {
    if mayBeOther, let name = XMLDeclaration.encoding(in: utf8) {
      switch name.lowercased() {
      case "utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf-16le", "utf-16be": break
      case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1": return readLatin1()
      default: flaw = (0, .unknownEncoding(name))
      }
    }
    guard flaw == nil, let bad = utf8.withUnsafeBufferPointer({ $0.firstNonUTF8 }) else { return }
    if utf8.withUnsafeBufferPointer({ XMLReader.recognises($0) }) {
      flaw = (bad, .notUTF8)
    } else {
      let offset = bad + utf8[..<bad].count { $0 >= 0x80 }
      readLatin1()
      flaw = (offset, .assumedLatin1)
    }
  }

  private mutating func readLatin1() {
    var text: [UInt8] = []
    text.reserveCapacity(utf8.count + utf8.count / 8)
    for byte in utf8 {
      if byte < 0x80 {
        text.append(byte)
      } else {
        text.append(0xC0 | byte >> 6)
        text.append(0x80 | byte & 0x3F)
      }
    }
    utf8 = text
  }
}

extension [UInt8] {
  /// Appends the UTF-8 of a scalar.
  mutating func append(_ scalar: Unicode.Scalar) {
    if scalar.isASCII {
      append(UInt8(scalar.value))
    } else {
      append(contentsOf: String(scalar).utf8)
    }
  }
}

extension Unicode.Scalar {
  /// The scalar that begins with a UTF-16 unit, nil when it is half a pair.
  fileprivate init?(utf16 unit: UInt16, _ next: UInt16) {
    guard UTF16.isLeadSurrogate(unit), UTF16.isTrailSurrogate(next) else {
      self.init(unit)
      return
    }
    self.init(0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(next & 0x3FF)))
  }
}
