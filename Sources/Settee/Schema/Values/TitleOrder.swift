/// The order of titles that are to be sorted: without case and accents, and stable.
enum TitleOrder {
  /// The choices by title; each keeps its value, short title and icon.
  static func sorted(_ choices: [Choice]) -> [Choice] {
    let keyed = choices.map { (key: folded($0.title), choice: $0) }
    return keyed.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.choice)
  }

  private static func folded(_ title: String) -> [UInt32] {
    title.lowercased().unicodeScalars.compactMap { scalar in
      if scalar.isASCII { return scalar.value }
      if scalar.properties.generalCategory == .nonspacingMark { return nil }
      return baseLetter(of: scalar) ?? scalar.value
    }
  }

  /// The letter under an accent, as its Unicode name says: LATIN SMALL LETTER A WITH DIAERESIS.
  private static func baseLetter(of scalar: Unicode.Scalar) -> UInt32? {
    let words = scalar.properties.name?.split(separator: " ") ?? []
    guard words.count > 4, words[0] == "LATIN", words[4] == "WITH", words[3].utf8.count == 1 else {
      return nil
    }
    return words[3].lowercased().unicodeScalars.first?.value
  }
}
