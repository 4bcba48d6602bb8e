import SetteePropertyLists

/// Which characters a terminal can show: all of them, or ASCII alone.
///
/// Texts from bundles and stored values are strangers' words: whatever the lettering, no control
/// character, no escape sequence and no change of direction in them reaches the terminal.
package enum Lettering: Sendable, Hashable {
  case unicode
  /// ASCII; other characters are written with it where that can be read, else as `?`.
  case ascii

  /// Calls the closure with each glyph of a text, in order, until it returns false.
  package func forEachGlyph(of text: String, _ body: (Glyph) -> Bool) {
    var pending: Glyph?
    for scalar in text.unicodeScalars {
      let code = scalar.value
      if code >= 0x20 && code < 0x7F {
        if let pending, !body(pending) { return }
        pending = Glyph(base: code, width: 1)
        continue
      }
      switch Self.role(of: scalar) {
      case .dropped:
        continue
      case .mark where self == .ascii:
        continue
      // What it joins is one emoji in some terminals and several in others.
      case .mark where code == 0x200D && pending?.width == 2:
        continue
      case .mark:
        if pending == nil { pending = .blank }
        pending?.marks.add(code)
      case .modifier:
        // A skin tone melts into the emoji before it in some terminals and not in others.
        if pending?.width == 2 || self == .ascii { continue }
        if let pending, !body(pending) { return }
        pending = Glyph(base: code, width: 2)
      case .shown(let replacement, let width):
        if let pending, !body(pending) { return }
        pending = nil
        if self == .unicode {
          pending = Glyph(base: replacement, width: width)
        } else {
          for letter in PlainLetters.ascii(for: scalar) {
            if let pending, !body(pending) { return }
            pending = Glyph(base: UInt32(letter), width: 1)
          }
        }
      }
    }
    if let pending { _ = body(pending) }
  }

  private enum Role {
    case dropped
    case mark
    case modifier
    case shown(UInt32, UInt8)
  }

  private static func role(of scalar: Unicode.Scalar) -> Role {
    let code = scalar.value
    switch code {
    case 0x09: return .shown(0x20, 1)
    case 0..<0x20: return .shown(0x2400 + code, 1)
    case 0x7F: return .shown(0x2421, 1)
    case 0x80..<0xA0: return .shown(0xFFFD, 1)
    case 0x2028, 0x2029: return .shown(0x20, 1)
    case _ where scalar.isUnsafeToShow: return .dropped
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF: return .dropped
    case 0x1F3FB...0x1F3FF: return .modifier
    default: break
    }
    let columns = TextWidth.columns(of: scalar)
    if columns > 0 { return .shown(code, UInt8(columns)) }
    // Of the format characters only the joiners have a look.
    let isFormat = scalar.properties.generalCategory == .format
    return isFormat && !scalar.properties.isJoinControl ? .dropped : .mark
  }
}

/// How many columns characters cover, by a table of our own: the same in tests, in every locale and
/// with every C library.
package enum TextWidth {
  /// The columns of one character: 0 for marks and format characters, else 1 or 2.
  package static func columns(of scalar: Unicode.Scalar) -> Int {
    let code = scalar.value
    if code < 0x300 { return code == 0xAD ? 0 : 1 }
    if contains(wide, code) { return 2 }
    return contains(zero, code) ? 0 : 1
  }

  private typealias CodeRange = (first: UInt32, last: UInt32)

  private static let wide = ranges(PackageResources.doubleWidth_txt)
  private static let zero = ranges(PackageResources.zeroWidth_txt)

  /// Reads a table such as `AD 300-36F`, as `Scripts/generate-text-tables` writes it.
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

/// ASCII for characters that a terminal, or a search, does without: `é` is `e`, `…` is `...`.
package enum PlainLetters {
  /// The ASCII bytes for a character; a question mark where there are none.
  package static func ascii(for scalar: Unicode.Scalar) -> [UInt8] {
    find(scalar) ?? [UInt8(ascii: "?")]
  }

  /// The ASCII bytes for a character; nil where there are none.
  package static func find(_ scalar: Unicode.Scalar) -> [UInt8]? {
    switch scalar.value {
    case 0..<0x20, 0x7F: nil
    case 0x20..<0x7F: [UInt8(scalar.value)]
    // Full-width forms stand at a fixed distance from their ASCII twins.
    case 0xFF01...0xFF5E: [UInt8(scalar.value - 0xFEE0)]
    default: table[scalar.value]
    }
  }

  /// Whether ASCII can be read for each letter of a text.
  @Sendable package static func canWrite(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { !$0.properties.isAlphabetic || find($0) != nil }
  }

  /// Entries are a character and its ASCII, `_` for a blank.
  private static let table: [UInt32: [UInt8]] = {
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
