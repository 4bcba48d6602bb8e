import SetteePropertyLists

/// Which characters a terminal can show: all of them, or ASCII alone.
///
/// Texts from bundles and stored values are strangers' words: whatever the lettering, no control
/// character, no escape sequence and no change of direction in them reaches the terminal.
public enum Lettering: Sendable, Hashable {
  /// Whatever Unicode has.
  case unicode
  /// ASCII; other characters are written with it where that can be read, else as `?`.
  case ascii

  /// Calls the closure with each glyph of a text, in order, until it returns false.
  public func forEachGlyph(of text: String, _ body: (Glyph) -> Bool) {
    var pending: Glyph?
    for scalar in text.unicodeScalars {
      let code = scalar.value
      if code >= 0x20 && code < 0x7F {
        if let pending, !body(pending) { return }
        pending = Glyph(code, width: 1)
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
        pending?.add(mark: code)
      case .modifier:
        // A skin tone melts into the emoji before it in some terminals and not in others.
        if pending?.width == 2 || self == .ascii { continue }
        if let pending, !body(pending) { return }
        pending = Glyph(code, width: 2)
      case .shown(let replacement, let width):
        if let pending, !body(pending) { return }
        pending = nil
        if self == .unicode {
          pending = Glyph(replacement, width: width)
        } else {
          for letter in PlainLetters.ascii(for: scalar) {
            if let pending, !body(pending) { return }
            pending = Glyph(UInt32(letter), width: 1)
          }
        }
      }
    }
    if let pending { _ = body(pending) }
  }

  /// The glyphs of a text.
  public func glyphs(of text: String) -> [Glyph] {
    var result: [Glyph] = []
    forEachGlyph(of: text) {
      result.append($0)
      return true
    }
    return result
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
