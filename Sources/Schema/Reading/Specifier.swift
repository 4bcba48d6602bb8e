import SetteeValues

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
  /// A Boolean value that indicates whether the element has keys of InAppSettingsKit.
  let hasKitKeys: Bool
  let hasSetteeKeys: Bool

  init(values: PropertyListDictionary, mark: SourceMark?, strings: PaneStrings) {
    self.values = values
    self.mark = mark
    self.strings = strings
    typeName = values["Type"]?.asTitle
    type = typeName.flatMap { SpecifierType(named: $0) }
    hasKitKeys = values.hasKey(startingWith: "IASK")
    hasSetteeKeys = values.hasKey(startingWith: "Settee")
  }

  subscript(_ key: String) -> PropertyList? { values[key] }

  func has(_ key: String) -> Bool { values.hasValue(for: key) }

  /// Returns the value of a key as text, or `nil` if the value can't be represented as text.
  func text(_ key: String) -> String? { self[key]?.asTitle }

  /// Returns the value of a key as text in the user's language.
  func localized(_ key: String) -> String? { self[key].flatMap(strings.title) }

  func flag(_ key: String) -> Bool { self[key]?.asFlag ?? false }

  /// Returns the value of a key as a number, or `nil` if it isn't a finite number.
  func number(_ key: String) -> Double? {
    self[key]?.asNumber.flatMap { $0.isFinite ? $0 : nil }
  }

  func whole(_ key: String) -> Int? { self[key]?.asNumber.flatMap { Int(exactly: $0) } }

  /// Returns the strings in the array for a key, where a single string is treated as an array.
  func texts(_ key: String) -> [String] {
    guard let value = self[key] else { return [] }
    guard case .array(let elements) = value else { return value.asTitle.map { [$0] } ?? [] }
    return elements.compactMap(\.asTitle)
  }

  /// Returns the value of a key that must be one of several words, such as a type of keyboard.
  ///
  /// Devices distinguish uppercase and lowercase, but Settee doesn't, because the meaning is clear.
  func word<Word: RawRepresentable & CaseIterable>(_ key: String) -> Word?
  where Word.RawValue == String {
    guard let text = text(key)?.lowercased() else { return nil }
    return Word.allCases.first { $0.rawValue.lowercased() == text }
  }

  /// Returns the conditions of a key, whose value is a dictionary or an array of dictionaries.
  func conditions(_ key: String) -> [Condition] {
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
