extension InputDecoder {
  /// Longer than any sequence that means something; beyond it the bytes are only swallowed.
  private static let longest = 64

  mutating func takeCSI(_ byte: UInt8, after bytes: [UInt8], _ events: inout [InputEvent]) {
    switch byte {
    case UInt8(ascii: "[") where bytes.isEmpty:
      state = .console
    case 0x20...0x3F:
      state = .csi(bytes.count < Self.longest ? bytes + [byte] : bytes)
    case 0x40...0x7E:
      state = .ground
      finish(bytes, final: byte, &events)
    case 0x1B:
      isAlt = false
      state = .escape
    case 0x18, 0x1A:
      isAlt = false
      state = .ground
    default:
      break
    }
  }

  mutating func takeSS3(_ byte: UInt8, _ events: inout [InputEvent]) {
    state = .ground
    // xterm of old wrote the modifiers here: Esc O 5 A.
    if (UInt8(ascii: "1")...UInt8(ascii: "8")).contains(byte) {
      state = .csi([UInt8(ascii: "1"), UInt8(ascii: ";"), byte])
      return
    }
    if byte == 0x1B {
      state = .escape
      return
    }
    if let key = ownKey(CollectionOfOne(UInt8(ascii: "O")), byte) ?? Self.ss3Key(byte) {
      emit(key, &events)
    }
    isAlt = false
  }

  mutating func takeConsole(_ byte: UInt8, _ events: inout [InputEvent]) {
    state = .ground
    if (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(byte) {
      emit(Key(.function(Int(byte) - 64)), &events)
    }
    isAlt = false
  }

  private mutating func finish(_ bytes: [UInt8], final: UInt8, _ events: inout [InputEvent]) {
    defer { isAlt = false }
    if let key = ownKey([UInt8(ascii: "[")] + bytes, final) {
      return emit(key, &events)
    }
    if final == UInt8(ascii: "M"), bytes.isEmpty {
      state = .oldMouse(3)
      return
    }
    if bytes.first == UInt8(ascii: "<") {
      if let event = Self.mouse(Self.numbers(bytes.dropFirst()), final: final) {
        events.append(.mouse(event))
      }
      return
    }
    let numbers = Self.numbers(bytes[...])
    // Anything but digits and their separators makes it a sequence that no key sends.
    guard bytes.allSatisfy({ (0x30...0x3B).contains($0) }) else { return }
    if final == UInt8(ascii: "~"), numbers.first == 200 {
      pasted = []
    } else if let key = Self.csiKey(numbers, final: final) {
      emit(key, &events)
    }
  }

  /// The numbers between semicolons; what follows a colon is left out, a missing number is 0.
  private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int] {
    bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { part in
      let digits = part.prefix { $0 != UInt8(ascii: ":") }
      return Int(String(decoding: digits, as: UTF8.self)) ?? 0
    }
  }

  private static func mouse(_ numbers: [Int], final: UInt8) -> MouseEvent? {
    guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
    let position = Position(row: numbers[2] - 1, column: numbers[1] - 1)
    let button = numbers[0]
    if button & 32 != 0 { return MouseEvent(.move, at: position) }
    if button & 64 != 0 {
      switch button & 3 {
      case 0: return MouseEvent(.wheelUp, at: position)
      case 1: return MouseEvent(.wheelDown, at: position)
      default: return nil
      }
    }
    if final == UInt8(ascii: "m") { return MouseEvent(.release, at: position) }
    return final == UInt8(ascii: "M") ? MouseEvent(.press(button & 3 + 1), at: position) : nil
  }
}
