package import Settee

/// What a KEY of a command line stands for: a place in a domain, and the row that edits it.
package struct SettingReference {
  package let domain: Domain
  package let path: SettingPath
  /// The row; nil for a key that no pane has.
  package let setting: AppSetting?

  package var key: String { path.text }

  /// NB: a domain that is opened without its bundle remembers what the bundle said.
  package var isSecret: Bool { setting?.control.isSecure == true || domain.isSecret(path) }

  /// The value that counts, and its layer.
  package var effective: EffectiveValue? {
    if let setting { return setting.bound.effective }
    return path.isNested ? domain.value(at: path) : domain.value(for: path.key)
  }

  /// A value in a line for people: a day, or a time of day, as its row writes it.
  package func shown(_ value: PropertyList?) -> String {
    let isSecret = isSecret
    let zoneless = isSecret ? nil : value.flatMap { setting?.control.zonelessText(of: $0) }
    return zoneless ?? ValueText.shown(value, isSecret: isSecret)
  }

  /// A value in JSON; of a secret that is not to be told, its mark.
  func json(_ value: PropertyList, tellsSecrets: Bool) -> JSON {
    if isSecret, !tellsSecrets { return .secret }
    return FileFacts.json(value, at: self) ?? JSON(value)
  }

  /// The type of a value, or while there is none of what the row stores.
  func type(of value: PropertyList?) -> ValueType? {
    value.map { ValueType(of: $0) } ?? setting.flatMap { ValueType(of: $0.control) }
  }

  /// What the value is while nobody sets it.
  package var defaultValue: PropertyList? {
    if let setting { return setting.bound.defaultValue }
    return domain.everyLayer(at: path).first { $0.origin.isBelow(.user) }?.value
  }

  /// Whether the user's layer has a value of its own.
  package var isModified: Bool { stored(in: .user) != nil }

  package func stored(in layer: WritableLayer) -> PropertyList? {
    domain.everyLayer(at: path).first { $0.origin == layer.origin }?.value
  }
}

extension App {
  /// The place that a KEY of the command line stands for.
  ///
  /// A key that is declared or stored is taken literally; else its dots walk into a dictionary that
  /// is; else it is a new literal key of the app's own domain. Whoever only reads needs no row that
  /// was made of the file itself, and no rows are made.
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

  /// The first domain that has a row for a key, or has it stored.
  private func owner(of key: String) -> Domain? {
    domains.first { setting(at: SettingPath(key), in: $0) != nil || $0.value(for: key) != nil }
  }

  package func place(at path: SettingPath, in domain: Domain) -> SettingReference {
    SettingReference(domain: domain, path: path, setting: setting(at: path, in: domain))
  }

  /// Every place that a pane declares or a layer has: rows in the order of the panes, then the rest.
  package var places: [SettingReference] {
    let declared = settings.compactMap { setting in
      setting.bound.path.map {
        SettingReference(domain: setting.bound.domain, path: $0, setting: setting)
      }
    }
    let others = domains.flatMap { domain in
      domain.keys
        .map { SettingReference(domain: domain, path: SettingPath($0), setting: nil) }
        .filter { setting(at: $0.path, in: domain) == nil }
    }
    return declared + others
  }

  /// The places of the keys that a call names; one that nobody knows is told, where it resembles one.
  func known(_ keys: some Sequence<String>, _ call: Call) -> [SettingReference] {
    keys.map { text in
      let place = place(text)
      if place.setting == nil, place.effective == nil,
        let near = Nearest.to(text, among: places.map(\.key))
      {
        call.console.say("Unknown key '\(text)' in \(name). Did you mean '\(near)'?")
      }
      return place
    }
  }

  /// The failure of a key that no layer has a value for, with the nearest one that has.
  func noValue(for text: String, _ call: Call) -> CommandError {
    let list = call.syntax.program + " list" + (call.syntax.namesApp ? " \(name)" : "")
    let others = places.filter { $0.effective != nil }.map(\.key)
    let hint = Nearest.hint(text, among: others.filter { !$0.utf8.elementsEqual(text.utf8) })
    let end = hint.isEmpty ? "; see '\(list)'." : hint
    let isFile = domains.first?.text != nil
    let who =
      call.namedLayer.map { "The \($0.rawValue) layer of \(name) has no" }
      ?? (isFile ? "\(name) has no" : "No layer of \(name) has a")
    return CommandError(.no, "\(who) value for '\(text)'\(end)")
  }
}
