import Foundation
import Settee
import SetteeTerminal
import SetteeTestSupport
import Testing

@testable import SetteeEditor

/// Opens the real bundles of many apps and checks the editor's invariants during random input.
@Suite struct CorpusWalkTests {
  private static let bundles = ProjectFolder.bundles()

  @Test(.enabled(if: !bundles.isEmpty, "no real bundles; set SETTEE_CORPUS"))
  func `every bundle opens and survives a random walk through the decoder`() throws {
    var numbers = SeededNumbers(seed: RandomWalkTests.seed)
    var walked = 0
    for (number, path) in Self.bundles.enumerated() {
      guard let bundle = try? SettingsBundle(at: path) else { continue }
      walked += 1
      let sizes = ["80x24", "40x12", "20x5", "132x50"]
      let size = try #require(Size(cells: sizes[number % sizes.count]))
      var player = Player(PaneTree(bundle, word: "org.example.app"), size: size)
      var decoder = InputDecoder()
      var trace: [UInt8] = []
      for _ in 0..<(RandomWalkTests.isLong ? 2000 : 40) {
        let bytes = Self.sequences[Int(numbers.next() % UInt64(Self.sequences.count))]
        trace += bytes
        for event in decoder.decode(bytes) + decoder.giveUpWaiting() {
          if let action = Action(event) { player.act(action) }
        }
        RandomWalkTests.check(
          player,
          "\(path) seed \(RandomWalkTests.seed): \(String(decoding: trace, as: UTF8.self).debugDescription)"
        )
      }
      player.state.dialogs = []
      while !player.state.log.done.isEmpty { player.act(.command(.undo)) }
      #expect(player.stored.isEmpty, "\(path) seed \(RandomWalkTests.seed)")
    }
    print("\(walked) of \(Self.bundles.count) bundles walked; the others have no panes to open")
  }

  /// Byte sequences that terminals send for keys, including malformed ones.
  static let sequences: [[UInt8]] = {
    let texts = [
      "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\u{1B}[5~", "\u{1B}[6~", "\u{1B}[H",
      "\u{1B}[F", "\r", "\r", "\r", " ", " ", "\t", "\u{1B}[Z", "\u{7F}", "\u{1B}", "u", "r", "+",
      "-", "/", "a", "n", "x", "m", "i", "y", "é", "日", "\u{1B}OP", "\u{1B}[20~", "\u{12}",
      "\u{1B}[200~pasted\ntext\u{1B}[201~", "\u{1B}[<0;5;7M", "\u{1B}[<64;5;7M", "\u{1B}[<65;5;7M",
      "\u{1B}[13;5u", "5", ".", "d",
    ]
    return texts.map { Array($0.utf8) } + [[0xFF], [0xC3]]
  }()
}
