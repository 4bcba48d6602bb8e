import Foundation
import SetteeTestSupport
import Testing

@testable import SetteeEditor

/// Runs two editors and the command-line tool on the same domain.
@Suite(.serialized) struct ConcurrentEditorsTests {
  /// Returns the time in milliseconds until the other editor shows a change.
  private func latency(_ terminal: RawTerminal, since start: Date, shows text: String) throws
    -> Double
  {
    let from = terminal.output.count
    var end = Date()
    let seen = terminal.wait {
      end = Date()
      return String(decoding: terminal.output.dropFirst(from), as: UTF8.self).contains(text)
    }
    try #require(seen, "the other editor never showed \(text)")
    return end.timeIntervalSince(start) * 1000
  }

  @Test func `two editors and the tool show the same values and print the latency`()
    throws
  {
    let folder = try Folder()
    let call = ["--key", "mail.previews", RealTerminal.bundle]
    let first = try RawTerminal(call, in: folder)
    let second = try RawTerminal(call, in: folder)
    for terminal in [first, second] {
      try terminal.wait(for: "Signature")
      terminal.settle()
    }
    // Use words that have no character in common at any position, so that each change redraws the
    // whole word.
    let words = ["abcdef", "ghijkl", "mnopqr", "stuvwx"]
    var keyed: [Double] = []
    var set: [Double] = []
    for round in 0..<(RandomWalkTests.isLong ? 25 : 2) {
      first.settle(for: 0.05)
      second.settle(for: 0.05)
      let start = Date()
      first.type(" ")
      keyed.append(try latency(second, since: start, shows: round % 2 == 0 ? "Off" : "On"))
      first.settle(for: 0.05)
      let word = words[round % words.count]
      let tool = try RunningProcess(
        [RealTerminal.program, "set", RealTerminal.bundle, "mail.signature", word],
        environment: ["HOME": folder.path, "SETTEE_ROOT": folder.path + "/root"])
      // Start the clock when the value is in the file.
      while RawTerminal.stored(in: folder)["mail.signature"] as? String != word {
        usleep(200)
      }
      let stored = Date()
      let one = try latency(first, since: stored, shows: word)
      let other = try latency(second, since: stored, shows: word)
      set.append(max(one, other))
      tool.end()
    }
    if RandomWalkTests.isLong {
      print(Self.line("a key in one editor to the other's picture", keyed))
      print(Self.line("settee set in the file to both pictures", set))
    }
    for terminal in [first, second] {
      terminal.type("q")
      #expect(terminal.waitForEnd())
    }
  }

  private static func line(_ what: String, _ times: [Double]) -> String {
    let sorted = times.sorted()
    func text(_ number: Double) -> String { String(format: "%.1f ms", number) }
    return
      "\(what)\tmedian \(text(sorted[sorted.count / 2]))\tslowest \(text(sorted[sorted.count - 1]))"
      + "\t<= 100 ms"
  }
}
