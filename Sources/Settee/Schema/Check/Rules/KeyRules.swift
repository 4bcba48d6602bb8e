/// A key that is there and empty.
struct EmptyKey: ElementRule {
  static let id = "empty-key"
  static let severity = Severity.warning

  func check(_ element: CheckedElement, _ report: inout RuleReport) {
    guard let key = element["Key"], key.value.string?.isEmpty == true else { return }
    report.add(key.place, "the key is empty, so nothing is stored; name the key or remove it")
  }
}

/// A key with blanks, which is easily mistyped.
struct SpacesInKey: ElementRule {
  static let id = "spaces-in-key"
  static let severity = Severity.warning

  func check(_ element: CheckedElement, _ report: inout RuleReport) {
    guard let key = element["Key"], let text = key.value.string,
      text.contains(where: \.isWhitespace)
    else { return }
    report.add(key.place, "the key \(Quotation.of(text)) holds blanks; write it without them")
  }
}

/// The same key in two rows that one device shows.
struct DuplicateKey: CheckRule {
  static let id = "duplicate-key"
  static let severity = Severity.warning

  func check(_ bundle: CheckedBundle, _ report: inout RuleReport) {
    let root = bundle.panes.first.flatMap { $0.group }
    var known: [ExactText: RowsOfKey] = [:]
    for pane in bundle.panes {
      report.file = pane.path
      for element in pane.elements {
        // Buttons name an action by their key, and several rows may show one value.
        guard element.control.kind.isEditable, let key = element["Key"],
          let text = key.value.string, !text.isEmpty
        else { continue }
        let domain = pane.group ?? root ?? ""
        let row = RowOfKey(element: element, key: key, pane: pane)
        let name = ExactText("\(domain)\u{0}\(text)")
        if let other = known[name, default: RowsOfKey()].add(row) {
          report.add(key.place, message(text, other, in: pane))
        }
      }
    }
  }

  private func message(_ key: String, _ other: RowOfKey, in pane: CheckedPane) -> String {
    let place =
      other.pane.path == pane.path
      ? "line \(other.key.place.line)" : "\(other.pane.file.name), line \(other.key.place.line)"
    return "the key \(Quotation.of(key)) has a row already (\(place)); give each its own key"
  }
}

/// A row that stores under a key.
private struct RowOfKey {
  let element: CheckedElement
  let key: PropertyListNode
  let pane: CheckedPane

  /// Whether one device can show both rows: not those of two variants of a file.
  func clashes(_ other: RowOfKey) -> Bool {
    (pane.path == other.pane.path || pane.base != other.pane.base) && element.meets(other.element)
  }
}

/// The rows of one key so far: as few of them as tell whether a further one clashes, so that ten
/// thousand variants of a file are compared in a moment.
private struct RowsOfKey {
  /// As many sets of devices as are told apart; there are four kinds of devices.
  private static let mostSets = 32

  /// The first row for each set of devices, then the first of them in another pane than it.
  private var inPanes: [RowOfKey] = []
  private var path = ""
  /// The rows of the file at ``path``, the first for each set of devices.
  private var inFile: [RowOfKey] = []

  /// Adds a row; returns an earlier one that a device shows beside it.
  mutating func add(_ row: RowOfKey) -> RowOfKey? {
    if path != row.pane.path { (path, inFile) = (row.pane.path, []) }
    let clash = inPanes.first(where: row.clashes) ?? inFile.first(where: row.clashes)
    let sameDevices = inPanes.filter { $0.element.idioms == row.element.idioms }
    if inPanes.count < 2 * Self.mostSets,
      sameDevices.count < 2, sameDevices.allSatisfy({ $0.pane.base != row.pane.base })
    {
      inPanes.append(row)
    }
    if inFile.count < Self.mostSets,
      !inFile.contains(where: { $0.element.idioms == row.element.idioms })
    {
      inFile.append(row)
    }
    return clash
  }
}

extension CheckedPane {
  /// The domain that the file names.
  var group: String? { root["ApplicationGroupContainerIdentifier"]?.value.string }
}

extension SourcePlace {
  /// The line, or where in a binary file.
  var line: String {
    switch self {
    case .text(let line, _): String(line)
    case .offset(let offset): "1, byte \(offset)"
    }
  }
}
