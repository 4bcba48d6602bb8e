import Settee
import SetteeTerminal

/// Everything that the screen shows and the keys change, as one value.
///
/// `update` is the only code that changes it and `render` only looks; neither touches the world.
struct EditorState: Sendable {
  /// The panes.
  var document: Document { didSet { drawn.forget() } }
  /// What the store says of every key.
  var readings: Readings { didSet { drawn.forget() } }
  /// The panes from the root to the one on the screen; never empty.
  var path: [PaneVisit]
  /// What stands above the rows, the topmost last.
  var modes: [Mode] = []
  /// The list of apps; nil when one app was asked for.
  var apps: AppList?
  /// How things are drawn.
  var look: Look { didSet { drawn.forget() } }
  /// How many cells there are.
  var size: Size { didSet { drawn.forget() } }
  /// What the status line says until the next key.
  var message: Message?
  /// What can be undone and redone.
  var log = EditLog()
  /// Changes that wait for `w`; nil where changes are stored at once.
  var staged: StagedChanges? { didSet { drawn.forget() } }
  /// The rows that the filter keeps; nil while nothing is filtered.
  var filter: Set<RowID>? { didSet { drawn.forget() } }
  /// The keys of the buttons that this program can run.
  var actions: Set<String> = []
  /// The option that leaves rows out of the panes, such as `--idiom phone`; nil where none does.
  var narrowing: String?
  /// What the cloud side says.
  var cloud = CloudFace() { didSet { drawn.forget() } }
  /// Who changed a value last, while it was not this editor.
  var foreign: [SettingName: ChangeSource] = [:] { didSet { drawn.forget() } }
  /// The keys.
  var keys: KeyMap { didSet { drawn.forget() } }
  /// The last search, for the next and the previous hit.
  var lastSearch: Searching?
  /// The index of the search; nil until somebody searches.
  var index: SearchIndex?
  /// Whether values have changed since the index was built.
  var indexIsStale = false

  /// How much is changed.
  var tally = Tally() { didSet { drawn.forget() } }
  /// The items of the pane on the screen.
  var items: [RowID] = []
  /// Which item is focused.
  var focusIndex = 0
  /// The long texts of the pane, wrapped for the screen's width.
  var wraps = WrapCache()
  /// The rows on the screen as they were last drawn.
  var drawn = DrawnRows()

  init(
    _ document: Document, readings: Readings = [:], look: Look = Look(),
    size: Size = Size(rows: 24, columns: 80),
    keys: KeyMap = .standard
  ) {
    self.document = document
    self.readings = readings
    self.look = look
    self.size = size
    self.keys = keys
    path = [PaneVisit(pane: 0, title: document.bundle.title)]
    recount()
    rebuildItems()
    settle()
  }
}

extension EditorState {
  /// The step of the path that is on the screen.
  var place: PaneVisit {
    get { path[path.count - 1] }
    set { path[path.count - 1] = newValue }
  }

  /// The pane on the screen; an empty one where the bundle has none.
  var pane: Pane {
    document.panes.indices.contains(place.pane)
      ? document.panes[place.pane] : Pane(file: "Root", title: place.title)
  }

  /// The topmost mode.
  var mode: Mode? { modes.last }

  /// Whether the list of apps is on the screen.
  var showsApps: Bool { apps?.isShown ?? false }

  /// Which keys work now.
  var context: KeyContext { mode?.context ?? (showsApps ? .apps : .rows) }

  /// The focused item.
  var focused: RowID { items.indices.contains(focusIndex) ? items[focusIndex] : .note(0) }

  /// Settee's own words.
  var words: Words { look.words }
}

/// The list of apps.
struct AppList: Sendable {
  /// The apps by index.
  var faces: [AppFace]
  /// What there is to pick.
  var list: PickList<Int>
  /// Whether the list is on the screen, and no app.
  var isShown = true

  init(_ faces: [AppFace]) {
    self.faces = faces
    list = PickList(
      faces.indices.map { .init($0, faces[$0].title, detail: faces[$0].domain) })
  }
}

/// Changes that wait to be stored, the first change of each value first.
struct StagedChanges: Sendable {
  /// The changes.
  private(set) var changes: [ValueChange] = []

  /// The change that waits for a value.
  subscript(name: SettingName) -> ValueChange? { changes.first { $0.name == name } }

  /// Adds a change; one that leads back to what is stored is no change any more.
  mutating func stage(_ change: ValueChange) {
    let index = changes.firstIndex { $0.name == change.name }
    guard let index else { return changes.append(change) }
    changes[index].new = change.new
    if changes[index].new == changes[index].old { changes.remove(at: index) }
  }

  /// Takes note of what somebody else has stored meanwhile: storing goes over that.
  mutating func rebase(_ name: SettingName, on value: PropertyList?) {
    guard let index = changes.firstIndex(where: { $0.name == name }) else { return }
    changes[index].old = value
    if changes[index].new == value { changes.remove(at: index) }
  }

  /// Whether nothing waits.
  var isEmpty: Bool { changes.isEmpty }
}
