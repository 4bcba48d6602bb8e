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
    let reference = try app.reference(text, toRead: true)
    let place = reference.place
    let row = Row(place, in: call.namedLayer)
    let whole = row.effective ?? (call.namedLayer == nil ? reference.whole : nil)
    guard let whole, let value = reference.value(in: whole.value) else {
      guard let text = call.value(of: "default") else { throw app.noValue(for: text, call) }
      try call.console.line(call.has("json") ? JSON.string(text).text() : text)
      return .done
    }
    guard !place.isSecret || call.has("secrets") else {
      // Print a placeholder for a secret only as JSON, because scripts would mistake it for the
      // value in plain output.
      if call.has("json") { try call.console.line(JSON.secret.text()) }
      throw SetteeError(
        .denied, "\(place.key) is a secret. To print it, use --secrets.")
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
            ?? ValueFormatter.printed(value)
        ]
      }
    for text in shown {
      try call.console.line(text + (call.has("origin") ? "\t" + whole.origin.rawValue : ""))
    }
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
    var rows = app.places.map { Row($0, in: call.namedLayer) }
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

/// A setting with its value, as printed by the commands `list`, `find`, and `get`.
struct Row {
  let place: SettingReference
  /// The effective value of the setting, which is read only once because this can be slow.
  let effective: EffectiveValue?

  /// Creates a row of output for the effective value of a setting, or for its value in a specific
  /// layer.
  init(_ place: SettingReference, in layer: WritableLayer? = nil) {
    self.place = place
    effective =
      if let layer {
        place.stored(in: layer).map { EffectiveValue($0, layer.origin) }
      } else {
        place.effective
      }
  }

  /// The layer that the value of the setting comes from.
  var origin: SettingOrigin { effective?.origin ?? .none }

  /// Returns the setting as a line of output whose fields are separated by tabs.
  ///
  /// The fields of the line are the key, the value, and the layer that the value comes from.
  func line(tellsSecrets: Bool, keyAsItIs: Bool = false) -> String {
    let key = keyAsItIs ? place.key : SafeText.line(place.key)
    let value = effective.map { place.json($0.value, tellsSecrets: tellsSecrets).text() } ?? ""
    return "\(key)\t\(value)\t\(origin.rawValue)"
  }

  /// Returns the setting as a JSON object for the output of a command.
  ///
  /// The object contains the domain only if the output lists settings of several apps.
  func object(tellsSecrets: Bool, domain: String? = nil) -> JSON {
    .object(ofPresent: [
      "domain": domain.map(JSON.string),
      "key": .string(place.key),
      "value": effective.map { place.json($0.value, tellsSecrets: tellsSecrets) },
      "default": place.defaultValue.map { place.json($0, tellsSecrets: tellsSecrets) },
      "type": place.type(of: effective?.value).map { .string($0.rawValue) },
      "origin": .string(origin.rawValue),
      "pane": place.setting.map { .string($0.pane) },
      "title": place.setting?.control.title.map(JSON.string),
      "modified": .boolean(place.isModified),
    ]).adding(DocumentDetails(place)?.members ?? [:])
  }
}
