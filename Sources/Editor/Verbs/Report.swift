import Settee

/// What became of one key, as `set`, `reset`, `import` and `undo` tell it.
struct Report {
  let place: Place
  let old: PropertyList?
  let new: PropertyList?
  let hasChanged: Bool

  /// A key that changed.
  init(_ change: KeyChange, at place: Place) {
    self.place = place
    old = change.old
    new = change.new
    hasChanged = true
  }

  /// A key that stayed as it was.
  init(_ place: Place, stays value: PropertyList?) {
    self.place = place
    old = value
    new = value
    hasChanged = false
  }

  private var object: JSON {
    .object(ofPresent: [
      "key": .string(place.key),
      "old": old.map { ValueText.json($0, isSecret: place.isSecret) },
      "new": new.map { ValueText.json($0, isSecret: place.isSecret) },
      "changed": .boolean(hasChanged),
    ])
  }

  private var line: String {
    let key = SafeText.line(place.key)
    let new = place.shown(new)
    guard hasChanged else { return "\(key): \(new), as it was" }
    return "\(key): \(place.shown(old)) -> \(new)"
  }

  /// Tells a person or a program what happened, or with `--dry-run` what would.
  static func write(_ reports: [Report], _ call: Call) throws {
    if call.has("json") {
      try call.write(.array(reports.map(\.object)))
    } else {
      for report in reports { try call.console.line(report.line) }
    }
    if call.has("dry-run") { call.console.say("Nothing was written; this is what would change.") }
  }
}
