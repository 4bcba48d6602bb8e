import Settee
import SetteeTerminal
import SetteeVerbs

// The code in this folder performs the I/O of the editor, such as reading files and drawing on the
// terminal. It contains the event loop with its effects, the open app (`Session`), its mirror
// (`CloudClient`), and the start of the editor (`EditorLaunch`).

/// A message that another thread sends to the editor's event loop.
enum IncomingMessage: Sendable {
  /// A message that reports changes to the settings of a domain.
  ///
  /// If the list of keys is empty, any setting of the domain might have changed.
  case changed(domain: String, keys: [String], by: ChangeSource)
  case ownSettings
  /// A message with the result of a sync operation, which is identified by its deadline.
  case answer(Event, by: CloudDeadline)
  /// A message that some settings might have been pushed, or might need to be pushed now.
  case cloudState
  case news(Event)
  /// Entries of the home screen, with the number of the load that found them.
  case home(HomeBatch, load: Int)
}

typealias EventInbox = MessageQueue<IncomingMessage>

/// The functions that the event loop uses to open apps and to list them.
struct EditorEnvironment {
  var environment: [String: String]
  /// A closure that opens an app by its name or path.
  ///
  /// By default, the app opens in the user's language and with its own domain.
  var open: (_ word: String, _ language: String?, _ domain: String?) throws -> Session
  /// Returns the loader of the home screen, or `nil` if there is none.
  var home: () -> HomeLoader? = { nil }
  /// A Boolean value that indicates whether the home screen is loaded on a background thread.
  var loadsInBackground = true
}

/// The event loop of the full-screen editor and of plain mode.
///
/// The event loop waits for input, updates the state, performs the requested I/O operations, and
/// draws the screen.
///
/// All I/O of the full-screen editor occurs in this class. A single `poll` in the device waits for
/// the terminal, for signals, and for the inbox, so an idle editor uses no CPU.
final class EditorLoop {
  /// The reason why the editor's event loop ended.
  enum ExitReason: Equatable {
    case left
    case signal(Int32)
    case hungUp
    /// The user switched between full-screen mode and plain mode.
    case modeChange
  }

  private(set) var state: EditorState
  let device: any TerminalDevice
  var host: EditorEnvironment
  let inbox = EventInbox()
  /// An object that applies changes to Settee's own settings while the editor runs, or `nil` to
  /// ignore them.
  var follower: OwnSettingsFollower?
  var session: Session?
  var word: String?
  /// The app that was open before the user opened Settee's own settings.
  var former: String?
  /// The domains that the user entered for apps that don't declare a domain, keyed by app name.
  var domains: [String: String] = [:]
  /// The content of each settings file as last shown to the user, keyed by the argument that opened
  /// the file.
  var shown: [String: SettingsDocument] = [:]
  /// The content of each settings file when it was first opened in this run of the editor, keyed by
  /// the argument that opened the file.
  var first: [String: SettingsDocument] = [:]
  var ending: ExitReason?
  /// The deadline of the sync operation that the editor is waiting for.
  ///
  /// The event loop discards the results of sync operations that the editor no longer waits for.
  var awaited: CloudDeadline?
  /// The number of the latest load of the home screen.
  ///
  /// The entries that earlier loads find are discarded.
  var homeLoad = 0
  private var script: ArraySlice<KeyPress>
  /// The latest frame and the focus in it, or `nil` if more than the focus has changed since.
  private var drawn: (screen: Screen, focus: Int)?

  /// Creates an event loop that processes the keys in `script` before any keys that the user
  /// presses.
  ///
  /// If no session is specified, the editor starts with the app list.
  init(
    _ state: EditorState, session: Session?, device: any TerminalDevice, host: EditorEnvironment,
    script: [KeyPress] = []
  ) {
    self.state = state
    self.session = session
    self.device = device
    self.host = host
    self.script = script[...]
    session?.follow(into: inbox)
  }

  /// Runs the editor until the user quits or the process must exit.
  ///
  /// All changes that the user has confirmed are saved before this method returns.
  func run() -> ExitReason {
    // The line number of the focused row in a settings file is known without delay, so look it up
    // before drawing the first frame.
    if session?.document.isFile == true { lookUpFocus() }
    paint()
    if state.showsHome, state.home?.isComplete == false { findHome() }
    let early = script.isEmpty ? wait(atMost: Self.pause) : []
    session?.watch()
    // Look up unpushed settings after drawing the first frame, because they are stored in separate
    // files.
    updatePending()
    follower?.follow(into: inbox)
    for event in early where ending == nil { handle(event) }
    while ending == nil {
      paint()
      if let key = script.popFirst() {
        handle(.key(key))
        continue
      }
      // Details that require disk access are looked up only while the user is idle.
      let events = wait(atMost: state.unknownKey == nil ? nil : Self.pause)
      if events.isEmpty { lookUpFocus() }
      for event in events where ending == nil { handle(event) }
    }
    session?.flush()
    return ending ?? .left
  }

