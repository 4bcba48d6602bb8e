/// A key as pressed: what it means, and what was held with it.
public struct Key: Sendable, Hashable {
  /// What a key means by itself.
  public enum Code: Sendable, Hashable {
    /// A character, as typed: `A` is an A with shift already in it.
    case character(Character)
    /// Moving keys.
    case up, down, left, right, home, end, pageUp, pageDown
    /// Keys that change text, or end it.
    case enter, tab, backspace, delete, insert, escape
    /// F1 and its neighbours.
    case function(Int)
  }

  /// Keys held with another.
  public struct Modifiers: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt8

    /// Makes a set of bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Shift, where the character does not show it.
    public static let shift = Modifiers(rawValue: 1)
    /// Alt, Option or Meta.
    public static let alt = Modifiers(rawValue: 2)
    /// Control.
    public static let control = Modifiers(rawValue: 4)
  }

  /// What it means.
  public var code: Code
  /// What was held with it.
  public var modifiers: Modifiers

  /// Makes a key.
  public init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  /// The key of a character with nothing held.
  public init(_ character: Character) { self.init(.character(character)) }

  /// The character that the key would type into a field; nil for keys that type nothing.
  public var typed: Character? {
    guard case .character(let character) = code, modifiers.isSubset(of: .shift) else { return nil }
    return character
  }
}
