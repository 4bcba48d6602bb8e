package import Settee

/// A setting with its change, or with `nil` if a command only reports the setting as unchanged.
package typealias PlannedChange = (place: SettingReference, change: ValidatedChange?)

extension Call {
  /// Saves the changes and prints the result for each setting.
  ///
  /// With the option `--dry-run`, the changes are only printed.
  func make(_ planned: [PlannedChange], afterwards: () -> Void = {}) throws {
    let rows = try commit(planned)
    afterwards()
    try printChanges(rows)
    if !has("dry-run") { sayWhatIsHidden(planned) }
    let lost = rows.filter { $0.hasChanged && $0.hidesValues && $0.new == nil }
    sayWhatUndoLoses(lost.map(\.place.key))
  }

  /// Tells the user that undo can't restore removed values, because they are or contain secrets.
  func sayWhatUndoLoses(_ keys: [String]) {
    if keys.isEmpty { return }
    let list = keys.joined(separator: ", ")
    console.report("Undo can't restore \(list), because secret values aren't kept in the history.")
  }

  /// Saves all changes, with a separate commit for each domain.
  private func commit(_ planned: [PlannedChange]) throws -> [KeyRow] {
    let changes = planned.compactMap(\.change)
    let texts = planned.map { place, change in change.flatMap { place.texts(of: $0) } }
    let before = planned.map(\.place.domain.text?.known)
    // Try the changes to all domains first, so that either all domains are changed or none.
    var made = try changes.preview(in: layer)
    if !has("dry-run") {
      let touched = zip(planned.filter { $0.change != nil }, made).filter { $1 != nil }
        .map(\.0.place)
      try checkOwners(of: touched)
      do { made = try changes.store(in: layer) } catch {
        throw withRights(error, to: touched)
      }
      sayHowToReload(touched)
    }
    var results = made.makeIterator()
    return zip(zip(planned, before), texts).map { planned, texts in
      let (planned, before) = planned
      let (place, change) = planned
      if let change, let result = results.next() ?? nil {
        var row = KeyRow(place, old: result.old, new: result.new)
        row.texts = texts
        row.otherDocument = before
        row.remainder = remainder(of: result, before: before, now: place.domain.text?.known)
        if let value = change.value, change.text != nil || value.bool != nil || value.string != nil
        {
          row.typed = TypedValue(value, text: change.text ?? "")
        }
        return row
      }
      let value =
        (change == nil ? place.effective?.value : place.stored(in: layer))
        ?? place.domain.text?.known?.composite(of: place.path.key)
      var row = KeyRow(place, old: value, new: value)
      row.texts = texts
      row.hasChanged = false
      return row
    }
  }

  /// Returns the empty tables that stay in the file after a table was removed, or `nil` if nothing
  /// stays.
  private func remainder(
    of change: KeyChange, before: SettingsDocument?, now: SettingsDocument?
  ) -> PropertyList? {
    guard change.new == nil, change.old?.dictionary != nil else { return nil }
    let content = has("dry-run") ? try? before?.removing(change.path) : now
    let value = content?.composite(of: change.path.key)
    return value?.isOfEmptyTables == true ? value : nil
  }

  /// Tells the user which of the new values have no effect, because another layer overrides them.
  private func sayWhatIsHidden(_ planned: [PlannedChange]) {
    for (place, change) in planned where change != nil {
      guard let other = place.domain.layer(hiding: place.path, in: layer) else { continue }
      let source = "the \(other.origin.rawValue) layer" + (other.path.map { " (\($0))" } ?? "")
      console.report(
        "\(place.key) was saved, but \(source) overrides it.")
    }
  }
}

extension PropertyList {
  /// A Boolean value that indicates whether the value is a table that contains only empty tables.
  fileprivate var isOfEmptyTables: Bool {
    dictionary?.entries.allSatisfy { $0.value.isOfEmptyTables } ?? false
  }
}

extension SettingReference {
  /// Checks a new value for a setting, and returns the change that sets it.
  ///
  /// If the value is `nil`, the change resets the setting to its default.
  func change(
    to value: PropertyList?, typed text: String? = nil
  ) throws -> ValidatedChange {
    // The type of a control is only a guess if no bundle declares it.
    let isGuess = declaredControl == nil && domain.text != nil
    let isNull = isGuess && value == .null
    // A file without types can contain any text.
    let isText = isGuess && value?.string != nil && domain.text?.known?.hasTypes == false
    guard let setting, value != nil, !isNull, !isText else {
      return ValidatedChange(unchecked: value, at: path, in: domain, typed: text)
    }
    do { return try setting.change(to: value, typed: text) } catch { throw refusal(error) }
  }

  /// Returns an error message for an invalid value, which consists of the key and the reason.
  func refusal(_ error: any Error) -> SetteeError {
    let message = (error as? StoreError)?.message ?? SetteeError(error).message
    return SetteeError(.invalid, "\(key): \(message)".asSentence)
  }
}

extension Call {
  /// Prints the results of the changes as lines of text or as JSON.
  ///
  /// With the option `--dry-run`, this method prints the changes that would be made.
  ///
  /// The `lines` argument contains the lines of a settings file that would change, if they are known.
  func printChanges(_ rows: [KeyRow], _ lines: [String]? = nil) throws {
    let isDry = has("dry-run")
    let plain = isDry ? rows.filter { $0.place.domain.text == nil } : rows
    let difference = try lines ?? (isDry && !has("json") ? difference(rows) : [])
    try reporting(asSaved: !isDry && rows.contains(where: \.hasChanged)) {
      try answer(
        .array(rows.map { $0.json([.key, .old, .new, .changed]) }),
        plain.map { "\($0.line([.key])): \($0.change)" } + difference)
    }
    if isDry { console.report("Dry run; no changes written.") }
  }

  /// Prints the results of a command immediately, so that an error can mention that a change was
  /// saved.
  ///
  /// Otherwise, a user or a script might make the change again.
  func reporting(asSaved isSaved: Bool, _ print: () throws -> Void) throws {
    do {
      try print()
      try console.flush()
    } catch let error as SetteeError {
      guard isSaved else { throw error }
      throw SetteeError(error.code, error.message.dropLast() + ". The change was saved anyway.")
    }
  }

  /// Returns the differences in the lines of a settings file, as printed by `--dry-run`.
  private func difference(_ rows: [KeyRow]) throws -> [String] {
    let changed = rows.filter { $0.hasChanged && $0.place.domain.text != nil }
    guard let domain = changed.first?.place.domain, let text = domain.text else { return [] }
    let changes = changed.map { KeyChange($0.place.path, old: $0.old, new: $0.new) }
    let secrets = Set(changed.filter(\.hidesValues).map(\.place.path))
    let typed = changed.compactMap { row in row.typed.map { (row.place.path, $0) } }
    return try text.difference(
      changes, typed: Dictionary(typed) { first, _ in first }, of: domain
    ) { secrets.contains(SettingPath($0)) }
  }
}
