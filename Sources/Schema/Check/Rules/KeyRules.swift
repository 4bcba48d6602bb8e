import SetteeFormats
import SetteePropertyLists

// Rules for the keys of elements and files, and for the keys that rows use to save their values.

extension CheckRule {
  static let emptyKey = element("empty-key", .warning) { element, report in
    guard let key = element["Key"], key.value.string?.isEmpty == true else { return }
    report.add(key.place, "empty Key, so nothing is saved; specify a key or remove it")
  }

  /// A rule for keys that contain whitespace.
  ///
  /// In another program's file, the program defines the keys.
  static let spacesInKey = pane("spaces-in-key", .warning) { pane, bundle, report in
    guard !bundle.isForProgram else { return }
    for element in pane.elements {
      guard let key = element["Key"], let text = key.value.string,
        text.contains(where: \.isWhitespace)
      else { continue }
      report.add(key.place, "the key \(ValueFormatter.quoted(text)) contains spaces; remove them")
    }
  }

  /// A rule for elements without a required key.
  static let missingKey = element("missing-key", .error) { element, report in
    guard let type = element.type, !element.isDrawnByApp else { return }
    for key in type.essentialKeys where element[key] == nil {
      report.add(element.place, "\(element.fullName) does nothing without \(key); add it")
    }
  }

  /// A rule for elements without a key that Apple requires.
  ///
  /// The default of another program's setting might be unknown.
  static let missingPart = pane("missing-part", .warning) { pane, bundle, report in
    for element in pane.elements {
      for key in element.type?.expectedKeys ?? []
      where element[key] == nil && !(key == "DefaultValue" && bundle.isForProgram) {
        report.add(element.place, "\(element.fullName) has no \(key); add it")
      }
    }
  }

  static let misspeltKey = CheckRule("misspelt-key", .warning) { bundle, report in
    var ofFiles = Spelling(of: KnownKeys.ofFiles)
    var ofElements = Spelling(of: KnownKeys.ofElements)
    for pane in bundle.panes {
      report.file = pane.path
      ofFiles.check(pane.root, &report)
      for element in pane.elements { ofElements.check(element.node, &report) }
    }
  }

  /// A rule for keys that occur in two rows on the same device.
  static let duplicateKey = CheckRule("duplicate-key", .warning) { bundle, report in
    let root = bundle.panes.first.flatMap { $0.group }
    var known: [Key: RowsOfKey] = [:]
    for pane in bundle.panes {
      report.file = pane.path
      for element in pane.elements {
        // Exclude buttons, because their key names an action. Exclude read-only rows, because
        // several rows can show the same value.
        guard element.control.kind.isEditable, let key = element["Key"],
          let text = key.value.string, !text.isEmpty
        else { continue }
        let row = RowOfKey(element: element, key: key, pane: pane)
        let name = Key("\(pane.group ?? root ?? "")\u{0}\(text)")
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

extension SpecifierType {
  /// The keys that the row needs to work.
  fileprivate var essentialKeys: [String] {
    switch self {
    case .toggle, .slider, .text, .title, .textview, .date, .custom, .list, .choice, .radio: ["Key"]
    case .pane, .link: ["File"]
    case .group, .mail, .button: []
    }
  }

  /// The keys that Apple requires but devices don't.
  fileprivate var expectedKeys: [String] {
    switch self {
    case .toggle: ["Title", "DefaultValue"]
    case .slider: ["DefaultValue", "MinimumValue", "MaximumValue"]
    case .title: ["DefaultValue"]
    case .choice: ["Title", "DefaultValue", "Titles"]
    case .radio: ["DefaultValue", "Titles"]
    case .pane, .link, .mail: ["Title"]
    case .button: ["Title", "Key"]
    case .text, .textview, .date, .custom, .list, .group: []
    }
  }
}

extension CheckedElement {
  /// A Boolean value that indicates whether the app provides the row's content.
  ///
  /// The files of the bundle don't need to provide it.
  fileprivate var isDrawnByApp: Bool {
    control.isDrawnByApp || type == .custom || type == .button && self["IASKButtonClass"] != nil
  }
}

/// The known keys, with a cache of suggestions.
///
/// The cache is useful because the same mistakes often occur repeatedly in a bundle.
private struct Spelling {
  private let known: Set<String>
  private var words: Suggestion
  private var met: [String: String?] = [:]

  init(of known: [String]) {
    self.known = Set(known)
    words = Suggestion(among: known)
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
    if let alias = KnownKeys.aliases[key], known.contains(alias) { return alias }
    if let right = met[key] { return right }
    let right = words.nearest(to: key)
    met[key] = .some(right)
    return right
  }
}

/// A row with its key and its pane.
private struct RowOfKey {
  let element: CheckedElement
  let key: PropertyListNode
  let pane: CheckedPane

  /// Returns whether a device can show both rows.
  ///
  /// A device never shows two variants of a file.
  func clashes(_ other: RowOfKey) -> Bool {
    (pane.path == other.pane.path || pane.base != other.pane.base) && element.meets(other.element)
  }
}

/// The rows found so far that have the same key.
///
/// This type stores only as many rows as are needed to detect conflicts, so that ten thousand
/// variants of a file can be compared quickly.
private struct RowsOfKey {
  /// The maximum number of device sets, which is sufficient for four device types.
  private static let mostSets = 32

  /// The first row for each set of devices, and the first such row in another pane.
  private var inPanes: [RowOfKey] = []
  private var path = ""
  /// The first row for each set of devices in the file at ``path``.
  private var inFile: [RowOfKey] = []

  /// Adds a row and returns an earlier row on the same device, if any.
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
