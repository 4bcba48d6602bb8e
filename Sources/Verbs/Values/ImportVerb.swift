package import Settee
import SetteeFiles
import SetteeValues

extension Verb {
  static let `import` = Verb(
    "import", "Import settings from a file, all or none",
    operands: [.app, Operand("FILE|-", .path)],
    options: [VerbOption("exact", "also remove keys that the file does not contain"), .json],
    notes: [
      "FILE is a property list in any format, or JSON as printed by export; - reads standard input. For a settings file of another program, FILE can be another settings file. All values are validated first. If one is invalid, nothing is written.",
      "In a settings file of another program, a table in FILE changes only the settings that it contains. A list replaces the whole list.",
      "Values that are already in effect, such as defaults, are not written. With --exact, keys that aren't in FILE are reset.",
    ],
    examples: [
      "import org.settee.mail mail.plist", "import org.settee.mail - --dry-run < mail.json",
    ]
  ) { call in
    let app = try call.app()
    let imported = try ImportedValues(file: call.words.first ?? "-", for: app, call)
    let isExact = call.has("exact")
    var changes = try app.imports(
      imported, layer: call.layer, exact: isExact, isForced: call.has("force"))
    if isExact {
      let kept = app.kept(changes.map(\.place) + app.places(ofImported: imported.untold))
      for place in app.places
      where !kept.contains(place.path) && place.stored(in: call.layer) != nil {
        changes.append((place, try place.change(to: nil)))
      }
    }
    try call.make(changes)
    if !imported.untold.isEmpty {
      let keys = imported.untold.joined(separator: ", ")
      call.console.report("These secrets are not in the file and were not changed: \(keys).")
    }
    return .done
  }
}

/// A setting with the value to import, and the text of the value if it is a number, a list, or an
/// object in JSON.
typealias ImportedSetting = (place: SettingReference, value: PropertyList, text: String?)

extension App {
  /// Returns the changes that importing the values of a file makes, after checking them.
  ///
  /// The change for a setting is `nil` if the value in the file is already in effect.
  ///
  /// - Throws: An error if any value is invalid.
  package func imports(
    _ imported: ImportedValues, layer: WritableLayer, exact: Bool, isForced: Bool
  ) throws -> [PlannedChange] {
    var found: [PlannedChange] = []
    var refusals: [SetteeError] = []
    // Only a settings file can contain null.
    if domains.first?.text == nil,
      let key = imported.values.entries.first(where: { $0.value.containsNull })?.key
    {
      let reason = "null isn't a property list value; leave the key out instead"
      throw SetteeError(.invalid, "\(imported.name), key '\(key)': \(reason).")
    }
    for key in imported.values.keys where key.contains("[") && key.contains("=") {
      try requirePath(key)
    }
    let values = settings(in: imported)
    try rejectOverlap(values)
    for (place, value, text) in values {
      do {
        try requireKnown(place, value, isForced: isForced)
        let change: ValidatedChange
        if let text, imported.keepsText(of: value, at: place) {
          change = try place.change(to: value, writing: text)
        } else {
          let typed = text.flatMap { keepsText($0, of: value, at: place, layer) ? $0 : nil }
          change = try place.change(to: value, typed: typed)
        }
        found.append((place, place.holds(value, in: layer, exact: exact) ? nil : change))
      } catch { refusals.append(SetteeError(error)) }
    }
    guard let first = refusals.first else { return found }
    let others = refusals.count > 1 ? " (and \(refusals.count - 1) more)" : ""
    throw SetteeError(
      first.code, "Nothing was imported because a value is invalid\(others). \(first.message)")
  }

  /// Returns whether the text of a value in JSON matters for how it is written.
  ///
  /// A number whose value stays the same keeps its digits. Other numbers in their usual form are
  /// written like this anyway, and without their text, this takes less time.
  private func keepsText(
    _ text: String, of value: PropertyList, at place: SettingReference, _ layer: WritableLayer
  ) -> Bool {
    let hasTypes = place.domain.text?.known?.hasTypes ?? true
    if let number = value.double, hasTypes || number != number.rounded(),
      text == JSON(value).text()
    {
      return false
    }
    return place.stored(in: layer) != value
  }

