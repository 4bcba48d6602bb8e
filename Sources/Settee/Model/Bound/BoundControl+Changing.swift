extension BoundControl {
  /// Stores a value, checked against the control's rules.
  ///
  /// - Parameter value: The new value.
  /// - Returns: What changed; empty when the value was stored already.
  /// - Throws: Why nothing was stored, with what is allowed.
  @discardableResult
  public func set(_ value: PropertyList) throws(StoreError) -> [KeyChange] {
    try commit(try checked(value))
  }

  /// Stores what a person typed, read as the control reads it.
  @discardableResult
  public func set(text: String) throws(StoreError) -> [KeyChange] {
    try set(try parsed(text))
  }

  /// Removes the stored value, so that the default counts again.
  @discardableResult
  public func reset() throws(StoreError) -> [KeyChange] { try commit(nil) }

  /// The value that a typed text stands for, checked; nothing is stored.
  public func parsed(_ text: String) throws(StoreError) -> PropertyList {
    switch control.parse(text) {
    case .success(let value): return value
    case .failure(let refusal): throw StoreError(.invalidValue, key: control.key, refusal.message)
    }
  }

  /// The value itself when it may be stored.
  public func checked(_ value: PropertyList) throws(StoreError) -> PropertyList {
    if let refusal = control.check(value) {
      throw StoreError(.invalidValue, key: control.key, refusal.message)
    }
    if let fault = demand?(value) {
      let shown = control.isSecure ? "the value" : shown(value)
      throw StoreError(
        .invalidValue, key: control.key, "\(control.label) cannot be \(shown): it \(fault)")
    }
    return value
  }

  /// Turns a toggle over: on becomes off, and anything else becomes on.
  @discardableResult
  public func toggle() throws(StoreError) -> [KeyChange] {
    try set(isOn == true ? control.off : control.on)
  }

  private func commit(_ value: PropertyList?) throws(StoreError) -> [KeyChange] {
    guard let path else {
      throw StoreError(.declaration, "\(control.label) has no key, so there is nothing to change")
    }
    if isManaged {
      throw StoreError(
        .managed, key: path.text,
        "'\(path.text)' is set by your administrator and cannot be changed")
    }
    do { return try domain.apply(ChangeSet(path, value), to: layer) } catch {
      throw StoreError(error, key: path.text)
    }
  }
}

extension StoreError {
  /// The same failure, as a store tells it.
  init(_ error: DomainError, key: String? = nil) {
    self.init(
      error.kind == .denied ? .managed : .storage, key: key, exitCode: error.exitCode,
      error.message)
  }
}
