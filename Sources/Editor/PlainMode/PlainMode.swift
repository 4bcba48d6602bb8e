import Settee
import SetteeTerminal
import SetteeVerbs

/// A line-based version of the editor with numbered prompts, for screen readers, simple terminals,
/// and scripts.
///
/// Plain mode uses the same state and event loop as the full-screen editor, so both have the same
/// features. It prints the rows once and then shows the prompt `>`.
final class PlainMode {
  let loop: EditorLoop
  let console: LineConsole
  var numbered: [RowID] = []
  /// The number of edits whose results have already been printed.
  private var reportedEdits = 0

  init(
    _ state: EditorState, session: Session?, word: String?, host: EditorEnvironment,
    console: LineConsole
  ) {
    console.abilities = TerminalAbilities(lettering: state.look.lettering)
    var state = state
    state.size = console.size
    var host = host
    host.loadsInBackground = false
    loop = EditorLoop(state, session: session, device: console, host: host)
    loop.word = word
    self.console = console
  }

  var state: EditorState { loop.state }
  var words: Strings { state.words }

  /// Runs plain mode until the user quits or the input ends.
  ///
  /// If `restates` is `true`, the focused row is printed again after the list of rows.
  func run(restates: Bool = false) {
    loop.session?.watch()
    loop.updatePending()
    loop.follower?.follow(into: loop.inbox)
    describe()
    if restates {
      report()
    } else if let message = state.message {
      console.write(message.text)
    }
    while loop.ending == nil {
      printForeignChanges()
      guard loop.ending == nil else { break }
      console.ask()
      guard let line = console.read() else { break }
      // Another program might have changed a value while the user was typing.
      printForeignChanges()
      guard loop.ending == nil else { break }
      handle(line)
    }
    loop.session?.flush()
    let waiting = state.staged?.count ?? 0
    if waiting > 0, loop.ending == nil { show(.unsavedDiscarded, String(waiting)) }
  }

  func handle(_ line: String) {
    guard let dialog = state.topDialog else { return handleRows(line) }
    if !dialog.takesAnyLine {
      switch line.trimmed.lowercased() {
      case "?": return describe()
      case "b", "back": return dialog.answer("0", in: self)
      case "q", "quit": return quit()
      default: break
      }
    }
    dialog.answer(line, in: self)
  }

  /// Closes all dialogs and quits plain mode, but first asks the user about unsaved changes.
  private func quit() {
    loop.change { $0.dialogs.removeAll() }
    act(.quit)
  }

  func show(_ phrase: Phrase, _ parts: String...) {
    console.write(words(phrase, parts))
  }

  private func printForeignChanges() {
    let (before, message) = (state.foreign, state.message)
    loop.handleMessages()
    if let news = state.message, news != message { console.write(news.text) }
    for name in state.foreign.keys where before[name] == nil {
      let row = state.items.first { state.control(of: $0).flatMap(state.name(of:)) == name }
      if let row { console.write(sentence(row)) }
    }
  }

  // MARK: Rows

  private func handleRows(_ line: String) {
    switch LineAnswer(line) {
    case .empty: break
    case .again: describe()
    case .help: help()
    case .back: act(.back)
    case .search(let text): search(text)
    case .row(let number): on(number) { act(.activate) }
    case .set(let number, let value): on(number) { set(to: value) }
    case .act(let word, let number):
      guard let command = command(word) else { return show(.lineUnknown, word) }
      guard let number else { return act(command) }
      on(number) { act(command) }
    }
  }

  private func set(to text: String) {
    guard let target = state.target(of: state.focused), target.control.kind.isEditable,
      target.control.kind != .list, state.obstacle(of: target.control) == nil,
      !state.isRepeated(target.control)
    else { return act(.activate) }
    switch value(of: text, for: target.control) {
    case .success(let value):
      loop.perform { $0.write(target, value, typed: text) }
      report()
    case .failure(let refusal): console.write(words.refused(refusal, by: target.control))
    }
  }

  /// Converts text that the user entered to a value for a control.
  ///
  /// The user can also enter a translated "on" or "off", or the number of a choice.
  func value(of text: String, for control: Control) -> Result<PropertyList, SetteeError> {
    let parsed = control.parse(text == "\"\"" ? "" : text)
    guard case .failure = parsed else { return parsed }
    if control.kind == .toggle {
      let word = text.lowercased()
      if word == words(.on).lowercased() { return .success(control.toggle.on) }
      if word == words(.off).lowercased() { return .success(control.toggle.off) }
    }
    if control.kind == .slider, text.contains(",") {
      return value(of: text.replacing(",", with: "."), for: control)
    }
    if let number = LineAnswer.number(text), control.choices.indices.contains(number - 1) {
      return .success(control.choices[number - 1].value)
    }
    return parsed
  }

  /// Returns the command that a key or a command name refers to in plain mode.
  ///
  /// For example, both `reset-all` and `reset all` refer to the command `resetAll`.
  private func command(_ word: String) -> Command? {
    if let command = state.keys.command(for: word, in: .rows) { return command }
    let letters = word.lowercased().filter { $0 != "-" && $0 != " " }
    return Command.allCases.first { $0.rawValue.lowercased() == letters }
  }

  private func on(_ number: Int, _ body: () -> Void) {
    guard numbered.indices.contains(number - 1),
      let index = state.items.firstIndex(of: numbered[number - 1])
    else { return show(.lineNoRow, String(number)) }
    loop.change { $0.focus(on: index) }
    body()
  }

