/// A control of a pane joined to the domain that holds its value: what every front end works with.
///
/// The screen, line mode and the verbs write through what it gives, a ``CheckedChange``: rules, bounds
/// and the checks of code mean the same everywhere. What an administrator has decided is refused where
/// a domain stores.
package struct BoundControl: Sendable {
  package let control: Control
  package let domain: Domain
  package let layer: WritableLayer
  /// The place of the value; nil for a row without a key.
  package let path: LeafPath?
  /// What code demands beyond what a control can say: a sentence's end, nil when it holds.
  private let demand: (@Sendable (PropertyList) -> String?)?

  /// Joins a control to the domain that its key lives in, at another place where it is not the
  /// control's literal key.
  package init(
    _ control: Control, in domain: Domain, at path: LeafPath? = nil, layer: WritableLayer = .user,
    demand: (@Sendable (PropertyList) -> String?)? = nil
  ) {
    self.control = control
    self.domain = domain
    self.layer = layer
    self.path = path ?? control.key.map { LeafPath($0) }
    self.demand = demand
  }
}

extension BoundControl {
  /// The effective value and its layer; the control's default where no layer has the key.
  package var effective: Effective? {
    guard let path else { return nil }
    return domain.value(at: path) ?? control.defaultValue.map { Effective($0, .registered) }
  }

  /// What the value is when nobody has set it: the control's default, or a lower layer's value.
  package var defaultValue: PropertyList? {
    guard let path else { return nil }
    let below = domain.everyLayer(at: path).first { $0.origin.isBelow(layer.origin) }
    return below?.value ?? control.defaultValue
  }

  /// Whether the layer that changes go to has a value of its own.
  package var isModified: Bool {
    guard let path else { return false }
    return domain.everyLayer(at: path).contains { $0.origin == layer.origin }
  }

  /// The value that a typed text stands for, which ``change(to:)`` takes.
  package func parsed(_ text: String) throws(StoreError) -> PropertyList {
    switch control.parse(text) {
    case .success(let value): return value
    case .failure(let refusal): throw StoreError(.invalidValue, key: control.key, refusal.message)
    }
  }

  /// The change of the value to another, or with nil back to the default; throws why the value may not
  /// be stored, with what is allowed.
  package func change(to value: PropertyList?) throws(StoreError) -> CheckedChange {
    guard let path else {
      throw StoreError(.declaration, "\(control.label) has no key, so there is nothing to change")
    }
    if let value { try check(value) }
    return CheckedChange(unchecked: value, at: path, in: domain)
  }

  /// Throws why a value may not be stored.
  func check(_ value: PropertyList) throws(StoreError) {
    if let refusal = control.check(value) {
      throw StoreError(.invalidValue, key: control.key, refusal.message)
    }
    if let fault = demand?(value) {
      let shown = control.isSecure ? "the value" : shown(value)
      throw StoreError(
        .invalidValue, key: control.key, "\(control.label) cannot be \(shown): it \(fault)")
    }
  }
}

extension Store {
  /// Every control of the panes that has a key, joined to the store, in the order of the panes.
  package var controls: [BoundControl] {
    panes.panes.flatMap { pane in pane.controls.filter { $0.key != nil }.map { bound($0) } }
  }

  /// A control joined to the store, under the rules of the code as well as its own.
  package func bound(_ control: Control, layer: WritableLayer = .user) -> BoundControl {
    let core = core
    guard let key = control.key,
      let field = core.fields.first(where: { $0.slot.key.utf8.elementsEqual(key.utf8) })
    else { return BoundControl(control, in: domain, layer: layer) }
    return BoundControl(control, in: domain, at: field.slot.path, layer: layer) { value in
      if let fault = field.fault(value) { return fault }
      do throws(StoreError) { try core.check([(field.slot, value)]) } catch {
        // The domain rejects managed keys itself, and says which file decides them.
        return error.kind == .managed
          ? nil : "isn't valid together with the others: \(error.message)"
      }
      return nil
    }
  }
}

extension Origin {
  /// Whether values of this layer are hidden by a value of the other.
  package func isBelow(_ other: Origin) -> Bool {
    let isNext = Self.allCases.drop { $0 != other }.dropFirst()
    return isNext.contains(self)
  }
}
