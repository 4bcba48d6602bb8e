import Settee
import SetteeValues

extension Verb {
  static let set = Verb(
    "set", "Validate a value and save it",
    operands: [.app, Operand("KEY", .key), Operand("VALUE", .value, .optional)],
    options: [
      VerbOption(
        "type", "parse the value as this type (default: the type of the key's control)",
        .oneOf(ValueType.allCases.map(\.rawValue))),
      VerbOption(
        "stdin", "read the value from standard input, without a trailing newline"),
      VerbOption("not-secret", "show the value of this key of a file from now on"),
      VerbOption("secret", "treat the value of this key of a file as secret from now on"),
      .json,
    ],
    notes: [
      "The value is parsed according to the type of the control: on or off for a toggle, a title or value for a choice, a number in the range of a slider. An invalid value is rejected with exit status 3 and a list of the allowed values.",
      "Other users can see arguments, so a secret is never an argument: use --stdin, or type it at the prompt.",
      "A new key is rejected (exit status 2) if it might be a mistake: if the program doesn't know it, or if the file has a key of this name elsewhere, such as core.editor for editor. The message suggests the closest key. To write the key anyway, use --force.",
      "The type of a new key in a file follows from VALUE: true or false, an integer, a decimal number, or else a string. --type overrides it.",
      "With --type json, a table or a list in VALUE replaces the whole table or list, including its subtables.",
      "Dots in KEY separate the names of tables: pull.rebase is the key rebase in the table pull. If the key itself or the keys next to a new one have names with dots, such as editor.fontSize, the dots are part of the name.",
      "If a name in KEY contains a dot, quote the name or use \\. for the dot: hosts.\"web1.example.org\".port is the key port in the table web1.example.org.",
    ],
    examples: [
      "set ~/.gitconfig pull.rebase true",
      "set pyproject.toml tool.ruff.line-length 100 --dry-run",
      "set org.example.app beta true --type bool",
      "set org.settee.mail account.password --stdin < password.txt",
    ]
  ) { call in
    let app = try call.app()
    let key = call.words.first ?? ""
    try app.requireOwn(key, maySeparate: true)
    let reference = try app.reference(key)
    let place = reference.place
    if let isSecret = try call.secrecy() {
      try call.mark(place, asSecret: isSecret)
      if call.words.count < 2, !call.has("stdin") { return .done }
    }
    if !reference.steps.isEmpty {
      let entered = try call.value(for: reference)
      if entered.value.int != nil { try place.rejectAmbiguous(entered.text) }
      try call.rejectSecret(entered.value, for: reference)
      if try call.quote(reference, entered.value) { return .done }
      try call.setItem(reference, to: entered.value, typed: entered.text)
      return .done
    }
    let isNew = place.whole == nil
    let isJSON = call.value(of: "type") == ValueType.json.rawValue
    if isNew, !isJSON { try app.requireNew(place, isForced: call.has("force")) }
    try call.rejectOneForMany(place)
    let entered = try call.valueToSet(place, of: app)
    let value = entered.value
    if isNew, isJSON { try app.requireNew(place, value, isForced: call.has("force")) }
    try call.rejectSecret(value, for: reference)
    try app.requireAllowed(
      value, typed: entered.text, at: place, isForced: call.has("force"))
    if try call.quote(reference, value) { return .done }
    // The type of a control that no bundle declares is only a guess, so accept other values too.
    let isGuess = place.domain.text.map { app.guessesType(of: place, in: $0) } ?? false
    let accepts = isGuess && (call.has("type") || place.setting?.control.check(value) != nil)
    let change =
      accepts
      ? ValidatedChange(unchecked: value, at: place.path, in: place.domain, typed: entered.text)
      : try place.change(to: value, typed: entered.text)
    let isHidden = place.isSecret || place.holdsSecret(value)
    let text = place.texts(of: change)?.new ?? ValueFormatter.quotingBlanks(value)
    try call.make([(place, change)])
    if let type = entered.inferredType {
      let verbs = isNew ? ("would add", "added") : ("would set", "set")
      let verb = call.has("dry-run") ? verbs.0 : verbs.1
      let new = isHidden ? "" : " = \(text)"
      call.console.report("\(verb) \(place.key)\(new) (\(type))")
    }
    if let advice = value.string.flatMap({ place.setting?.control.advice(on: $0) }) {
      call.console.report("\(place.key) was saved, but \(advice).")
    }
    return .done
  }
}

