extension String {
  /// Whether an XML file gives the text back as it was: it has no control character but tab and line
  /// feed, and neither U+FFFE nor U+FFFF.
  package var survivesXML: Bool { withCodeUnits { $0.survivesXML } }

  /// Whether all of it is ASCII.
  package var isASCII: Bool { withCodeUnits { $0.firstNonASCII == nil } }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate var survivesXML: Bool {
    var index = 0
    while index < count {
      while index + 8 <= count, word(at: index).survivesXML { index += 8 }
      for place in index..<Swift.min(index + 8, count) where !survivesXML(at: place) {
        return false
      }
      index += 8
    }
    return true
  }

  private func survivesXML(at index: Int) -> Bool {
    let unit = self[index]
    if unit < 0x20 { return unit == 0x09 || unit == 0x0A }
    // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
    guard unit == 0xEF, index + 2 < count else { return true }
    return self[index + 1] != 0xBF || self[index + 2] < 0xBE
  }
}

extension UInt64 {
  /// Whether none of the eight bytes has to be looked at.
  @inline(__always)
  fileprivate var survivesXML: Bool { !hasControls && !contains(0xEF) }
}
