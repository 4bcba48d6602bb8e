import Settee

extension Verb {
  package static let push = Verb(
    "push", "sends what was changed here to the cloud mirror", operands: [.app],
    options: [CloudCall.keep] + CloudCall.options,
    notes: [CloudCall.keepNote], examples: ["push mail", "push mail --dry-run --json"]
  ) { call in
    try CloudCall(call).exchange(takes: false, sends: true)
  }

  package static let pull = Verb(
    "pull", "takes what others have changed from the cloud mirror", operands: [.app],
    options: [CloudCall.keep] + CloudCall.options,
    notes: [CloudCall.keepNote], examples: ["pull mail", "pull mail --keep cloud"]
  ) { call in
    try CloudCall(call).exchange(takes: true, sends: false)
  }

  package static let sync = Verb(
    "sync", "sends and takes what was changed, here and in the cloud mirror",
    operands: [Operand("APP", .app, .optional)],
    options: [
      CloudCall.keep, VerbOption("all", "every app that is found"),
      VerbOption("follow", "stay, and keep the newest of each change as it happens"),
    ] + CloudCall.options,
    notes: [CloudCall.keepNote], examples: ["sync mail", "sync --all --follow"]
  ) { call in
    guard call.has("all") == call.invocation.operands.isEmpty else {
      throw Failure(.usage, "settee sync needs an APP, or --all for every one; not both.")
    }
    let cloud = try CloudCall(call)
    return call.has("follow")
      ? try cloud.follow() : try cloud.exchange(takes: true, sends: true)
  }

  package static let status = Verb(
    "status", "tells what waits to be sent and taken", operands: [.app],
    options: CloudCall.options,
    notes: ["When the mirror does not answer, it prints what is known here and exits 7."],
    examples: ["status mail --json"]
  ) { call in
    try CloudCall(call).status()
  }
}
