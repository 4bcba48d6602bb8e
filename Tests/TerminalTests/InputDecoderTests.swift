import SetteeTestSupport
import Testing

@testable import SetteeTerminal

@Suite struct InputDecoderTests {
  /// All sequences that the decoder knows, with their events.
  static let known: [(String, [TerminalEvent])] = [
    ("a", [.key(KeyPress("a"))]), ("é", [.key(KeyPress("é"))]), ("日", [.key(KeyPress("日"))]),
    ("👍", [.key(KeyPress("👍"))]), ("\r", [.key(KeyPress(.enter))]),
    ("\u{7F}", [.key(KeyPress(.backspace))]),
    ("\t", [.key(KeyPress(.tab))]), ("\u{12}", [.key(KeyPress(.character("r"), .control))]),
    ("\u{0}", [.key(KeyPress(.character(" "), .control))]),
    ("\u{1B}[A", [.key(KeyPress(.up))]), ("\u{1B}OA", [.key(KeyPress(.up))]),
    ("\u{1B}[1;5C", [.key(KeyPress(.right, .control))]),
    ("\u{1B}[1;2D", [.key(KeyPress(.left, .shift))]),
    ("\u{1B}O5B", [.key(KeyPress(.down, .control))]), ("\u{1B}[a", [.key(KeyPress(.up, .shift))]),
    ("\u{1B}[H", [.key(KeyPress(.home))]), ("\u{1B}[4~", [.key(KeyPress(.end))]),
    ("\u{1B}[7~", [.key(KeyPress(.home))]), ("\u{1B}[5~", [.key(KeyPress(.pageUp))]),
    ("\u{1B}[6;5~", [.key(KeyPress(.pageDown, .control))]),
    ("\u{1B}[3~", [.key(KeyPress(.delete))]),
    ("\u{1B}[3^", [.key(KeyPress(.delete, .control))]),
    ("\u{1B}[Z", [.key(KeyPress(.tab, .shift))]),
    ("\u{1B}OP", [.key(KeyPress(.function(1)))]), ("\u{1B}[[A", [.key(KeyPress(.function(1)))]),
    ("\u{1B}[15~", [.key(KeyPress(.function(5)))]), ("\u{1B}[20~", [.key(KeyPress(.function(9)))]),
    ("\u{1B}[21~", [.key(KeyPress(.function(10)))]),
    ("\u{1B}[24~", [.key(KeyPress(.function(12)))]),
    ("\u{1B}OM", [.key(KeyPress(.enter))]), ("\u{1B}Oq", [.key(KeyPress("1"))]),
    ("\u{1B}x", [.key(KeyPress(.character("x"), .alt))]),
    ("\u{1B}\u{1B}[A", [.key(KeyPress(.up, .alt))]),
    ("\u{1B}[13;5u", [.key(KeyPress(.enter, .control))]),
    ("\u{1B}[97;5u", [.key(KeyPress(.character("a"), .control))]),
    ("\u{1B}[27;5;9~", [.key(KeyPress(.tab, .control))]),
    (
      "\u{1B}[<0;5;3M",
      [.mouse(.press(1), at: Position(row: 2, column: 4))]
    ),
    (
      "\u{1B}[<0;300;3m",
      [.mouse(.release, at: Position(row: 2, column: 299))]
    ),
    (
      "\u{1B}[<64;1;1M",
      [.mouse(.wheelUp, at: Position(row: 0, column: 0))]
    ),
    (
      "\u{1B}[<65;1;1M",
      [.mouse(.wheelDown, at: Position(row: 0, column: 0))]
    ),
    ("\u{1B}[200~two\nlines\u{1B}[201~", [.paste("two\nlines")]),
    ("\u{1B}[200~keys \u{1B}[A in it\u{1B}[201~", [.paste("keys \u{1B}[A in it")]),
  ]

