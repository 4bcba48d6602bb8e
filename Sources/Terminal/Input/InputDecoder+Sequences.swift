extension InputDecoder {
  /// The maximum length of an escape sequence that the decoder stores.
  ///
  /// A longer escape sequence is read to its end and ignored.
  static let longest = 64

  mutating func takeCSI(_ byte: UInt8, after bytes: [UInt8]) {
    switch byte {
    case UInt8(ascii: "[") where bytes.isEmpty: state = .console
    case 0x20...0x3F: state = .csi(bytes.count < Self.longest ? bytes + [byte] : bytes)
    case 0x40...0x7E:
      state = .ground
      finish(bytes, final: byte)
    case 0x1B: (state, isAlt) = (.escape, false)
    case 0x18, 0x1A: (state, isAlt) = (.ground, false)
    default: break
    }
  }

  mutating func takeSS3(_ byte: UInt8) {
    state = .ground
    // Old versions of xterm send modifier keys at this position, as in `Esc O 5 A` for Control and
    // Up.
    if (UInt8(ascii: "1")...UInt8(ascii: "8")).contains(byte) {
      state = .csi([UInt8(ascii: "1"), UInt8(ascii: ";"), byte])
    } else if byte == 0x1B {
      state = .escape
    } else {
      if let key = ownKey([UInt8(ascii: "O"), byte]) ?? Self.ss3Key(byte) { emit(key) }
      isAlt = false
    }
  }

  mutating func takeConsole(_ byte: UInt8) {
    state = .ground
    if (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(byte) {
      emit(KeyPress(.function(Int(byte) - 64)))
    }
    isAlt = false
  }

  private mutating func finish(_ bytes: [UInt8], final: UInt8) {
    defer { isAlt = false }
    if let key = ownKey([UInt8(ascii: "[")] + bytes + [final]) { return emit(key) }
    switch bytes.first {
    case nil where final == UInt8(ascii: "M"): state = .oldMouse(3)
    case UInt8(ascii: "<"):
      let event = Self.mouse(Self.numbers(bytes.dropFirst()), final: final)
      if let event { events.append(event) }
    case UInt8(ascii: "?"):
      if final == UInt8(ascii: "c") { note(.last) }
      let numbers = Self.numbers(bytes.dropFirst())
      if final == UInt8(ascii: "n"), numbers.first == 997 { note(.switched) }
    // Ignore sequences with other characters, because the sequences for keys contain only digits
    // and separators.
    case _ where !bytes.allSatisfy({ (0x30...0x3B).contains($0) }): break
    default:
      let numbers = Self.numbers(bytes[...])
      if final == UInt8(ascii: "~"), numbers.first == 200 {
        pasted = []
      } else if let key = Self.csiKey(numbers, final: final) {
        emit(key)
      }
    }
  }

  /// Returns the numbers between semicolons.
  ///
  /// A number that is missing between two semicolons is 0. Subparameters after a colon are ignored.
  private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int] {
    bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { part in
      let digits = part.prefix { $0 != UInt8(ascii: ":") }
      return Int(String(decoding: digits, as: UTF8.self)) ?? 0
    }
  }

  private static func mouse(_ numbers: [Int], final: UInt8) -> TerminalEvent? {
    guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
    let position = Position(row: numbers[2] - 1, column: numbers[1] - 1)
    let button = numbers[0]
    switch final {
    case _ where button & 32 != 0: return .mouse(.move, at: position)
    case _ where button & 64 != 0:
      guard button & 3 < 2 else { return nil }
      return .mouse(button & 3 == 0 ? .wheelUp : .wheelDown, at: position)
    case UInt8(ascii: "m"): return .mouse(.release, at: position)
    case UInt8(ascii: "M"): return .mouse(.press(button & 3 + 1), at: position)
    default: return nil
    }
  }

  static func ss3Key(_ byte: UInt8) -> KeyPress? {
    switch byte {
    case UInt8(ascii: "M"): KeyPress(.enter)
    // In application mode, the numeric keypad sends these sequences for `*`, `+`, `,`, `-`, `.`,
    // `/`, and the digits.
    case UInt8(ascii: "j")...UInt8(ascii: "y"):
      KeyPress(Character(Unicode.Scalar(byte - 0x40)))
    default: letterKey(byte).map { KeyPress($0) }
    }
  }

  static func csiKey(_ numbers: [Int], final: UInt8) -> KeyPress? {
    let held = modifiers(numbers.count > 1 ? numbers[1] : 1)
    let number = numbers.first ?? 0
    switch final {
    case UInt8(ascii: "Z"): return KeyPress(.tab, .shift)
    case UInt8(ascii: "u"): return character(number, held)
    case UInt8(ascii: "~") where number == 27 && numbers.count == 3:
      return character(numbers[2], held)
    case UInt8(ascii: "~"): return numberedKey(number).map { KeyPress($0, held) }
    // In the terminal rxvt, the last character of a sequence encodes the Shift and Control keys.
    case UInt8(ascii: "^"): return numberedKey(number).map { KeyPress($0, .control) }
    case UInt8(ascii: "$"): return numberedKey(number).map { KeyPress($0, .shift) }
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      return letterKey(final - 0x20).map { KeyPress($0, .shift) }
    // Ignore a report of the cursor position, which ends in R like the F3 key but starts with a row
    // number.
    case UInt8(ascii: "R") where number != 1 && numbers != [0]: return nil
    default: return letterKey(final).map { KeyPress($0, held) }
    }
  }

  private static func letterKey(_ byte: UInt8) -> KeyPress.Code? {
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

  private static func numberedKey(_ number: Int) -> KeyPress.Code? {
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

  /// Returns the key for a code point that a terminal reports with the kitty or xterm keyboard
  /// protocol.
  private static func character(_ code: Int, _ held: KeyPress.Modifiers) -> KeyPress? {
    switch code {
    case 9: return KeyPress(.tab, held)
    case 13, 57414: return KeyPress(.enter, held)
    case 27: return KeyPress(.escape, held)
    case 8, 127: return KeyPress(.backspace, held)
    case 0..<32, 57344...63743: return nil
    default:
      guard let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) else { return nil }
      return KeyPress(.character(Character(scalar)), held)
    }
  }

  private static func modifiers(_ number: Int) -> KeyPress.Modifiers {
    guard (2...64).contains(number) else { return [] }
    return KeyPress.Modifiers(rawValue: UInt8(number - 1) & 7)
  }
}
