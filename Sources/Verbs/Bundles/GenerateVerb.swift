import Settee

extension Verb {
  package static let generate = Verb(
    "generate", "Generate Swift code from a bundle, or a bundle from a program",
    operands: [Operand("WHAT", .oneOf(["swift", "bundle"])), Operand("SOURCE", .path)],
    notes: [
      "swift BUNDLE prints a PreferenceSet that compiles without changes.",
      "bundle TOOL runs 'TOOL config bundle', which every program with SettingsCommand supports, "
        + "and prints its Root.plist.",
      "Features that can't be converted are reported on standard error.",
    ],
    examples: ["generate swift Settings.bundle", "generate bundle .build/debug/mytool"]
  ) { call in
    let source = call.operands[1]
    switch call.operands[0] {
    case "swift":
      let options = BundleOptions(
        languages: LanguageTag.preferred(environment: call.environment, option: nil),
        domain: call.value(of: "domain"))
      let swift = SwiftSource(of: try SettingsBundle(at: source, options: options))
      try call.console.write(swift.text)
      for note in swift.notes { call.console.report(note) }
    case "bundle":
      let bytes = try ChildProcess.output(
        of: [source, "config", "bundle"], environment: call.environment)
      // Check the output before using it, because the user might have specified the wrong program.
      guard let root = try? PropertyList(reading: bytes),
        root.dictionary?["PreferenceSpecifiers"] != nil
      else {
        throw SetteeError(
          .io,
          "'\(source) config bundle' printed no Root.plist. Use a program with SettingsCommand.")
      }
      try call.console.write(String(decoding: bytes, as: UTF8.self))
    case let word: throw SetteeError(.usage, "Can't generate '\(word)'. Use swift or bundle.")
    }
    return .done
  }
}
