/// What a text has to be before it is stored: `SetteePattern` and its neighbours.
public struct TextRules: Sendable, Equatable {
  /// A regular expression that the whole text has to match.
  public var pattern: String?
  /// Whether an empty text is refused.
  public var isRequired = false
  /// The fewest characters.
  public var minimumLength: Int?
  /// The most characters.
  public var maximumLength: Int?

  /// Makes rules that allow everything.
  public init() {}
}
