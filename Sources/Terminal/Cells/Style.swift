/// How a cell looks: colours and attributes.
public struct Style: Sendable, Hashable {
  /// Attributes; a terminal that lacks one shows the text without it.
  public struct Attributes: OptionSet, Sendable, Hashable {
    /// The bits, as the device knows them.
    public let rawValue: UInt8

    /// Makes a set of bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Stronger than the text around it.
    public static let bold = Attributes(rawValue: 1)
    /// Weaker than the text around it.
    public static let dim = Attributes(rawValue: 2)
    /// With a line below.
    public static let underline = Attributes(rawValue: 4)
    /// With text and background exchanged.
    public static let reverse = Attributes(rawValue: 8)
    /// Leads somewhere outside the terminal; the screen knows where, see ``Screen/links``.
    public static let link = Attributes(rawValue: 16)
  }

  /// A colour that every colour terminal has; its user decides how it looks.
  public enum Color: UInt8, Sendable, Hashable {
    /// The terminal's own.
    case standard, black, red, green, yellow, blue, magenta, cyan, white
  }

  /// The attributes.
  public var attributes: Attributes
  /// The colour of the text.
  public var foreground: Color
  /// The colour behind the text.
  public var background: Color

  /// Makes a style.
  public init(
    _ attributes: Attributes = [], foreground: Color = .standard, background: Color = .standard
  ) {
    self.attributes = attributes
    self.foreground = foreground
    self.background = background
  }

  /// The terminal's own look.
  public static let plain = Style()
  /// Stronger than the text around it.
  public static let bold = Style(.bold)
  /// Weaker than the text around it.
  public static let dim = Style(.dim)
}
