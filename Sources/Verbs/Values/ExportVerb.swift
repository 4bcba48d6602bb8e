package import Settee

extension Verb {
  static let export = Verb(
    "export", "Print the values of an app as a property list, JSON, or shell commands",
    operands: [.app],
    options: [
      VerbOption(
        "format", "output format (default: plist)",
        .oneOf(["plist", "json", "env", "commands"])),
      VerbOption("modified", "export only values that the user has set"),
      .secrets,
    ],
    notes: [
      "Exports the effective values, including defaults; with --layer, the values of that layer. Secrets are exported only with --secrets.",
      "The commands format prints a set command for a POSIX shell for each value. The env format prints NAME=value lines with the names of the environment layer: soundLevel is SOUND_LEVEL.",
    ],
    examples: ["export org.settee.mail > mail.plist", "export ~/.gitconfig --format commands"]
  ) { call in
    let app = try call.app()
    let exported = ExportedValues(
      app, modifiedOnly: call.has("modified"), secrets: call.has("secrets"), layer: call.namedLayer)
    switch call.value(of: "format") {
    case "json": try call.write(exported.json)
    case "env": for line in exported.variables(call) { try call.console.line(line) }
    case "commands": for line in exported.commands(call) { try call.console.line(line) }
    default:
      var values = exported.dictionary
      for (key, value) in values.entries where value.containsNull {
        call.console.report("Skipped \(key): a property list can't contain null.")
      }
      values.removeAll { $0.value.containsNull }
      let bytes = try PropertyList.dictionary(values).xml()
      try call.console.write(String(decoding: bytes, as: UTF8.self))
    }
    if !exported.secrets.isEmpty {
      let names = exported.secrets.map(\.key).joined(separator: ", ")
      call.console.report("Secrets were not exported: \(names). To include them, use --secrets.")
    }
    return .done
  }
}

extension App {
  /// Returns exported settings, in which each list of tables is one setting with its items.
  ///
  /// The fields of an item can't be set in a file that doesn't have the item. A list stays separate
  /// if one of its fields isn't exported, such as a secret.
  fileprivate func joiningLists(
    in rows: [(place: SettingReference, value: PropertyList)]
  ) -> [(place: SettingReference, value: PropertyList)] {
    guard let domain = domains.first, let content = domain.text?.known,
      !content.document.format.isAugeas
    else { return rows }
    let lists = content.listsOfTables.map(\.key).filter { content.composite(of: $0) != nil }
    let inner = Set(content.parts(of: lists, among: lists).map { SettingPath($0.part) })
    let outer = lists.filter { !inner.contains(SettingPath($0)) }
    let exported = Set(rows.map(\.place.path))
    let parts = content.parts(of: outer, among: content.values.keys)
      .map { (part: SettingPath($0.part), list: SettingPath($0.whole)) }
    let incomplete = Set(parts.filter { !exported.contains($0.part) }.map(\.list))
    let complete = parts.filter { !incomplete.contains($0.list) }.map { ($0.part, $0.list) }
    let known = Dictionary(complete) { first, _ in first }
    var seen: Set<SettingPath> = []
    return rows.compactMap { row in
      guard let list = known[row.place.path] else { return row }
      guard seen.insert(list).inserted, let value = content.composite(of: list.key) else {
        return nil
      }
      return (place(at: list, in: domain), value)
    }
  }
}

