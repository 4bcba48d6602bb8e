import Settee
import SetteeVerbs
import SetteeTerminal

// What the editor knows, as one value, and the only code that changes it: `EditorState.swift` lists all
// that there is, `Update.swift` takes every key and every report of the loop, and the rest is the open
// document, its values and conditions, edits and undo. The rows of a pane are in `Rows`, what stands
// above them in `Modes`. Nothing here reads a file, asks a store or paints: what has to be done in the
// world is returned as an `Effect`.

/// Everything that the screen shows and the keys change, as one value.
///
/// `update` is the only code that changes it and `render` only looks; neither touches the world.
struct EditorState: Sendable {
  var document: Document { didSet { revision = Revision() } }
  var readings: Readings { didSet { revision = Revision() } }
  /// The panes from the root to the one on the screen; never empty.
  var path: [PaneVisit]
  /// What stands above the rows, the topmost last.
  var modes: [any Mode] = []
  var apps: AppsMode?
  var look: Look { didSet { revision = Revision() } }
  var size: Size { didSet { revision = Revision() } }
  var message: Message?
  var log = EditLog()
  /// Changes that wait for `w`; nil where changes are stored at once.
  var staged: StagedChanges? { didSet { revision = Revision() } }
  /// The rows that the filter keeps; nil while nothing is filtered.
  var filter: Set<RowID>? { didSet { revision = Revision() } }
  /// The option that leaves rows out of the panes, such as `--idiom phone`; nil where none does.
  var narrowing: String?
  /// What the last push did, as a sentence; nil before the first.
  var lastPush: String? { didSet { revision = Revision() } }
  /// Who changed a value last, while it was not this editor.
  var foreign: [SettingName: ChangeSource] = [:] { didSet { revision = Revision() } }
  var keys = KeyMap.standard { didSet { revision = Revision() } }
  /// Whether there is a cloud to push to, or was one: else nothing speaks of it.
  var hasMirror = true { didSet { relist() } }
  /// Whether the open app has a cloud: the files of other programs have none.
  var hasCloud: Bool { hasMirror && !document.isFile }
  /// What the loop has told of the focused key; nil before it did.
  var known: KeyFacts?
  /// The last search, for the next and the previous hit.
  var lastSearch: SearchMode?
  var index: SearchIndex?
  /// Whether values have changed since the index was built.
  var indexIsStale = false

  /// Where the user was in the apps that were open before, by their words.
  var visits: [String: AppVisit] = [:]
  /// Whether Settee's own settings are open above another app, which the way back leads to.
  var isAway = false

  var tally = Tally() { didSet { revision = Revision() } }
  var items: [RowID] = [] {
    didSet {
      revision = Revision()
      rowCount = items.count(where: \.isRow)
    }
  }
  /// How many of the items are rows; to count 2,000 for each frame takes an eighth of a key's time.
  private(set) var rowCount = 0
  var focusIndex = 0
  /// Another one whenever something has changed that rows show.
  private(set) var revision = Revision()

  init(
    _ document: Document, readings: Readings = [:], look: Look = Look(),
    size: Size = Size(rows: 24, columns: 80), hasMirror: Bool = true
  ) {
    self.document = document
    self.readings = readings
    self.look = look
    self.size = size
    self.hasMirror = hasMirror
    path = [PaneVisit(pane: 0, title: document.title)]
    relist()
    settle()
  }

  var place: PaneVisit {
    get { path[path.count - 1] }
    set { path[path.count - 1] = newValue }
  }

  /// The pane on the screen; an empty one where the bundle has none.
  var pane: Pane {
    document.panes.indices.contains(place.pane)
      ? document.panes[place.pane] : Pane(file: "Root", title: place.title)
  }

  var frame: Frame {
    Frame(size, isNear: look.isNear, isMirrored: look.isRightToLeft)
  }

  var mode: (any Mode)? { modes.last }

  var hasWaiting: Bool { staged?.isEmpty == false }

  var showsApps: Bool { apps?.isShown ?? false }

  var context: KeyContext { front?.context ?? .rows }

  var focused: RowID { items.indices.contains(focusIndex) ? items[focusIndex] : .note(0) }

  var words: Words { look.words }

  /// Goes to the pane and to the row of the key that a call names; nil leaves the first one.
  mutating func go(toPane pane: String?, key: String?) throws(Failure) {
    let index = pane.flatMap(document.pane(named:))
    if let pane, index == nil {
      let names = document.bundle.panes.map(\.file)
      throw Failure(
        .usage, "There is no pane “\(pane)”; there are \(names.joined(separator: ", ")).")
    }
    if let key {
      guard let row = document.row(ofKey: key, in: index) else {
        let keys = document.bundle.panes.flatMap(\.controls).compactMap(\.key)
        let place =
          (pane.map { " on the pane “\($0)”" } ?? "") + (narrowing.map { " with \($0)" } ?? "")
        let hint = Nearest.hint(key, among: keys)
        throw Failure(
          .usage, "There is no row for the key “\(key)”\(place)\(hint.isEmpty ? "." : hint)")
      }
      go(to: row)
    } else if let index {
      path = document.way(to: index)
      rebuildItems()
    }
    settle()
  }
}

/// A sentence in the status line until the next key.
struct Message: Sendable, Equatable {
  var text: String
  /// Whether something was done that had been asked for.
  var isDone = false
  /// Whether something went wrong: then the cursor stands on it, so that a screen reader reads it.
  var isError = false
}
