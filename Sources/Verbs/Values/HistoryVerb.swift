import Settee

extension Verb {
  static let history = Verb(
    "history", "Print the last changes made through Settee, newest last",
    operands: [.app], options: [VerbOption("json", "print one JSON object per line")],
    examples: ["history ~/.gitconfig"]
  ) { call in
    let app = try call.app()
    var left = try app.domains.map { domain in
      try domain.history().map { (entry: $0, place: app.place(at: $0.path, in: domain)) }
    }
    var newestFirst: [(entry: HistoryEntry, place: SettingReference)] = []
    // Preserve the order of changes within each domain, because the clock might have been set back
    // between them.
    while let last = left.indices.compactMap({ index in left[index].last.map { (index, $0) } })
      .max(by: { $0.1.entry.time < $1.1.entry.time })
    {
      newestFirst.append(last.1)
      left[last.0].removeLast()
    }
    for (entry, place) in newestFirst.reversed() {
      let row = entry.row(place)
      try call.console.line(call.has("json") ? entry.json(row).text() : entry.line(row))
    }
    return .done
  }

  static let undo = Verb(
    "undo", "Undo the last change, or the last change to a key",
    operands: [.app, Operand("KEY", .key, .optional)], options: [.json],
    notes: [
      "With --layer, undoes the last change to that layer.",
      "Exits 6 without changes if the value has changed since. The change to a secret can be undone only in the session that made it; otherwise, the exit status is 1.",
    ],
    examples: ["undo ~/.gitconfig", "undo ~/.gitconfig pull.rebase"]
  ) { call in
    let app = try call.app()
    let place = app.known(call.words, call).first
    let layer = call.namedLayer
    let domain = try place?.domain ?? app.lastChanged(in: layer)
    let undo = call.has("dry-run") ? domain.previewUndo : domain.undo
    let before = domain.text?.known
    let changes: [KeyChange]
    do { changes = try undo(place?.path, layer) } catch let error as DomainError
      where error.code == .missing && place == nil
    {
      guard try domain.lastStanding(in: layer) != nil else { throw error }
      let key = ShellCommand.line(call.syntax.namesApp ? ["undo", app.name] : ["undo"])
      throw SetteeError(
        error.code,
        "\(error.message) To undo an older change to another key, use '\(call.syntax.program) \(key) KEY'."
      )
    }
    let rows = changes.map { change in
      var row = KeyRow(app.place(at: change.path, in: domain), old: change.old, new: change.new)
      row.otherDocument = before
      return row
    }
    let isDry = call.has("dry-run") && !call.has("json")
    let new = isDry ? try domain.previewUndoneContent(place?.path, in: layer) : nil
    try call.printChanges(rows, new.flatMap { domain.text?.difference(to: $0, of: domain) })
    return .done
  }
}

extension App {
  /// Returns the domain with the latest change that the user hasn't undone.
  fileprivate func lastChanged(in layer: WritableLayer?) throws -> Domain {
    let last = try domains.compactMap { domain in
      try domain.lastStanding(in: layer).map { (domain, time: $0.time) }
    }
    return last.max { $0.time < $1.time }?.0 ?? domains[0]
  }
}

extension HistoryEntry {
  /// Returns the change as a row of output.
  ///
  /// The history has no values of secrets, so the row shows placeholders for both values, even if
  /// the setting had no value before or after the change. If a setting becomes a secret, the values
  /// in its earlier history are hidden too.
  fileprivate func row(_ place: SettingReference) -> KeyRow {
    var row = KeyRow(place, old: old, new: new)
    if isSecret || row.hidesValues { (row.old, row.new, row.hidesValues) = ("", "", true) }
    (row.source, row.time) = (source, time)
    return row
  }

  fileprivate func json(_ row: KeyRow) -> JSON {
    row.json([.key, .old, .new, .source, .time]).adding([
      "user": .string(user), "program": .string(program), "pid": .integer(Int64(process)),
    ])
  }

  fileprivate func line(_ row: KeyRow) -> String {
    let author = [user, "\(program)[\(process)]"].map(SafeText.line).joined(separator: "\t")
    return "\(row.line([.time]))\t\(author)\t\(row.line([.source, .key]))\t\(row.change)"
  }
}
