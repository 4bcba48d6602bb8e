import SetteePropertyLists

/// An element in the file of a pane, with lenient access to the element's keys.
///
/// This is a class because passing a reference is cheaper than copying ten fields.
final class Specifier {
  let values: PropertyListDictionary
  let mark: SourceMark?
  /// The localization of the strings in the file.
  let strings: PaneStrings
  let typeName: String?
  /// The type of the element, or `nil` if the type is missing or unknown.
  let type: SpecifierType?
  private let shape: SpecifierShape

  /// Reads an element of a file, and reuses the known shapes.
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

  /// A Boolean value that indicates whether the element has keys of InAppSettingsKit.
  var hasKitKeys: Bool { shape.hasKitKeys }

  var hasSetteeKeys: Bool { shape.hasSetteeKeys }

  subscript(_ key: SpecifierKey) -> PropertyList? { Self.value(key, values, shape) }

  private static func value(
    _ key: SpecifierKey, _ values: PropertyListDictionary, _ shape: SpecifierShape
  ) -> PropertyList? {
    guard let number = key.number else { return values[key.name] }
    return shape.places[number].map { values.entries[$0].value }
  }

  /// Returns whether the element has a key.
  ///
  /// This method is faster than reading the key's value.
  func has(_ key: SpecifierKey) -> Bool {
    key.number.map { shape.places[$0] != nil } ?? values.hasValue(for: key.name)
  }

  /// Returns the value of a key as text.
  func text(_ key: SpecifierKey) -> String? { self[key]?.asTitle }

  /// Returns the value of a key as localized text.
  func localized(_ key: SpecifierKey) -> String? { self[key].flatMap(strings.title) }

  func flag(_ key: SpecifierKey) -> Bool { self[key]?.asFlag ?? false }

  /// Returns the value of a key if it is a finite number, or `nil` for any other value.
  func number(_ key: SpecifierKey) -> Double? {
    self[key]?.asNumber.flatMap { $0.isFinite ? $0 : nil }
  }

  func whole(_ key: SpecifierKey) -> Int? { self[key]?.asNumber.flatMap { Int(exactly: $0) } }

  /// Returns the strings of an array, or an array with a single string.
  func texts(_ key: SpecifierKey) -> [String] {
    guard let value = self[key] else { return [] }
    guard case .array(let elements) = value else { return value.asTitle.map { [$0] } ?? [] }
    return elements.compactMap(\.asTitle)
  }

  /// Returns a word from a fixed set.
  ///
  /// Case is ignored, because the meaning is clear even though devices don't accept it.
  func word<Word: RawRepresentable & CaseIterable>(_ key: SpecifierKey) -> Word?
  where Word.RawValue == String {
    guard let text = text(key)?.lowercased() else { return nil }
    return Word.allCases.first { $0.rawValue.lowercased() == text }
  }

  /// Returns the conditions under a key, whose value is a dictionary or an array of dictionaries.
  func conditions(_ key: SpecifierKey) -> [Condition] {
    switch self[key] {
    case .dictionary(let one)?: Condition(one).map { [$0] } ?? []
    case .array(let several)?: several.compactMap { $0.dictionary.flatMap(Condition.init) }
    default: []
    }
  }
}

/// The element types that are documented by Apple and InAppSettingsKit.
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

  /// Creates the type with a name.
  ///
  /// Comparing bytes is faster than the Unicode-aware `==` operator.
  init?(named name: String) {
    guard let known = Self.allCases.first(where: { $0.rawValue.isSame(as: name) }) else {
      return nil
    }
    self = known
  }
}

/// A key of an element.
///
/// The most common keys have a number, which makes access fast.
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

/// The layout of an element's keys: the positions of the common keys, and whether there are other
/// keys.
struct SpecifierShape {
  /// The positions of the common keys, indexed by the number of the key.
  let places: [Int?]
  let hasKitKeys: Bool
  let hasSetteeKeys: Bool

  init(of values: PropertyListDictionary) {
    places = SpecifierKey.numbered.map { values.position(of: $0.name) }
    hasKitKeys = values.entries.contains { $0.key.hasPrefix("IASK") }
    hasSetteeKeys = values.entries.contains { $0.key.hasPrefix("Settee") }
  }
}

/// A cache for the shapes and types of the elements in a file, because many elements have the same
/// keys in the same order.
///
/// Without the cache, `show` of 2,000 controls takes 8.1 ms more than an empty program, and the
/// target is 8 ms.
struct SpecifierShapes {
  /// The maximum number of cached entries.
  ///
  /// The cache is searched linearly.
  private static let most = 8

  private var known: [(values: PropertyListDictionary, shape: SpecifierShape)] = []
  private var types: [(name: String, type: SpecifierType?)] = []

  mutating func shape(of values: PropertyListDictionary) -> SpecifierShape {
    // This search uses indices, because iterating would copy each element.
    if let same = known.indices.first(where: { known[$0].values.hasSameKeys(as: values) }) {
      return known[same].shape
    }
    let shape = SpecifierShape(of: values)
    if known.count < Self.most { known.append((values, shape)) }
    return shape
  }

  /// Returns the type for a name.
  ///
  /// Names that are repeated in a file usually share the same storage.
  mutating func type(named name: String) -> SpecifierType? {
    if let same = types.indices.first(where: { types[$0].name.isIdentical(to: name) }) {
      return types[same].type
    }
    let type = SpecifierType(named: name)
    if types.count < Self.most { types.append((name, type)) }
    return type
  }
}
