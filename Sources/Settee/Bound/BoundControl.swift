import SetteeValues

/// A control of a settings pane, together with the domain that stores its value.
///
/// The editor and the commands change all values through this type. The screen, plain mode, and the
/// commands apply the ``ValidatedChange`` that a bound control creates, so the rules of bundles and
/// code apply everywhere. The domain rejects changes to managed keys.
package struct BoundControl: Sendable {
  package let control: Control
  package let domain: Domain
  package let layer: WritableLayer
  /// The path of the control's setting in the domain, or `nil` for a row without a key.
  package let path: SettingPath?
  /// The name of the pane that contains the control, or an empty string if it is unknown.
  package var pane = ""
  /// A closure that checks a value against the rules declared in code and returns the requirement
  /// that it doesn't meet.
  private let demand: (@Sendable (PropertyList) -> String?)?

  /// Connects a control to a domain.
  ///
  /// - Parameters:
  ///   - control: The control.
  ///   - domain: The domain that contains the value.
  ///   - path: The path of the value; the control's literal key by default.
  ///   - layer: The layer that changes are written to.
  ///   - demand: Returns the requirement of the code that a value doesn't meet, as a phrase;
  ///     otherwise `nil`.
  package init(
    _ control: Control, in domain: Domain, at path: SettingPath? = nil,
    layer: WritableLayer = .user,
    demand: (@Sendable (PropertyList) -> String?)? = nil
  ) {
    self.control = control
    self.domain = domain
    self.layer = layer
    self.path = path ?? control.key.map { SettingPath($0) }
    self.demand = demand
  }
}

extension BoundControl {
  /// The value that is in effect and its layer, or the control's default if no layer contains a
  /// value.
  package var effective: EffectiveValue? {
    guard let path else { return nil }
    return domain.value(at: path) ?? control.defaultValue.map { EffectiveValue($0, .default) }
  }

  /// The value that takes effect when the user resets the control.
  ///
  /// After a reset, the value comes from a layer with a lower precedence than the layer that the
  /// control changes. If no lower layer has a value, it is the control's default.
  package var defaultValue: PropertyList? {
    guard let path else { return nil }
    let below = domain.everyLayer(at: path).first { $0.origin.isBelow(layer.origin) }
    return below?.value ?? control.defaultValue
  }

  /// A Boolean value that indicates whether the layer that the control changes contains a value.
  package var isModified: Bool {
    guard let path else { return false }
    return domain.everyLayer(at: path).contains { $0.origin == layer.origin }
  }

  /// A Boolean value that indicates whether the stored value differs from the control's default.
  ///
  /// A value isn't considered changed if the default of its control is unknown.
  package var isChanged: Bool {
    guard let path, control.defaultValue != nil,
      let stored = domain.everyLayer(at: path).first(where: { $0.origin == layer.origin })
    else { return false }
    return !control.isDefault(stored.value)
  }

  /// Converts text that the user entered to a value of the control, and validates the value.
  package func parsed(_ text: String) throws -> PropertyList {
    switch control.parse(text) {
    case .success(let value): return value
    case .failure(let refusal): throw StoreError(.invalidValue, key: control.key, refusal.message)
    }
  }

  /// Creates a change that sets the control to a value, or that resets it if the value is `nil`.
  ///
  /// If the value is invalid for the control, this method throws an error.
  package func change(
    to value: PropertyList?, typed text: String? = nil
  ) throws -> ValidatedChange {
    guard let path else {
      throw StoreError(.declaration, "\(control.label) has no key, so it can't be changed")
    }
    if let value { try check(value) }
    return ValidatedChange(unchecked: value, at: path, in: domain, typed: text)
  }

  /// Throws an error if a value is invalid for the control.
  func check(_ value: PropertyList) throws {
    if let refusal = control.check(value) {
      throw StoreError(.invalidValue, key: control.key, refusal.message)
    }
    if let fault = demand?(value) {
      let shown = control.isSecure ? "the value" : shown(value)
      throw StoreError(
        .invalidValue, key: control.key, "\(control.label) can't be \(shown): it \(fault)")
    }
  }
}

extension Store {
  /// The controls of all panes that edit a setting, each connected to the domain that stores the
  /// setting.
  package var controls: [BoundControl] {
    panes.panes.flatMap { pane in pane.controls.filter { $0.key != nil }.map { bound($0) } }
  }

  /// Connects a control to the store's domain, so that values must also meet the rules declared in
  /// code.
  package func bound(_ control: Control, layer: WritableLayer = .user) -> BoundControl {
    let core = core
    guard let key = control.key,
      let field = core.fields.first(where: { $0.slot.key.utf8.elementsEqual(key.utf8) })
    else { return BoundControl(control, in: domain, layer: layer) }
    return BoundControl(control, in: domain, at: field.slot.path, layer: layer) { value in
      if let fault = field.fault(value) { return fault }
      do { try core.check([(field.slot, value)]) } catch {
        let error = StoreError(domainError: error)
        // Ignore this error, because the domain later throws a better one that names the file with
        // the managed value.
        return error.code == .managed
          ? nil : "isn't valid together with the others: \(error.message)"
      }
      return nil
    }
  }
}

extension SettingOrigin {
  /// Returns whether another layer takes precedence over this layer.
  package func isBelow(_ other: SettingOrigin) -> Bool {
    let isNext = Self.allCases.drop { $0 != other }.dropFirst()
    return isNext.contains(self)
  }
}
