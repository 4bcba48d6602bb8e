import Settee

extension Verb {
  /// `export`: all values, for a file, a shell or another machine.
  package static let export = Verb(
    "export", "prints the values of an app, for a file, a shell or another machine",
    operands: [.app],
    options: [
      VerbOption(
        "format", "plist (the default), json, env or commands",
        .oneOf(["plist", "json", "env", "commands"])),
      VerbOption("modified", "only what the user has set, without the defaults"),
      .secrets,
    ],
    notes: [
      "The values that count are exported, defaults included; with --layer those of one layer. Secrets stay here unless --secrets is given.",
      "commands prints a set line for each value, which a POSIX shell runs. env prints NAME=value lines, named as an app's environment layer names them: soundLevel is SOUND_LEVEL.",
    ],
    examples: ["export mail > mail.plist", "export mail --modified --format commands"]
  ) { call in
    let app = try call.app()
    let exported = ExportedValues(
      app, modifiedOnly: call.has("modified"), secrets: call.has("secrets"), layer: call.namedLayer)
    switch call.value(of: "format") {
    case "json": try call.write(exported.json)
    case "env": for line in exported.variables(call) { try call.console.line(line) }
    case "commands": for line in exported.commands(call) { try call.console.line(line) }
    default:
      let bytes = try PropertyList.dictionary(exported.dictionary).xml()
      try call.console.write(String(decoding: bytes, as: UTF8.self))
    }
    if !exported.secrets.isEmpty {
      let names = exported.secrets.map(\.key).joined(separator: ", ")
      call.console.say("Secrets stay here: \(names); --secrets exports them too.")
    }
    return .done
  }
}