  /// Returns the settings that the values of a file are for.
  ///
  /// A table in a settings file isn't a setting itself unless it is empty, so its settings that the
  /// values don't mention stay.
  func settings(in imported: ImportedValues) -> [ImportedSetting] {
    let entries = imported.values.entries
    return zip(places(ofImported: entries.map(\.key)), entries).flatMap { place, entry in
      merged(entry.value, imported.texts[Key(entry.key)], into: place)
    }
  }

  private func merged(
    _ value: PropertyList, _ text: String?, into place: SettingReference
  ) -> [ImportedSetting] {
    // The tables of a system file are items, which are written as a whole.
    guard let content = place.domain.text?.known, !content.document.format.isAugeas,
      let members = value.dictionary,
      content.values[place.path.key] != .dictionary([:]),
      content.composite(of: place.path.key)?.dictionary != nil
        || content.isMergedTable(place.path.key)
    else { return [(place, value, text)] }
    let texts = text.map { JSON.memberTexts(of: $0) } ?? [:]
    return members.entries.flatMap { name, value in
      content.key(of: name, in: place.path.key).map { key in
        merged(
          value, texts[Key(name)], into: self.place(at: SettingPath(key), in: place.domain))
      } ?? []
    }
  }

  /// Throws an error if a value to import is part of another one, so that it is unclear which one
  /// is meant.
  func rejectOverlap(_ values: [ImportedSetting]) throws {
    guard let content = domains.first?.text?.known else { return }
    var keys: Set<SettingPath> = []
    if let place = values.first(where: { !keys.insert($0.place.path).inserted })?.place {
      throw SetteeError(
        .invalid, "Nothing was imported because '\(place.key)' occurs more than once.")
    }
    let wholes = values.filter { $0.value.array != nil || $0.value.dictionary != nil }
    let parts = content.parts(of: wholes.map(\.place.key), among: values.map(\.place.key))
    guard let (part, whole) = parts.first else { return }
    throw SetteeError(
      .invalid,
      "Nothing was imported because '\(part)' is part of '\(whole)', which is imported too. Remove one of them from the file."
    )
  }

  /// Returns the paths of settings, of everything that is part of them, and of the empty tables that
  /// they fill.
  func kept(_ settings: [SettingReference]) -> Set<SettingPath> {
    let paths = Set(settings.map(\.path))
    guard let content = domains.first?.text?.known else { return paths }
    let keys = settings.map(\.key)
    let known = places.map(\.key)
    let parts = content.parts(of: keys, among: known).map { SettingPath($0.part) }
    let emptyTables = known.filter { content.values[$0] == .dictionary([:]) }
    let filled = content.parts(of: emptyTables, among: keys).map { SettingPath($0.whole) }
    return paths.union(parts).union(filled)
  }

  /// Returns the settings for keys in a file that is imported.
  ///
  /// For a settings file, the keys are the same as on the command line. In a domain, dots in a key
  /// never refer to an entry in a dictionary.
  func places(ofImported keys: [String]) -> [SettingReference] {
    guard let domain = domains.first, let content = domain.text?.known else {
      return keys.map(placeOfLiteral)
    }
    return zip(keys, content.keys(written: keys)).map { text, key in
      place(at: SettingPath(key ?? text), in: domain)
    }
  }

  private func placeOfLiteral(_ key: String) -> SettingReference {
    let path = SettingPath(key)
    let domain =
      domains.first { setting(at: path, in: $0) != nil }
      ?? domains.first { $0.value(for: key) != nil } ?? domains[0]
    return place(at: path, in: domain)
  }
}

extension ImportedValues {
  /// Returns whether a number or a Boolean value is written to a settings file exactly as it is in
  /// the imported one, because neither of their formats has types.
  ///
  /// If a bundle declares the setting, the program might accept fewer words than the format of the
  /// other file.
  fileprivate func keepsText(of value: PropertyList, at place: SettingReference) -> Bool {
    guard let source = document?.document.format, source.dialect != nil,
      let target = place.domain.text?.known?.document.format, target.dialect != nil
    else { return false }
    return place.declaredControl == nil || value.bool != nil && source == target
  }
}

extension SettingReference {
  /// Returns the change that writes exactly a text, which means a value that is valid for the setting.
  fileprivate func change(
    to value: PropertyList, writing text: String
  ) throws -> ValidatedChange {
    if declaredControl != nil { _ = try change(to: value) }
    return ValidatedChange(
      unchecked: .string(text), at: path, in: domain, typed: JSON.literal(text).text())
  }

