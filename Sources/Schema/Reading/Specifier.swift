import SetteePropertyLists

/// An element in a pane's file, such as a row, whose values are read even if their types are
/// slightly wrong.
///
/// This type is a class, because passing a reference is faster than copying ten fields.
final class Specifier {
  let values: PropertyListDictionary
  let mark: SourceMark?
  /// The translations of the strings in the pane's file.
  let strings: PaneStrings
  let typeName: String?
  /// The type of the element, or `nil` if its type is missing or unknown.
  let type: SpecifierType?
  private let shape: SpecifierShape

  /// Creates an element of a pane's file, using the cache for elements with the same keys.
  init(
    values: PropertyListDictionary, mark: SourceMark?, strings: PaneStrings,
    shapes: inout SpecifierShapes
  ) {
    let shape = shapes.shape(of: values)
    self.values = values
    self.mark = mark
    self.strings = strings
    self.shape = shape
    typeName = Self.value(.type, values, shape)?.asTitle
    type = typeName.flatMap { shapes.type(named: $0) }
  }

  convenience init(values: PropertyListDictionary, mark: SourceMark?, strings: PaneStrings) {
    var shapes = SpecifierShapes()
    self.init(values: values, mark: mark, strings: strings, shapes: &shapes)
  }

  /// A Boolean value that indicates whether the element uses keys that only InAppSettingsKit
  /// defines.
  var hasKitKeys: Bool { shape.hasKitKeys }

  var hasSetteeKeys: Bool { shape.hasSetteeKeys }

  subscript(_ key: SpecifierKey) -> PropertyList? { Self.value(key, values, shape) }

  private static func value(
    _ key: SpecifierKey, _ values: PropertyListDictionary, _ shape: SpecifierShape
  ) -> PropertyList? {
    guard let number = key.number else { return values[key.name] }
    return shape.places[number].map { values.entries[$0].value }
  }

  /// Returns whether the element contains a specific key.
  ///
  /// Checking for a key is faster than reading its value.
  func has(_ key: SpecifierKey) -> Bool {
    key.number.map { shape.places[$0] != nil } ?? values.hasValue(for: key.name)
  }

  /// Returns the value of a key as text, or `nil` if the value can't be represented as text.
  func text(_ key: SpecifierKey) -> String? { self[key]?.asTitle }

  /// Returns the value of a key as text in the user's language.
  func localized(_ key: SpecifierKey) -> String? { self[key].flatMap(strings.title) }

  func flag(_ key: SpecifierKey) -> Bool { self[key]?.asFlag ?? false }

  /// Returns the value of a key as a number, or `nil` if it isn't a finite number.
  func number(_ key: SpecifierKey) -> Double? {
    self[key]?.asNumber.flatMap { $0.isFinite ? $0 : nil }
  }

  func whole(_ key: SpecifierKey) -> Int? { self[key]?.asNumber.flatMap { Int(exactly: $0) } }

  /// Returns the strings in the array for a key, where a single string is treated as an array.
  func texts(_ key: SpecifierKey) -> [String] {
    guard let value = self[key] else { return [] }
    guard case .array(let elements) = value else { return value.asTitle.map { [$0] } ?? [] }
    return elements.compactMap(\.asTitle)
  }

  /// Returns the value of a key that must be one of several words, such as a type of keyboard.
  ///
  /// Devices distinguish uppercase and lowercase, but Settee doesn't, because the meaning is clear.
  func word<Word: RawRepresentable & CaseIterable>(_ key: SpecifierKey) -> Word?
  where Word.RawValue == String {
    guard let text = text(key)?.lowercased() else { return nil }
    return Word.allCases.first { $0.rawValue.lowercased() == text }
  }

  /// Returns the conditions that a key specifies as a dictionary or as an array of dictionaries.
  func conditions(_ key: SpecifierKey) -> [Condition] {
    switch self[key] {
    case .dictionary(let one)?: Condition(one).map { [$0] } ?? []
    case .array(let several)?: several.compactMap { $0.dictionary.flatMap(Condition.init) }
    default: []
    }
  }
}

