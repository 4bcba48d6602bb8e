import Settee

/// What the store says of one key at one moment; the loop takes readings, the core only looks.
struct Reading: Sendable {
  /// The effective value; nil where no layer has one.
  var value: PropertyList?
  /// The layer that the effective value comes from.
  var origin: Origin
  /// The value in the layer that the editor writes; nil where that layer has none.
  var stored: PropertyList?
  /// Whether the mirror does not have the stored value yet.
  var isUnpushed: Bool

  init(
    value: PropertyList? = nil, origin: Origin = .none, stored: PropertyList? = nil,
    isUnpushed: Bool = false
  ) {
    self.value = value
    self.origin = origin
    self.stored = stored
    self.isUnpushed = isUnpushed
  }

  /// Whether the user has set the key, be it to the default.
  var isModified: Bool { stored != nil }
  /// Whether an administrator has decided.
  var isManaged: Bool { origin == .managed }
}

/// One layer's value of a key, for the info page.
struct LayerReading: Sendable {
  /// The layer.
  var origin: Origin
  /// The file that holds it, where there is one.
  var path: String?
  /// The value.
  var value: PropertyList
}
