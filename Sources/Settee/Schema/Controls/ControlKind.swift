/// What sort of row a control is; the raw values are the words of `show --json`.
public enum ControlKind: String, Sendable, CaseIterable {
  /// A switch between two stored values.
  case toggle
  /// A number between two bounds.
  case slider
  /// A line of text, or one of the types that ``TextType`` names.
  case text
  /// A value that is shown and not changed.
  case title
  /// One of several values, chosen on a page of its own.
  case choice
  /// One of several values, chosen among the rows of its group.
  case radio
  /// A row that opens another pane.
  case pane
  /// A row that runs an action of the app.
  case button
  /// A row that opens a URL.
  case link
  /// A row that writes a mail.
  case mail
  /// Text of several lines.
  case textview
  /// A moment, a day or a time of day.
  case date
  /// Rows that the user adds and deletes.
  case list
  /// A row that only the app itself can draw.
  case custom
  /// An element of a type that nobody documents, or without one; it is kept and shown.
  case unknown
}

extension ControlKind {
  /// Whether a user can change the value by hand, given that the control has a key.
  public var isEditable: Bool {
    switch self {
    case .toggle, .slider, .text, .choice, .radio, .textview, .date, .list: true
    case .title, .pane, .button, .link, .mail, .custom, .unknown: false
    }
  }
}
