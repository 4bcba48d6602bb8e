/// One place that values come from, with everything that it holds.
public struct Layer: Sendable {
  /// What kind of place it is.
  public let origin: Origin
  /// The file that holds the values; nil for arguments, environment, registered and memory.
  public let path: String?
  /// What it holds.
  public let values: PropertyListDictionary

  /// Makes a layer.
  public init(_ origin: Origin, path: String? = nil, values: PropertyListDictionary) {
    self.origin = origin
    self.path = path
    self.values = values
  }
}

/// A value together with where it comes from.
public struct Effective: Sendable {
  /// The value.
  public let value: PropertyList
  /// The layer that it comes from.
  public let origin: Origin

  /// Makes a value with an origin.
  public init(_ value: PropertyList, _ origin: Origin) {
    self.value = value
    self.origin = origin
  }
}
