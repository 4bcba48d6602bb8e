import Settee
import SetteeVerbs
import SetteeTerminal

// The editor's state, and the only code that changes it. `EditorState.swift` defines the state, and
// `Update.swift` handles keys and events. The other files in this folder contain the open panes,
// values, conditions, and undo. `Rows` contains the rows of a pane, and `Dialogs` contains the
// dialogs. Nothing here performs I/O. Actions that need I/O are returned as an `Effect`.

/// The complete state of the editor, as a value.
///
/// Only `update` changes the state, and only `render` draws it. Neither performs I/O.
struct EditorState: Sendable {
  var document: PaneTree { didSet { revision = Revision() } }
  var readings: SettingStates { didSet { revision = Revision() } }
  /// The navigation path from the root to the current pane.
  ///
  /// This array is never empty.
  var path: [NavigationEntry]
  /// The open dialogs, of which the last one is the topmost.
  var modes: [any Dialog] = []
  var apps: AppsDialog?
  var look: Appearance { didSet { revision = Revision() } }
  var size: Size { didSet { revision = Revision() } }
  var message: Message?
  var log = EditLog()
  /// The unsaved changes, or `nil` if changes are saved immediately.
  var staged: StagedChanges? { didSet { revision = Revision() } }
  /// The rows that the filter shows, or `nil` without a filter.
  var filter: Set<RowID>? { didSet { revision = Revision() } }
  /// The command-line option that hides rows, such as `--idiom phone`, or `nil` if there is none.
  var narrowing: String?
  /// The result of the last push as a sentence, or `nil` before the first push.
  var lastPush: String? { didSet { revision = Revision() } }
  /// The source of each key's last change, for changes that were made outside of this editor.
  var foreign: [SettingName: ChangeSource] = [:] { didSet { revision = Revision() } }
  /// The setting that had the focus before another program removed the setting, or `nil`.
  var lostFocus: SettingName?
  /// The paths of which the first one that has a row gets the focus once the rows are created again,
  /// or `nil` if they aren't about to be.
  var focusWishes: [String]?
  var keys = KeyMap.standard { didSet { revision = Revision() } }
  /// A Boolean value that indicates whether a mirror is set up.
  ///
  /// If no mirror is set up, the editor doesn't show the features for sync.
  var hasMirror = true { didSet { relist() } }
  /// A Boolean value that indicates whether the open app can be synced.
  ///
  /// The files of other programs can't be synced.
  var hasCloud: Bool { hasMirror && !document.isFile }
  /// The details of the focused key, or `nil` until they are loaded.
  var known: KeyFacts?
  /// The last search, for "next match" and "previous match".
  var lastSearch: SearchDialog?
  var index: SearchIndex?
  /// A Boolean value that indicates whether values have changed since the index was built.
  var indexIsStale = false

  /// The state of apps that were open before, by name.
  var visits: [String: AppVisit] = [:]
  /// A Boolean value that indicates whether Settee's own settings are open on top of another app,
  /// to which "back" returns.
  var isAway = false

  var tally = ChangeCounts() { didSet { revision = Revision() } }
  var items: [RowID] = [] {
    didSet {
      revision = Revision()
      rowCount = items.count(where: \.isRow)
    }
  }
  /// The number of items that can be focused, which is cached because counting them shows up in
  /// profiles.
  private(set) var rowCount = 0
  var focusIndex = 0
  /// A token that is replaced whenever data that the rows show changes.
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

  /// The current pane, or an empty pane if the bundle has no panes.
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

  /// Opens a pane and focuses a key, as specified on the command line.
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

/// A message in the status line, which is shown until the next key press.
struct Message: Sendable, Equatable {
  var text: String
  /// A Boolean value that indicates whether the message confirms an action.
  var isDone = false
  /// A Boolean value that indicates whether this is an error.
  ///
  /// For an error, the cursor moves to the message, so that a screen reader reads it.
  var isError = false
}
