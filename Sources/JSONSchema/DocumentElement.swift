package import SetteeValues

// This module implements JSON Schema. `JSONSchema` contains a schema, `Validator` validates files,
// `PaneGenerator` generates the panes of a bundle, and `BundleMerge` updates them.

/// A value in a schema or a settings file, with its location.
///
/// The value is the same for all file formats, so a JSON Schema can also validate a TOML file.
package struct DocumentElement: Sendable {
  package indirect enum Content: Sendable {
    case null
    case boolean(Bool)
    /// A number, which can have a fraction.
    ///
    /// Integers of up to 64 bits are stored exactly.
    case number(Double, whole: Int?)
    case text(String)
    /// Text in a format without types, such as an INI file, which can represent any scalar.
    case untyped(String)
    case list([DocumentElement])
    /// An object or a table, with its members in file order and their positions by name.
    case table([DocumentElement], positions: [Key: Int])
  }

  package let content: Content
  /// The offset of the value in the file, in bytes.
  package let offset: Int
  /// The key of a member of a table, or an empty key for other values.
  package let name: Key
  /// The offset at which the member of a table starts, which is the offset of its key.
  package let start: Int

  init(_ content: Content, at offset: Int, name: Key = "", start: Int? = nil) {
    (self.content, self.offset, self.name) = (content, offset, name)
    self.start = start ?? offset
  }
}

extension DocumentElement {
  /// Creates the value that a document represents.
  package init(_ document: Document) { self.init(document, 0) }

  private init(_ document: Document, _ index: Int) {
    let node = document.nodes[index]
    let children = document.children(of: index)
    let content: Content
    switch node.form {
    case .brackets, .elements: content = .list(children.map { DocumentElement(document, $0) })
    case .value: content = document.literal(of: index).map(Content.init) ?? .null
    case .table, .element, .implied, .dotted, .braces:
      let members = children.filter {
        document.nodes[$0].step.name != nil && !document.nodes[$0].isOverridden
      }.map { DocumentElement(document, $0) }
      let positions = Dictionary(members.enumerated().map { ($1.name, $0) }) { $1 }
      content = .table(members, positions: positions)
    }
    self.init(
      content, at: node.value.isEmpty ? node.start : node.value.lowerBound,
      name: node.step.name ?? "", start: node.start)
  }
}

extension DocumentElement.Content {
  fileprivate init(_ literal: Scalar) {
    switch literal.kind {
    case .null: self = .null
    case .boolean: self = .boolean(literal.boolean == true)
    case .absent: self = .boolean(true)
    case .integer, .decimal:
      let digits = literal.decimalText ?? literal.source
      self = .number(
        literal.integer.map(Double.init) ?? Double(digits) ?? .nan,
        whole: literal.kind == .integer ? literal.integer : nil)
    case .text: self = .text(literal.text ?? literal.source)
    case .untyped: self = .untyped(literal.text ?? literal.source)
    // JSON Schema has no date type, so treat the dates of a settings file as text.
    case .offsetDateTime, .localDateTime, .localDate, .localTime, .list, .table:
      self = .text(literal.source)
    }
  }
}

// MARK: Accessors

extension DocumentElement {
  package var text: String? { if case .text(let text) = content { text } else { nil } }

  package var flag: Bool? { if case .boolean(let flag) = content { flag } else { nil } }

  package var number: Double? {
    if case .number(let number, _) = content { number } else { nil }
  }

  package var whole: Int? {
    guard case .number(let number, let whole) = content else { return nil }
    return whole ?? Int(exactly: number)
  }

  package var list: [DocumentElement]? { if case .list(let list) = content { list } else { nil } }

  package var isTable: Bool { if case .table = content { true } else { false } }

  /// The members of an object or a table, or an empty array for other values.
  package var members: [DocumentElement] {
    if case .table(let members, _) = content { members } else { [] }
  }

  /// Accesses a member of an object or a table by its name.
  ///
  /// The result is `nil` if the value doesn't have the member.
  package subscript(name: Key) -> DocumentElement? {
    guard case .table(let members, let positions) = content else { return nil }
    return positions[name].map { members[$0] }
  }

  /// The possible interpretations of the value, such as `1` as a number or as text.
  ///
  /// Only text in a format without types has more than one interpretation.
  package var readings: [DocumentElement] {
    guard case .untyped(let text) = content else { return [self] }
    var all: [Content] = [.text(text)]
    if let whole = Int(text) {
      all.append(.number(Double(whole), whole: whole))
    } else if let number = Double(text) {
      all.append(.number(number, whole: nil))
    }
    let word = Scalar(.untyped, Array(text.utf8), in: .lines(.plain)).boolean
    if let word { all.append(.boolean(word)) }
    return all.map { DocumentElement($0, at: offset) }
  }
}

/// Values are compared as defined by JSON Schema, so `1` equals `1.0`, and the order of members
/// doesn't matter.
extension DocumentElement: Hashable {
  package static func == (one: DocumentElement, other: DocumentElement) -> Bool {
    switch (one.content, other.content) {
    case (.null, .null): true
    case (.boolean(let one), .boolean(let other)): one == other
    case (.number(_, let one?), .number(_, let other?)): one == other
    case (.number(let one, _), .number(let other, _)): one == other
    case (.text(let one), .text(let other)): one.utf8.elementsEqual(other.utf8)
    case (.list(let one), .list(let other)): one == other
    case (.table(let members, _), .table(let others, _)):
      members.count == others.count && members.allSatisfy { other[$0.name] == $0 }
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch content {
    case .null: hasher.combine(0)
    case .boolean(let flag): hasher.combine(flag)
    case .number(let number, _): hasher.combine(number)
    case .text(let text), .untyped(let text): hasher.combine(Array(text.utf8))
    case .list(let list): hasher.combine(list)
    case .table(let members, _): hasher.combine(members.count)
    }
  }
}

extension DocumentElement {
  /// The value as JSON text, for validation messages.
  package var words: String {
    switch content {
    case .null: "null"
    case .boolean(let flag): flag ? "true" : "false"
    case .number(let number, let whole): whole.map { "\($0)" } ?? "\(number)"
    case .text(let text), .untyped(let text): "'\(text)'"
    case .list(let list): "[" + list.map(\.words).joined(separator: ", ") + "]"
    case .table: "{…}"
    }
  }
}
