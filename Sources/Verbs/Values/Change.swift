import Settee

/// The changes that a command will make, validated by the rows of their settings.
struct Change {
  private let call: Call
  /// The settings in order.
  ///
  /// A setting without a change is only reported.
  private var places: [(place: SettingReference, change: ValidatedChange?)] = []

  init(_ call: Call) { self.call = call }

  /// Adds a setting with a new value, or with `nil` to remove the value.
  ///
  /// - Throws: An error if the row rejects the value.
  mutating func put(_ place: SettingReference, _ value: PropertyList?) throws {
    places.append((place, try place.change(to: value)))
  }

  /// Adds a setting with a validated change, or with `nil` to report it as unchanged.
  mutating func put(_ place: SettingReference, checked change: ValidatedChange?) {
    places.append((place, change))
  }

  private var layer: WritableLayer { call.layer }

  /// Commits the changes and prints the results.
  ///
  /// With `--dry-run`, this method only previews the changes.
  func make(_ afterwards: () -> Void = {}) throws {
    let reports = try commit()
    afterwards()
    try ChangeReport.write(reports, call)
    sayWhatIsHidden()
  }

  /// Commits the changes with one commit per domain.
  private func commit() throws -> [ChangeReport] {
    let changes = places.compactMap(\.change)
    // Preview the changes to all domains first, so that a rejected change leaves every domain
    // unchanged.
    var made = try changes.preview(in: layer)
    if !call.has("dry-run") {
      let touched = zip(places.filter { $0.change != nil }, made).filter { $1 != nil }
        .map(\.0.place)
      try call.checkOwners(of: touched)
      do { made = try changes.store(in: layer) } catch {
        throw call.withRights(error, to: touched)
      }
      call.sayHowToReload(touched)
    }
    var results = made.makeIterator()
    return places.map { place, change in
      guard change != nil else { return ChangeReport(place, stays: place.effective?.value) }
      if let result = results.next() ?? nil { return ChangeReport(result, at: place) }
      return ChangeReport(place, stays: place.stored(in: layer))
    }
  }

  /// Reports settings whose new value has no effect because another layer overrides it.
  private func sayWhatIsHidden() {
    guard !call.has("dry-run") else { return }
    for (place, change) in places where change != nil {
      guard let other = place.domain.layer(hiding: place.path, in: layer) else { continue }
      let source = "the \(other.origin.rawValue) layer" + (other.path.map { " (\($0))" } ?? "")
      call.console.say(
        "\(place.key) was saved, but \(source) overrides it.")
    }
  }
}

extension SettingReference {
  /// Returns the validated change to a value.
  ///
  /// If the value is `nil`, the change restores the default.
  func change(to value: PropertyList?) throws -> ValidatedChange {
    guard let setting, value != nil else {
      return ValidatedChange(unchecked: value, at: path, in: domain)
    }
    do { return try setting.bound.change(to: value) } catch { throw refusal(error) }
  }

  /// Returns the error for a rejected value, which consists of the key and the message of the
  /// control.
  func refusal(_ error: any Error) -> CommandError {
    let message = (error as? StoreError)?.message ?? CommandError(error).sentence
    return CommandError(.invalid, "\(key): \(message)".asSentence)
  }
}

/// The result for a key, as printed by `set`, `reset`, `import`, and `undo`.
struct ChangeReport {
  let place: SettingReference
  let old: PropertyList?
  let new: PropertyList?
  let hasChanged: Bool

  init(_ change: KeyChange, at place: SettingReference) {
    (self.place, old, new, hasChanged) = (place, change.old, change.new, true)
  }

  init(_ place: SettingReference, stays value: PropertyList?) {
    (self.place, old, new, hasChanged) = (place, value, value, false)
  }

  private var object: JSON {
    .object(ofPresent: [
      "key": .string(place.key),
      "old": old.map { ValueFormatter.json($0, isSecret: place.isSecret) },
      "new": new.map { ValueFormatter.json($0, isSecret: place.isSecret) },
      "changed": .boolean(hasChanged),
    ])
  }

  private var line: String {
    SafeText.line(place.key) + ": "
      + (hasChanged
        ? "\(place.shown(old)) -> \(place.shown(new))" : "\(place.shown(new)) (unchanged)")
  }

  /// Prints the results as lines or as JSON.
  ///
  /// With `--dry-run`, this method prints the planned changes.
  static func write(_ reports: [ChangeReport], _ call: Call) throws {
    let isDry = call.has("dry-run")
    do throws(CommandError) {
      let plain = isDry ? reports.filter { $0.place.domain.text == nil } : reports
      let difference = isDry && !call.has("json") ? try difference(reports) : []
      try call.answer(.array(reports.map(\.object)), plain.map(\.line) + difference)
      // The program must report that the change was saved. Otherwise, a user or a script might make
      // the change again.
      try call.console.flush()
    } catch {
      guard !isDry, reports.contains(where: \.hasChanged) else { throw error }
      throw CommandError(error.code, error.sentence.dropLast() + ". The change was saved anyway.")
    }
    if isDry { call.console.say("Dry run; no changes written.") }
  }

  /// Returns a diff of the lines that would change in a settings file.
  private static func difference(_ reports: [ChangeReport]) throws(CommandError) -> [String] {
    let changed = reports.filter { $0.hasChanged && $0.place.domain.text != nil }
    guard let domain = changed.first?.place.domain, let text = domain.text else { return [] }
    let changes = changed.map { KeyChange($0.place.path, old: $0.old, new: $0.new) }
    let secrets = Set(changed.filter(\.place.isSecret).map(\.place.path))
    return try text.difference(changes, of: domain) { secrets.contains(SettingPath($0)) }
  }
}
