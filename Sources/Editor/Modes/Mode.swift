/// What stands above the rows; a dialog is a case here, never a loop of its own.
enum Mode: Sendable {
  /// A line of text in place.
  case text(TextEditing)
  /// Text of several lines.
  case longText(LongTextEditing)
  /// A slider being adjusted.
  case slider(Adjusting)
  /// A date being set.
  case date(DateEditing)
  /// The path of a file to write or to read.
  case path(PathAsking)
  /// The choices of a row.
  case choosing(Choosing)
  /// The search over all panes.
  case search(Searching)
  /// A page to read.
  case page(Page)
  /// A list of acts or languages.
  case menu(Menu)
  /// A question with answers.
  case question(Question)
  /// The push dialog.
  case push(PushDialog)
}

extension Mode {
  /// Which keys work.
  var context: KeyContext {
    switch self {
    case .text, .path: .text
    case .longText: .longText
    case .slider: .slider
    case .date: .date
    case .choosing, .menu: .list
    case .search: .search
    case .page(let page): page.isFinding ? .list : .page
    case .question: .question
    case .push: .push
    }
  }
}
