/// The rows of a pane between two headings.
public struct PaneGroup: Sendable {
  /// The heading, in the user's language; nil for a gap.
  public var title: String?
  /// The text below the rows, in the user's language.
  public var footer: String?
  /// The rows in order; a radio or list group holds exactly one control, of that kind.
  public var controls: [Control]
  /// What has to hold for the group and its rows to be there; empty: always.
  public var visibleWhen: [Condition] = []
  /// What has to hold for its rows to be usable; empty: always.
  public var enabledWhen: [Condition] = []
  /// Longer help, in the user's language.
  public var help: String?
  /// Where in its file the group's element begins; nil where no element opens the group.
  public var place: SourcePlace? {
    get { mark?.place }
    set { mark = newValue.map { SourceMark($0) } }
  }
  /// The place, worked out when asked.
  var mark: SourceMark?

  /// Makes a group.
  public init(title: String? = nil, footer: String? = nil, controls: [Control] = []) {
    self.title = title
    self.footer = footer
    self.controls = controls
  }
}
