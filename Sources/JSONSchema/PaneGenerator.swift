package import SetteeValues
import SetteeSchema

/// A generator that creates a settings bundle from a JSON Schema.
///
/// The bundle has a pane for each table and a row for each key.
package struct PaneGenerator {
  /// Statistics about the keys of the schema, which are shown to the user.
  package struct Report: Sendable {
    /// The total number of keys in the schema, counted separately at each path.
    package var settings = 0
    /// The number of keys that have a dedicated control or pane.
    package var controls = 0
    package var panes = 0
    /// The number of keys that the user must edit in the file, grouped by reason.
    package var asText: [String: Int] = [:]
    /// The number of keys that have no row in the bundle, grouped by reason.
    package var leftOut: [String: Int] = [:]
    /// The number of default values that violate their own schema.
    ///
    /// The bundle only mentions such a default value in the help text.
    package var oddDefaults = 0
    /// The number of patterns in the schema that rows can't validate.
    package var patterns = 0

    /// The percentage of keys that have a dedicated control, rounded down.
    package var share: Int { settings == 0 ? 100 : controls * 100 / settings }
  }

  /// The maximum number of rows in a generated bundle.
  private static let mostRows = 20_000
  private static let mostPanes = 2_000
  private static let deepest = 16
  /// The maximum number of times that the generator nests a table inside itself.
  private static let mostTurns = 2

  package private(set) var report = Report()
  private let schema: JSONSchema
  /// A closure that returns whether the name of a path suggests a secret.
  private let isSecret: (String) -> Bool
  private var validator: Validator
  /// The property lists of the bundle by name, starting with Root.
  private var files: [(name: String, content: PropertyListDictionary)] = []
  private var names: Set<String> = ["root"]
  private var rows = 0
  /// The schema locations of the tables that contain the current table.
  private var around: [Int] = []

  private init(_ schema: JSONSchema, isSecret: @escaping (String) -> Bool) {
    (self.schema, self.isSecret) = (schema, isSecret)
    validator = Validator(schema)
  }

  /// Returns the property lists of a bundle by name, starting with Root, and statistics about them.
  ///
  /// The `root` argument contains additional keys for Root.plist that identify the program's file.
  package static func bundle(
    of schema: JSONSchema, title: String, root: PropertyListDictionary,
    isSecret: @escaping (String) -> Bool
  ) -> (files: [(name: String, content: PropertyListDictionary)], report: Report) {
    var compiler = PaneGenerator(schema, isSecret: isSecret)
    let facts = FlattenedSchema(schema.whole, in: schema)
    compiler.add(facts, named: "Root", title: title, at: .root, keys: root)
    return (compiler.files, compiler.report)
  }

  // MARK: Panes

  private mutating func add(
    _ facts: FlattenedSchema, named file: String, title: String, at place: DocumentPath,
    keys: PropertyListDictionary = [:]
  ) {
    let own = files.count
    files.append((file, [:]))
    var (plain, deprecated): ([PropertyList], [PropertyList]) = ([], [])
    let all = properties(of: facts)
    around.append(identity(of: all))
    for property in all {
      guard !property.name.text.isEmpty, property.name.text != "$schema" else { continue }
      let own = FlattenedSchema(property.schema, in: schema)
      guard rows < Self.mostRows else {
        report.leftOut["more than \(Self.mostRows) rows", default: 0] += 1
        continue
      }
      rows += 1
      let new = rows(of: own, property.schema, property.name, at: place.appending(property.name))
      if own.isDeprecated { deprecated += new } else { plain += new }
    }
    around.removeLast()
    var content = keys
    content["Title"] = .string(title)
    var groups: [PropertyList] = []
    if !plain.isEmpty { groups += group(nil, footer: facts.help, plain) }
    if !deprecated.isEmpty { groups += group(GeneratedText.deprecated.rawValue, deprecated) }
    let isEmpty = groups.isEmpty
    if isEmpty { groups = group(nil, footer: GeneratedText.entries.rawValue) }
    content["PreferenceSpecifiers"] = .array(groups)
    if facts.isMap || isEmpty { content["SetteeEntries"] = .string(place.description) }
    files[own].content = content
    report.panes += 1
  }

  /// Adds a pane that shows the entries at a path of the settings file.
  private mutating func addEntries(
    _ facts: FlattenedSchema, named file: String, title: String, at place: DocumentPath
  ) {
    let help = [facts.help, GeneratedText.newEntries.rawValue].compactMap(\.self)
    let content: PropertyListDictionary = [
      "Title": .string(title), "SetteeEntries": .string(place.description),
      "PreferenceSpecifiers": .array(group(nil, footer: help.joined(separator: " "))),
    ]
    files.append((file, content))
    report.panes += 1
  }

  /// Returns the keys of a table, including the keys of all its alternatives.
  private func properties(of facts: FlattenedSchema) -> [(name: Key, schema: Subschema)] {
    var all = facts.properties
    for form in facts.forms {
      let known = Set(all.map(\.name))
      all += FlattenedSchema(form, in: schema).properties.filter { !known.contains($0.name) }
    }
    return all
  }

  /// Returns the identity of a table, which is the location of its first key in the schema.
  private func identity(of properties: [(name: Key, schema: Subschema)]) -> Int {
    properties.first?.schema.datum.offset ?? -1
  }

  private func group(
    _ title: String?, footer: String? = nil, _ rows: [PropertyList] = []
  ) -> [PropertyList] {
    var heading: PropertyListDictionary = ["Type": "PSGroupSpecifier"]
    heading["Title"] = title.map { .string($0) }
    heading["FooterText"] = footer.map { .string($0) }
    return [.dictionary(heading)] + rows
  }

  /// Returns a descriptive file name for a pane, which is unique even on case-insensitive file
  /// systems.
  private mutating func file(for place: DocumentPath) -> String {
    let letters = place.withoutQuotes.unicodeScalars.map { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        || "-_".unicodeScalars.contains(scalar) ? Character(scalar) : "-"
    }
    let name = String(letters.prefix(80))
    var (free, number) = (name.isEmpty ? "Table" : name, 2)
    while !names.insert(free.lowercased()).inserted {
      free = "\(name)-\(number)"
      number += 1
    }
    return free
  }

  // MARK: Rows

  private mutating func rows(
    of facts: FlattenedSchema, _ part: Subschema, _ name: Key, at place: DocumentPath
  ) -> [PropertyList] {
    let shape = RowKind(facts, in: schema)
    var shapes = [shape]
    if case .either(let plain) = shape { shapes = [plain, .pane] }
    if shapes.last == .pane || shape == .entries {
      if files.count >= Self.mostPanes {
        shapes = [.other("tables beyond \(Self.mostPanes) panes")]
      } else if shape != .entries, isTooDeep(facts) {
        shapes = shape == .pane ? [.entries] : [shapes[0]]
      }
    }
    return shapes.map { row(of: facts, $0, part, name, at: place) }
  }

  private func isTooDeep(_ facts: FlattenedSchema) -> Bool {
    let own = identity(of: properties(of: facts))
    return around.count >= Self.deepest || around.count { $0 == own } >= Self.mostTurns
  }

  private mutating func row(
    of facts: FlattenedSchema, _ shape: RowKind, _ part: Subschema, _ name: Key,
    at place: DocumentPath
  ) -> PropertyList {
    let title = facts.title.flatMap { $0.count <= 40 ? $0 : nil } ?? name.text
    var row: PropertyListDictionary = ["Title": .string(title)]
    let help = [facts.title == title ? nil : facts.title, facts.help].compactMap(\.self)
    if !help.isEmpty { row["SetteeHelp"] = .string(help.joined(separator: " ")) }
    report.settings += 1
    if case .other(let reason) = shape {
      report.asText[reason, default: 0] += 1
      row["Key"] = .string(place.description)
      row["Type"] = "PSTitleValueSpecifier"
      row["IASKSubtitle"] = .string(GeneratedText.edited.rawValue)
      return .dictionary(row)
    }
    report.controls += 1
    if shape == .pane || shape == .entries {
      let file = file(for: place)
      row["Type"] = "PSChildPaneSpecifier"
      row["File"] = .string(file)
      if shape == .pane {
        add(facts, named: file, title: title, at: place)
      } else {
        addEntries(facts, named: file, title: title, at: place)
      }
    } else {
      row["Key"] = .string(place.description)
      fill(&row, shape, facts)
      takeDefault(facts, shape, part, &row)
    }
    return .dictionary(row)
  }

  private mutating func fill(
    _ row: inout PropertyListDictionary, _ shape: RowKind, _ facts: FlattenedSchema
  ) {
    row["Type"] = "PSTextFieldSpecifier"
    switch shape {
    case .toggle: row["Type"] = "PSToggleSwitchSpecifier"
    case .choice(let constants): fill(&row, constants)
    case .whole, .real: fillNumber(&row, shape, facts)
    case .scalar: row["SetteeType"] = "scalar"
    case .list(let element):
      row["SetteeType"] = "list"
      if element != .text { row["SetteeItemType"] = element.typeWord }
    case .text: fillText(&row, facts)
    case .pane, .either, .entries, .other: break
    }
    let key = row["Key"]?.string ?? ""
    if facts.isSecret || row["Type"] == "PSTextFieldSpecifier" && isSecret(key) {
      row["IsSecure"] = true
    }
  }

  private mutating func fillText(_ row: inout PropertyListDictionary, _ facts: FlattenedSchema) {
    if let pattern = facts.pattern {
      if let whole = ECMAPattern.whole(pattern) {
        row["SetteePattern"] = .string(whole)
      } else {
        report.patterns += 1
      }
    }
    row["SetteeMinimumLength"] = facts.shortest.map { .integer(Int64($0)) }
    row["SetteeMaximumLength"] = facts.longest.map { .integer(Int64($0)) }
    switch facts.format {
    case "uri", "url", "iri": row["KeyboardType"] = "URL"
    case "email", "idn-email": row["KeyboardType"] = "EmailAddress"
    default: break
    }
    if let example = facts.example?.text.flatMap(\.plainText), example.count <= 60 {
      row["IASKPlaceholder"] = .string(example)
    }
  }

  private func fillNumber(
    _ row: inout PropertyListDictionary, _ shape: RowKind, _ facts: FlattenedSchema
  ) {
    row["SetteeType"] = shape.typeWord
    func value(_ number: Double?) -> PropertyList? {
      number.flatMap { number in
        guard number.isFinite else { return nil }
        return Int64(exactly: number).map { .integer($0) } ?? .real(number)
      }
    }
    // A range that is empty or contains a single value is checked only when the file is validated.
    if let least = facts.minimum, let most = facts.maximum, least >= most { return }
    if let step = facts.step, step > 0 { row["SetteeStep"] = value(step) }
    let isSlider =
      shape == .real && facts.minimum != nil && facts.maximum != nil
      && facts.defaultValue?.number != nil
    if isSlider {
      row["Type"] = "PSSliderSpecifier"
      row["SetteeType"] = nil
    }
    row[isSlider ? "MinimumValue" : "SetteeMinimum"] = value(facts.minimum)
    row[isSlider ? "MaximumValue" : "SetteeMaximum"] = value(facts.maximum)
  }

  private func fill(_ row: inout PropertyListDictionary, _ constants: [FlattenedSchema.Constant]) {
    row["Type"] = "PSMultiValueSpecifier"
    let values = constants.compactMap(\.value.propertyList)
    row["Values"] = .array(values)
    row["Titles"] = .array(
      zip(constants, values).map { constant, value in
        .string(constant.title ?? ValueFormatter.plain(value).plainText ?? "“”")
      })
    var subtitles: PropertyListDictionary = [:]
    for (constant, value) in zip(constants, values) {
      if let help = constant.help { subtitles[ValueFormatter.plain(value)] = .string(help) }
    }
    if !subtitles.isEmpty { row["IASKSubtitle"] = .dictionary(subtitles) }
  }

  /// Sets the default value of a row to the default in the schema.
  ///
  /// If the default violates its own schema, the help text mentions it instead.
  private mutating func takeDefault(
    _ facts: FlattenedSchema, _ shape: RowKind, _ part: Subschema,
    _ row: inout PropertyListDictionary
  ) {
    // Omit the default values of secrets, because anyone can read the bundle.
    guard row["IsSecure"] == nil, let value = facts.defaultValue, let plain = value.propertyList
    else { return }
    if validator.fits(value, part) == .yes, shape.takes(value) {
      row["DefaultValue"] = plain
      return
    }
    report.oddDefaults += 1
    guard let told = value.words.plainText, told.count <= 80 else { return }
    let help = row["SetteeHelp"]?.string.map { $0.hasSuffix(".") ? "\($0) " : "\($0). " } ?? ""
    row["SetteeHelp"] = .string("\(help)Default: \(told).")
  }
}

extension RowKind {
  /// The name of this type in the keys `SetteeType` and `SetteeItemType` of a row.
  fileprivate var typeWord: PropertyList {
    self == .whole ? "integer" : self == .real ? "real" : "scalar"
  }

  /// Returns whether a row of this type can contain a value.
  func takes(_ value: DocumentElement) -> Bool {
    switch self {
    case .toggle: value.flag != nil
    case .choice(let constants): constants.contains { $0.value == value }
    case .whole: value.whole != nil
    case .real: value.number != nil
    case .text: value.text != nil
    case .scalar: value.text != nil || value.number != nil || value.flag != nil
    case .list: value.list?.allSatisfy { RowKind.scalar.takes($0) } == true
    case .pane, .either, .entries, .other: false
    }
  }
}

extension DocumentElement {
  /// The value as a property list, or `nil` for null, which property lists don't support.
  var propertyList: PropertyList? {
    switch content {
    case .null: nil
    case .boolean(let flag): .boolean(flag)
    case .number(let number, let whole): whole.map { .integer(Int64($0)) } ?? .real(number)
    case .text(let text), .untyped(let text): .string(text)
    case .list(let list): .array(list.compactMap(\.propertyList))
    case .table: nil
    }
  }
}
