/// Elements of PreferenceLoader's dialect (`items`, `cell`, `label`), told in Apple's words.
enum Dialect {
  /// The element with the keys and types that the reader knows.
  static func translated(
    _ values: PropertyListDictionary, from cell: String
  ) -> PropertyListDictionary {
    var result = values
    for (theirs, ours) in keys where result[ours] == nil {
      if let value = values[theirs] { result[ours] = value }
    }
    if cell == "PSSecureEditTextCell" { result["IsSecure"] = true }
    result["Type"] = .string(types[cell]?.rawValue ?? cell)
    return result
  }

  /// The type of an element in the dialect's own words, which counts where it has none of Apple's.
  static func cell(of values: PropertyListDictionary) -> String? { values["cell"]?.string }

  private static let keys = [
    "label": "Title", "key": "Key", "default": "DefaultValue", "validValues": "Values",
    "validTitles": "Titles", "shortTitles": "ShortTitles", "min": "MinimumValue",
    "max": "MaximumValue", "footerText": "FooterText", "trueValue": "TrueValue",
    "falseValue": "FalseValue", "detail": "File",
  ]

  private static let types: [String: SpecifierType] = [
    "PSGroupCell": .group, "PSSwitchCell": .toggle, "PSSliderCell": .slider,
    "PSEditTextCell": .text, "PSSecureEditTextCell": .text, "PSLinkListCell": .choice,
    "PSSegmentCell": .choice, "PSTitleValueCell": .title, "PSStaticTextCell": .title,
    "PSButtonCell": .button, "PSLinkCell": .pane, "PSEditTextViewCell": .textview,
  ]
}
