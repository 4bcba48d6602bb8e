import Settee
import SetteeTerminal
import SetteeVerbs

// The part of the editor that touches the world: the loop, what it does for each `Effect`, the open app
// with its domains (`Desk`) and its mirror (`CloudDoor`), and how a call of the program becomes a
// running editor (`EditorLaunch`).

/// What other threads have to say to the loop.
enum Letter: Sendable {
  /// Keys of a domain have changed, or all of them may have.
  case changed(domain: String, keys: [String], by: ChangeSource)
  case ownSettings
  /// The answer to the question that has this deadline, for the core as it is.
  case answer(Event, by: CloudDeadline)
  /// What waits for the mirror may be something else.
  case cloudState
  case news(Event)
}

typealias Inbox = Mailbox<Letter>

/// What the loop needs of the program around it.
struct EditorHost {
  var environment: [String: String]
  /// Opens an app by its word, in a language or in the user's own, in its domain or another.
  var open: (_ word: String, _ language: String?, _ domain: String?) throws -> Desk
  var list: () -> [AppFace] = { [] }
}

/// The one loop: it waits, hands what happened to the core, does what the core asks for, and paints.
///
/// It is the only code of the screen that touches the world. One `poll` in the device waits for the
/// terminal, for signals and for the inbox; nothing runs while nothing happens.
final class EditorLoop {
  enum Ending: Equatable {
    case left
    case signal(Int32)
    case hungUp
    /// The user wants questions instead of the screen, or the screen instead of questions.
    case otherFace
  }

  private(set) var state: EditorState { didSet { (ahead, isShown) = (nil, false) } }
  let device: any TerminalDevice
  var host: EditorHost
  let inbox = Inbox()
  /// Takes over what changes of Settee's own settings; nil where nobody asked for that.
  var follower: OwnSettingsFollower?
  var desk: Desk?
  var word: String?
  /// The word of the app that was open before Settee's own settings.
  var former: String?
  /// The domains that the user has given to apps that name none, by their words.
  var domains: [String: String] = [:]
  /// The contents of settings files that were shown last, by the words that opened them.
  var shown: [String: TextContent] = [:]
  var ending: Ending?
  /// What ends the waiting for the mirror; its answer is taken while this is the same.
  var awaited: CloudDeadline?
  private var script: ArraySlice<Key>
  private let renderer = Renderer()
  private var pressed: Key?
  /// What the key that was pressed last would lead to once more; its picture is kept.
  private var ahead: (key: Key, state: EditorState)?
  /// Whether the state is on the screen already.
  private var isShown = false

  /// The keys of a script are pressed before the user's; without a desk there is the list of apps.
  init(
    _ state: EditorState, desk: Desk?, device: any TerminalDevice, host: EditorHost,
    script: [Key] = []
  ) {
    self.state = state
    self.desk = desk
    self.device = device
    self.host = host
    self.script = script[...]
    desk?.follow(into: inbox)
  }

  /// Runs until the user leaves or the process has to end; everything accepted is stored by then.
  func run() -> Ending {
    // In a settings file the line of a row is known as soon as the file is; else the first picture does
    // not wait for what is known of its first row.
    if desk?.document.isFile == true { lookUpFocus() }
    paint()
    let early = script.isEmpty ? wait(atMost: Self.pause) : []
    desk?.watch()
    // What the mirror lacks is in files of its own, which the first picture does not wait for.
    lookAtCloud()
    follower?.follow(into: inbox)
    for event in early where ending == nil { take(event) }
    while ending == nil {
      if !isShown { paint() }
      isShown = false
      if let key = script.popFirst() {
        take(.input(.key(key)))
        continue
      }
      // What takes the disk to know is looked up when nobody waits for the screen.
      let hasMore = state.unknownKey != nil || pressed != nil
      let events = wait(atMost: hasMore ? Self.pause : nil)
      if events.isEmpty {
        if state.unknownKey == nil { lookAhead() } else { lookUpFocus() }
        continue
      }
      pressed = nil
      for event in events where ending == nil { take(event) }
    }
    desk?.flush()
    return ending ?? .left
  }

  /// How many milliseconds a terminal is given to show what was sent, before more is done.
  ///
  /// Both are often on one processor, where it comes to that only when we wait. Without this, an arrow key
  /// takes 0.4 ms instead of 0.25, and the first picture 16 ms instead of 14.
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

  /// Makes the frame that the next press of the same key asks for, while nobody waits.
  ///
  /// Who moves on presses a key again and again, at a pace at which other programs clear the processor's
  /// caches between two presses. Without this, an arrow key takes 0.4 ms instead of 0.25.
  private func lookAhead() {
    defer { (pressed, isShown) = (nil, true) }
    guard let key = pressed, state.front == nil else { return }
    var next = state
    guard let action = Action(.key(key)), update(&next, action).isEmpty,
      next.revision === state.revision
    else { return }
    device.keep(renderer.draw(next))
    ahead = (key, next)
  }

  private func take(_ event: TerminalEvent) {
    switch event {
    case .input(.key(let key)) where key == ahead?.key:
      guard let ahead else { return }
      let isSent = device.paintKept()
      state = ahead.state
      (pressed, isShown) = (key, isSent)
    case .input(let input):
      if case .key(let key) = input { pressed = key }
      if let action = Action(input) { act(action) }
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

  /// Changes the state as a front end of its own needs.
  func change(_ body: (inout EditorState) -> Void) { body(&state) }

  func perform(_ body: (inout EditorState) -> [Effect]) { perform(body(&state)) }

  private func perform(_ effects: [Effect]) {
    for effect in effects { perform(effect) }
  }

  /// Looks up which values the mirror does not have yet.
  func lookAtCloud() {
    guard let desk, !desk.cloud.isNone else { return }
    desk.followCloud(into: inbox, state.words)
    guard desk.hasOtherPending else { return }
    tell(.readings(desk.readings(), by: .local))
  }

  /// Keeps fields, waiting changes, and the log with the items of lists that another program has moved.
  func followItems() {
    guard let moves = desk?.moves(of: state.namesInUse), !moves.isEmpty else { return }
    tell(.moved(moves))
  }

  /// Opens the letters that have come; those that tell of changes are read together.
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
    // NB: not all that comes from here was made on this desk: what another program dropped is put
    // back by the domain. It comes last, so that what another has changed is told as another's.
    for (source, names) in changed.sorted(by: { $0.key != .local && $1.key == .local }) {
      guard let readings = desk?.readings(of: names), !readings.isEmpty else { continue }
      tell(.readings(readings, by: source))
    }
    if desk?.isOutdated == true { reopen() }
    if cloudHasChanged { lookAtCloud() }
    if ownHaveChanged { follower?.adopt(in: self) }
  }
}
