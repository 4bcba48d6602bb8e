import SetteeFormats
package import SetteePropertyLists
import SetteeSchema

/// Makes the property lists of a bundle from a schema: a pane for each table, a row for each key.
package struct Compiler {
  /// What became of the keys of a schema.
  package struct Report: Sendable {
    /// All keys at all places.
    package var settings = 0
    /// Those with a control, or a pane, of their own.
    package var controls = 0
    package var panes = 0
    /// Those that are edited in the file itself, by the reason.
    package var asText: [String: Int] = [:]
    /// Those that are no rows at all, by the reason.
    package var leftOut: [String: Int] = [:]
    /// Defaults that their own schema does not allow, and that are only told of.
    package var oddDefaults = 0
    /// Patterns that rows do not check.
    package var patterns = 0

    /// The share of settings with a control of their own, in hundredths, rounded down.
    package var share: Int { settings == 0 ? 100 : controls * 100 / settings }
  }

  /// The rows that a bundle may have.
  private static let mostRows = 20_000
  private static let mostPanes = 2_000
  private static let deepest = 16
  /// How often a table may be within itself.
  private static let mostTurns = 2

  package private(set) var report = Report()
  private let schema: JSONSchema
  /// Whether a place is called like those that hold secrets.
  private let isSecret: (String) -> Bool
  private var judge: Judge
  /// The property lists by their names, Root first.
  private var files: [(name: String, content: PropertyListDictionary)] = []
  private var names: Set<String> = ["root"]
  private var rows = 0
  /// The tables that the one being made is in, by where they stand in the schema.
  private var around: [Int] = []

  private init(_ schema: JSONSchema, isSecret: @escaping (String) -> Bool) {
    (self.schema, self.isSecret) = (schema, isSecret)
    judge = Judge(schema)
  }

  /// The property lists of a bundle by their names, Root first, and what became of the keys; `root` is
  /// what Root.plist says besides: the file of the program.
  package static func bundle(
    of schema: JSONSchema, title: String, root: PropertyListDictionary,
    isSecret: @escaping (String) -> Bool
  ) -> (files: [(name: String, content: PropertyListDictionary)], report: Report) {
    var compiler = Compiler(schema, isSecret: isSecret)
    let facts = SchemaFacts(schema.whole, in: schema)
    compiler.add(facts, named: "Root", title: title, at: .root, keys: root)
    return (compiler.files, compiler.report)
  }

  // MARK: Panes

  private mutating func add(
    _ facts: SchemaFacts, named file: String, title: String, at place: Place,
    keys: PropertyListDictionary = [:]
  ) {
    let own = files.count
    files.append((file, [:]))
    var (plain, deprecated): ([PropertyList], [PropertyList]) = ([], [])
    let all = properties(of: facts)
    around.append(all.identity)
    for property in all {
      guard !property.name.text.isEmpty, property.name.text != "$schema" else { continue }
      let own = SchemaFacts(property.schema, in: schema)
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
    if !deprecated.isEmpty { groups += group(MadeText.deprecated.rawValue, deprecated) }
    let isEmpty = groups.isEmpty
    if isEmpty { groups = group(nil, footer: MadeText.entries.rawValue) }
    content["PreferenceSpecifiers"] = .array(groups)
    if facts.isMap || isEmpty { content["SetteeEntries"] = .string(place.description) }
    files[own].content = content
    report.panes += 1
  }

  /// Adds a pane for what the file has at a place.
  private mutating func addEntries(
    _ facts: SchemaFacts, named file: String, title: String, at place: Place
  ) {
    let help = [facts.help, MadeText.newEntries.rawValue].compactMap(\.self)
    let content: PropertyListDictionary = [
      "Title": .string(title), "SetteeEntries": .string(place.description),
      "PreferenceSpecifiers": .array(group(nil, footer: help.joined(separator: " "))),
    ]
    files.append((file, content))
    report.panes += 1
  }

  /// The keys of a table; of one that has several forms, the keys of all of them.
  private func properties(of facts: SchemaFacts) -> [SchemaFacts.Property] {
    var all = facts.properties
    for form in facts.forms {
      let known = Set(all.map(\.name))
      all += SchemaFacts(form, in: schema).properties.filter { !known.contains($0.name) }
    }
    return all
  }

  private func group(
    _ title: String?, footer: String? = nil, _ rows: [PropertyList] = []
  ) -> [PropertyList] {
    var heading: PropertyListDictionary = ["Type": "PSGroupSpecifier"]
    heading["Title"] = title.map { .string($0) }
    heading["FooterText"] = footer.map { .string($0) }
    return [.dictionary(heading)] + rows
  }

  /// A name of a file that says which table it is, and that no other one has on any file system.
  private mutating func file(for place: Place) -> String {
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
    of facts: SchemaFacts, _ part: Subschema, _ name: Name, at place: Place
  ) -> [PropertyList] {
    let shape = Shape(facts, in: schema)
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

  private func isTooDeep(_ facts: SchemaFacts) -> Bool {
    let own = properties(of: facts).identity
    return around.count >= Self.deepest || around.count { $0 == own } >= Self.mostTurns
  }

  private mutating func row(
    of facts: SchemaFacts, _ shape: Shape, _ part: Subschema, _ name: Name, at place: Place
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
      row["IASKSubtitle"] = .string(MadeText.edited.rawValue)
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
    _ row: inout PropertyListDictionary, _ shape: Shape, _ facts: SchemaFacts
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

  private mutating func fillText(_ row: inout PropertyListDictionary, _ facts: SchemaFacts) {
    if let pattern = facts.pattern {
      if let whole = SearchPattern.whole(pattern) {
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
    if let example = facts.example?.text.flatMap({ SchemaText.plain($0) }), example.count <= 60 {
      row["IASKPlaceholder"] = .string(example)
    }
  }

  private func fillNumber(
    _ row: inout PropertyListDictionary, _ shape: Shape, _ facts: SchemaFacts
  ) {
    row["SetteeType"] = shape.typeWord
    func value(_ number: Double?) -> PropertyList? {
      number.flatMap { number in
        guard number.isFinite else { return nil }
        return Int64(exactly: number).map { .integer($0) } ?? .real(number)
      }
    }
    // One number that is its own least and most, or none at all, is the file's check to tell.
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

  private func fill(_ row: inout PropertyListDictionary, _ constants: [SchemaFacts.Constant]) {
    row["Type"] = "PSMultiValueSpecifier"
    let values = constants.compactMap(\.value.propertyList)
    row["Values"] = .array(values)
    row["Titles"] = .array(
      zip(constants, values).map { constant, value in
        .string(constant.title ?? SchemaText.plain(PlainText.of(value)) ?? "“”")
      })
    var subtitles: PropertyListDictionary = [:]
    for (constant, value) in zip(constants, values) {
      if let help = constant.help { subtitles[PlainText.of(value)] = .string(help) }
    }
    if !subtitles.isEmpty { row["IASKSubtitle"] = .dictionary(subtitles) }
  }

  /// A default that its own schema allows is the row's; any other one is only told.
  private mutating func takeDefault(
    _ facts: SchemaFacts, _ shape: Shape, _ part: Subschema, _ row: inout PropertyListDictionary
  ) {
    // NB: a default of a secret is one that everybody can read.
    guard row["IsSecure"] == nil, let value = facts.defaultValue, let plain = value.propertyList
    else { return }
    if judge.fits(value, part) == .yes, shape.takes(value) {
      row["DefaultValue"] = plain
      return
    }
    report.oddDefaults += 1
    guard let told = SchemaText.plain(value.words), told.count <= 80 else { return }
    let help = row["SetteeHelp"]?.string.map { $0.hasSuffix(".") ? "\($0) " : "\($0). " } ?? ""
    row["SetteeHelp"] = .string("\(help)Default: \(told).")
  }
}

extension [SchemaFacts.Property] {
  /// What tells a table from all others: where its first key is described.
  fileprivate var identity: Int { first?.schema.datum.offset ?? -1 }
}

extension Shape {
  /// What `SetteeType` and `SetteeItemType` call values of this shape.
  fileprivate var typeWord: PropertyList {
    self == .whole ? "integer" : self == .real ? "real" : "scalar"
  }

  /// Whether a value may stand in such a row.
  func takes(_ value: Datum) -> Bool {
    switch self {
    case .toggle: value.flag != nil
    case .choice(let constants): constants.contains { $0.value == value }
    case .whole: value.whole != nil
    case .real: value.number != nil
    case .text: value.text != nil
    case .scalar: value.text != nil || value.number != nil || value.flag != nil
    case .list: value.list?.allSatisfy { Shape.scalar.takes($0) } == true
    case .pane, .either, .entries, .other: false
    }
  }
}

extension Datum {
  /// The value as a property list has it; nil for null, which none has.
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
