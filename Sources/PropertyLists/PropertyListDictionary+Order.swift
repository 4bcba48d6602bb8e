extension PropertyListDictionary {
  /// The entries with their keys in the order of a written file: by UTF-16 units.
  ///
  /// Most files are in order already, so that is looked at first.
  var entriesInWrittenOrder: [Entry] {
    var previous: String?
    for entry in entries {
      if let previous, !previous.isWritten(before: entry.key) { return sorted }
      previous = entry.key
    }
    return entries
  }

  private var sorted: [Entry] { entries.sorted { $0.key.isWritten(before: $1.key) } }
}

extension String {
  /// Whether this comes before another text by UTF-16 units.
  ///
  /// UTF-8 has the same order but for one thing: UTF-16 writes the characters beyond U+FFFF (first
  /// byte F0 and up) with units below those of U+E000 to U+FFFF (first byte EE or EF).
  fileprivate func isWritten(before other: String) -> Bool {
    var (left, right) = (self, other)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        for index in 0..<Swift.min(left.count, right.count) where left[index] != right[index] {
          let (a, b) = (left[index], right[index])
          return a >= 0xEE && b >= 0xEE && (a >= 0xF0) != (b >= 0xF0) ? a > b : a < b
        }
        return left.count < right.count
      }
    }
  }
}
