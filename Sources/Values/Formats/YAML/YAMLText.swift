/// The notation of YAML files.
struct YAMLText: Notation {
  let separator = ": "
  let hasIntegers = true
  let allowsDisabledSettings = true

  func read(_ bytes: [UInt8], isPart: Bool) throws -> Document {
    var reader = YAMLReader(bytes)
    return try reader.read()
  }

  /// Decodes the bytes of a YAML scalar, such as `'a'` to `a`.
  ///
  /// This method can't decode a block scalar, because its indentation isn't part of the literal.
  /// Scalars that come from a document already contain their decoded text.
  func decode(_ literal: [UInt8]) -> [UInt8]? {
    let content = literal.dropFirst().dropLast()
    return switch literal.first {
    case UInt8(ascii: "'"): YAMLText.single(content)
    case UInt8(ascii: "\""): YAMLText.double(content)
    default: YAMLText.plain(literal[...])
    }
  }

  func encode(_ value: Value, like old: Scalar?) throws -> [UInt8] {
    YAMLStyle().flow(try YAMLValue(value, like: old))
  }

  func written(_ keys: [Key]) throws -> [UInt8] {
    guard let key = keys.last else { return [] }
    return YAMLStyle().line(key.bytes, inFlow: false)
  }
}

/// A value that Settee writes to a YAML file.
indirect enum YAMLValue: Sendable {
  case text([UInt8])
  /// A number, a Boolean value, or null, which Settee writes to a YAML file without quotes.
  case plain([UInt8])
  /// An unquoted string with a tag, such as `!secret password`.
  case tagged(tag: [UInt8], text: [UInt8])
  case list([YAMLValue])
  case mapping([(key: Key, value: YAMLValue)])
}

extension YAMLValue {
  init(_ value: Value, like old: Scalar? = nil) throws {
    switch value {
    case .text(let text): self = .text(Array(text.utf8))
    case .integer(let number): self = .plain(Array(String(number).utf8))
    case .boolean(let isOn):
      let word = old.flatMap { old in
        YAMLText.isBooleanWord(old.bytes) ? BooleanWord(old.bytes)?.word(isOn: isOn) : nil
      }
      self = .plain(Array((word ?? (isOn ? "true" : "false")).utf8))
    case .null: self = .plain(Array("null".utf8))
    case .decimal(let digits): self = try Self.source(digits)
    case .source(let source): self = try Self.source(source)
    case .list(let values):
      var items: [YAMLValue] = []
      for value in values { items.append(try YAMLValue(value)) }
      self = .list(items)
    case .table(let members):
      var table: [(key: Key, value: YAMLValue)] = []
      for member in members {
        try member.key.guardIsScalar()
        table.append((member.key, try YAMLValue(member.value)))
      }
      self = .mapping(table)
    }
  }

  /// Parses a value in YAML notation, such as a number, `[1, 2]`, or `{a: b}`.
  private static func source(_ source: String) throws -> YAMLValue {
    let bytes = Array(source.utf8)
    if let (new, old) = YAMLText.readings(of: bytes) {
      throw EditError.invalidValue("'\(source)' is \(new) in YAML 1.2 and \(old) in YAML 1.1")
    }
    if YAMLText.type(of: bytes[...], is11: false) != .text { return .plain(bytes) }
    guard bytes.first == UInt8(ascii: "{") || bytes.first == UInt8(ascii: "["),
      let document = try? Document.read(bytes, as: .yaml), !document.nodes[0].value.isEmpty
    else {
      if YAMLStyle().isPlain(bytes, inFlow: true) { return .plain(bytes) }
      if let (tag, text) = source.tagAndText, YAMLStyle().isPlain(Array(text.utf8), inFlow: true) {
        return .tagged(tag: Array(tag.utf8), text: Array(text.utf8))
      }
      throw EditError.invalidValue("'\(source)' isn't a value of YAML")
    }
    return document.yamlValue(of: 0)
  }
}

extension Document {
  fileprivate func yamlValue(of node: Int) -> YAMLValue {
    switch nodes[node].form {
    case .brackets: return .list(children(of: node).map { yamlValue(of: $0) })
    case .braces:
      return .mapping(
        children(of: node).map { child in
          (nodes[child].step.name ?? Key(""), yamlValue(of: child))
        })
    default:
      guard let literal = literal(of: node) else { return .plain([]) }
      return literal.kind == .text
        ? .text(literal.decoded ?? literal.bytes) : .plain(literal.bytes)
    }
  }

  /// Returns the scalar of a node in a YAML document, including its decoded text.
  func yamlLiteral(of node: Int, _ kind: Scalar.ScalarType, _ tree: YAMLTree) -> Scalar {
    guard !tree.events.isEmpty else { return Scalar(kind, [], in: format) }
    var event = tree.events[tree.values[node].events.lowerBound]
    if event.kind == .alias, tree.events[event.target].kind == .scalar {
      event = tree.events[event.target]
    }
    guard event.kind == .scalar else {
      return Scalar(kind, Array(bytes[nodes[node].value]), in: format)
    }
    return Scalar(
      kind, Array(bytes[event.range]), in: format,
      text: kind == .text ? event.text(in: bytes) : nil)
  }
}
