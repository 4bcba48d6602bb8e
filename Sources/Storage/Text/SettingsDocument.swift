package import SetteeFormats
package import SetteePropertyLists

/// A settings file of some program as a domain sees it: one literal key for each setting, which is its
/// place in words (`flags.rate`, `bar[1].height`).
package struct SettingsDocument: Sendable {
  /// What a bundle says of a key: how its control reads untyped text.
  package enum UntypedKind: Sendable { case text, integer, real, boolean }

  /// The keys of a bundle, in the spelling that counts, by their folded places.
  package struct KeySpelling: Sendable {
    fileprivate var keys: [DocumentPath: (key: String, shape: UntypedKind)] = [:]

    package init() {}

    package init(_ keys: [(key: String, shape: UntypedKind)], in format: Format) {
      let empty = Document.empty(format)
      for (key, shape) in keys {
        guard let place = DocumentPath(key) else { continue }
        self.keys[empty.folded(place)] = (key, shape)
      }
    }
  }

  package let document: Document
  package private(set) var values = PropertyListDictionary()
  let spelling: KeySpelling
  /// The nodes of `values`, in the same order.
  private var nodes: [Int] = []
  /// Rows that are only commented out, by their keys, in file order.
  package let commented: [(key: String, row: DisabledSetting)]
  private var commentedIndices: [Key: Int] = [:]

  package init(
    _ bytes: [UInt8], as format: Format, spelling: KeySpelling = KeySpelling()
  ) throws(FormatError) {
    let document = bytes.isEmpty ? .empty(format) : try Document(reading: bytes, as: format)
    self.init(document, spelling)
  }

  init(_ document: Document, _ spelling: KeySpelling) {
    (self.document, self.spelling) = (document, spelling)
    commented = document.commentedRows.map { row in
      (Self.key(of: row.place, document, spelling).key, row)
    }
    for (index, row) in commented.enumerated() {
      let name = Key(row.key)
      if commentedIndices[name] == nil { commentedIndices[name] = index }
    }
    let settings = document.settings
    nodes.reserveCapacity(settings.count)
    for setting in settings {
      let (key, shape) = Self.key(of: setting.place, document, spelling)
      let value = value(of: setting.node, shape)
      if let position = values.position(of: key) {
        nodes[position] = setting.node
        values[key] = value
      } else {
        nodes.append(setting.node)
        values.add(key, value)
      }
    }
  }

  // MARK: Keys

  /// The key of a place, as the bundle spells it, else as it is written.
  package func key(of place: DocumentPath) -> String { Self.key(of: place, document, spelling).key }

  /// The key that somebody means who writes a place in another spelling; nil for what is no place.
  package func key(written text: String) -> String? {
    guard let place = DocumentPath(text) else { return nil }
    // One line of a repeated key has no key of its own.
    if let node = document.node(at: place), !place.isItem || document.nodes[node].isItem {
      return key(of: document.place(of: node))
    }
    // A key with dots in it stands for itself, as it does in a domain.
    let literal = (values.keys + commented.map(\.key)).filter {
      DocumentPath($0)?.withoutQuotes.isSame(as: text) == true
    }
    if literal.count == 1 { return literal[0] }
    let folded = document.folded(place)
    let same = commented.first { document.folded($0.row.place) == folded }
    return same?.key ?? key(of: document.place(ofNew: place))
  }

  private static func key(
    of place: DocumentPath, _ document: Document, _ spelling: KeySpelling
  ) -> (key: String, shape: UntypedKind?) {
    guard !spelling.keys.isEmpty, let known = spelling.keys[document.folded(place)] else {
      return (place.description, nil)
    }
    return (known.key, known.shape)
  }

  // MARK: Settings

  /// Whether a value has a type in the file, so that a new key needs one.
  package var hasTypes: Bool { document.format.isTyped }

  package func node(of key: String) -> Int? { values.position(of: key).map { nodes[$0] } }

  /// The value as it is written; nil for a list that stands on several lines.
  package func literal(of key: String) -> Scalar? {
    node(of: key).flatMap { document.lines(of: $0).count > 1 ? nil : document.literal(of: $0) }
  }

  package func commentedRow(of key: String) -> DisabledSetting? {
    commentedIndices[Key(key)].map { commented[$0].row }
  }

  /// Where a setting stands: the line of what is switched off, too.
  package func position(of key: String) -> (line: Int, column: Int)? {
    if let node = node(of: key) {
      return document.position(of: document.nodes[node].value.lowerBound)
    }
    return commentedRow(of: key).map { (document.position(of: $0.lines.lowerBound).line, 1) }
  }

  /// Why a value is shown but not changed.
  package func readOnlyReason(of key: String) -> String? {
    node(of: key).flatMap(readOnlyReason(of:))
  }

  package func readOnlyReason(of node: Int) -> String? {
    if let refusal = document.readOnlyReason(of: node) { return refusal.message }
    if document.continuesLines, document.bytes[document.nodes[node].value].contains(0x0A) {
      return "it goes over several lines; change it in an editor"
    }
    return nil
  }

  /// What a comment says that a setting could be.
  package func comment(of key: String) -> PropertyList? {
    commentedRow(of: key).map { ScalarCoding.read($0.literal, shape(of: key)) }
  }

  func shape(of key: String) -> UntypedKind? {
    DocumentPath(key).flatMap { spelling.keys[document.folded($0)]?.shape }
  }

  func value(of node: Int, _ shape: UntypedKind?) -> PropertyList {
    switch document.nodes[node].form {
    case .brackets: .array(document.children(of: node).map { value(of: $0, nil) })
    case .braces: .dictionary([:])
    default: text(of: node, shape)
    }
  }

  private func text(of node: Int, _ shape: UntypedKind?) -> PropertyList {
    func read(_ line: Int) -> PropertyList {
      document.literal(of: line).map { ScalarCoding.read($0, shape) } ?? .string("")
    }
    let lines = document.lines(of: node)
    return lines.count > 1 ? .array(document.elements(of: lines).map(read)) : read(node)
  }
}

