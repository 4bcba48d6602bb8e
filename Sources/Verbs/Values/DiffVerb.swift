import Settee

extension Verb {
  static let diff = Verb(
    "diff", "Compare the stored values with the defaults, a file, or the cloud mirror",
    operands: [.app, Operand("FILE|-", .path, .optional)],
    options: [VerbOption("cloud", "compare with the cloud mirror"), .json, .secrets],
    notes: [
      "Without FILE, compares with the defaults. Lines that begin with - are stored values; lines that begin with + are values of the other side. Exits 1 if there are differences. Secrets are compared but not printed."
    ],
    examples: ["diff ~/.gitconfig", "diff org.settee.mail backup.plist"]
  ) { call in
    if call.has("cloud") {
      guard call.words.isEmpty else {
        throw SetteeError(.usage, "Give either FILE or --cloud, not both.")
      }
      guard call.openServer != nil else {
        throw SetteeError(.usage, "\(call.syntax.program) does not support mirrors; omit --cloud.")
      }
      return try CloudCall(call).difference()
    }
    let app = try call.app()
    let file = try call.words.first.map { try ImportedValues(file: $0, for: app, call) }
    let tells = call.has("secrets")
    return try call.printDifferences(
      file.map { app.differences(from: $0, tellsSecrets: tells) }
        ?? app.differencesFromDefaults(tellsSecrets: tells))
  }
}

extension Call {
  /// Prints settings that differ between two sides, and returns the exit code of the command.
  func printDifferences(_ rows: [KeyRow]) throws -> ExitCode {
    try answer(
      .array(rows.map { $0.json([.key, .left, .right]) }), rows.flatMap(\.differenceLines))
    return rows.isEmpty ? .done : .no
  }
}

extension KeyRow {
  fileprivate var differenceLines: [String] {
    let control = place.setting?.control
    func day(_ value: PropertyList?) -> String? { value.flatMap { control?.zonelessText(of: $0) } }
    // Print a date without a time as its row shows it, unless both values would look the same.
    let showsDays = day(old) != day(new)
    return [("-", old), ("+", new)].compactMap { mark, value in
      value.map { value in
        let text =
          (showsDays ? day(value) : nil)
          ?? ValueFormatter.json(value, isSecret: hidesValues).text()
        return "\(mark) \(line([.key]))\t\(text)"
      }
    }
  }
}

extension App {
  /// Returns the settings whose value, as set by the user, differs from the default.
  fileprivate func differencesFromDefaults(tellsSecrets: Bool) -> [KeyRow] {
    places.compactMap { place in
      guard let stored = place.stored(in: .user), stored != place.defaultValue else { return nil }
      return KeyRow(place, old: stored, new: place.defaultValue, tellsSecrets: tellsSecrets)
    }
  }

  /// Returns the settings whose value differs from the value in a file.
  ///
  /// If the file doesn't contain a key, the key is compared only if the user has set it.
  fileprivate func differences(from file: ImportedValues, tellsSecrets: Bool) -> [KeyRow] {
    let untold = places(ofImported: file.untold)
    let theirs = settings(in: file)
    let values = Dictionary(theirs.map { ($0.place.path, $0.value) }) { $1 }
    let known = places
    // A list of tables in the file is compared as a whole.
    let parts = domains.first?.text?.known?
      .parts(of: (theirs.map(\.place) + untold).map(\.key), among: known.map(\.key))
      .map { SettingPath($0.part) }
    let skipped = Set(untold.map(\.path)).union(parts ?? [])
    let ours = known.filter { !skipped.contains($0.path) }.map { place in
      let right = values[place.path]
      let left = right == nil ? place.stored(in: .user) : place.effective?.value
      return KeyRow(place, old: left, new: right, tellsSecrets: tellsSecrets)
    }
    let paths = Set(known.map(\.path))
    let others = theirs.compactMap { place, value, _ -> KeyRow? in
      if paths.contains(place.path) { return nil }
      let domain = domains.first { $0.isSecret(place.path) } ?? domains[0]
      return KeyRow(
        self.place(at: place.path, in: domain), old: place.whole?.value, new: value,
        tellsSecrets: tellsSecrets)
    }
    return (ours + others).filter { $0.old != $0.new }.map { row in
      var row = row
      row.otherDocument = file.document
      return row
    }
  }
}
