package import SetteeValues

/// An application's configuration file, represented as the values of a domain.
///
/// Each setting has one literal key, which is its path in the file, such as `flags.rate` or
/// `bar[1].height`.
package struct SettingsDocument: Sendable {
  /// The keys of a bundle in their original spelling, by their paths in lowercase, and the types that
  /// the bundle assigns to values in a file without types.
  package typealias KeySpelling = [DocumentPath: (key: String, type: Scalar.ScalarType)]

  package static func spelling(
    of keys: [(key: String, type: Scalar.ScalarType)], in format: Format
  ) -> KeySpelling {
    let empty = Document.empty(format)
    return keys.reduce(into: [:]) { spelling, key in
      if let place = DocumentPath(key.key) { spelling[empty.folded(place)] = key }
    }
  }

  package internal(set) var document: Document
  package private(set) var values = PropertyListDictionary()
  let spelling: KeySpelling
  /// The nodes of the document that contain the values, in the same order as `values`.
  package private(set) var nodes: [Int] = []
  /// The commented-out settings of the file with their keys, in file order.
  package let commented: [(key: String, row: DisabledSetting)]
  private var commentedIndices: [Key: Int] = [:]
  /// The keys of YAML that come through merge keys, with their values.
  package private(set) var merged: [(key: String, value: PropertyList, setting: MergedSetting)] = []
  private var mergedIndices: [Key: Int] = [:]

  package init(
    _ bytes: [UInt8], as format: Format, spelling: KeySpelling = [:]
  ) throws {
    let document = bytes.isEmpty ? .empty(format) : try Document(reading: bytes, as: format)
    self.init(document, spelling)
  }

  init(_ document: Document, _ spelling: KeySpelling) {
    (self.document, self.spelling) = (document, spelling)
    commented = document.disabledSettings.map { row in
      (Self.key(of: row.place, document, spelling).key, row)
    }
    for (index, row) in commented.enumerated() {
      let name = Key(row.key)
      if commentedIndices[name] == nil { commentedIndices[name] = index }
    }
    let settings = document.settings
    nodes.reserveCapacity(settings.count)
    values.reserveCapacity(settings.count)
    for setting in settings {
      let (key, type) = Self.key(of: setting.place, document, spelling)
      let value = value(of: setting.node, type)
      if values.add(key, value) {
        nodes.append(setting.node)
      } else if let position = values.position(of: key) {
        nodes[position] = setting.node
        values[key] = value
      }
    }
    merged = document.mergedSettings.map { setting in
      let (key, type) = Self.key(of: setting.place, document, spelling)
      return (key, value(of: setting.node, type), setting)
    }
    mergedIndices = Dictionary(merged.enumerated().map { (Key($1.key), $0) }) { first, _ in first }
  }

  /// Returns where a merged key comes from, such as `&base in line 3`.
  package func mergeSource(of key: String) -> String? {
    mergedIndices[Key(key)].map { document.source(ofMerged: merged[$0].setting.node) }
  }

  // MARK: Keys

  /// Returns the key of the setting at a path, in the spelling of the bundle if the bundle contains
  /// it.
  package func key(of place: DocumentPath) -> String { Self.key(of: place, document, spelling).key }

  private static func key(
    of place: DocumentPath, _ document: Document, _ spelling: KeySpelling
  ) -> (key: String, type: Scalar.ScalarType?) {
    let place = document.withoutHostOfAll(place)
    guard !spelling.isEmpty, let known = spelling[document.folded(place)] else {
      return (place == .root && document.hasRootKey ? "." : place.description, nil)
    }
    return (known.key, known.type)
  }

  // MARK: Settings

  /// A Boolean value that indicates whether values in the format have types, so that a new key
  /// needs a type.
  package var hasTypes: Bool { document.format.isTyped }

  package func node(of key: String) -> Int? { values.position(of: key).map { nodes[$0] } }

  /// Returns the value of a setting as written in the file, or `nil` for a list that spans several
  /// lines.
  package func literal(of key: String) -> Scalar? {
    node(of: key).flatMap { document.lines(of: $0).count > 1 ? nil : document.literal(of: $0) }
  }

  package func commentedRow(of key: String) -> DisabledSetting? {
    commentedIndices[Key(key)].map { commented[$0].row }
  }

  /// Returns the line and column of an active or commented-out setting.
  package func position(of key: String) -> (line: Int, column: Int)? {
    if let node = node(of: key) {
      return document.position(of: document.nodes[node].value.lowerBound)
    }
    return commentedRow(of: key).map { (document.position(of: $0.lines.lowerBound).line, 1) }
  }

  /// Returns the numbers of the lines that contain each value and each setting that is commented out.
  ///
  /// Only those that are at least in part in a range of lines are returned.
  package func linesByKey(in wanted: ClosedRange<Int>) -> [(key: String, lines: ClosedRange<Int>)] {
    let start = document.start(ofLine: wanted.lowerBound)
    let end = document.start(ofLine: wanted.upperBound + 1)
    func lines(of range: Range<Int>) -> ClosedRange<Int>? {
      let last = max(range.upperBound - 1, range.lowerBound)
      // Finding the line of each setting in a large file would take longer than comparing offsets.
      guard last >= start, range.lowerBound <= end else { return nil }
      return document.line(at: range.lowerBound)...document.line(at: last)
    }
    let active = nodes.indices.compactMap { index in
      lines(of: document.nodes[nodes[index]].value).map { (values.entries[index].key, $0) }
    }
    return active + commented.compactMap { row in lines(of: row.row.lines).map { (row.key, $0) } }
  }

  /// The bytes of the file.
  package var bytes: [UInt8] { document.bytes }

  /// Returns the range of bytes of a value, or of a setting that is commented out.
  package func range(of key: String) -> Range<Int>? {
    node(of: key).map { document.nodes[$0].value } ?? commentedRow(of: key)?.lines
  }

  /// Returns the reason why a value can't be edited, or `nil` if it can be edited.
  package func readOnlyReason(of key: String) -> String? { refusal(of: key)?.reason }

  package func readOnlyReason(of node: Int) -> String? { refusal(of: node)?.reason }

  /// Returns the reason why a value can't be edited as it is shown on the row of the setting:
  /// without the key, and without advice about options of commands.
  package func shortReadOnlyReason(of node: Int) -> String? {
    refusal(of: node).map { error in
      let key = document.place(of: node)
      let start = ["'\(key)' is ", "Can't change '\(key)': "].first(where: error.message.hasPrefix)
      return String(error.message.dropFirst(start?.count ?? 0))
    }
  }

  func refusal(of key: String) -> EditError? {
    if let node = node(of: key) { return refusal(of: node) }
    return mergedIndices[Key(key)] == nil ? nil : path(of: key).flatMap(document.mergeReason)
  }

  private func refusal(of node: Int) -> EditError? {
    if let refusal = document.readOnlyReason(of: node) { return refusal }
    if document.continuesLines, document.bytes[document.nodes[node].value].contains(0x0A) {
      let key = document.place(of: node)
      return EditError(
        document.mayRepeat(node)
          ? "it spans several lines; to replace them, use '\(key)[0]'"
          : "it spans several lines; edit the file instead")
    }
    return nil
  }

  /// Returns the value in the comment that contains a commented-out setting.
  package func comment(of key: String) -> PropertyList? {
    commentedRow(of: key).map { $0.literal.propertyList(as: declaredType(of: key)) }
  }

  func declaredType(of key: String) -> Scalar.ScalarType? {
    DocumentPath(key).flatMap { spelling[document.folded($0)]?.type }
  }

  func value(of node: Int, _ type: Scalar.ScalarType?) -> PropertyList {
    switch document.nodes[node].form {
    case .brackets: .array(document.children(of: node).map { value(of: $0, nil) })
    case .braces: .dictionary([:])
    default: text(of: node, type)
    }
  }

  private func text(of node: Int, _ type: Scalar.ScalarType?) -> PropertyList {
    func read(_ line: Int) -> PropertyList {
      document.literal(of: line).map { $0.propertyList(as: type) } ?? .string("")
    }
    let lines = document.lines(of: node)
    return lines.count > 1 ? .array(document.elements(of: lines).map(read)) : read(node)
  }
}

