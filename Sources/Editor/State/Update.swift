import Settee
import SetteeTerminal
import SetteeVerbs

/// An input that the editor's core handles, such as a key, a mouse press, or an event from the
/// event loop.
enum Action: Sendable {
  /// A key with its name in the ``KeyMap`` and the character that it types.
  case key(String, typed: Character?)
  case command(Command)
  case paste(String)
  case press(Position)
  /// A turn of the mouse wheel by a number of notches, where a positive number scrolls down.
  case wheel(Int)
  case event(Event)

  /// Creates the action for a key press, pasted text, or a mouse event.
  ///
  /// For other events, and for mouse events that the editor ignores, such as mouse moves, this
  /// initializer returns `nil`.
  init?(_ event: TerminalEvent) {
    switch event {
    case .key(let key): self = .key(key.name, typed: key.typed)
    case .paste(let text): self = .paste(text)
    case .mouse(.press(1), let position): self = .press(position)
    case .mouse(.wheelUp, _): self = .wheel(-1)
    case .mouse(.wheelDown, _): self = .wheel(1)
    case .mouse, .resized, .resumed, .ready, .ending, .closed: return nil
    }
  }
}

/// Applies an action to the editor's state and returns the I/O operations that must be performed.
///
/// Every change to the editor's state is made by this function.
func update(_ state: inout EditorState, _ action: Action) -> [Effect] {
  let effects: [Effect]
  switch action {
  case .key(let name, let typed): effects = state.press(name, typed: typed)
  case .command(let command): effects = state.perform(command)
  case .paste(let text):
    state.message = nil
    effects = state.type(text)
  case .press(let position):
    state.message = nil
    effects = state.press(position)
  case .wheel(let notches):
    for _ in 0..<min(abs(notches), 10) * 3 { _ = state.perform(notches > 0 ? .down : .up) }
    effects = []
  case .event(let event): effects = state.handle(event)
  }
  state.settle()
  return effects
}

extension EditorState {
  mutating func press(_ key: String, typed: Character?) -> [Effect] {
    var isNumber = false
    if let slider = dialog as? SliderDialog, let typed { isNumber = slider.goesOn(with: typed) }
    if !isNumber, let command = keys.command(for: key, in: context) { return perform(command) }
    message = nil
    return typed.map { type(String($0)) } ?? []
  }

  mutating func perform(_ command: Command) -> [Effect] {
    message = nil
    switch command {
    case .redraw: return [.repaint]
    case .suspend: return [.suspend]
    case .help: return openHelp()
    case .ownSettings: return openOwnSettings()
    default: break
    }
    return topDialog?.perform(command, in: &self) ?? performInRows(command)
  }

  mutating func type(_ text: String) -> [Effect] {
    topDialog?.type(text, in: &self) ?? []
  }

  /// Focuses the row that the user pressed, or activates the row if it already has the focus.
  mutating func press(_ position: Position) -> [Effect] {
    guard let content = topDialog, !showsRows else { return pressPage(position) }
    if let box = box(of: content) { return press(position, on: box, of: content) }
    let area = area(of: content)
    if area.contains(position) { return content.press(area.place(of: position), in: &self) }
    return pressPage(position)
  }

  mutating func changeLook(_ command: Command) -> [Effect] {
    switch command {
    case .near:
      look.isNear.toggle()
      return show(look.isNear ? .lookCompact : .lookColumns)
        + [.keepLayout(look.isNear ? .near : .wide)]
    case .contrast:
      look.theme.isStrong.toggle()
      let (isStrong, name) = (look.theme.isStrong, look.theme.pageName)
      return show(isStrong ? .lookContrast : .lookNormal)
        + [.keepTheme(isStrong ? "contrast" : name)]
    case .ascii:
      let isPlain = look.lettering != .ascii
      look.lettering = isPlain ? .ascii : .unicode
      return show(isPlain ? .lookASCII : .lookUnicode)
        + [.keepCharacters(isPlain ? .ascii : .unicode)]
    default: return []
    }
  }