  /// Complete sequences that the decoder must ignore.
  static let unknown: [String] = [
    "\u{1B}[I", "\u{1B}[O", "\u{1B}[?1;2c", "\u{1B}[>41;354;0c", "\u{1B}[24;80R",
    "\u{1B}[?2026;2$y",
    "\u{1B}]11;rgb:0000/0000/0000\u{07}", "\u{1B}]52;c;QQ==\u{1B}\\", "\u{1B}P1$r0m\u{1B}\\",
    "\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}^pm\u{1B}\\", "\u{1B}Xsos\u{1B}\\", "\u{1B}[M !!",
    "\u{1B}[57361u",
    "\u{1B}[99~", "\u{1B}Oz", "\u{1B}[[Z", "\u{1B}[1;99999999999999999999X",
    "\u{1B}[<0;0;0M", "\u{1B}[?997;1n",
  ]

  @Test(arguments: known.indices)
  func `a known sequence is decoded the same way however its bytes are split`(index: Int) {
    let (text, events) = Self.known[index]
    let bytes = Array(text.utf8)
    for mask in 0..<(1 << min(bytes.count - 1, 10)) {
      var decoder = InputDecoder()
      var found: [TerminalEvent] = []
      var piece: [UInt8] = []
      for (place, byte) in bytes.enumerated() {
        piece.append(byte)
        if mask >> place & 1 == 1 {
          found += decoder.decode(piece)
          piece = []
        }
      }
      found += decoder.decode(piece)
      #expect(found == events, "\(text.debugDescription) split by \(String(mask, radix: 2))")
      #expect(decoder.patience == nil)
    }
  }

  @Test(arguments: unknown)
  func `an unknown sequence is ignored completely`(text: String) {
    var decoder = InputDecoder()
    #expect(decoder.decode(Array(text.utf8)).isEmpty)
    #expect(decoder.decode([UInt8(ascii: "k")]) == [.key(KeyPress("k"))])
  }

