/// Finds the known word that a misspelt one was meant to be.
enum NearestWord {
  /// The word with the fewest letters to change, given that they are few beside its length.
  static func of(_ word: String, among known: some Sequence<String>) -> String? {
    let letters = Array(word.lowercased().utf8)
    // An edit distance takes time in proportion to both lengths; no known word is that long.
    guard (3...60).contains(letters.count) else { return nil }
    let scored = known.map { (word: $0, distance: distance(letters, Array($0.lowercased().utf8))) }
    guard let best = scored.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, min(letters.count, best.word.utf8.count) / 5) ? best.word : nil
  }

  /// How many letters have to be added, taken, changed or swapped with their neighbour.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var before: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        let change = last[j] + (a[i] == b[j] ? 0 : 1)
        var best = min(change, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, before[j - 1] + 1) }
        row.append(best)
      }
      (before, last) = (last, row)
    }
    return last[b.count]
  }
}
