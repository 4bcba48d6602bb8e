import Settee
import SetteeTerminal
import SetteeVerbs

// All code in this folder performs I/O: the event loop with its effects, the open app (`Session`),
// its mirror (`CloudClient`), and the start of the editor (`EditorLaunch`).

/// A message to the event loop from another thread.
enum IncomingMessage: Sendable {
  /// Some keys of a domain have changed. If the list is empty, any of them may have changed.
  case changed(domain: String, keys: [String], by: ChangeSource)
  case ownSettings
  /// The result of the operation that has this deadline.
  case answer(Event, by: CloudDeadline)
  /// The set of keys that haven't been pushed may have changed.
  case cloudState
  case news(Event)
}

typealias EventInbox = MessageQueue<IncomingMessage>

/// The services that the event loop needs from the program.
struct EditorEnvironment {
  var environment: [String: String]
  /// Opens an app by its name.
  ///
  /// By default, the language and the domain are those of the user and the app.
  var open: (_ word: String, _ language: String?, _ domain: String?) throws -> Session
  var list: () -> [AppFace] = { [] }
}

/// The event loop of the editor.
///
/// It waits for events, updates the core, performs the resulting effects, and draws the screen.
///
/// All I/O of the full-screen editor happens here. A single `poll` in the device waits for the
/// terminal, for signals, and for the inbox, so an idle editor uses no CPU.
final class EditorLoop {
  /// The reason why the loop ended.
  enum ExitReason: Equatable {
    case left
    case signal(Int32)
    case hungUp
    /// The user switched between the full screen and plain mode.
    case otherFace
  }

  private(set) var state: EditorState
  let device: any TerminalDevice
  var host: EditorEnvironment
  let inbox = EventInbox()
  /// Applies changes of Settee's own settings, or is `nil` if these changes aren't followed.
  var follower: OwnSettingsFollower?
  var desk: Session?
  var word: String?
  /// The app that was open before Settee's own settings.
  var former: String?
  /// The domains that the user has assigned to apps without a domain, by the name of the app.
  var domains: [String: String] = [:]
  /// The contents of settings files as they were last shown, by the argument that opened them.
  var shown: [String: SettingsDocument] = [:]
  var ending: ExitReason?
  /// The deadline of the operation that is running.
  ///
  /// The results of earlier operations are discarded.
  var awaited: CloudDeadline?
  private var script: ArraySlice<KeyPress>
  private let renderer = Renderer()

  /// Creates a loop that processes the keys of `script` before any user input.
  ///
  /// Without a session, the loop starts with the app list.
  init(
    _ state: EditorState, desk: Session?, device: any TerminalDevice, host: EditorEnvironment,
    script: [KeyPress] = []
  ) {
    self.state = state
    self.desk = desk
    self.device = device
    self.host = host
    self.script = script[...]
    desk?.follow(into: inbox)
  }

  /// Runs until the user quits or the process must exit.
  ///
  /// All accepted changes are saved before this method returns.
  func run() -> ExitReason {
    // In a settings file, the line number of the focused row is available immediately. In other
    // cases, the first frame is drawn without waiting for details.
    if desk?.document.isFile == true { lookUpFocus() }
    paint()
    let early = script.isEmpty ? wait(atMost: Self.pause) : []
    desk?.watch()
    // The keys that haven't been pushed are read from separate files, so they are looked up after
    // the first frame.
    lookAtCloud()
    follower?.follow(into: inbox)
    for event in early where ending == nil { take(event) }
    while ending == nil {
      paint()
      if let key = script.popFirst() {
        take(.input(.key(key)))
        continue
      }
      // Details that require disk access are looked up only while the user is idle.
      let events = wait(atMost: state.unknownKey == nil ? nil : Self.pause)
      if events.isEmpty { lookUpFocus() }
      for event in events where ending == nil { take(event) }
    }
    desk?.flush()
    return ending ?? .left
  }

  /// The number of milliseconds to wait after drawing, so that the terminal can show the frame
  /// first.
  ///
  /// The terminal often shares a processor with Settee, and runs only while Settee waits. Without
  /// the pause, the first frame takes 16 ms instead of 14.
  private static let pause = 4

  private func wait(atMost milliseconds: Int?) -> [TerminalEvent] {
    device.wait(for: [inbox.descriptor], atMost: milliseconds)
  }

  private func lookUpFocus() {
    guard let name = state.unknownKey else { return }
    let facts = desk?.facts(of: name, home: host.environment["HOME"], words: state.words)
    tell(.about(facts ?? KeyFacts(name: name)))
  }

  private func paint() { device.paint(renderer.draw(state)) }

  private func take(_ event: TerminalEvent) {
    switch event {
    case .input(let input): if let action = Action(input) { act(action) }
    case .resized(let size): tell(.resized(size))
    case .resumed:
      tell(.resized(device.size))
      desk?.reload()
    case .ready: openLetters()
    case .ending(let signal): ending = .signal(signal)
    case .closed: ending = .hungUp
    }
  }

  func act(_ action: Action) { perform(update(&state, action)) }

  func tell(_ event: Event) { act(.event(event)) }

  /// Changes the state directly, for actions that exist only in a particular front end.
  func change(_ body: (inout EditorState) -> Void) { body(&state) }

  func perform(_ body: (inout EditorState) -> [Effect]) { perform(body(&state)) }

  private func perform(_ effects: [Effect]) {
    for effect in effects { perform(effect) }
  }

  /// Updates the set of values that haven't been pushed.
  func lookAtCloud() {
    guard let desk, !desk.cloud.isNone else { return }
    desk.followCloud(into: inbox, state.words)
    guard desk.hasOtherPending else { return }
    tell(.readings(desk.readings(), by: .local))
  }

  /// Updates fields, unsaved changes, and the undo log after another program has moved list items.
  func followItems() {
    guard let moves = desk?.moves(of: state.namesInUse), !moves.isEmpty else { return }
    tell(.moved(moves))
  }

  /// Processes the messages in the inbox, and combines the messages about changed keys.
  func openLetters() {
    var changed: [ChangeSource: Set<SettingName>] = [:]
    var (ownHaveChanged, cloudHasChanged) = (false, false)
    for letter in inbox.take() {
      switch letter {
      case .ownSettings: ownHaveChanged = true
      case .answer(let event, let deadline) where deadline === awaited:
        awaited = nil
        tell(event)
        cloudHasChanged = true
      case .answer: break
      case .news(let event): tell(event)
      case .cloudState: cloudHasChanged = true
      case .changed(let domain, let keys, let source):
        changed[source, default: []].formUnion(desk?.names(in: domain, keys: keys) ?? [])
      }
    }
    if !changed.isEmpty { followItems() }
    // Not every local change comes from this session, because a domain also restores values that
    // another program has overwritten. Local changes are reported last, so that changes by others
    // are attributed correctly.
    for (source, names) in changed.sorted(by: { $0.key != .local && $1.key == .local }) {
      guard let readings = desk?.readings(of: names), !readings.isEmpty else { continue }
      tell(.readings(readings, by: source))
    }
    if desk?.isOutdated == true { reopen() }
    if cloudHasChanged { lookAtCloud() }
    if ownHaveChanged { follower?.adopt(in: self) }
  }
}
