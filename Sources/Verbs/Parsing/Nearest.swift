import Settee

/// A generator of corrections for mistyped words.
package enum Nearest {
  /// Returns the candidate that is most similar to a word, or `nil` if no candidate is similar.
  package static func to(_ word: String, among candidates: some Sequence<String>) -> String? {
    let word = letters(of: word)
    guard !word.isEmpty, word.count <= 64 else { return nil }
    var table = EditDistance(from: word)
    var best: (text: String, distance: Int)?
    for candidate in candidates {
      let letters = letters(of: candidate)
      let limit = max(1, min(word.count, letters.count) / 3)
      guard letters.count <= 64, let distance = table.distance(to: letters, limit: limit),
        distance < best?.distance ?? .max
      else { continue }
      best = (candidate, distance)
    }
    return best?.text
  }

  /// Returns a suggestion such as `; did you mean get?`, or an empty string if no candidate is
  /// similar.
  package static func hint(_ word: String, among candidates: some Sequence<String>) -> String {
    to(word, among: candidates).map { "; did you mean \($0)?" } ?? ""
  }

  private static func letters(of word: String) -> [UInt32] {
    word.lowercased().unicodeScalars.map(\.value)
  }
}
