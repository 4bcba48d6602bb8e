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
          let isSecret = app.place(at: change.path, in: domain).isSecret
          try call.report(
            ShownChange(change: change, event: event, domain: domain, isSecret: isSecret))
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

/// A change to a setting in the form that the command `watch` prints.
private struct ShownChange {
  let change: KeyChange
  let event: DomainEvent
  let domain: Domain
  let isSecret: Bool

  var object: JSON {
    .object(ofPresent: [
      "key": .string(change.key),
      "old": change.old.map { ValueFormatter.json($0, isSecret: isSecret) },
      "new": change.new.map { ValueFormatter.json($0, isSecret: isSecret) },
      "source": .string(event.source.rawValue),
      "time": .string(event.time.shownText),
    ])
  }

  var line: String {
    let values = [change.old, change.new].map { value in
      value.map { ValueFormatter.json($0, isSecret: isSecret).text() } ?? ""
    }
    return ([SafeText.line(change.key)] + values + [event.source.rawValue]).joined(separator: "\t")
  }

  var variables: [String: String] {
    var result = [
      "SETTEE_DOMAIN": domain.name.text, "SETTEE_KEY": change.key,
      "SETTEE_SOURCE": event.source.rawValue, "SETTEE_TIME": event.time.shownText,
    ]
    // Don't pass a placeholder for a secret to scripts, because they would mistake it for the
    // value.
    guard !isSecret else { return result }
    result["SETTEE_OLD"] = change.old.map(text)
    result["SETTEE_NEW"] = change.new.map(text)
    return result
  }

  /// Returns a value as text for an environment variable.
  ///
  /// Text that contains a NUL character is passed as JSON, because an environment variable can't
  /// contain NUL.
  private func text(_ value: PropertyList) -> String {
    let text = ValueFormatter.printed(value)
    return text.utf8.contains(0) ? JSON(value).text() : text
  }
}

extension Call {
  fileprivate func report(_ shown: ShownChange) throws {
    guard let command = value(of: "exec") else {
      try console.line(has("json") ? shown.object.text() : shown.line)
      return try console.flush()
    }
    try console.flush()
    let variables = environment.filter { $0.key != "SETTEE_OLD" && $0.key != "SETTEE_NEW" }
      .merging(shown.variables) { $1 }
    let code = try ChildProcess.runShell(command, environment: variables)
    if code != 0 {
      console.report("'\(command)' exited with status \(code) for \(shown.change.key).")
    }
  }
}