  /// Returns whether a value is already in effect through another layer, so that it doesn't need to
  /// be set.
  fileprivate func holds(_ value: PropertyList, in layer: WritableLayer, exact: Bool) -> Bool {
    guard let effective, effective.value == value else { return false }
    return layer == .user
      && (effective.origin == .managed || !exact && stored(in: .user) == nil)
  }
}

/// The values in a file that the user wants to import, compare, or edit.
package struct ImportedValues {
  /// The name of the file, for error messages.
  fileprivate let name: String
  private(set) var values = PropertyListDictionary()
  /// The texts of numbers, lists, and objects in JSON, by their keys.
  private(set) var texts: [Key: String] = [:]
  /// The keys of secret settings whose values the file doesn't contain.
  package private(set) var untold: [String] = []
  /// The content of the file if it is another settings file.
  private(set) var document: SettingsDocument?

  /// Reads values from a file, or from standard input if the file name is `-`.
  ///
  /// If the app is a settings file of another program, the file can be another settings file.
  init(file: String, for app: App, _ call: Call) throws {
    let name = file == "-" ? "standard input" : file
    let bytes = try file == "-" ? call.console.readAll() : Self.read(file)
    let isText = app.domains.first?.text != nil
    // TOML has no longer integers.
    let keepsLongNumbers = isText && app.domains.first?.text?.role.format != .toml
    do {
      self = try ImportedValues(bytes: bytes, name: name, keepsLongNumbers: keepsLongNumbers)
    } catch {
      let isOwn = [".json", ".plist", ".strings"].contains(where: file.hasSuffix)
      if file == "-" || isOwn { throw error }
      guard isText, let other = try call.otherSettingsFile(file, bytes),
        let content = other.domains[0].text?.known
      else {
        if bytes.first.map({ "{(<".utf8.contains($0) }) ?? true { throw error }
        let formats =
          isText
          ? "a property list, JSON, or a settings file whose name shows its format, such as .toml or .yaml"
          : "a property list or JSON"
        throw SetteeError(.invalid, "Can't read the values of \(file). Use \(formats).")
      }
      if let alias = content.document.aliases.first {
        let key = content.document.place(of: alias).description
        throw SetteeError(
          .invalid,
          "Can't read the values of \(file): '\(key)' is an alias. Replace it with its value.")
      }
      if call.verb?.name == "import" {
        try content.rejectLostTags(file, app.domains[0].text?.known)
      }
      self.name = name
      document = content
      let rows = ExportedValues(other, modifiedOnly: true, secrets: true, layer: nil).rows
      // A value that is marked as a secret only in the other file would be shown here.
      let here = app.domains[0]
      let isShownHere = { (row: (place: SettingReference, value: PropertyList)) in
        row.place.isSecret && !here.isSecret(row.place.path, as: row.value)
          && (row.place.isSecretItself
            || here.shows(row.value, at: row.place.path, whichHides: row.place.domain))
      }
      untold = rows.filter(isShownHere).map(\.place.path.key)
      values = PropertyListDictionary(
        rows.filter { !isShownHere($0) }.map { ($0.place.path.key, $0.value) })
      for (key, value) in values.entries {
        texts[Key(key)] = content.typedText(of: value, at: key)
      }
    }
  }

  /// Parses values in the form of JSON or of a property list in any format.
  ///
  /// Numbers that don't fit in 64 bits are rejected, unless `keepsLongNumbers` is `true` because
  /// they are for a settings file.
  package init(bytes: [UInt8], name: String, keepsLongNumbers: Bool = false) throws {
    self.name = name
    // Skip whitespace and a byte order mark to find the first character, which determines the
    // format.
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0xEF, 0xBB, 0xBF]
    guard let first = bytes.first(where: { !blanks.contains($0) }) else {
      throw SetteeError(.invalid, "\(name) is empty. Expected a property list or a JSON object.")
    }
    let mayBeJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    let isJSON = try mayBeJSON ? readJSON(bytes, name, keepsLongNumbers) : false
    if !isJSON { try readPropertyList(bytes, name) }
    // Remove the keys that Settee stores for internal use, in case the user imports a copy of a
    // domain's file.
    values.removeAll { ReservedKey.contains($0.key) }
  }

  private mutating func readPropertyList(_ bytes: [UInt8], _ name: String) throws {
    let value: PropertyList
    do { value = try PropertyList(reading: bytes) } catch let error as ParseError {
      throw SetteeError(.invalid, "\(name), \(error.description.withRemedy)")
    }
    guard let dictionary = value.dictionary else {
      throw SetteeError(
        .invalid, "The root of \(name) is not a dictionary.")
    }
    values = dictionary
  }

  /// Parses values in the form of JSON, or returns `false` if the bytes are an OpenStep property
  /// list.
  ///
  /// The first character isn't sufficient, because an OpenStep property list such as `{ a = b; }`
  /// also starts with a brace.
  private mutating func readJSON(
    _ bytes: [UInt8], _ name: String, _ keepsLongNumbers: Bool
  ) throws -> Bool {
    let json: JSON
    do {
      json = try JSON(reading: bytes, keepsLongNumbers: keepsLongNumbers)
    } catch let error as ParseError {
      if (try? PropertyList(reading: bytes)) != nil { return false }
      throw SetteeError(.invalid, "\(name), \(error.description.withRemedy)")
    }
    guard let members = json.object else {
      throw SetteeError(.invalid, "The root of \(name) is not a JSON object.")
    }
    let texts = JSON.memberTexts(of: String(decoding: bytes, as: UTF8.self))
    for (key, value) in members {
      guard !values.hasValue(for: key), !untold.contains(key) else {
        throw SetteeError(.invalid, "\(name), the key '\(key)' occurs more than once.")
      }
      self.texts[Key(key)] = texts[Key(key)]
      if value.isSecret {
        untold.append(key)
        continue
      }
      if let source = value.literalSource, value["kind"]?.string != "null" {
        values[key] = .string(source)
        self.texts[Key(key)] = JSON.literal(source).text()
        continue
      }
      do { values[key] = try value.propertyList(allowsNull: true) } catch let error as ParseError {
        throw SetteeError(.invalid, "\(name), key '\(key)': \(error.description.withRemedy)")
      }
    }
    return true
  }
}

