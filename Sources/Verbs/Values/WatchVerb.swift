import Settee

extension Verb {
  static let watch = Verb(
    "watch", "Print changes as they happen, with their source, until interrupted",
    operands: [.app, Operand("KEY", .key, .optional)],
    options: [
      VerbOption("json", "print one JSON object per line"),
      VerbOption("exec", "run this command for each change instead of printing it", .text("CMD")),
    ],
    notes: [
      "Each line has the key, the old and new value as JSON, and the source, tab-separated. The source is local, process, cloud, or policy.",
      "The command gets the change in the environment variables SETTEE_DOMAIN, SETTEE_KEY, SETTEE_OLD, SETTEE_NEW (unset if there is no value, and for secrets), SETTEE_SOURCE, and SETTEE_TIME. Values are never inserted into the command itself.",
    ],
    examples: [
      "watch ~/.gitconfig", "watch ~/.gitconfig pull.rebase --exec 'echo \"$SETTEE_NEW\"'",
    ], watches: true
  ) { call in
    let app = try call.app()
    let wanted = app.known(call.words, call).first
    let queue = MessageQueue<(domain: Domain, event: DomainEvent)>()
    let watches = app.domains.map { domain in
      domain.observe { queue.post((domain, $0)) }
    }
    // Keep the observers alive until the loop ends, because the optimizer could release them after
    // their last use.
    defer { withExtendedLifetime(watches) {} }
    while let events = try queue.wait() {
      for (domain, event) in events {
        for change in event.changes
        where change.concerns(wanted, in: domain) && !ReservedKey.contains(change.path.key) {
          var row = KeyRow(
            app.place(at: change.path, in: domain), old: change.old, new: change.new)
          (row.source, row.time) = (event.source, event.time)
          try call.report(row)
        }
      }
    }
    return .done
  }
}

extension KeyChange {
  /// Returns whether a change affects a setting, something inside the setting, or a dictionary that
  /// contains it.
  fileprivate func concerns(_ place: SettingReference?, in domain: Domain) -> Bool {
    guard let place else { return true }
    return place.domain === domain
      && zip(place.path.parts, path.parts).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }
}

extension KeyRow {
  /// The change as environment variables for the command that the option `--exec` specifies.
  fileprivate var variables: [String: String] {
    var result = [
      "SETTEE_DOMAIN": place.domain.name.text, "SETTEE_KEY": place.key,
      "SETTEE_SOURCE": line([.source]), "SETTEE_TIME": line([.time]),
    ]
    // Don't pass a placeholder for a secret to scripts, because they would mistake it for the
    // value.
    guard !hidesValues else { return result }
    result["SETTEE_OLD"] = old.map(variable)
    result["SETTEE_NEW"] = new.map(variable)
    return result
  }

  /// Returns a value as text for an environment variable.
  ///
  /// Text that contains a NUL character is passed as JSON, because an environment variable can't
  /// contain NUL.
  private func variable(_ value: PropertyList) -> String {
    let text = ValueFormatter.printed(value)
    return text.utf8.contains(0) ? JSON(value).text() : text
  }
}

extension Call {
  fileprivate func report(_ row: KeyRow) throws {
    guard let command = value(of: "exec") else {
      try console.line(
        has("json")
          ? row.json([.key, .old, .new, .source, .time]).text()
          : row.line([.key, .old, .new, .source]))
      return try console.flush()
    }
    try console.flush()
    let variables = environment.filter { $0.key != "SETTEE_OLD" && $0.key != "SETTEE_NEW" }
      .merging(row.variables) { $1 }
    let code = try ChildProcess.runShell(command, environment: variables)
    if code != 0 {
      console.report("'\(command)' exited with status \(code) for \(row.place.key).")
    }
  }
}
