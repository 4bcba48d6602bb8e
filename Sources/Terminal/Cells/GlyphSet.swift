import SetteeValues

/// The characters that a terminal can display, which are either Unicode or only ASCII.
///
/// Text from bundles and saved values isn't trusted, because it might contain escape sequences that
/// control the terminal. Control characters, escape sequences, and bidirectional overrides are
/// never sent to the terminal.
package enum GlyphSet: Sendable, Hashable {
  case unicode
  /// A character set that contains only ASCII characters.
  ///
  /// Non-ASCII characters are transliterated if possible, or else replaced by `?`.
  case ascii

  /// Calls a closure with each character of a text that can be displayed, until the closure returns
  /// `false`.
  package func forEachGlyph(of text: String, _ body: (Glyph) -> Bool) {
    // Most text is printable ASCII, in which each byte is a character.
    let isPlain = text.withCodeUnits { bytes in
      guard bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return false }
      for byte in bytes where !body(Glyph(base: UInt32(byte), width: 1)) { break }
      return true
    }
    if isPlain { return }
    var pending: Glyph?
    for scalar in text.unicodeScalars {
      let code = scalar.value
      if code >= 0x20 && code < 0x7F {
        if let pending, !body(pending) { return }
        pending = Glyph(base: code, width: 1)
        continue
      }
      guard let glyph = Self.glyph(of: scalar) else { continue }
      if glyph.width == 0 {
        // Drop the joiner, because terminals disagree on whether several joined emoji are a single
        // character.
        if self == .ascii || code == 0x200D && pending?.width == 2 { continue }
        if pending == nil { pending = .blank }
        pending?.add(mark: code)
        continue
      }
      // Drop the skin tone, because terminals disagree on whether it changes the emoji before it.
      if Self.skinTones.contains(code), pending?.width == 2 || self == .ascii { continue }
      if let pending, !body(pending) { return }
      pending = nil
      if self == .unicode {
        pending = glyph
      } else {
        for letter in scalar.asciiText {
          if let pending, !body(pending) { return }
          pending = Glyph(base: UInt32(letter), width: 1)
        }
      }
    }
    if let pending { _ = body(pending) }
  }

  private static let skinTones: ClosedRange<UInt32> = 0x1F3FB...0x1F3FF

  /// Returns the character that represents a scalar, or `nil` if the scalar isn't displayed.
  ///
  /// The width is 0 if the scalar is combined with the character before it.
  private static func glyph(of scalar: Unicode.Scalar) -> Glyph? {
    let code = scalar.value
    switch code {
    case 0x09: return Glyph(base: 0x20, width: 1)
    case 0..<0x20: return Glyph(base: 0x2400 + code, width: 1)
    case 0x7F: return Glyph(base: 0x2421, width: 1)
    case 0x80..<0xA0: return Glyph(base: 0xFFFD, width: 1)
    case 0x2028, 0x2029: return Glyph(base: 0x20, width: 1)
    case _ where scalar.isUnsafeToShow: return nil
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF: return nil
    case skinTones: return Glyph(base: code, width: 2)
    default: break
    }
    let columns = scalar.columns
    if columns > 0 { return Glyph(base: code, width: UInt8(columns)) }
    // Keep joiners, which are the only format characters that affect how text is displayed.
    let isFormat = scalar.properties.generalCategory == .format
    return isFormat && !scalar.properties.isJoinControl ? nil : Glyph(base: code, width: 0)
  }
}

extension Unicode.Scalar {
  /// The number of columns that the character covers on the screen.
  ///
  /// The width is 0 for combining marks and format characters, and 1 or 2 for all other characters.
  /// Settee uses its own table of character widths, because the C library's widths depend on the
  /// locale.
  package var columns: Int {
    let code = value
    if code < 0x300 { return code == 0xAD ? 0 : 1 }
    // Lines and blocks, which are most of the other characters on a screen, are narrow.
    if (0x2500..<0x25FD).contains(code) { return 1 }
    if Self.contains(Self.wide, code) { return 2 }
    return Self.contains(Self.zero, code) ? 0 : 1
  }

  private typealias CodeRange = (first: UInt32, last: UInt32)

  private static let wide = ranges(PackageResources.doubleWidth_txt)
  private static let zero = ranges(PackageResources.zeroWidth_txt)

  /// Parses a compact table of code points such as `AD 300-36F`, which
  /// `Scripts/generate-text-tables` generates.
  private static func ranges(_ table: [UInt8]) -> [CodeRange] {
    var ranges: [CodeRange] = []
    var (first, number): (UInt32?, UInt32) = (nil, 0)
    for byte in table {
      switch byte {
      case UInt8(ascii: "-"): (first, number) = (number, 0)
      case UInt8(ascii: " "), UInt8(ascii: "\n"):
        ranges.append((first ?? number, number))
        (first, number) = (nil, 0)
      case let digit: number = number << 4 | UInt32(digit < 0x40 ? digit - 0x30 : digit - 0x37)
      }
    }
    return ranges
  }

  private static func contains(_ ranges: [CodeRange], _ code: UInt32) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].last < code { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].first <= code
  }
}

extension String {
  /// Returns whether all alphabetic characters of a text can be transliterated to ASCII.
  @Sendable package static func hasASCIILetters(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { !$0.properties.isAlphabetic || $0.similarASCIIText != nil }
  }
}

extension Unicode.Scalar {
  /// ASCII text that resembles the character, or a question mark if nothing similar exists.
  package var asciiText: [UInt8] { similarASCIIText ?? [UInt8(ascii: "?")] }

  /// ASCII text that resembles the character, such as `e` for `é` and `...` for `…`, or `nil` if
  /// nothing similar exists.
  package var similarASCIIText: [UInt8]? {
    switch value {
    case 0..<0x20, 0x7F: nil
    case 0x20..<0x7F: [UInt8(value)]
    // Each fullwidth character has a fixed distance from the corresponding ASCII character.
    case 0xFF01...0xFF5E: [UInt8(value - 0xFEE0)]
    default: Self.plainLetters[value]
    }
  }

  /// The table of characters and their ASCII equivalents, which uses `_` for a space.
  private static let plainLetters: [UInt32: [UInt8]] = {
    let text = String(decoding: PackageResources.plainLetters_txt, as: UTF8.self)
    var table: [UInt32: [UInt8]] = [:]
    for entry in text.unicodeScalars.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      table[entry[entry.startIndex].value] = entry.dropFirst().map {
        $0 == "_" ? UInt8(ascii: " ") : UInt8(truncatingIfNeeded: $0.value)
      }
    }
    return table
  }()
}
