import Settee

extension Verb {
  /// `get`: the effective value of a key, as it is.
  package static let get = Verb(
    "get", "prints the value of a key that counts, whichever layer it comes from",
    operands: [.app, Operand("KEY", .key, .optional)],
    options: [
      VerbOption("default", "what to print where no layer has a value", .text("V")),
      VerbOption("origin", "add the layer that the value comes from, after a TAB"),
      .json, .secrets,
    ],
    notes: [
      "Text is printed as it is, a number in its shortest exact form, a date as ISO 8601, data as base64, arrays and dictionaries as JSON. Without KEY it does what list does. Where no layer has a value it prints nothing and exits 1; with --layer, where that one has none. A secret is printed with --secrets only; else get exits 4."
    ],
    examples: ["get mail mail.sort", "get org.example.app theme --default dark"]
  ) { call in
    guard let text = call.words.first else { return try list(call) }
    let app = try call.app()
    let place = app.place(text)
    let row = Row(place, in: call.namedLayer)
    guard let effective = row.effective else {
      guard let value = call.value(of: "default") else { throw app.noValue(for: text, call) }
      try call.console.line(call.has("json") ? JSON.string(value).text() : value)
      return .done
    }
    guard !place.isSecret || call.has("secrets") else {
      // A mark in place of the value would be taken for the value.
      if call.has("json") { try call.console.line(JSON.secret.text()) }
      throw Failure(
        .denied, "\(place.key) is a secret, so it is not printed; --secrets prints it.")
    }
    let zoneless = place.setting?.control.zonelessText(of: effective.value)
    var shown =
      call.has("json")
      ? JSON(effective.value).text() : zoneless ?? ValueText.plain(effective.value)
    if call.has("origin") { shown += "\t" + effective.origin.rawValue }
    try call.console.line(shown)
    return .done
  }
}

extension VerbOption {
  /// The option `--json`.
  package static let json = VerbOption("json", "print JSON, for programs")
  /// The option `--secrets`.
  package static let secrets = VerbOption("secrets", "print secrets instead of hiding them")
}
