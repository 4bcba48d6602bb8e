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
      try call.console.line(call.has("json") ? entry.object(place).text() : entry.line(place))
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
    let reports = try undo(place?.path, layer).map { change in
      ChangeReport(change, at: app.place(at: change.path, in: domain))
    }
    try ChangeReport.write(reports, call)
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
  /// Returns whether the history hides the values of a change because they are secret.
  ///
  /// If a setting becomes a secret, the values in its earlier history are hidden too.
  private func isSecret(_ place: SettingReference) -> Bool { isSecret || place.isSecret }

  fileprivate func object(_ place: SettingReference) -> JSON {
    let isSecret = isSecret(place)
    return .object(ofPresent: [
      "key": .string(key),
      "old": isSecret ? .secret : old.map { JSON($0) },
      "new": isSecret ? .secret : new.map { JSON($0) },
      "source": .string(source.rawValue),
      "time": .string(time.shownText),
      "user": .string(user), "program": .string(program), "pid": .integer(Int64(process)),
    ])
  }

  fileprivate func line(_ place: SettingReference) -> String {
    let columns = [time.shownText, user, "\(program)[\(process)]", source.rawValue, key]
    let isSecret = isSecret(place)
    let left = isSecret ? "********" : place.shown(old)
    let right = isSecret ? "********" : place.shown(new)
    return columns.map(SafeText.line).joined(separator: "\t") + "\t\(left) -> \(right)"
  }
}
