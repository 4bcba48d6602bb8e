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
      let isSame = state.source?.value == found?.value && state.source?.origin == found?.origin
      guard isSame, !state.hasPassedOver else { return nil }
      state.revision = revision
      return state.value
    }
    if let known { return known }
    let accepted = accepted(found, from: home, at: slot)
    return state.withLock { state in
      // A later reading by another task stands.
      guard Int64(bitPattern: revision &- state.revision) >= 0 else { return state.value }
      state.value = accepted.value
      state.source = accepted.source
      state.hasPassedOver = accepted.passedOver
      state.revision = revision
      return accepted.value
    }
  }

  /// The first layer's value that can be read and keeps the rules, else the default.
  private func accepted(
    _ found: Effective?, from home: any SettingHome, at slot: SettingSlot
  ) -> (value: Value, source: Effective?, passedOver: Bool) {
    let (initial, initialStored) = state.withLock { ($0.initial, $0.initialStored) }
    guard let found else { return (initial, nil, false) }
    switch readable(found, else: initial, stored: initialStored) {
    case .success(let value): return (value, found, false)
    case .failure(let fault): report(fault, of: found, to: home, at: slot)
    }
    for layer in home.everyValue(at: slot).dropFirst() {
      switch readable(layer, else: initial, stored: initialStored) {
      case .success(let value): return (value, layer, true)
      case .failure(let fault): report(fault, of: layer, to: home, at: slot)
      }
    }
    return (initial, nil, true)
  }

  /// A layer's value decoded; the declared default, which is registered as stored, as it is.
  private func readable(
    _ layer: Effective, else initial: Value, stored: PropertyList?
  ) -> Result<Value, UnstorableValue> {
    if layer.origin == .registered, let stored, stored == layer.value { return .success(initial) }
    return reading(layer.value)
  }

  private func report(
    _ fault: UnstorableValue, of layer: Effective, to home: any SettingHome, at slot: SettingSlot
  ) {
    home.report(
      SettingIssue(
        .invalidStoredValue, key: slot.key,
        "'\(slot.key)' is \(slot.shown(layer.value)) in the \(layer.origin.rawValue) layer, but it "
          + "\(fault); the next layer's value counts until it is set again"))
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