/// Values of settings files as property lists.
package enum ScalarCoding {
  /// What a literal means; what a property list cannot say is its text.
  static func read(_ literal: Scalar, _ shape: SettingsDocument.UntypedKind?) -> PropertyList {
    switch literal.kind {
    case .text: .string(literal.text ?? literal.source)
    case .boolean, .absent: .boolean(literal.boolean ?? true)
    case .integer: literal.integer.map { .integer(Int64($0)) } ?? .string(literal.source)
    case .decimal: decimal(literal) ?? .string(literal.source)
    case .untyped: untyped(literal, shape)
    case .null, .offsetDateTime, .localDateTime, .localDate, .localTime, .list, .table:
      .string(literal.source)
    }
  }

  /// A number that a `Double` says as exactly as the file does.
  private static func decimal(_ literal: Scalar) -> PropertyList? {
    guard let digits = literal.decimalText, let number = Double(digits), number.isFinite,
      literal.holds(decimal: number)
    else { return nil }
    return .real(number)
  }

  /// Text of a format without types: what the bundle says it is, else what it cannot but be.
  private static func untyped(_ literal: Scalar, _ shape: SettingsDocument.UntypedKind?)
    -> PropertyList
  {
    let text = literal.text ?? literal.source
    switch shape {
    case .text: return .string(text)
    case .boolean: return literal.boolean.map { .boolean($0) } ?? .string(text)
    case .integer: return literal.integer.map { .integer(Int64($0)) } ?? .string(text)
    case .real: return decimal(literal) ?? .string(text)
    case nil: break
    }
    if let number = Int64(text), String(number) == text { return .integer(number) }
    if let number = Double(text), number.isFinite, String(number) == text {
      return .real(number)
    }
    // NB: 0 and 1 are numbers as often as switches.
    if literal.isSwitch, let isOn = literal.boolean { return .boolean(isOn) }
    return .string(text)
  }

  /// The name of a kind that JSON cannot say, as programs read it.
  package static func kindBeyondJSON(_ literal: Scalar) -> String? {
    switch literal.kind {
    case .null: "null"
    case .offsetDateTime: "offset-date-time"
    case .localDateTime: "local-date-time"
    case .localDate: "local-date"
    case .localTime: "local-time"
    case .integer where literal.integer == nil: "integer"
    case .decimal where decimal(literal) == nil: "decimal"
    default: nil
    }
  }
}
