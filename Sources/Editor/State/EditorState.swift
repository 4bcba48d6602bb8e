import Settee
import SetteeVerbs
import SetteeTerminal

// The state of the editor, and the functions that change it. `EditorState.swift` declares the
// state, and `Update.swift` handles keys and events.

/// The complete state of the editor as a single value.
///
/// The state is changed only by the function `update` and drawn only by the function `render`.
/// Neither performs I/O.
struct EditorState: Sendable {
  var document: PaneTree
  var readings: SettingStates
  /// The navigation path from the root to the current pane.
  ///
  /// This array is never empty.
  var path: [NavigationEntry]
  /// The open dialogs, from the bottom of the stack to the topmost dialog.
  var dialogs: [any Dialog] = []
  /// The home screen, or `nil` if an app was opened directly.
  var home: HomeDialog?
  var look: Appearance
  var size: Size
  var message: Message?
  /// The time of the last save in this session, or `nil` if nothing has been saved.
  var savedAt: String?
  var log = EditLog()
  /// The unsaved changes, in the order in which the settings were first changed, or `nil` if changes
  /// are saved immediately.
  var staged: [ValueChange]?
  /// The rows that the filter shows, or `nil` without a filter.
  var filter: Set<RowID>?
  /// The command-line option that hides rows, such as `--idiom phone`, or `nil` if there is none.
  var narrowing: String?
  /// The result of the last push as a sentence, or `nil` before the first push.
  var lastPush: String?
  /// The settings that had different values here and in the cloud mirror when they were last
  /// compared.
  var conflicts: [SettingName: PushRow] = [:]
  /// The source of each key's last change, for changes that were made outside of this editor.
  var foreign: [SettingName: ChangeSource] = [:]
  /// The setting that had the focus before another program removed the setting, or `nil`.
  var lostFocus: SettingName?
  /// The list item that had the focus before another program removed the item, or `nil`.
  var lostItem: String?
  /// The paths of rows that can receive the focus after the rows are rebuilt, in order of
  /// preference.
  ///
  /// If the rows aren't about to be rebuilt, the list of paths is `nil`.
  var focusWishes: [String]?
  var keys = KeyMap.standard
  /// A Boolean value that indicates whether a mirror is set up.
  ///
  /// If no cloud mirror is set up, the editor doesn't show any sync features.
  var hasMirror = true { didSet { relist() } }
  /// A Boolean value that indicates whether the settings of the open app can be synced.
  ///
  /// The settings files of other programs can't be synced with the cloud mirror.
  var hasCloud: Bool { hasMirror && !document.isFile }
  /// The details of the focused setting, or `nil` until they have been loaded.
  var known: KeyFacts?
  /// The last search, which the commands "next match" and "previous match" continue.
  var lastSearch: SearchDialog?

  /// The user's position in each app that was open before, keyed by the name of the app.
  var visits: [String: AppVisit] = [:]
  /// A Boolean value that indicates whether the user has opened Settee's own settings while another
  /// app was open.
  ///
  /// When the user leaves Settee's own settings, the command "back" returns to the other app.
  var isAway = false

  var tally = ChangeCounts()
  var items: [RowID] = [] {
    didSet {
      rowCount = items.count(where: \.isRow)
      findSections()
    }
  }
  /// The visible groups of the current pane that have an entry in the outline.
  private(set) var sections: [Int] = []
  /// The number of items that can be focused, which is cached because counting them shows up in
  /// profiles.
  private(set) var rowCount = 0
  var focusIndex = 0

  init(
    _ document: PaneTree, readings: SettingStates = [:], look: Appearance = Appearance(),
    size: Size = Size(rows: 24, columns: 80), hasMirror: Bool = true
  ) {
    self.document = document
    self.readings = readings
    self.look = look
    self.size = size
    self.hasMirror = hasMirror
    path = [NavigationEntry(pane: 0, title: document.title)]
    relist()
    settle()
  }

  var place: NavigationEntry {
    get { path[path.count - 1] }
    set { path[path.count - 1] = newValue }
  }

  /// The pane that is currently open, or an empty pane if the bundle has no panes.
  var pane: Pane {
    document.panes.indices.contains(place.pane)
      ? document.panes[place.pane] : Pane(file: "Root", title: place.title)
  }

  var groups: [PaneGroup] {
    document.panes.indices.contains(place.pane) ? document.panes[place.pane].groups : []
  }

  var frame: ScreenLayout {
    ScreenLayout(
      size, isNear: look.isNear, isMirrored: look.isRightToLeft,
      sidebar: sidebarColumns, isHome: showsHome,
      showsFile: document.isFile && !document.hasDefaults)
  }

  var dialog: (any Dialog)? { dialogs.last }

  /// The width of the sidebar if there is room for it, or `nil` if it isn't needed.
  private var sidebarColumns: Int? {
    if showsHome { return ScreenLayout.homeSidebar }
    return size.columns >= 100 ? document.outlineColumns(look.lettering) : nil
  }

  var hasUnsaved: Bool { staged?.isEmpty == false }

  var showsHome: Bool { home?.isShown ?? false }

  var context: KeyContext { topDialog?.context ?? .rows }

  var focused: RowID { items.indices.contains(focusIndex) ? items[focusIndex] : .note(0) }

  var words: Strings { look.words }

  /// Finds the sections of the page, which include the keys of a file that are in no table.
  private mutating func findSections() {
    sections = items.compactMap { $0.sectionGroup ?? inlineSection($0) }
    let first = items.first(where: \.isRow)?.group
    guard !document.hasDefaults, let first, let section = sections.first, section != first else {
      return
    }
    sections.insert(first, at: 0)
  }

  /// Opens the pane and focuses the setting that the user specified on the command line.
  ///
  /// By default, the editor opens the first pane and focuses its first row.
  mutating func go(toPane pane: String?, key: String?) throws {
    let index = pane.flatMap(document.pane(named:))
    if let pane, index == nil {
      let names = document.bundle.panes.map(\.file)
      throw SetteeError(
        .usage, "Unknown pane '\(pane)'. Available panes: \(names.joined(separator: ", ")).")
    }
    if let key {
      guard let row = document.row(ofKey: key, in: index) else {
        let keys = document.bundle.panes.flatMap(\.controls).compactMap(\.key)
        let place =
          (pane.map { " on pane '\($0)'" } ?? "") + (narrowing.map { " with \($0)" } ?? "")
        let hint = Suggestion.hint(for: key, among: keys)
        throw SetteeError(
          .usage, "No setting has the key '\(key)'\(place)\(hint.isEmpty ? "." : hint)")
      }
      go(to: row)
    } else if let index {
      path = document.way(to: index)
      rebuildItems()
    }
    settle()
  }
}

/// A message that the status line shows until the user presses a key.
struct Message: Sendable, Equatable {
  var text: String
  /// A Boolean value that indicates whether the message confirms that an action succeeded.
  var isDone = false
  /// A Boolean value that indicates whether the message is an error.
  ///
  /// The cursor moves to an error message so that a screen reader reads it aloud.
  var isError = false
}
