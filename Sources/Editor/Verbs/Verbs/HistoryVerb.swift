import Settee

extension Verb {
  /// `history`: the last changes made through Settee.
  package static let history = Verb(
    "history", "prints the last changes made through Settee, the newest last",
    operands: [.app], options: [VerbOption("json", "an object a line, for programs")],
    examples: ["history mail"]
  ) { call in
    let app = try call.app()
    var entries: [(entry: HistoryEntry, isSecret: Bool)] = []
    for domain in app.domains {
      // What was written before anybody called it a secret is one all the same.
      entries += try domain.history().map { ($0, $0.isSecret || domain.isSecret($0.path)) }
    }
    for (entry, isSecret) in entries.sorted(by: { $0.entry.time < $1.entry.time }) {
      try call.console.line(
        call.has("json") ? entry.object(isSecret).text() : entry.line(isSecret))
    }
    return .done
  }

  /// `undo`: takes the last change back.
  package static let undo = Verb(
    "undo", "takes back the last change, or the last one of a key",
    operands: [.app, Operand("KEY", .key, .optional)], options: [.json],
    notes: [
      "It refuses with exit 6 when the value has changed since. A secret can be taken back only by the session that set it: exit 1."
    ],
    examples: ["undo mail", "undo mail mail.sort"]
  ) { call in
    let app = try call.app()
    let place = app.known(call.words, call).first
    let domain = try place?.domain ?? app.lastChanged
    let isDry = call.has("dry-run")
    let changes = try isDry ? domain.previewUndo(place?.path) : domain.undo(place?.path)
    try Report.write(
      changes.map { Report($0, isSecret: app.place(at: $0.path, in: domain).isSecret) }, call)
    return .done
  }
}

extension App {
  /// The domain that was changed last.
  fileprivate var lastChanged: Domain {
    get throws {
      var last: (domain: Domain, entry: HistoryEntry)?
      for domain in domains {
        guard let entry = try domain.history().last else { continue }
        if last.map({ $0.entry.time < entry.time }) ?? true { last = (domain, entry) }
      }
      return last?.domain ?? domains[0]
    }
  }
}

extension HistoryEntry {
  fileprivate func object(_ isSecret: Bool) -> JSON {
    .object(ofPresent: [
      "key": .string(key),
      "old": isSecret ? .secret : old.map { JSON($0) },
      "new": isSecret ? .secret : new.map { JSON($0) },
      "source": .string(source.rawValue),
      "time": .string(time.shownText),
      "user": .string(user), "program": .string(program), "pid": .integer(Int64(process)),
    ])
  }

  fileprivate func line(_ isSecret: Bool) -> String {
    let columns = [time.shownText, user, "\(program)[\(process)]", source.rawValue, key]
    let left = isSecret ? "********" : ValueText.shown(old, isSecret: false)
    let right = isSecret ? "********" : ValueText.shown(new, isSecret: false)
    return columns.map(SafeText.line).joined(separator: "\t") + "\t\(left) -> \(right)"
  }
}
