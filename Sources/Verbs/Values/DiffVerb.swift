import Settee

extension Verb {
  static let diff = Verb(
    "diff", "compares what is stored with the defaults, or with a file",
    operands: [.app, Operand("FILE|-", .path, .optional)],
    options: [VerbOption("cloud", "compare with the cloud mirror"), .json, .secrets],
    notes: [
      "Without FILE it compares with the defaults. A line that begins with - is what is stored, one that begins with + is the other side. It exits 1 when they differ. Secrets are compared, and not printed."
    ],
    examples: ["diff mail", "diff mail backup.plist"]
  ) { call in
    if call.has("cloud") {
      guard call.openServer != nil else {
        throw Failure(.usage, "\(call.syntax.program) knows no mirror; leave --cloud out.")
      }
      return try CloudCall(call).difference()
    }
    let app = try call.app()
    let file = try call.words.first.map { try ImportedValues(file: $0, call) }
    let differences = file.map { app.differences(from: $0) } ?? app.differencesFromDefaults
    try Difference.write(differences, call)
    return differences.isEmpty ? .done : .no
  }
}

/// A place whose value differs between two sides; nil where a side has none.
struct Difference {
  let place: Place
  let left: PropertyList?
  let right: PropertyList?

  init(_ place: Place, left: PropertyList?, right: PropertyList?) {
    (self.place, self.left, self.right) = (place, left, right)
  }

  /// Prints differences as text, or as JSON when that was asked for.
  static func write(_ differences: [Difference], _ call: Call) throws {
    let tells = call.has("secrets")
    if call.has("json") {
      try call.write(.array(differences.map { $0.object(tellsSecrets: tells) }))
      return
    }
    for difference in differences {
      let key = SafeText.line(difference.place.key)
      let isSecret = difference.place.isSecret && !tells
      for (mark, value) in [("-", difference.left), ("+", difference.right)] {
        guard let value else { continue }
        let text = difference.day(value) ?? ValueText.json(value, isSecret: isSecret).text()
        try call.console.line("\(mark) \(key)\t\(text)")
      }
    }
  }

  /// A day, or a time of day, as its row writes it; nil where that would hide what differs.
  private func day(_ value: PropertyList) -> String? {
    guard let control = place.setting?.control else { return nil }
    let days = [left, right].map { $0.flatMap(control.zonelessText) }
    return days[0] == days[1] ? nil : control.zonelessText(of: value)
  }

  private func object(tellsSecrets: Bool) -> JSON {
    let isSecret = place.isSecret && !tellsSecrets
    return .object(ofPresent: [
      "key": .string(place.key),
      "left": left.map { ValueText.json($0, isSecret: isSecret) },
      "right": right.map { ValueText.json($0, isSecret: isSecret) },
    ])
  }
}

extension App {
  /// What the user has stored that differs from what would hold without it.
  fileprivate var differencesFromDefaults: [Difference] {
    places.compactMap { place in
      guard let stored = place.stored(in: .user), stored != place.defaultValue else { return nil }
      return Difference(place, left: stored, right: place.defaultValue)
    }
  }

  /// What differs from a file: keys of both sides; what the file lacks counts only where it is stored.
  fileprivate func differences(from file: ImportedValues) -> [Difference] {
    var result: [Difference] = []
    let untold = Set(file.untold.map { LeafPath($0) })
    for place in places where !untold.contains(place.path) {
      let right = file.values[place.path.key]
      let left = right == nil ? place.stored(in: .user) : place.effective?.value
      if left != right {
        result.append(Difference(place, left: left, right: right))
      }
    }
    let known = Set(places.map(\.path))
    for (key, value) in file.values.entries
    where !known.contains(LeafPath(key)) && !ReservedKey.contains(key) {
      let path = LeafPath(key)
      let domain = domains.first { $0.isSecret(path) } ?? domains[0]
      result.append(Difference(place(at: path, in: domain), left: nil, right: value))
    }
    return result
  }
}
