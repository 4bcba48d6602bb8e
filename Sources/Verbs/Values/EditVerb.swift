import Settee

extension Verb {
  static let edit = Verb(
    "edit", "opens the values in $EDITOR, checks what comes back, and imports it",
    operands: [.app], options: [.json, .secrets],
    notes: [
      "Only what you change is written; a line that you remove is reset. When a value is refused you can edit again, or give up with nothing changed. $VISUAL comes before $EDITOR."
    ],
    examples: ["edit mail"]
  ) { call in
    let app = try call.app()
    let exported = ExportedValues(
      app, modifiedOnly: false, secrets: call.has("secrets"),
      layer: call.layer == .user ? nil : call.layer)
    let text = exported.json.text(.pretty) + "\n"
    let editor = ExternalEditor(environment: call.environment)
    guard editor.named != nil || call.console.canAsk else {
      throw Failure(.usage, "There is no terminal to edit on; name a program in $EDITOR.")
    }
    let scratch = try ScratchFolder(text, named: "settings.json", environment: call.environment)
    scratch.removeWithProcess()
    while true {
      do {
        try editor.open(scratch.path)
        let imported = try ImportedValues(bytes: try scratch.content(), name: scratch.path)
        let change = try call.changes(from: exported, to: imported, of: app)
        try change.make { scratch.remove() }
        return .done
      } catch {
        let failure = Failure(error)
        if call.console.canAsk, call.console.asksToEditAgain(failure) { continue }
        // What nobody has changed goes; what somebody wrote stays, and is told of.
        if let bytes = try? scratch.content(), !bytes.elementsEqual(text.utf8) {
          let sentence = "\(failure.sentence) What you wrote is kept in \(scratch.path)."
          throw Failure(failure.code, sentence)
        }
        scratch.remove()
        throw failure
      }
    }
  }
}

extension Call {
  /// What the user changed in the text, each value checked.
  fileprivate func changes(
    from exported: ExportedValues, to imported: ImportedValues, of app: App
  ) throws -> Change {
    var change = Change(self)
    for (key, value) in imported.values.entries {
      let place = app.placeOfLiteral(key)
      let before = exported.dictionary[key]
      guard before != value else { continue }
      try app.requireKnown(place, isForced: has("force"))
      try checkUnchanged(place, since: before)
      try change.put(place, value)
    }
    let untold = Set(imported.untold.map { LeafPath($0) })
    for (place, value) in exported.rows
    where imported.values[place.path.key] == nil && !untold.contains(place.path) {
      try checkUnchanged(place, since: value)
      try change.put(place, nil)
    }
    return change
  }

  /// Somebody else's change in the meantime is not written over.
  private func checkUnchanged(_ place: Place, since before: PropertyList?) throws(Failure) {
    let now = layer == .user ? place.effective?.value : place.stored(in: layer)
    guard now != before, !place.isSecret || has("secrets") else { return }
    throw Failure(
      .conflict, "\(place.key) was changed by somebody else while you edited; nothing was changed.")
  }
}

extension Console {
  /// Tells what is wrong and asks whether to go on.
  fileprivate func asksToEditAgain(_ failure: Failure) -> Bool {
    say(failure.sentence)
    say("Press Enter to edit again, or q and Enter to give up.")
    return readLine().map { !$0.lowercased().hasPrefix("q") } ?? false
  }
}
