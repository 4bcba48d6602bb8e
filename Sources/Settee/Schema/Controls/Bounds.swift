/// The numbers that a slider, an integer or a real accepts.
public struct Bounds: Sendable, Equatable {
  /// The smallest number, or nil where there is no lower bound.
  public var minimum: Double?
  /// The largest number, or nil where there is no upper bound.
  public var maximum: Double?
  /// What one press of `+` or `-` adds or takes, where the file says so.
  public var step: Double?
  /// The unit that is shown after the number, such as `ms`.
  public var unit: String?

  /// Makes bounds; without arguments everything is allowed.
  public init(
    minimum: Double? = nil, maximum: Double? = nil, step: Double? = nil, unit: String? = nil
  ) {
    self.minimum = minimum
    self.maximum = maximum
    self.step = step
    self.unit = unit
  }
}
