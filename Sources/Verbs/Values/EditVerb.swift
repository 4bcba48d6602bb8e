import Settee

extension Verb {
  static let edit = Verb(
    "edit", "Edit settings in $EDITOR, then validate and import them",
    operands: [.app], options: [.json, .secrets],
    notes: [
      "Only values that you change are written; removing a line resets its key. If a value is invalid, you can edit again, or quit without changes. $VISUAL takes precedence over $EDITOR."
    ],
    examples: ["edit org.settee.mail"]
  ) { call in
    let app = try call.app()
    let exported = ExportedValues(
      app, modifiedOnly: false, secrets: call.has("secrets"),
      layer: call.layer == .user ? nil : call.layer)
    let text = exported.json.text(isPretty: true) + "\n"
    guard ChildProcess.editor(in: call.environment) != nil || call.console.canAsk else {
      throw SetteeError(
        .usage,
        "Not a terminal. Set $EDITOR to a non-interactive editor, or run this in a terminal.")
    }
    let scratch = try ScratchFolder(text, named: "settings.json", environment: call.environment)
    scratch.removeWithProcess()
    while true {
      do {
        try ChildProcess.openInEditor(scratch.path, environment: call.environment)
        let imported = try ImportedValues(bytes: try scratch.content(), name: scratch.path)
        try call.make(try call.changes(from: exported, to: imported, of: app)) {
          scratch.remove()
        }
        return .done
      } catch {
        let failure = SetteeError(error)
        if call.console.canAsk, call.console.asksToEditAgain(failure) { continue }
        // Delete the temporary file unless the user has edited it, so that no work is lost.
        // Otherwise, keep the text and report its path.
        if let bytes = try? scratch.content(), !bytes.elementsEqual(text.utf8) {
          let sentence = "\(failure.message) Your text was saved in \(scratch.path)."
          throw SetteeError(failure.code, sentence)
        }
        scratch.remove()
        throw failure
      }
    }
  }
}

extension Call {
  /// Returns the changes to settings that the user made in the edited text, after checking them.
  fileprivate func changes(
    from exported: ExportedValues, to imported: ImportedValues, of app: App
  ) throws -> [PlannedChange] {
    var changes: [PlannedChange] = []
    let values = app.settings(in: imported)
    try app.rejectOverlap(values)
    for (place, value, text) in values {
      let before = exported.dictionary[place.path.key]
      guard before != value else { continue }
      try app.requireKnown(place, value, isForced: has("force"))
      try checkUnchanged(place, since: before)
      changes.append((place, try place.change(to: value, typed: text)))
    }
    let kept = app.kept(values.map(\.place) + app.places(ofImported: imported.untold))
    for (place, value) in exported.rows where !kept.contains(place.path) {
      try checkUnchanged(place, since: value)
      changes.append((place, try place.change(to: nil)))
    }
    return changes
  }

  /// Throws an error if another program has changed the setting while the user was editing.
  private func checkUnchanged(_ place: SettingReference, since before: PropertyList?)
    throws
  {
    let now = layer == .user ? place.whole?.value : place.stored(in: layer)
    guard now != before, !place.isSecret || has("secrets") else { return }
    throw SetteeError(
      .conflict, "\(place.key) was changed by another program during editing; no changes were made."
    )
  }
}

extension Console {
  /// Prints an error and asks the user whether to edit the text again.
  fileprivate func asksToEditAgain(_ failure: SetteeError) -> Bool {
    report(failure.message)
    report("Press Enter to edit again, or q and Enter to quit.")
    return readLine().map { !$0.lowercased().hasPrefix("q") } ?? false
  }
}