extension SettingsDocument {
  /// The tags of types that JSON also supports.
  private static let usualTags: Set = [
    "!", "!!str", "!!int", "!!float", "!!bool", "!!null", "!!seq", "!!map",
  ]

  /// Throws an error for a YAML tag that the values to import don't contain, unless the file that
  /// is changed keeps the same tag.
  fileprivate func rejectLostTags(_ file: String, _ target: SettingsDocument?) throws {
    for node in document.nodes.indices {
      guard let tag = document.tag(of: node), !Self.usualTags.contains(tag) else { continue }
      let place = document.place(of: node)
      let known = target?.document.node(at: place).flatMap { target?.document.tag(of: $0) }
      // A list that changes can have other indices.
      let list = DocumentPath(Array(place.steps.prefix { $0.name != nil }))
      let isSame = list == place || value(at: key(of: list)) == target?.value(at: key(of: list))
      if known == tag, isSame { continue }
      throw SetteeError(
        .invalid,
        "Can't import \(file) because the tag \(tag) of '\(place)' would be lost. Copy '\(place)' in an editor, and remove it from \(file)."
      )
    }
  }
}

extension Call {
  /// Opens a settings file whose values are imported or compared, or returns `nil` if its name and
  /// content don't determine its format.
  fileprivate func otherSettingsFile(_ path: String, _ bytes: [UInt8]) throws -> App? {
    var finder = try finder()
    if case .known = Format.detect(name: AppFinder.absolute(path), bytes: bytes) {
      finder.fileFormat = nil
    } else if finder.fileFormat == nil {
      return nil
    }
    return try finder.openFile(path)
  }
}

extension String {
  /// The message of a syntax error as a sentence that ends with advice for the user.
  fileprivate var withRemedy: String {
    (contains(";") ? self : asSentence.dropLast() + "; correct it and try again").asSentence
  }
}

extension ImportedValues {
  package static func read(_ file: String) throws -> [UInt8] {
    if file.isEmpty {
      throw SetteeError(.io, "Missing file name. Use - for standard input.")
    }
    guard BundleFiles.live.kind(file) != nil else {
      throw AppFinder.missingPath(file, .io)
    }
    do { return try BundleFiles.live.read(file, 64 << 20) } catch let error as SystemError {
      throw SetteeError(.io, "Can't read \(file): \(error.reason).")
    }
  }
}
