import Settee
import SetteeValues
import SetteeJSONSchema

// Checks for keys in a settings file that the program doesn't accept. All commands that write
// settings reject these keys unless the write is forced.

extension App {
  /// Returns information about a key that the program doesn't accept, or `nil` for a valid or
  /// existing key.
  ///
  /// If an unknown key is already in the settings file, the user can change its value.
  func unknownKey(at place: SettingReference) throws -> AcceptedKeys.UnknownKey? {
    guard let acceptedKeys, !place.path.isNested, !isSet(place),
      let path = DocumentPath(place.path.key)
    else { return nil }
    if let content = place.domain.text?.known, let schema = try schema?(),
      let unknown = schema.unknownKey(path, in: content)
    {
      // Use the bundle's suggestion as a fallback, because the schema doesn't suggest keys that are
      // already in the file.
      let nearest = unknown.nearest ?? acceptedKeys.unknown(path)?.nearest
      return AcceptedKeys.UnknownKey(nearest: nearest, isCertain: unknown.isCertain)
    }
    return acceptedKeys.unknown(path)
  }

  private func isSet(_ place: SettingReference) -> Bool {
    if let content = place.domain.text?.known { return content.node(of: place.path.key) != nil }
    return place.setting != nil || place.effective != nil
  }

  /// Throws an error for an unknown key, with the most similar valid key as a suggestion.
  ///
  /// If the new value is a table, the keys in it are checked.
  func requireKnown(
    _ place: SettingReference, _ value: PropertyList? = nil, isForced: Bool
  ) throws {
    if let content = place.domain.text?.known {
      guard content.isKey(place.path.key) else {
        throw SetteeError(.usage, content.invalidPath(place.key).message + ".")
      }
      if !isForced, let members = value?.dictionary, !members.isEmpty {
        for (name, value) in members.entries {
          guard let key = content.key(of: name, in: place.path.key) else { continue }
          try requireKnown(
            self.place(at: SettingPath(key), in: place.domain), value, isForced: isForced)
        }
        return
      }
    }
    guard !isForced, let unknown = try unknownKey(at: place) else { return }
    let hint = unknown.nearest.map { " Did you mean '\($0)'?" } ?? ""
    throw SetteeError(
      .usage, "Unknown key '\(place.key)' in \(name).\(hint) To set it anyway, use --force.")
  }
}

extension App {
  /// Throws an error for a value that the JSON Schema of the file doesn't allow, unless the write is
  /// forced.
  func requireAllowed(
    _ value: PropertyList, typed text: String?, at place: SettingReference, isForced: Bool
  ) throws {
    guard !isForced, let content = place.domain.text?.known,
      let path = content.path(of: place.path.key), let schema = try schema?()
    else { return }
    let typed = text.map { [place.path: TypedValue(value, text: $0)] } ?? [:]
    let change = KeyChange(place.path, old: nil, new: value)
    // If the value can't be written at all, a later check reports the reason.
    guard let new = try? content.after([change], typed: typed).document else { return }
    func faults(in document: Document) -> [Violation] {
      var validator = Validator(schema)
      return validator.validate(DocumentElement(document)).faults.filter { fault in
        !fault.isWarning && fault.rule != "unknown-key"
          && fault.place.steps.starts(with: path.steps)
      }
    }
    let found = faults(in: new)
    guard !found.isEmpty else { return }
    // An item that was already wrong doesn't prevent other changes of its list.
    let known = faults(in: content.document).filter { $0.place != path }
    let fault = found.first { fault in
      !known.contains { $0.place == fault.place && $0.rule == fault.rule }
    }
    guard let fault else { return }
    let isSecret = place.isSecret || fault.showsSecret
    throw SetteeError(.invalid, fault.message(isSecret: isSecret).asSentence)
  }
}

extension JSONSchema {
  /// Returns information about a key that the JSON Schema doesn't allow, or `nil` if the key is
  /// allowed.
  ///
  /// If the settings file already contains an unknown table, any key in this table is allowed.
  fileprivate func unknownKey(
    _ key: DocumentPath, in content: SettingsDocument
  ) -> AcceptedKeys.UnknownKey? {
    let addition = KeyChange(SettingPath(content.key(of: key)), old: nil, new: .string(""))
    // If the key can't be added at all, a later check reports the reason.
    guard let document = try? content.after([addition]).document else { return nil }
    var validator = Validator(self)
    for fault in validator.validate(DocumentElement(document)).faults
    where key.steps.starts(with: fault.place.steps) && content.document.node(at: fault.place) == nil
    {
      let (nearest, isCertain): (String?, Bool)
      switch fault.problem {
      case .unknown(let near): (nearest, isCertain) = (near, true)
      case .probablyUnknown(let near): (nearest, isCertain) = (near, false)
      default: continue
      }
      let parent = fault.place.parent ?? .root
      return AcceptedKeys.UnknownKey(
        nearest: nearest.map { parent.appending(Key($0)).description }, isCertain: isCertain)
    }
    return nil
  }
}

extension Violation {
  /// A Boolean value that indicates whether the name of the setting, or its value, indicates a
  /// secret.
  var showsSecret: Bool {
    SecretName.matches(place.description) || SecretName.isIn(message(isSecret: false))
  }
}
