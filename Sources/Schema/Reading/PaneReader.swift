import SetteeValues

/// Reads the elements in a pane's file and converts them to groups of rows.
struct PaneReader {
  private let idiom: Idiom
  private let strings: PaneStrings
  private let domain: String?
  /// A Boolean value that indicates whether the next row belongs to the last group.
  ///
  /// The rows before the first heading become a separate group.
  private var isOpen = false
  // Reserve memory for large groups of rows in advance, which makes reading them faster. Growing an
  // array of 2,000 rows incrementally takes 2.5% of the time to the first frame. Unused capacity
  // uses no physical memory.
  private static let fewRows = 64
  private static let mostRoom = 4096
  /// The number of elements in the pane's file.
  private var elements = 0
  /// The groups of rows that have been read so far, in order.
  private(set) var groups: [PaneGroup] = []

  init(_ file: PropertyListNode, idiom: Idiom, strings: PaneStrings, domain: String?) {
    (self.idiom, self.strings, self.domain) = (idiom, strings, domain)
    guard let list = file["PreferenceSpecifiers"] ?? file["items"],
      case .array(let elements) = list.value
    else { return }
    self.elements = elements.count
    for (position, element) in elements.enumerated() {
      guard case .dictionary(let values) = element else { continue }
      let mark = list.mark.child(position)
      let specifier = specifier(values, mark)
      if !specifier.has("Type"), let cell = values["cell"]?.string {
        let translated = Self.translated(values, from: cell)
        read(self.specifier(translated, mark), writtenAs: cell)
      } else {
        read(specifier, writtenAs: nil)
      }
    }
  }

  private mutating func specifier(
    _ values: PropertyListDictionary, _ mark: SourceMark
  ) -> Specifier {
    Specifier(values: values, mark: mark, strings: strings)
  }

  private mutating func read(_ specifier: Specifier, writtenAs cell: String?) {
    guard specifier.isMeant(for: idiom) else { return }
    switch specifier.type {
    case .group:
      groups.append(PaneGroup(specifier))
      isOpen = true
    case .radio, .list:
      // A radio group or a list is a group that contains only one row.
      var group = PaneGroup(specifier)
      group.controls = [Control(specifier, domain: domain, writtenAs: cell)]
      groups.append(group)
      isOpen = false
    default:
      if !isOpen { groups.append(PaneGroup()) }
      isOpen = true
      let last = groups.count - 1
      if groups[last].controls.count == Self.fewRows {
        groups[last].controls.reserveCapacity(min(elements, Self.mostRoom))
      }
      groups[last].controls.append(Control(specifier, domain: domain, writtenAs: cell))
    }
  }
}

extension Specifier {
  /// Returns whether an element is intended for a specific type of device.
  ///
  /// An element that doesn't specify any devices is intended for all of them.
  fileprivate func isMeant(for idiom: Idiom) -> Bool {
    guard idiom != .all else { return true }
    let names = texts("SupportedUserInterfaceIdioms")
    return names.isEmpty || names.contains { $0.lowercased() == idiom.rawValue }
  }
}

// The format of PreferenceLoader, which uses keys such as `items`, `cell`, and `label`.
extension PaneReader {
  /// Returns a PreferenceLoader element with the keys and types that Apple defines.
  fileprivate static func translated(
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
