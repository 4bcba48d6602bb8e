package import Settee

/// The setting that a KEY argument of a command refers to, with the row that edits it.
package struct SettingReference {
  package let domain: Domain
  package let path: SettingPath
  /// The row that edits the setting, or `nil` if no pane declares the key.
  package let setting: BoundControl?

  package var key: String { path.text }

  /// A Boolean value that indicates whether the value of the setting is a secret, such as a
  /// password.
  ///
  /// The domain records the keys of secrets, so this property also works without the bundle.
  ///
  /// In a settings file, the user's mark takes precedence.
  package var isSecret: Bool {
    !domain.isMarkedAsShown(path)
      && (setting?.control.isSecure == true || domain.isSecret(path))
  }

  /// Returns whether one of the values is a secret at this path, or contains a secret, such as a
  /// table with a password.
  package func holdsSecret(_ values: PropertyList?...) -> Bool {
    values.contains {
      $0.map { domain.isSecret(path, as: $0) || domain.holdsSecret($0, at: path) } ?? false
    }
  }

  /// The effective value of the setting, and the layer that the value comes from.
  package var effective: EffectiveValue? {
    if let setting { return setting.effective }
    return path.isNested ? domain.value(at: path) : domain.value(for: path.key)
  }

  /// Returns the effective value of the setting, or its value in a specific layer.
  func effective(in layer: WritableLayer?) -> EffectiveValue? {
    guard let layer else { return effective }
    return stored(in: layer).map { EffectiveValue($0, layer.origin) }
  }

  /// Returns a value of the setting in the form that is shown to the user.
  ///
  /// For example, a date without a time zone is shown in the format of the setting's row.
  package func shown(_ value: PropertyList?) -> String {
    let isSecret = isSecret
    let zoneless = isSecret ? nil : value.flatMap { setting?.control.zonelessText(of: $0) }
    return zoneless ?? ValueFormatter.shown(value, isSecret: isSecret)
  }

  /// Returns a value as JSON.
  ///
  /// The value of a secret is replaced by a placeholder unless `tellsSecrets` is `true`.
  func json(_ value: PropertyList, tellsSecrets: Bool) -> JSON {
    if isSecret, !tellsSecrets { return .secret }
    return literalJSON(of: value) ?? JSON(value)
  }

  /// Returns the type of a value or, if no value is given, the type that the setting's row stores.
  func type(of value: PropertyList?) -> ValueType? {
    value.map { ValueType(of: $0) } ?? setting.flatMap { ValueType(of: $0.control) }
  }

  /// The value that the setting has if the user hasn't set it.
  package var defaultValue: PropertyList? {
    if let setting { return setting.defaultValue }
    return domain.everyLayer(at: path).first { $0.origin.isBelow(.user) }?.value
  }

  /// A Boolean value that indicates whether the user has set this setting.
  package var isModified: Bool { stored(in: .user) != nil }

  package func stored(in layer: WritableLayer) -> PropertyList? {
    domain.everyLayer(at: path).first { $0.origin == layer.origin }?.value
  }
}

extension App {
  /// Returns the setting that a KEY argument refers to.
  ///
  /// If the argument is exactly the key of a known setting, it refers to this setting. Otherwise,
  /// if the first component is the key of a declared or stored dictionary, the dots select an entry
  /// in this dictionary. In all other cases, the key is a new literal key in the app's own domain.
  /// If `toRead` is `true`, a key in a file without a bundle is resolved without creating rows.
  func place(_ text: String, toRead: Bool = false) -> SettingReference {
    if let domain = domains.first, let content = domain.text?.known {
      let path = SettingPath(content.key(written: text) ?? text)
      if toRead, bundle == nil { return SettingReference(domain: domain, path: path, setting: nil) }
      return place(at: path, in: domain)
    }
    if let domain = owner(of: text) { return place(at: SettingPath(text), in: domain) }
    for domain in domains {
      let path = SettingPath(written: text, isKey: { _ in false }) { key in
        domain.everyLayer(at: SettingPath(key)).contains { $0.value.dictionary != nil }
      }
      if path.isNested { return place(at: path, in: domain) }
    }
    return place(at: SettingPath(text), in: domains[0])
  }

  /// Returns the first of the app's domains that declares or stores a key.
  private func owner(of key: String) -> Domain? {
    domains.first { setting(at: SettingPath(key), in: $0) != nil || $0.value(for: key) != nil }
  }

  package func place(at path: SettingPath, in domain: Domain) -> SettingReference {
    SettingReference(domain: domain, path: path, setting: setting(at: path, in: domain))
  }

  /// All settings of the app, which are declared by a pane or stored in a layer.
  ///
  /// The settings that a pane declares come first, in the order of the panes.
  package var places: [SettingReference] {
    let declared = settings.compactMap { setting in
      setting.path.map {
        SettingReference(domain: setting.domain, path: $0, setting: setting)
      }
    }
    let others = domains.flatMap { domain in
      domain.keys
        .map { SettingReference(domain: domain, path: SettingPath($0), setting: nil) }
        .filter { setting(at: $0.path, in: domain) == nil }
    }
    return declared + others
  }

  /// Returns the settings for some keys, and warns the user about unknown keys that look like
  /// typing errors.
  ///
  /// If `reportsMissing` is `true`, the user is also told about keys that aren't in the file.
  func known(
    _ keys: some Sequence<String>, _ call: Call, reportsMissing: Bool = false
  ) -> [SettingReference] {
    keys.map { text in
      let place = place(text)
      guard place.setting == nil, place.whole == nil,
        place.domain.text?.known?.value(at: place.path.key) == nil
      else { return place }
      let keys = places.map(\.key)
      if let near = Suggestion.nearest(to: text, among: keys) ?? beginning(place.key, among: keys) {
        call.console.report("Unknown key '\(text)' in \(name). Did you mean '\(near)'?")
      } else if reportsMissing, place.domain.text != nil {
        call.console.report("'\(place.key)' isn't set in \(name).")
      }
      return place
    }
  }

  /// Returns a key whose name begins with the name of another key and a space, such as the name of
  /// a host in an Ansible inventory.
  private func beginning(_ key: String, among keys: [String]) -> String? {
    guard let path = DocumentPath(key), let name = path.steps.last?.name else { return nil }
    return keys.first { other in
      guard let other = DocumentPath(other), other.parent == path.parent else { return false }
      return other.steps.last?.name?.bytes.starts(with: name.bytes + [0x20]) == true
    }
  }

  /// Returns an error message for a key that doesn't have a value.
  ///
  /// If a key with a similar name has a value, the error message suggests it.
  func noValue(for text: String, _ call: Call) -> SetteeError {
    if let objection = domains.first?.text?.known?.objection(toPath: text) {
      return SetteeError(.missing, "\(objection).")
    }
    let list = call.syntax.program + " list" + (call.syntax.namesApp ? " \(name)" : "")
    let others = places.filter { $0.effective != nil }.map(\.key)
    // A key that another layer has isn't a mistake.
    let isKnown = call.namedLayer != nil && others.contains { $0.utf8.elementsEqual(text.utf8) }
    let hint =
      isKnown
      ? "; another layer has one."
      : Suggestion.hint(for: text, among: others.filter { !$0.utf8.elementsEqual(text.utf8) })
    let end = hint.isEmpty ? "; see '\(list)'." : hint
    let isFile = domains.first?.text != nil
    let who =
      call.namedLayer.map { "The \($0.rawValue) layer of \(name) has no" }
      ?? (isFile ? "\(name) has no" : "No layer of \(name) has a")
    return SetteeError(.missing, "\(who) value for '\(text)'\(end)")
  }
}
