import SetteeTerminal

/// A terminal device that plays events and records the screens, for tests and screen recordings.
final class ScriptedDevice: TerminalDevice {
  /// The current size, which a resize event changes.
  private(set) var size: Size
  /// The capabilities of the terminal.
  let abilities: TerminalAbilities
  /// The screen that was shown last.
  private(set) var screen: Screen?
  /// The number of screens shown so far.
  private(set) var paints = 0
  /// The requests received so far, in order.
  private(set) var requests: [TerminalRequest] = []
  private var events: ArraySlice<TerminalEvent>

  /// Creates a device that delivers the events one at a time and then closes.
  init(
    size: Size = Size(rows: 24, columns: 80), abilities: TerminalAbilities = TerminalAbilities(),
    events: [TerminalEvent] = []
  ) {
    self.size = size
    self.abilities = abilities
    self.events = events[...]
  }

  /// Creates a device that delivers the named keys one at a time and then closes.
  convenience init(
    size: Size = Size(rows: 24, columns: 80), abilities: TerminalAbilities = TerminalAbilities(),
    keys: [String]
  ) {
    let events = keys.compactMap(KeyPress.init(name:)).map { TerminalEvent.key($0) }
    self.init(size: size, abilities: abilities, events: events)
  }

  /// Records `screen` as the current one.
  func paint(_ screen: Screen) {
    self.screen = screen
    paints += 1
  }

  /// Returns the next event.
  func wait(for descriptors: [Int32], atMost milliseconds: Int?) -> [TerminalEvent] {
    guard let event = events.popFirst() else { return [.closed] }
    if case .resized(let size) = event { self.size = size }
    return [event]
  }

  /// Records a request.
  func perform(_ request: TerminalRequest) { requests.append(request) }
}
