/// A control of a pane, together with the domain that contains its value.
///
/// All front ends use this type to change values. The screen, plain mode, and the commands apply
/// the ``ValidatedChange`` that a bound control creates, so the rules of bundles and code apply
/// everywhere. The domain rejects changes to managed keys.
package struct BoundControl: Sendable {
  package let control: Control
  package let domain: Domain
  package let layer: WritableLayer
  /// The path of the value, or `nil` for a row without a key.
  package let path: SettingPath?
  /// A closure that checks a value against the rules in code and returns the unmet requirement.
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
  /// The effective value and its layer, or the control's default if no layer has a value.
  package var effective: EffectiveValue? {
    guard let path else { return nil }
    return domain.value(at: path) ?? control.defaultValue.map { EffectiveValue($0, .default) }
  }

  /// The value that takes effect after a reset.
  ///
  /// A lower layer provides this value. If there is none, it is the control's default.
  package var defaultValue: PropertyList? {
    guard let path else { return nil }
    let below = domain.everyLayer(at: path).first { $0.origin.isBelow(layer.origin) }
    return below?.value ?? control.defaultValue
  }

  /// A Boolean value that indicates whether the layer for changes has a value.
  package var isModified: Bool {
    guard let path else { return false }
    return domain.everyLayer(at: path).contains { $0.origin == layer.origin }
  }

  /// A Boolean value that indicates whether the layer's value differs from the control's default.
  ///
  /// A value without a known default isn't considered changed.
  package var isChanged: Bool {
    guard let path, control.defaultValue != nil,
      let stored = domain.everyLayer(at: path).first(where: { $0.origin == layer.origin })
    else { return false }
    return !control.isDefault(stored.value)
  }

  /// Parses text entered by the user and returns the value.
  package func parsed(_ text: String) throws(StoreError) -> PropertyList {
    switch control.parse(text) {
    case .success(let value): return value
    case .failure(let refusal): throw StoreError(.invalidValue, key: control.key, refusal.message)
    }
  }

  /// Creates a change that sets a value, or that resets the control if the value is `nil`.
  ///
  /// This method throws an error if the value is invalid.
  package func change(to value: PropertyList?) throws(StoreError) -> ValidatedChange {
    guard let path else {
      throw StoreError(.declaration, "\(control.label) has no key, so it can't be changed")
    }
    if let value { try check(value) }
    return ValidatedChange(unchecked: value, at: path, in: domain)
  }

  /// Throws an error if a value is invalid.
  func check(_ value: PropertyList) throws(StoreError) {
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
  /// The controls of all panes that have a key, with each control bound to the store.
  package var controls: [BoundControl] {
    panes.panes.flatMap { pane in pane.controls.filter { $0.key != nil }.map { bound($0) } }
  }

  /// Binds a control to the store and applies the rules from the code along with the control's
  /// rules.
  package func bound(_ control: Control, layer: WritableLayer = .user) -> BoundControl {
    let core = core
    guard let key = control.key,
      let field = core.fields.first(where: { $0.slot.key.utf8.elementsEqual(key.utf8) })
    else { return BoundControl(control, in: domain, layer: layer) }
    return BoundControl(control, in: domain, at: field.slot.path, layer: layer) { value in
      if let fault = field.fault(value) { return fault }
      do throws(StoreError) { try core.check([(field.slot, value)]) } catch {
        // The domain rejects managed keys, and its error names the file that sets them.
        return error.kind == .managed
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
