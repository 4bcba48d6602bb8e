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
    var refusals: [Failure] = []
    for (key, value) in imported.values.entries where !ReservedKey.contains(key) {
      let place = app.placeOfLiteral(key)
      do {
        let value = try place.checked(value)
        if holds(place, value, exact: exact) { leave(place) } else { put(place, value) }
      } catch { refusals.append(Failure(error)) }
    }
    if let first = refusals.first {
      let others = refusals.count > 1 ? " (and \(refusals.count - 1) more)" : ""
      throw Failure(
        first.code, "Nothing was imported, because of a value\(others). \(first.sentence)")
    }
    guard exact else { return }
    let kept = Set((imported.values.keys + imported.untold).map { LeafPath($0) })
    for place in app.places where !kept.contains(place.path) && place.stored(in: layer) != nil {
      put(place, nil)
    }
  }

  /// Whether a value counts already, though the layer does not have it, so that nothing is to do.
  private func holds(_ place: Place, _ value: PropertyList, exact: Bool) -> Bool {
    guard let effective = place.effective, effective.value == value else { return false }
    if layer == .user, effective.origin == .managed { return true }
    return !exact && layer == .user && place.stored(in: .user) == nil
  }
}

extension App {
  /// The place of a key of a file, which never walks into a dictionary.
  func placeOfLiteral(_ key: String) -> Place {
    let path = LeafPath(key)
    let domain =
      domains.first { setting(at: path, in: $0) != nil }
      ?? domains.first { $0.value(for: key) != nil } ?? domains[0]
    return place(at: path, in: domain)
  }
}
