/// Functions that make text safe to display by escaping control characters and invisible
/// characters.
package enum SafeText {
  /// Returns text on a single line with unsafe characters escaped, such as `\u{1b}` and `\n`.
  package static func line(_ text: String) -> String { escaped(text) { _ in false } }

  /// Returns text with unsafe characters escaped, except line breaks and tabs.
  package static func lines(_ text: String) -> String {
    escaped(text) { $0 == "\n" || $0 == "\t" }
  }

  /// Returns a message on a single line with unsafe characters escaped.
  ///
  /// If the message quotes a very long value, only its beginning and its end are kept, because the
  /// end suggests a solution.
  package static func sentence(_ text: String) -> String {
    let line = line(text)
    guard line.utf8.count > 8192 else { return line }
    return "\(line.prefix(2000)) … \(line.suffix(500))"
  }

  private static func escaped(_ text: String, except isKept: (Unicode.Scalar) -> Bool) -> String {
    guard !text.isPlainASCII,
      text.unicodeScalars.contains(where: { $0.isUnsafeToShow && !isKept($0) })
    else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case _ where !scalar.isUnsafeToShow || isKept(scalar): result.unicodeScalars.append(scalar)
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default: result += "\\u{" + String(scalar.value, radix: 16) + "}"
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  /// A Boolean value that indicates whether the character must be escaped in a terminal.
  ///
  /// An unsafe character could control the terminal or invisibly affect the surrounding text.
  ///
  /// All output of Settee uses this table of unsafe characters. It doesn't include the joiners
  /// U+200C and U+200D, because Persian text and many emoji require them.
  package var isUnsafeToShow: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x180E, 0x200B, 0x200E...0x200F, 0x2028...0x202E: true
    case 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
    default: false
    }
  }
}

extension String {
  /// A Boolean value that indicates whether the text is printable ASCII.
  ///
  /// Every byte of printable ASCII text has a width of one column in the terminal.
  package var isPlainASCII: Bool {
    utf8.withContiguousStorageIfAvailable(\.isPlainASCII) ?? utf8.allSatisfy { $0.isPlainASCII }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// A Boolean value that indicates whether the text is printable ASCII.
  ///
  /// Every byte of printable ASCII text has a width of one column in the terminal.
  package var isPlainASCII: Bool { allSatisfy { $0.isPlainASCII } }
}

extension UInt8 {
  fileprivate var isPlainASCII: Bool { self &- 0x20 < 0x5F }
}

extension String {
  /// The text with a final period, unless it already ends with punctuation.
  package var asSentence: String {
    last.map { ".?!…".contains($0) } ?? true ? self : self + "."
  }
}
