/// A key told apart by its code units, never by String's `==` (which merges é and e + U+0301).
public struct CloudKey: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The key as text.
  public let text: String

  /// Makes a key of a text.
  public init(_ text: String) { self.text = text }

  /// Whether both have the same code units.
  public static func == (left: Self, right: Self) -> Bool {
    left.text.hasSameCodeUnits(as: right.text)
  }

  /// The order of the code units.
  public static func < (left: Self, right: Self) -> Bool { left.text.precedes(right.text) }

  /// Mixes the code units.
  public func hash(into hasher: inout Hasher) { hasher.combine(text.codeUnitHash) }

  /// The key as text.
  public var description: String { text }
}

extension CloudKey: ExpressibleByStringLiteral {
  /// Makes a key of a literal.
  public init(stringLiteral value: String) { self.init(value) }
}
