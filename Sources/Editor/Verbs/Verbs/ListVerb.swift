import Settee

extension Verb {
  /// `list`: a line for each key.
  package static let list = Verb(
    "list", "prints a line for each key: key, value as JSON and origin, with TABs between",
    operands: [.app],
    options: [
      VerbOption("modified", "only keys that the user has set"),
      VerbOption("unpushed", "only keys whose change is not in the mirror yet"),
      VerbOption("managed", "only keys that an administrator has decided"),
      .json, .secrets,
      VerbOption(
        "z", "end each line with NUL instead of a line break", letter: "z", hidden: true),
    ],
    notes: [
      "Keys that a pane declares come first, in the order of the panes, then what else is stored. With -z each line ends in NUL and keys stand as they are; else control characters in keys are escaped. With --layer only what that layer holds is listed."
    ],
    examples: ["list mail --modified", "list mail --json"],
    run: list)

  static func list(_ call: Call) throws -> ExitCode {
    let app = try call.app()
    var rows = app.places.map { Row($0, in: call.namedLayer) }
    if call.namedLayer != nil { rows.removeAll { $0.effective == nil } }
    if call.has("modified") { rows.removeAll { !$0.place.isModified } }
    if call.has("managed") { rows.removeAll { $0.origin != .managed } }
    if call.has("unpushed") {
      let unpushed = Set(try call.unpushedKeys(app).map { LeafPath($0) })
      rows.removeAll { !unpushed.contains(LeafPath($0.place.key)) }
    }
    let tells = call.has("secrets")
    if call.has("json") {
      try call.write(.array(rows.map { $0.object(tellsSecrets: tells) }))
      return .done
    }
    let end = call.has("z") ? "\0" : "\n"
    for row in rows {
      try call.console.write(row.line(tellsSecrets: tells, keyAsItIs: call.has("z")) + end)
    }
    return .done
  }
}