  /// Updates the editor's state after an event from the event loop.
  mutating func handle(_ event: Event) -> [Effect] {
    switch event {
    case .resized(let size):
      let hadGaps = frame.hasGaps
      self.size = size
      if frame.hasGaps != hadGaps { rebuildItems() }
    case .readings(let new, let source): apply(new, by: source)
    case .written(let edit, let cause, let new, let notice):
      return written(edit, cause, new, notice: notice)
    case .unchanged(let edit, let new):
      readings.merge(new)
      afterChange(of: edit.changes.map(\.name))
    case .moved(let moves): follow(moves)
    case .failed(let text):
      endWaiting()
      return refuse(text)
    case .outdated(let cause, let text): return refuse(cause, text)
    case .done(let text):
      endWaiting(isDone: true)
      message = Message(text: text == words(.nothingToPush) ? withUnsavedNote(text) : text)
    case .saved(let time): savedAt = time
    case .nameless(let proposal): askDomain(proposal)
    case .opened(let document, let readings): open(document, readings)
    case .home(let batch):
      if home == nil { home = HomeDialog(batch) } else { home?.add(batch) }
    case .layers(let name, let layers): show(layers: layers, of: name)
    case .history(let name, let lines): show(history: lines, of: name)
    case .changes(let changes): show(pastChanges: changes)
    case .lineDifferences(let lines): show(differences: lines)
    case .about(let facts): known = facts
    case .waiting(let place): change(PushDialog.self) { $0.mirror = place }
    case .plan(let plan): show(plan: plan)
    case .pushed(let text):
      endWaiting(isDone: true)
      (lastPush, message) = (text, Message(text: withUnsavedNote(text), isDone: true))
      if !hasMirror { hasMirror = true }
    case .news(let text, let isError):
      if isError { return show(error: text) }
      (lastPush, message) = (text, Message(text: text))
    case .edited(let text): dialog?.apply(edited: text, in: &self)
    case .exported(let text): exported(text)
    case .exists(let path): askReplace(path)
    case .importPlan(let file, let changes, let untold):
      ask(toImport: changes, from: file, untold: untold)
    case .names(let start, let list, let names):
      askName(start: start, list: list, names: names)
    case .addition(let addition, let index): return begin(addition, at: index)
    case .unknownName(let sentence, let name): ask(toForce: name, sentence)
    case .restructured(let edit): return finish(edit)
    case .completions(let paths):
      if paths.isEmpty { return show(.completionsNone) }
      dialog?.offer(paths, in: &self)
    case .clock(let date): (dialog as? DateDialog)?.apply(clock: date, in: &self)
    }
    return []
  }

  /// Applies the new values of settings and records which other program changed them.
  private mutating func apply(_ new: SettingStates, by source: ChangeSource) {
    known = nil
    if new.areWhole { readings = new }
    for (name, reading) in new.single {
      let old = readings[name]
      let list = value(named: name)?.array
      readings[name] = reading
      if source != .local, let list {
        followField(of: name, from: list)
        followFocus(of: name, from: list)
      }
      rebase(name, on: reading.stored)
      guard old?.value != reading.value else { continue }
      foreign[name] = source == .local ? nil : source
      // Another program has changed the setting, so the message that confirmed the save is out of
      // date.
      if source != .local, message?.isDone == true { message = nil }
      warn(of: name)
    }
    relist()
  }

  /// Shows in open text fields that another program has changed the value being edited.
  ///
  /// The text that the user has typed in the field is preserved.
  private mutating func warn(of name: SettingName) {
    for index in dialogs.indices {
      guard var field = dialogs[index] as? any EditingDialog, field.target.name == name
      else { continue }
      field.foreign = namedText(field.target.control, value(of: field.target))
      dialogs[index] = field
    }
  }

  /// Shows newly opened panes and restores the user's previous position in them.
  ///
  /// This method is used both to open another app and to switch the language.
  private mutating func open(_ new: PaneTree, _ readings: SettingStates) {
    let isSame = new.word == document.word && !showsHome
    let focusedName = lostFocus ?? control(of: focused).flatMap(name(of:))
    let focusedItem = focusedName == nil ? path(of: focused) : nil
    saveVisit()
    (document, self.readings) = (new, readings)
    setLanguage(new.bundle.language, withOwnWords: isSame)
    home?.isShown = false
    if isSame {
      if dialogs.contains(where: { $0 is SearchDialog }) {
        let index = searchIndex
        change(SearchDialog.self) {
          $0.index = index
          $0.hits.removeAll { !new.has($0.place) }
        }
      }
    } else {
      (dialogs, foreign, focusIndex, savedAt) = ([], [:], 0, nil)
      if staged != nil { staged = [] }
    }
    restoreVisit()
    if filter != nil { filter = filteredRows() }
    relist()
    keepDrafts()
    let wasLost = lostFocus != nil
    lostFocus = nil
    let wishes = focusWishes
    focusWishes = nil
    if let wishes {
      _ = wishes.contains { focus(onPath: $0) }
      return
    }
    guard isSame else { return }
    if let focusedItem, path(of: focused) != focusedItem { _ = focus(onPath: focusedItem) }
    keepFocus(on: focusedName, followsPane: wasLost)
    focusEdited()
  }

