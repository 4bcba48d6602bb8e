package import Settee

extension Verb {
  /// `diff`: what is stored against something else.
  package static let diff = Verb(
    "diff", "compares what is stored with the defaults, or with a file",
    operands: [.app, Operand("FILE|-", .path, .optional)],
    options: [VerbOption("cloud", "compare with the cloud mirror"), .json, .secrets],
    notes: [
      "Without FILE it compares with the defaults. A line that begins with - is what is stored, one that begins with + is the other side. It exits 1 when they differ. Secrets are compared, and not printed."
    ],
    examples: ["diff mail", "diff mail backup.plist"]
  ) { call in
    if call.has("cloud") {
      guard let difference = call.cloudDifference else {
        throw Failure(.usage, "\(call.syntax.program) knows no mirror; leave --cloud out.")
      }
      return try difference(call)
    }
    let app = try call.app()
    let file = try call.words.first.map { try ImportedValues(file: $0, call) }
    let differences = file.map { app.differences(from: $0) } ?? app.differencesFromDefaults
    try Difference.write(differences, call)
    return differences.isEmpty ? .done : .no
  }
}

/// A key whose value differs between two sides; nil where a side has none.
package struct Difference {
  /// The key as people write it.
  package let key: String
  /// What is stored here.
  package let left: PropertyList?
  /// What the other side has.
  package let right: PropertyList?
  /// Whether the values are secrets.
  package let isSecret: Bool

  /// Makes a difference.
  package init(key: String, left: PropertyList?, right: PropertyList?, isSecret: Bool) {
    self.key = key
    self.left = left
    self.right = right
    self.isSecret = isSecret
  }

  /// Prints differences as text, or as JSON when that was asked for.
  package static func write(_ differences: [Difference], _ call: Call) throws {
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
        try call.console.line("\(mark) \(key)\t\(ValueText.json(value, isSecret: isSecret).text())")
      }
    }
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
      return Difference(
        key: place.key, left: stored, right: place.defaultValue, isSecret: place.isSecret)
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
        result.append(
          Difference(key: place.key, left: left, right: right, isSecret: place.isSecret))
      }
    }
    let known = Set(places.map(\.path))
    for (key, value) in file.values.entries
    where !known.contains(LeafPath(key)) && !ReservedKey.contains(key) {
      let isSecret = domains.contains { $0.isSecret(LeafPath(key)) }
      result.append(Difference(key: key, left: nil, right: value, isSecret: isSecret))
    }
    return result
  }
}
