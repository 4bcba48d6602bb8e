/// What is looked for: words that all have to fit, and facts that all have to hold.
struct SearchQuery: Sendable, Equatable {
  /// A fact about a row.
  enum Fact: Sendable, Equatable {
    case modified, managed, unpushed
    /// The key begins with, or holds, these folded bytes.
    case key([UInt8])
  }

  /// The words, folded.
  var words: [[UInt8]] = []
  /// The facts.
  var facts: [Fact] = []

  /// Reads `siz @modified @key:mail.`; what is no known fact is a word.
  init(_ text: String) {
    for part in text.split(whereSeparator: { $0 == " " || $0 == "\u{3000}" }) {
      let folded = Folding.fold(String(part), limit: 200)
      switch String(decoding: folded, as: UTF8.self) {
      case "@modified": facts.append(.modified)
      case "@managed": facts.append(.managed)
      case "@unpushed": facts.append(.unpushed)
      case let text where text.hasPrefix("@key:"): facts.append(.key(Array(folded.dropFirst(5))))
      case let text where text.hasPrefix("@") && SearchQuery.isBegun(text): break
      default: words.append(folded)
      }
    }
  }

  /// Whether nothing is asked.
  var isEmpty: Bool { words.isEmpty && facts.isEmpty }

  /// A fact that is still being typed finds everything, so that the list does not flicker.
  private static func isBegun(_ text: String) -> Bool {
    ["@modified", "@managed", "@unpushed", "@key:"].contains { $0.hasPrefix(text) }
  }
}
