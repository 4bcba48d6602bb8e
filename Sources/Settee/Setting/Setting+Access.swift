import SetteeFiles
import Synchronization
import SetteeValues

// Methods that read and write the value of a setting.
//
// No lock is held while code of the app might run, which avoids deadlocks. This code includes
// decoding, encoding, rules, and the deinitializers of objects in a value.

extension Setting {
  /// Returns the value of the setting, which is read from the store only if it might have changed
  /// since the last read.
  @usableFromInline
  func current() -> Value {
    if let cached { return cached }
    guard let binding else { return cache.withLock { $0.value } }
    return refreshed(binding)
  }

  /// Returns the value that is currently in effect, and the layer that provides it.
  func currentSource() -> EffectiveValue? {
    _ = current()
    return cache.withLock { $0.source }
  }

  private func refreshed(_ binding: Binding) -> Value {
    let (revision, slot) = (binding.revision, binding.slot)
    let found = binding.home.value(at: slot)
    let known: Value? = cache.withLock { cache in
      let isSame = cache.source?.value == found?.value && cache.source?.origin == found?.origin
      guard isSame, !cache.hasPassedOver else { return nil }
      cache.revision = revision
      return cache.value
    }
    if let known { return known }
    Trace.note(
      "read \(slot.key) = \(slot.shown(found?.value)) (\(found?.origin.rawValue ?? "none"))")
    let accepted = accepted(found, binding)
    let old: Value? = cache.withLock { cache in
      // Keep the cached value if another task has already cached the result of a later read.
      guard Int64(bitPattern: revision &- cache.revision) >= 0 else { return nil }
      defer {
        cache.value = accepted.value
        cache.revision = revision
        cache.source = accepted.source
        cache.hasPassedOver = accepted.passedOver
      }
      return cache.value
    }
    withExtendedLifetime(old) {}
    return accepted.value
  }

  /// Returns the valid value in the layer with the highest precedence, or the default if no layer
  /// contains a valid value.
  private func accepted(
    _ found: EffectiveValue?, _ binding: Binding
  ) -> (value: Value, source: EffectiveValue?, passedOver: Bool) {
    guard let found else { return (binding.initial, nil, false) }
    if let value = readable(found, binding) { return (value, found, false) }
    for layer in binding.home.everyValue(at: binding.slot).dropFirst() {
      if let value = readable(layer, binding) { return (value, layer, true) }
    }
    return (binding.initial, nil, true)
  }

  /// Decodes the value that a layer contains, or reports the reason why the value is invalid.
  ///
  /// The default from the code is returned directly, because it doesn't need to be decoded.
  private func readable(_ layer: EffectiveValue, _ binding: Binding) -> Value? {
    if layer.origin == .default, binding.initialStored == layer.value { return binding.initial }
    switch declaration.reading(layer.value) {
    case .success(let value): return value
    case .failure(let fault):
      let slot = binding.slot
      binding.home.report(
        SettingIssue(
          .invalidStoredValue, key: slot.key,
          "'\(slot.key)' is \(slot.shown(layer.value)) in the \(layer.origin.rawValue) layer, but it "
            + "\(fault); the value of the next layer is used until it is set again"))
      return nil
    }
  }

  // MARK: Writing

  /// Stores a value like an assignment, but throws an error if the value can't be stored.
  ///
  /// If the value equals the current value of the setting, nothing is written. For an optional
  /// setting, `nil` removes the key.
  ///
  /// - Parameter value: The new value.
  /// - Throws: A ``StoreError`` if the value breaks a rule, is managed, or can't be saved.
  public func set(_ value: Value) throws {
    let binding = binding
    try binding?.home.throwIfForked()
    let stored = try storable(value, at: binding?.slot)
    guard let binding else { return hold(value) }
    _ = current()
    let isSame = cache.withLock { cache in
      !cache.hasPassedOver && (cache.source?.value ?? binding.initialStored) == stored
    }
    if !isSame { try binding.home.write(stored, at: binding.slot) }
  }

  /// Removes the stored value of the setting, so that the default or the value of a lower layer
  /// takes effect.
  ///
  /// - Throws: A ``StoreError`` if the value can't be removed.
  public func reset() throws {
    guard let binding else { return hold(declaration.initial) }
    try binding.home.throwIfForked()
    try binding.home.write(nil, at: binding.slot)
  }

  /// Checks a value against the setting's rules, and returns it in the form in which it is stored.
  func storable(_ value: Value, at slot: SettingLocation?) throws -> PropertyList? {
    let key = slot?.key ?? declaration.key ?? "this setting"
    do {
      let stored = try value.settingValue
      if let fault = declaration.fault(in: value) {
        throw SetteeError(
          .invalidValue, "can't be \(slot?.shown(stored) ?? shown(stored)): it \(fault)")
      }
      // Otherwise, the other settings couldn't be saved either.
      if stored?.hasInvalidDate ?? false {
        throw SetteeError(.invalidValue, "can't have a date that has no year")
      }
      return stored
    } catch {
      throw StoreError(.invalidValue, key: slot?.key, "'\(key)' \(error)")
    }
  }

  /// Stores the value in memory if the setting isn't connected to a store.
  private func hold(_ value: Value) {
    let old = cache.withLock { cache in
      defer { cache.value = value }
      return cache.value
    }
    withExtendedLifetime(old) {}
    signal.changed()
  }

  func reportAssignment(_ error: StoreError) {
    guard let binding else { return }
    // Reading the revision terminates a forked child process, because the lock of the issue list
    // might never be released there.
    _ = binding.revision
    let kind: SettingIssue.IssueKind =
      switch error.code {
      case .invalidValue: .invalidAssignment
      case .notWritable: .assignmentToSnapshot
      default: .notWritten
      }
    binding.home.report(SettingIssue(kind, key: error.key, error.message))
  }
}

extension SettingLocation {
  /// Returns a value as text for a message, without revealing a secret.
  func shown(_ value: PropertyList?) -> String {
    traits.contains(.secret) ? "a value" : Settee.shown(value)
  }
}
