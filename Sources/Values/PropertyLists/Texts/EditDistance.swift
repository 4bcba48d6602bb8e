/// A calculator for the Damerau–Levenshtein edit distance from a fixed word, used to suggest
/// corrections.
///
/// The calculator reuses the rows of its table for each comparison.
package struct EditDistance {
  private let letters: [UInt32]
  private var before: [Int]
  private var last: [Int]
  private var row: [Int]

  package init(from letters: [UInt32]) {
    self.letters = letters
    before = Array(repeating: 0, count: letters.count + 1)
    last = before
    row = before
  }

  /// Returns the edit distance to another word, or `nil` if the distance exceeds the limit.
  package mutating func distance(to other: [UInt32], limit: Int) -> Int? {
    guard abs(other.count - letters.count) <= limit else { return nil }
    for j in row.indices { last[j] = j }
    for i in other.indices {
      row[0] = i + 1
      var least = row[0]
      for j in letters.indices {
        var best = min(last[j] + (other[i] == letters[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, other[i] == letters[j - 1], other[i - 1] == letters[j] {
          best = min(best, before[j - 1] + 1)
        }
        row[j + 1] = best
        least = min(least, best)
      }
      // A transposition of two characters refers to the row before the last one. A single row above
      // the limit therefore isn't conclusive.
      guard least <= limit + 1 else { return nil }
      (before, last, row) = (last, row, before)
    }
    let distance = last[letters.count]
    return distance <= limit ? distance : nil
  }
}