  /// Keeps what the user has entered in a field whose key another program has removed, in a dialog
  /// that adds the key again.
  ///
  /// A multiline text stays in its dialog.
  private mutating func keepDrafts() {
    guard document.hasOpenKeys, place.element == nil else { return }
    for index in dialogs.indices.reversed() {
      guard let field = dialogs[index] as? any EditingDialog,
        document.row(named: field.target.name) == nil
      else { continue }
      let target = field.target
      if field is LongTextDialog, isGone(target) {
        _ = show(error: words(.settingGone, target.name.key))
        continue
      }
      guard let text = field as? TextDialog, target.steps.isEmpty else {
        dialogs.remove(at: index)
        _ = show(error: words(.settingGone, target.name.key))
        continue
      }
      var prompt = PromptDialog(
        title: target.name.key, question: words(.settingGone, target.name.key), hint: .hintAdd,
        line: text.line, isSecret: target.control.isSecure
      ) { prompt, state in
        let value = try target.control.parse(prompt.line.text).get()
        state.dialogs.removeLast()
        return state.addAgain(target, value, typed: prompt.line.text)
      }
      prompt.refusal = text.refusal
      dialogs[index] = prompt
    }
  }

  /// Returns whether another program has removed the key that the user is editing.
  func isGone(_ target: EditTarget) -> Bool {
    document.hasOpenKeys && target.steps.isEmpty && document.row(named: target.name) == nil
  }

  /// Adds a key that another program has removed while the user was entering its value.
  mutating func addAgain(
    _ target: EditTarget, _ value: PropertyList, typed text: String? = nil
  ) -> [Effect] {
    var change = ValueChange(name: target.name, old: nil, new: value)
    change.typed = text.map { TypedValue(value, text: $0) }
    var edit = UndoableEdit(changes: [change], title: target.title)
    edit.rebuilds = true
    edit.focus.done = [target.name.key]
    return make(edit, .edit)
  }

  /// Moves the focus to a setting whose row has moved because the panes have changed.
  ///
  /// If another program has removed the setting, the setting gets the focus again as soon as it is
  /// restored.
  private mutating func keepFocus(on name: SettingName?, followsPane: Bool) {
    guard let name, place.element == nil, control(of: focused).flatMap(self.name(of:)) != name
    else { return }
    let rows = document.rows(named: name)
    if let row = rows.first(where: { $0.pane == place.pane }) {
      let index = items.firstIndex { $0.control.map { $0 == (row.group, row.index) } == true }
      if let index { focus(on: index) }
    } else if let row = rows.first {
      if followsPane { go(to: row) }
    } else {
      lostFocus = name
    }
  }

  /// Moves the focus to the setting that the user is editing, because its row might have moved.
  mutating func focusEdited() {
    guard let name = (dialog as? any EditingDialog)?.target.name, place.element == nil,
      control(of: focused).flatMap(self.name(of:)) != name, let row = document.row(named: name)
    else { return }
    go(to: row)
  }

  /// Switches the editor to the language of the panes.
  ///
  /// If the user explicitly chose the language, the editor's own strings change too.
  private mutating func setLanguage(_ language: String?, withOwnWords: Bool) {
    look.language = language
    guard withOwnWords, let language else { return }
    let code = language.prefix { $0 != "-" }
    if Strings.languages.contains(String(code)) { look.words = Strings(preferred: [language]) }
  }

  /// Returns to the app list, but first asks the user about unsaved changes.
  mutating func leaveApp() -> [Effect] {
    if hasUnsaved { return askStaged(.toApps) }
    home?.isShown = true
    home?.isInSidebar = false
    return [.findHome]
  }
}
