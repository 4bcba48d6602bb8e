/// Text made safe to show: what a terminal could act on, or nobody could see, stands as an escape.
package enum SafeText {
  /// One line of text: whatever is unsafe to show becomes `\u{1b}`, and a line break `\n`.
  package static func line(_ text: String) -> String { escaped(text) { _ in false } }

  /// Text of several lines: line breaks and tabs stay.
  package static func lines(_ text: String) -> String {
    escaped(text) { $0 == "\n" || $0 == "\t" }
  }

  /// A sentence on one line; one that repeats a huge word of the caller's keeps its beginning and its
  /// end, which says what to do.
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
  /// Whether it must not reach a terminal as it is: one could act on it, or it turns, hides or tags
  /// the text around it where nobody sees why.
  ///
  /// The one table for all that is shown. The joiners U+200C and U+200D are not in it: Persian is
  /// misspelt and many an emoji falls apart without them.
  package var isUnsafeToShow: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x180E, 0x200B, 0x200E...0x200F, 0x2028...0x202E: true
    case 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
    default: false
    }
  }
}

extension String {
  /// Whether it is printable ASCII only, each byte of which is one column wide.
  package var isPlainASCII: Bool {
    utf8.withContiguousStorageIfAvailable(\.isPlainASCII) ?? utf8.allSatisfy { $0.isPlainASCII }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether it is printable ASCII only, each byte of which is one column wide.
  package var isPlainASCII: Bool { allSatisfy { $0.isPlainASCII } }
}

extension UInt8 {
  fileprivate var isPlainASCII: Bool { self &- 0x20 < 0x5F }
}

extension String {
  /// The text with a full stop, unless it ends as a sentence does already.
  package var asSentence: String {
    last.map { ".?!…".contains($0) } ?? true ? self : self + "."
  }
}
