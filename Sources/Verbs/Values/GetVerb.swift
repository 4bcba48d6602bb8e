import Settee

extension Verb {
  static let get = Verb(
    "get", "Print the effective value of a key",
    operands: [.app, Operand("KEY", .key, .optional)],
    options: [
      VerbOption("default", "value to print if no layer has one", .text("V")),
      VerbOption("origin", "append the layer that the value comes from, after a tab"),
      .json, .secrets,
    ],
    notes: [
      "Strings are printed unchanged, numbers in their shortest exact form, dates as ISO 8601, data as base64, and arrays and dictionaries as JSON. Without KEY, same as list. Prints nothing and exits 1 if no layer has a value (with --layer, if that layer has none). Secrets are printed only with --secrets; without it, the exit status is 4."
    ],
    examples: ["get ~/.gitconfig user.name", "get org.example.app theme --default dark"]
  ) { call in
    guard let text = call.words.first else { return try list(call) }
    let app = try call.app()
    let fallback = call.value(of: "default")
    let documents = app.domains.first?.text?.known?.document.documentCount ?? 1
    let found: ValueReference?
    do { found = try app.reference(text, toRead: true) } catch {
      // With a default, an index that doesn't exist isn't an error.
      if fallback == nil || documents > 1 { throw error }
      found = nil
    }
    let whole =
      found?.place.effective(in: call.namedLayer)
      ?? (call.namedLayer == nil ? found?.whole : nil)
    guard let reference = found, let whole, let value = reference.value(in: whole.value) else {
      guard let fallback else { throw app.noValue(for: text, call) }
      let origin = call.has("origin") ? "\t" + SettingOrigin.none.rawValue : ""
      try call.console.line((call.has("json") ? JSON.string(fallback).text() : fallback) + origin)
      return .done
    }
    let place = reference.place
    // An item can be printed if only other items of its list are secrets.
    let isSecret =
      place.isSecret
      && (reference.steps.isEmpty || place.isSecretItself || place.setting?.control.isSecure == true
        || place.holdsSecret(reference.around(value)))
    guard !isSecret || call.has("secrets") else {
      // Print a placeholder for a secret only as JSON, because scripts would mistake it for the
      // value in plain output.
      if call.has("json") { try call.console.line(JSON.secret.text()) }
      throw SetteeError(
        .denied, "\(reference.key) is a secret. To print it, use --secrets.")
    }
    let shown =
      if call.has("json") {
        [place.json(value, tellsSecrets: true).text()]
      } else if let texts = reference.texts, call.namedLayer == nil {
        texts
      } else {
        [
          place.setting?.control.zonelessText(of: value)
            ?? (call.namedLayer == nil && reference.steps.isEmpty
              ? place.domain.text(at: place.path) : nil)
            ?? place.nullText(of: value) ?? ValueFormatter.printed(value)
        ]
      }
    let end = call.has("origin") ? "\t" + whole.origin.rawValue : ""
    if !call.has("json"), reference.steps.isEmpty, call.namedLayer == nil,
      let content = place.domain.text?.known, content.value(at: place.path.key) == whole.value,
      let bytes = content.bytesBeyondUTF8(of: place.path.key)
    {
      // The program that reads the file may not expect UTF-8.
      for line in bytes { try call.console.line(line, end) }
      return .done
    }
    for text in shown { try call.console.line(text + end) }
    return .done
  }

  static let list = Verb(
    "list", "List all keys with their value and origin, tab-separated",
    operands: [.app],
    options: [
      VerbOption("modified", "list only keys that the user has set"),
      VerbOption("unpushed", "list only keys with changes that have not been pushed"),
      VerbOption("managed", "list only keys that an administrator manages"),
      .json, .secrets,
      VerbOption(
        "z", "end each line with NUL instead of a newline", letter: "z", hidden: true),
    ],
    notes: [
      "Keys that a pane declares come first, in the order of the panes, followed by all other stored keys. With -z, lines end with NUL and keys are printed unchanged; otherwise, control characters in keys are escaped. With --layer, only the values of that layer are listed."
    ],
    examples: ["list ~/.gitconfig", "list org.settee.mail --modified --json"],
    run: list)

  static func list(_ call: Call) throws -> ExitCode {
    let app = try call.app()
    let tells = call.has("secrets")
    var rows = app.places.map { KeyRow($0, in: call.namedLayer, tellsSecrets: tells) }
    if call.namedLayer != nil { rows.removeAll { $0.effective == nil } }
    if call.has("modified") { rows.removeAll { !$0.place.isModified } }
    if call.has("managed") { rows.removeAll { $0.origin != .managed } }
    if call.has("unpushed") {
      guard call.openServer != nil else {
        throw SetteeError(
          .usage, "\(call.syntax.program) does not support mirrors; omit --unpushed.")
      }
      let unpushed = Set(try CloudCall(call).unpushed(app).map { SettingPath($0) })
      rows.removeAll { !unpushed.contains(SettingPath($0.place.key)) }
    }
    if call.has("json") {
      try call.write(.array(rows.map { $0.listed() }))
      return .done
    }
    for row in rows {
      try call.console.write(
        call.has("z")
          ? "\(row.place.key)\t\(row.line([.value, .origin]))\0"
          : row.line([.key, .value, .origin]) + "\n")
    }
    return .done
  }
}

extension KeyRow {
  /// Creates a row for the effective value of a setting, or for its value in a specific layer.
  init(_ place: SettingReference, in layer: WritableLayer? = nil, tellsSecrets: Bool) {
    self.init(place, tellsSecrets: tellsSecrets)
    // Read the value only once, because this can be slow.
    effective = place.effective(in: layer)
  }

  /// Returns the setting as a JSON object for the commands `list` and `find`.
  func listed(_ first: [Column] = []) -> JSON {
    json(first + [.key, .value, .default, .type, .origin, .pane, .title, .modified])
      .adding(documentMembers)
  }
}
