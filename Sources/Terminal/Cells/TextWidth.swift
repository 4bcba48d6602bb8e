/// How many columns characters cover, by a table of our own: the same in tests, in every locale and
/// with every C library.
public enum TextWidth {
  /// The version of Unicode that the widths come from.
  public static var unicodeVersion: String { WidthTable.version }

  /// The columns of one character: 0 for marks and format characters, else 1 or 2.
  public static func columns(of scalar: Unicode.Scalar) -> Int {
    let code = scalar.value
    if code < 0x300 { return code == 0xAD ? 0 : 1 }
    if contains(WidthTable.wide, code) { return 2 }
    return contains(WidthTable.zero, code) ? 0 : 1
  }

  /// The columns of a text as ``Screen`` shows it.
  public static func columns(of text: String, as lettering: Lettering = .unicode) -> Int {
    var sum = 0
    lettering.forEachGlyph(of: text) { glyph in
      sum += Int(glyph.width)
      return true
    }
    return sum
  }

  /// Whether one of the ranges, given as first and last, holds the code point.
  private static func contains(_ ranges: [UInt32], _ code: UInt32) -> Bool {
    var low = 0
    var high = ranges.count / 2 - 1
    while low <= high {
      let middle = (low + high) / 2
      if code < ranges[2 * middle] {
        high = middle - 1
      } else if code > ranges[2 * middle + 1] {
        low = middle + 1
      } else {
        return true
      }
    }
    return false
  }
}
