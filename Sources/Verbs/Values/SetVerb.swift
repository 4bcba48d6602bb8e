import Settee

extension Verb {
  static let set = Verb(
    "set", "Validate the value of a key and save it",
    operands: [.app, Operand("KEY", .key), Operand("VALUE", .value, .optional)],
    options: [
      VerbOption(
        "type", "parse the value as this type (default: the type of the key's control)",
        .oneOf(ValueType.allCases.map(\.rawValue))),
      VerbOption(
        "stdin", "read the value from standard input, without a trailing newline"),
      .json,
    ],
    notes: [
      "The value is parsed according to the type of the control: on or off for a toggle, a title or value for a choice, a number in the range of a slider. An invalid value is rejected with exit status 3 and a list of the allowed values.",
      "Other users can see arguments, so a secret is never an argument: use --stdin, or type it at the prompt.",
      "A key that the program doesn't know is rejected and exits 2, with the closest known key; --force writes it. A key that is already in the file can be set.",
      "KEY is taken literally if such a key is stored or declared. Otherwise, if its first component names a dictionary, its dots select entries in that dictionary (\\. is a literal dot). Otherwise, it is a new key.",
    ],
    examples: [
      "set mail notify.volume 0.5", "set mail mail.sort size",
      "set org.example.app beta true --type bool",
      "set mail account.password --stdin < password.txt",
    ]
  ) { call in
    let app = try call.app()
    let key = call.words.first ?? ""
    let place = app.place(key)
    try app.requireKnown(place, isForced: call.has("force"))
    let value = try call.valueToSet(place, of: app)
    var change = Change(call)
    // The control of a file without a bundle is a guess.
    let isGuess = app.bundle == nil && place.domain.text != nil
    if isGuess, call.has("type") || place.setting?.control.check(value) != nil {
      change.put(
        place, checked: ValidatedChange(unchecked: value, at: place.path, in: place.domain))
    } else {
      try change.put(place, value)
    }
    try change.make()
    if let advice = value.string.flatMap({ place.setting?.control.advice(on: $0) }) {
      call.console.say("\(place.key) was saved, but \(advice).")
    }
    return .done
  }
}

extension Call {
  /// Returns the value from an argument, standard input, or a prompt, parsed according to its type.
  fileprivate func valueToSet(_ place: SettingReference, of app: App) throws -> PropertyList {
    let type = try value(of: "type").flatMap(ValueType.init) ?? typeInFile(place)
    if place.setting == nil, type == nil {
      let near = Nearest.hint(place.key, among: app.places.map(\.key))
      let hint = near.isEmpty ? "." : near
      throw CommandError(
        .usage,
        "\(place.domain.name) has no control for '\(place.key)', so its type is unknown. Add --type string, int, real, bool, date, data, json, or plist\(hint)"
      )
    }
    if type == nil, place.setting?.control.kind == .title {
      throw CommandError(
        .denied,
        "\(place.key) is read-only. To set it anyway, use --type."
      )
    }
    let text = try textToSet(place)
    if let type { return try type.value(of: text, isSecret: place.isSecret) }
    do {
      return try place.listValue(of: text) ?? place.setting?.bound.parsed(text) ?? .string(text)
    } catch {
      // In a format without types, the control is a guess, so accept any string.
      if app.bundle == nil, place.domain.text?.known?.hasTypes == false { return .string(text) }
      throw place.refusal(error)
    }
  }

  /// Returns the type of a key without a row: the type of its value in the file, or a string in
  /// formats without types.
  private func typeInFile(_ place: SettingReference) throws(CommandError) -> ValueType? {
    guard place.setting == nil, let content = place.domain.text?.known else { return nil }
    let key = place.path.key
    if let value = content.values[key] ?? content.comment(of: key) { return ValueType(of: value) }
    guard content.hasTypes else { return .string }
    let call = "\(syntax.program) set \(ShellWord.line([place.domain.name.text, key]))"
    throw CommandError(
      .usage,
      "'\(key)' isn't in \(place.domain.name), so its type is unknown. Use '\(call) VALUE --type string', or --type int, real, bool, or json."
    )
  }

  private func textToSet(_ place: SettingReference) throws -> String {
    let given = words.dropFirst().first
    if given != nil, has("stdin") {
      throw CommandError(.usage, "Give the value either as an argument or with --stdin, not both.")
    }
    if place.isSecret, given != nil {
      throw CommandError(
        .usage,
        "\(place.key) is a secret, and other users can see arguments. Omit the value to be prompted, or use --stdin."
      )
    }
    if let given { return given }
    if has("stdin") { return try textFromInput() }
    guard place.isSecret, console.canAsk else {
      let how = place.isSecret ? "use --stdin" : "give it after the key, or use --stdin"
      let dash = place.isSecret ? "" : " (put -- before a value that looks like an option)"
      throw CommandError(.usage, "Missing VALUE for \(place.key); \(how)\(dash).")
    }
    let name = place.setting?.control.label ?? place.key
    if let secret = try console.askSecret("\(name): ") { return secret }
    throw CommandError(.no, "No value entered; \(place.key) was not changed.")
  }

  private func textFromInput() throws(CommandError) -> String {
    var bytes = try console.readAll()
    if bytes.last == 0x0A { bytes.removeLast() }
    if bytes.last == 0x0D { bytes.removeLast() }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    throw CommandError(
      .invalid, "Standard input isn't valid UTF-8. For binary data, use base64 with --type data.")
  }
}

extension SettingReference {
  /// Parses a JSON array for a list control, so that the output of `get` is valid input.
  ///
  /// Returns nil for other strings, which are lists with one item per line.
  fileprivate func listValue(of text: String) -> PropertyList? {
    guard let control = setting?.control, text.hasPrefix("["),
      control.kind == .list || control.kind == .text && control.input.type == .list,
      let value = try? JSON(reading: text).propertyList(), value.array != nil
    else { return nil }
    return value
  }
}

extension Verb {
  static let reset = Verb(
    "reset", "Remove keys and return to their defaults",
    operands: [.app, Operand("KEY", .key, .many)],
    options: [VerbOption("all", "reset every key that is set"), .json],
    notes: ["Succeeds (exit status 0) if the key is already unset."],
    examples: ["reset mail notify.volume", "reset mail --all --dry-run"]
  ) { call in
    guard call.has("all") != !call.words.isEmpty else {
      throw CommandError(
        .usage,
        call.has("all")
          ? "Give either keys or --all, not both."
          : "\(call.syntax.program) reset needs a KEY, or --all to reset every key.")
    }
    let app = try call.app()
    var change = Change(call)
    if call.has("all") {
      for domain in app.domains {
        for key in try domain.values(in: call.layer).keys where !ReservedKey.contains(key) {
          try change.put(app.place(at: SettingPath(key), in: domain), nil)
        }
      }
    } else {
      for place in app.known(call.words, call) { try change.put(place, nil) }
    }
    try change.make()
    return .done
  }
}
