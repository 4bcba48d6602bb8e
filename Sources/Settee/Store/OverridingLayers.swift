extension String {
  /// Returns the name of the environment variable that overrides the setting with this key.
  ///
  /// For example, with the prefix `APP`, the variable for `proxy.port` is `APP_PROXY_PORT`.
  package func environmentVariable(prefix: String) -> String {
    var name = prefix.isEmpty ? "" : prefix + "_"
    var previous: Character = "_"
    for character in self {
      if character.isUppercase, previous.isLowercase || previous.isNumber { name.append("_") }
      name.append(
        character.isLetter || character.isNumber ? Character(character.uppercased()) : "_")
      previous = character
    }
    return name
  }
}

extension [SettingField] {
  /// Returns the values of environment variables, which override stored values.
  func values(
    of variables: [String: String], prefix: String, _ issues: inout [SettingIssue]
  ) -> PropertyListDictionary {
    var values = PropertyListDictionary()
    for field in self {
      let name = field.slot.key.environmentVariable(prefix: prefix)
      guard let text = variables[name] else { continue }
      values.add(text, for: field, from: "the environment variable \(name)", &issues)
    }
    return values
  }

  /// Returns the values of command-line arguments of the form `-key value`, which override stored
  /// values.
  ///
  /// If the command line contains several arguments for a setting, the last argument takes effect.
  func values(
    of arguments: [String], _ issues: inout [SettingIssue]
  ) -> PropertyListDictionary {
    var values = PropertyListDictionary()
    for (flag, text) in zip(arguments, arguments.dropFirst())
    where flag.utf8.first == UInt8(ascii: "-") {
      let key = String(flag.dropFirst())
      guard let field = first(where: { $0.slot.key.isSame(as: key) }) else { continue }
      values.add(text, for: field, from: "the argument \(flag)", &issues)
    }
    return values
  }
}

extension PropertyListDictionary {
  /// Adds the value of an argument or environment variable, or reports a problem if the text is
  /// invalid.
  fileprivate mutating func add(
    _ text: String, for field: SettingField, from source: String, _ issues: inout [SettingIssue]
  ) {
    if let value = field.value(of: text), field.fault(value) == nil {
      put(value, at: field.slot.path)
      return
    }
    let requirement = field.fault(.string(text)) ?? "has to be \(field.form.phrase)"
    let shown = field.slot.shown(.string(text))
    issues.append(
      SettingIssue(
        .invalidStoredValue, key: field.slot.key,
        "\(source) has the invalid value \(shown) for '\(field.slot.key)': it \(requirement)"))
  }
}

extension SettingField {
  /// Converts the text of an argument or environment variable to a value of the setting.
  ///
  /// Lists and dictionaries must be specified as JSON. All other types are parsed as the setting's
  /// control does.
  func value(of text: String) -> PropertyList? {
    switch form {
    case .list, .other, .data:
      if let value = try? JSON(reading: text).propertyList(), fault(value) == nil { return value }
      let parts = text.split(separator: ",", omittingEmptySubsequences: true)
      if case .list = form { return .array(parts.map { .string(String($0)) }) }
      return .string(text)
    default: return try? control(.raw).parse(text).get()
    }
  }
}
