import Settee
import SetteeVerbs
import SetteeTerminal

// The editor's state and the only code that changes it. `EditorState.swift` defines the state, and
// `Update.swift` handles keys and events. The other files in this folder cover the open panes,
// values, conditions, and undo. `Rows` has the rows of a pane, and `Modes` the dialogs. Nothing
// here performs I/O. Actions that need it are returned as an `Effect`.

/// The complete state of the editor, as a value.
///
/// Only `update` changes it and only `render` draws it. Neither performs I/O.
struct EditorState: Sendable {
  var document: PaneTree { didSet { revision = Revision() } }
  var readings: SettingStates { didSet { revision = Revision() } }
  /// The navigation path from the root to the current pane.
  ///
  /// Never empty.
  var path: [NavigationEntry]
  /// The open dialogs, topmost last.
  var modes: [any Dialog] = []
  var apps: AppsDialog?
  var look: Appearance { didSet { revision = Revision() } }
  var size: Size { didSet { revision = Revision() } }
  var message: Message?
  var log = EditLog()
  /// Unsaved changes, or `nil` if changes are saved immediately.
  var staged: StagedChanges? { didSet { revision = Revision() } }
  /// The rows that the filter shows, or `nil` without a filter.
  var filter: Set<RowID>? { didSet { revision = Revision() } }
  /// The command-line option that hides rows, such as `--idiom phone`, or `nil` if there is none.
  var narrowing: String?
  /// The result of the last push as a sentence, or `nil` before the first one.
  var lastPush: String? { didSet { revision = Revision() } }
  /// The source of each key's last change, for changes made outside this editor.
  var foreign: [SettingName: ChangeSource] = [:] { didSet { revision = Revision() } }
  /// The setting that had the focus before another program removed it, or `nil`.
  var lostFocus: SettingName?
  /// The paths of which the first one that has a row gets the focus once the rows are created again,
  /// or `nil` if they aren't about to be.
  var focusWishes: [String]?
  var keys = KeyMap.standard { didSet { revision = Revision() } }
  /// Whether a mirror is set up.
  ///
  /// Otherwise, the editor doesn't show sync features.
  var hasMirror = true { didSet { relist() } }
  /// Whether the open app can be synced.
  ///
  /// Other programs' files can't.
  var hasCloud: Bool { hasMirror && !document.isFile }
  /// Details of the focused key, or `nil` until they are loaded.
  var known: KeyFacts?
  /// The last search, for "next match" and "previous match".
  var lastSearch: SearchDialog?
  var index: SearchIndex?
  /// Whether values have changed since the index was built.
  var indexIsStale = false

  /// The state of previously opened apps, by name.
  var visits: [String: AppVisit] = [:]
  /// Whether Settee's own settings are open on top of another app, to which "back" returns.
  var isAway = false

  var tally = ChangeCounts() { didSet { revision = Revision() } }
  var items: [RowID] = [] {
    didSet {
      revision = Revision()
      rowCount = items.count(where: \.isRow)
    }
  }
  /// The number of focusable items, cached because counting them shows up in profiles.
  private(set) var rowCount = 0
  var focusIndex = 0
  /// A token that is replaced whenever data shown in the rows changes.
  private(set) var revision = Revision()

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

  /// The current pane, or an empty one if the bundle has no panes.
  var pane: Pane {
    document.panes.indices.contains(place.pane)
      ? document.panes[place.pane] : Pane(file: "Root", title: place.title)
  }

  var frame: ScreenLayout {
    ScreenLayout(size, isNear: look.isNear, isMirrored: look.isRightToLeft)
  }

  var mode: (any Dialog)? { modes.last }

  var hasWaiting: Bool { staged?.isEmpty == false }

  var showsApps: Bool { apps?.isShown ?? false }

  var context: KeyContext { front?.context ?? .rows }

  var focused: RowID { items.indices.contains(focusIndex) ? items[focusIndex] : .note(0) }

  var words: Strings { look.words }

  /// Opens a pane and focuses a key, as given on the command line.
  ///
  /// If they are `nil`, the first pane and its first row are used.
  mutating func go(toPane pane: String?, key: String?) throws(CommandError) {
    let index = pane.flatMap(document.pane(named:))
    if let pane, index == nil {
      let names = document.bundle.panes.map(\.file)
      throw CommandError(
        .usage, "Unknown pane '\(pane)'. Available panes: \(names.joined(separator: ", ")).")
    }
    if let key {
      guard let row = document.row(ofKey: key, in: index) else {
        let keys = document.bundle.panes.flatMap(\.controls).compactMap(\.key)
        let place =
          (pane.map { " on pane '\($0)'" } ?? "") + (narrowing.map { " with \($0)" } ?? "")
        let hint = Nearest.hint(key, among: keys)
        throw CommandError(
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

/// A message in the status line, shown until the next key press.
struct Message: Sendable, Equatable {
  var text: String
  /// Whether the message confirms an action.
  var isDone = false
  /// Whether this is an error.
  ///
  /// The cursor then moves to the message so that a screen reader reads it.
  var isError = false
}
