import SetteeValues

/// The type of row that is suitable for a value in a schema.
enum RowKind: Equatable {
  case toggle
  case choice([FlattenedSchema.Constant])
  case whole
  case real
  case text
  /// A number, a Boolean value, or a string, which are distinguished by their notation.
  case scalar
  indirect case list(of: RowKind)
  /// A table with known keys, which the editor shows as a separate pane.
  case pane
  /// A plain value or a table with known keys, shown as a row that also opens a pane.
  indirect case either(RowKind)
  /// A table with arbitrary keys or a list of tables, shown as it appears in the file.
  case entries
  /// A value that has no suitable control and must be edited in the file.
  ///
  /// The associated value is the reason why no control is suitable.
  case other(String)

  init(_ facts: FlattenedSchema, in schema: JSONSchema, depth: Int = 0) {
    self = Self.shape(facts, schema, depth)
  }

  private static let deepest = 4

  private static func shape(_ facts: FlattenedSchema, _ schema: JSONSchema, _ depth: Int) -> RowKind
  {
    guard depth < deepest else { return .other("nested alternatives") }
    if let constants = facts.constants { return shape(constants) }
    if !facts.forms.isEmpty {
      // An alternative in the schema can inherit adjacent keywords, such as a common type.
      let shapes = facts.forms.map { shape(FlattenedSchema($0, in: schema), schema, depth + 1) }
      let known = shapes.filter { $0 != .other(anything) }
      if !known.isEmpty || facts.types == nil, facts.properties.isEmpty { return joined(known) }
    }
    guard let types = facts.types, !types.isEmpty else { return untyped(facts, schema, depth) }
    return joined(types.sorted().map { shape(ofType: $0, facts, schema, depth) })
  }

  private static let anything = "values of any type"

  private static func shape(
    ofType type: String, _ facts: FlattenedSchema, _ schema: JSONSchema, _ depth: Int
  ) -> RowKind {
    switch type {
    case "boolean": return .toggle
    case "integer": return .whole
    case "number": return facts.step.map { $0 == $0.rounded() && $0 >= 1 } == true ? .whole : .real
    case "string": return .text
    case "array": return list(facts, schema, depth)
    case "object": return facts.properties.isEmpty ? .entries : .pane
    default: return .other(anything)
    }
  }

  private static func list(_ facts: FlattenedSchema, _ schema: JSONSchema, _ depth: Int) -> RowKind
  {
    let all = (facts.element.map { [$0] } ?? []) + facts.elements
    guard !all.isEmpty else { return .list(of: .scalar) }
    let own = all.map { FlattenedSchema($0, in: schema) }
    let forms = own.flatMap { facts in
      facts.forms.isEmpty ? [facts] : facts.forms.map { FlattenedSchema($0, in: schema) }
    }
    let shapes = forms.map { shape($0, schema, depth + 1) }
    // If a list allows plain items and tables, assume plain items, because most such lists contain
    // only these.
    let plain = shapes.compactMap(\.plain)
    let element = joined(plain.isEmpty ? shapes : plain)
    switch element {
    case .text, .whole, .real, .scalar: return .list(of: element)
    case .choice(let constants):
      return .list(of: constants.allSatisfy { $0.value.text != nil } ? .text : .scalar)
    case .toggle: return .list(of: .scalar)
    case .list: return .other("lists of lists")
    case .either(let plain): return .list(of: plain.isText ? .text : .scalar)
    case .pane, .entries: return .entries
    case .other(let reason):
      return reason == anything ? .list(of: .scalar) : .other("lists of \(reason)")
    }
  }

  /// Infers the type of a row from other keywords if the schema doesn't specify a type.
  private static func untyped(
    _ facts: FlattenedSchema, _ schema: JSONSchema, _ depth: Int
  ) -> RowKind {
    if !facts.properties.isEmpty { return .pane }
    if facts.isMap { return .entries }
    if facts.element != nil || !facts.elements.isEmpty { return list(facts, schema, depth) }
    if facts.pattern != nil || facts.shortest != nil || facts.longest != nil || facts.format != nil
    {
      return .text
    }
    if facts.minimum != nil || facts.maximum != nil { return .real }
    if facts.isElsewhere { return .other("values described in another file") }
    switch facts.defaultValue?.content {
    case .boolean: return .toggle
    case .number, .text: return .scalar
    default: return .other(anything)
    }
  }

  private static func shape(_ constants: [FlattenedSchema.Constant]) -> RowKind {
    guard !constants.isEmpty, constants.allSatisfy({ scalar.takes($0.value) }) else {
      return .other("choices of tables or lists")
    }
    return Set(constants.map(\.value)) == Set(flags) ? .toggle : .choice(constants)
  }

  /// Returns the type of row for a value that can have several types.
  private static func joined(_ shapes: [RowKind]) -> RowKind {
    guard shapes.count > 1 else { return shapes.first ?? .other(anything) }
    if let choice = choice(among: shapes) { return choice }
    if shapes.allSatisfy(\.isText) { return .text }
    if shapes.allSatisfy({ $0 == .whole }) { return .whole }
    if shapes.allSatisfy({ $0 == .whole || $0 == .real }) { return .real }
    if shapes.allSatisfy(\.isScalar) { return .scalar }
    let scalars = shapes.compactMap(\.plain)
    let elements = shapes.compactMap { if case .list(let element) = $0 { element } else { nil } }
    // Show a string or a list of strings as a list, but show a toggle or a list as a toggle.
    if !elements.isEmpty, scalars.allSatisfy({ $0 == .text }) {
      return .list(of: joined(elements + scalars))
    }
    // Other possible values are less common, and the user can edit them in the file.
    let plain = scalars.isEmpty ? nil : joined(scalars)
    let hasPane = shapes.contains { if case .either = $0 { true } else { $0 == .pane } }
    guard hasPane else {
      return plain ?? (shapes.contains(.entries) ? .entries : .other("values of several types"))
    }
    return plain.map { .either($0) } ?? .pane
  }

  /// The type of row for the plain values that the schema allows, or `nil` if it allows none.
  private var plain: RowKind? {
    if case .either(let plain) = self { return plain }
    return isScalar ? self : nil
  }

  private static let flags = [true, false].map { DocumentElement(.boolean($0), at: 0) }

  /// Combines toggles and choices into a single choice, such as `true`, `false`, and `auto`.
  private static func choice(among shapes: [RowKind]) -> RowKind? {
    var constants: [FlattenedSchema.Constant] = []
    for shape in shapes {
      switch shape {
      case .toggle: constants += flags.map { FlattenedSchema.Constant(value: $0) }
      case .choice(let own): constants += own
      default: return nil
      }
    }
    var known: Set<DocumentElement> = []
    constants.removeAll { !known.insert($0.value).inserted }
    return known == Set(flags) ? .toggle : .choice(constants)
  }

  private var isText: Bool {
    switch self {
    case .text: true
    case .choice(let constants): constants.allSatisfy { $0.value.text != nil }
    default: false
    }
  }

  private var isScalar: Bool {
    switch self {
    case .toggle, .choice, .whole, .real, .text, .scalar: true
    case .list, .pane, .either, .entries, .other: false
    }
  }
}
