import SetteeValues

extension [PaneGroup] {
  // Reserve memory for large groups of rows in advance, which makes reading them faster. Growing an
  // array of 2,000 rows incrementally takes 2.5% of the time to the first frame. Unused capacity
  // uses no physical memory.
  private static var fewRows: Int { 64 }
  private static var mostRoom: Int { 4096 }

  /// Reads the elements in a pane's file and converts them to groups of rows.
  init(_ file: PropertyListNode, idiom: Idiom, strings: PaneStrings, domain: String?) {
    self = []
    guard let list = file["PreferenceSpecifiers"] ?? file["items"],
      case .array(let elements) = list.value
    else { return }
    // Whether the next row belongs to the last group. The rows before the first heading become a
    // separate group.
    var isOpen = false
    for (position, element) in elements.enumerated() {
      guard case .dictionary(let values) = element else { continue }
      let mark = list.mark.child(position)
      var specifier = Specifier(values: values, mark: mark, strings: strings)
      let cell = specifier.has("Type") ? nil : values["cell"]?.string
      if let cell {
        specifier = Specifier(values: values.translated(from: cell), mark: mark, strings: strings)
      }
      guard specifier.isMeant(for: idiom) else { continue }
      switch specifier.type {
      case .group:
        append(PaneGroup(specifier))
        isOpen = true
      case .radio, .list:
        // A radio group or a list is a group that contains only one row.
        var group = PaneGroup(specifier)
        group.controls = [Control(specifier, domain: domain, writtenAs: cell)]
        append(group)
        isOpen = false
      default:
        if !isOpen { append(PaneGroup()) }
        isOpen = true
        let last = count - 1
        if self[last].controls.count == Self.fewRows {
          self[last].controls.reserveCapacity(Swift.min(elements.count, Self.mostRoom))
        }
        self[last].controls.append(Control(specifier, domain: domain, writtenAs: cell))
      }
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
extension PropertyListDictionary {
  /// Returns a PreferenceLoader element with the keys and types that Apple defines.
  fileprivate func translated(from cell: String) -> PropertyListDictionary {
    var result = self
    for (theirs, ours) in Self.keysOfCells where result[ours] == nil {
      if let value = self[theirs] { result[ours] = value }
    }
    if cell == "PSSecureEditTextCell" { result["IsSecure"] = true }
    result["Type"] = .string(Self.typesOfCells[cell]?.rawValue ?? cell)
    return result
  }

  private static let keysOfCells = [
    "label": "Title", "key": "Key", "default": "DefaultValue", "validValues": "Values",
    "validTitles": "Titles", "shortTitles": "ShortTitles", "min": "MinimumValue",
    "max": "MaximumValue", "footerText": "FooterText", "trueValue": "TrueValue",
    "falseValue": "FalseValue", "detail": "File",
  ]

  private static let typesOfCells: [String: SpecifierType] = [
    "PSGroupCell": .group, "PSSwitchCell": .toggle, "PSSliderCell": .slider,
    "PSEditTextCell": .text, "PSSecureEditTextCell": .text, "PSLinkListCell": .choice,
    "PSSegmentCell": .choice, "PSTitleValueCell": .title, "PSStaticTextCell": .title,
    "PSButtonCell": .button, "PSLinkCell": .pane, "PSEditTextViewCell": .textview,
  ]
}