/// The values of an app that the commands `export` and `edit` write to a file.
package struct ExportedValues {
  /// The settings to export with their values, in the order of the panes.
  package let rows: [(place: SettingReference, value: PropertyList)]
  /// The secret settings whose values aren't exported.
  let secrets: [SettingReference]

  package init(_ app: App, modifiedOnly: Bool, secrets tellsSecrets: Bool, layer: WritableLayer?) {
    let own = layer ?? (modifiedOnly ? .user : nil)
    let all: [(place: SettingReference, value: PropertyList)] = app.places.compactMap { place in
      let effective = place.effective
      // A merged key is exported with the mapping that it comes from.
      let value =
        own.map { place.stored(in: $0) }
        ?? (effective?.origin == .merge ? nil : effective?.value)
      return value.map { (place, $0) }
    }
    rows = app.joiningLists(in: all.filter { tellsSecrets || !$0.place.isSecret })
    secrets = tellsSecrets ? [] : all.map(\.place).filter(\.isSecret)
  }

  package var dictionary: PropertyListDictionary {
    PropertyListDictionary(rows.map { ($0.place.path.key, $0.value) })
  }

  /// The exported values as a JSON object, with an entry for each setting.
  ///
  /// Secrets are represented by a placeholder, which a later import ignores.
  package var json: JSON {
    .object(
      rows.map { ($0.place.path.key, JSON($0.value)) }
        + secrets.map { ($0.path.key, JSON.secret) })
  }

  /// Returns shell commands that set all exported values when they are run.
  ///
  /// The commands that set dictionaries come last, because a dot in a later key could refer to an
  /// entry in such a dictionary.
  func commands(_ call: Call) -> [String] {
    let dictionariesLast =
      rows.filter { $0.value.dictionary == nil } + rows.filter { $0.value.dictionary != nil }
    return dictionariesLast.compactMap { place, value in
      // Arguments can't contain NUL characters.
      guard !place.key.utf8.contains(0) else {
        call.console.report("Skipped \(place.key): its name contains a NUL character.")
        return nil
      }
      if let reason = refusal(of: value, at: place) {
        call.console.report("Skipped \(place.key): \(reason.asSentence)")
        return nil
      }
      return command(place, value, call)
    }
  }

  /// Returns the reason why the command `set` wouldn't accept a value, or `nil` if it would.
  private func refusal(of value: PropertyList, at place: SettingReference) -> String? {
    if let content = place.domain.text?.known {
      if let reason = content.readOnlyReason(of: place.path.key) { return reason }
      if value.dictionary != nil { return "a table can't be set as a whole" }
    }
    guard let setting = place.setting, setting.control.kind != .title else { return nil }
    do {
      _ = try place.change(to: value)
      return nil
    } catch { return SetteeError(error).message }
  }

  private func command(_ place: SettingReference, _ value: PropertyList, _ call: Call) -> String {
    var words = call.syntax.program.split(separator: " ").map(String.init) + ["set"]
    if let layer = call.value(of: "layer") { words += ["--layer", layer] }
    var type = ValueType(of: value)
    var text = ValueFormatter.printed(value)
    // Write the value as JSON, because an argument can't contain NUL characters and a UID has no
    // text form.
    if text.utf8.contains(0) || type == .plist || value == .null {
      type = .json
      text = JSON(value).text()
    }
    let operands = (call.syntax.namesApp ? [place.domain.name.text] : []) + [place.key]
    if place.isSecret || place.holdsSecret(value) {
      words += ["--stdin", "--type", "json", "--"] + operands
      return
        "\(ShellCommand.line(["printf", "%s", JSON(value).text()])) | \(ShellCommand.line(words))"
    }
    // Without a type, a date in TOML is replaced by a date.
    let isBeyondJSON = place.domain.text?.known?.isBeyondJSON(place.path.key, []) == true
    if !isBeyondJSON { words += ["--type", type.rawValue] }
    return ShellCommand.line(words + ["--"] + operands + [text])
  }

  /// Returns lines of the form `NAME='value'`, which a shell script can load as variables.
  func variables(_ call: Call) -> [String] {
    var taken: Set<String> = []
    return rows.compactMap { place, value in
      let text = ValueFormatter.printed(value)
      let name = Self.variable(place.key)
      guard !text.utf8.contains(0), taken.insert(name).inserted else {
        call.console.report(
          "Skipped \(place.key): \(name) is already used, or the value contains a NUL character.")
        return nil
      }
      return "\(name)=\(text.isEmpty ? "" : ShellCommand.quoted(text))"
    }
  }

  private static func variable(_ key: String) -> String {
    let name = key.environmentVariable(prefix: "")
    let ascii = String(name.map { $0.isASCII ? $0 : "_" })
    return ascii.first?.isNumber == false ? ascii : "_" + ascii
  }
}
