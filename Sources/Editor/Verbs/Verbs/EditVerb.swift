import Settee

extension Verb {
  /// `edit`: all values in a text editor.
  package static let edit = Verb(
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
    let file = try ScratchFile(
      exported.json.text(.pretty) + "\n", suffix: ".json", environment: call.environment)
    while true {
      try call.runTextEditor(file.path)
      do {
        let imported = try ImportedValues(bytes: try file.content(), name: file.path)
        let change = try call.changes(from: exported, to: imported, of: app)
        try Report.write(try change.commit(), call)
        change.sayWhatIsHidden()
        file.remove()
        return .done
      } catch {
        let failure = Failure(error)
        guard call.console.canAsk, call.console.asksToEditAgain(failure) else {
          throw Failure(failure.code, failure.sentence + " What you wrote is kept in \(file.path).")
        }
      }
    }
  }
}

extension Call {
  fileprivate func runTextEditor(_ path: String) throws {
    let editor = ExternalEditor(environment: environment)
    guard editor.named != nil || console.canAsk else {
      throw Failure(.usage, "There is no terminal to edit on; name a program in $EDITOR.")
    }
    do throws(Failure) {
      try editor.open(path)
    } catch {
      throw Failure(error.code, "\(error.sentence) The text is kept in \(path).")
    }
  }

  /// What the user changed in the text, each value checked.
  fileprivate func changes(
    from exported: ExportedValues, to imported: ImportedValues, of app: App
  ) throws -> Change {
    var change = Change(app, self)
    for (key, value) in imported.values.entries {
      let place = app.placeOfLiteral(key)
      let before = exported.dictionary[key]
      guard before != value else { continue }
      try checkUnchanged(place, since: before)
      change.put(place, try place.checked(value))
    }
    for (place, value) in exported.rows where imported.values[place.path.key] == nil {
      guard !imported.untold.contains(where: { $0.utf8.elementsEqual(place.path.key.utf8) })
      else { continue }
      try checkUnchanged(place, since: value)
      change.put(place, nil)
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
    guard let answer = readLine() else { return false }
    return !answer.lowercased().hasPrefix("q")
  }
}
