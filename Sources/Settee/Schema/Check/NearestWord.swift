/// Finds the known word that a misspelt one was meant to be.
struct NearestWord {
  /// As many comparisons with known words as one rule may spend on advice in a bundle: thousands of
  /// faults among thousands of names are told without it, sooner than after minutes.
  static let effort = 400_000

  /// The lengths of words for which it is worth while: of short ones each is near to each, and no
  /// known word is longer.
  private static let lengths = 3...60

  private let known: [(word: String, letters: [UInt8])]

  init(among known: some Sequence<String>) {
    self.known = known.map { ($0, Array($0.lowercased().utf8)) }
  }

  /// The word with the fewest letters to change, given that they are few beside its length.
  func nearest(to word: String) -> String? {
    var effort = known.count
    return nearest(to: word, effort: &effort)
  }

  /// The same, as long as there is effort left.
  func nearest(to word: String, effort: inout Int) -> String? {
    let letters = Array(word.lowercased().utf8)
    guard Self.lengths.contains(letters.count), effort >= known.count else { return nil }
    effort -= known.count
    var rows = EditRows(letters)
    var best: (word: String, distance: Int)?
    for (word, other) in known {
      let allowed = max(1, min(letters.count, other.count) / 5)
      let limit = min(allowed, (best?.distance ?? .max) - 1)
      guard limit >= 0, let distance = rows.distance(to: other, limit: limit) else { continue }
      best = (word, distance)
    }
    return best?.word
  }
}

/// The rows of the table by which an edit distance is found, kept from one word to the next.
private struct EditRows {
  private let letters: [UInt8]
  private var before: [Int]
  private var last: [Int]
  private var row: [Int]

  init(_ letters: [UInt8]) {
    self.letters = letters
    before = Array(repeating: 0, count: letters.count + 1)
    last = before
    row = before
  }

  /// How many letters have to be added, taken, changed or swapped with their neighbour; nil when
  /// they are more than the limit.
  mutating func distance(to other: [UInt8], limit: Int) -> Int? {
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
      // NB: a swap reaches back two rows, so one row above the limit does not end it yet.
      guard least <= limit + 1 else { return nil }
      (before, last, row) = (last, row, before)
    }
    let distance = last[letters.count]
    return distance <= limit ? distance : nil
  }
}
