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

  fileprivate struct Row {
    let element: CheckedElement
    let key: PropertyListNode
    let pane: CheckedPane
  }

  func check(_ bundle: CheckedBundle, _ report: inout RuleReport) {
    let root = bundle.panes.first.flatMap { $0.group }
    var first: [String: [Row]] = [:]
    for pane in bundle.panes {
      report.file = pane.path
      for element in pane.elements {
        // Buttons name an action by their key, and several rows may show one value.
        guard element.control.kind.isEditable, let key = element["Key"],
          let text = key.value.string,
          !text.isEmpty
        else { continue }
        let domain = pane.group ?? root ?? ""
        let row = Row(element: element, key: key, pane: pane)
        if let other = first["\(domain)\u{0}\(text)", default: []].first(where: row.clashes) {
          report.add(key.place, message(text, other, in: pane))
        }
        first["\(domain)\u{0}\(text)", default: []].append(row)
      }
    }
  }

  private func message(_ key: String, _ other: Row, in pane: CheckedPane) -> String {
    let place =
      other.pane.path == pane.path
      ? "line \(other.key.place.line)" : "\(other.pane.file.name), line \(other.key.place.line)"
    return "the key \(Quotation.of(key)) has a row already (\(place)); give each its own key"
  }
}

extension DuplicateKey.Row {
  /// Whether one device can show both rows: not those of two variants of a file.
  fileprivate func clashes(_ other: DuplicateKey.Row) -> Bool {
    (pane.path == other.pane.path || pane.base != other.pane.base) && element.meets(other.element)
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
