import Settee

extension Verb {
  /// `diff`: what is stored against something else.
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
      return try CloudWords.difference(call)
    }
    let app = try call.app()
    let file = try call.words.first.map { try ImportedValues(file: $0, call) }
    let differences = file.map { app.differences(from: $0) } ?? app.differencesFromDefaults
    try Difference.write(differences, call)
    return differences.isEmpty ? .done : .no
  }
}

/// A key whose value differs between two sides; nil where a side has none.
struct Difference {
  let key: String
  let left: PropertyList?
  let right: PropertyList?
  let isSecret: Bool
  /// The row of the key; nil where no pane has one.
  private let control: Control?

  init(_ place: Place, left: PropertyList?, right: PropertyList?) {
    key = place.key
    self.left = left
    self.right = right
    isSecret = place.isSecret
    control = place.setting?.control
  }

  /// A key that only the other side has, and no pane.
  init(key: String, right: PropertyList, isSecret: Bool) {
    self.key = key
    left = nil
    self.right = right
    self.isSecret = isSecret
    control = nil
  }

  /// Prints differences as text, or as JSON when that was asked for.
  static func write(_ differences: [Difference], _ call: Call) throws {
    let tells = call.has("secrets")
    if call.has("json") {
      try call.write(.array(differences.map { $0.object(tellsSecrets: tells) }))
      return
    }
    for difference in differences {
      let key = SafeText.line(difference.key)
      let isSecret = difference.isSecret && !tells
      for (mark, value) in [("-", difference.left), ("+", difference.right)] {
        guard let value else { continue }
        let text = difference.day(value) ?? ValueText.json(value, isSecret: isSecret).text()
        try call.console.line("\(mark) \(key)\t\(text)")
      }
    }
  }

  /// A day, or a time of day, as its row writes it; nil where that would hide what differs.
  private func day(_ value: PropertyList) -> String? {
    let days = [left, right].map { side in side.flatMap { control?.zonelessText(of: $0) } }
    return days[0] == days[1] ? nil : control?.zonelessText(of: value)
  }

  private func object(tellsSecrets: Bool) -> JSON {
    .object(ofPresent: [
      "key": .string(key),
      "left": left.map { ValueText.json($0, isSecret: isSecret && !tellsSecrets) },
      "right": right.map { ValueText.json($0, isSecret: isSecret && !tellsSecrets) },
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
      let isSecret = domains.contains { $0.isSecret(LeafPath(key)) }
      result.append(Difference(key: key, right: value, isSecret: isSecret))
    }
    return result
  }
}
