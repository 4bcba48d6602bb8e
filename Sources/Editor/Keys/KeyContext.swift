/// Where a key is pressed; each has its own keys.
enum KeyContext: String, Sendable, CaseIterable {
  /// The rows of a pane.
  case rows
  /// A line of text in place.
  case text
  /// Text of several lines.
  case longText
  /// A slider after Enter.
  case slider
  /// A date after Enter.
  case date
  /// The choices of a row, and other lists with a filter.
  case list
  /// The list of apps.
  case apps
  /// The search over all panes.
  case search
  /// Pages to read: help, info, history.
  case page
  /// A question.
  case question
  /// The push dialog.
  case push

  /// Whether every printable key is text there.
  var takesText: Bool {
    switch self {
    case .text, .longText, .list, .apps, .search: true
    case .rows, .slider, .date, .page, .question, .push: false
    }
  }

  /// Where it stands among all contexts.
  ///
  /// NB: told case by case: a context as the key of a dictionary would be hashed by its word.
  var number: Int {
    switch self {
    case .rows: 0
    case .text: 1
    case .longText: 2
    case .slider: 3
    case .date: 4
    case .list: 5
    case .apps: 6
    case .search: 7
    case .page: 8
    case .question: 9
    case .push: 10
    }
  }
}
