import Synchronization

extension Setting {
  /// The value, read again only when something may have changed since the last time.
  func current() -> Value {
    let (value, home, slot) = state.withLock { state in
      guard let home = state.home, home.revision != state.revision else {
        return (state.value, nil as (any SettingHome)?, nil as SettingSlot?)
      }
      return (state.value, home, state.slot)
    }
    guard let home, let slot else { return value }
    return refreshed(from: home, at: slot)
  }

  /// The value that counts and its layer, both as of now.
  func currentSource() -> Effective? {
    _ = current()
    return state.withLock { $0.source }
  }

  /// Reads and decodes; without the lock, because decoding may run code of the app's.
  private func refreshed(from home: any SettingHome, at slot: SettingSlot) -> Value {
    let revision = home.revision
    let found = home.value(at: slot)
    let known = state.withLock { state -> Value? in
      guard state.source?.value == found?.value, state.source?.origin == found?.origin else {
        return nil
      }
      state.revision = revision
      return state.value
    }
    if let known { return known }
    let (value, source) = accepted(found, from: home, at: slot)
    state.withLock { state in
      state.value = value
      state.source = source
      state.revision = revision
    }
    return value
  }

  /// The first layer's value that can be read and keeps the rules, else the default.
  private func accepted(
    _ found: Effective?, from home: any SettingHome, at slot: SettingSlot
  ) -> (Value, Effective?) {
    guard let found else { return (state.withLock { $0.initial }, nil) }
    var rest = [found][...]
    var isFirst = true
    while let layer = rest.popFirst() {
      switch reading(layer.value) {
      case .success(let value): return (value, layer)
      case .failure(let fault):
        home.report(
          SettingIssue(
            .invalidStoredValue, key: slot.key,
            "'\(slot.key)' holds \(slot.shown(layer.value)) in the \(layer.origin.rawValue) layer and "
              + "\(fault.description); the next layer's value counts until it is set again"))
      }
      if isFirst { rest = home.everyValue(at: slot).dropFirst() }
      isFirst = false
    }
    return (state.withLock { $0.initial }, nil)
  }

  /// Decodes a stored value and checks the rules.
  func reading(_ stored: PropertyList) -> Result<Value, UnstorableValue> {
    guard let value = Value.from(settingValue: stored) else {
      return .failure(UnstorableValue(description: "has to be \(Value.settingForm.phrase)"))
    }
    if let fault = declaration.fault(in: value) {
      return .failure(UnstorableValue(description: fault))
    }
    return .success(value)
  }
}

extension SettingSlot {
  /// A value as a sentence may show it: a secret's never.
  func shown(_ value: PropertyList?) -> String {
    traits.contains(.secret) ? "a value" : Settee.shown(value)
  }
}

extension SettingForm {
  /// What a value has to be, said in a sentence.
  var phrase: String {
    switch self {
    case .toggle: "true or false"
    case .integer(let least, let greatest):
      "a whole number from \(shown(least)) to \(shown(greatest))"
    case .real: "a number"
    case .text: "text"
    case .url: "an address"
    case .date: "a date"
    case .data: "data of the right size"
    case .choice(let choices): "one of \(choices.map { shown($0.value) }.joined(separator: ", "))"
    case .list: "a list"
    case .other: "a value of the declared type"
    }
  }
}