extension App {
  /// Returns whether the type of a setting in a file is known only from its value, because no bundle
  /// declares the setting.
  fileprivate func guessesType(of place: SettingReference, in file: TextFile) -> Bool {
    guard let bundle else { return true }
    let isProject = bundle.programFile?.tables.isEmpty == false
    return isProject && !file.role.openKeys.contains(Key(place.path.key))
      && place.setting?.control.isSecure != true
  }
}

extension Call {
  /// Returns whether the key is to be marked as secret or as not secret, or `nil` for neither.
  fileprivate func secrecy() throws -> Bool? {
    guard has("secret") || has("not-secret") else { return nil }
    guard has("secret") != has("not-secret") else {
      throw SetteeError(.usage, "Give either --secret or --not-secret, not both.")
    }
    return has("secret")
  }

  /// Marks or unmarks a setting in a file as a secret, and reports the change.
  fileprivate func mark(_ place: SettingReference, asSecret isSecret: Bool) throws {
    guard place.domain.text != nil else {
      throw SetteeError(
        .usage, "Only the settings of a file can be marked with --secret and --not-secret.")
    }
    guard place.whole != nil || words.count > 1 || has("stdin") else {
      throw SetteeError(.missing, "'\(place.key)' isn't set in \(place.domain.name).")
    }
    if !has("dry-run") { try place.domain.mark(place.path, asSecret: isSecret) }
    let verb = has("dry-run") ? "would be" : "is now"
    console.report("\(place.key) \(verb) \(isSecret ? "secret" : "shown: not a secret")")
  }

  /// Returns the value from an argument, standard input, or a prompt.
  ///
  /// The text is converted according to the type of the setting or the option `--type`.
  fileprivate func valueToSet(
    _ place: SettingReference, of app: App
  ) throws -> EnteredValue {
    let entered = try enteredValue(place, of: app)
    if entered.value.int != nil { try place.rejectAmbiguous(words.dropFirst().first) }
    return entered
  }

  private func enteredValue(_ place: SettingReference, of app: App) throws -> EnteredValue {
    try rejectTable(place)
    let chosen = value(of: "type").flatMap(ValueType.init)
    let type = chosen ?? place.typeInFile
    let isUntyped =
      place.isNullInFile || type == nil && place.setting == nil && place.domain.text?.known != nil
    if chosen == nil, isUntyped {
      let text = try textToSet(place)
      if text == place.nullText(of: .null) { return EnteredValue(value: .null) }
      let value = place.prefixedInteger(text) ?? PropertyList(inferredFrom: text)
      return EnteredValue(value: value, text: text, inferredType: value.inferredType)
    }
    var entered = try valueToSet(place, of: app, type)
    let declared = place.declaredControl.flatMap { ValueType(of: $0) }
    if !(chosen ?? declared ?? .int).keepsText { entered.text = nil }
    return entered
  }

  /// Throws an error if the value isn't a table but the setting is one that can be changed.
  private func rejectTable(_ place: SettingReference) throws {
    guard !has("type"), let content = place.domain.text?.known,
      (place.whole?.value ?? content.value(at: place.path.key))?.dictionary?.isEmpty == false
        || content.isMergedTable(place.path.key),
      words.dropFirst().first?.hasPrefix("{") == false,
      content.path(of: place.path.key).flatMap(content.document.node(at:))
        .flatMap(content.readOnlyReason(of:)) == nil
    else { return }
    let name = place.key == "." ? "NAME" : "\(place.key).NAME"
    throw SetteeError(
      .usage,
      "'\(place.key)' is a table. To set a key in it, use '\(name)'; to replace the table, use --type json."
    )
  }

  private func valueToSet(
    _ place: SettingReference, of app: App, _ type: ValueType?
  ) throws -> EnteredValue {
    if place.setting == nil, type == nil {
      let near = Suggestion.hint(for: place.key, among: app.places.map(\.key))
      let hint = near.isEmpty ? "." : near
      throw SetteeError(
        .usage,
        "\(place.domain.name) has no control for '\(place.key)', so its type is unknown. Add --type string, int, real, bool, date, data, json, or plist\(hint)"
      )
    }
    if type == nil, place.setting?.control.kind == .title {
      throw SetteeError(
        .denied,
        "\(place.key) is read-only. To set it anyway, use --type."
      )
    }
    var text = try textToSet(place)
    // Report the digit that will be in the file.
    if type == nil, place.declaredControl == nil {
      text = place.domain.text?.known?.digit(replacing: place.path.key, as: text) ?? text
    }
    let typeOfValue = type ?? place.effective.map { ValueType(of: $0.value) }
    if place.declaredControl == nil || text.hasPrefix("0"),
      let number = place.number(text, as: typeOfValue, allowsInfinity: value(of: "type") == nil)
    {
      return number
    }
    let value = try parsed(text, for: place, of: app, type)
    if self.value(of: "type") == nil {
      try place.requireList(value, text, place.whole?.value, isInput: has("stdin"))
    }
    return EnteredValue(value: value, text: text)
  }