  /// The number of milliseconds that the editor waits after drawing, so that the terminal can show
  /// the frame first.
  ///
  /// The wait is useful because the terminal often shares a processor with Settee and runs only
  /// while Settee waits. Without the pause, an arrow key takes 0.4 ms instead of 0.25, and the
  /// first frame takes 16 ms instead of 14.
  private static let pause = 4

  private func wait(atMost milliseconds: Int?) -> [TerminalEvent] {
    device.wait(for: [inbox.descriptor], atMost: milliseconds)
  }

  func lookUpFocus() {
    guard let name = state.unknownKey else { return }
    let facts = session?.facts(
      of: name, words: state.words, unsaved: state.staged ?? [])
    send(.about(facts ?? KeyFacts(name: name)))
  }

  private func paint() {
    let screen =
      if let drawn {
        drawn.focus == state.focusIndex
          ? drawn.screen : render(state, movedFrom: drawn.focus, over: drawn.screen)
      } else { render(state) }
    assert(screen == render(state), "The frame after a move differs from a frame drawn as a whole.")
    drawn = (screen, state.focusIndex)
    device.paint(screen)
  }

  private func handle(_ event: TerminalEvent) {
    switch event {
    case .key, .paste, .mouse: if let action = Action(event) { act(action) }
    case .resized(let size): send(.resized(size))
    case .resumed:
      send(.resized(device.size))
      session?.reload()
    case .ready: handleMessages()
    case .ending(let signal): ending = .signal(signal)
    case .closed: ending = .hungUp
    }
  }

  func act(_ action: Action) {
    let old = drawn != nil && state.isMove(action) ? state.list : nil
    let effects = update(&state, action)
    if old.map(state.hasMoved) != true { drawn = nil }
    perform(effects)
  }

  func send(_ event: Event) { act(.event(event)) }

  /// Changes the state directly, for actions that exist only in plain mode or only in full-screen
  /// mode.
  func change(_ body: (inout EditorState) -> Void) {
    drawn = nil
    body(&state)
  }

  func perform(_ body: (inout EditorState) -> [Effect]) {
    drawn = nil
    perform(body(&state))
  }

  private func perform(_ effects: [Effect]) {
    for effect in effects { perform(effect) }
  }

  /// Updates the set of settings that haven't been pushed to the cloud mirror.
  func updatePending() {
    guard let session, !session.cloud.isNone else { return }
    session.followCloud(into: inbox, state.words)
    guard session.hasOtherPending else { return }
    send(.readings(session.readings(), by: .local))
  }

  /// Updates text fields, unsaved changes, and the undo log after another program has moved the
  /// items of a list.
  func followItems() {
    guard let moves = session?.moves(of: state.namesInUse), !moves.isEmpty else { return }
    send(.moved(moves))
  }

  /// Processes the messages that other threads have sent, and combines messages about changed
  /// settings.
  func handleMessages() {
    var changed: [ChangeSource: Set<SettingName>] = [:]
    var (ownHaveChanged, cloudHasChanged) = (false, false)
    for message in inbox.removeAll() {
      switch message {
      case .ownSettings: ownHaveChanged = true
      case .answer(let event, let deadline) where deadline === awaited:
        awaited = nil
        send(event)
        cloudHasChanged = true
      case .answer: break
      case .news(let event): send(event)
      case .home(let batch, let load): if load == homeLoad { send(.home(batch)) }
      case .cloudState: cloudHasChanged = true
      case .changed(let domain, let keys, let source):
        changed[source, default: []].formUnion(session?.names(in: domain, keys: keys) ?? [])
      }
    }
    if !changed.isEmpty { followItems() }
    // A change by another program can be reported as local, because Settee restores values that
    // were overwritten. Report local changes last so that changes by others are attributed
    // correctly.
    for (source, names) in changed.sorted(by: { $0.key != .local && $1.key == .local }) {
      guard let readings = session?.readings(of: names), !readings.isEmpty else { continue }
      send(.readings(readings, by: source))
    }
    if session?.isOutdated == true { reopen() }
    if cloudHasChanged { updatePending() }
    if ownHaveChanged { follower?.adopt(in: self) }
  }
}
