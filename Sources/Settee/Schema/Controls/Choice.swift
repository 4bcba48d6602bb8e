/// One value that a control offers, with the words that stand for it.
public struct Choice: Sendable, Equatable {
  /// What the user reads; the value as text where the file gives no title.
  public var title: String
  /// A shorter title for the row of the pane, where the file gives one.
  public var shortTitle: String?
  /// What is stored.
  public var value: PropertyList
  /// The base name of an icon, which a terminal cannot draw.
  public var icon: String?

  /// Makes a choice.
  public init(_ title: String, value: PropertyList, shortTitle: String? = nil, icon: String? = nil)
  {
    self.title = title
    self.value = value
    self.shortTitle = shortTitle
    self.icon = icon
  }
}
