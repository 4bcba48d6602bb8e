import Synchronization

extension Setting {
  /// The value, read again only when something may have changed since the last time.
  @usableFromInline
  func current() -> Value {
    if let cached { return cached }
    let (home, slot) = state.withLock { ($0.home, $0.slot) }
    guard let home, let slot else { return cache.withLock { $0.value } }
    return refreshed(from: home, at: slot)
  }

  /// The value that counts and its layer, both as of now.
  func currentSource() -> Effective? {
    _ = current()
    return state.withLock { $0.source }
  }

  /// Reads and decodes; without the lock, because decoding may run code of the app's.
  private func refreshed(from home: any SettingHome, at slot: SettingSlot) -> Value {
    let revision = home.clock.now
    let found = home.value(at: slot)
    let isKnown = state.withLock { state in
      let isSame = state.source?.value == found?.value && state.source?.origin == found?.origin
      return isSame && !state.hasPassedOver
    }
    if isKnown {
      return cache.withLock { cache in
        cache.revision = revision
        return cache.value
      }
    }
    Trace.note(
      "read \(slot.key) = \(slot.shown(found?.value)) (\(found?.origin.rawValue ?? "none"))")
    let accepted = accepted(found, from: home, at: slot)
    let old: Value? = state.withLock { state in
      let old: Value? = cache.withLock { cache in
        // A later reading by another task stands.
        guard Int64(bitPattern: revision &- cache.revision) >= 0 else { return nil }
        defer {
          cache.value = accepted.value
          cache.revision = revision
        }
        return cache.value
      }
      guard let old else { return nil }
      state.source = accepted.source
      state.hasPassedOver = accepted.passedOver
      return old
    }
    // Let go of without the locks: it may be the last of an object of the app's.
    withExtendedLifetime(old) {}
    return accepted.value
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
