import SetteeFormats
package import SetteePropertyLists

/// A value that a control offers, with its titles.
package struct Choice: Sendable, Equatable {
  /// The displayed title, which is the text form of the value by default.
  package var title: String
  /// A shorter title for the row in the pane, or `nil` if the file doesn't specify one.
  package var shortTitle: String?
  package var value: PropertyList

  package init(_ title: String, value: PropertyList, shortTitle: String? = nil) {
    self.title = title
    self.value = value
    self.shortTitle = shortTitle
  }
}

/// The values that a row offers, in display order.
package struct ChoiceList: Sendable {
  package var choices: [Choice]

  package init(_ choices: [Choice] = []) { self.choices = choices }

  /// Creates a list from the `Values`, `Titles`, and `ShortTitles` of an element.
  ///
  /// A value without a title is shown as text.
  init(_ specifier: Specifier) {
    let values = specifier[.values]?.array ?? []
    let titles = specifier[.titles]?.array ?? []
    let shortTitles = specifier[.shortTitles]?.array ?? []
    func title(_ titles: [PropertyList], _ index: Int) -> String? {
      titles.indices.contains(index) ? specifier.strings.title(titles[index]) : nil
    }
    choices = values.indices.map { index in
      Choice(
        title(titles, index) ?? values[index].asTitle ?? ValueFormatter.short(values[index]),
        value: values[index], shortTitle: title(shortTitles, index))
    }
    if specifier.flag(.sortsByTitle) { choices = TitleOrder.sorted(choices) }
  }

  /// Returns the index of the choice that matches a value.
  ///
  /// If no choice matches exactly, the text is compared instead, because some files have a default
  /// of `1` although their values are `"1"`.
  func index(of value: PropertyList) -> Int? {
    choices.firstIndex { $0.value.matches(value) }
      ?? value.asTitle.flatMap { text in
        choices.firstIndex { $0.value.asTitle?.isSame(as: text) == true }
      }
  }

  func text(of value: PropertyList) -> String? {
    index(of: value).map { choices[$0].shortTitle ?? choices[$0].title }
  }

  /// Returns the value that text refers to.
  ///
  /// The text can be a value or a title.
  func value(of text: String) -> PropertyList? {
    // Without choices, the text itself is the value.
    if choices.isEmpty { return .string(text) }
    let exact =
      choices.first { $0.value.asTitle?.isSame(as: text) == true }
      ?? choices.first { $0.title.isSame(as: text) }
      ?? choices.first { $0.shortTitle?.isSame(as: text) == true }
      ?? Double(text).flatMap { number in choices.first { $0.value.matches(.real(number)) } }
    if let exact { return exact.value }
    let loose = choices.filter { $0.title.lowercased() == text.trimmed.lowercased() }
    if loose.count == 1 { return loose[0].value }
    // For example, the text is `off`, and `yes` and `no` are among the choices.
    guard let isOn = BooleanWord.isOn(text) else { return nil }
    let same = choices.filter { $0.value.asTitle.flatMap(BooleanWord.isOn) == isOn }
    return same.count == 1 ? same[0].value : nil
  }

  func accepts(_ value: PropertyList) -> Bool {
    choices.isEmpty || choices.contains { $0.value.matches(value) }
  }

  var phrase: String {
    let names = choices.map { choice in
      let value = ValueFormatter.short(choice.value)
      return value.isSame(as: choice.title) || value.isEmpty
        ? choice.title : "\(value) (\(choice.title))"
    }
    return names.isEmpty ? "any value" : "one of: " + names.joined(separator: ", ")
  }
}

/// A stable sort order for titles that ignores case and accents.
private enum TitleOrder {
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

  /// Returns the base letter from a Unicode name such as LATIN SMALL LETTER A WITH DIAERESIS.
  private static func baseLetter(of scalar: Unicode.Scalar) -> UInt32? {
    let words = scalar.properties.name?.split(separator: " ") ?? []
    guard words.count > 4, words[0] == "LATIN", words[4] == "WITH", words[3].utf8.count == 1 else {
      return nil
    }
    return words[3].lowercased().unicodeScalars.first?.value
  }
}
