import SetteeTerminal

/// A terminal device that plays events and records the screens; for tests and recordings.
final class ScriptedDevice: TerminalDevice {
  /// The current size; a played resize event changes it.
  private(set) var size: Size
  /// The terminal's abilities.
  let abilities: TerminalAbilities
  /// The last screen that was shown.
  private(set) var screen: Screen?
  /// The number of screens that were shown.
  private(set) var paints = 0
  /// The requests, in order.
  private(set) var requests: [TerminalRequest] = []
  private var events: ArraySlice<TerminalEvent>

  /// Creates a device that plays events, one at a time, and then closes.
  init(
    size: Size = Size(rows: 24, columns: 80), abilities: TerminalAbilities = TerminalAbilities(),
    events: [TerminalEvent] = []
  ) {
    self.size = size
    self.abilities = abilities
    self.events = events[...]
  }

  /// Creates a device that plays keys by their names and then closes.
  convenience init(
    size: Size = Size(rows: 24, columns: 80), abilities: TerminalAbilities = TerminalAbilities(),
    keys: [String]
  ) {
    let events = keys.compactMap(KeyPress.init(name:)).map { TerminalEvent.input(.key($0)) }
    self.init(size: size, abilities: abilities, events: events)
  }

  /// Records the screen.
  func paint(_ screen: Screen) {
    self.screen = screen
    paints += 1
  }

  /// Plays the next event.
  func wait(for descriptors: [Int32], atMost milliseconds: Int?) -> [TerminalEvent] {
    guard let event = events.popFirst() else { return [.closed] }
    if case .resized(let size) = event { self.size = size }
    return [event]
  }

  /// Records the request.
  func perform(_ request: TerminalRequest) { requests.append(request) }
}
