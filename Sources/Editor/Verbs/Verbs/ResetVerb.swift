import Settee

extension Verb {
  /// `reset`: removes keys, so that their defaults count again.
  package static let reset = Verb(
    "reset", "removes keys, so that their defaults count again",
    operands: [.app, Operand("KEY", .key, .many)],
    options: [VerbOption("all", "every key that is set"), .json],
    notes: ["A key that was not set stays so, and exits 0."],
    examples: ["reset mail notify.volume", "reset mail --all --dry-run"]
  ) { call in
    guard call.has("all") != !call.words.isEmpty else {
      throw Failure(
        .usage,
        call.has("all")
          ? "Give either keys or --all, not both."
          : "\(call.syntax.program) reset needs a KEY, or --all for every key that is set.")
    }
    let app = try call.app()
    var change = Change(app, call)
    if call.has("all") {
      for domain in app.domains {
        for key in try domain.values(in: call.layer).keys {
          change.put(app.place(at: LeafPath(key), in: domain), nil)
        }
      }
    } else {
      for place in app.known(call.words, call) { change.put(place, nil) }
    }
    try Report.write(try change.commit(), call)
    return .done
  }
}
