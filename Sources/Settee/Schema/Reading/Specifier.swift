/// One element of a pane's file, asked for its keys the lenient way.
///
/// It cannot be copied, so that none of the many hands it goes through counts its references.
struct Specifier: ~Copyable {
  /// The element as the file has it.
  let values: PropertyListDictionary
  /// Where the element begins.
  let mark: SourceMark?
  /// Turns a raw text of the file into the user's language.
  let strings: PaneStrings
  /// The type as written.
  let typeName: String?
  /// The type, nil where there is none or nobody documents it.
  let type: SpecifierType?
  /// Whether there are keys of InAppSettingsKit, and of Settee: most elements have neither.
  let hasKitKeys: Bool
  let hasSetteeKeys: Bool
  /// Where the common keys stand among the values; nil for an element of hundreds of keys.
  private let places: AskedKeys.Places?

  /// Reads an element that stands alone.
  init(values: PropertyListDictionary, mark: SourceMark?, strings: PaneStrings) {
    var types = SpecifierTypes()
    self.init(values: values, mark: mark, strings: strings, types: &types)
  }

  /// Reads one of many elements, whose types are looked up once.
  init(
    values: PropertyListDictionary, mark: SourceMark?, strings: PaneStrings,
    types: inout SpecifierTypes
  ) {
    self.values = values
    self.mark = mark
    self.strings = strings
    places = types.places(in: values)
    typeName = Self.value(.type, values, places)?.asTitle
    type = typeName.flatMap { types.type(named: $0) }
    (hasKitKeys, hasSetteeKeys) = places?.hasOthers == false ? (false, false) : values.extraKeys
  }

  subscript(_ key: SpecifierKey) -> PropertyList? { Self.value(key, values, places) }

  private static func value(
    _ key: SpecifierKey, _ values: PropertyListDictionary, _ places: AskedKeys.Places?
  ) -> PropertyList? {
    guard let places, let number = key.number else { return values[key.name] }
    return places[number].map { values.value(at: $0) }
  }

  /// Whether the element has a key; quicker than asking for its value.
  func has(_ key: SpecifierKey) -> Bool {
    guard let places, let number = key.number else { return values.hasValue(for: key.name) }
    return places[number] != nil
  }

  /// A text, numbers in plain form.
  func text(_ key: SpecifierKey) -> String? { self[key]?.asTitle }

  /// A text in the user's language.
  func localized(_ key: SpecifierKey) -> String? {
    guard let value = self[key] else { return nil }
    return strings.title(value)
  }

  func flag(_ key: SpecifierKey) -> Bool { self[key]?.asFlag ?? false }

  /// A number; infinite ones and what is no number bound nothing.
  func number(_ key: SpecifierKey) -> Double? {
    self[key]?.asNumber.flatMap { $0.isFinite ? $0 : nil }
  }

  func whole(_ key: SpecifierKey) -> Int? { self[key]?.asWhole }

  /// Texts of an array, or of a single text in place of one.
  func texts(_ key: SpecifierKey) -> [String] {
    guard let value = self[key] else { return [] }
    guard case .array(let elements) = value else { return value.asTitle.map { [$0] } ?? [] }
    return elements.compactMap(\.asTitle)
  }

  /// A word of a fixed set, told apart without case, since a wrong case works on no device but
  /// leaves no doubt of what is meant.
  func word<Word: RawRepresentable & CaseIterable>(_ key: SpecifierKey) -> Word?
  where Word.RawValue == String {
    guard let text = text(key)?.lowercased() else { return nil }
    return Word.allCases.first { $0.rawValue.lowercased() == text }
  }
}

extension PropertyListDictionary {
  /// Whether there are keys of InAppSettingsKit, and of Settee; nearly every key differs from
  /// both in its first letter.
  fileprivate var extraKeys: (kit: Bool, settee: Bool) {
    var found = (kit: false, settee: false)
    forEachKey { key in
      switch key.first {
      case UInt8(ascii: "I"): if key.starts(with: "IASK".utf8) { found.kit = true }
      case UInt8(ascii: "S"): if key.starts(with: "Settee".utf8) { found.settee = true }
      default: break
      }
    }
    return found
  }
}
