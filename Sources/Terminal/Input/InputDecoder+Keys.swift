extension InputDecoder {
  static func ss3Key(_ byte: UInt8) -> Key? {
    switch byte {
    case UInt8(ascii: "M"): Key(.enter)
    // The keypad in application mode: * + , - . / and the digits.
    case UInt8(ascii: "j")...UInt8(ascii: "y"):
      Key(Character(Unicode.Scalar(byte - 0x40)))
    default: letterKey(byte).map { Key($0) }
    }
  }

  static func csiKey(_ numbers: [Int], final: UInt8) -> Key? {
    let held = modifiers(numbers.count > 1 ? numbers[1] : 1)
    switch final {
    case UInt8(ascii: "Z"): return Key(.tab, .shift)
    case UInt8(ascii: "u"):
      return character(numbers.first ?? 0, held)
    case UInt8(ascii: "~") where numbers.first == 27 && numbers.count == 3:
      return character(numbers[2], held)
    case UInt8(ascii: "~"):
      return numberedKey(numbers.first ?? 0).map { Key($0, held) }
    // rxvt marks shift and control by the last character.
    case UInt8(ascii: "^"):
      return numberedKey(numbers.first ?? 0).map { Key($0, .control) }
    case UInt8(ascii: "$"):
      return numberedKey(numbers.first ?? 0).map { Key($0, .shift) }
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      return letterKey(final - 0x20).map { Key($0, .shift) }
    // A report of the cursor's place ends as F3 does, with two numbers of which the first is a row.
    case UInt8(ascii: "R") where numbers.first != 1 && numbers != [0]:
      return nil
    default:
      return letterKey(final).map { Key($0, held) }
    }
  }

  private static func letterKey(_ byte: UInt8) -> Key.Code? {
    switch byte {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(byte) - 79)
    default: nil
    }
  }

  private static func numberedKey(_ number: Int) -> Key.Code? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...24: .function(number - 12)
    default: nil
    }
  }

  /// Keys that the protocols of kitty and xterm give by their code point.
  private static func character(_ code: Int, _ held: Key.Modifiers) -> Key? {
    switch code {
    case 9: return Key(.tab, held)
    case 13, 57414: return Key(.enter, held)
    case 27: return Key(.escape, held)
    case 8, 127: return Key(.backspace, held)
    case 0..<32, 57344...63743: return nil
    default:
      guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) else { return nil }
      return Key(.character(Character(scalar)), held)
    }
  }

  private static func modifiers(_ number: Int) -> Key.Modifiers {
    guard (2...64).contains(number) else { return [] }
    return Key.Modifiers(rawValue: UInt8(number - 1) & 7)
  }
}
