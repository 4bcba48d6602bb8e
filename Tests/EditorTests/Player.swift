import Settee
import SetteeTerminal

@testable import SetteeEditor

/// Simulates a user of the editor, with an in-memory store.
struct Player {
  var state: EditorState
  /// All effects so far, the most recent last.
  var effects: [Effect] = []
  /// The error that the next edit reports, or nil to let it succeed.
  var refusal: String?

  init(
    _ document: PaneTree, readings: SettingStates = [:], look: Appearance = Appearance(),
    size: Size = Size(rows: 24, columns: 80)
  ) {
    state = EditorState(document, readings: readings, look: look, size: size)
  }

  /// Performs an action and responds to each effect like an in-memory store.
  mutating func act(_ action: Action) {
    for effect in update(&state, action) {
      effects.append(effect)
      answer(effect)
    }
  }

  /// Presses keys, given by name.
  mutating func press(_ names: String...) {
    for name in names {
      if let key = KeyPress(name: name), let action = Action(.key(key)) { act(action) }
    }
  }

  /// Types text as one key press for each character.
  mutating func type(_ text: String) {
    for character in text { act(.key(KeyPress(character).name, typed: character)) }
  }

  private mutating func answer(_ effect: Effect) {
    guard case .apply(let edit, let cause) = effect else { return }
    if let refusal { return act(.event(.failed(refusal))) }
    var readings: SettingStates = [:]
    for change in edit.changes {
      var reading = state.readings[change.name] ?? SettingState()
      reading.stored = change.new
      reading.value = change.new
      reading.origin = change.new == nil ? .none : .user
      readings[change.name] = reading
    }
    act(.event(.written(edit, cause, readings, notice: nil)))
  }

  /// The stored values by key.
  var stored: [String: PropertyList] {
    var stored: [String: PropertyList] = [:]
    for (name, reading) in state.readings.single { stored[name.key] = reading.stored }
    return stored
  }

  /// Whether a value was written.
  var hasWritten: Bool { effects.contains { if case .apply = $0 { true } else { false } } }

  /// The screen as text.
  var screen: String { render(state).text }

  /// Focuses the row of `key`.
  mutating func focus(_ key: String) {
    let found = state.items.firstIndex { $0.isRow && state.control(of: $0)?.key == key }
    if let found { state.focus(on: found) }
    state.settle()
  }
}

extension KeyMap {
  /// The key bindings of each context.
  var bindings: [KeyContext: [KeyBinding]] {
    Dictionary(uniqueKeysWithValues: KeyContext.allCases.map { ($0, lines(of: $0)) })
  }
}
