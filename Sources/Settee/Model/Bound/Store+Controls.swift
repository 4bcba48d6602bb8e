extension Store {
  /// Every control of the panes that has a key, joined to the store, in the order of the panes.
  public var controls: [BoundControl] {
    panes.panes.flatMap { pane in pane.controls.filter { $0.key != nil }.map { bound($0) } }
  }

  /// A control joined to the store, under the rules of the code as well as its own.
  ///
  /// - Parameters:
  ///   - control: A control of ``panes`` or ``codePane(translate:)``.
  ///   - layer: The layer that changes go to.
  /// - Returns: The control with its value.
  public func bound(_ control: Control, layer: WritableLayer = .user) -> BoundControl {
    guard let key = control.key, let field = core.field(writtenAs: key) else {
      return BoundControl(control, in: domain, layer: layer)
    }
    let core = core
    return BoundControl(control, in: domain, at: field.slot.path, layer: layer) { value in
      if let fault = field.fault(value) { return fault }
      do throws(StoreError) { try core.check([(field.slot, value)]) } catch {
        return "would not do: \(error.message)"
      }
      return nil
    }
  }
}

extension StoreCore {
  /// The setting whose key, as people write it, is this.
  func field(writtenAs key: String) -> SettingField? {
    fields.first { $0.slot.key.utf8.elementsEqual(key.utf8) }
  }
}
