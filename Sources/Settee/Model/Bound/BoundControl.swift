/// A control of a pane joined to the domain that holds its value: what every front end works with.
///
/// The editor, line mode and the verbs read and change settings through this, so that rules,
/// managed values and defaults mean the same everywhere. It is a small value; making one costs
/// nothing. A front end that draws many rows takes one ``reading`` of each.
public struct BoundControl: Sendable {
  /// The row.
  public let control: Control
  /// Where the value is.
  public let domain: Domain
  /// The layer that changes go to.
  public let layer: WritableLayer
  /// The place of the value; nil for a row without a key.
  public let path: LeafPath?
  /// What code demands beyond what a control can say: a sentence's end, nil when it holds.
  let demand: (@Sendable (PropertyList) -> String?)?

  /// Joins a control to a domain.
  ///
  /// - Parameters:
  ///   - control: The row, from a bundle, from code or inferred.
  ///   - domain: The domain that its key lives in.
  ///   - path: The place, where it is not the control's literal key.
  ///   - layer: The layer that changes go to.
  public init(
    _ control: Control, in domain: Domain, at path: LeafPath? = nil, layer: WritableLayer = .user
  ) {
    self.init(control, in: domain, at: path, layer: layer, demand: nil)
  }

  init(
    _ control: Control, in domain: Domain, at path: LeafPath?, layer: WritableLayer,
    demand: (@Sendable (PropertyList) -> String?)?
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
  public var effective: Effective? {
    guard let path else { return nil }
    let found = path.isNested ? domain.value(at: path) : domain.value(for: path.key)
    return found ?? control.defaultValue.map { Effective($0, .registered) }
  }

  /// The effective value.
  public var value: PropertyList? { effective?.value }

  /// What the row shows for the value: a choice's title, On or Off, bullets for a secret.
  public var text: String { control.text(of: value) }

  /// Where the value comes from.
  public var origin: Origin { effective?.origin ?? .none }

  /// What the value is when nobody has set it: the control's default, or a lower layer's value.
  public var defaultValue: PropertyList? {
    guard let path else { return nil }
    let below = domain.everyLayer(at: path).first { $0.origin.isBelow(layer.origin) }
    return below?.value ?? control.defaultValue
  }

  /// Whether the layer that changes go to has a value of its own.
  public var isModified: Bool {
    guard let path else { return false }
    return domain.everyLayer(at: path).contains { $0.origin == layer.origin }
  }

  /// Whether an administrator has decided the value, so that it cannot be changed here.
  public var isManaged: Bool { layer != .managed && origin == .managed }

  /// What the control accepts, as a sentence.
  public var allowed: String { control.allowed }

  /// The values to choose from, in the order to show them.
  public var choices: [Choice] { control.choices }

  /// The choice that the value is; nil when it is none of them.
  public var currentChoice: Int? {
    guard let value else { return nil }
    return control.choices.firstIndex { $0.value.matches(value) }
  }

  /// Whether a toggle is on; nil when its value is neither on nor off.
  public var isOn: Bool? {
    guard let value else { return nil }
    if value.matches(control.on) { return true }
    return value.matches(control.off) ? false : nil
  }
}

extension Origin {
  /// Whether values of this layer are hidden by a value of the other.
  func isBelow(_ other: Origin) -> Bool {
    guard let own = Self.allCases.firstIndex(of: self),
      let others = Self.allCases.firstIndex(of: other)
    else { return false }
    return own > others
  }
}
