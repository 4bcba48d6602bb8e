/// Finds what somebody who mistyped a word may have meant.
package enum Nearest {
  /// The candidate that is nearest to a word, when it is near enough to be worth naming.
  package static func to(_ word: String, among candidates: some Sequence<String>) -> String? {
    let word = Array(word.lowercased().unicodeScalars)
    guard !word.isEmpty, word.count <= 64 else { return nil }
    var best: (text: String, distance: Int)?
    for candidate in candidates {
      let letters = Array(candidate.lowercased().unicodeScalars)
      let limit = max(1, min(word.count, letters.count) / 3)
      guard letters.count <= 64, abs(letters.count - word.count) <= limit else { continue }
      let distance = distance(word, letters)
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.text
  }

  /// `; did you mean get?`, or nothing.
  package static func hint(_ word: String, among candidates: some Sequence<String>) -> String {
    to(word, among: candidates).map { "; did you mean \($0)?" } ?? ""
  }

  /// How many letters to add, leave out, replace or swap with their neighbour.
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var last: [Int] = []
    var previous: [Int] = []
    var row = Array(0...right.count)
    for (i, letter) in left.enumerated() {
      last = previous
      previous = row
      row[0] = i + 1
      for (j, other) in right.enumerated() {
        let replaced = previous[j] + (letter == other ? 0 : 1)
        row[j + 1] = min(replaced, previous[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other {
          row[j + 1] = min(row[j + 1], last[j - 1] + 1)
        }
      }
    }
    return row[right.count]
  }
}
