/// A parser for a property list in text form.
protocol TextReader {
  var text: UnsafeBufferPointer<UInt8> { get }
  /// The current offset of the parser in the text.
  var at: Int { get set }
  var places: PlaceRecorder { get set }
}

extension TextReader {
  /// The byte at the current offset, or `nil` at the end of the text.
  var next: UInt8? { at < text.count ? text[at] : nil }

  func starts(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard at + length <= text.count else { return false }
    for index in 0..<length where text[at + index] != word.utf8Start[index] { return false }
    return true
  }

  /// Consumes a character if it is at the current offset, or returns `false` otherwise.
  mutating func consume(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }
}

extension TextReader {
  /// Sets the value of a key.
  mutating func set(
    _ key: String, _ value: PropertyList, at start: Int,
    in values: inout PropertyListDictionary, _ mark: Int
  ) {
    places.key(at: start)
    let (position, old) = values.set(key, value)
    guard let old else { return }
    places.replace(child: position, of: mark)
    places.remarkDuplicate(key, isSame: old == value, counting: "last", at: start)
  }
}

extension UInt8 {
  /// A Boolean value that indicates whether the byte is whitespace in XML.
  var isXMLBlank: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }

  /// A Boolean value that indicates whether the byte is whitespace in C.
  var isCSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

  var hexDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  var isHexDigit: Bool { hexDigit != nil }

  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}
