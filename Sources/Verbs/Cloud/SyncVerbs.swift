import Settee

extension Verb {
  package static let push = Verb(
    "push", "Send local changes to the cloud mirror", operands: [.app],
    options: [CloudCall.keep] + CloudCall.options,
    notes: CloudCall.keepNotes,
    examples: ["push org.settee.mail", "push org.settee.mail --dry-run --json"]
  ) { call in
    try CloudCall(call).exchange(takes: false, sends: true)
  }

  package static let pull = Verb(
    "pull", "Fetch and merge changes from the cloud mirror", operands: [.app],
    options: [CloudCall.keep] + CloudCall.options,
    notes: CloudCall.keepNotes,
    examples: ["pull org.settee.mail", "pull org.settee.mail --keep cloud"]
  ) { call in
    try CloudCall(call).exchange(takes: true, sends: false)
  }

  package static let sync = Verb(
    "sync", "Send and fetch changes, and merge them",
    operands: [Operand("APP", .app, .optional)],
    options: [
      CloudCall.keep, VerbOption("all", "sync all apps"),
      VerbOption(
        "follow",
        "keep running and sync changes as they happen; without --keep, the newest value wins"),
    ] + CloudCall.options,
    notes: CloudCall.keepNotes, examples: ["sync org.settee.mail", "sync --all --follow"]
  ) { call in
    guard call.has("all") == call.operands.isEmpty else {
      throw SetteeError(.usage, "Give either an APP or --all to settee sync.")
    }
    if call.has("follow"), call.has("dry-run") {
      throw SetteeError(
        .usage, "Can't combine --follow with --dry-run. Omit --follow to see what would be synced.")
    }
    let cloud = try CloudCall(call)
    return call.has("follow")
      ? try cloud.follow() : try cloud.exchange(takes: true, sends: true)
  }

  package static let status = Verb(
    "status", "Show changes that haven't been pushed or pulled", operands: [.app],
    options: CloudCall.options,
    notes: ["If the mirror is unreachable, prints the local state and exits 7."],
    examples: ["status org.settee.mail --json"]
  ) { call in
    try CloudCall(call).status()
  }
}