  @Test func `no random sequence produces text`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      let middle = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        UInt8.random(in: 0x20...0x3F, using: &random)
      }
      let final = UInt8.random(in: 0x40...0x7E, using: &random)
      if final == UInt8(ascii: "M") || final == UInt8(ascii: "[") || final == UInt8(ascii: "u") {
        continue
      }
      if middle.starts(with: Array("200".utf8)) || middle.starts(with: Array("27".utf8)) {
        continue
      }
      var decoder = InputDecoder()
      let events = decoder.decode([0x1B, UInt8(ascii: "[")] + middle + [final])
      for case .key(let key) in events {
        if case .character = key.code { Issue.record("\(middle) \(final) typed \(key.name)") }
      }
      #expect(decoder.state == .ground)
    }
  }

  @Test func `an Esc is a key only if nothing follows in time`() {
    var decoder = InputDecoder()
    #expect(decoder.decode([0x1B]).isEmpty)
    #expect(decoder.patience == .escape)
    #expect(decoder.giveUpWaiting() == [.key(KeyPress(.escape))])
    #expect(decoder.patience == nil)
    #expect(decoder.decode(Array("[A".utf8)) == [.key(KeyPress("[")), .key(KeyPress("A"))])
  }

  @Test func `responses are decoded however late and split, and never become keys`() {
    let answers = [
      "\u{1B}]10;rgb:e5e5/e5e5/e5e5\u{1B}\\", "\u{1B}]11;rgb:00/2b/36\u{07}", "\u{1B}[?62;22c",
    ]
    let whole: [TerminalAnswer] = [.ink(RGB(0xE5, 0xE5, 0xE5)), .page(RGB(0, 0x2B, 0x36)), .last]
    var numbers = SeededNumbers(seed: 11)
    for round in 0..<5000 {
      // Either of the first two responses may be missing. The last one ends the query.
      let lost = Set((0..<2).filter { _ in Int.random(in: 0..<4, using: &numbers) == 0 })
      let kept = (0..<3).filter { !lost.contains($0) }
      var decoder = InputDecoder()
      decoder.expectAnswers()
      var (events, found): ([TerminalEvent], [TerminalAnswer]) = ([], [])
      for byte in kept.map({ answers[$0] }).joined().utf8 {
        events += decoder.decode([byte])
        // The rest of a response may arrive before or after the decoder stops waiting.
        if decoder.patience == .escape, Bool.random(using: &numbers) {
          events += decoder.giveUpWaiting()
        }
        if decoder.patience == nil { events += decoder.giveUpWaiting() }
        found += decoder.takeAnswers()
      }
      #expect(events.isEmpty && found == kept.map { whole[$0] }, "round \(round)")
      #expect(decoder.patience == nil && !decoder.isAsking)
      #expect(decoder.decode([UInt8(ascii: "k")]) == [.key(KeyPress("k"))])
    }
  }

  @Test func `keys between responses are keys`() {
    var decoder = InputDecoder()
    decoder.expectAnswers()
    let text = "a\u{1B}]11;rgb:0/0/0\u{1B}\\\u{1B}[A\u{1B}]12\u{1B}[Bb\u{1B}[?1;2c\u{1B}[?997;1n"
    #expect(
      decoder.decode(Array(text.utf8))
        == [.key(KeyPress("a")), .key(KeyPress(.up)), .key(KeyPress(.down)), .key(KeyPress("b"))])
    #expect(decoder.takeAnswers() == [.page(.black), .last, .switched])
  }

  @Test func `an Esc before the responses becomes a key after a timeout`() {
    var decoder = InputDecoder()
    decoder.expectAnswers()
    #expect(decoder.decode([0x1B]).isEmpty && decoder.patience == .answer)
    #expect(decoder.giveUpWaiting() == [.key(KeyPress(.escape))])
    #expect(decoder.decode([0x1B]).isEmpty && decoder.patience == .escape)
  }

  @Test(arguments: [
    "", "11", "11;rgb:0/0", "11;rgb:0/0/g", "11;rgb:0//0", "11;rgb:0/0/00000", "12;rgb:0/0/0",
  ])
  func `an invalid color is nil`(text: String) {
    #expect(TerminalAnswer(osc: Array(text.utf8)) == nil)
  }

  @Test func `an incomplete sequence is discarded after a timeout`() {
    var decoder = InputDecoder()
    #expect(decoder.decode(Array("\u{1B}[1;5".utf8)).isEmpty)
    #expect(decoder.giveUpWaiting().isEmpty)
    #expect(decoder.decode(Array("x".utf8)) == [.key(KeyPress("x"))])
  }

  @Test func `a paste without an end sequence ends after a timeout`() {
    var decoder = InputDecoder()
    #expect(decoder.decode(Array("\u{1B}[200~abc".utf8)).isEmpty)
    #expect(decoder.patience == .paste)
    #expect(decoder.giveUpWaiting() == [.paste("abc")])
    #expect(decoder.decode(Array("x".utf8)) == [.key(KeyPress("x"))])
  }

  @Test func `invalid text is dropped and the following text is decoded`() {
    var decoder = InputDecoder()
    #expect(
      decoder.decode([0xC3, 0x28, 0xFF, 0xED, 0xA0, 0x80, 0x61]) == [
        .key(KeyPress("(")), .key(KeyPress("a")),
      ])
  }

  @Test func `key sequences from the terminal's description are decoded`() {
    var decoder = InputDecoder(ownKeys: [(Array("\u{1B}[25~".utf8), KeyPress(.function(11)))])
    #expect(decoder.decode(Array("\u{1B}[25~".utf8)) == [.key(KeyPress(.function(11)))])
  }

  @Test(arguments: [
    "a", "Space", "^R", "S-Tab", "PgUp", "F10", "Enter", "M-x", "C-Right", "Esc", "é",
  ])
  func `a key's name is parsed to the same key`(name: String) throws {
    #expect(try #require(KeyPress(name: name)).name == name)
  }
}
