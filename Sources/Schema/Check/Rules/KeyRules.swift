import SetteeValues

// Rules for the keys that elements and files contain, and for the keys under which rows save their
// values.

extension CheckRule {
  static let emptyKey = element("empty-key", .warning) { element, report in
    guard let key = element["Key"], key.value.string?.isEmpty == true else { return }
    report.add(key.place, "empty Key, so nothing is saved; specify a key or remove it")
  }

  /// A rule that detects whitespace in the keys under which rows save their values.
  ///
  /// The rule ignores bundles for another program's file, because that program determines the keys.
  static let spacesInKey = pane("spaces-in-key", .warning) { pane, bundle, report in
    guard !bundle.isForProgram else { return }
    for element in pane.elements {
      guard let key = element["Key"], let text = key.value.string,
        text.contains(where: \.isWhitespace)
      else { continue }
      report.add(key.place, "the key \(ValueFormatter.quoted(text)) contains spaces; remove them")
    }
  }

  /// A rule that detects elements without a key that they need to work.
  static let missingKey = element("missing-key", .error) { element, report in
    guard let type = element.type, !element.isDrawnByApp else { return }
    for key in type.documentation.required where element[key] == nil {
      report.add(element.place, "\(element.fullName) does nothing without \(key); add it")
    }
  }

  /// A rule that detects elements without a key that Apple's documentation requires.
  ///
  /// A default isn't required for another program's setting, because it might be unknown.
  static let missingPart = pane("missing-part", .warning) { pane, bundle, report in
    for element in pane.elements {
      for key in element.type?.documentation.expected ?? []
      where element[key] == nil && !(key == "DefaultValue" && bundle.isForProgram) {
        report.add(element.place, "\(element.fullName) has no \(key); add it")
      }
    }
  }

  static let misspeltKey = CheckRule("misspelt-key", .warning) { bundle, report in
    var ofFiles = Spelling(of: ElementKey.ofFiles)
    var ofElements = Spelling(of: ElementKey.ofElements)
    for pane in bundle.panes {
      report.file = pane.path
      ofFiles.check(pane.root, &report)
      for element in pane.elements { ofElements.check(element.node, &report) }
    }
  }

  /// A rule that detects two rows that save their values under the same key on the same type of
  /// device.
  static let duplicateKey = CheckRule("duplicate-key", .warning) { bundle, report in
    let root = bundle.panes.first.flatMap { $0.group }
    var known: [Key: RowsOfKey] = [:]
    for pane in bundle.panes {
      report.file = pane.path
      for element in pane.elements {
        // Ignore buttons, because the key of a button is the name of an action instead of a
        // setting. Exclude read-only rows, because several rows can show the same value.
        guard element.control.kind.isEditable, let key = element["Key"],
          let text = key.value.string, !text.isEmpty
        else { continue }
        let name = Key("\(pane.group ?? root ?? "")\u{0}\(text)")
        let row = (element: element, key: key, pane: pane)
        guard let other = known[name, default: RowsOfKey()].add(row) else { continue }
        let line = "line \(other.key.place.line)"
        let place =
          other.pane.path == pane.path ? line : "\(other.pane.file.name), \(line)"
        report.add(
          key.place,
          "duplicate key \(ValueFormatter.quoted(text)), also used in \(place); use a different key for each row"
        )
      }
    }
  }
}

extension CheckedElement {
  /// A Boolean value that indicates whether the app itself provides the content that the row shows.
  ///
  /// If the app provides the content of a row, the bundle doesn't contain it.
  fileprivate var isDrawnByApp: Bool {
    control.isDrawnByApp || type == .custom || type == .button && self["IASKButtonClass"] != nil
  }
}

/// The known keys of elements, with a cache of suggestions for misspelled keys.
///
/// The cache pays off because a bundle often contains the same misspelled key many times.
private struct Spelling {
  private let known: Set<String>
  private let aliases: [String: String]
  private var words: Suggestion
  private var met: [String: String?] = [:]

  init(of keys: [ElementKey]) {
    known = Set(keys.map(\.name))
    aliases = Dictionary(
      uniqueKeysWithValues: keys.flatMap { key in key.aliases.map { ($0, key.name) } })
    words = Suggestion(among: keys.map(\.name))
  }

  mutating func check(_ node: PropertyListNode, _ report: inout RuleReport) {
    for (key, value) in node.entries where !known.contains(key) {
      guard let place = value.keyPlace else { continue }
      if let right = right(for: key), node[right] == nil {
        report.add(place, "unknown key \(ValueFormatter.quoted(key)); did you mean \(right)?")
      } else if key.hasPrefix("Settee") {
        report.add(place, "unknown key \(ValueFormatter.quoted(key)); correct or remove it")
      }
    }
  }

  private mutating func right(for key: String) -> String? {
    if let right = aliases[key] { return right }
    if let right = met[key] { return right }
    let right = words.nearest(to: key)
    met[key] = .some(right)
    return right
  }
}

/// The rows that save their values under the same key, among the rows examined so far.
///
/// Only as many rows are stored as are needed to detect duplicates, so that large bundles can be
/// checked quickly.
private struct RowsOfKey {
  /// A row that saves its value under a key, with its pane.
  typealias Row = (element: CheckedElement, key: PropertyListNode, pane: CheckedPane)

  /// The maximum number of combinations of devices, which is sufficient for four types of devices.
  private static let mostSets = 32

  /// For each combination of devices, the first row with this key and the first such row in another
  /// pane.
  private var inPanes: [Row] = []
  private var path = ""
  /// For each combination of devices, the first row with this key in the file at ``path``.
  private var inFile: [Row] = []

  /// Adds a row, and returns an earlier row with the same key that a device could show together
  /// with it.
  mutating func add(_ row: Row) -> Row? {
    if path != row.pane.path { (path, inFile) = (row.pane.path, []) }
    let clash =
      inPanes.first { Self.clashes(row, $0) } ?? inFile.first { Self.clashes(row, $0) }
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

  /// Returns whether any device can show both of two rows.
  ///
  /// For example, a device never shows both the phone version and the tablet version of a pane.
  private static func clashes(_ row: Row, _ other: Row) -> Bool {
    (row.pane.path == other.pane.path || row.pane.base != other.pane.base)
      && row.element.meets(other.element)
  }
}

extension CheckedPane {
  fileprivate var group: String? { root["ApplicationGroupContainerIdentifier"]?.value.string }
}

extension SourcePlace {
  fileprivate var line: String {
    switch self {
    case .text(let line, _): String(line)
    case .offset(let offset): "1, byte \(offset)"
    }
  }
}
