import Settee
import SetteeTerminal

/// The editor as numbered questions and answers: for screen readers, simple terminals and scripts.
///
/// It works on the same state as the screen, through the same core and the same loop, so what one
/// can do the other can do too. The rows are read out once; then `>` waits for an answer.
final class LineMode {
  let loop: EditorLoop
  let console: LineConsole
  let device: LineDevice
  /// The rows that have a number, in order.
  var numbered: [RowID] = []
  /// How many edits the user has been told of.
  private var told = 0

  /// Makes line mode for a state.
  init(
    _ state: EditorState, desk: Desk?, word: String?, host: EditorHost, console: LineConsole
  ) {
    device = LineDevice(lettering: state.look.lettering)
    var state = state
    state.size = device.size
    loop = EditorLoop(state, desk: desk, device: device, host: host)
    loop.word = word
    self.console = console
  }

  var state: EditorState { loop.state }
  var words: Words { state.words }

  /// Asks and answers until the user leaves or the input ends.
  ///
  /// - Parameter restates: Whether the row that was asked for is read out after the whole pane.
  func run(restates: Bool = false) {
    loop.desk?.watch()
    loop.lookAtCloud()
    loop.follower?.follow(into: loop.inbox)
    describe()
    if restates {
      report()
    } else if let message = state.message {
      console.write(message.text)
    }
    while loop.ending == nil {
      tellNews()
      guard loop.ending == nil else { break }
      console.ask()
      guard let line = console.read() else { break }
      take(line)
    }
    loop.desk?.flush()
    let waiting = state.staged?.changes.count ?? 0
    if waiting > 0, loop.ending == nil { say(.neverStored, String(waiting)) }
  }

  /// Takes one line.
  func take(_ line: String) {
    switch state.mode {
    case nil where state.showsApps: takeApp(line)
    case nil: takeRows(line)
    default: takeMode(line)
    }
  }

  /// Says a sentence.
  func say(_ phrase: Phrase, _ parts: String...) {
    switch parts.count {
    case 0: console.write(words(phrase))
    case 1: console.write(words(phrase, parts[0]))
    default: console.write(words(phrase, parts[0], parts[1]))
    }
  }

  /// Tells what other programs have changed since the last answer.
  private func tellNews() {
    let before = state.foreign
    loop.openLetters()
    for (name, _) in state.foreign where before[name] == nil {
      guard let row = state.items.first(where: { isRow($0, of: name) }) else { continue }
      console.write(sentence(row))
    }
  }

  private func isRow(_ id: RowID, of name: SettingName) -> Bool {
    guard let control = state.control(of: id) else { return false }
    return state.name(of: control) == name
  }

  // MARK: Rows

  private func takeRows(_ line: String) {
    switch LineAnswer(line) {
    case .empty: break
    case .again: describe()
    case .help: help()
    case .back: act(.back)
    case .search(let text): search(text)
    case .row(let number): on(number) { self.act(.activate) }
    case .set(let number, let value):
      on(number) {
        self.act(.activate, quietly: true)
        if self.state.mode == nil { return self.report() }
        self.take(value.isEmpty ? "\"\"" : value)
      }
    case .act(let word, let number):
      guard let command = command(word) else { return say(.lineUnknown, word) }
      guard let number else { return act(command) }
      on(number) { self.act(command) }
    }
  }

  /// What a key or the word of a command means.
  private func command(_ word: String) -> Command? {
    state.keys.command(for: word, in: .rows) ?? Command(rawValue: word)
  }

  private func on(_ number: Int, _ body: () -> Void) {
    guard numbered.indices.contains(number - 1),
      let index = state.items.firstIndex(of: numbered[number - 1])
    else { return say(.lineNoRow, String(number)) }
    loop.change { state in
      state.focus(on: index)
      return []
    }
    body()
  }

  /// Does what a command means, and says what came of it.
  func act(_ command: Command, quietly: Bool = false) {
    let place = (state.path.count, state.place.pane, state.showsApps, state.filter == nil)
    loop.act(.command(command))
    waitForCloud()
    if quietly { return }
    let now = (state.path.count, state.place.pane, state.showsApps, state.filter == nil)
    if state.mode != nil || place != now { describe() } else { report() }
  }

  /// Restates the focused row, with what the core has to say, and that a change is stored.
  func report() {
    guard loop.ending == nil else { return }
    if let text = device.takeCopied() { return console.write(text) }
    let isSaved = state.log.done.count > told && state.staged == nil
    told = state.log.done.count
    let row = state.focused.isRow ? sentence(state.focused) : ""
    var parts = [row, state.message?.text ?? ""].filter { !$0.isEmpty }
    if isSaved, state.message == nil { parts.append(words(.lineSaved)) }
    console.write(parts.joined(separator: " "))
    // A number means the row that was read out with it: where rows come and go, all are read anew.
    if state.mode == nil, !state.showsApps, state.items.filter(\.isRow) != numbered { describe() }
  }

  /// Waits until the cloud side has answered; there is no screen to go on with meanwhile.
  private func waitForCloud() {
    if loop.awaited != nil, case .push(let dialog) = state.mode, let wait = dialog.wait {
      // A mirror may take its time, and a silent terminal looks like a hung one.
      console.write(words(wait == .comparing ? .comparing : .pushing) + " " + dialog.plan.mirror)
      console.flush()
    }
    while loop.awaited != nil, loop.ending == nil {
      guard inboxHasLetters() else { return }
      loop.openLetters()
    }
  }

  private func inboxHasLetters() -> Bool { StandardStreams.waitToRead(loop.inbox.descriptor) }

  private func search(_ text: String) {
    loop.act(.command(.search))
    loop.act(.command(.cutToStart))
    loop.act(.paste(text))
    describe()
  }

  private func takeApp(_ line: String) {
    switch LineAnswer(line) {
    case .empty: break
    case .again, .search: describe()
    case .row(let number):
      guard let list = state.apps?.list, list.shown.indices.contains(number - 1) else {
        return say(.lineNoRow, String(number))
      }
      loop.change { state in
        state.apps?.list.focus(on: number - 1)
        return []
      }
      loop.act(.command(.open))
      describe()
    case .back, .act("q", _): loop.ending = .left
    case .help: help()
    default: say(.lineUnknown, line)
    }
  }
}
