import Settee

extension Verb {
  package static let generate = Verb(
    "generate", "prints the typed settings of a bundle, or the bundle of a program's settings",
    operands: [Operand("WHAT", .oneOf(["swift", "bundle"])), Operand("SOURCE", .path)],
    notes: [
      "swift BUNDLE prints a PreferenceSet that compiles as it is.",
      "bundle TOOL runs `TOOL config bundle`, which every program with SettingsCommand knows, and "
        + "prints its Root.plist.",
      "What one side cannot say of the other is named on standard error.",
    ],
    examples: ["generate swift Settings.bundle", "generate bundle .build/debug/mytool"]
  ) { call in
    let source = call.invocation.operands[1]
    switch call.invocation.operands[0] {
    case "swift":
      let options = BundleOptions(
        languages: Languages.preferred(environment: call.environment, option: nil),
        domain: call.value(of: "domain"))
      let swift = SwiftSource(of: try SettingsBundle(at: source, options: options))
      try call.console.write(swift.text)
      for note in swift.notes { call.console.say(note) }
    case "bundle":
      let bytes = try ChildProcess.output(
        of: [source, "config", "bundle"], environment: call.environment)
      // Any program prints something, or nothing; only what reads back is handed on.
      guard let root = try? PropertyList(reading: bytes),
        root.dictionary?["PreferenceSpecifiers"] != nil
      else {
        throw Failure(
          .io,
          "“\(source) config bundle” prints no Root.plist; name a program with SettingsCommand.")
      }
      try call.console.write(String(decoding: bytes, as: UTF8.self))
    case let word: throw Failure(.usage, "“\(word)” cannot be generated; use swift or bundle.")
    }
    return .done
  }
}
