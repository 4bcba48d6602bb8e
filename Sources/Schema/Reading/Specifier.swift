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
  /// A Boolean value that indicates whether the element has keys of InAppSettingsKit.
  let hasKitKeys: Bool
  let hasSetteeKeys: Bool

  init(values: PropertyListDictionary, mark: SourceMark?, strings: PaneStrings) {
    self.values = values
    self.mark = mark
    self.strings = strings
    typeName = values[SpecifierKey.type.name]?.asTitle
    type = typeName.flatMap { SpecifierType(named: $0) }
    hasKitKeys = values.entries.contains { $0.key.hasPrefix("IASK") }
    hasSetteeKeys = values.entries.contains { $0.key.hasPrefix("Settee") }
  }

  subscript(_ key: SpecifierKey) -> PropertyList? { values[key.name] }

  func has(_ key: SpecifierKey) -> Bool { values.hasValue(for: key.name) }

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
struct SpecifierKey: ExpressibleByStringLiteral {
  let name: String

  init(stringLiteral name: String) { self.name = name }

  static var type: Self { "Type" }
  static var title: Self { "Title" }
  static var key: Self { "Key" }
  static var defaultValue: Self { "DefaultValue" }
  static var values: Self { "Values" }
  static var titles: Self { "Titles" }
  static var shortTitles: Self { "ShortTitles" }
  static var sortsByTitle: Self { "DisplaySortedByTitle" }
  static var trueValue: Self { "TrueValue" }
  static var falseValue: Self { "FalseValue" }
  static var minimum: Self { "MinimumValue" }
  static var maximum: Self { "MaximumValue" }
  static var minimumImage: Self { "MinimumValueImage" }
  static var maximumImage: Self { "MaximumValueImage" }
  static var isSecure: Self { "IsSecure" }
  static var keyboard: Self { "KeyboardType" }
  static var file: Self { "File" }
  static var footer: Self { "FooterText" }
  static var idioms: Self { "SupportedUserInterfaceIdioms" }
}
