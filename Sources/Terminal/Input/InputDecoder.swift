/// A decoder that converts the bytes from a terminal to events, such as key presses.
///
/// The decoder also reads unknown control sequences to their end, so that they don't appear as
/// typed text. Only time distinguishes Esc from the start of a sequence. If no byte arrives within
/// ``patience``, call ``giveUpWaiting()``.
package struct InputDecoder: Sendable {
  /// The time that the decoder waits for the rest of an incomplete sequence.
  package enum Patience: Sendable, Hashable {
    /// The decoder waits briefly after Esc, which can be a key or the start of an escape sequence.
    case escape
    /// The decoder waits up to a second for the end of pasted text.
    case paste
    /// The decoder waits up to a second after Esc, which can be a key or the start of the
    /// terminal's response to a query.
    case answer
  }

  enum DecoderState: Sendable, Hashable {
    case ground
    case escape
    case csi([UInt8])
    /// The bytes `Esc O` have been read, which start the sequence of a special key.
    case ss3
    /// The bytes `Esc [ [` have been read, which start the sequence of a function key on the Linux
    /// console.
    case console
    /// An operating system command (OSC) that starts with these bytes is being read.
    ///
    /// The bytes are `nil` for other types of string sequences, such as DCS, because their content
    /// is ignored. The value `sawEscape` is `true` after an Esc that might terminate the sequence.
    case string([UInt8]?, sawEscape: Bool)
    /// The decoder expects this number of further bytes of a mouse report in the old X10 format.
    case oldMouse(Int)
    case utf8([UInt8], missing: Int)
  }

  var state: DecoderState = .ground
  var pasted: [UInt8]?
  /// The escape sequences for keys that are specific to the terminal, without the leading Esc.
  private let ownKeys: [(sequence: [UInt8], key: KeyPress)]
  var isAlt = false
  /// A Boolean value that indicates whether the terminal's response to a query is still expected.
  private(set) var isAsking = false
  private var answers: [TerminalAnswer] = []
  /// The events that have been decoded from the bytes read so far.
  var events: [TerminalEvent] = []

  /// Creates a decoder.
  ///
  /// The escape sequence of each terminal-specific key must start with Esc.
  package init(ownKeys: [(sequence: [UInt8], key: KeyPress)] = []) {
    self.ownKeys = ownKeys.map { (Array($0.sequence.dropFirst()), $0.key) }
  }

  /// Returns the terminal-specific key for the bytes after Esc, or `nil` if no key sends them.
  func ownKey(_ sequence: [UInt8]) -> KeyPress? {
    ownKeys.last { $0.sequence == sequence }?.key
  }

  /// The time to wait for the rest of an escape sequence, or `nil` if the input doesn't end with a
  /// partial sequence.
  package var patience: Patience? {
    if pasted != nil { return .paste }
    switch state {
    case .ground: return nil
    // Don't set a time limit for these sequences, because only the terminal sends them, not the
    // user.
    case .csi(let bytes) where bytes.first == UInt8(ascii: "?"): return nil
    case .string(let bytes?, _) where isAsking && Self.mayAnswer(bytes): return nil
    case .escape where isAsking, .csi([]) where isAsking: return .answer
    default: return .escape
    }
  }

  /// Prepares the decoder for responses.
  ///
  /// Until the terminal's last response arrives, parts of a response aren't mistaken for keys.
  mutating func expectAnswers() { isAsking = true }

  /// Returns the terminal's responses that have arrived since the last call.
  mutating func takeAnswers() -> [TerminalAnswer] {
    defer { answers = [] }
    return answers
  }

  mutating func note(_ answer: TerminalAnswer) {
    if answer == .last { isAsking = false }
    answers.append(answer)
  }

  package mutating func decode(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
    for byte in bytes {
      if pasted != nil { takePasted(byte) } else { decode(byte) }
    }
    defer { events = [] }
    return events
  }

  /// Treats an incomplete escape sequence as keys, after the rest of it hasn't arrived in time.
  package mutating func giveUpWaiting() -> [TerminalEvent] {
    guard patience != nil else { return [] }
    defer { (state, pasted, isAlt) = (.ground, nil, false) }
    if let bytes = pasted { return [.paste(String(decoding: bytes, as: UTF8.self))] }
    // A response from the terminal would have arrived by now, so stop expecting one.
    isAsking = false
    switch state {
    case .escape: return [.key(KeyPress(.escape, isAlt ? .alt : []))]
    case .csi(let bytes) where bytes.isEmpty: return [.key(KeyPress(.character("["), .alt))]
    case .ss3: return [.key(KeyPress(.character("O"), .alt))]
    default: return []
    }
  }

  private mutating func decode(_ byte: UInt8) {
    switch state {
    case .ground: takeGround(byte)
    case .escape: takeEscape(byte)
    case .csi(let bytes): takeCSI(byte, after: bytes)
    case .ss3: takeSS3(byte)
    case .console: takeConsole(byte)
    case .string(let bytes, let sawEscape): takeString(byte, bytes, sawEscape)
    case .oldMouse(let count): state = count > 1 ? .oldMouse(count - 1) : .ground
    case .utf8(let bytes, let missing): takeUTF8(byte, after: bytes, missing: missing)
    }
  }

  private mutating func takeGround(_ byte: UInt8) {
    switch byte {
    case 0x1B: state = .escape
    case 0x00...0x1F, 0x7F: emit(Self.controlKey(byte))
    case 0x20...0x7E: emit(KeyPress(Character(Unicode.Scalar(byte))))
    case 0xC2...0xDF: state = .utf8([byte], missing: 1)
    case 0xE0...0xEF: state = .utf8([byte], missing: 2)
    case 0xF0...0xF4: state = .utf8([byte], missing: 3)
    default: break
    }
  }

  private mutating func takeEscape(_ byte: UInt8) {
    state = .ground
    switch byte {
    case UInt8(ascii: "["): state = .csi([])
    case UInt8(ascii: "O"): state = .ss3
    case UInt8(ascii: "]"): state = .string([], sawEscape: false)
    case UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
      state = .string(nil, sawEscape: false)
    case 0x1B:
      // If Esc is read twice, report the first one as a key unless the second one starts an escape
      // sequence.
      if isAlt { emit(KeyPress(.escape)) }
      isAlt = true
      state = .escape
    default:
      isAlt = true
      takeGround(byte)
    }
  }

  private mutating func takeString(_ byte: UInt8, _ bytes: [UInt8]?, _ sawEscape: Bool) {
    let isEnd = byte == 0x07 || byte == 0x18 || byte == 0x1A
    if isEnd || (sawEscape && byte == UInt8(ascii: "\\")) {
      (state, isAlt) = (.ground, false)
      if let answer = bytes.flatMap(TerminalAnswer.init(osc:)) { note(answer) }
    } else if sawEscape {
      // A new escape sequence has started before the end of the current one, so decode the new one.
      isAlt = false
      takeEscape(byte)
    } else if byte == 0x1B {
      state = .string(bytes, sawEscape: true)
    } else {
      let isShort = (bytes?.count ?? Self.longest) < Self.longest
      state = .string(isShort ? (bytes ?? []) + [byte] : nil, sawEscape: false)
    }
  }

  private mutating func takeUTF8(_ byte: UInt8, after bytes: [UInt8], missing: Int) {
    state = .ground
    guard byte & 0xC0 == 0x80 else { return takeGround(byte) }
    let whole = bytes + [byte]
    if missing > 1 {
      state = .utf8(whole, missing: missing - 1)
    } else if let text = String(validating: whole, as: UTF8.self), let character = text.first {
      emit(KeyPress(character))
    }
  }

  mutating func emit(_ key: KeyPress) {
    var key = key
    if isAlt { key.modifiers.insert(.alt) }
    isAlt = false
    events.append(.key(key))
  }

  private static func controlKey(_ byte: UInt8) -> KeyPress {
    switch byte {
    case 0x00: KeyPress(.character(" "), .control)
    case 0x08, 0x7F: KeyPress(.backspace)
    case 0x09: KeyPress(.tab)
    case 0x0A, 0x0D: KeyPress(.enter)
    case 0x1C...0x1F: KeyPress(.character(Character(Unicode.Scalar(byte + 0x40))), .control)
    default: KeyPress(.character(Character(Unicode.Scalar(byte + 0x60))), .control)
    }
  }

  /// The maximum size of pasted text in bytes, which is larger than any reasonable value of a
  /// setting.
  ///
  /// The rest of a longer pasted text is ignored.
  static let pasteLimit = 4 << 20
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  mutating func takePasted(_ byte: UInt8) {
    guard var bytes = pasted else { return }
    // Move the bytes out of `self` while appending, which avoids copying the array.
    pasted = nil
    bytes.append(byte)
    if byte == UInt8(ascii: "~"), bytes.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) {
      bytes.removeLast(Self.pasteEnd.count)
      events.append(.paste(String(decoding: bytes, as: UTF8.self)))
      return
    }
    // Keep the end marker of a paste even if its text is too long and must be truncated.
    if bytes.count > Self.pasteLimit + Self.pasteEnd.count {
      bytes.remove(at: Self.pasteLimit)
    }
    pasted = bytes
  }
}
