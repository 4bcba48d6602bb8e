extension Control {
  /// Why a value must not be stored under this control's key; nil when it may.
  public func check(_ value: PropertyList) -> Refusal? {
    nil
  }
}
