package import SetteeValues

/// A value that the user can choose in a row, with the title that represents it.
package struct Choice: Sendable, Equatable {
  /// The title that represents the value, which is the value as text unless the bundle specifies a
  /// title.
  package var title: String
  /// A shorter title for the chosen value in its row, or `nil` if the bundle doesn't specify one.
  package var shortTitle: String?
  package var value: PropertyList

  package init(_ title: String, value: PropertyList, shortTitle: String? = nil) {
    self.title = title
    self.value = value
    self.shortTitle = shortTitle
  }
}

// The values among which the user can choose in a row, in display order.
extension [Choice] {
  /// Creates the choices from the keys `Values`, `Titles`, and `ShortTitles` of an element.
  ///
  /// If the bundle doesn't specify a title for a value, the value is displayed as text.
  init(_ specifier: Specifier) {
    let values = specifier["Values"]?.array ?? []
    let titles = specifier["Titles"]?.array ?? []
    let shortTitles = specifier["ShortTitles"]?.array ?? []
    func title(_ titles: [PropertyList], _ index: Int) -> String? {
      titles.indices.contains(index) ? specifier.strings.title(titles[index]) : nil
    }
    let choices = values.indices.map { index in
      Choice(
        title(titles, index) ?? values[index].asTitle ?? ValueFormatter.short(values[index]),
        value: values[index], shortTitle: title(shortTitles, index))
    }
    self = specifier.flag("DisplaySortedByTitle") ? Self.sorted(choices) : choices
  }

  /// Returns the index of the choice that represents a value, or `nil` if no choice does.
  ///
  /// If no choice is equal to the value, their text is compared, because some bundles declare `1`
  /// as the default for `"1"`.
  func index(of value: PropertyList) -> Int? {
    firstIndex { $0.value.matches(value) }
      ?? value.asTitle.flatMap { text in
        firstIndex { $0.value.asTitle?.isSame(as: text) == true }
      }
  }

  func text(of value: PropertyList) -> String? {
    index(of: value).map { self[$0].shortTitle ?? self[$0].title }
  }

  /// Returns the value of the choice that the user entered as text.
  ///
  /// The user can enter either the value or the title of a choice.
  func value(of text: String) -> PropertyList? {
    // If the bundle doesn't declare any choices, use the entered text as the value.
    if isEmpty { return .string(text) }
    let exact =
      first { $0.value.asTitle?.isSame(as: text) == true }
      ?? first { $0.title.isSame(as: text) }
      ?? first { $0.shortTitle?.isSame(as: text) == true }
      ?? Double(text).flatMap { number in first { $0.value.matches(.real(number)) } }
    if let exact { return exact.value }
    let loose = filter { $0.title.lowercased() == text.trimmed.lowercased() }
    if loose.count == 1 { return loose[0].value }
    // Accept similar words, such as `off` if the choices are `yes` and `no`.
    guard let isOn = BooleanWord.isOn(text) else { return nil }
    let same = filter { $0.value.asTitle.flatMap(BooleanWord.isOn) == isOn }
    return same.count == 1 ? same[0].value : nil
  }

  func accepts(_ value: PropertyList) -> Bool {
    isEmpty || contains { $0.value.matches(value) }
  }

  var phrase: String {
    let names = map { choice in
      let value = ValueFormatter.short(choice.value)
      return value.isSame(as: choice.title) || value.isEmpty
        ? choice.title : "\(value) (\(choice.title))"
    }
    return names.isEmpty ? "any value" : "one of: " + names.joined(separator: ", ")
  }
}

extension [Choice] {
  /// Returns the choices in the order of their titles, which ignores case and accents and is the
  /// same in every locale.
  private static func sorted(_ choices: [Choice]) -> [Choice] {
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

  /// Returns the base character of an accented character, derived from its Unicode name.
  private static func baseLetter(of scalar: Unicode.Scalar) -> UInt32? {
    let words = scalar.properties.name?.split(separator: " ") ?? []
    guard words.count > 4, words[0] == "LATIN", words[4] == "WITH", words[3].utf8.count == 1 else {
      return nil
    }
    return words[3].lowercased().unicodeScalars.first?.value
  }
}
