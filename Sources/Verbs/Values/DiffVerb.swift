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
      guard call.openServer != nil else {
        throw SetteeError(.usage, "\(call.syntax.program) does not support mirrors; omit --cloud.")
      }
      return try CloudCall(call).difference()
    }
    let app = try call.app()
    let file = try call.words.first.map { try ImportedValues(file: $0, call) }
    return try ValueDifference.write(
      file.map { app.differences(from: $0) } ?? app.differencesFromDefaults, call)
  }
}

/// A setting whose value differs between two sides, such as the current values and a file.
///
/// If the setting isn't set on a side, the value of that side is `nil`.
struct ValueDifference {
  let place: SettingReference
  let left: PropertyList?
  let right: PropertyList?

  /// Prints the differences as text or JSON, and returns the exit code of the command.
  static func write(_ differences: [ValueDifference], _ call: Call) throws -> ExitCode {
    let tells = call.has("secrets")
    try call.answer(
      .array(differences.map { $0.object(tellsSecrets: tells) }),
      differences.flatMap { $0.lines(tellsSecrets: tells) })
    return differences.isEmpty ? .done : .no
  }

  private func lines(tellsSecrets: Bool) -> [String] {
    let key = SafeText.line(place.key)
    let isSecret = place.isSecret && !tellsSecrets
    return [("-", left), ("+", right)].compactMap { mark, value in
      value.map { value in
        let text = day(value) ?? ValueFormatter.json(value, isSecret: isSecret).text()
        return "\(mark) \(key)\t\(text)"
      }
    }
  }

  /// Returns a date or time in the format of its row, or `nil` if both values would look the same
  /// in it.
  private func day(_ value: PropertyList) -> String? {
    guard let control = place.setting?.control else { return nil }
    let days = [left, right].map { $0.flatMap(control.zonelessText) }
    return days[0] == days[1] ? nil : control.zonelessText(of: value)
  }

  private func object(tellsSecrets: Bool) -> JSON {
    let isSecret = place.isSecret && !tellsSecrets
    return .object(ofPresent: [
      "key": .string(place.key),
      "left": left.map { ValueFormatter.json($0, isSecret: isSecret) },
      "right": right.map { ValueFormatter.json($0, isSecret: isSecret) },
    ])
  }
}

extension App {
  /// The settings whose value, as set by the user, differs from the default.
  fileprivate var differencesFromDefaults: [ValueDifference] {
    places.compactMap { place in
      guard let stored = place.stored(in: .user), stored != place.defaultValue else { return nil }
      return ValueDifference(place: place, left: stored, right: place.defaultValue)
    }
  }

  /// Returns the settings whose value differs from the value in a file.
  ///
  /// If the file doesn't contain a key, the key is compared only if the user has set it.
  fileprivate func differences(from file: ImportedValues) -> [ValueDifference] {
    let untold = Set(file.untold.map { SettingPath($0) })
    let known = places
    let ours = known.filter { !untold.contains($0.path) }.map { place in
      let right = file.values[place.path.key]
      let left = right == nil ? place.stored(in: .user) : place.effective?.value
      return ValueDifference(place: place, left: left, right: right)
    }
    let paths = Set(known.map(\.path))
    let others = file.values.entries.compactMap { key, value -> ValueDifference? in
      let path = SettingPath(key)
      if paths.contains(path) { return nil }
      let domain = domains.first { $0.isSecret(path) } ?? domains[0]
      return ValueDifference(place: place(at: path, in: domain), left: nil, right: value)
    }
    return ours.filter { $0.left != $0.right } + others
  }
}
