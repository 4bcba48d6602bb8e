import SetteeValues

/// A schema in which references are resolved and the schemas in `allOf` are merged.
struct FlattenedSchema {
  /// A value that the schema allows, with its title and description.
  struct Constant: Equatable {
    let value: DocumentElement
    var title: String?
    var help: String?
  }

  var title: String?
  var help: String?
  var defaultValue: DocumentElement?
  var example: DocumentElement?
  var isDeprecated = false
  var isSecret = false
  /// The types that the schema allows other than null, or `nil` if it allows any type.
  var types: Set<String>?
  var constants: [Constant]?
  /// The keys of the table and the schemas of their values.
  var properties: [(name: Key, schema: Subschema)] = []
  /// A Boolean value that indicates whether the schema allows keys with arbitrary names.
  var isMap = false
  var element: Subschema?
  var elements: [Subschema] = []
  var minimum: Double?
  var maximum: Double?
  var step: Double?
  var pattern: String?
  var shortest: Int?
  var longest: Int?
  var format: String?
  /// The alternatives in `anyOf` or `oneOf`, other than null.
  var forms: [Subschema] = []
  /// A Boolean value that indicates whether a reference leads to another file or can't be resolved.
  var isElsewhere = false

  /// Merges a schema with the schemas that it refers to.
  init(_ part: Subschema, in schema: JSONSchema) {
    var seen: Set<Int> = []
    join(part, in: schema, &seen)
  }

  private mutating func join(_ part: Subschema, in schema: JSONSchema, _ seen: inout Set<Int>) {
    let rules = part.datum
    guard rules.isTable, seen.insert(rules.offset).inserted else { return }
    takeTexts(rules)
    takeRules(rules, part, in: schema)
    if let reference = (rules["$ref"] ?? rules["$dynamicRef"] ?? rules["$recursiveRef"])?.text {
      switch schema.target(of: reference, in: part) {
      case .schema(let target): join(target, in: schema, &seen)
      case .elsewhere, .nowhere: isElsewhere = true
      }
    }
    for other in rules["allOf"]?.list ?? [] {
      join(schema.part(other, of: part), in: schema, &seen)
    }
    for key: Key in ["anyOf", "oneOf"] {
      let all = (rules[key]?.list ?? []).map { schema.part($0, of: part) }
      let real = all.filter { !$0.isNull && !$0.isOnlyRules }
      if real.count == 1 {
        join(real[0], in: schema, &seen)
      } else if !real.isEmpty, forms.isEmpty {
        forms = real
      }
    }
  }

  private mutating func takeTexts(_ rules: DocumentElement) {
    title = title ?? rules["title"]?.text?.plainText
    help = help ?? (rules["description"] ?? rules["markdownDescription"])?.text?.plainText
    defaultValue = defaultValue ?? rules["default"]
    example = example ?? rules["examples"]?.list?.first
    if rules["deprecated"]?.flag == true || rules["deprecationMessage"]?.text != nil {
      isDeprecated = true
    }
    if rules["writeOnly"]?.flag == true || rules["format"]?.text == "password" { isSecret = true }
  }

  private mutating func takeRules(
    _ rules: DocumentElement, _ part: Subschema, in schema: JSONSchema
  ) {
    if let rule = rules["type"] {
      let names = Set(rule.list?.compactMap(\.text) ?? rule.text.map { [$0] } ?? [])
      let real = names.subtracting(["null"])
      types = types.map { $0.intersection(real) } ?? (names.contains("any") ? nil : real)
    }
    takeConstants(rules)
    let known = Set(properties.map(\.name))
    for member in rules["properties"]?.members ?? [] where !known.contains(member.name) {
      properties.append((member.name, schema.part(member, of: part)))
    }
    let others = rules["additionalProperties"]
    if rules["patternProperties"] != nil || others?.isTable == true { isMap = true }
    for key: Key in ["prefixItems", "items"] {
      if let list = rules[key]?.list { elements += list.map { schema.part($0, of: part) } }
    }
    if let items = rules["items"], items.isTable { element = schema.part(items, of: part) }
    takeBounds(rules)
    pattern = pattern ?? rules["pattern"]?.text
    shortest = shortest ?? rules["minLength"]?.whole
    longest = longest ?? rules["maxLength"]?.whole
    format = format ?? rules["format"]?.text
  }

  private mutating func takeBounds(_ rules: DocumentElement) {
    let isWhole = types == ["integer"]
    // Convert an exclusive bound of an integer to an inclusive bound. Other numbers can't be
    // converted, so they are checked only when the file is validated.
    func bound(_ key: Key, _ exclusive: Key, _ step: Double) -> Double? {
      let open =
        rules[exclusive]?.number ?? (rules[exclusive]?.flag == true ? rules[key]?.number : nil)
      return open.map { isWhole ? $0 + step : $0 } ?? rules[key]?.number
    }
    minimum = minimum ?? bound("minimum", "exclusiveMinimum", 1)
    maximum = maximum ?? bound("maximum", "exclusiveMaximum", -1)
    step = step ?? rules["multipleOf"]?.number
  }

  private mutating func takeConstants(_ rules: DocumentElement) {
    guard constants == nil else { return }
    if let one = rules["const"] {
      constants = [
        Constant(
          value: one, title: rules["title"]?.text?.plainText,
          help: rules["description"]?.text?.plainText)
      ]
      return
    }
    guard let values = rules["enum"]?.list else { return }
    let docs = rules["x-taplo"]?["docs"]?["enumValues"]
    let texts = (rules["enumDescriptions"] ?? rules["markdownEnumDescriptions"] ?? docs)?.list ?? []
    let titles = rules["enumNames"]?.list ?? []
    constants = values.enumerated().compactMap { index, value in
      if case .null = value.content { return nil }
      func text(_ list: [DocumentElement]) -> String? {
        list.indices.contains(index) ? list[index].text?.plainText : nil
      }
      return Constant(value: value, title: text(titles), help: text(texts))
    }
  }
}

extension Subschema {
  /// A Boolean value that indicates whether null is the only value that the schema allows.
  fileprivate var isNull: Bool {
    if self["type"]?.text == "null" || self["type"]?.list?.map(\.text) == ["null"] { return true }
    let values = self["enum"]?.list ?? self["const"].map { [$0] } ?? []
    return !values.isEmpty
      && values.allSatisfy { if case .null = $0.content { true } else { false } }
  }

  /// A Boolean value that indicates whether the schema only relates keys to each other, such as
  /// `required`.
  ///
  /// A schema of this type doesn't describe the value itself.
  fileprivate var isOnlyRules: Bool {
    datum.isTable
      && datum.members.allSatisfy { ["required", "not", "dependencies"].contains($0.name) }
  }
}
