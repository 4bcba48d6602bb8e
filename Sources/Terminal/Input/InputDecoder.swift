/// Bytes from a terminal become events; pure and incremental, so any split of the bytes will do.
///
/// Every complete control sequence is taken whole: known ones become events, unknown ones nothing.
/// So no sequence, however new, is ever taken for text. Only time tells a lone Esc from the
/// beginning of a sequence: when ``patience`` has run out without a byte, call ``giveUpWaiting()``.
package struct InputDecoder: Sendable {
  /// How long to wait for the rest of what has begun.
  package enum Patience: Sendable, Hashable {
    /// A moment: an Esc may be a key or a beginning.
    case escape
    /// A second: a paste has begun and has not ended.
    case paste
    /// A second after the terminal was asked: an Esc may be a key or the beginning of an answer.
    case answer
  }

  enum State: Sendable, Hashable {
    case ground
    case escape
    case csi([UInt8])
    /// `Esc O`.
    case ss3
    /// `Esc [ [`, where the Linux console's function keys begin.
    case console
    /// Within OSC, whose first bytes these are, or within DCS, APC, PM or SOS, whose bytes mean
    /// nothing here; whether an Esc that may end it has come.
    case string([UInt8]?, sawEscape: Bool)
    /// So many bytes of an old mouse report are to come.
    case oldMouse(Int)
    case utf8([UInt8], missing: Int)
  }

  var state: State = .ground
  var pasted: [UInt8]?
  /// Sequences that this terminal sends for keys and others do not, without the Esc that begins each.
  private let ownKeys: [(sequence: [UInt8], key: Key)]
  var isAlt = false
  /// Whether the terminal was asked something, and has not answered all of it.
  private(set) var isAsking = false
  private var answers: [TerminalAnswer] = []
  /// What the bytes that are being taken have completed so far.
  var events: [InputEvent] = []

  /// Makes a decoder; each of the terminal's own sequences begins with Esc.
  package init(ownKeys: [(sequence: [UInt8], key: Key)] = []) {
    self.ownKeys = ownKeys.map { (Array($0.sequence.dropFirst()), $0.key) }
  }

  /// The key of this terminal's own for what came after Esc; nil where there is none.
  func ownKey(_ sequence: [UInt8]) -> Key? {
    ownKeys.last { $0.sequence == sequence }?.key
  }

  /// What to wait for before taking what has come for whole; nil when nothing is open.
  package var patience: Patience? {
    if pasted != nil { return .paste }
    switch state {
    case .ground: return nil
    // Nobody types these: the rest will come, however late.
    case .csi(let bytes) where bytes.first == UInt8(ascii: "?"): return nil
    case .string(let bytes?, _) where isAsking && Self.mayAnswer(bytes): return nil
    case .escape where isAsking, .csi([]) where isAsking: return .answer
    default: return .escape
    }
  }

  /// Expects answers; until the last of them has come, or an Esc has turned out to be a key, half an
  /// answer is not taken for keys.
  mutating func expectAnswers() { isAsking = true }

  /// Takes what the terminal has answered since the last time.
  mutating func takeAnswers() -> [TerminalAnswer] {
    defer { answers = [] }
    return answers
  }

  mutating func note(_ answer: TerminalAnswer) {
    if answer == .last { isAsking = false }
    answers.append(answer)
  }

  package mutating func take(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    for byte in bytes {
      if pasted != nil { takePasted(byte) } else { take(byte) }
    }
    defer { events = [] }
    return events
  }

  /// Takes what has come for whole, because nothing more has come in time.
  package mutating func giveUpWaiting() -> [InputEvent] {
    // There is an end of waiting only for what is waited for.
    guard patience != nil else { return [] }
    defer { (state, pasted, isAlt) = (.ground, nil, false) }
    if let bytes = pasted { return [.paste(String(decoding: bytes, as: UTF8.self))] }
    // Who lets an Esc stand alone so long has not begun an answer with it.
    isAsking = false
    switch state {
    case .escape: return [.key(Key(.escape, isAlt ? .alt : []))]
    case .csi(let bytes) where bytes.isEmpty: return [.key(Key(.character("["), .alt))]
    case .ss3: return [.key(Key(.character("O"), .alt))]
    default: return []
    }
  }

  private mutating func take(_ byte: UInt8) {
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
    case 0x20...0x7E: emit(Key(Character(Unicode.Scalar(byte))))
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
      // Esc twice: the first was a key of its own, unless a sequence follows the second.
      if isAlt { emit(Key(.escape)) }
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
      // Something else has begun before the end.
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
      emit(Key(character))
    }
  }

  mutating func emit(_ key: Key) {
    var key = key
    if isAlt { key.modifiers.insert(.alt) }
    isAlt = false
    events.append(.key(key))
  }

  private static func controlKey(_ byte: UInt8) -> Key {
    switch byte {
    case 0x00: Key(.character(" "), .control)
    case 0x08, 0x7F: Key(.backspace)
    case 0x09: Key(.tab)
    case 0x0A, 0x0D: Key(.enter)
    case 0x1C...0x1F: Key(.character(Character(Unicode.Scalar(byte + 0x40))), .control)
    default: Key(.character(Character(Unicode.Scalar(byte + 0x60))), .control)
    }
  }

  /// More than anybody pastes into a setting; what is beyond it is left out.
  static let pasteLimit = 4 << 20
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  mutating func takePasted(_ byte: UInt8) {
    guard var bytes = pasted else { return }
    // Taken out meanwhile, so that the array is not copied for each byte.
    pasted = nil
    bytes.append(byte)
    if byte == UInt8(ascii: "~"), bytes.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) {
      bytes.removeLast(Self.pasteEnd.count)
      events.append(.paste(String(decoding: bytes, as: UTF8.self)))
      return
    }
    // The end mark has to fit even when the text does not.
    if bytes.count > Self.pasteLimit + Self.pasteEnd.count {
      bytes.remove(at: Self.pasteLimit)
    }
    pasted = bytes
  }
}