  private func parsed(
    _ text: String, for place: SettingReference, of app: App, _ type: ValueType?
  ) throws -> PropertyList {
    if let type {
      return try type.value(
        of: text, isSecret: place.isSecret, allowsNull: place.domain.text != nil)
    }
    do {
      return try place.listValue(of: text) ?? place.setting?.parsed(text) ?? .string(text)
    } catch {
      // Accept any text in a format without types, because the type of the control is only a guess.
      if app.bundle == nil, place.domain.text?.known?.hasTypes == false { return .string(text) }
      // The program may also accept a decimal number where the file has an integer.
      if app.bundle == nil, !place.isSecret, place.domain.text != nil,
        place.effective?.value.int != nil
      {
        if case .real(let number) = PropertyList(inferredFrom: text) { return .real(number) }
        throw SetteeError(
          .invalid, "\(place.key): Invalid value \(ValueFormatter.quoted(text)). Enter a number.")
      }
      throw place.refusal(error)
    }
  }

  /// Returns the new value that the user specified for a list item or a field.
  ///
  /// The text is converted to the type that the user specified, or to the type of the current
  /// value.
  fileprivate func value(for reference: ValueReference) throws -> EnteredValue {
    let text = try textToSet(reference.place)
    let named = value(of: "type").flatMap(ValueType.init)
    if case .index? = reference.steps.last,
      let number = reference.place.number(
        text, as: named ?? reference.value.map { ValueType(of: $0) })
    {
      return number
    }
    if let type = named {
      let value = try type.value(
        of: text, isSecret: reference.place.isSecret,
        allowsNull: reference.place.domain.text != nil)
      return EnteredValue(value: value, text: type.keepsText ? text : nil)
    }
    if reference.place.domain.text?.known?.hasTypes == false {
      return EnteredValue(value: .string(text))
    }
    guard let old = reference.value, !reference.isNullInFile else {
      return EnteredValue(value: PropertyList(inferredFrom: text), text: text)
    }
    let value = try ValueType(of: old).value(of: text, isSecret: reference.place.isSecret)
    try reference.place.requireList(value, text, old, isInput: has("stdin"))
    return EnteredValue(value: value, text: text)
  }

  /// Writes a string that Settee already reads, but that isn't a string for all programs, or that
  /// replaces a date or another value of a type that JSON doesn't have.
  ///
  /// Returns `false` for all other values, and unless the type is requested or declared.
  fileprivate func quote(_ reference: ValueReference, _ value: PropertyList) throws -> Bool {
    let declared = reference.place.declaredControl.flatMap { ValueType(of: $0) }
    let type = self.value(of: "type").flatMap(ValueType.init) ?? declared
    guard type == .string, case .string(let text) = value,
      let content = reference.place.domain.text?.known, case let key = reference.place.path.key,
      reference.value == value && content.isAmbiguous(key, reference.steps)
        || declared == nil && content.isBeyondJSON(key, reference.steps)
    else { return false }
    try makeQuotes(reference, text)
    return true
  }

  /// Throws an error if one value would replace several lines of a key.
  fileprivate func rejectOneForMany(_ place: SettingReference) throws {
    guard value(of: "type") != ValueType.json.rawValue,
      words.dropFirst().first?.hasPrefix("[") != true,
      let count = place.domain.text?.known?.texts(of: place.path.key)?.count
    else { return }
    let key = place.key
    throw SetteeError(
      .usage,
      "\(key) has \(count) values. To change one, use '\(key)[0]' to '\(key)[\(count - 1)]'; to add one, use '\(syntax.program) add'."
    )
  }

  /// Rejects an argument that contains a secret, such as a table with a password.
  fileprivate func rejectSecret(_ value: PropertyList, for reference: ValueReference) throws {
    guard words.count > 1 else { return }
    let whole = reference.around(value)
    guard reference.place.holdsSecret(whole) else { return }
    let verb =
      reference.place.domain.holdsSecret(whole, at: reference.place.path) ? "contains" : "is"
    throw SetteeError(
      .usage,
      "\(reference.key) \(verb) a secret, and other users can see arguments. Use --stdin.")
  }