extension Scalar {
  /// Returns the value as a property-list value.
  ///
  /// If a property list doesn't support the type of the value, the result is the source of the value
  /// as a string.
  ///
  /// The argument is the type that a bundle assigns to a value in a file without types.
  package func propertyList(as type: Scalar.ScalarType?) -> PropertyList {
    switch kind {
    case .text: .string(text ?? source)
    case .boolean, .absent: .boolean(boolean ?? true)
    case .integer: longInteger ?? .string(source)
    case .decimal: real ?? .string(source)
    case .untyped: untyped(as: type)
    case .null: .null
    case .offsetDateTime, .localDateTime, .localDate, .localTime, .list, .table: .string(source)
    }
  }

  /// The value as an integer, or `nil` if it needs more than 64 bits.
  private var longInteger: PropertyList? {
    integer.map { .integer(Int64($0)) }
      ?? decimalText.flatMap { UInt64($0) }.map { .bigInteger($0) }
  }

  /// The value as a decimal number, or `nil` if a `Double` can't represent it exactly.
  private var real: PropertyList? {
    guard let digits = decimalText, let number = Double(digits), number.isFinite,
      holds(decimal: number)
    else { return nil }
    return .real(number)
  }

  /// Returns an untyped value as the type that the bundle assigns to the setting.
  ///
  /// Without such a type, the result is a number or a Boolean value if the literal is unambiguous.
  private func untyped(as type: Scalar.ScalarType?) -> PropertyList {
    let text = text ?? source
    switch type {
    case .text: return .string(text)
    case .boolean: return boolean.map { .boolean($0) } ?? .string(text)
    case .integer: return longInteger ?? .string(text)
    case .decimal: return real ?? .string(text)
    default: break
    }
    if let number = Int64(text), String(number) == text { return .integer(number) }
    if let number = Double(text), number.isFinite, String(number) == text {
      return .real(number)
    }
    // The words `0` and `1` can be numbers or Boolean values, so don't treat them as Boolean
    // values.
    if isBooleanWord, let isOn = boolean { return .boolean(isOn) }
    return .string(text)
  }

  /// An example of a date or time of the same type, or `nil` for other types.
  var exampleOfDate: String? {
    switch kind {
    case .offsetDateTime: "2026-01-02T03:04:05Z"
    case .localDateTime: "2026-01-02T03:04:05"
    case .localDate: "2026-01-02"
    case .localTime: "03:04:05"
    default: nil
    }
  }

  /// The name of the type if JSON doesn't support it, for machine-readable output.
  package var kindBeyondJSON: String? {
    switch kind {
    case .null: "null"
    case .offsetDateTime: "offset-date-time"
    case .localDateTime: "local-date-time"
    case .localDate: "local-date"
    case .localTime: "local-time"
    case .integer where longInteger == nil: "integer"
    case .decimal where real == nil: "decimal"
    default: nil
    }
  }
}
