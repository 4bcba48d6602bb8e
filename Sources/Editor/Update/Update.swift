import SetteeTerminal

/// What happens to the editor: a key, a command, text, the mouse, or a report of the loop.
enum Action: Sendable {
  /// A key, by the name that ``KeyMap`` knows, and the character that it would type.
  case key(String, typed: Character?)
  /// What a key means, or what was picked from a menu.
  case command(Command)
  /// Text that was pasted.
  case paste(String)
  /// The mouse pressed a cell.
  case press(Position)
  /// The wheel turned by so many notches, downwards when positive.
  case wheel(Int)
  /// The loop reports something.
  case event(Event)
}

extension Action {
  /// What a user's doing means; nil for what means nothing, such as a moving mouse.
  init?(_ input: InputEvent) {
    switch input {
    case .key(let key): self = .key(key.name, typed: key.typed)
    case .paste(let text): self = .paste(text)
    case .mouse(let mouse):
      switch mouse.action {
      case .press(1): self = .press(mouse.position)
      case .wheelUp: self = .wheel(-1)
      case .wheelDown: self = .wheel(1)
      case .press, .release, .move: return nil
      }
    }
  }
}

/// Changes the state for an action and says what the world has to do: the only way it changes.
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
  case .event(let event): effects = state.take(event)
  }
  state.settle()
  return effects
}

extension EditorState {
  mutating func press(_ key: String, typed: Character?) -> [Effect] {
    let context = context
    if let typed, isNumberKey(typed, context) { return perform(typing: String(typed)) }
    if let command = keys.command(for: key, in: context) { return perform(command) }
    guard let typed else {
      message = nil
      return []
    }
    return perform(typing: String(typed))
  }

  /// Whether a key that means something else continues the number that is being typed.
  private func isNumberKey(_ typed: Character, _ context: KeyContext) -> Bool {
    guard case .slider(let adjusting) = mode, adjusting.typed != nil else { return false }
    return ".,-+eE".contains(typed)
  }

  private mutating func perform(typing text: String) -> [Effect] {
    message = nil
    return type(text)
  }

  /// Does what a command means where the user is.
  mutating func perform(_ command: Command) -> [Effect] {
    message = nil
    switch command {
    case .redraw: return [.repaint]
    case .suspend: return [.suspend]
    case .help: return openHelp()
    default: break
    }
    switch mode {
    case nil: return showsApps ? performInApps(command) : performInRows(command)
    case .text(let editing): return perform(command, editing)
    case .longText(let editing): return perform(command, editing)
    case .path(let asking): return perform(command, asking)
    case .slider(let adjusting): return perform(command, adjusting)
    case .date(let editing): return perform(command, editing)
    case .choosing(let choosing): return perform(command, choosing)
    case .search(let searching): return perform(command, searching)
    case .page(let page): return perform(command, page)
    case .menu(let menu): return perform(command, menu)
    case .question(let question): return perform(command, question)
    case .push(let dialog): return perform(command, dialog)
    }
  }

  /// Types or pastes text where the user is.
  mutating func type(_ text: String) -> [Effect] {
    switch mode {
    case nil:
      if showsApps { apps?.list.edit { $0.insert(EditorState.oneLine(text)) } }
      return []
    case .text(let editing): return type(text, editing)
    case .longText(let editing): return type(text, editing)
    case .path(let asking): return type(text, asking)
    case .slider(let adjusting): return type(text, adjusting)
    case .date(let editing): return type(text, editing)
    case .choosing(var choosing):
      choosing.list.edit { $0.insert(EditorState.oneLine(text)) }
      top = .choosing(choosing)
      return []
    case .menu(var menu):
      menu.list.edit { $0.insert(EditorState.oneLine(text)) }
      top = .menu(menu)
      return []
    case .search(let searching): return type(text, searching)
    case .page(let page): return type(text, page)
    case .question, .push: return []
    }
  }

  /// The topmost mode, to be replaced.
  var top: Mode? {
    get { modes.last }
    set {
      if !modes.isEmpty { modes.removeLast() }
      if let newValue { modes.append(newValue) }
    }
  }

  /// Text for a field of one line: line ends are blanks, control characters are left out.
  static func oneLine(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A, 0x0D, 0x09, 0x2028, 0x2029:
        if result.last != " " || scalar.value == 0x09 { result.append(" ") }
      case 0..<0x20, 0x7F..<0xA0: continue
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
