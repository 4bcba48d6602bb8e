/// Methods that classify the characters of a settings file.
extension UInt8 {
  /// A Boolean value that indicates whether the byte is a space or a tab.
  var isBlank: Bool { self == 0x20 || self == 0x09 }

  var isLineEnd: Bool { self == 0x0A || self == 0x0D }

  var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }

  /// The byte in lowercase if it is an uppercase ASCII character.
  var lowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self + 32 : self }

  static func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool {
    UInt32(byte) == character.value
  }

  static func == (byte: UInt8, character: Unicode.Scalar) -> Bool {
    UInt32(byte) == character.value
  }

  static func != (byte: UInt8, character: Unicode.Scalar) -> Bool {
    UInt32(byte) != character.value
  }
}

extension BidirectionalCollection<UInt8> {
  /// The bytes without leading and trailing spaces and tabs.
  var trimmed: SubSequence {
    var rest = self[...]
    while let first = rest.first, first.isBlank { rest.removeFirst() }
    while let last = rest.last, last.isBlank { rest.removeLast() }
    return rest
  }
}

extension ArraySlice<UInt8> {
  /// A Boolean value that indicates whether the bytes contain a carriage return without a line
  /// feed.
  var hasLoneReturn: Bool {
    indices.contains { self[$0] == 0x0D && ($0 + 1 == endIndex || self[$0 + 1] != 0x0A) }
  }

  /// Returns whether the slice contains a sequence of bytes.
  ///
  /// The generic search in the standard library takes more time than parsing an entire file.
  package func holds(_ word: [UInt8]) -> Bool {
    guard let first = word.first else { return true }
    var at = startIndex
    while at + word.count <= endIndex {
      if self[at] == first, self[at..<(at + word.count)].elementsEqual(word) { return true }
      at += 1
    }
    return false
  }
}

extension [UInt8] {
  /// The offset of the first byte that isn't valid UTF-8, or `nil` if all bytes are valid.
  var firstNonUTF8: Int? {
    // Almost every file is valid UTF-8, and the standard library can check this quickly.
    if String(validating: self, as: UTF8.self) != nil { return nil }
    var parser = UTF8.ForwardParser()
    var rest = makeIterator()
    var offset = 0
    while case .valid(let scalar) = parser.parseScalar(from: &rest) { offset += scalar.count }
    return offset
  }

  /// The offset after the byte order mark, or 0 if the file doesn't start with one.
  var afterMark: Int { starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// Appends a Unicode code point to the bytes in UTF-8.
  ///
  /// A lone surrogate isn't valid in UTF-8, but is encoded in the same way so that it is preserved.
  mutating func append(character code: UInt32) {
    if let scalar = Unicode.Scalar(code) {
      self += String(scalar).utf8
    } else {
      self += [0xE0 | UInt8(code >> 12), 0x80 | UInt8(code >> 6 & 0x3F), 0x80 | UInt8(code & 0x3F)]
    }
  }
}
