extension JSON {
  /// The maximum nesting depth of JSON arrays and objects, which protects against stack overflows.
  package static let deepestNesting = 512

  /// The maximum number of values in JSON text, which limits the memory that the parser requires.
  private static let mostValues = 2_000_000

  /// Parses JSON text (RFC 8259) in UTF-8, with an optional byte order mark.
  ///
  /// Text with an unpaired surrogate is rejected. A number that doesn't fit in 64 bits is rejected,
  /// too, unless `keepsLongNumbers` is `true`: then it becomes a string, as in a settings file.
  package init(reading bytes: some Sequence<UInt8>, keepsLongNumbers: Bool = false) throws {
    let bytes = Array(bytes)
    self = try Document.locatingErrors(in: bytes) {
      var reader = JSONReader(
        bytes, .json(allowsComments: false), mostValues: Self.mostValues, isForValues: true)
      return try JSON(try reader.read(), 0, keepsLongNumbers)
    }
  }

  package init(reading text: String) throws {
    try self.init(reading: text.utf8)
  }

  private init(_ document: Document, _ index: Int, _ keepsLongNumbers: Bool) throws {
    let form = document.nodes[index].form
    let literal = document.bytes[document.nodes[index].value]
    switch form {
    case .value(.text): self = .string(Self.string(literal))
    case .value(.integer), .value(.decimal):
      let isLong = keepsLongNumbers && document.literal(of: index)?.isLongNumber == true
      self =
        isLong
        ? .string(String(decoding: literal, as: UTF8.self)) : try Self.number(form, literal)
    case .value(.boolean): self = .boolean(literal.first == UInt8(ascii: "t"))
    case .brackets:
      self = .array(
        try document.children(of: index).map { try JSON(document, $0, keepsLongNumbers) })
    case .braces:
      self = .object(
        try document.children(of: index).map { child in
          let name = document.nodes[child].step.name?.text ?? ""
          return (name, try JSON(document, child, keepsLongNumbers))
        })
    default: self = .null
    }
  }

  /// Returns the texts of the numbers, arrays, and objects in a JSON object, by their keys.
  ///
  /// A number that doesn't fit in 64 bits has the form of ``literal(_:)``.
  package static func memberTexts(of text: String) -> [SetteeValues.Key: String] {
    let bytes = Array(text.utf8)
    guard let document = try? Document.read(bytes, as: .json(allowsComments: false)) else {
      return [:]
    }
    var texts: [SetteeValues.Key: String] = [:]
    for child in document.children(of: 0) {
      let node = document.nodes[child]
      let number = document.literal(of: child).flatMap { $0.number == nil ? nil : $0 }
      guard let name = node.step.name, number != nil || node.isContainer else { continue }
      let text = String(decoding: bytes[node.value], as: UTF8.self)
      texts[name] = number?.isLongNumber == true ? literal(text).text() : text
    }
    return texts
  }

  /// Returns the JSON form of a value that JSON doesn't support, such as a date in TOML.
  package static func literal(_ source: String) -> JSON {
    .object([("$literal", .string(source))])
  }

  /// Returns the source of a value that JSON doesn't support from its JSON form, or `nil` for any
  /// other text.
  package static func literalSource(of text: String) -> String? {
    text.hasPrefix("{") ? (try? JSON(reading: text))?.literalSource : nil
  }

  private static func string(_ literal: ArraySlice<UInt8>) -> String {
    let inner = literal.dropFirst().dropLast()
    guard inner.contains(UInt8(ascii: "\\")) else { return String(decoding: inner, as: UTF8.self) }
    return String(decoding: JSONReader.text(of: Array(literal)) ?? [], as: UTF8.self)
  }

  private static func number(_ form: Node.Form, _ literal: ArraySlice<UInt8>) throws -> JSON {
    let digits = String(decoding: literal, as: UTF8.self)
    if form == .value(.integer) {
      if let number = Int64(digits) { return .integer(number) }
      if let number = UInt64(digits) { return .bigInteger(number) }
      throw ParseError(
        at: .offset(literal.startIndex),
        "\(digits) doesn't fit in 64 bits; use an exponent to allow rounding")
    }
    if let number = Double(digits), number.isFinite { return .real(number) }
    throw ParseError(at: .offset(literal.startIndex), "\(digits) is out of range")
  }
}

extension Scalar {
  /// A Boolean value that indicates whether a number has more digits than 64 bits can represent.
  fileprivate var isLongNumber: Bool {
    guard let digits = decimalText else { return false }
    if kind == .integer { return integer == nil && UInt64(digits) == nil }
    guard let number = Double(digits), number.isFinite else { return true }
    return !holds(decimal: number)
  }
}
