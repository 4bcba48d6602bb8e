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
    case table(Table)
  }

  /// The members of an object or a table, in file order.
  package struct Table: Sendable {
    package struct Member: Sendable {
      package let name: Key
      package let value: DocumentElement
      /// The offset of the member's key in the file, in bytes.
      package let offset: Int
    }

    package let members: [Member]
    private let positions: [Key: Int]

    init(_ members: [Member]) {
      self.members = members
      positions = Dictionary(members.enumerated().map { ($1.name, $0) }) { $1 }
    }

    package subscript(name: Key) -> DocumentElement? { positions[name].map { members[$0].value } }
  }

  package let content: Content
  /// The offset of the value in the file, in bytes.
  package let offset: Int
}

extension DocumentElement {
  /// Creates the value that a document represents.
  package init(_ document: Document) { self.init(document, 0) }

  private init(_ document: Document, _ index: Int) {
    let node = document.nodes[index]
    offset = node.value.isEmpty ? node.start : node.value.lowerBound
    switch node.form {
    case .brackets, .elements:
      content = .list(document.children(of: index).map { DocumentElement(document, $0) })
    case .value: content = document.literal(of: index).map(Content.init) ?? .null
    case .table, .element, .implied, .dotted, .braces:
      let members = document.children(of: index).compactMap { child -> Table.Member? in
        let node = document.nodes[child]
        guard case .key(let name) = node.step, !node.isOverridden else { return nil }
        let value = DocumentElement(document, child)
        return Table.Member(name: name, value: value, offset: node.start)
      }
      content = .table(Table(members))
    }
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

  package var table: Table? { if case .table(let table) = content { table } else { nil } }

  /// Accesses a member of an object or a table by its name.
  ///
  /// The result is `nil` if the value has no members.
  package subscript(name: Key) -> DocumentElement? { table?[name] }

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
    return all.map { DocumentElement(content: $0, offset: offset) }
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
    case (.table(let one), .table(let other)):
      one.members.count == other.members.count
        && one.members.allSatisfy { other[$0.name] == $0.value }
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
    case .table(let table): hasher.combine(table.members.count)
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