  /// Returns the text of a new value from an argument, standard input, or a prompt for a secret.
  func textToSet(_ place: SettingReference) throws -> String {
    let given = words.dropFirst().first
    if given != nil, has("stdin") {
      throw SetteeError(.usage, "Give the value either as an argument or with --stdin, not both.")
    }
    if place.isSecret, let given, place.domain.text == nil || isSecret(given, for: place) {
      throw SetteeError(
        .usage,
        "\(place.key) is a secret, and other users can see arguments. Omit the value to be prompted, or use --stdin."
          + adviceOnMark(of: place))
    }
    if let given { return given }
    if has("stdin") { return try textFromInput() }
    let mayBeSecret = place.isSecret || place.domain.isSecret(place.path, as: nil)
    guard mayBeSecret, console.canAsk else {
      let how = mayBeSecret ? "use --stdin" : "give it after the key, or use --stdin"
      let dash = mayBeSecret ? "" : " (put -- before a value that looks like an option)"
      throw SetteeError(.usage, "Missing VALUE for \(place.key); \(how)\(dash).")
    }
    let name = place.setting?.control.label ?? place.key
    if let secret = try console.askSecret("\(name): ") { return secret }
    throw SetteeError(.missing, "No value entered; \(place.key) was not changed.")
  }

  /// Returns whether an argument is a secret, rather than a placeholder or a number.
  private func isSecret(_ text: String, for place: SettingReference) -> Bool {
    let isTyped = place.domain.text?.known?.hasTypes == true
    let number = isTyped ? Int64(text).map { PropertyList.integer($0) } : nil
    let named = value(of: "type").flatMap { ValueType(rawValue: $0) }
    let value = named.map { try? $0.value(of: text, isSecret: true) } ?? number ?? .string(text)
    return place.domain.isSecret(place.path, as: value)
  }

  private func textFromInput() throws -> String {
    var bytes = try console.readAll()
    if bytes.last == 0x0A { bytes.removeLast() }
    if bytes.last == 0x0D { bytes.removeLast() }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    throw SetteeError(
      .invalid, "Standard input isn't valid UTF-8. For binary data, use base64 with --type data.")
  }
}

extension Verb {
  static let reset = Verb(
    "reset", "Remove keys, so that their defaults apply",
    operands: [.app, Operand("KEY", .key, .many)],
    options: [VerbOption("all", "reset every key that is set"), .json],
    notes: ["If a key isn't set, nothing changes, and the exit status is 0."],
    examples: ["reset ~/.gitconfig pull.rebase", "reset org.settee.mail --all --dry-run"]
  ) { call in
    guard call.has("all") != !call.words.isEmpty else {
      throw SetteeError(
        .usage,
        call.has("all")
          ? "Give either keys or --all, not both."
          : "\(call.syntax.program) reset needs a KEY, or --all to reset every key.")
    }
    let app = try call.app()
    guard call.has("all") else { return try call.resetKeys(call.words, of: app) }
    var changes: [PlannedChange] = []
    for domain in app.domains {
      for key in try domain.values(in: call.layer).keys where !ReservedKey.contains(key) {
        let place = app.place(at: SettingPath(key), in: domain)
        changes.append((place, try place.change(to: nil)))
      }
    }
    try call.make(changes)
    return .done
  }
}

extension Call {
  /// Resets keys to their defaults.
  ///
  /// If a key refers to a list item, such as `ports[0]`, the item is removed.
  func resetKeys(_ keys: some Collection<String>, of app: App) throws -> ExitCode {
    let keys = try keys.map { try app.withoutNegativeIndices($0) }
    for key in keys {
      try app.requireOwn(key)
      try app.requirePath(key)
    }
    if keys.count == 1, let (list, index) = try keys.first.flatMap({ try app.reference($0).item }) {
      return try removeItem(at: index, of: list)
    }
    let places = app.known(keys, self, reportsMissing: true)
    // A table or list is removed together with everything that is part of it.
    let parts = Set(
      places.first?.domain.text?.known?.parts(of: places.map(\.key), among: places.map(\.key))
        .map(\.part) ?? [])
    try make(try places.filter { !parts.contains($0.key) }.map { ($0, try $0.change(to: nil)) })
    return .done
  }
}
