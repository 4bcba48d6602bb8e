import Settee

extension Verb {
  /// `import`: the values of a file, whole or not at all.
  package static let `import` = Verb(
    "import", "takes over the values of a file, whole or not at all",
    operands: [.app, Operand("FILE|-", .path)],
    options: [VerbOption("exact", "also remove what the file lacks"), .json],
    notes: [
      "The file is a property list of any format, or JSON as export prints it; - reads standard input. Every value is checked first; when one is refused, nothing is written.",
      "A value that holds already without being set, such as a default, is not written, so that an export and its import pin nothing. With --exact the layer holds just what the file says afterwards.",
    ],
    examples: ["import mail mail.plist", "import mail - --dry-run < mail.json"]
  ) { call in
    let app = try call.app()
    let imported = try ImportedValues(file: call.words.first ?? "-", call)
    var change = Change(app, call)
    try change.put(imported, of: app, exact: call.has("exact"))
    try Report.write(try change.commit(), call)
    change.sayWhatIsHidden()
    if !imported.untold.isEmpty {
      let keys = imported.untold.joined(separator: ", ")
      call.console.say("The file does not tell these secrets, which are as they were: \(keys).")
    }
    return .done
  }
}

extension Change {
  /// Adds the values of a file, each checked; one that is refused refuses all.
  fileprivate mutating func put(_ imported: ImportedValues, of app: App, exact: Bool) throws {
    for (place, value) in try app.imports(imported, layer: layer, exact: exact) {
      if let value { put(place, value) } else { leave(place) }
    }
    guard exact else { return }
    let kept = Set((imported.values.keys + imported.untold).map { LeafPath($0) })
    for place in app.places where !kept.contains(place.path) && place.stored(in: layer) != nil {
      put(place, nil)
    }
  }
}

extension App {
  /// The values that a file brings, each checked; one that is refused refuses all.
  ///
  /// - Returns: A value for each place; nil where it holds already, so that nothing is to do.
  func imports(
    _ imported: ImportedValues, layer: WritableLayer, exact: Bool
  ) throws -> [(Place, PropertyList?)] {
    var found: [(Place, PropertyList?)] = []
    var refusals: [Failure] = []
    for (key, value) in imported.values.entries where !ReservedKey.contains(key) {
      let place = placeOfLiteral(key)
      do {
        let value = try place.checked(value)
        found.append((place, place.holds(value, in: layer, exact: exact) ? nil : value))
      } catch { refusals.append(Failure(error)) }
    }
    if let first = refusals.first {
      let others = refusals.count > 1 ? " (and \(refusals.count - 1) more)" : ""
      throw Failure(
        first.code, "Nothing was imported, because of a value\(others). \(first.sentence)")
    }
    return found
  }

  /// The place of a key of a file, which never walks into a dictionary.
  func placeOfLiteral(_ key: String) -> Place {
    let path = LeafPath(key)
    let domain =
      domains.first { setting(at: path, in: $0) != nil }
      ?? domains.first { $0.value(for: key) != nil } ?? domains[0]
    return place(at: path, in: domain)
  }
}

extension Place {
  /// Whether a value counts already, though the layer does not have it.
  fileprivate func holds(_ value: PropertyList, in layer: WritableLayer, exact: Bool) -> Bool {
    guard let effective, effective.value == value else { return false }
    if layer == .user, effective.origin == .managed { return true }
    return !exact && layer == .user && stored(in: .user) == nil
  }
}
