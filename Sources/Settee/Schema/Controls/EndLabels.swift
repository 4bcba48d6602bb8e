/// The words at the two ends of a slider, in place of its images.
public struct EndLabels: Sendable, Equatable {
  /// The base name of `MinimumValueImage`.
  public var minimum: String?
  /// The base name of `MaximumValueImage`.
  public var maximum: String?

  /// Makes labels.
  public init(minimum: String? = nil, maximum: String? = nil) {
    self.minimum = minimum
    self.maximum = maximum
  }
}

/// Where the title of a row stands: `IASKTextAlignment`.
public enum TextAlignment: String, Sendable, CaseIterable {
  /// At the left.
  case left = "IASKUITextAlignmentLeft"
  /// In the middle.
  case center = "IASKUITextAlignmentCenter"
  /// At the right.
  case right = "IASKUITextAlignmentRight"
  /// Where the script begins.
  case natural = "IASKUITextAlignmentNatural"
}