/// The types of elements that Apple and InAppSettingsKit document.
enum SpecifierType: String, CaseIterable {
  case group = "PSGroupSpecifier"
  case toggle = "PSToggleSwitchSpecifier"
  case slider = "PSSliderSpecifier"
  case title = "PSTitleValueSpecifier"
  case text = "PSTextFieldSpecifier"
  case choice = "PSMultiValueSpecifier"
  case radio = "PSRadioGroupSpecifier"
  case pane = "PSChildPaneSpecifier"
  case link = "IASKOpenURLSpecifier"
  case mail = "IASKMailComposeSpecifier"
  case button = "IASKButtonSpecifier"
  case textview = "IASKTextViewSpecifier"
  case date = "IASKDatePickerSpecifier"
  case list = "IASKListGroupSpecifier"
  case custom = "IASKCustomViewSpecifier"

  /// Returns the element type that has a specific name, such as `PSGroupSpecifier`.
  ///
  /// Compare the bytes of the names, which is faster than the Unicode-aware operator `==`.
  init?(named name: String) {
    guard let known = Self.allCases.first(where: { $0.rawValue.isSame(as: name) }) else {
      return nil
    }
    self = known
  }
}

/// A key of an element.
///
/// The most common keys are identified by a number, which makes access to their values fast.
struct SpecifierKey: ExpressibleByStringLiteral {
  let name: String
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
  static var sortsByTitle: Self { Self("DisplaySortedByTitle", 7) }
  static var trueValue: Self { Self("TrueValue", 8) }
  static var falseValue: Self { Self("FalseValue", 9) }
  static var minimum: Self { Self("MinimumValue", 10) }
  static var maximum: Self { Self("MaximumValue", 11) }
  static var minimumImage: Self { Self("MinimumValueImage", 12) }
  static var maximumImage: Self { Self("MaximumValueImage", 13) }
  static var isSecure: Self { Self("IsSecure", 14) }
  static var keyboard: Self { Self("KeyboardType", 15) }
  static var file: Self { Self("File", 16) }
  static var footer: Self { Self("FooterText", 17) }
  static var idioms: Self { Self("SupportedUserInterfaceIdioms", 18) }

  static let numbered: [SpecifierKey] = [
    .type, .title, .key, .defaultValue, .values, .titles, .shortTitles, .sortsByTitle, .trueValue,
    .falseValue, .minimum, .maximum, .minimumImage, .maximumImage, .isSecure, .keyboard, .file,
    .footer, .idioms,
  ]
}

/// The positions of the keys in an element of a pane's file.
///
/// Besides the positions of common keys, this type records whether the element contains any other
/// keys.
struct SpecifierShape {
  /// The position of each common key in the element, indexed by the key's number.
  let places: [Int?]
  let hasKitKeys: Bool
  let hasSetteeKeys: Bool

  init(of values: PropertyListDictionary) {
    places = SpecifierKey.numbered.map { values.position(of: $0.name) }
    hasKitKeys = values.entries.contains { $0.key.hasPrefix("IASK") }
    hasSetteeKeys = values.entries.contains { $0.key.hasPrefix("Settee") }
  }
}

/// A cache for the positions of keys and the types of elements in a pane's file.
///
/// The cache pays off because many elements contain the same keys in the same order. Without the
/// cache, looking up two dozen keys in 2,000 elements takes one of the seven milliseconds that
/// `show` needs.
struct SpecifierShapes {
  /// The maximum number of entries in the cache.
  ///
  /// The cache is searched linearly.
  private static let most = 8

  private var known: [(values: PropertyListDictionary, shape: SpecifierShape)] = []
  private var types: [(name: String, type: SpecifierType?)] = []

  mutating func shape(of values: PropertyListDictionary) -> SpecifierShape {
    // Access each entry by its index, because iterating over the entries would copy them.
    if let same = known.indices.first(where: { known[$0].values.hasSameKeys(as: values) }) {
      return known[same].shape
    }
    let shape = SpecifierShape(of: values)
    if known.count < Self.most { known.append((values, shape)) }
    return shape
  }

  /// Returns the element type with a specific name, using the cache.
  ///
  /// The cache compares storage, because equal names in a file usually share the same storage.
  mutating func type(named name: String) -> SpecifierType? {
    if let same = types.indices.first(where: { types[$0].name.isIdentical(to: name) }) {
      return types[same].type
    }
    let type = SpecifierType(named: name)
    if types.count < Self.most { types.append((name, type)) }
    return type
  }
}