  func act(_ command: Command) {
    let place = (state.path.count, state.place.pane, state.showsHome, state.filter == nil)
    if command == .info { loop.lookUpFocus() }
    loop.act(.command(command))
    waitForCloud()
    let now = (state.path.count, state.place.pane, state.showsHome, state.filter == nil)
    if state.dialog != nil || place != now { describe() } else { report() }
  }

  /// Prints the focused row with the current message, and confirms that a change was saved.
  func report() {
    guard loop.ending == nil else { return }
    if let text = console.copied {
      console.copied = nil
      return console.write(text)
    }
    let isSaved = state.log.done.count > reportedEdits && state.staged == nil
    reportedEdits = state.log.done.count
    let row = state.focused.isRow ? sentence(state.focused) : ""
    // Don't print the message of the full-screen editor, because plain mode also explains how to
    // undo the change.
    let news = state.message?.text ?? ""
    var parts = [row, news == words(.savedWord) ? "" : news].filter { !$0.isEmpty }
    if isSaved, parts.last == row { parts.append(words(.lineSaved)) }
    console.write(parts.joined(separator: " "))
    // Numbers refer to the rows as they were last printed, so all rows are printed again if they
    // have changed.
    if state.dialog == nil, !state.showsHome, state.items.filter(\.isRow) != numbered { describe() }
  }

  /// Waits until the current operation on the cloud mirror has finished.
  private func waitForCloud() {
    if loop.awaited != nil, let dialog = state.dialog as? PushDialog, let wait = dialog.wait {
      // Print a message first, because the cloud mirror can be slow and the program would appear to
      // hang.
      console.write(words(wait) + " " + dialog.mirror)
      console.flush()
    }
    while loop.awaited != nil, loop.ending == nil {
      guard StandardStreams.waitToRead(loop.inbox.descriptor) else { return }
      loop.handleMessages()
    }
  }

  private func search(_ text: String) {
    loop.act(.command(.search))
    loop.act(.command(.cutToStart))
    loop.act(.paste(text))
    describe()
  }
}

/// The terminal in plain mode, which reads and writes lines and draws no screens.
///
/// Tests can replace the functions that read and write.
final class LineConsole: TerminalDevice {
  /// A closure that reads a line of input, or returns `nil` at the end of the input.
  let read: () -> String?
  let readSecret: (_ question: String) -> String?
  /// A closure that writes a line of output, with control characters escaped to protect the
  /// terminal.
  let write: (_ line: String) -> Void
  /// A closure that prints the prompt before the user enters a reply.
  let ask: () -> Void
  /// A closure that flushes the output, so that the user sees it before a long operation.
  let flush: () -> Void
  /// The screen size is large enough to prevent any text from being truncated.
  let size = Size(rows: 1000, columns: 1000)
  var abilities = TerminalAbilities()
  /// The text that the user copied, which plain mode prints instead of using the clipboard.
  var copied: String?

  init(
    read: @escaping () -> String?, readSecret: @escaping (_ question: String) -> String?,
    write: @escaping (_ line: String) -> Void, ask: @escaping () -> Void,
    flush: @escaping () -> Void = {}
  ) {
    (self.read, self.readSecret) = (read, readSecret)
    (self.write, self.ask, self.flush) = (write, ask, flush)
  }

  func paint(_ screen: Screen) {}

  func wait(for descriptors: [Int32], atMost milliseconds: Int?) -> [TerminalEvent] { [.closed] }

  func perform(_ request: TerminalRequest) {
    if case .copy(let text) = request { copied = text }
  }
}

extension LineConsole {
  static func live(_ console: Console, lettering: GlyphSet) -> LineConsole {
    LineConsole(
      read: { readLine(strippingNewline: true) },
      readSecret: { question in
        guard console.canAsk else {
          try? console.line(question)
          return readLine(strippingNewline: true)
        }
        return (try? console.askSecret(question + " ")) ?? nil
      },
      write: { text in
        for line in Self.wrap(lettering.lines(SafeText.lines(text)), console) {
          try? console.line(line)
        }
      },
      ask: {
        try? console.write("> ")
        try? console.flush()
      }, flush: { try? console.flush() })
  }

  /// Wraps output between words, because terminals break long lines in the middle of a word.
  private static func wrap(_ text: String, _ console: Console) -> [String] {
    guard console.showsOnTerminal, let columns = StandardStreams.columns(of: 1) else {
      return [text]
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      Appearance().wrap(String(line), to: columns - 1).map(String.init)
    }
  }
}

extension EditorLaunch {
  func runLines(_ opening: Opening) throws -> ExitCode {
    let abilities = TerminalAbilities(lettering: .ofLocale(), depth: .none)
    let size = Size(rows: 1000, columns: 1000)
    let look = look(abilities, language: opening.session?.document.bundle.language)
    var state = try firstState(opening, look: look, size: size)
    if state.showsHome, state.home?.isComplete == false {
      state.home?.add(homeLoader?.all() ?? HomeBatch(isWhole: true))
    }
    let mode = PlainMode(
      state, session: opening.session, word: opening.word, host: host,
      console: .live(call.console, lettering: look.lettering))
    let follower = OwnSettingsFollower(self, isScreen: false)
    mode.loop.follower = follower
    mode.run(restates: call.value(of: "key") != nil)
    guard mode.loop.ending == .modeChange else { return .done }
    return try follower.launch.openScreen(Opening(mode.loop))
  }
}
