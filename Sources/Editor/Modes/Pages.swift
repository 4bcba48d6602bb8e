import Settee

/// A page to read: lines that scroll, and a search on them.
struct Page: Sendable {
  /// What the page shows; decides what an answer of the loop refreshes.
  enum Kind: Sendable, Equatable {
    case help
    case info(SettingName?)
    case history(SettingName)
    case differences
  }

  /// What the page shows.
  var kind: Kind
  /// What stands at the top.
  var title: String
  /// The lines.
  var lines: [PageLine]
  /// The first line on the screen.
  var top = 0
  /// What is looked for; nil while nobody looks.
  var find: LineText?
  /// Whether keys go into what is looked for.
  var isFinding = false
}

/// A line of a page.
struct PageLine: Sendable {
  /// What stands at the left, such as keys or a name; empty for plain text.
  var label: String
  /// The text.
  var text: String
  /// Whether the line heads what follows.
  var isHeading = false

  init(_ label: String = "", _ text: String, isHeading: Bool = false) {
    self.label = label
    self.text = text
    self.isHeading = isHeading
  }
}

/// A list of acts or languages.
struct Menu: Sendable {
  /// What picking does.
  enum Choice: Sendable, Equatable {
    case command(Command)
    case language(String)
  }

  /// What stands at the top.
  var title: String
  /// What there is to pick.
  var list: PickList<Choice>
}

/// A question with answers; the first one changes nothing.
struct Question: Sendable {
  /// What an answer does.
  enum Answer: Sendable {
    /// Back to where one was.
    case stay
    /// Reset values.
    case reset(Edit)
    /// Change values as a file has them.
    case `import`(Edit)
    /// Write the values over a file that is there.
    case replaceFile(String)
    /// Store the staged changes, and go on from there.
    case applyStaged(then: Leaving)
    /// Forget the staged changes, and go on from there.
    case dropStaged(then: Leaving)
    /// Leave.
    case leave
    /// Open a URL.
    case openURL(String)
    /// Keep the text that is being edited.
    case keepText
    /// Leave the text that is being edited.
    case dropText
    /// Forget a new element of a list.
    case dropElement
  }

  /// The question.
  var title: String
  /// What will happen, a line each.
  var details: [String]
  /// The answers, the harmless one first.
  var answers: [(words: String, answer: Answer)]
  /// The first of the details on the screen.
  var top = 0
  /// Which answer is focused.
  var focus = 0
  /// Which answer `y` gives; `n` gives the first.
  var yes = 1
}

/// The push dialog.
struct PushDialog: Sendable {
  /// What a push would do.
  var plan: PushPlan
  /// The focused row.
  var focus = 0
  /// The first row on the screen.
  var top = 0
  /// Whether the focused row's values are shown whole.
  var showsBoth = false
  /// What is being waited for.
  var wait: Wait?

  /// What the mirror is asked for.
  enum Wait: Sendable { case comparing, pushing }

  /// How many rows wait for the user.
  var openConflicts: Int { plan.rows.count { $0.kind == .conflict && $0.keep == nil } }
}

/// The search over all panes.
struct Searching: Sendable {
  /// What is typed.
  var query: LineText
  /// What was found, best first.
  var hits: [SearchHit] = []
  /// How many controls were searched.
  var total = 0
  /// The focused hit.
  var focus = 0
  /// The first hit on the screen.
  var top = 0
  /// Whether the query is still the one of the last search, which typing replaces.
  var isFormer = false
  /// The path before the search, to come back to.
  var origin: [PaneVisit]
}
