/// One element of a pane's file, asked for its keys the lenient way.
struct Specifier {
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

  init(values: PropertyListDictionary, mark: SourceMark?, strings: PaneStrings) {
    self.values = values
    self.mark = mark
    self.strings = strings
    typeName = values["Type"]?.asTitle
    type = typeName.flatMap { SpecifierType(named: $0) }
    (hasKitKeys, hasSetteeKeys) = values.extraKeys
  }

  subscript(_ key: String) -> PropertyList? { values[key] }

  /// A text, numbers in plain form.
  func text(_ key: String) -> String? { values[key]?.asTitle }

  /// A text in the user's language.
  func localized(_ key: String) -> String? {
    guard let value = values[key] else { return nil }
    return strings.title(value)
  }

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
