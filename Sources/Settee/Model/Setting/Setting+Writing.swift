import Synchronization

extension Setting {
  /// Stores a value, or says why not: the throwing form of an assignment.
  ///
  /// A value equal to the one that counts is not written. Nil removes the key of an optional setting.
  public func set(_ value: Value) throws(StoreError) {
    try clock.refuseInherited()
    let (home, slot) = state.withLock { ($0.home, $0.slot) }
    let stored = try storable(value, at: slot)
    guard let home, let slot else { return hold(value) }
    _ = current()
    let isSame = state.withLock { state in
      !state.hasPassedOver && (state.source?.value ?? state.initialStored) == stored
    }
    if !isSame { try home.write(stored, at: slot) }
  }

  /// Removes the stored value, so that the default, or a lower layer's value, counts again.
  public func reset() throws(StoreError) {
    try clock.refuseInherited()
    let (home, slot) = state.withLock { ($0.home, $0.slot) }
    guard let home, let slot else { return hold(state.withLock { $0.initial }) }
    try home.write(nil, at: slot)
  }

  /// What would be stored, checked against every rule.
  func storable(_ value: Value, at slot: SettingSlot?) throws(StoreError) -> PropertyList? {
    let key = slot?.key ?? declaration.key ?? "this setting"
    do {
      let stored = try value.settingValue
      if let fault = declaration.fault(in: value) {
        throw UnstorableValue(
          description: "cannot be \(slot?.shown(stored) ?? shown(stored)): it \(fault)")
      }
      return stored
    } catch {
      throw StoreError(.invalidValue, key: slot?.key, "'\(key)' \(error)")
    }
  }

  /// Keeps a value that belongs to no store.
  private func hold(_ value: Value) {
    let old = cache.withLock { cache in
      defer { cache.value = value }
      return cache.value
    }
    withExtendedLifetime(old) {}
    signal.changed()
  }

  func reportAssignment(_ error: StoreError) {
    // In a forked child even the list of issues may be locked for ever.
    _ = clock.now
    guard let home = state.withLock({ $0.home }) else { return }
    let kind: SettingIssue.Kind =
      switch error.kind {
      case .invalidValue: .invalidAssignment
      case .notWritable: .strayAssignment
      default: .notWritten
      }
    home.report(SettingIssue(kind, key: error.key, error.message))
  }
}
