import Settee

/// What became of one key, as `set`, `reset`, `import` and `undo` tell it.
struct Report {
  let key: String
  let old: PropertyList?
  let new: PropertyList?
  let isSecret: Bool
  let hasChanged: Bool

  /// A key that changed.
  init(_ change: KeyChange, isSecret: Bool) {
    key = change.key
    old = change.old
    new = change.new
    self.isSecret = isSecret
    hasChanged = true
  }

  /// A key that stayed as it was.
  init(_ place: Place, stays value: PropertyList?) {
    key = place.key
    old = value
    new = value
    isSecret = place.isSecret
    hasChanged = false
  }

  private var object: JSON {
    .object(ofPresent: [
      "key": .string(key),
      "old": old.map { ValueText.json($0, isSecret: isSecret) },
      "new": new.map { ValueText.json($0, isSecret: isSecret) },
      "changed": .boolean(hasChanged),
    ])
  }

  private var line: String {
    let key = SafeText.line(key)
    let new = ValueText.shown(new, isSecret: isSecret)
    guard hasChanged else { return "\(key): \(new), as it was" }
    return "\(key): \(ValueText.shown(old, isSecret: isSecret)) -> \(new)"
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
