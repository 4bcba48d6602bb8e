import SetteeFormats
import SetteePropertyLists

// Which keys elements and files have, and the names under which rows store.

extension CheckRule {
  static let emptyKey = element("empty-key", .warning) { element, report in
    guard let key = element["Key"], key.value.string?.isEmpty == true else { return }
    report.add(key.place, "the key is empty, so nothing is stored; name the key or remove it")
  }

  /// A key with blanks; in a program's own file they are the program's.
  static let spacesInKey = pane("spaces-in-key", .warning) { pane, bundle, report in
    guard !bundle.isForProgram else { return }
    for element in pane.elements {
      guard let key = element["Key"], let text = key.value.string,
        text.contains(where: \.isWhitespace)
      else { continue }
      report.add(key.place, "the key \(Quotation.of(text)) holds blanks; write it without them")
    }
  }

  /// An element without a key that it cannot do without.
  static let missingKey = element("missing-key", .error) { element, report in
    guard let type = element.type, !element.isDrawnByApp else { return }
    for key in type.essentialKeys where element[key] == nil {
      report.add(element.place, "\(element.fullName) has no \(key) and does nothing; add it")
    }
  }

  /// An element without a key that Apple requires; of another program's setting nobody may know the
  /// default.
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

  /// The same key in two rows that one device shows.
  static let duplicateKey = CheckRule("duplicate-key", .warning) { bundle, report in
    let root = bundle.panes.first.flatMap { $0.group }
    var known: [Name: RowsOfKey] = [:]
    for pane in bundle.panes {
      report.file = pane.path
      for element in pane.elements {
        // Buttons name an action by their key, and several rows may show one value.
        guard element.control.kind.isEditable, let key = element["Key"],
          let text = key.value.string, !text.isEmpty
        else { continue }
        let row = RowOfKey(element: element, key: key, pane: pane)
        let name = Name("\(pane.group ?? root ?? "")\u{0}\(text)")
        guard let other = known[name, default: RowsOfKey()].add(row) else { continue }
        let line = "line \(other.key.place.line)"
        let place =
          other.pane.path == pane.path ? line : "\(other.pane.file.name), \(line)"
        report.add(
          key.place,
          "the key \(Quotation.of(text)) has a row already (\(place)); give each its own key")
      }
    }
  }
}

extension SpecifierType {
  /// The keys without which the row does not work.
  fileprivate var essentialKeys: [String] {
    switch self {
    case .toggle, .slider, .text, .title, .textview, .date, .custom, .list, .choice, .radio: ["Key"]
    case .pane, .link: ["File"]
    case .group, .mail, .button: []
    }
  }

  /// The keys that Apple requires and devices do without.
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
  /// Whether the app itself makes what the row shows, so that files need not say it.
  fileprivate var isDrawnByApp: Bool {
    control.isDrawnByApp || type == .custom || type == .button && self["IASKButtonClass"] != nil
  }
}

/// The known keys, and what unknown ones were meant to be: a bundle repeats its mistakes.
private struct Spelling {
  private let known: Set<String>
  private var words: NearestWord
  private var met: [String: String?] = [:]

  init(of known: [String]) {
    self.known = Set(known)
    words = NearestWord(among: known)
  }

  mutating func check(_ node: PropertyListNode, _ report: inout RuleReport) {
    for (key, value) in node.entries where !known.contains(key) {
      guard let place = value.keyPlace else { continue }
      if let right = right(for: key), node[right] == nil {
        report.add(place, "the key \(Quotation.of(key)) means nothing; write \(right)")
      } else if key.hasPrefix("Settee") {
        report.add(place, "Settee has no key \(Quotation.of(key)); remove it or correct it")
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
