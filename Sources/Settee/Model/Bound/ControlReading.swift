/// All that a row shows of its value, read at once.
public struct ControlReading: Sendable {
  /// The effective value.
  public let value: PropertyList?
  /// What the row shows for it.
  public let text: String
  /// Where it comes from.
  public let origin: Origin
  /// Whether the layer that changes go to has a value of its own.
  public let isModified: Bool
  /// Whether the row is there at all.
  public let isVisible: Bool
  /// Why the row cannot be used; nil when it can.
  public let disabledReason: String?
}

extension BoundControl {
  /// All that the row shows, read at once.
  public var reading: ControlReading {
    let effective = effective
    let origin = effective?.origin ?? .none
    // Only a value from above hides whether the layer itself has one.
    let isModified = layer.origin.isBelow(origin) ? isModified : origin == layer.origin
    return ControlReading(
      value: effective?.value, text: control.text(of: effective?.value), origin: origin,
      isModified: isModified, isVisible: control.visibleWhen.isEmpty || isVisible,
      disabledReason: disabledReason)
  }
}
