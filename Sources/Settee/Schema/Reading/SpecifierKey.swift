import SetteePropertyLists

/// A key of an element: one that is asked of nearly every element and has a number, or any other,
/// written as a literal.
struct SpecifierKey: ExpressibleByStringLiteral {
  /// The key in the file.
  let name: String
  /// Which of the common keys it is.
  let number: Int?

  init(stringLiteral name: String) { self.init(name, nil) }

  private init(_ name: String, _ number: Int?) {
    self.name = name
    self.number = number
  }

  static var type: Self { Self("Type", 0) }
  static var title: Self { Self("Title", 1) }
  static var key: Self { Self("Key", 2) }
  static var defaultValue: Self { Self("DefaultValue", 3) }
  static var values: Self { Self("Values", 4) }
  static var titles: Self { Self("Titles", 5) }
  static var shortTitles: Self { Self("ShortTitles", 6) }
  static var iconNames: Self { Self("IconNames", 7) }
  static var sortsByTitle: Self { Self("DisplaySortedByTitle", 8) }
  static var trueValue: Self { Self("TrueValue", 9) }
  static var falseValue: Self { Self("FalseValue", 10) }
  static var minimum: Self { Self("MinimumValue", 11) }
  static var maximum: Self { Self("MaximumValue", 12) }
  static var minimumImage: Self { Self("MinimumValueImage", 13) }
  static var maximumImage: Self { Self("MaximumValueImage", 14) }
  static var isSecure: Self { Self("IsSecure", 15) }
  static var keyboard: Self { Self("KeyboardType", 16) }
  static var capitalization: Self { Self("AutocapitalizationType", 17) }
  // Two generators of such files spell these with one capital letter too many.
  static var capitalizationMisspelt: Self { Self("AutoCapitalizationType", 18) }
  static var autocorrection: Self { Self("AutocorrectionType", 19) }
  static var autocorrectionMisspelt: Self { Self("AutoCorrectionType", 20) }
  static var file: Self { Self("File", 21) }
  static var footer: Self { Self("FooterText", 22) }
  static var idioms: Self { Self("SupportedUserInterfaceIdioms", 23) }

  /// The common keys by their numbers.
  static let numbered: [SpecifierKey] = [
    .type, .title, .key, .defaultValue, .values, .titles, .shortTitles, .iconNames, .sortsByTitle,
    .trueValue, .falseValue, .minimum, .maximum, .minimumImage, .maximumImage, .isSecure,
    .keyboard, .capitalization, .capitalizationMisspelt, .autocorrection,
    .autocorrectionMisspelt, .file, .footer, .idioms,
  ]

  /// The common keys, to be found in an element all at once.
  static let common = AskedKeys(numbered.map(\.name))
}
