/// A word for on or off, with the word for the other and the way it is written.
struct SwitchWord: Sendable {
  /// The pairs that programs use.
  private static let pairs: [(on: String, off: String)] = [
    ("true", "false"), ("yes", "no"), ("on", "off"), ("1", "0"), ("enabled", "disabled"),
    ("t", "f"), ("y", "n"),
  ]

  let isOn: Bool
  private let pair: (on: String, off: String)
  private let letters: Letters

  private enum Letters { case small, first, large }

  /// Nil for any other word.
  init?(_ word: [UInt8]) {
    guard word.count <= 8 else { return nil }
    let small = String(decoding: word.map(\.lowercased), as: UTF8.self)
    guard let pair = Self.pairs.first(where: { $0.on == small || $0.off == small }) else {
      return nil
    }
    self.pair = pair
    isOn = pair.on == small
    let large = word.count { $0 >= 0x41 && $0 <= 0x5A }
    letters = large == 0 ? .small : large == 1 && word.count > 1 ? .first : .large
  }

  /// The word of this family for on or off, written in the same manner.
  func word(isOn: Bool) -> String {
    let word = isOn ? pair.on : pair.off
    return switch letters {
    case .small: word
    case .first: word.prefix(1).uppercased() + word.dropFirst()
    case .large: word.uppercased()
    }
  }
}
