/// One element of a pane's file, asked for its keys the lenient way.
struct Specifier {
  /// The element as the file has it.
  let values: PropertyListDictionary
  /// Where the element begins.
  let place: SourcePlace?
  /// Turns a raw text of the file into the user's language.
  let strings: PaneStrings
  /// The type as written.
  let typeName: String?
  /// The type, nil where there is none or nobody documents it.
  let type: SpecifierType?
  /// Whether there are keys of InAppSettingsKit, and of Settee: most elements have neither.
  let hasKitKeys: Bool
  let hasSetteeKeys: Bool

  init(values: PropertyListDictionary, place: SourcePlace?, strings: PaneStrings) {
    self.values = values
    self.place = place
    self.strings = strings
    typeName = values["Type"]?.asTitle
    type = typeName.flatMap { SpecifierType.byName[$0] }
    hasKitKeys = values.hasKeys(startingWith: "IASK")
    hasSetteeKeys = values.hasKeys(startingWith: "Settee")
  }

  subscript(_ key: String) -> PropertyList? { values[key] }

  /// A text, numbers in plain form.
  func text(_ key: String) -> String? { values[key]?.asTitle }

  /// A text in the user's language.
  func localized(_ key: String) -> String? { values[key].flatMap(strings.title) }

  func flag(_ key: String) -> Bool { values[key]?.asFlag ?? false }

  /// A number; infinite ones and what is no number bound nothing.
  func number(_ key: String) -> Double? {
    values[key]?.asNumber.flatMap { $0.isFinite ? $0 : nil }
  }

  func whole(_ key: String) -> Int? { values[key]?.asWhole }

  /// Texts of an array, or of a single text in place of one.
  func texts(_ key: String) -> [String] {
    guard let value = values[key] else { return [] }
    guard case .array(let elements) = value else { return value.asTitle.map { [$0] } ?? [] }
    return elements.compactMap(\.asTitle)
  }

  /// A word of a fixed set, told apart without case, since a wrong case works on no device but
  /// leaves no doubt of what is meant.
  func word<Word: RawRepresentable & CaseIterable>(_ key: String) -> Word?
  where Word.RawValue == String {
    guard let text = text(key)?.lowercased() else { return nil }
    return Word.allCases.first { $0.rawValue.lowercased() == text }
  }
}

extension PropertyListDictionary {
  /// Whether a key begins with a prefix; nearly every key differs in its first letter.
  fileprivate func hasKeys(startingWith prefix: StaticString) -> Bool {
    let length = prefix.utf8CodeUnitCount
    let first = prefix.utf8Start[0]
    return entries.contains { key, _ in
      guard key.utf8.first == first else { return false }
      return key.utf8.prefix(length)
        .elementsEqual(UnsafeBufferPointer(start: prefix.utf8Start, count: length))
    }
  }
}
