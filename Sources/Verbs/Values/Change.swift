import Settee

/// The changes to settings that a command will make, checked against the rows of the settings.
struct Change {
  private let call: Call
  /// The settings in order.
  ///
  /// A setting that doesn't change is only included in the output.
  private var places: [(place: SettingReference, change: ValidatedChange?)] = []

  init(_ call: Call) { self.call = call }

  /// Adds a setting with its new value, or with `nil` to remove its value.
  ///
  /// - Throws: An error if the row rejects the value.
  mutating func put(_ place: SettingReference, _ value: PropertyList?) throws {
    places.append((place, try place.change(to: value)))
  }

  /// Adds a setting with a change that was already checked, or with `nil` to report that it is
  /// unchanged.
  mutating func put(_ place: SettingReference, checked change: ValidatedChange?) {
    places.append((place, change))
  }

  private var layer: WritableLayer { call.layer }

  /// Saves the changes and prints the result for each setting.
  ///
  /// With the option `--dry-run`, the changes are only printed.
  func make(_ afterwards: () -> Void = {}) throws {
    let reports = try commit()
    afterwards()
    try ChangeReport.write(reports, call)
    sayWhatIsHidden()
  }

  /// Saves all changes, with a separate commit for each domain.
  private func commit() throws -> [ChangeReport] {
    let changes = places.compactMap(\.change)
    // Try the changes to all domains first, so that either all domains are changed or none.
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

  /// Tells the user which of the new values have no effect, because another layer overrides them.
  private func sayWhatIsHidden() {
    guard !call.has("dry-run") else { return }
    for (place, change) in places where change != nil {
      guard let other = place.domain.layer(hiding: place.path, in: layer) else { continue }
      let source = "the \(other.origin.rawValue) layer" + (other.path.map { " (\($0))" } ?? "")
      call.console.report(
        "\(place.key) was saved, but \(source) overrides it.")
    }
  }
}

extension SettingReference {
  /// Checks a new value for a setting, and returns the change that sets it.
  ///
  /// If the value is `nil`, the change resets the setting to its default.
  func change(to value: PropertyList?) throws -> ValidatedChange {
    guard let setting, value != nil else {
      return ValidatedChange(unchecked: value, at: path, in: domain)
    }
    do { return try setting.bound.change(to: value) } catch { throw refusal(error) }
  }

  /// Returns an error message for an invalid value, which consists of the key and the reason.
  func refusal(_ error: any Error) -> SetteeError {
    let message = (error as? StoreError)?.message ?? SetteeError(error).message
    return SetteeError(.invalid, "\(key): \(message)".asSentence)
  }
}

/// The result of a change to one setting, as printed by `set`, `reset`, `import`, and `undo`.
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

  /// Prints the results of the changes as lines of text or as JSON.
  ///
  /// With the option `--dry-run`, this method prints the changes that would be made.
  static func write(_ reports: [ChangeReport], _ call: Call) throws {
    let isDry = call.has("dry-run")
    do {
      let plain = isDry ? reports.filter { $0.place.domain.text == nil } : reports
      let difference = isDry && !call.has("json") ? try difference(reports) : []
      try call.answer(.array(reports.map(\.object)), plain.map(\.line) + difference)
      // Print the results immediately, so that an error can mention that the change was saved.
      // Otherwise, a user or a script might make the change again.
      try call.console.flush()
    } catch let error as SetteeError {
      guard !isDry, reports.contains(where: \.hasChanged) else { throw error }
      throw SetteeError(error.code, error.message.dropLast() + ". The change was saved anyway.")
    }
    if isDry { call.console.report("Dry run; no changes written.") }
  }

  /// Returns the differences in the lines of a settings file, as printed by `--dry-run`.
  private static func difference(_ reports: [ChangeReport]) throws -> [String] {
    let changed = reports.filter { $0.hasChanged && $0.place.domain.text != nil }
    guard let domain = changed.first?.place.domain, let text = domain.text else { return [] }
    let changes = changed.map { KeyChange($0.place.path, old: $0.old, new: $0.new) }
    let secrets = Set(changed.filter(\.place.isSecret).map(\.place.path))
    return try text.difference(changes, of: domain) { secrets.contains(SettingPath($0)) }
  }
}
